"""Joining a room over HTTP: by its code, its link or its picture, named at sign-up, or approved by a member.

Its rules are in Tests/Unit/RoomhubTests/JoiningTests.swift.
"""

import zxingcpp
from people import Person
from quad_site import PASSWORD, at_once, refusal, wait_until
from test_qr import picture


def test_what_is_wrong_with_a_wish_is_named(site):
    ada = Person(site, "ada")
    for body, expected in (
        ({}, (422, "room_unnamed")),
        ({"dorm": "nowhere", "number": "101A"}, (422, "dorm_unknown", "dorm")),
        ({"dorm": site.dorm, "number": " # "}, (422, "room_number_bad", "number")),
        ({"code": "ILOUILOU"}, (422, "join_code_bad", "code")),
        ({"code": "00000000"}, (403, "join_code_wrong", "code")),
        (b"{", (400, "bad_json")),
    ):
        assert refusal(ada.post("/v1/room/join", body)) == expected
    assert "room" not in ada.home()
    assert refusal(ada.get("/v1/room/requests")) == (409, "no_room")
    assert ada.join("Rm 101a").json["state"] == "joined" and ada.room()["number"] == "101A"
    assert refusal(ada.post("/v1/room/requests/milk/approve")) == (422, "id_bad", "id")


def test_ten_wrong_codes_are_enough_and_guesses_side_by_side_count_too(site):
    ada, eve = Person(site, "ada"), Person(site, "eve")
    ada.join("101A")
    guesses = at_once(*[lambda: eve.join(code="00000000") for _ in range(16)])
    codes = [refusal(guess)[1] for guess in guesses]
    assert sorted(codes) == ["join_code_wrong"] * 10 + ["slow_down"] * 6
    right = eve.join(code=ada.code())
    assert refusal(right) == (429, "slow_down")
    assert 800 <= int(right.headers["Retry-After"]) <= 900
    assert eve.join("101A").status == 202, "asking goes on"
    assert Person(site, "ben").join(code=ada.code()).json["state"] == "joined", "others are not kept out"


