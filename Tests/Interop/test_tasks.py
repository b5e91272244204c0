"""The task list of a room over HTTP: the changes of several people at once, and the events they receive.

Its rules are in Tests/Unit/RoomhubTests: TaskTests and TaskCounterTests.
"""

import pytest
from quad_rooms import live_together, news
from quad_site import at_once, refusal
from quad_stores import database


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
        events = [event for _, event in zip(told, news(stream))]
        assert [type_ for type_, _ in events] == [f"roomhub.task.{verb}" for verb in told]
        deleted = [data["id"] for type_, data in events if type_ == "roomhub.task.deleted"]
        assert deleted == [task["id"], done["id"]] and events[6][1]["task"] == task
    add(site, eve, "Hers")
    assert next(news(streams[2]))[1]["task"]["title"] == "Hers", "another room sees nothing of it"
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
    verbs = ["added", "completed", "reopened", "deleted", "restored", "changed"]
    assert [type_ for _, (type_, _) in zip(verbs, news(stream))] == [f"roomhub.task.{verb}" for verb in verbs]
    assert_counted(site)
    stream.close()


def test_a_bad_filter_is_named(site, pair):
    for query, expected in (
        ("&by=ben", (422, "id_bad", "by")), ("&from=yesterday", (422, "date_bad", "from")),
        ("&cursor=nonsense", (422, "cursor_bad", "cursor")),
    ):
        answer = site.request("GET", "/v1/tasks?state=completed" + query, token=pair[0]["token"])
        assert refusal(answer) == expected
    assert refusal(site.request("GET", "/v1/tasks/milk", token=pair[0]["token"])) == (422, "id_bad", "id")
