"""Accounts of a site without mail: profiles, passwords, addresses, export, deletion, and the storage of secrets."""

import base64
import hashlib
import os
import time

from quad_accounts import NEW_PASSWORD, WRONG, account, files_with, is_refused_within, open_site, running, sign_in, sql
from quad_bus import ASSERTION, BusClient
from quad_site import PASSWORD, Site, at_once, problem, raw, wait_until


# Profiles


def test_others_see_what_a_person_shows(open_site):
    ada = open_site.member("shows", "401")
    me = open_site.request("GET", "/v1/me", token=ada["token"]).json
    assert me["visibleTo"] == {
        "pronouns": "room", "concentration": "room", "hometown": "room", "phone": "nobody", "languages": "room",
        "allergies": "nobody"}
    change = {
        "version": me["version"], "pronouns": "she/her", "hometown": "Lagos", "phone": "+12025550143",
        "languages": ["English", "Yorùbá"], "allergies": "Peanuts",
        "visibleTo": {"hometown": "campus", "phone": "room", "pronouns": "nobody"}}
    changed = open_site.request("PATCH", "/v1/me", change, ada["token"])
    assert changed.status == 200 and changed.json["languages"] == ["English", "Yorùbá"]
    ben = open_site.sign_up("looks")
    path = f"/v1/people/{ada['person']}"
    campus = open_site.request("GET", path, token=ben["token"]).json
    assert campus == {"id": ada["person"], "firstName": "Shows", "lastName": "Example", "hometown": "Lagos"}
    own = open_site.request("GET", path, token=ada["token"]).json
    assert (own["pronouns"], own["phone"], own["allergies"]) == ("she/her", "+12025550143", "Peanuts")
    roomhub = BusClient(open_site.keys, open_site.run, "roomhub")
    try:
        ask = lambda **more: roomhub.call("auth.profile.list", {"people": [ada["person"]], **more})["items"][0]
        room = ask()
        assert (room["phone"], room["hometown"], room["languages"]) == ("+12025550143", "Lagos", ["English", "Yorùbá"])
        assert "pronouns" not in room and "allergies" not in room
        assert ask(relation="campus") == campus
    finally:
        roomhub.close()
    stale = open_site.request("PATCH", "/v1/me", {"version": me["version"], "hometown": None}, ada["token"])
    assert problem(stale) == (409, "changed_elsewhere")
    assert stale.json["details"]["current"] == changed.json  # W2
    blank = open_site.request("PATCH", "/v1/me", {"version": me["version"] + 1, "firstName": None}, ada["token"])
    assert problem(blank) == (422, "name_blank")
    missing = open_site.request("GET", "/v1/people/018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7", token=ben["token"])
    assert problem(missing) == (404, "not_found")


def test_the_color_of_initials_is_chosen_seen_by_all_and_taken_back(open_site):
    ada, ben = open_site.sign_up("paints"), open_site.sign_up("admires")
    change = lambda color, version: open_site.request("PATCH", "/v1/me", {"version": version, "color": color}, ada["token"])
    seen = lambda: open_site.request("GET", f"/v1/people/{ada['person']}", token=ben["token"]).json
    assert change("teal", 1).json["color"] == "teal" and seen()["color"] == "teal"
    for wrong in ("mauve", "TEAL", "", 7, ["teal"]):
        refused = change(wrong, 2)
        assert refused.status in (400, 422) and refused.json["code"], refused.body
    assert "color" not in change(None, 2).json and "color" not in seen(), "the id decides again"


def test_of_two_edits_of_one_version_one_wins(open_site):
    ada = open_site.sign_up("edits")
    answers = at_once(*[
        lambda town=town: open_site.request("PATCH", "/v1/me", {"version": 1, "hometown": town}, ada["token"])
        for town in ("Lagos", "Oslo", "Lima")])
    assert sorted(answer.status for answer in answers) == [200, 409, 409]


# Passwords


def test_a_new_password_ends_the_other_sessions(open_site):
    ada = open_site.sign_up("changer")
    other = sign_in(open_site, "changer").json["token"]
    change = lambda current, new: open_site.request(
        "POST", "/v1/me/password", {"current": current, "password": new}, ada["token"])
    assert problem(change(WRONG, NEW_PASSWORD)) == (403, "password_wrong")
    assert problem(change(PASSWORD, "changerexample")) == (422, "password_common")
    assert change(PASSWORD, NEW_PASSWORD).status == 204
    assert is_refused_within(open_site, other)
    assert open_site.request("GET", "/v1/me", token=ada["token"]).status == 200
    assert problem(sign_in(open_site, "changer")) == (401, "bad_credentials")
    assert sign_in(open_site, "changer", NEW_PASSWORD).status == 200


