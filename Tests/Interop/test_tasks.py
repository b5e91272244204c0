"""The task list of a room over HTTP: edited, deleted and restored by several people at once."""

import random

import pytest
from quad_rooms import UNKNOWN, clocked_site, database, events_of, live_together
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
    """The room's counter says what its rows say."""
    with database(site) as db:
        rows = db.execute(
            "SELECT open_tasks, (SELECT count(*) FROM task WHERE room = room.id AND completed_at IS NULL"
            " AND deleted_at IS NULL) FROM room").fetchall()
    assert all(counted == real for counted, real in rows), rows


@pytest.fixture
def pair(site):
    return live_together(site, "ada", "ben")


def test_an_edit_changes_what_it_names_and_keeps_the_rest(site, pair):
    ada, ben = pair
    task = add(site, ada, due="2026-12-01T10:00:00.000Z", notes="The large one", isImportant=True)
    assert task["version"] == 1
    edited = edit(site, ben, task, title="Buy oat milk", due=None)
    assert edited.status == 200
    assert edited.json == {
        **{key: value for key, value in task.items() if key != "due"}, "title": "Buy oat milk", "version": 2}
    assert get(site, ada, task).json == edited.json
    assert titles(site, ada) == ["Buy oat milk"]
    assert "notes" not in edit(site, ada, edited.json, notes=None, isImportant=False).json


def test_an_edit_that_began_from_another_version_is_refused(site, pair):
    ada, ben = pair
    task = add(site, ada)
    both = at_once(lambda: edit(site, ada, task, title="Hers"), lambda: edit(site, ben, task, title="His"))
    assert sorted(answer.status for answer in both) == [200, 409]
    lost = next(answer for answer in both if answer.status == 409)
    assert refusal(lost) == (409, "changed_elsewhere")
    won = next(answer for answer in both if answer.status == 200)
    assert get(site, ada, task).json == won.json and won.json["version"] == 2
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


def test_only_an_open_task_of_the_own_room_is_edited(site, pair):
    ada, ben = pair
    eve = site.member("eve", "102")
    task = add(site, ada)
    for path, method in (("", "GET"), ("", "DELETE"), ("/restore", "POST"), ("/complete", "POST"), ("/reopen", "POST")):
        for person, id_ in ((eve, task["id"]), (ada, UNKNOWN)):
            answer = site.request(method, f"/v1/tasks/{id_}{path}", token=person["token"])
            assert refusal(answer) == (404, "not_found"), (method, path)
        answer = site.request(method, f"/v1/tasks/milk{path}", token=ada["token"])
        assert refusal(answer) == (422, "id_bad", "id")
    assert refusal(edit(site, eve, task, title="Mine")) == (404, "not_found")
    post(site, ben, task, "complete")
    assert refusal(edit(site, ada, task, title="Too late")) == (409, "changed_elsewhere")
    post(site, ben, task, "reopen")
    assert edit(site, ada, task, title="Open again").status == 200
    delete(site, ben, task)
    assert refusal(edit(site, ada, {**task, "version": 2}, title="Gone")) == (404, "not_found")
    for verb in ("complete", "reopen"):
        assert refusal(post(site, ada, task, verb)) == (404, "not_found")


def test_bad_edits_name_the_field(site, pair):
    ada = pair[0]
    task = add(site, ada)
    for members, expected in (
        ({"title": None}, (422, "title_blank", "title")),
        ({"title": " \u200b "}, (422, "title_blank", "title")),
        ({"title": "x" * 201}, (422, "too_long", "title")),
        ({"title": 7}, (422, "wrong_type", "title")),
        ({"isImportant": "yes"}, (422, "wrong_type", "isImportant")),
        ({"due": "2026-02-30T10:00:00Z"}, (422, "date_bad", "due")),
        ({"version": "one"}, (422, "wrong_type", "version")),
    ):
        assert refusal(edit(site, ada, task, **members)) == expected, members
    path = f"/v1/tasks/{task['id']}"
    assert refusal(site.request("PATCH", path, {"title": "No version"}, ada["token"]))[0] == 422
    assert refusal(site.request("PATCH", path, b"{", ada["token"])) == (400, "bad_json")
    assert refusal(site.request("PATCH", path, {"version": 1, "title": "Who?"})) == (401, "signin_required")
    assert get(site, ada, task).json == task


def test_without_a_room_there_are_no_tasks(site):
    fay = site.sign_up("fay")
    for method, path in (
        ("GET", f"/v1/tasks/{UNKNOWN}"), ("DELETE", f"/v1/tasks/{UNKNOWN}"), ("POST", f"/v1/tasks/{UNKNOWN}/restore")
    ):
        assert site.request(method, path, token=fay["token"]).json["code"] == "no_room"


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


def test_completed_tasks_by_person_and_date():
    with clocked_site("2026-09-01T12:00:00.000Z") as (site, move):
        ada, ben = live_together(site, "ada", "ben")
        for day in range(1, 9):
            move(f"2026-09-{day:02}T12:30:00.000Z")
            post(site, (ada, ben)[day % 2], add(site, ada, f"Day {day}"), "complete")
        assert titles(site, ada, "?state=completed") == [f"Day {day}" for day in range(8, 0, -1)]
        of_ben = f"?state=completed&by={ben['person']}"
        assert titles(site, ada, of_ben) == ["Day 7", "Day 5", "Day 3", "Day 1"]
        between = "&from=2026-09-03T12:30:00.000Z&until=2026-09-07T12:30:00.000Z"
        assert titles(site, ada, "?state=completed" + between) == ["Day 6", "Day 5", "Day 4", "Day 3"]
        assert titles(site, ada, of_ben + between) == ["Day 5", "Day 3"]
        # The pages of a filtered list together are the list.
        found, cursor = [], ""
        while cursor is not None:
            page = site.request("GET", f"/v1/tasks{of_ben}&limit=3{cursor}", token=ada["token"]).json
            found += [task["title"] for task in page["items"]]
            cursor = f"&cursor={page['next']}" if "next" in page else None
        assert found == ["Day 7", "Day 5", "Day 3", "Day 1"]
        assert titles(site, ada, f"?state=completed&by={UNKNOWN}") == []
        for query, expected in (
            ("&by=ben", (422, "id_bad", "by")), ("&from=yesterday", (422, "date_bad", "from")),
            ("&cursor=nonsense", (422, "cursor_bad", "cursor")),
        ):
            answer = site.request("GET", "/v1/tasks?state=completed" + query, token=ada["token"])
            assert refusal(answer) == expected


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
