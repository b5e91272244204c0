"""The models of lists, without a document: what a list shows, and what each step makes of it."""

import pytest

from quad_page import visit
from quad_windows import DESK

EDIT = """async (steps) => {
  const { EditListModel } = await import("/app/models/editlist.js");
  const model = new EditListModel("/v1/lines", ({ text }, line) => ({ ...line, text }));
  return steps.map(([name, ...given]) => {
    const reply = model[name](...given);
    const { items, known, opened, edited, isEditing } = model;
    const isNone = reply === undefined;
    return { reply: isNone ? "none" : reply, items: items.map(({ id }) => id), known: known.map(({ id }) => id), opened, edited, isEditing };
  });
}"""
PAGED = """async ([options, steps]) => {
  const { PagedListModel } = await import("/app/models/pagedlist.js");
  const pages = [["a", "b"], ["c", "d"], ["e"]].map((ids) => ids.map((id) => ({ id, day: id < "c" ? "old" : "new" })));
  const load = (cursor) => ({ items: pages[cursor ?? 0], next: pages[(cursor ?? 0) + 1] ? (cursor ?? 0) + 1 : null });
  const model = new PagedListModel({ ...options, heading: ({ day }) => day });
  model.data = await model.fetchAll(load);
  const seen = [];
  for (const [name, given] of steps) {
    let reply = null;
    if (name === "page") model.data = model.withPage(load(model.data.next));
    else if (name === "refresh") model.data = await model.fetchAll(load);
    else if (name === "hold") model.held.add(given);
    else if (name === "remove") model.data = model.changed((items) => items.filter(({ id }) => id !== given)) ?? model.data;
    else reply = model[name](given) ?? null;
    const groups = model.groups(model.all()).map(({ title, items }) => [title, items.map(({ id }) => id).join("")]);
    seen.push({ reply, groups, hasMore: model.hasMore, pages: model.data.pages });
  }
  return seen;
}"""
LINGERING = """async ([before, after, lingering]) => {
  const { PagedListModel } = await import("/app/models/pagedlist.js");
  const items = Object.fromEntries([...before, ...after].map((id) => [id, { id }]));
  const model = new PagedListModel({ overlay: (all, _, more) => [...all, ...more] });
  model.data = { items: [...before].map((id) => items[id]), next: null };
  for (const id of lingering) model.lingering.set(id, items[id]);
  return model.looksTheSame({ ...model.data, items: [...after].map((id) => items[id]) });
}"""
TWINS = """async (typed) => {
  const { twinOf } = await import("/app/components/doubletask.js");
  const tasks = ["Milk", "\u00c9clairs", "e\u0301clairs au chocolat", "  Spare keys", "\u212aelp", "x"].map((title) => ({ title }));
  return typed.map((one) => twinOf(tasks, one)?.title);
}"""
MERGED = """async (areas) => {
  try {
    return Object.keys((await import("/app/words/areas.js")).merged(areas)).join(" ");
  } catch (error) {
    return error.message;
  }
}"""


def line(name, version=1):
    return {"id": name, "text": name, "version": version}


LINES = [line("a"), line("b"), line("c")]
WAITING = {"key": "new", "state": "waiting", "what": {"kind": "line.add", "list": "/v1/lines", "at": 0}, "body": {"text": "new"}}


@pytest.fixture(scope="module")
def page(new_windows, source_site):
    windows = new_windows(source_site)
    page = windows.open(DESK)
    visit(page, "/signin")
    yield page
    windows.close()


@pytest.fixture
def steps(page):
    """The state of an edit list after each step, of which the first two show three lines."""
    return lambda *more: page.evaluate(EDIT, [["take", LINES, 5], ["overlay", []], *more])[2:]


def test_a_list_is_drawn_anew_unless_it_only_lost_what_lingers(page):
    changes = [("abc", "ac", "b"), ("abc", "bc", "a"), ("abc", "ab", "c"), ("abc", "ac", ""), ("abc", "ac", "a"),
               ("abc", "ca", "b"), ("abc", "a", "bc"), ("abc", "abcd", "b"), ("abc", "ad", "b")]
    same = [page.evaluate(LINGERING, change) for change in changes]
    assert same == [True] * 3 + [False] * 6


def test_a_line_moves_by_a_step_and_not_beyond_the_ends(steps):
    ways = [("a", 1, "b"), ("c", -1, "a"), ("b", -1, None)]
    found = steps(*(["neighborAfter", line(name), way] for name, way, _ in ways))
    assert [one["reply"] for one in found] == [after for _, _, after in ways]
    beyond = steps(["neighborAfter", line("a"), -1], ["neighborAfter", line("c"), 1])
    assert [one["reply"] for one in beyond] == ["none", "none"]
    assert steps(["neighborAfter", line("new", version=0), 1])[0]["reply"] == "none", "the site does not know it yet"


