"""The list of tasks in the browser keeps the order of the site, whatever events and waiting changes do to it."""

import itertools

import pytest


RUN = "async ([name, ...given]) => (await import('/app/models/tasks.js'))[name](...given)"


def task(name, hour, **values):
    return {
        "id": name, "title": name, "addedBy": "ann", "isImportant": False, "added": f"2026-09-01T{hour:02}:00:00.000Z", "version": 1, **values,
    }


OLD, NEW = task("old", 8), task("new", 9)
DUE = task("due", 10, due="2026-09-03T12:00:00.000Z")
SOON = task("soon", 11, due="2026-09-02T12:00:00.000Z")
IMPORTANT = task("important", 12, isImportant=True)
URGENT = task("urgent", 13, isImportant=True, due="2026-09-02T12:00:00.000Z")
ORDER = [URGENT, IMPORTANT, SOON, DUE, OLD, NEW]


@pytest.fixture
def run(modules):
    page = modules()
    return lambda *given: page.evaluate(RUN, list(given))


def names(items):
    return [item["title"] for item in items]


def waiting(kind, **values):
    return {"key": "key", "state": "waiting", "at": 0, "what": {"kind": kind, **values}}


def test_events_put_each_task_where_the_site_would(run):
    for arrival in itertools.islice(itertools.permutations(ORDER), 0, 720, 37):
        items = []
        for one in arrival:
            items = run("after", items, "roomhub.task.added", {"task": one})
        assert names(items) == names(ORDER)


def test_the_order_is_that_of_the_site(run, site):
    from people import Person
    person = Person(site, "orla")
    person.join("320A")
    for one in (NEW, DUE, IMPORTANT, SOON, URGENT, OLD):
        body = {key: one[key] for key in ("title", "isImportant", "due") if key in one}
        assert person.post("/v1/tasks", body).status == 201
    listed = person.get("/v1/tasks").json["items"]
    items = []
    for one in reversed(listed):
        items = run("after", items, "roomhub.task.added", {"task": one})
    assert names(items) == names(listed)


@pytest.mark.parametrize(
    ("topic", "data", "left"),
    [
        ("roomhub.task.completed", {"task": {**SOON, "completed": "2026-09-01T14:00:00.000Z"}}, ["due", "old"]),
        ("roomhub.task.deleted", {"id": "due"}, ["soon", "old"]),
        ("roomhub.task.changed", {"task": {**OLD, "isImportant": True}}, ["old", "soon", "due"]),
        ("roomhub.task.changed", {"task": {**SOON, "completed": "2026-09-01T14:00:00.000Z"}}, ["due", "old"]),
        ("roomhub.task.reopened", {"task": NEW}, ["soon", "due", "old", "new"]),
        ("roomhub.task.restored", {"task": URGENT}, ["urgent", "soon", "due", "old"]),
        ("roomhub.task.added", {"task": OLD}, ["soon", "due", "old"]),
    ],
)
def test_an_event_changes_one_row(run, topic, data, left):
    assert names(run("after", [SOON, DUE, OLD], topic, data)) == left


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (waiting("task.complete", id="due"), ["soon", "old"]),
        (waiting("task.delete", id="soon"), ["due", "old"]),
        ({**waiting("task.edit", id="old"), "body": {"isImportant": True, "version": 1}}, ["old", "soon", "due"]),
        ({**waiting("task.add"), "body": {"title": "torch", "isImportant": True}}, ["torch", "soon", "due", "old"]),
        ({**waiting("task.reopen", id="new"), "what": {"kind": "task.reopen", "id": "new", "task": NEW}},
         ["soon", "due", "old", "new"]),
        ({**waiting("task.complete", id="due"), "state": "refused"}, ["soon", "due", "old"]),
        ({**waiting("task.add"), "body": {"title": "old"}, "person": "ann"}, ["soon", "due", "old"]),
        ({**waiting("task.add"), "body": {"title": "old"}, "person": "bob"}, ["soon", "due", "old", "old"]),
        # What was never sent cannot be on the list yet.
        ({**waiting("task.add"), "body": {"title": "old"}, "person": "ann", "isUntried": True},
         ["soon", "due", "old", "old"]),
        # Changes sent before the list was fetched are in it; those sent after it are not yet.
        ({**waiting("task.complete", id="due"), "state": "sent", "sentAt": 4}, ["soon", "due", "old"]),
        ({**waiting("task.complete", id="due"), "state": "sent", "sentAt": 6}, ["soon", "old"]),
        ({**waiting("task.add"), "state": "sent", "sentAt": 6, "reply": {"task": NEW}}, ["soon", "due", "old", "new"]),
    ],
)
def test_what_waits_is_shown_as_it_will_be(run, change, left):
    assert names(run("withChanges", [SOON, DUE, OLD], [change], 5)) == left
