"""Joining a room: first, by its code, or approved by a member; and two at once."""

import pytest
import zxingcpp
from people import NOBODY, Person, advance, clock_site
from quad_bus import Fault
from quad_site import PASSWORD, at_once, refusal, wait_until
from test_qr import picture

__all__ = ["clock_site"]


def cuyler(site):
    """A second dorm that this test has to itself."""
    return f"cuyler-{site.dorm}"


@pytest.mark.parametrize("spelling", ["Rm 101a", "#101A", " 0101A", "room 101a", "101A"])
def test_a_room_number_has_one_form(site, spelling):
    ada = Person(site, "ada")
    assert ada.join("101a").json["state"] == "joined"
    ben = Person(site, "ben")
    assert (ben.join(spelling).status, ada.requests()[0]["profile"]["id"]) == (202, ben.id)
    assert ada.room()["number"] == "101A"


@pytest.mark.parametrize(
    "body, answer",
    [
        ({}, (422, "room_unnamed")),
        ({"dorm": "forbes"}, (422, "room_unnamed")),
        ({"number": "101A"}, (422, "room_unnamed")),
        ({"dorm": "nowhere", "number": "101A"}, (422, "dorm_unknown", "dorm")),
        ({"dorm": "nowhere", "code": "00000000"}, (422, "dorm_unknown", "dorm")),
        ({"dorm": "not a dorm!", "number": "101A"}, (422, "dorm_unknown", "dorm")),
        ({"dorm": "forbes", "number": ""}, (422, "room_number_bad", "number")),
        ({"dorm": "forbes", "number": " # "}, (422, "room_number_bad", "number")),
        ({"dorm": "forbes", "number": "123456789"}, (422, "room_number_bad", "number")),
        ({"dorm": "forbes", "number": "101\u200bA"}, (422, "room_number_bad", "number")),
        ({"dorm": "forbes", "number": 101}, (422, "wrong_type", "number")),
        ({"code": "short"}, (422, "join_code_bad", "code")),
        ({"code": "ILOUILOU"}, (422, "join_code_bad", "code")),
        ({"code": "00000000"}, (403, "join_code_wrong", "code")),
        ({"dorm": "forbes", "number": "909", "code": "00000000"}, (403, "join_code_wrong", "code")),
        (b"{", (400, "bad_json")),
    ],
)
def test_bad_wishes_are_refused_with_their_code(site, body, answer):
    ada = Person(site, "ada")
    assert refusal(ada.post("/v1/room/join", body)) == answer
    assert "room" not in ada.home()


def test_a_code_alone_lets_in_and_what_is_named_beside_it_must_fit(site):
    site.operator("roomhub.dorm.define", {"id": cuyler(site), "name": "Cuyler Hall", "roomCapacity": 4})
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    code = ada.code()
    assert ben.join(code=f" {code[:4].lower()}-{code[4:].lower()} ").json == {
        "state": "joined", "room": ada.room()["id"]}
    for wrong in ({"number": "102"}, {"dorm": cuyler(site)}, {"dorm": cuyler(site), "number": "101A"}):
        answer = eve.post("/v1/room/join", {**wrong, "code": code})
        assert refusal(answer) == (403, "join_code_wrong", "code"), wrong
    assert eve.join("101A", code=code).json["state"] == "joined"
    # Once more is no error, another room is; and it says nothing of that room's code.
    assert ben.join(code=code).json["state"] == ben.join("101A").json["state"] == "joined"
    for other in (ben.join("102"), ben.join(code="00000000"), ben.join("102", code=code)):
        assert refusal(other) == (409, "already_in_room")


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


def test_wrong_codes_are_forgotten_after_a_quarter_of_an_hour(clock_site):
    site = clock_site
    ada, eve = Person(site, "ada"), Person(site, "eve")
    ada.join("101A")
    for _ in range(10):
        eve.join(code="00000000")
    assert refusal(eve.join(code=ada.code())) == (429, "slow_down")
    advance(site, minutes=15)
    assert eve.join(code=ada.code()).json["state"] == "joined"


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


def test_a_request_is_declined_withdrawn_or_replaced(site):
    ada, ben, cid = Person(site, "ada"), Person(site, "ben"), Person(site, "cid")
    ada.join("101A")
    ben.join("102")
    cid.join("101A")
    request = ada.requests()[0]["id"]
    hears_ada, hears_cid = ada.listen(), cid.listen()
    assert ada.post(f"/v1/room/requests/{request}/decline").status == 204
    assert ada.post(f"/v1/room/requests/{request}/decline").status == 204, "a repeat changes nothing"
    assert refusal(ada.post(f"/v1/room/requests/{request}/approve")) == (404, "not_found")
    ended = [("roomhub.join.ended", {"request": request, "isApproved": False})]
    assert hears_ada.events() == hears_cid.events() == ended
    assert ada.requests() == [] and "asked" not in cid.home()

    assert cid.join("101A").status == 202, "a declined person may ask again"
    request = ada.requests()[0]["id"]
    assert cid.join("102").status == 202
    assert ada.requests() == [] and len(ben.requests()) == 1, "one room at a time"
    assert hears_ada.events()[1:] == [("roomhub.join.ended", {"request": request, "isApproved": False})]
    assert cid.delete("/v1/room/request").status == cid.delete("/v1/room/request").status == 204
    assert ben.requests() == []
    request = [data["request"] for kind, data in hears_cid.events() if kind == "roomhub.join.ended"][-1]
    assert refusal(ben.post(f"/v1/room/requests/{request}/approve")) == (404, "not_found")


