"""The bundled pictures: their entries, their files, and the program that draws them."""

import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Services/media-fetcher/pictures"
BOOK = json.loads((FOLDER / "pictures.json").read_text())
PICTURES = BOOK["pictures"]


def webp_size(data):
    """Width and height of a WebP file without transparency."""
    assert data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8 " and data[23:26] == b"\x9d\x01\x2a"
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


def test_every_picture_has_an_entry_and_every_entry_a_picture():
    ids = [picture["id"] for picture in PICTURES]
    assert len(ids) >= 48 and ids == sorted(set(ids))
    assert [picture["file"] for picture in PICTURES] == [f"{one}.webp" for one in ids]
    assert sorted(path.name for path in FOLDER.glob("*.webp")) == sorted(f"{one}.webp" for one in ids)


def test_the_pictures_are_small_and_of_the_size_they_say():
    total = 0
    for picture in PICTURES:
        data = (FOLDER / picture["file"]).read_bytes()
        assert webp_size(data) == (picture["width"], picture["height"]) == (1600, 1200), picture["id"]
        assert len(data) <= 40 * 1024, picture["id"]
        total += len(data)
    assert total <= 2_200_000


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_titles_and_tags_are_there_in_every_language(language):
    titles = [picture["title"][language] for picture in PICTURES]
    assert all(title.strip() == title != "" for title in titles) and len(set(titles)) == len(titles)
    for picture in PICTURES:
        tags = picture["tags"][language]
        assert 8 <= len(tags) <= 20 and len(set(tags)) == len(tags), picture["id"]
        for tag in tags:
            assert tag == " ".join(tag.lower().split()), (picture["id"], tag)
            assert re.fullmatch(r"[\w'’-]+( [\w'’-]+)*", tag), (picture["id"], tag)


def test_the_credit_names_the_license_of_the_folder():
    credit = BOOK["credit"]
    assert credit == {"author": "The Quad contributors", "license": "CC0-1.0",
                      "licenseUrl": "https://creativecommons.org/publicdomain/zero/1.0/"}
    for page in ("LICENSE", "README.md"):
        text = (FOLDER / page).read_text()
        assert credit["license"] in text and credit["licenseUrl"] in text


@pytest.mark.parametrize("query, expected", [
    ("bday", "birthday-cake"), ("torte", "birthday-cake"), ("geburtstag", "birthday-cake"), ("finals", "exam"),
    ("klausur", "exam"), ("abi", "graduation"), ("xmas", "christmas"), ("weihnachten", "christmas"),
    ("road trip", "road-trip"), ("urlaub", "vacation"), ("gig", "concert"), ("zug", "train"), ("nye", "fireworks"),
    ("silvester", "fireworks"), ("eid", "ramadan"), ("zuckerfest", "ramadan"), ("due date", "deadline"),
    ("umzug", "moving"), ("fußball", "soccer"), ("valentinstag", "valentine"), ("spring break", "beach"),
    ("anniv", "birthday-cake"), ("bac", "exam"), ("rentrée", "first-day"), ("piscine", "swimming"),
])
def test_what_people_type_is_a_tag(query, expected):
    found = [one["id"] for one in PICTURES if query in sum(one["tags"].values(), [])]
    assert expected in found


def thumbnail(path):
    """The picture's pixels at 160 pixels wide, as bytes of red, green and blue."""
    small = subprocess.run(["vips", "thumbnail", path, ".ppm", "160"], check=True, capture_output=True).stdout
    return small[-160 * 120 * 3:]


@pytest.mark.skipif(shutil.which("vips") is None, reason="vips is not installed (compose/packages.debian, group test)")
def test_the_drawings_are_those_in_the_repository(tmp_path):
    shutil.copytree(FOLDER / "drawing", tmp_path / "drawing")
    shutil.copy(FOLDER / "redraw", tmp_path)
    for name in ("exam", "zoo"):
        subprocess.run([sys.executable, "-B", tmp_path / "redraw", name], check=True)
        drawn, stored = thumbnail(tmp_path / f"{name}.webp"), thumbnail(FOLDER / f"{name}.webp")
        # Another version of the encoder may differ in a few shades, a drawing that was changed differs in whole areas.
        apart = sum(abs(one - other) > 12 for one, other in zip(drawn, stored))
        assert len(drawn) == len(stored) == 160 * 120 * 3 and apart < len(drawn) / 500, (name, apart)


def test_every_drawing_has_an_entry():
    listed = subprocess.run(
        [sys.executable, "-B", "-c", "import runpy; print(*runpy.run_path('redraw')['SCENES'], sep='\\n')"],
        check=True, capture_output=True, text=True, cwd=FOLDER).stdout.split()
    assert sorted(listed) == [picture["id"] for picture in PICTURES]
