"""The logic of Today without a document: what a typed line means, the order of cards, and the tasks of the day."""

from datetime import datetime, timezone

import pytest


RUN = "async ([file, name, ...given]) => (await import(`/app/models/${file}.js`))[name](...given)"
# A Tuesday.
NOW = "2026-11-24T10:30"


@pytest.fixture
def run(modules):
    page = modules()
    return lambda file, *calls: [page.evaluate(RUN, [file, *call]) for call in calls]


def test_a_line_is_a_title_with_a_time_that_the_grammar_knows_and_nothing_is_guessed(run):
    table = [
        ("Buy milk", {}, ("task", "Buy milk", None, None)),
        ("Buy milk tomorrow 6pm", {}, ("task", "Buy milk", "2026-11-25", "18:00")),
        ("Milch kaufen morgen 18 Uhr", {}, ("task", "Milch kaufen", "2026-11-25", "18:00")),
        ("  Pay   rent   1.12. ", {}, ("task", "Pay rent", "2026-12-01", None)),
        ("Dinner fri 19:00", {}, ("task", "Dinner", "2026-11-27", "19:00")),
        ("Dinner fri 19:00", {"chosen": "event"}, ("event", "Dinner", "2026-11-27", "19:00")),
        ("event: Dinner fri 19:00", {}, ("event", "Dinner", "2026-11-27", "19:00")),
        ("Termin:Abendessen Freitag", {}, ("event", "Abendessen", "2026-11-27", None)),
        ("EVENT : Dinner", {}, ("event", "Dinner", None, None)),
        ("Aufgabe: Fenster putzen", {"usual": "event"}, ("task", "Fenster putzen", None, None)),
        ("Événement\u202f: dîner ven 19h", {}, ("event", "dîner", "2026-11-27", "19:00")),
        ("tâche : ranger demain", {"usual": "event"}, ("task", "ranger", "2026-11-25", None)),
        ("Lernen 2h", {}, ("task", "Lernen 2h", None, None)),
        ("event: Dinner", {"chosen": "task"}, ("task", "Dinner", None, None)),
        ("Dinner fri 19:00", {"usual": "event"}, ("event", "Dinner", "2026-11-27", "19:00")),
        # What is not understood, or over, or kept, stays in the title.
        ("Dinner fri 19:00-21:00", {}, ("task", "Dinner fri 19:00-21:00", None, None)),
        ("Call at ten", {}, ("task", "Call at ten", None, None)),
        ("Things to do", {}, ("task", "Things to do", None, None)),
        ("Return the book from yesterday", {}, ("task", "Return the book from yesterday", None, None)),
        ("Standup today 10:30", {}, ("task", "Standup today 10:30", None, None)),
        ("Read chapter 5.6.", {"keepsTime": True}, ("task", "Read chapter 5.6.", None, None)),
        ("tomorrow 18:00", {}, ("task", "tomorrow 18:00", None, None)),
        ("event:", {}, ("event", "", None, None)),
        ("x " * 2000 + "tomorrow", {}, ("task", ("x " * 2000 + "tomorrow"), None, None)),
    ]
    read = run("quickadd", *(["quickAdd", text, NOW, options] for text, options, _ in table))
    assert [tuple(one[name] for name in ("kind", "title", "date", "time")) for one in read] == [row[2] for row in table]
    assert read[1]["ending"] == "tomorrow 6pm" and read[3]["ending"] == "1.12."
    assert [one["isPast"] for one in read[18:20]] == [True, True]


def test_a_line_says_what_it_still_misses(run):
    task, event = ({"kind": kind, "title": "Dinner", "date": None, "time": None} for kind in ("task", "event"))
    day = {**event, "date": "2026-11-27"}
    found = run("quickadd", ["missing", task, 6], ["missing", event, 6], ["missing", day, 6], ["missing", day, 201],
                ["missing", {**task, "title": ""}, 0], ["dueWall", day], ["dueWall", {**day, "time": "19:00"}],
                ["dueWall", task])
    assert found == [None, "day", None, "long", "title", "2026-11-27T23:59", "2026-11-27T19:00", None]


def test_cards_keep_the_order_of_the_person_and_new_ones_take_their_place(run):
    standard = ["class", "event", "tasks", "inbox"]
    found = run(
        "cardorder",
        ["orderOf", standard, None], ["orderOf", standard, {"order": ["inbox", "tasks", "event"]}],
        ["orderOf", standard, {"order": ["tasks", "gone", "tasks", 7]}], ["orderOf", standard, {"order": "event"}],
        ["moved", standard, "tasks", -1, standard], ["moved", standard, "tasks", 1, standard],
        ["moved", standard, "tasks", 1, ["event", "tasks"]], ["moved", standard, "inbox", -1, ["event", "inbox"]],
        ["hiddenOf", standard, {"hidden": ["tasks", "gone"]}],
    )
    assert found == [
        standard, ["class", "inbox", "tasks", "event"], ["class", "event", "tasks", "inbox"], standard,
        ["class", "tasks", "event", "inbox"], ["class", "event", "inbox", "tasks"],
        standard, ["class", "inbox", "event", "tasks"], ["tasks"],
    ]


def test_tasks_are_due_until_the_end_of_the_day(run):
    [now, end] = run("today", ["endOfToday", 1795500000000])[0:1] * 2
    at = lambda name, due, **more: {"id": name, "due": None if due is None else iso(due), "isImportant": False, **more}  # noqa: E731
    tasks = [at("flag", None, isImportant=True), at("late", end - 1), at("over", end - 90_000_000), at("next", end)]
    [groups, more, enough] = run(
        "today", ["tasksOfToday", tasks, now - 3_600_000], ["mayHoldDue", tasks[:1], now - 1],
        ["mayHoldDue", tasks, now - 1])
    assert [one["id"] for one in groups["due"]] == ["over", "late"]
    assert [one["id"] for one in groups["later"]] == ["flag", "next"]
    assert (more, enough) == (True, False)


def iso(milliseconds):
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc).isoformat()