def test_of_two_password_changes_at_once_one_wins(open_site):
    ada = open_site.sign_up("racer")
    answers = at_once(*[
        lambda new=new: open_site.request(
            "POST", "/v1/me/password", {"current": PASSWORD, "password": new}, ada["token"])
        for new in (NEW_PASSWORD, NEW_PASSWORD + "!")])
    assert sorted(answer.status for answer in answers) == [204, 403]


def test_a_code_of_an_administrator_sets_a_password_once(open_site):
    ada = open_site.sign_up("forgetful")
    secret = open_site.request(
        "POST", "/v1/tokens", {"name": "x", "scopes": ["profile:read"]}, ada["token"]).json["secret"]
    old = open_site.operator("auth.password.makeCode", {"id": ada["person"]})["code"]
    code = open_site.operator("auth.password.makeCode", {"id": ada["person"]})["code"]
    reset = lambda code, password=NEW_PASSWORD: open_site.request(
        "POST", "/v1/password/reset", {"code": code, "password": password})
    assert problem(reset(old)) == (403, "code_wrong")
    assert problem(reset("7KQ2-M9XA-4TBC")) == (403, "code_wrong")
    assert problem(reset(code, "forgetfulexample")) == (422, "password_common")
    typed = code.replace("-", " ").lower()
    answers = at_once(*[lambda: reset(typed)] * 4)
    assert sorted(answer.status for answer in answers) == [204, 403, 403, 403]
    assert {problem(answer) for answer in answers if answer.status == 403} == {(403, "code_wrong")}
    assert is_refused_within(open_site, ada["token"])
    assert is_refused_within(open_site, secret)
    assert sign_in(open_site, "forgetful", NEW_PASSWORD).status == 200
    for text in (code, code.replace("-", ""), NEW_PASSWORD):
        assert files_with(open_site, text) == []


def test_a_code_ends_after_ten_minutes(open_site):
    ada = open_site.sign_up("tooslow")
    made = open_site.operator("auth.password.makeCode", {"id": ada["person"]})
    ((left,),) = sql(
        open_site, "SELECT expires_at - ? * 1000 FROM one_time_code WHERE object = ?", time.time(),
        raw(ada["person"]))
    assert 590_000 < left <= 600_000
    sql(open_site, "UPDATE one_time_code SET expires_at = 1 WHERE object = ?", raw(ada["person"]))
    late = open_site.request("POST", "/v1/password/reset", {"code": made["code"], "password": NEW_PASSWORD})
    assert problem(late) == (403, "code_wrong")


def test_without_mail_nobody_is_mailed(open_site):
    ada = open_site.sign_up("unmailed")
    forgot = open_site.request("POST", "/v1/password/forgot", {"email": "unmailed@hilltop.example"})
    assert problem(forgot) == (409, "mail_off")
    assert problem(open_site.request("POST", "/v1/me/email/verify", token=ada["token"])) == (409, "mail_off")


def test_without_mail_an_address_changes_at_once(open_site):
    ada = open_site.sign_up("mover")
    open_site.sign_up("neighbour")
    move = lambda email, password=PASSWORD: open_site.request(
        "POST", "/v1/me/email", {"email": email, "password": password}, ada["token"])
    assert problem(move("moved@hilltop.example", WRONG)) == (403, "password_wrong")
    assert problem(move("neighbour@hilltop.example")) == (409, "email_taken")
    moved = move("Moved@hilltop.example")
    assert (moved.status, moved.json) == (200, {"state": "changed"})
    assert sign_in(open_site, "moved").status == 200
    assert problem(sign_in(open_site, "mover")) == (401, "bad_credentials")
    rivals = [open_site.sign_up(f"rival{number}") for number in range(3)]
    answers = at_once(*[
        lambda rival=rival: open_site.request(
            "POST", "/v1/me/email", {"email": "prize@hilltop.example", "password": PASSWORD}, rival["token"])
        for rival in rivals])
    assert sorted(answer.status for answer in answers) == [200, 409, 409]


# Leaving


def test_a_person_gets_everything_that_auth_holds(open_site):
    ada = open_site.sign_up("exporter")
    open_site.request("POST", "/v1/tokens", {"name": "Door", "scopes": ["room:read"]}, ada["token"])
    gateway = BusClient(open_site.keys, open_site.run, "gateway")
    try:
        token = base64.urlsafe_b64decode(ada["token"] + "=")
        digest = hashlib.blake2b(token, digest_size=32).digest()
        resolved = gateway.call(
            "auth.session.resolve", {"tokenHash": base64.urlsafe_b64encode(digest).decode().rstrip("=")})
        assertion = base64.urlsafe_b64decode(resolved["assertion"] + "==")
        export = gateway.call("auth.person.export", {}, tlvs=[(ASSERTION, assertion)])
    finally:
        gateway.close()
    assert export["account"]["email"] == "exporter@hilltop.example"
    assert [session["isCurrent"] for session in export["sessions"]] == [True]
    assert [token["name"] for token in export["tokens"]] == ["Door"]
    assert len(export["devices"]) == 1