def test_a_line_is_placed_behind_another_or_at_the_top(steps):
    down, top, nobody = steps(["place", "a", "b"], ["place", "c", None], ["place", "none", "a"])
    assert (down["known"], down["reply"]["position"], down["reply"]["count"]) == (["b", "a", "c"], 2, 3)
    assert (top["known"], top["reply"]["position"]) == (["c", "b", "a"], 1)
    assert nobody["reply"] is None and nobody["known"] == ["c", "b", "a"]


def test_one_line_offers_something_at_a_time(steps):
    first, same, other, moved, edited = steps(
        ["offer", "a", "delete"], ["offer", "a", "delete"], ["offer", "a", "delete"], ["offer", "b", "move"], ["edit", "c"])
    assert (first["reply"], first["opened"]) == (True, {"id": "a", "way": "delete"})
    assert (same["reply"], same["opened"]) == (False, None)
    assert other["opened"] == {"id": "a", "way": "delete"} and moved["opened"] == {"id": "b", "way": "move"}
    assert (edited["opened"], edited["edited"]) == (None, "c")


def test_what_waits_is_shown_behind_the_others_and_does_not_move(steps):
    shown, last, new = steps(["overlay", [WAITING]], ["isLastToMove", 2], ["isLastToMove", 3])
    assert shown["items"] == ["a", "b", "c", "new"] and (last["reply"], new["reply"]) == (True, False)


@pytest.mark.parametrize("is_untried, count", [(False, 1), (True, 2)])
def test_a_new_line_of_the_same_text_is_the_waiting_one_only_if_that_was_sent(steps, is_untried, count):
    listed = {**line("new"), "id": "ffffffff-0000-7000-8000-000000000000"}
    [_, shown] = steps(["take", [listed], 6], ["overlay", [{**WAITING, "isUntried": is_untried}]])
    assert len(shown["items"]) == count


def test_an_editor_whose_line_is_gone_closes(steps):
    opened, kept, _, gone = steps(["edit", "b"], ["overlay", []], ["take", LINES[:1], 6], ["overlay", []])
    assert (opened["edited"], kept["edited"], gone["edited"]) == ("b", "b", None)


def test_a_removed_line_comes_back_once(steps):
    removed, back, twice = steps(["remove", "b"], ["bringBack", line("b")], ["bringBack", line("b")])
    assert removed["items"] == removed["known"] == ["a", "c"]
    assert back["known"] == twice["known"] == ["a", "c", "b"]


def test_a_list_that_is_only_looked_at_is_not_edited(steps):
    assert steps(["setEditing", True], ["edit", "a"], ["fix", True])[-1] | {"reply": None} == {
        "reply": None, "items": ["a", "b", "c"], "known": ["a", "b", "c"], "opened": None, "edited": None, "isEditing": False}


def test_pages_follow_each_other_and_are_fetched_again_together(page):
    first, second, third, again = page.evaluate(PAGED, [{}, [["grow", None], ["page", None], ["page", None], ["refresh", None]]])
    assert first["groups"] == [["old", "ab"]] and first["hasMore"]
    assert second["groups"] == [["old", "ab"], ["new", "cd"]] and second["pages"] == 2
    assert third["groups"] == again["groups"] == [["old", "ab"], ["new", "cde"]]
    assert not again["hasMore"] and again["pages"] == 3


def test_only_so_many_rows_are_shown_until_more_are_wanted(page):
    cut, grown = page.evaluate(PAGED, [{"rows": 1}, [["reach", "a"], ["grow", None]]])
    assert cut["groups"] == [["old", "a"]] and cut["hasMore"] and cut["reply"] is False
    assert grown["groups"] == [["old", "ab"]]
    [_, reached] = page.evaluate(PAGED, [{"rows": 1}, [["reach", "a"], ["reach", "b"]]])
    assert reached["reply"] is True and reached["groups"] == [["old", "ab"]]


def test_a_row_that_is_held_back_is_not_shown(page):
    held, removed = page.evaluate(PAGED, [{}, [["hold", "a"], ["remove", "b"]]])
    assert held["groups"] == [["old", "b"]] and removed["groups"] == []


def test_titles_are_the_same_without_regard_to_case_spaces_and_composed_letters(page):
    typed = ["mILK ", "e\u0301CLAIRS", "\u00c9clairs  au chocolat", "spare KEYS", "kelp", "X", "eclairs", "milky", " ", "y"]
    assert page.evaluate(TWINS, typed) == [
        "Milk", "\u00c9clairs", "e\u0301clairs au chocolat", "  Spare keys", "\u212aelp", "x", None, None, None, None]


@pytest.mark.parametrize("areas, said", [
    ([{"tasks": {}}, {"lists": {}}], "tasks lists"),
    ([{"tasks": {}}, {"tasks": {}}], "two areas declare tasks"),
])
def test_words_are_declared_in_one_area(page, areas, said):
    assert page.evaluate(MERGED, areas) == said
