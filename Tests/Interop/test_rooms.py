"""A room over HTTP: home, roommates, and what the live streams of its members say when somebody leaves.

Its rules are in Tests/Unit/RoomhubTests/RoomLifeTests.swift.
"""

from people import Person
from quad_site import at_once, refusal, wait_until


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


def test_a_changed_profile_is_told_to_the_room_alone(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    ben.join(code=ada.code())
    eve.join("102")
    mates = ada.get("/v1/roommates").json["items"]
    assert [mate["profile"]["firstName"] for mate in mates] == ["Ben"]
    assert ada.get(f"/v1/roommates/{ben.id}").json == mates[0]
    assert refusal(ada.get(f"/v1/roommates/{eve.id}")) == (404, "not_found")
    assert refusal(ada.get("/v1/roommates/ben")) == (422, "id_bad", "id")
    hears_ada, hears_eve = ada.listen(), eve.listen()
    version = ben.get("/v1/me").json["version"]
    site.request("PATCH", "/v1/me", {"version": version, "hometown": "Oslo"}, ben.token)
    changed = ("roomhub.roommate.changed", {"room": ada.room()["id"], "person": ben.id})
    wait_until(lambda: changed in hears_ada.events(), "the room is told")
    assert hears_eve.events() == []
    assert ada.get(f"/v1/roommates/{ben.id}").json["profile"]["hometown"] == "Oslo"


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
