"""The runner's own rules: entries of the quarantine, the order of tests, and the reach of a change."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest
import quarantine
import reach
import shares

LINE = "Tests/Interop/test_a.py::test_one | 2026-11-23 | waits for the second of a clock"


def test_quarantine_takes_five_with_date_and_reason():
    listed = quarantine.read("# a comment\n\n" + "\n".join([LINE] * 5))
    assert len(listed) == 5
    assert listed[0] == quarantine.Entry("Tests/Interop/test_a.py::test_one", "2026-11-23", "waits for the second of a clock")


@pytest.mark.parametrize("text, says", [
    ("\n".join([LINE] * 6), "6 entries"),
    ("Tests/Interop/test_a.py::test_one", "TEST | DATE | REASON"),
    ("Tests/Interop/test_a.py::test_one | 2026-11-23", "TEST | DATE | REASON"),
    ("Tests/Interop/test_a.py::test_one | 2026-11-23 |  ", "TEST | DATE | REASON"),
    ("Tests/Interop/test_a.py::test_one | soon | it hangs", "no date"),
    ("Tests/Interop/test_a.py::test_one |  | it hangs", "no date"),
])
def test_quarantine_refuses_more_and_less(text, says):
    with pytest.raises(quarantine.Bad, match=says.replace("|", r"\|")):
        quarantine.read(text)


def test_the_list_of_this_tree_keeps_the_rules():
    quarantine.entries()


def test_what_takes_long_begins_first_and_what_shares_a_site_stays_together():
    weights = shares.read_weights("# seconds share\n40.0 A/test_two.py\n90.0 A/test_long.py whole\n8.0 B/p.py desk 1\n")
    ids = ["A/test_new.py::test_a", "A/test_two.py::test_a[x@y]", "A/test_two.py::test_b", "A/test_long.py::test_short",
           "A/test_long.py::test_whole@whole", "B/p.py::test_look[home]@desk 1", "B/p.py::test_see[home]@desk 1"]
    found = {}
    for nodeid in ids:
        found.setdefault(shares.share_of(nodeid), []).append(nodeid)
    assert list(shares.in_order(found, weights)) == [
        "A/test_long.py whole", "A/test_two.py", "B/p.py desk 1", "A/test_new.py", "A/test_long.py"]
    assert found["A/test_two.py"] == ids[1:3] and found["B/p.py desk 1"] == ids[5:]


@pytest.mark.parametrize("status, changes", [(1, True), (2, False)])
def test_a_run_that_was_cut_off_changes_no_weight(monkeypatch, tmp_path, status, changes):
    kept = tmp_path / "weights"
    kept.write_text("40.0 A/test_two.py\n")
    monkeypatch.setattr(shares, "WEIGHTS", kept)
    shares.record({"Tests/A/test_two.py::test_a": 2.0}, status)
    assert (kept.read_text() != "40.0 A/test_two.py\n") == changes


def test_new_weights_take_the_place_of_the_old_ones_of_the_files_that_ran():
    old = {"A/test_a.py": 70.0, "A/test_a.py was long": 30.0, "B/test_b.py": 5.0}
    new = shares.weigh({"A/test_a.py::test_one": 2.0, "A/test_a.py::test_two": 25.0, "B/p.py::test_c[x]@desk 1": 3.0}, old)
    assert new == {"A/test_a.py": 27.0, "B/test_b.py": 5.0, "B/p.py desk 1": 3.0}
    assert shares.read_weights(shares.written(new)) == new


TARGETS = [
    {"name": "Schema", "path": "Shared/Schema", "type": "library"},
    {"name": "Store", "path": "Shared/Store", "type": "library", "target_dependencies": ["Schema"]},
    {"name": "roomhub", "path": "Services/roomhub", "type": "executable", "target_dependencies": ["Store"]},
    {"name": "quad", "path": "Services/quad", "type": "executable", "target_dependencies": ["Schema"]},
    {"name": "StoreTests", "path": "Tests/StoreTests", "type": "test", "target_dependencies": ["Store"]},
    {"name": "QuadTests", "path": "Tests/QuadTests", "type": "test", "target_dependencies": ["quad"]},
]
FILES = {
    "Tests/Interop/conftest.py": "from quad_home import Home",
    "Tests/Interop/quad_home.py": "from quad_site import BIN",
    "Tests/Interop/quad_site.py": "BIN = 1",
    "Tests/Interop/quad_money.py": "import json",
    "Tests/Interop/test_rooms.py": "def test_a_room(site): 'room'",
    "Tests/Interop/test_cli.py": "from quad_home import Home",
    "Tests/Interop/test_money.py": "import quad_money",
    "Tests/Interop/test_files.py": "PAGE = 'alerts.yml'",
    "Tests/Browser/test_pages.py": "import quad_site",
}


@pytest.mark.parametrize("file, suites, tests", [
    ("Shared/Store/Store.swift", {"StoreTests"}, {"Tests/Interop/test_rooms.py"}),
    ("Services/quad/Table.swift", {"QuadTests"}, {"Tests/Interop/test_cli.py"}),
    ("Shared/Schema/Text.swift", {"StoreTests", "QuadTests"}, {"Tests/Interop/test_cli.py", "Tests/Interop/test_rooms.py"}),
    ("Tests/QuadTests/TableTests.swift", {"QuadTests"}, set()),
    ("Tests/Interop/quad_money.py", set(), {"Tests/Interop/test_money.py"}),
    ("Tests/Interop/test_rooms.py", set(), {"Tests/Interop/test_rooms.py"}),
    ("Tests/Interop/quad_site.py", set(), {path for path in FILES if "/test_" in path}),
    ("Services/gateway/web/styles/base.css", {"GatewayTests"}, {"Tests/Browser/test_pages.py"}),
    ("compose/alerts.yml", set(), {"Tests/Interop/test_files.py"}),
    ("README.md", set(), set()),
])
def test_a_change_reaches_what_depends_on_it(file, suites, tests):
    found = reach.reach([file], reach.Swift(TARGETS), reach.Python(FILES), {"StoreTests": "", "QuadTests": ""})
    assert found == (suites | {"TidyTests"}, tests, [])


def test_what_nothing_names_reaches_everything():
    found = reach.reach(["compose/strange.cfg"], reach.Swift(TARGETS), reach.Python(FILES), {})
    assert found[2] == ["compose/strange.cfg"] and reach.lines(*found) == ["all"]


def test_what_was_found_is_said_in_lines():
    assert reach.lines({"A", "B"}, {"Tests/Browser/test_b.py", "Tests/Interop/test_a.py"}, []) == [
        "unit ^(A|B)\\.", "interop Tests/Interop/test_a.py", "browser Tests/Browser/test_b.py"]
    assert reach.lines(set(), set(), []) == []


def shared(source):
    """The people and rooms that a file's fixtures and tests make on the browser tests' one site, by their literals."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef) or "site" not in [one.arg for one in function.args.args]:
            continue
        for call in ast.walk(function):
            match call:
                case ast.Call(func=ast.Name(id="Person" | "neighbour"),
                              args=[ast.Name(id="site"), ast.Constant(value=name), *_]):
                    yield f"person {name}"
                case ast.Call(func=ast.Attribute(attr="join"), args=[ast.Constant(value=str(number))]):
                    yield f"room {number}"


def test_two_files_of_browser_tests_make_no_room_or_person_twice():
    """Two files with the same names fail only where one worker runs both, so this is seen without running them."""
    assert set(shared('def f(site):\n Person(site, "kit").join("1A")\ndef g(campus):\n Person(campus, "al")')) == {
        "person kit", "room 1A"}
    files = defaultdict(set)
    for path in sorted((Path(__file__).parents[1] / "Browser").glob("*.py")):
        for one in shared(path.read_text(encoding="utf-8")):
            files[one].add(path.name)
    assert len(files) > 150
    assert {one: names for one, names in files.items() if len(names) > 1} == {}
