"""Sign-up at a site without mail: passwords, domains, invitations, and settings that make no sense."""

import os
import subprocess

import pytest
from quad_accounts import account, open_site, running, sign_in, sql
from quad_bus import Fault
from quad_site import BIN, PASSWORD, at_once, problem, raw, wait_until


def test_a_site_says_who_may_sign_up(open_site):
    shown = open_site.request("GET", "/v1/site").json
    assert (shown["name"], shown["signUp"], shown["domains"], shown["sendsMail"]) == ("Hilltop", "open", [], False)


def test_of_two_sign_ups_of_one_address_one_wins(open_site):
    answers = at_once(*[lambda: open_site.request("POST", "/v1/signup", account("twice"))] * 4)
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]
    assert {problem(answer) for answer in answers if answer.status == 409} == {(409, "email_taken")}
    assert len(sql(open_site, "SELECT 1 FROM person WHERE email = 'twice@hilltop.example'")) == 1


@pytest.mark.parametrize(
    "password", ["qwertyuiop", "Password123", "0123456789", "aaaaaaaaaa", "common2026example", "hilltophilltop1"])
def test_a_common_password_is_refused(open_site, password):
    answer = open_site.request("POST", "/v1/signup", account("common", password=password))
    assert problem(answer) == (422, "password_common")
    assert answer.json["errors"][0]["field"] == "password"


def test_w12_a_sign_up_names_every_member_at_fault(open_site):
    body = account("wrong", email="nowhere", firstName=" ", room={"dorm": "forbes", "number": "x" * 9})
    answer = open_site.request("POST", "/v1/signup", body)
    assert problem(answer) == (422, "email_bad")
    assert [(error["field"], error["code"]) for error in answer.json["errors"]] == [
        ("email", "email_bad"), ("firstName", "name_blank"), ("room.number", "room_number_bad")]
    assert all(error["message"] for error in answer.json["errors"])


def test_a_password_is_never_changed(open_site):
    password = "  Ünïcode and SPACES \u00e9e\u0301 "
    assert open_site.request("POST", "/v1/signup", account("exact", password=password)).status == 201
    assert sign_in(open_site, "exact", password).status == 200
    for other in (password.strip(), password.lower(), "  Ünïcode and SPACES \u00e9\u00e9 "):
        assert problem(sign_in(open_site, "exact", other)) == (401, "bad_credentials")


def test_room_and_code_travel_to_roomhub(open_site):
    ada = open_site.member("opener", "201")
    code = open_site.request("GET", "/v1/room", token=ada["token"]).json["joinCode"]
    body = account("coder", room={"dorm": "forbes", "number": "201"}, roomCode=code, signIn=True)
    ben = open_site.request("POST", "/v1/signup", body).json
    wait_until(
        lambda: open_site.request("GET", "/v1/room", token=ben["token"]).status == 200, "the room is joined")
    (row,) = sql(open_site, "SELECT asked_dorm, asked_number, asked_code FROM person WHERE id = ?", raw(ben["person"]))
    assert row == ("forbes", "201", code)


def test_sign_up_is_off_by_setting():
    with running(QUAD_SIGNUP="off") as site:
        assert problem(site.request("POST", "/v1/signup", account("ada"))) == (403, "signup_closed")
        assert site.request("GET", "/v1/site").json["signUp"] == "off"


def test_sign_up_is_for_the_domains_of_the_school():
    with running(QUAD_SIGNUP="domains:hilltop.example,cs.hilltop.example") as site:
        assert site.request("GET", "/v1/site").json["domains"] == ["hilltop.example", "cs.hilltop.example"]
        ada = site.request("POST", "/v1/signup", account("ada", signIn=True))
        assert ada.status == 201
        session, = site.request("GET", "/v1/sessions", token=ada.json["token"]).json["items"]
        assert ada.json["expires"] == session["expires"]
        for address in ("ada@evil.example", "ada@x.hilltop.example", "ada@myhilltop.example"):
            refused = site.request("POST", "/v1/signup", account("x", email=address))
            assert problem(refused) == (403, "email_domain_refused")
        moved = site.request(
            "POST", "/v1/me/email", {"email": "ada@evil.example", "password": PASSWORD}, ada.json["token"])
        assert problem(moved) == (403, "email_domain_refused")


@pytest.mark.parametrize(
    "name, value", [
        ("QUAD_SIGNUP", "yes"), ("QUAD_SIGNUP", "domains:"), ("QUAD_ORIGIN", "hilltop"), ("QUAD_SMTP", "mail"),
        ("QUAD_SITE_NAME", "x" * 61)])
