"""The page that a browser gets first names every file that it needs at once: style sheets and modules. The first
script names the words of the language.

What is not named there is asked for one after the other, as each module names the next.
"""

import re

import pytest
from quad_languages import LANGUAGES, WEB, WORDS, texts

INDEX = (WEB / "index.html").read_text()


def linked(kind):
    return re.findall(rf'<link rel="{kind}" href="([^"]+)"', INDEX)


def imported(path):
    """A module and all that it imports, as paths of the site."""
    found, new = set(), [path]
    while new:
        path = new.pop()
        if path not in found:
            found.add(path)
            names = re.findall(r'^(?:import|export) (?:[^;]*? from )?"(\.[^"]+)";', path.read_text(), re.M)
            new += [(path.parent / name).resolve() for name in names]
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
    english, own = (
        [re.findall(r"import (\w+) from", (WORDS / tag / f"{part}.js").read_text()) for part in ("all", "later")]
        for tag in ("en", language))
    assert own == english
    assert sorted(path.stem for path in (WORDS / language).iterdir()) == sorted(["all", "later", *sum(own, [])])


def test_every_language_has_the_texts_that_come_without_its_words():
    """A client that could not be loaded, and a push that cannot be read."""
    lost = dict(re.findall(r"^  (\w+): \{(.*)\},$", (WORDS / "lost.js").read_text(), re.M))
    assert {language: set(texts(of)) for language, of in lost.items()} == dict.fromkeys(LANGUAGES, {"lost", "reload"})
    unreadable = texts(re.search(r"^const unreadable = \{(.*?)^\}", (WEB / "sw.js").read_text(), re.M | re.S)[1])
    assert unreadable.keys() == LANGUAGES.keys()


def styled(file):
    """True if the page itself has a class that only a later sheet styles."""
    sheets = re.findall(r'href="(/styles/[^"]+)" data-later', (WEB / "index.html").read_text())
    others = re.findall(r'href="(/styles/[^"]+)">', (WEB / "index.html").read_text())
    later, first = [{name for sheet in those for name in re.findall(r"\.([a-z][\w-]+)", (WEB / sheet[1:]).read_text())}
                    for those in (sheets, others)]
    text = (WEB / "app" / "pages" / file).read_text()
    return bool(set(re.findall(r"[a-z][\w-]+", " ".join(re.findall(r'class: "([^"]*)"', text)))) & (later - first))


def test_a_page_with_later_words_says_so():
    """Pages that use an area of `later.js`, themselves or by what they import, have `words` in their routes, and so do
    those with styles of a later sheet."""
    areas = re.findall(r"import (\w+) from", (WORDS / "en" / "later.js").read_text())
    texts = [(WORDS / "en" / f"{area}.js").read_text() for area in areas]
    groups = [name for text in texts for name in re.findall(r"^  (\w+): \{", text, re.M)]
    used = re.compile(rf"\bwords\.({'|'.join(groups)})\b")
    source = (WEB / "app" / "routes.js").read_text()
    named = dict(re.findall(r"^const (\w+) = (\{.*?\});$", source, re.M))
    routes = [(file, named.get(access, access)) for file, access in re.findall(
        r'\["[^"]+", "([^"]+\.js)", "\w+"(?:,\s+(\{.*?\}|\w+))?\]', source)]
    assert len(routes) == len(re.findall(r"^  \[\"", source, re.M))
    frame = imported(WEB / "app" / "main.js") - {"/app/routes.js"}
    assert not [path for path in frame if used.search((WEB / path[1:]).read_text())]
    for file, access in routes:
        uses = any(used.search((WEB / path[1:]).read_text()) for path in imported(WEB / "app" / "pages" / file))
        assert (uses or styled(file)) == ("words: true" in access), (file, access)


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
