"""The built web client: complete, the same on every machine, and light enough for a first visit."""

import filecmp
import gzip
import html
import json
import re
import subprocess
from pathlib import Path

import pytest
from quad_languages import LANGUAGES, PARTS

TREE = Path(__file__).resolve().parents[2]
WEB = TREE / "Services" / "gateway" / "web"
ROUTES = (WEB / "app" / "routes.js").read_text()
# The files that a first visit to the start page fetches besides its data.
MAX_FILES = 8
MAX_BYTES = 104_000


def build(folder):
    subprocess.run([TREE / "compose" / "build-web", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build(tmp_path_factory.mktemp("web") / "web")


@pytest.fixture(scope="module")
def index(built):
    return (built / "index.html").read_text()


@pytest.fixture(scope="module")
def modules(index):
    """The served path of each module that is fetched later, by its path among the sources."""
    return json.loads(html.unescape(re.search(r'<meta name="quad-modules" content="([^"]*)">', index)[1]))


def imported(built, path):
    """The path of a file and of all that it imports."""
    found, new = set(), [path]
    while new:
        path = new.pop()
        if path not in found:
            found.add(path)
            text = (built / path[1:]).read_text()
            new += [f"/assets/{name}" for name in re.findall(r'(?:from|import)"\./([^"]+)"', text)]
    return found


def test_the_same_sources_give_the_same_files(built, tmp_path):
    other = build(tmp_path / "a" / "deeper" / "folder")
    names = sorted(str(path.relative_to(built)) for path in built.rglob("*") if path.is_file())
    assert names == sorted(str(path.relative_to(other)) for path in other.rglob("*") if path.is_file())
    assert filecmp.cmpfiles(built, other, names, shallow=False)[1:] == ([], [])


def test_every_page_and_part_of_a_language_has_a_file(built, modules):
    pages = {f"/app/pages/{name}" for name in re.findall(r'"([a-z/]+\.js)"', ROUTES)}
    words = {f"/words/{language}/{part}.js" for language in LANGUAGES for part in PARTS}
    assert len(pages) > 40 and pages | words <= modules.keys()
    for path in modules.values():
        for file in imported(built, path):
            assert (built / file[1:]).is_file(), file


def test_no_source_is_left(built, index):
    own = re.sub(r'<meta name="quad-modules"[^>]*>', "", index)
    assert "/app/" not in own and "/styles/" not in own
    assert not (built / "app").exists() and not (built / "styles").exists()
    for path in re.findall(r'(?:href|src)="(/[^"]+)"', index):
        assert (built / path[1:]).is_file(), path


def test_words_import_nothing_of_the_frame(built, modules):
    """The frame waits for them: each would wait for the other."""
    for path in (path for source, path in modules.items() if "/words/" in source):
        assert imported(built, path) == {path}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_is_light(built, index, modules, language):
    early = set(re.findall(r'(?:src|rel="(?:stylesheet|modulepreload)" href)="(/assets/[^"]+)"', index))
    pictures = re.findall(r'(?:rel="icon" href|<img src)="(/[^"]+)"', index)
    files = {"/index.html", *pictures} | early
    words = modules[f"/words/{language}/first.js"]
    for path in [path for path in early if path.endswith(".js")] + [modules["/app/pages/today/today.js"], words]:
        files |= imported(built, path)
    assert modules["/app/pages/today/today.js"] in early, "the first page is fetched with the frame"
    size = sum(len(gzip.compress((built / path[1:]).read_bytes())) for path in files)
    assert len(files) <= MAX_FILES and size <= MAX_BYTES, (size, sorted(files))


def test_the_map_is_fetched_with_its_page_alone(built, index, modules):
    file = modules["/app/components/leafletmap.js"]
    text = (built / file[1:]).read_text()
    assert "leaflet-tile" in text and "Vladimir Agafonkin" in text, "with its license's notice"
    early = set(re.findall(r'="(/assets/[^"]+\.js)"', index))
    assert not any("leaflet-tile" in (built / path[1:]).read_text() for path in early)
    form = modules["/app/pages/school/checkinform.js"]
    assert file not in imported(built, form)


def test_each_file_has_its_brotli_form_beside_it(built):
    files = [path for path in (built / "assets").iterdir() if path.suffix != ".br"]
    assert len(files) > 20
    for path in files:
        form = path.with_name(path.name + ".br")
        assert subprocess.run(["brotli", "--decompress", "--stdout", form], capture_output=True, check=True).stdout == path.read_bytes()


def test_a_folder_of_other_things_is_left_alone(tmp_path):
    kept = tmp_path / "thesis.txt"
    kept.write_text("mine")
    for target in (tmp_path, kept):
        done = subprocess.run([TREE / "compose" / "build-web", target], capture_output=True, text=True)
        assert done.returncode == 1 and str(target) in done.stderr, done
    assert kept.read_text() == "mine"