def test_a_setting_that_makes_no_sense_stops_the_program(open_site, name, value):
    ended = subprocess.run(
        [f"{BIN}/auth"], capture_output=True, text=True, timeout=20,
        env={**open_site.environment, "QUAD_DATA": open_site.folder + "/other", name: value})
    assert ended.returncode == 78, ended.stderr
    assert name in ended.stderr
    assert not os.path.exists(open_site.folder + "/none")


# Invitations


@pytest.fixture(scope="module")
def invite_site():
    with running(QUAD_SIGNUP="", QUAD_ORIGIN="https://quad.hilltop.example") as site:
        yield site


def test_sign_up_is_by_invitation_unless_set(invite_site):
    assert invite_site.request("GET", "/v1/site").json["signUp"] == "invite"
    assert problem(invite_site.request("POST", "/v1/signup", account("ada"))) == (403, "invite_needed")
    wrong = invite_site.request("POST", "/v1/signup", account("ada", invite="7KQ2M9XA"))
    assert problem(wrong) == (403, "invite_wrong")


def test_an_invitation_for_one_lets_one_in(invite_site):
    invite = invite_site.operator("auth.invite.create", {"note": "For Ada"})
    assert invite["link"] == f"https://quad.hilltop.example/signup#{invite['code']}"
    assert (invite["uses"], invite["used"], invite["note"]) == (1, 0, "For Ada")
    answers = at_once(*[
        lambda name=name: invite_site.request("POST", "/v1/signup", account(name, invite=invite["code"].lower()))
        for name in ("one", "two", "three", "four")])
    assert sorted(answer.status for answer in answers) == [201, 403, 403, 403]
    assert {problem(answer) for answer in answers if answer.status != 201} == {(403, "invite_wrong")}
    assert invite["id"] not in [item["id"] for item in invite_site.operator("auth.invite.list", {})["items"]]


def test_a_taken_address_costs_no_invitation(invite_site):
    invite = invite_site.operator("auth.invite.create", {"uses": 2})
    for status in (201, 409):
        assert invite_site.request("POST", "/v1/signup", account("again", invite=invite["code"])).status == status
    listed = invite_site.operator("auth.invite.list", {})["items"]
    assert [item["used"] for item in listed if item["id"] == invite["id"]] == [1]


def test_an_invitation_ends_when_it_is_taken_back_or_its_time_is_over(invite_site):
    taken_back, over = (invite_site.operator("auth.invite.create", {"uses": 5}) for _ in range(2))
    invite_site.operator("auth.invite.revoke", {"id": taken_back["id"]})
    invite_site.operator("auth.invite.revoke", {"id": taken_back["id"]})
    sql(invite_site, "UPDATE invite SET expires_at = 1 WHERE id = ?", raw(over["id"]))
    for invite in (taken_back, over):
        refused = invite_site.request("POST", "/v1/signup", account("late", invite=invite["code"]))
        assert problem(refused) == (403, "invite_wrong")
    with pytest.raises(Fault, match="not_found"):
        invite_site.operator("auth.invite.revoke", {"id": "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"})
    for uses in (0, 10_001):
        with pytest.raises(Fault, match="uses_bad"):
            invite_site.operator("auth.invite.create", {"uses": uses})


@pytest.mark.parametrize("character", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_e10_a_name_turns_no_text_around(open_site, character):
    name = f"Ada{character}nimda"
    for field in ("firstName", "lastName"):
        answer = open_site.request("POST", "/v1/signup", account(f"turn{ord(character)}", **{field: name}))
        assert (answer.status, answer.json["errors"][0]["field"]) == (422, field)
        assert answer.json["errors"][0]["code"] == "text_bad"


def test_e10_a_name_that_was_right_is_not_turned_around_later(open_site):
    token = open_site.request("POST", "/v1/signup", account("turner", signIn=True)).json["token"]
    me = open_site.request("GET", "/v1/me", token=token).json
    changed = open_site.request("PATCH", "/v1/me", {"version": me["version"], "lastName": "a\u202eb"}, token)
    assert (changed.status, changed.json["errors"][0]["code"]) == (422, "text_bad")
    # Marks that Arabic and Hebrew need, and joined emoji, stay.
    changed = open_site.request("PATCH", "/v1/me", {"version": me["version"], "lastName": "\u05d0\u200f\u05d1"}, token)
    assert changed.status == 200, changed.body
