"""Pictures that people send become pixels and nothing else, and those that attackers send become nothing.

Other implementations judge: libvips' own tools read the pixels, exiftool looks for all that is none.
"""

import functools
import json
import os
import random
import shutil
import struct
import subprocess
import zipfile
import zlib
from pathlib import Path

import pytest
from quad_pictures import BLUE, CORNERS, GREEN, RED, chunk, cornered_png, flat_png, gif, make, near, pixel, png
from quad_pictures import turned, vips, write_seeds
from quad_scoreboard import Row
from quad_site import BIN

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(
    not shutil.which("vips") or not shutil.which("exiftool"),
    reason="vips or exiftool is not installed (compose/packages.debian, group test)")
MAX_SECONDS = 2
MAX_MEMORY = 600


@pytest.fixture
def folder(tmp_path):
    """A folder in which nothing half done is left, whatever happens."""
    yield tmp_path
    assert [name for name in os.listdir(tmp_path) if name.startswith(".picture-")] == []


@pytest.fixture(scope="module")
def jpeg(tmp_path_factory):
    """A JPEG with a color in each corner, 96 by 64."""
    made = tmp_path_factory.mktemp("pictures")
    (made / "corners.png").write_bytes(cornered_png())
    vips("copy", made / "corners.png", f"{made}/corners.jpg[Q=100,subsample_mode=off]")
    return (made / "corners.jpg").read_bytes()


# The corner of the file that comes to each corner of the upright picture, from the upper left, clockwise.
TURNS = {1: "0123", 2: "1032", 3: "2301", 4: "3210", 5: "0321", 6: "3012", 7: "2103", 8: "1230"}


@pytest.mark.parametrize("orientation", TURNS)
def test_a_picture_is_upright(folder, jpeg, orientation):
    (folder / "sent").write_bytes(turned(jpeg, orientation))
    part = folder / "part"
    # The right half of the upright picture: its crop is of that, too.
    made = make("take", folder / "sent", folder / "original", f"{part}:24:jpeg:0.5:0:0.5:1")
    width, height = (96, 64) if orientation < 5 else (64, 96)
    assert made.line == f"jpeg {width} {height}"
    wanted = [CORNERS[int(corner)] for corner in TURNS[orientation]]
    for color, (x, y) in zip(wanted, [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]):
        assert near(pixel(folder / "original", round(x * width), round(y * height)), color)
    assert near(pixel(part, 5, 4), wanted[1])
    assert max(size(part)) == 24


def size(file):
    text = subprocess.run(["vipsheader", file], check=True, capture_output=True, text=True).stdout
    return [int(number) for number in text.split(": ")[1].split()[0].split("x")]


