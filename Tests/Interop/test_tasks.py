"""The task list of a room over HTTP: the changes of several people at once, and the events they receive.

Its rules are in Tests/Unit/RoomhubTests/TaskTests.swift.
"""

import random

import pytest
from quad_rooms import clocked_site, database, events_of, live_together
from quad_site import at_once, raw, refusal, wait_until


def add(site, person, title="Buy milk", **members):
    answer = site.request("POST", "/v1/tasks", {"title": title, **members}, person["token"])
    assert answer.status == 201, answer.body
    return answer.json["task"]


def edit(site, person, task, headers=None, **members):
    return site.request(
        "PATCH", f"/v1/tasks/{task['id']}", {"version": task["version"], **members}, person["token"], headers)


def post(site, person, task, verb):
    return site.request("POST", f"/v1/tasks/{task['id']}/{verb}", token=person["token"])


def delete(site, person, task):
    return site.request("DELETE", f"/v1/tasks/{task['id']}", token=person["token"])


def get(site, person, task):
    return site.request("GET", f"/v1/tasks/{task['id']}", token=person["token"])


def titles(site, person, query=""):
    return [task["title"] for task in site.request("GET", f"/v1/tasks{query}", token=person["token"]).json["items"]]


def assert_counted(site):
    """The room's counter matches its rows."""
    with database(site) as db:
        rows = db.execute(
            "SELECT open_tasks, (SELECT count(*) FROM task WHERE room = room.id AND completed_at IS NULL"
            " AND deleted_at IS NULL) FROM room").fetchall()
    assert all(counted == real for counted, real in rows), rows


@pytest.fixture
def pair(site):
    return live_together(site, "ada", "ben")


def test_an_edit_that_began_from_another_version_is_refused(site, pair):
    ada, ben = pair
    task = add(site, ada)
    both = at_once(lambda: edit(site, ada, task, title="Hers"), lambda: edit(site, ben, task, title="His"))
    assert sorted(answer.status for answer in both) == [200, 409]
    lost = next(answer for answer in both if answer.status == 409)
    assert refusal(lost) == (409, "changed_elsewhere")
    won = next(answer for answer in both if answer.status == 200)
    assert get(site, ada, task).json == won.json and won.json["version"] == 2
    assert lost.json["details"]["current"] == won.json  # W2
    assert edit(site, ada, {**task, "version": 3}, title="Ahead").json["code"] == "changed_elsewhere"


def test_an_edit_that_changes_nothing_tells_nobody(site, pair):
    ada, ben = pair
    task = add(site, ada)
    stream = site.open_stream(ben["token"])
    assert edit(site, ada, task, title="Buy milk", isImportant=False).json == task
    edit(site, ada, task, title="Buy more milk")
    # The news of the new task may still have been on its way when the stream opened.
    told = next(event for event in iter(stream.next, None) if event[1] != "roomhub.task.added")
    assert told[2]["task"]["title"] == "Buy more milk"
    stream.close()


def test_a_repeated_edit_has_one_effect(site, pair):
    task = add(site, pair[0])
    key = {"Idempotency-Key": "edit-1"}
    answers = at_once(*[lambda: edit(site, pair[0], task, key, title="Once")] * 4)
    assert {answer.status for answer in answers} == {200} and len({answer.body for answer in answers}) == 1
    assert answers[0].json["version"] == 2


def test_a_deleted_task_is_gone_from_both_lists_and_comes_back(site, pair):
    ada, ben = pair
    eve = site.member("eve", "102")
    streams = [site.open_stream(person["token"]) for person in (ada, ben, eve)]
    task, done = add(site, ada), add(site, ada, "Sweep")
    done = post(site, ben, done, "complete").json
    for _ in range(2):
        for each in (task, done):
            answer = delete(site, ben, each)
            assert (answer.status, answer.body) == (204, b"")
            assert refusal(get(site, ada, each)) == (404, "not_found")
    assert titles(site, ada) == [] and titles(site, ada, "?state=completed") == []
    assert_counted(site)
    again = site.request("POST", "/v1/tasks", {"title": "Buy milk"}, ada["token"]).json
    assert again["warnings"] == [], "the deleted one is no longer on the list"
    for _ in range(2):
        assert post(site, ada, task, "restore").json == task
        assert post(site, ada, done, "restore").json == done
    assert titles(site, ada) == ["Buy milk", "Buy milk"] and titles(site, ben, "?state=completed") == ["Sweep"]
    assert_counted(site)
    add(site, ada, "The last word")
    told = ["added", "added", "completed", "deleted", "deleted", "added", "restored", "restored", "added"]
    for stream in streams[:2]:
        events = [stream.next() for _ in told]
        assert [event[1] for event in events] == [f"roomhub.task.{verb}" for verb in told]
        assert [event[2]["id"] for event in events if event[1] == "roomhub.task.deleted"] == [task["id"], done["id"]]
        assert events[6][2]["task"] == task
    add(site, eve, "Hers")
    assert streams[2].next()[2]["task"]["title"] == "Hers", "another room sees nothing of it"
    for stream in streams:
        stream.close()


