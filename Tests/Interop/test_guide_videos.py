"""An operator's own videos: they stand in guide's data folder, and the gateway sends them by the id of their item.

The rules of files are in Tests/Unit/GuideTests/GuideVideoTests.swift.
"""

import json
import os
import shutil
from pathlib import Path

import pytest
from quad_site import Site, problem, wait_until

CONTENT = Path(__file__).resolve().parents[2] / "Services" / "guide" / "Content"
FILM = b"\0\0\0\x18ftypmp42" + bytes(range(256)) * 400
LATER = FILM + b"later"
CAPTIONS = b"WEBVTT\n\n00:00.000 --> 00:02.000\nPush hard and fast.\n"
VIDEO = "/v1/guide/videos/walk"


def add_videos(site, film=FILM, captions=True):
    """Puts a video where an operator does, and starts guide again."""
    site.stop("guide")
    own = Path(site.data, "guide", "content")
    (own / "videos").mkdir(parents=True, exist_ok=True)
    (own / "videos" / "walk.mp4").write_bytes(film)
    (own / "videos" / "walk-en.vtt").write_bytes(CAPTIONS)
    item = {"id": "walk", "kind": "video", "video": "walk.mp4", "offline": False, "written": "2026-11-27",
            "title": {"en": "Our AEDs", "de": "Unsere Defis"}, "text": {"en": "A walk.", "de": "Ein Rundgang."},
            "captions": [{"language": "en", "file": "walk-en.vtt"}] if captions else None}
    (own / "items.json").write_text(json.dumps({"items": [item]}))
    site.start("guide")


@pytest.fixture(scope="module")
def site():
    site = Site(settings={"QUAD_GUIDE_CONTENT": str(CONTENT)})
    try:
        add_videos(site)
        wait_until(lambda: site.request("GET", VIDEO).status == 200, "guide has the video")
        yield site
    finally:
        site.close()


def test_a_video_comes_whole_and_in_parts_without_signing_in(site):
    whole = site.request("GET", VIDEO)
    assert (whole.status, whole.body) == (200, FILM)
    assert whole.headers["Content-Type"] == "video/mp4"
    assert whole.headers["X-Content-Type-Options"] == "nosniff"
    assert whole.headers["Accept-Ranges"] == "bytes"
    assert "sandbox" in whole.headers["Content-Security-Policy"]
    part = site.request("GET", VIDEO, headers={"Range": "bytes=10-19"})
    assert (part.status, part.body) == (206, FILM[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(FILM)}"
    tag = whole.headers["ETag"]
    assert site.request("GET", VIDEO, headers={"If-None-Match": tag}).status == 304
    same = site.request("GET", VIDEO, headers={"Range": "bytes=0-3", "If-Range": tag})
    assert (same.status, same.body) == (206, FILM[:4])
    other = site.request("GET", VIDEO, headers={"Range": "bytes=0-3", "If-Range": '"another"'})
    assert (other.status, other.body) == (200, FILM)
    head = site.request("HEAD", VIDEO)
    assert (head.status, head.headers["Content-Length"]) == (200, str(len(FILM)))


def test_its_captions_come_in_the_languages_that_there_are(site):
    captions = site.request("GET", f"{VIDEO}/captions/en")
    assert (captions.status, captions.body) == (200, CAPTIONS)
    assert captions.headers["Content-Type"] == "text/vtt"
    assert site.request("GET", f"{VIDEO}/captions/de").status == 404
    assert problem(site.request("GET", f"{VIDEO}/captions/English")) == (422, "caption_language_bad")
    items = site.request("GET", "/v1/guide").json["bundle"]["items"]
    [item] = [item for item in items if item["id"] == "walk"]
    assert item["captions"] == [{"language": "en", "file": "walk-en.vtt"}]


@pytest.mark.parametrize(
    "name", ["gasping", "nothing", "..%2F..%2Fguide%2Fguide.sqlite", "walk.mp4", "%2Fetc%2Fpasswd"])
def test_nothing_but_the_id_of_a_video_leads_to_a_file(site, name):
    answer = site.request("GET", f"/v1/guide/videos/{name}")
    assert answer.status in (404, 422), answer.body
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_link_in_the_folder_leads_nowhere(site):
    folder = Path(site.data, "guide-files")
    [file] = folder.glob("*.mp4")
    aside = Path(site.data, "aside")
    shutil.move(file, aside)
    os.symlink(aside, file)
    try:
        assert site.request("GET", VIDEO, headers={"Range": "bytes=0-3"}).status == 404
    finally:
        file.unlink()
        shutil.move(aside, file)
    assert site.request("GET", VIDEO).body == FILM


def test_another_file_counts_from_the_next_start_and_the_old_one_goes(site):
    tag = site.request("GET", VIDEO).headers["ETag"]
    add_videos(site, LATER)
    wait_until(lambda: site.request("GET", VIDEO).body == LATER, "guide has the other video")
    assert site.request("GET", VIDEO).headers["ETag"] != tag
    assert sorted(path.suffix for path in Path(site.data, "guide-files").iterdir()) == [".mp4", ".vtt"]


def test_guide_does_not_start_with_a_video_without_captions(site):
    add_videos(site, captions=False)
    assert site.processes["guide"].wait(10) not in (0, None)
    assert "the item walk has a video without captions: name a WebVTT file in `captions`" in site.log("guide")
    site.processes.pop("guide")