PALETTE = chunk(b"PLTE", bytes(BLUE + GREEN))
FORMS = {
    "sixteen bits": (flat_png(struct.pack(">HHH", 0xFFFF, 0, 0), 2, bits=16), "jpeg 32 32", RED),
    "alpha": (flat_png(bytes((*RED, 128)), 6), "webp 32 32", (*RED, 128)),
    "alpha that hides nothing": (flat_png(bytes((*BLUE, 255)), 6), "jpeg 32 32", BLUE),
    "palette": (flat_png(b"\1", 3, extra=PALETTE), "jpeg 32 32", GREEN),
    "gray": (flat_png(b"\x80", 0), "jpeg 32 32", (128, 128, 128)),
    "gray with alpha": (flat_png(b"\x80\x40", 4), "webp 32 32", (128, 128, 128, 64)),
    "one bit": (png(8, 8, b"\0\xff" * 8, color=0, bits=1), "jpeg 8 8", (255, 255, 255)),
    "sixteen bits and alpha": (
        flat_png(struct.pack(">HHHH", 0, 0, 0xFFFF, 0x8000), 6, bits=16), "webp 32 32", (*BLUE, 128)),
    "one pixel": (flat_png(bytes(RED), 2, side=1), "jpeg 1 1", RED),
    "a line": (png(20_000, 1, b"\0" + bytes(RED) * 20_000), "jpeg 2560 1", RED),
    "GIF": (gif(1), "jpeg 16 16", RED),
    "GIF that moves": (gif(5), "jpeg 16 16", RED),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_stored_in_srgb(folder, form):
    sent, facts, color = FORMS[form]
    (folder / "sent").write_bytes(sent)
    assert make("take", folder / "sent", folder / "original").line == facts
    assert near(pixel(folder / "original", 0, 0), color)


def test_the_first_frame_of_a_webp_that_moves_is_stored(folder):
    (folder / "frames.gif").write_bytes(gif(3))
    vips("copy", f"{folder}/frames.gif[n=-1]", f"{folder}/sent.webp[lossless]")
    assert make("take", folder / "sent.webp", folder / "original").line == "jpeg 16 16"
    assert near(pixel(folder / "original", 8, 8), RED)


@pytest.mark.parametrize("profile", ["cmyk", "p3"])
def test_colors_stay_the_same_in_srgb(folder, profile):
    (folder / "sent.png").write_bytes(flat_png(bytes((200, 60, 60)), 2))
    vips("icc_export", folder / "sent.png", folder / "sent.jpg", "--output-profile", profile)
    assert make("take", folder / "sent.jpg", folder / "original").line == "jpeg 32 32"
    assert near(pixel(folder / "original", 16, 16), (200, 60, 60), tolerance=12)
    if profile == "p3":
        # What the file has without its profile: another red.
        assert not near(pixel(folder / "sent.jpg", 16, 16), (200, 60, 60), tolerance=12)


def test_nothing_is_scaled_up_and_all_is_at_most_so_long(folder):
    (folder / "sent").write_bytes(png(3000, 1500, (b"\0" + bytes(RED) * 3000) * 1500))
    words = [f"{folder}/{side}:{side}:{form}" for side, form in ((160, "jpeg"), (480, "webp"), (2560, "jpeg"))]
    assert make("take", folder / "sent", folder / "original", *words).line == "jpeg 2560 1280"
    assert [size(folder / name) for name in ("160", "480", "2560")] == [[160, 80], [480, 240], [2560, 1280]]
    assert make("render", folder / "160", f"{folder}/again:1200:webp").status == 0
    assert size(folder / "again") == [160, 80]


def test_heic_is_taken_where_it_is_on(folder, jpeg):
    (folder / "sent.jpg").write_bytes(jpeg)
    vips("heifsave", folder / "sent.jpg", folder / "sent.heic", "--compression", "hevc")
    assert make("take", folder / "sent.heic", folder / "original").line == "heicOff"
    assert make("take", folder / "sent.heic", folder / "original", QUAD_ALLOWS_HEIC="1").line == "jpeg 96 64"
    assert near(pixel(folder / "original", 24, 16), RED)


def test_only_pixels_are_stored(folder, jpeg):
    """GPS, XMP, IPTC, a comment, a profile and a thumbnail go in; exiftool finds none of them in what comes out."""
    sent = folder / "sent.jpg"
    (folder / "bare.jpg").write_bytes(jpeg)
    vips("icc_export", folder / "bare.jpg", sent, "--output-profile", "srgb")
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", "-GPSLatitude=52.5", "-GPSLatitudeRef=N", "-Make=Camera",
         "-Artist=Nina", "-XMP:Creator=Nina", "-IPTC:City=Berlin", "-Comment=secret", "-Copyright=Nina",
         f"-ThumbnailImage<={folder}/bare.jpg", sent], check=True)
    source = groups(sent)
    assert {"EXIF", "XMP", "IPTC", "ICC_Profile"} <= source.keys() and "Comment" in source["File"]
    assert {"GPSLatitude", "ThumbnailImage"} <= source["EXIF"].keys()
    words = [f"{folder}/small:48:jpeg", f"{folder}/web:48:webp", f"{folder}/part:48:jpeg:0:0:0.5:0.5"]
    assert make("take", sent, folder / "original", *words).status == 0
    with Row("SEC9 tags", "0 tags of a picture in what is stored") as row:
        for name in ("original", "small", "web", "part"):
            found = groups(folder / name)
            assert found.keys() <= {"SourceFile", "ExifTool", "File", "JFIF", "RIFF", "Composite"}, name
            assert found["Composite"].keys() <= {"ImageSize", "Megapixels"}, name
            assert "Comment" not in found["File"] and b"Nina" not in (folder / name).read_bytes(), name
        row.value = "0 in 4 files"


