"""A room from its first member to its last: home, roommates, leaving, closing, and a person's data."""

import os
import sqlite3

import pytest
from people import NOBODY, Person, advance, clock_site
from quad_bus import ASSERTION, BusClient, Fault
from quad_site import assertion, at_once, refusal, stays, wait_until

__all__ = ["clock_site"]


def test_the_home_page_counts_what_is_new(site):
    ada = Person(site, "ada")
    assert ada.home() == {}
    assert refusal(ada.get("/v1/room")) == (409, "no_room")
    ada.join("101A")
    room = ada.room()
    assert room == {
        "id": room["id"], "dorm": site.dorm, "dormName": "Forbes Hall", "number": "101A", "members": 1,
        "capacity": 4, "joinCode": room["joinCode"]}
    ben, eve = Person(site, "ben"), Person(site, "eve")
    ben.join(code=ada.code())
    eve.join("101A")
    for title, important in (("Milk", True), ("Bread", False), ("Rent", True)):
        task = ben.post("/v1/tasks", {"title": title, "isImportant": important}).json["task"]
    ben.post(f"/v1/tasks/{task['id']}/complete")
    ben.post("/v1/messages", {"text": "Hello"})
    home = ada.home()
    assert home["room"] == ada.room() and "asked" not in home
    assert home["badges"] == {
        "newMembers": 1, "joinRequests": 1, "openTasks": 2, "importantTasks": 1, "unreadMessages": 1}


@pytest.mark.own_site
def test_room_mates_are_listed_by_first_name_and_nobody_else_is_found(site):
    zoe, ben, ada, eve = (Person(site, name) for name in ("zoe", "ben", "ada", "eve"))
    assert refusal(zoe.get("/v1/roommates")) == refusal(zoe.get(f"/v1/roommates/{ben.id}")) == (409, "no_room")
    zoe.join("101A")
    assert zoe.get("/v1/roommates").json == {"items": []}
    for person in (ben, ada):
        person.join(code=zoe.code())
    eve.join("102")
    mates = zoe.get("/v1/roommates").json["items"]
    assert [mate["profile"]["firstName"] for mate in mates] == ["Ada", "Ben"]
    assert zoe.get(f"/v1/roommates/{ben.id}").json == mates[1]
    for stranger in (eve.id, zoe.id, NOBODY):
        assert refusal(zoe.get(f"/v1/roommates/{stranger}")) == (404, "not_found")
    assert refusal(zoe.get("/v1/roommates/ben")) == (422, "id_bad", "id")
    site.stop("auth")
    for path in ("/v1/roommates", f"/v1/roommates/{ben.id}"):
        down = zoe.get(path)
        assert (down.status, down.json["code"], down.json["service"]) == (503, "service_unavailable", "auth")


