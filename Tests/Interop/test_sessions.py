"""Sign-in sessions and API tokens of a site: their devices, their ends, their limits."""

from quad_accounts import account, files_with, is_refused_within, open_site, sign_in, sql
from quad_site import at_once, problem, raw


def test_a_session_has_a_device_and_ends_for_itself(open_site):
    ada = open_site.request("POST", "/v1/signup", account("sessions", signIn=True, device="phone")).json
    laptop = sign_in(open_site, "sessions", device="laptop").json
    listed = open_site.request("GET", "/v1/sessions", token=laptop["token"]).json["items"]
    assert [(item["device"], item["isCurrent"]) for item in listed] == [("laptop", True), ("phone", False)]
    foreign = open_site.sign_up("foreigner")
    refused = open_site.request("DELETE", f"/v1/sessions/{ada['session']}", token=foreign["token"])
    assert problem(refused) == (404, "not_found")
    assert open_site.request("DELETE", f"/v1/sessions/{ada['session']}", token=laptop["token"]).status == 204
    assert is_refused_within(open_site, ada["token"])
    again = open_site.request("DELETE", f"/v1/sessions/{ada['session']}", token=laptop["token"])
    assert problem(again) == (404, "not_found")


def test_all_other_sessions_end_together(open_site):
    open_site.sign_up("others")
    tokens = [sign_in(open_site, "others").json["token"] for _ in range(3)]
    ended = open_site.request("DELETE", "/v1/sessions", token=tokens[0])
    assert ended.json == {"ended": 3}
    assert open_site.request("GET", "/v1/me", token=tokens[0]).status == 200
    for token in tokens[1:]:
        assert is_refused_within(open_site, token)
        assert is_refused_within(open_site, token, "/v1/room")


def test_a_session_ends_when_it_is_idle_and_at_the_latest_when_its_time_is_over(open_site):
    for name, change in (("idle", "ends_at = 1"), ("old", "ends_at = 1, expires_at = 1")):
        person = open_site.sign_up(name)
        sql(open_site, f"UPDATE session SET {change} WHERE person = ?", raw(person["person"]))
        assert problem(open_site.request("GET", "/v1/me", token=person["token"])) == (401, "signin_required")


def test_a_session_that_is_used_lives_on(open_site):
    person = open_site.sign_up("used")
    hours = 3_600_000
    sql(open_site, "UPDATE session SET last_seen_at = last_seen_at - ?, ends_at = ends_at - ? WHERE person = ?",
        2 * hours, 2 * hours, raw(person["person"]))
    ((before,),) = sql(open_site, "SELECT ends_at FROM session WHERE person = ?", raw(person["person"]))
    assert open_site.request("GET", "/v1/me", token=person["token"]).status == 200
    ((after,),) = sql(open_site, "SELECT ends_at FROM session WHERE person = ?", raw(person["person"]))
    assert after - before >= 2 * hours


def test_staff_sign_in_again_sooner(open_site):
    student = open_site.sign_up("student")
    staff = open_site.sign_up("staffer")
    open_site.set_roles(staff["person"], ["staff", "student"])
    assert is_refused_within(open_site, staff["token"])
    assert sign_in(open_site, "staffer").status == 200
    rows = [
        sql(open_site, "SELECT idle_ms, expires_at - started_at, ends_at - started_at FROM session WHERE person = ?",
            raw(person["person"]))
        for person in (student, staff)]
    hour, day = 3_600_000, 86_400_000
    assert rows == [[(14 * day, 90 * day, 14 * day)], [(12 * hour, 7 * day, 12 * hour)]]


def test_the_oldest_session_goes_when_there_are_too_many(open_site):
    person = open_site.sign_up("many")
    sql(open_site, """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
        INSERT INTO session(id, person, token_hash, started_at, last_seen_at, expires_at, idle_ms, ends_at)
        SELECT randomblob(16), person, randomblob(32), started_at, last_seen_at + i, expires_at, idle_ms, ends_at
        FROM session, n WHERE person = ?""", raw(person["person"]))
    assert sign_in(open_site, "many").status == 200
    ((count,),) = sql(open_site, "SELECT count(*) FROM session WHERE person = ?", raw(person["person"]))
    assert count == 100
    assert is_refused_within(open_site, person["token"])


# API tokens


def test_a_token_may_do_what_its_scopes_say(open_site):
    ada = open_site.member("tokens", "301")
    made = open_site.request("POST", "/v1/tokens", {"name": "Door", "scopes": ["room:read"]}, ada["token"])
    assert made.status == 201
    secret, token = made.json["secret"], made.json["token"]
    assert open_site.request("GET", "/v1/room", token=secret).status == 200
    for method, path in (("GET", "/v1/me"), ("GET", "/v1/sessions"), ("GET", "/v1/tokens"), ("POST", "/v1/signout")):
        assert problem(open_site.request(method, path, token=secret)) == (403, "scope_missing")
    (listed,) = open_site.request("GET", "/v1/tokens", token=ada["token"]).json["items"]
    assert listed["id"] == token["id"] and listed["lastUsed"].endswith(":00:00.000Z")
    assert "secret" not in listed
    assert open_site.request("DELETE", f"/v1/tokens/{token['id']}", token=ada["token"]).status == 204
    assert is_refused_within(open_site, secret, "/v1/room")
    gone = open_site.request("DELETE", f"/v1/tokens/{token['id']}", token=ada["token"])
    assert problem(gone) == (404, "not_found")
    assert files_with(open_site, secret) == []


def test_a_token_ends_when_its_time_is_over(open_site):
    ada = open_site.member("tokentime", "302")
    for body, days in (({}, 90), ({"days": 1}, 1)):
        made = open_site.request(
            "POST", "/v1/tokens", {"name": "x", "scopes": ["room:read"], **body}, ada["token"]).json
        ((life,),) = sql(
            open_site, "SELECT expires_at - created_at FROM api_token WHERE id = ?", raw(made["token"]["id"]))
        assert life == days * 86_400_000
        sql(open_site, "UPDATE api_token SET expires_at = 1 WHERE id = ?", raw(made["token"]["id"]))
        refused = open_site.request("GET", "/v1/room", token=made["secret"])
        assert problem(refused) == (401, "signin_required")


def test_there_are_at_most_fifty_tokens(open_site):
    ada = open_site.sign_up("fifty")
    body = {"name": "x", "scopes": ["room:read"]}
    create = lambda: open_site.request("POST", "/v1/tokens", body, ada["token"])
    for _ in range(48):
        assert create().status == 201
    answers = at_once(*[create] * 4)
    assert sorted(answer.status for answer in answers) == [201, 201, 409, 409]
    assert {problem(answer) for answer in answers if answer.status == 409} == {(409, "too_many_tokens")}