def groups(file):
    text = subprocess.run(["exiftool", "-j", "-g", "-b", file], check=True, capture_output=True, text=True).stdout
    return json.loads(text)[0]


@functools.cache
def inflating():
    return zlib.compress(b"a" * (128 << 20), 9)


def noisy():
    return png(200, 200, b"".join(b"\0" + os.urandom(600) for _ in range(200)))


def holding(kind, head):
    """A PNG with a chunk whose text is a thousand times as long as the file."""
    return flat_png(bytes(RED), 2, extra=chunk(kind, head + inflating()))


# The bytes of each attack, out of a JPEG, and what becomes of it.
ATTACKS = {
    "a PNG of 2.5 gigapixels": (lambda _: png(50_000, 50_000, b"\0" * 100), "tooManyPixels"),
    "51 megapixels": (lambda _: png(10_200, 5_000, b"\0"), "tooManyPixels"),
    "a side of 30,001": (lambda _: png(30_001, 1, b"\0" * 90_004), "tooManyPixels"),
    "49 megapixels that are not there": (lambda _: png(7_000, 7_000, b"\0"), "broken"),
    "a GIF that says it is larger": (lambda _: gif(3, stated=65_535), None),
    "a GIF of 10,000 frames": (lambda _: gif(10_000), "jpeg 16 16"),
    "a compressed text that inflates": (lambda _: holding(b"zTXt", b"a\0\0"), None),
    "a text that inflates": (lambda _: holding(b"iTXt", b"a\0\1\0\0\0"), None),
    "a profile that inflates": (lambda _: holding(b"iCCP", b"a\0\0"), None),
    "a JPEG that ends early": (lambda jpeg: jpeg[:len(jpeg) // 2], "broken"),
    "a JPEG of its first bytes": (lambda jpeg: jpeg[:20], "broken"),
    "a PNG that ends early": (lambda _: noisy()[:60_000], "broken"),
    "a GIF that ends early": (lambda _: gif(1)[:40], "broken"),
    "a JPEG that is also HTML": (lambda jpeg: jpeg + b"<html><script>alert(1)</script></html>", "jpeg 96 64"),
    "an SVG": (lambda _: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "unknownType"),
    "XML": (lambda _: b"<?xml version='1.0'?><svg/>", "unknownType"),
    "a PDF": (lambda jpeg: b"%PDF-1.7\n" + jpeg, "unknownType"),
    "a TIFF": (lambda jpeg: b"II*\0" + jpeg, "unknownType"),
    "an AVIF": (lambda _: b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "unknownType"),
    "nothing": (lambda _: b"", "unknownType"),
}


def test_attacks_are_refused_or_do_no_harm(folder, jpeg):
    original = folder / "original"
    goal = f"{len(ATTACKS)} hostile pictures: refused or harmless, < {MAX_SECONDS} s, < {MAX_MEMORY} MiB"
    with Row("SEC9 attacks", goal) as row:
        seconds, memory = 0, 0
        for attack, (sent, outcome) in ATTACKS.items():
            original.unlink(missing_ok=True)
            (folder / "sent.jpg").write_bytes(sent(jpeg))
            made = make("take", folder / "sent.jpg", original)
            seconds, memory = max(seconds, made.seconds), max(memory, made.memory)
            row.value = f"{attack}: at most {seconds:.2f} s, {memory:.0f} MiB"
            assert outcome in (None, made.line), (attack, made)
            assert made.seconds < MAX_SECONDS and made.memory < MAX_MEMORY, (attack, made)
            assert original.exists() == (made.status == 0), attack
            assert made.status != 0 or b"script" not in original.read_bytes(), attack
        row.value = f"at most {seconds:.2f} s, {memory:.0f} MiB"


# The last bytes that a picture may lack, because its pixels are all there without them: the end mark of a PNG, that
# of a GIF, and the frames of a GIF that nobody shows.
SPARE = {
    "baseline.jpg": 0, "progressive.jpg": 0, "inks.jpg": 0, "lossy.webp": 0, "lossless.webp": 0, "frames.webp": 0,
    "corners.png": 12, "interlaced.png": 12, "palette.png": 12, "frames.gif": len(gif(3)) - len(gif(1)) + 1,
}


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    made = tmp_path_factory.mktemp("seeds")
    write_seeds(made)
    return made


@pytest.mark.parametrize("name", SPARE)
def test_a_picture_that_ends_early_is_refused_as_soon_as_a_pixel_is_missing(folder, seeds, name):
    whole = (seeds / name).read_bytes()

    def taken(count):
        (folder / "sent").write_bytes(whole[:count])
        return make("take", folder / "sent", folder / "original").line

    enough = len(whole) - SPARE[name]
    assert taken(enough) == taken(len(whole)) != "broken"
    for count in (enough - 1, enough - 2, enough * 3 // 4, enough // 2):
        assert taken(count) == "broken", (count, len(whole))


def test_a_picture_with_an_archive_behind_it_loses_the_archive(folder, jpeg):
    (folder / "sent.jpg").write_bytes(jpeg)
    with zipfile.ZipFile(folder / "sent.jpg", "a") as archive:
        archive.writestr("page.html", "<script>")
    assert make("take", folder / "sent.jpg", folder / "original").status == 0
    assert zipfile.is_zipfile(folder / "sent.jpg") and not zipfile.is_zipfile(folder / "original")


def test_a_file_is_replaced_only_by_a_whole_one(folder, jpeg):
    (folder / "sent").write_bytes(jpeg[:200])
    (folder / "original").write_bytes(b"as it was")
    assert make("take", folder / "sent", folder / "original").line == "broken"
    assert (folder / "original").read_bytes() == b"as it was"


def test_damaged_pictures_are_errors_or_pictures(seeds, tmp_path):
    """Some hundred of them; Tests/Fuzz/run tries a hundred thousand, with AddressSanitizer."""
    number = os.environ.get("QUAD_TEST_SEED", str(random.randrange(1, 1_000_000)))

    def search(*words):
        return subprocess.run(
            [f"{BIN}/picture-fuzz", seeds, *words], capture_output=True, text=True, env=os.environ | {"VIPS_WARNING": "1"})

    with Row("SEC9 damage", "500 damaged pictures: 0 crashes, hangs > 2 s", seed=number) as row:
        done = search("500", number, tmp_path / "last")
        row.value = "nothing found" if done.returncode == 0 else "found"
        assert done.returncode == 0, (number, done.stdout, done.stderr[-500:])
    # The control: it finds what there is to find.
    assert "found: planted" in search("500", number, tmp_path / "last", "planted").stdout


# --- share cards ---

CARD = {
    "color": "#ffe000", "title": "Summer camp", "figures": [{"number": "12", "label": "days"}],
    "date": "Saturday, 12 July 2027", "hasWand": False, "credit": "", "site": "Quad"}


def draw(folder, name, **more):
    (folder / "card.json").write_text(json.dumps(CARD | more))
    made = make("draw", folder / "card.json", folder / name)
    assert made.status == 0, made.line
    assert (folder / name).read_bytes().startswith(b"\x89PNG") and size(folder / name) == [1200, 630]
    return pixels(folder / name)


def pixels(file):
    """Every channel of every pixel, from above."""
    vips("rawsave", file, f"{file}.raw")
    return Path(f"{file}.raw").read_bytes()


def box(pixels, left=0, top=0, right=1200, bottom=630):
    return b"".join(pixels[(row * 1200 + left) * 3:(row * 1200 + right) * 3] for row in range(top, bottom))


def test_a_card_shows_its_texts_and_the_wand(folder):
    plain = draw(folder, "plain.png")
    assert max(plain) == 255 and plain == draw(folder, "again.png")
    wand = draw(folder, "wand.png", hasWand=True)
    assert box(plain, 0, 0, 1040) == box(wand, 0, 0, 1040) and max(box(wand, 1040, 0, 1200, 140)) == 255
    for name in ("title", "date", "credit", "site"):
        assert draw(folder, f"{name}.png", **{name: "Something else"}) != plain, name


def test_white_type_can_be_read_on_any_picture_and_color(folder):
    (folder / "white").write_bytes(png(300, 300, (b"\0" + b"\xff" * 900) * 300))
    assert make("take", folder / "white", folder / "picture").status == 0
    for name, more in (("color", {}), ("picture", {"picture": str(folder / "picture")})):
        drawn = draw(folder, f"{name}.png", **more)
        # Beside the type: gray 118 has a contrast of 4.5:1 to white; above is the large type, to which 3:1 is enough.
        assert max(box(drawn, 1145, 0, 1200, 630)) <= 148, name
        assert max(box(drawn, 1145, 250, 1200, 630)) <= 118, name


def test_texts_are_no_markup_and_pictures_in_them_no_boxes(folder):
    plain = draw(folder, "plain.png")
    assert draw(folder, "markup.png", title="<span size='1'>Summer camp</span>") != plain
    assert draw(folder, "open.png", title="Tom & Jerry <3 &#65; </markup>") != plain
    assert draw(folder, "emoji.png", title="Summer \N{PARTY POPPER} camp\n\N{FAMILY}\u200d\N{GIRL}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}") == plain


@pytest.mark.parametrize("title", ["W" * 80, "Donaudampfschifffahrtsgesellschaft " * 4, "\u05e9\u05dc\u05d5\u05dd", "", "\0"])
def test_any_title_leaves_the_site_and_the_margins_free(folder, title):
    figures = [{"number": str(number), "label": "minutes"} for number in (128, 14, 33, 59)]
    drawn = draw(folder, "card.png", title=title, figures=figures, credit="C" * 300)
    bare = draw(folder, "bare.png", title="", figures=figures, credit="C" * 300)
    assert box(drawn, 0, 0, 1200, 120) == box(bare, 0, 0, 1200, 120)
    for edge in ((0, 0, 56, 630), (1144, 0, 1200, 630)):
        assert max(box(drawn, *edge)) < 200


def test_a_card_that_cannot_be_drawn_says_why(folder):
    for more, why in (({"color": "red"}, "cannot be drawn"), ({"title": "x" * 1025}, "cannot be drawn"),
                      ({"picture": str(folder / "none")}, "cannot open")):
        (folder / "card.json").write_text(json.dumps(CARD | more))
        made = make("draw", folder / "card.json", folder / "card.png")
        assert made.status == 1 and why in made.line and not (folder / "card.png").exists()


# --- the cell ---

def test_the_worker_confines_itself_before_it_reads_the_picture(folder, jpeg):
    (folder / "sent").write_bytes(jpeg)
    log = folder / "calls"
    # LeakSanitizer traces its own process, which only one can.
    subprocess.run(
        ["strace", "-f", "-y", "-o", log, f"{BIN}/picture-maker", "take", folder / "sent", folder / "original"],
        check=True, capture_output=True, env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"})
    lines = log.read_text().splitlines()
    worker = next(line.split()[0] for line in lines if "image-worker" in line and "execve" in line)
    own = [line for line in lines if line.split()[0] == worker]
    sealed = next(at for at, line in enumerate(own) if "PR_SET_SECCOMP" in line)
    limited = next(at for at, line in enumerate(own) if "RLIMIT_CPU" in line)
    read = [at for at, line in enumerate(own) if "read" in line.split("(")[0] and "/sent>" in line]
    assert read and limited < sealed < read[0]
    # It has nothing open but what the job needs: the standard ones, the picture, and the file to write.
    assert any("close_range(5" in line for line in own)


def test_the_cell_refuses_what_a_picture_does_not_need(folder):
    program = folder / "cell"
    subprocess.run(
        ["gcc", "-Wall", "-Wextra", "-Werror", "-o", program, ROOT / "Tests/Interop/cell.c"], check=True)
    output = subprocess.run([program], check=True, capture_output=True, text=True, cwd=folder).stdout
    found = dict(line.split(": ") for line in output.splitlines())
    assert found.pop("before") == "socket 1, write 1, thread 1"
    allowed = {name for name, said in found.items() if said == "allowed"}
    assert allowed == {"read a file", "write an open file", "thread", "signal to itself", "own limits"}
    assert {said for name, said in found.items() if name not in allowed} == {"EPERM", "ENOMEM"}
    assert found["600 MiB"] == "ENOMEM"
