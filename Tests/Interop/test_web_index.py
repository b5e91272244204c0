"""The page that a browser gets first names every file that it needs at once: style sheets and modules. The first
script names the words of the language.

What is not named there is asked for one after the other, as each module names the next.
"""

import re

import pytest
from quad_languages import LANGUAGES, PARTS, WEB, WORDS, texts

INDEX = (WEB / "index.html").read_text()


def linked(kind):
    return re.findall(rf'<link rel="{kind}" href="([^"]+)"', INDEX)


def imported(path):
    """A module and all that it imports, as paths of the site, without the system's libraries."""
    found, new = set(), [path]
    while new:
        path = new.pop()
        if path not in found:
            found.add(path)
            names = re.findall(r'^(?:import|export) (?:[^;]*? from )?"(\.[^"]+)";', path.read_text(), re.M)
            paths = [(path.parent / name).resolve() for name in names]
            new += [path for path in paths if path.is_relative_to(WEB)]
    return {f"/{path.relative_to(WEB)}" for path in found}


def test_every_style_sheet_is_linked_once():
    assert sorted(linked("stylesheet")) == sorted(f"/styles/{path.name}" for path in (WEB / "styles").iterdir())
    assert "@import" not in "".join(path.read_text() for path in (WEB / "styles").iterdir())


def test_every_module_of_the_frame_is_fetched_at_once():
    wanted = imported(WEB / "app" / "main.js") - {"/app/main.js"}
    assert linked("modulepreload") == sorted(wanted)


def test_every_folder_of_words_is_a_language():
    assert {path.name for path in WORDS.iterdir() if path.is_dir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_file_for_every_area(language):
    assert sorted(path.stem for path in (WORDS / language).iterdir()) == sorted(sum(PARTS.values(), []))
    groups = [name for area in sum(PARTS.values(), []) for name in groups_of(language, area)]
    assert len(groups) > 90 and len(groups) == len(set(groups)), "a group is in one area"


def test_every_language_has_the_texts_that_come_without_its_words():
    """A client that could not be loaded, and a push that cannot be read."""
    lost = dict(re.findall(r"^  (\w+): \{(.*)\},$", (WORDS / "lost.js").read_text(), re.M))
    assert {language: set(texts(of)) for language, of in lost.items()} == dict.fromkeys(LANGUAGES, {"lost", "reload"})
    unreadable = texts(re.search(r"^const unreadable = \{(.*?)^\}", (WEB / "sw.js").read_text(), re.M | re.S)[1])
    assert unreadable.keys() == LANGUAGES.keys()


def texts_of(source):
    """The plain texts in a piece of JavaScript."""
    return re.findall(r'"([^"]+)"', source)


def groups_of(language, area):
    """The groups of words in an area."""
    return re.findall(r'^  "?(\w+)"?: ', (WORDS / language / f"{area}.js").read_text(), re.M)


def parts_used(modules):
    """The parts whose words the modules use."""
    part_of = {group: part for part, areas in PARTS.items() for area in areas for group in groups_of("en", area)}
    used = set()
    for path in modules:
        if not path.startswith("/app/words/"):
            text = (WEB / path[1:]).read_text()
            for names in re.findall(r"\bwords\.(\w+)\b(?!\()|\{([^{}]*)\} = words;", text):
                used.update(part_of[name] for name in re.findall(r"\w+", " ".join(names)) if name in part_of)
    return used - {"first"}


def styled(file):
    """True if the page itself has a class that only a later sheet styles."""
    sheets = re.findall(r'href="(/styles/[^"]+)" data-later', (WEB / "index.html").read_text())
    others = re.findall(r'href="(/styles/[^"]+)">', (WEB / "index.html").read_text())
    later, first = [{name for sheet in those for name in re.findall(r"\.([a-z][\w-]+)", (WEB / sheet[1:]).read_text())}
                    for those in (sheets, others)]
    text = (WEB / "app" / "pages" / file).read_text()
    return bool(set(re.findall(r"[a-z][\w-]+", " ".join(re.findall(r'class: "([^"]*)"', text)))) & (later - first))


def test_a_page_names_the_words_that_it_uses():
    """Pages name the parts of words that they use, themselves or by what they import, so that those are fetched
    beside them. What the frame uses is in the first part."""
    source = (WEB / "app" / "routes.js").read_text()
    named = dict(re.findall(r"^const (\w+) = (\{.*?\});$", source, re.M))
    with_styles = set(texts_of(re.search(r"^const styledParts = new Set\(\[(.*?)\]", source, re.M)[1]))
    routes = re.findall(r'\["[^"]+", "([^"]+\.js)", "\w+"(?:,\s+(\{.*?\}|\w+))?\]', source)
    assert len(routes) == len(re.findall(r"^  \[\"", source, re.M))
    assert parts_used(imported(WEB / "app" / "main.js")) == set()
    for file, access in routes:
        said = re.search(r'words: "([^"]+)"', named.get(access, access))
        parts = set(said[1].split()) if said else set()
        used = parts_used(imported(WEB / "app" / "pages" / file))
        assert used <= parts if access in named else used == parts, (file, used, parts)
        assert not styled(file) or parts & with_styles, file


def test_what_is_fetched_by_itself_asks_for_its_words():
    """Components that are fetched when they are needed use words of the first part, or of parts that they or the page
    that shows them ask for."""
    asked = {"leafletmap.js": {"school"}}
    paths = {found for path in (WEB / "app").rglob("*.js")
             for found in re.findall(r'addressOf\("(/app/[^"$]+)"\)', path.read_text())}
    assert len(paths) > 4
    for path in paths:
        text = (WEB / path[1:]).read_text()
        parts = {part for call in re.findall(r"addWords\(([^)]*)\)", text) for part in texts_of(call)}
        allowed = parts | asked.get(path.rpartition("/")[2], set())
        assert parts_used(imported(WEB / path[1:])) <= allowed, path


def test_no_style_searches_a_whole_page():
    """A browser searches what `:has` may match at each change below it: a list of 5,000 tasks took 60 ms for each."""
    root = r"(?::root|html|body|main|\.page|\.signed-in|\.has-aside)(?![\w-])"
    search = re.compile(rf"{root}[^\s{{,]*:has\((?!\s*>)[^{{]*")
    found = [
        (path.name, match[0].strip())
        for path in sorted((WEB / "styles").glob("*.css")) if path.name != "print.css"
        for match in search.finditer(path.read_text()) if "[data-page" not in match[0]
    ]
    # It is looked for where the log of a crisis is shown, and nowhere else.
    assert found == [("guide.css", "body:has(.steps .crisis-log) .crisis-more")]