def test_a_changed_profile_is_told_to_the_room_alone(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    ben.join(code=ada.code())
    eve.join("102")
    hears_ada, hears_eve = ada.listen(), eve.listen()
    version = ben.get("/v1/me").json["version"]
    site.request("PATCH", "/v1/me", {"version": version, "hometown": "Oslo"}, ben.token)
    changed = ("roomhub.roommate.changed", {"room": ada.room()["id"], "person": ben.id})
    wait_until(lambda: changed in hears_ada.events(), "the room is told")
    assert hears_eve.events() == []
    assert ada.get(f"/v1/roommates/{ben.id}").status == 200


def test_leaving_ends_access_at_once(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    ben.join(code=ada.code())
    task = ben.post("/v1/tasks", {"title": "Milk"}).json["task"]["id"]
    assert ben.get("/v1/tasks").status == 200
    hears_ada, hears_ben = ada.listen(), ben.listen()
    assert ben.leave().status == ben.leave().status == eve.leave().status == 204, "also without a room"
    for path in ("/v1/tasks", "/v1/messages", "/v1/room", "/v1/roommates", "/v1/room/code"):
        assert refusal(ben.get(path)) == (409, "no_room"), path
    assert refusal(ben.post(f"/v1/tasks/{task}/complete")) == (409, "no_room")
    ada.post("/v1/tasks", {"title": "A secret"})
    ada.post("/v1/messages", {"text": "Another"})
    left = ("roomhub.member.left", {"room": ada.room()["id"], "person": ben.id})
    assert hears_ben.events() == [left], "the leaver hears of it and of nothing after it"
    heard = hears_ada.events()
    assert heard[0] == left
    assert [kind for kind, _ in heard[1:]] == ["roomhub.task.added", "roomhub.message.posted"]
    assert ada.get("/v1/roommates").json["items"] == []
    assert [one["id"] for one in ada.get("/v1/tasks").json["items"]][0] == task, "the room keeps it"
    assert ben.join("102").json["state"] == "joined", "and the way to another room is free"


def test_reading_while_somebody_leaves_never_shows_a_room_after_the_answer(site):
    ada, ben = Person(site, "ada"), Person(site, "ben")
    ada.join("101A")
    code = ada.code()
    for _ in range(12):
        assert ben.join(code=code).json["state"] == "joined"
        ben.get("/v1/tasks")

        def leave_and_look():
            assert ben.leave().status == 204
            return ben.get("/v1/tasks").status

        looks = at_once(leave_and_look, *[lambda: ben.get("/v1/tasks").status for _ in range(3)])
        assert looks[0] == 409
        assert ben.get("/v1/tasks").status == 409


def test_the_last_member_closes_the_room_and_the_address_starts_empty(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    room, code = ada.room()["id"], ada.code()
    ada.post("/v1/tasks", {"title": "Milk"})
    ada.post("/v1/messages", {"text": "Hello"})
    eve.join("101A")
    ear = eve.listen()
    request = ada.requests()[0]["id"]
    assert ada.leave().status == 204
    assert ear.events() == [("roomhub.join.ended", {"request": request, "isApproved": False})]
    assert eve.home() == {}
    assert refusal(ben.join(code=code)) == (403, "join_code_wrong", "code")
    assert ben.join("101A").json["state"] == "joined"
    assert ben.room()["id"] != room and ben.code() != code
    assert ben.get("/v1/tasks").json["items"] == ben.get("/v1/messages").json["items"] == []
    assert ben.home()["badges"] == {
        "newMembers": 0, "joinRequests": 0, "openTasks": 0, "importantTasks": 0, "unreadMessages": 0}
    assert ada.join("101A").status == 202, "the first opener has no right to come back"


def test_a_leave_and_an_approval_at_once(site):
    ada, eve = Person(site, "ada"), Person(site, "eve")
    for _ in range(8):
        assert ada.join("101A").json["state"] == "joined"
        assert eve.join("101A").status == 202
        path = f"/v1/room/requests/{ada.requests()[0]['id']}/approve"
        left, approved = at_once(ada.leave, lambda: ada.post(path))
        assert left.status == 204
        if approved.status == 204:
            assert eve.room()["members"] == 1
        else:
            assert refusal(approved) == (409, "no_room")
            assert eve.home() == {}, "the room closed and the request ended"
        eve.leave()


@pytest.mark.own_site
def test_a_sign_up_that_is_told_again_moves_nobody_back(site):
    ada = Person(site, "ada", {"dorm": site.dorm, "number": "101A"})
    wait_until(lambda: "room" in ada.home(), "ada's room is open")
    ada.leave()
    site.stop("roomhub")
    with sqlite3.connect(os.path.join(site.data, "roomhub", "roomhub.sqlite")) as database:
        database.execute("DELETE FROM cursor")
    database.close()
    site.start("roomhub")
    wait_until(site.is_ready, "roomhub is back")
    ben = Person(site, "ben", {"dorm": site.dorm, "number": "102"})
    wait_until(lambda: "room" in ben.home(), "the stream was followed to its end")
    assert ada.home() == {}


def test_a_closed_room_is_purged_after_thirty_days(clock_site):
    site = clock_site
    ada, ben = Person(site, "ada"), Person(site, "ben")
    ada.join("101A")
    ben.join("102")
    for person in (ada, ben):
        for number in range(3):
            task = person.post("/v1/tasks", {"title": f"task {number}"}).json["task"]["id"]
        person.post(f"/v1/tasks/{task}/complete")
        task = person.post("/v1/tasks", {"title": "gone"}).json["task"]["id"]
        person.delete(f"/v1/tasks/{task}")
        message = person.post("/v1/messages", {"text": "Hello"}).json["id"]
        person.post(f"/v1/messages/{message}/report", {"reason": "rude"})
    eve = Person(site, "eve")
    eve.join("101A")
    ada.post(f"/v1/room/requests/{ada.requests()[0]['id']}/decline")
    room = bytes.fromhex(ada.room()["id"].replace("-", ""))
    ada.leave()
    tables = ("task", "message", "board_hour", "reported", "read_mark", "join_request", "past_member")

    def rows():
        with sqlite3.connect(os.path.join(site.data, "roomhub", "roomhub.sqlite")) as database:
            mine = sum(
                database.execute(f"SELECT count(*) FROM {table} WHERE room = ?", (room,)).fetchone()[0]
                for table in tables)
            all_of = sum(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)
        database.close()
        return mine, all_of - mine

    mine, others = rows()
    assert mine == 9 and others >= 7
    advance(site, days=29)
    site.stop("roomhub")
    site.start("roomhub")
    wait_until(site.is_ready, "roomhub is back")
    assert len(ben.get("/v1/tasks").json["items"]) == 2
    stays(lambda: rows()[0] >= 8, "a day is left", 0.3)
    advance(site, days=2)
    site.stop("roomhub")
    site.start("roomhub")
    wait_until(lambda: rows()[0] == 0, "the closed room is empty")
    assert rows()[1] >= 5
    assert len(ben.get("/v1/tasks").json["items"]) == 2, "other rooms keep what they have"
    assert "was changed in the file" not in site.log("roomhub")


@pytest.mark.own_site
def test_a_person_gets_everything_and_is_forgotten(site):
    ada, ben, cid = Person(site, "ada"), Person(site, "ben"), Person(site, "cid")
    ada.join("101A")
    ben.join(code=ada.code())
    first = ben.post("/v1/tasks", {"title": "In the first room"}).json["task"]["id"]
    ada_task = ada.post("/v1/tasks", {"title": "Of ada"}).json["task"]["id"]
    ben.post(f"/v1/tasks/{ada_task}/complete")
    message = ada.post("/v1/messages", {"text": "Hello"}).json["id"]
    ben.post(f"/v1/messages/{message}/report", {"reason": "rude"})
    ben.post("/v1/board/read", {"hour": "2026-09-01T12:00:00.000Z", "seen": 1})
    ben.leave()
    ben.join("102")
    for number in range(120):
        ben.post("/v1/tasks", {"title": f"task {number}"})
    cid.join(code=ben.code())
    for _ in range(2):
        ben.join(code="00000000")

    gateway = BusClient(site.keys, site.run, "gateway")
    tlvs = ((ASSERTION, assertion(site, ben.token)),)
    try:
        page = gateway.call("roomhub.person.export", {}, tlvs=tlvs)
        assert page["room"]["number"] == "102" and page["joined"].endswith("Z") and "asked" not in page
        assert len(page["tasks"]) == 100
        rest = gateway.call("roomhub.person.export", {"cursor": page["next"]}, tlvs=tlvs)
        ids = [task["id"] for task in page["tasks"] + rest["tasks"]]
        assert len(ids) == len(set(ids)) == 122 and {first, ada_task} < set(ids) and "next" not in rest
        for cursor in ("x", "AAAA"):
            with pytest.raises(Fault) as bad:
                gateway.call("roomhub.person.export", {"cursor": cursor}, tlvs=tlvs)
            assert bad.value.code == "cursor_bad"
    finally:
        gateway.close()

    cid.get("/v1/tasks")  # in memory now
    ear = cid.listen()
    with pytest.raises(Fault) as refused:
        site.operator("roomhub.person.erase", {"person": ben.id})
    assert refused.value.code == "not_allowed"
    for _ in range(2):
        assert site.operator("roomhub.person.erase", {"person": ben.id}, key="auth") == {}
    assert ear.events() == [("roomhub.member.left", {"room": cid.room()["id"], "person": ben.id})]
    tasks = cid.get("/v1/tasks?limit=100").json["items"]
    assert len(tasks) == 100 and all("addedBy" not in task for task in tasks)
    assert all("addedBy" not in task for task in cid.get("/v1/tasks").json["items"])
    done = ada.get(f"/v1/tasks/{ada_task}").json
    assert done["addedBy"] == ada.id and "completedBy" not in done and "completed" in done
    with sqlite3.connect(os.path.join(site.data, "roomhub", "roomhub.sqlite")) as database:
        person = bytes.fromhex(ben.id.replace("-", ""))
        for table in ("task", "member", "past_member", "join_request", "join_failure", "read_mark", "report"):
            for row in database.execute(f"SELECT * FROM {table}"):
                assert person not in row, table
        assert database.execute("SELECT count(*) FROM reported").fetchone() == (0,)
    database.close()