def test_an_account_that_was_deleted_can_be_taken_back(open_site):
    ada = open_site.sign_up("leaver")
    delete = lambda token, password: open_site.request("POST", "/v1/me/delete", {"password": password}, token)
    assert problem(delete(ada["token"], WRONG)) == (403, "password_wrong")
    deleted = delete(ada["token"], PASSWORD)
    assert deleted.status == 202
    assert is_refused_within(open_site, ada["token"])
    token = sign_in(open_site, "leaver").json["token"]
    assert open_site.request("GET", "/v1/me", token=token).json["erases"] == deleted.json["erases"]
    assert open_site.request("POST", "/v1/me/undelete", token=token).json.get("erases") is None
    assert open_site.request("GET", "/v1/me", token=token).json.get("erases") is None


def test_after_a_week_everything_about_a_person_is_gone():
    with running(clock="2026-09-01T12:00:00.000Z") as site:
        site.define_dorm("forbes", "Forbes Hall", 4)
        ada = site.member("gone", "101")
        site.sign_up("stays")
        site.operator("auth.person.setBlocked", {"id": ada["person"], "isBlocked": True, "note": "Okafor was rude"})
        site.operator("auth.person.setBlocked", {"id": ada["person"], "isBlocked": False})
        token = sign_in(site, "gone").json["token"]
        site.request("POST", "/v1/tokens", {"name": "x", "scopes": ["room:read"]}, token)
        sign_in(site, "gone", WRONG)
        deleted = site.request("POST", "/v1/me/delete", {"password": PASSWORD}, token)
        assert deleted.json["erases"] == "2026-09-08T12:00:00.000Z"
        site.stop("roomhub")
        move(site, ["auth"], "2026-09-08T11:59:59.999Z")
        assert sign_in(site, "gone").status == 200
        move(site, ["auth"], "2026-09-08T12:00:00.000Z")
        # Roomhub is down: the account is locked and waits.
        wait_until(lambda: sign_in(site, "gone").status == 401, "the erasure begins")
        assert len(sql(site, "SELECT 1 FROM person WHERE email = 'gone@hilltop.example'")) == 1
        site.start("roomhub")
        wait_until(lambda: sql(site, "SELECT 1 FROM person WHERE email LIKE 'gone%'") == [], "the erasure ends", 30)
        events = [event for event, _ in site_events(site)]
        assert "auth.person.erased" in events
        for (table,) in sql(site, "SELECT name FROM sqlite_schema WHERE type = 'table'"):
            if table in ("outbox", "idem", "sqlite_sequence"):
                continue
            for row in sql(site, f"SELECT * FROM {table}"):
                text = " ".join(str(cell) for cell in row)
                assert "gone@" not in text and "rude" not in text and "Gone" not in text, table
                assert table == "audit" or raw(ada["person"]) not in row, table
        assert len(sql(site, "SELECT 1 FROM audit WHERE object = ?", ada["person"])) == 2
        assert site.request("POST", "/v1/signup", account("gone")).status == 201


def move(site, programs, instant):
    operator = BusClient(site.keys, site.run, "operator")
    try:
        for program in programs:
            operator.call("$srv.clock", {"to": instant}, program=program)
    finally:
        operator.close()


def site_events(site):
    return sql(site, "SELECT type, body FROM outbox ORDER BY seq")


# SEC1


def test_no_secret_is_kept_as_it_is(open_site):
    made = open_site.request("POST", "/v1/signup", account("secretive", password=NEW_PASSWORD, signIn=True),
                             headers={"Idempotency-Key": "secretive-key-1"}).json
    sign_in(open_site, "secretive", WRONG)
    signed = sign_in(open_site, "secretive", NEW_PASSWORD).json
    for text in (made["token"], made["deviceToken"], signed["token"], signed["deviceToken"], NEW_PASSWORD, WRONG,
                 PASSWORD, "secretive-key-1"):
        assert files_with(open_site, text) == [], text
    for (hashed,) in sql(open_site, "SELECT password FROM person"):
        assert hashed.startswith("$argon2id$v=19$")


def test_a_password_costs_what_rfc_9106_recommends_and_less_on_no_site_but_a_test_s():
    site = Site(settings={"QUAD_TEST_PASSWORDS": ""})
    try:
        site.sign_up("ada")
        [(hashed,)] = sql(site, "SELECT password FROM person")
        assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=1$")
        assert site.stop("auth") == 0
        os.remove(os.path.join(site.data, "test-site"))
        site.start("auth", QUAD_TEST_PASSWORDS="cheap")
        assert site.processes.pop("auth").wait(10) == 78
        assert "QUAD_TEST_PASSWORDS" in site.log("auth")
    finally:
        site.close()