def test_several_clients_at_once_have_one_effect(site, pair):
    ada, ben = pair
    stream = site.open_stream(ada["token"])
    task = add(site, ada)
    both = at_once(lambda: post(site, ada, task, "complete"), lambda: post(site, ben, task, "complete"))
    assert [answer.status for answer in both] == [200, 200]
    assert both[0].json == both[1].json, "the second learns who did it"
    assert both[0].json["completedBy"] in (ada["person"], ben["person"])
    both = at_once(lambda: post(site, ada, task, "reopen"), lambda: post(site, ben, task, "reopen"))
    assert both[0].json == both[1].json == task
    both = at_once(lambda: delete(site, ada, task), lambda: delete(site, ben, task))
    assert [answer.status for answer in both] == [204, 204]
    both = at_once(lambda: post(site, ada, task, "restore"), lambda: post(site, ben, task, "restore"))
    assert both[0].json == both[1].json == task
    assert edit(site, ada, task, title="The end").status == 200
    verbs = [type_.rpartition(".")[2] for type_, _ in events_of(stream, "roomhub.task.changed")]
    assert verbs == ["added", "completed", "reopened", "deleted", "restored", "changed"]
    assert_counted(site)
    stream.close()


@pytest.mark.own_site
def test_the_counter_is_right_after_anything_at_once(site, pair):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    dice = random.Random(seed)
    tasks = [add(site, pair[0], f"Task {number}") for number in range(4)]

    def step(person, task, verb):
        return lambda: delete(site, person, task) if verb == "delete" else post(site, person, task, verb)

    for _ in range(25):
        answers = at_once(*[
            step(person, dice.choice(tasks), dice.choice(["complete", "reopen", "delete", "restore"]))
            for person in pair
        ])
        assert all(answer.status in (200, 204, 404) for answer in answers)
        assert_counted(site)
        open_now = {task["id"] for task in site.request("GET", "/v1/tasks", token=pair[0]["token"]).json["items"]}
        with database(site) as db:
            stored = {row[0] for row in db.execute(
                "SELECT id FROM task WHERE completed_at IS NULL AND deleted_at IS NULL")}
        assert {raw(id_) for id_ in open_now} == stored, "what is kept in memory is what is in the file"


def test_a_bad_filter_is_named(site, pair):
    for query, expected in (
        ("&by=ben", (422, "id_bad", "by")), ("&from=yesterday", (422, "date_bad", "from")),
        ("&cursor=nonsense", (422, "cursor_bad", "cursor")),
    ):
        answer = site.request("GET", "/v1/tasks?state=completed" + query, token=pair[0]["token"])
        assert refusal(answer) == expected
    assert refusal(site.request("GET", "/v1/tasks/milk", token=pair[0]["token"])) == (422, "id_bad", "id")


def test_thirty_days_later_a_deleted_task_is_gone_for_good():
    with clocked_site("2026-09-01T12:00:00.000Z") as (site, move):
        ada, = live_together(site, "ada")
        kept, gone = add(site, ada, "Keep"), add(site, ada, "Secret plan")
        delete(site, ada, kept)
        delete(site, ada, gone)
        move("2026-10-01T12:00:00.000Z")
        assert post(site, ada, kept, "restore").json == kept
        move("2026-10-01T12:00:00.001Z")
        assert refusal(post(site, ada, gone, "restore")) == (404, "not_found")

        def is_purged():
            with database(site) as db:
                return db.execute("SELECT count(*) FROM task").fetchone() == (1,)

        wait_until(is_purged, "the deleted task leaves the file")
        assert refusal(delete(site, ada, gone)) == (404, "not_found")
        assert_counted(site)


@pytest.mark.own_site
def test_what_a_former_person_did_stays_without_a_name(site, pair):
    ada, ben = pair
    task = add(site, ada)
    post(site, ben, task, "complete")
    with database(site) as db:
        db.execute("UPDATE task SET added_by = zeroblob(16), completed_by = zeroblob(16)")
    found = get(site, ada, task).json
    assert "addedBy" not in found and "completedBy" not in found and "completed" in found
    assert site.request("GET", "/v1/tasks?state=completed", token=ada["token"]).json["items"] == [found]