def test_whoever_enters_by_code_asks_no_more(site):
    ada, ben, cid = Person(site, "ada"), Person(site, "ben"), Person(site, "cid")
    ada.join("101A")
    ben.join("102")
    cid.join("101A")
    request = ada.requests()[0]["id"]
    assert cid.join(code=ben.code()).json["state"] == "joined"
    assert ada.requests() == []
    assert refusal(ada.post(f"/v1/room/requests/{request}/approve")) == (404, "not_found")
    assert cid.room()["number"] == "102"


def test_request_ids_that_are_none_are_told_apart(site):
    ada = Person(site, "ada")
    assert refusal(ada.get("/v1/room/requests")) == (409, "no_room")
    assert refusal(ada.post(f"/v1/room/requests/{NOBODY}/decline")) == (409, "no_room")
    ada.join("101A")
    for verb in ("approve", "decline"):
        assert refusal(ada.post(f"/v1/room/requests/{NOBODY}/{verb}")) == (404, "not_found")
        assert refusal(ada.post(f"/v1/room/requests/milk/{verb}")) == (422, "id_bad", "id")


def test_a_full_room_is_neither_entered_nor_asked(site):
    site.operator("roomhub.dorm.define", {"id": cuyler(site), "name": "Cuyler Hall", "roomCapacity": 2})
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("1", cuyler(site))
    eve.join("1", cuyler(site))
    request = ada.requests()[0]["id"]
    assert ben.join(code=ada.code()).json["state"] == "joined"
    cid = Person(site, "cid")
    for full in (cid.join("1", cuyler(site)), cid.join(code=ada.code())):
        assert refusal(full) == (409, "room_full")
    assert refusal(ada.post(f"/v1/room/requests/{request}/approve")) == (409, "room_full")
    ben.leave()
    assert ada.post(f"/v1/room/requests/{request}/approve").status == 204


def test_two_for_the_last_place(site):
    ada = Person(site, "ada")
    site.operator("roomhub.dorm.define", {"id": cuyler(site), "name": "Cuyler Hall", "roomCapacity": 2})
    ada.join("1", cuyler(site))
    others = [Person(site, name) for name in ("ben", "cid", "dee", "eve")]
    code = ada.code()
    answers = at_once(*[lambda person=person: person.join(code=code) for person in others])
    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409]
    assert ada.room()["members"] == 2
    # The same by two members who each let somebody in.
    site.operator("roomhub.dorm.define", {"id": cuyler(site), "name": "Cuyler Hall", "roomCapacity": 3})
    inside = next(person for person, answer in zip(others, answers) if answer.status == 200)
    for person in others:
        person.join("1", cuyler(site))
    first, second = [one["id"] for one in ada.requests()][:2]
    answers = at_once(
        lambda: ada.post(f"/v1/room/requests/{first}/approve"),
        lambda: inside.post(f"/v1/room/requests/{second}/approve"))
    assert sorted(answer.status for answer in answers) == [204, 409]
    assert ada.room()["members"] == 3


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


def test_two_first_members_at_one_address(site):
    people = [Person(site, name) for name in ("ada", "ben", "cid", "dee")]
    answers = at_once(*[lambda person=person: person.join("101A") for person in people])
    assert sorted(answer.status for answer in answers) == [200, 202, 202, 202]
    owner = next(person for person, answer in zip(people, answers) if answer.status == 200)
    assert (owner.room()["members"], len(owner.requests())) == (1, 3)


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


@pytest.mark.own_site
def test_a_room_named_at_sign_up_is_opened_entered_or_asked_for(site):
    def sign_up(name, number, code=None, dorm="forbes"):
        body = {"email": f"{name}@hilltop.example", "password": PASSWORD, "firstName": name.title(),
                "lastName": "E", "signIn": True, "room": {"dorm": dorm, "number": number}}
        answer = site.request("POST", "/v1/signup", body | ({"roomCode": code} if code else {}))
        assert answer.status == 201, answer.body
        person = object.__new__(Person)
        person.site, person.id, person.token = site, answer.json["person"], answer.json["token"]
        return person

    ada = sign_up("ada", "101A")
    wait_until(lambda: "room" in ada.home(), "ada's room is open")
    ben = sign_up("ben", "rm 101a", ada.code())
    wait_until(lambda: "room" in ben.home(), "ben is in")
    eve = sign_up("eve", "101A")
    wait_until(lambda: "asked" in eve.home(), "eve has asked")
    wrong, lost = sign_up("wil", "101A", "00000000"), sign_up("lou", "1", dorm="nowhere")
    cid = sign_up("cid", "102")
    wait_until(lambda: "room" in cid.home(), "the stream goes on")
    for person in (wrong, lost):
        assert person.home() == {}
    assert site.request("POST", "/v1/signin", {
        "email": "ada@hilltop.example", "password": PASSWORD, "room": {"dorm": "forbes", "number": "0101a"},
    }).status == 200


def test_only_auth_may_ask_who_lives_where(site):
    with pytest.raises(Fault) as refused:
        site.operator("roomhub.membership.check", {
            "person": NOBODY, "room": {"dorm": "forbes", "number": "1"}})
    assert refused.value.code == "not_allowed"