def test_a_member_lets_in_and_everybody_hears_of_it(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    eve.join("102")
    ears = {name: person.listen() for name, person in (("ada", ada), ("ben", ben), ("eve", eve))}
    assert (ben.join("101A").status, ben.join("101A").json) == (202, {"state": "pending"})
    waiting = ada.requests()
    assert [(one["profile"]["id"], one["profile"]["firstName"]) for one in waiting] == [(ben.id, "Ben")]
    assert ben.home()["asked"] | {"asked": 0} == {
        "dorm": site.dorm, "dormName": "Forbes Hall", "number": "101A", "asked": 0, "members": ["Ada"]}
    assert ada.home()["badges"]["joinRequests"] == 1
    approve = f"/v1/room/requests/{waiting[0]['id']}/approve"
    for stranger in (eve, ben):
        expected = (404, "not_found") if stranger is eve else (409, "no_room")
        assert refusal(stranger.post(approve)) == expected
    assert ada.post(approve).status == 204
    assert ada.post(approve).status == ben.post(approve).status == 204, "a second one changes nothing"
    assert refusal(ada.post(approve.replace("approve", "decline"))) == (404, "not_found")
    asked = {"room": ada.room()["id"], "request": waiting[0]["id"], "person": ben.id}
    ended = ("roomhub.join.ended", {"request": waiting[0]["id"], "isApproved": True})
    joined = ("roomhub.member.joined", {"room": ada.room()["id"], "person": ben.id})
    assert ears["ada"].events() == [("roomhub.join.asked", asked), ended, joined]
    assert ears["ben"].events() == [ended, joined]
    assert ears["eve"].events() == []
    assert ada.home()["badges"]["newMembers"] == 1 and "asked" not in ben.home()


def test_whoever_is_declined_and_the_members_hear_of_it(site):
    ada, ben, cid = Person(site, "ada"), Person(site, "ben"), Person(site, "cid")
    ada.join("101A")
    ben.join("102")
    cid.join("101A")
    request = ada.requests()[0]["id"]
    ears = [person.listen() for person in (ada, cid, ben)]
    for _ in range(2):
        assert ada.post(f"/v1/room/requests/{request}/decline").status == 204
    ended = ("roomhub.join.ended", {"request": request, "isApproved": False})
    assert [ear.events() for ear in ears] == [[ended], [ended], []]
    assert ada.requests() == [] and "asked" not in cid.home()
    assert cid.join("102").status == 202
    assert cid.delete("/v1/room/request").status == cid.delete("/v1/room/request").status == 204
    assert ben.requests() == []


def test_two_approvals_at_once_make_one_member(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    ben.join(code=ada.code())
    eve.join("101A")
    path = f"/v1/room/requests/{ada.requests()[0]['id']}/approve"
    ear = eve.listen()
    answers = at_once(*[lambda who=who: who.post(path) for who in (ada, ben) * 3])
    assert {answer.status for answer in answers} == {204}
    assert ada.room()["members"] == 3
    assert [kind for kind, _ in ear.events()] == ["roomhub.join.ended", "roomhub.member.joined"]


def test_the_code_has_a_link_and_a_picture(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    assert refusal(ada.get("/v1/room/code")) == refusal(ada.post("/v1/room/code")) == (409, "no_room")
    ada.join("B-1/2 ü")
    ben.join(code=ada.code())
    shown = ada.get("/v1/room/code").json
    origin, _, place = shown["link"].partition("/join#")
    assert origin.startswith("http://") and place == f"{site.dorm}/B1-2%C3%9C/{shown['code']}"
    assert read_qr(shown["qr"]) == shown["link"]
    ear = ben.listen()
    key = {"Idempotency-Key": "new-code"}
    new = ada.post("/v1/room/code", headers=key).json
    assert new["code"] != shown["code"] == shown["link"][-8:]
    assert ada.post("/v1/room/code", headers=key).json == new == ben.get("/v1/room/code").json
    assert ear.events() == [("roomhub.room.codeChanged", {"room": ada.room()["id"]})]
    assert refusal(eve.join(code=shown["code"])) == (403, "join_code_wrong", "code"), "the old one is dead"
    assert eve.join(code=new["code"]).json["state"] == "joined"


def read_qr(qr):
    assert len(qr["rows"]) == qr["size"] and {len(row) for row in qr["rows"]} == {qr["size"]}
    return zxingcpp.read_barcode(picture(qr["rows"])).text


def test_a_room_named_at_sign_up_is_opened_entered_or_asked_for(site):
    def sign_up(name, number, code=None):
        body = {"email": site.address(name), "password": PASSWORD, "firstName": name.title(),
                "lastName": "E", "signIn": True, "room": {"dorm": site.dorm, "number": number}}
        answer = site.request("POST", "/v1/signup", body | ({"roomCode": code} if code else {}))
        assert answer.status == 201, answer.body
        person = object.__new__(Person)
        person.site, person.id, person.token = site, answer.json["person"], answer.json["token"]
        return person

    ada = sign_up("ada", "101A")
    wait_until(lambda: "room" in ada.home(), "ada's room is open")
    ben = sign_up("ben", "rm 101a", ada.code())
    wait_until(lambda: "room" in ben.home(), "ben is in")
    eve, wrong = sign_up("eve", "101A"), sign_up("wil", "101A", "00000000")
    wait_until(lambda: "asked" in eve.home(), "eve has asked")
    cid = sign_up("cid", "102")
    wait_until(lambda: "room" in cid.home(), "the stream goes on")
    assert wrong.home() == {}
    assert site.request("POST", "/v1/signin", {
        "email": site.address("ada"), "password": PASSWORD, "room": {"dorm": site.dorm, "number": "0101a"},
    }).status == 200
