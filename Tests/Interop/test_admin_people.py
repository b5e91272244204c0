"""People as administrators manage them: roles, blocks, deletions, sessions, codes, invitations and the audit log."""

import json
import time

import pytest

from quad_accounts import NEW_PASSWORD, account, is_refused_within, running, sign_in, sql
from quad_bus import Fault
from quad_site import PASSWORD, at_once, problem, raw, wait_until

NOBODY = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"


@pytest.fixture(scope="module")
def site():
    with running() as site:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site


class Admin:
    def __init__(self, site, name):
        self.site = site
        self.name = name
        self.id = site.sign_up(name)["person"]
        site.set_roles(self.id, ["admin", "student"])
        self.token = sign_in(site, name).json["token"]

    def ask(self, method, path, body=None, **more):
        return self.site.request(method, path, body, self.token, **more)

    def put(self, what, person, body):
        return self.ask("PUT", f"/v1/admin/people/{person}/{what}", body)


@pytest.fixture(scope="module")
def admin(site):
    return Admin(site, "boss")


@pytest.fixture
def two_admins():
    """A site whose only administrators are these two."""
    with running() as site:
        yield site, Admin(site, "first"), Admin(site, "second")


def audit(site, object_):
    entries = site.operator("auth.audit.list", {"limit": 100})["items"]
    return [(entry["action"], entry.get("detail"), entry.get("actor")) for entry in entries
            if entry["object"] == object_]


# Lists


def test_people_are_listed_by_name_and_found_by_part_of_it(site, admin):
    people = [("zoé", "Çelik"), ("Zara", "Abel_50%"), ("Ada", "Żak"), ("Ben", "Abel"), ("ada", "ABEL")]
    for number, (first, last) in enumerate(people):
        made = site.request(
            "POST", "/v1/signup", account(f"lister{number}", firstName=first, lastName=last))
        assert made.status == 201
    find = lambda query, **more: admin.ask(
        "GET", "/v1/admin/people?" + "&".join(f"{key}={value}" for key, value in {"query": query, **more}.items()))
    names = lambda answer: [(item["firstName"], item["lastName"]) for item in answer.json["items"]]
    assert names(find("abel")) == [("ada", "ABEL"), ("Ben", "Abel"), ("Zara", "Abel_50%")]
    assert names(find("%C3%87ELIK")) == [("zoé", "Çelik")]
    assert names(find("ben%20abel")) == [("Ben", "Abel")] == names(find("abel%20ben"))
    assert names(find("LISTER3@")) == [("Ben", "Abel")]
    assert names(find("0%25")) == [("Zara", "Abel_50%")]
    assert names(find("l_5")) == [("Zara", "Abel_50%")]
    for wildcard in ("%25a", "a_e", "!", "a%25l"):
        assert names(find(wildcard)) == []
    first = find("lister", limit=2)
    second = find("lister", limit=2, cursor=first.json["next"])
    third = find("lister", limit=2, cursor=second.json["next"])
    assert names(first) + names(second) + names(third) == [
        ("ada", "ABEL"), ("Ben", "Abel"), ("Zara", "Abel_50%"), ("zoé", "Çelik"), ("Ada", "Żak")]
    assert "next" not in third.json
    assert [item["id"] for item in find("boss", role="admin").json["items"]] == [admin.id]
    assert find("lister", role="admin").json["items"] == []
    assert problem(find("a", cursor="x")) == (422, "cursor_bad")
    (boss,) = find("boss").json["items"]
    assert boss["roles"] == ["admin", "student"] and boss["isBlocked"] is False
    assert boss["lastSeen"].endswith(":00:00.000Z") and boss["isEmailVerified"] is False
    assert admin.ask("GET", f"/v1/admin/people/{admin.id}").json == boss
    assert problem(admin.ask("GET", f"/v1/admin/people/{NOBODY}")) == (404, "not_found")


def test_a_long_name_does_not_break_a_list(site, admin):
    long = "é" * 60
    for number in range(3):
        body = account(f"longname{number}", firstName=long, lastName=long)
        assert site.request("POST", "/v1/signup", body).status == 201
    seen, cursor = [], ""
    while cursor is not None:
        page = admin.ask("GET", f"/v1/admin/people?query=longname&limit=1{cursor}").json
        seen += [item["email"] for item in page["items"]]
        cursor = f"&cursor={page['next']}" if "next" in page else None
    assert sorted(seen) == [f"longname{number}@hilltop.example" for number in range(3)]


def test_people_are_sorted_by_what_is_asked_page_by_page(site, admin):
    names = [("Anna", "Sommer"), ("Żaneta", "Berg"), ("Bea", "sommer"), ("Émile", "Zola")]
    for (first, last), letter in zip(names, "mxcq"):
        made = site.request("POST", "/v1/signup", account(f"order-{letter}", firstName=first, lastName=last))
        assert made.status == 201
    sign_in(site, "order-c")
    found = lambda **more: admin.ask("GET", "/v1/admin/people?query=order-" + "".join(
        f"&{key}={value}" for key, value in more.items()))
    people = found().json["items"]
    keys = {"name": lambda one: f"{one['lastName']} {one['firstName']}".lower(), "email": lambda one: one["email"],
            "signedUp": lambda one: one["signedUp"], "lastSeen": lambda one: one.get("lastSeen") or ""}
    assert [one["email"][:7] for one in found(sort="email").json["items"]] == ["order-c", "order-m", "order-q", "order-x"]
    for name, key in keys.items():
        for is_descending in (False, True):
            sort = "-" * is_descending + name
            expected = sorted(people, key=lambda one: (key(one), one["id"]), reverse=is_descending)
            first = found(sort=sort, limit=3).json
            rest = found(sort=sort, limit=3, cursor=first["next"]).json
            assert [*first["items"], *rest["items"]] == expected, sort
            assert "next" not in rest
            # A place in this order is none in another one.
            other = "email" if name != "email" else "name"
            assert problem(found(sort=other, cursor=first["next"])) == (422, "cursor_bad")
    assert problem(found(sort="age"))[1] == "value_unknown"


def test_nobody_else_administers(site, admin):
    staff = site.sign_up("onlystaff")
    site.set_roles(staff["person"], ["staff"])
    token = sign_in(site, "onlystaff").json["token"]
    for method, path, body in (
        ("GET", "/v1/admin/people", None), ("GET", f"/v1/admin/people/{admin.id}", None),
        ("PUT", f"/v1/admin/people/{admin.id}/roles", {"roles": ["admin"]}),
        ("PUT", f"/v1/admin/people/{admin.id}/blocked", {"isBlocked": True}),
        ("PUT", f"/v1/admin/people/{admin.id}/deleted", {"isDeleted": True}),
        ("POST", f"/v1/admin/people/{admin.id}/signout", None), ("POST", f"/v1/admin/people/{admin.id}/reset", None),
        ("GET", "/v1/admin/invites", None), ("POST", "/v1/admin/invites", {}),
        ("DELETE", f"/v1/admin/invites/{NOBODY}", None), ("GET", "/v1/admin/audit", None),
    ):
        assert problem(site.request(method, path, body, token)) == (403, "not_allowed")
        assert problem(site.request(method, path, body)) == (401, "signin_required")


# Roles


def test_whoever_gets_a_role_signs_in_again(site, admin):
    ada = site.sign_up("climber")
    made = site.request(
        "POST", "/v1/tokens", {"name": "x", "scopes": ["admin", "profile:read"]}, ada["token"]).json["secret"]
    changed = admin.put("roles", ada["person"], {"roles": ["student", "admin"]})
    assert changed.json["roles"] == ["admin", "student"]
    assert is_refused_within(site, ada["token"])
    token = sign_in(site, "climber").json["token"]
    assert site.request("GET", "/v1/admin/people", token=token).status == 200
    # Once more changes nothing, and signs nobody out.
    assert admin.put("roles", ada["person"], {"roles": ["admin", "student"]}).status == 200
    assert site.request("GET", "/v1/admin/people", token=token).status == 200
    admin.put("roles", ada["person"], {"roles": ["student"]})
    assert is_refused_within(site, token)
    # A token that could administer ends with the role.
    assert is_refused_within(site, made)
    assert audit(site, ada["person"]) == [("roles_set", "student", admin.id), ("roles_set", "admin student", admin.id)]
    assert problem(admin.put("roles", NOBODY, {"roles": ["student"]})) == (404, "not_found")
    assert problem(admin.put("roles", ada["person"], {"roles": []})) == (422, "roles_bad")


# Blocks, sessions, codes


def test_a_block_ends_all_access(site, admin):
    ada = site.sign_up("rude")
    made = site.request("POST", "/v1/tokens", {"name": "x", "scopes": ["profile:read"]}, ada["token"]).json["secret"]
    blocked = admin.put("blocked", ada["person"], {"isBlocked": True, "note": "Asked at the front desk."})
    assert blocked.json["isBlocked"] is True
    assert is_refused_within(site, ada["token"]) and is_refused_within(site, made)
    assert problem(sign_in(site, "rude")) == (403, "account_blocked")
    assert admin.put("blocked", ada["person"], {"isBlocked": True}).status == 200
    shown = site.request("GET", f"/v1/people/{ada['person']}", token=admin.token)
    assert shown.status == 200, "others still see who that is"
    assert admin.put("blocked", ada["person"], {"isBlocked": False}).json["isBlocked"] is False
    assert sign_in(site, "rude").status == 200
    assert audit(site, ada["person"]) == [
        ("person_unblocked", None, admin.id), ("person_blocked", "Asked at the front desk.", admin.id)]
    assert problem(admin.put("blocked", NOBODY, {"isBlocked": True})) == (404, "not_found")


def test_a_block_reaches_a_sign_in_that_is_under_way(site, admin):
    ada = site.sign_up("hasty")
    answers = at_once(
        *[lambda: sign_in(site, "hasty")] * 3,
        lambda: admin.put("blocked", ada["person"], {"isBlocked": True}))
    assert answers[-1].status == 200
    for answer in answers[:-1]:
        assert answer.status != 200 or is_refused_within(site, answer.json["token"])
    assert sql(site, "SELECT 1 FROM session WHERE person = ?", raw(ada["person"])) == []


def test_sessions_and_tokens_of_a_person_end_together(site, admin):
    ada = site.sign_up("everywhere")
    sign_in(site, "everywhere")
    made = site.request("POST", "/v1/tokens", {"name": "x", "scopes": ["profile:read"]}, ada["token"]).json["secret"]
    end = lambda person: admin.ask("POST", f"/v1/admin/people/{person}/signout")
    assert end(ada["person"]).json == {"ended": 3}
    assert is_refused_within(site, ada["token"]) and is_refused_within(site, made)
    assert end(ada["person"]).json == {"ended": 0}
    assert audit(site, ada["person"]) == [("sessions_ended", "3", admin.id)]
    assert problem(end(NOBODY)) == (404, "not_found")


def test_a_code_is_shown_once_and_recorded(site, admin):
    ada = site.sign_up("coded")
    path = f"/v1/admin/people/{ada['person']}/reset"
    made = admin.ask("POST", path, headers={"Idempotency-Key": "code-1"})
    assert made.status == 201
    assert problem(admin.ask("POST", path, headers={"Idempotency-Key": "code-1"})) == (409, "already_done")
    body = {"code": made.json["code"], "password": NEW_PASSWORD}
    assert site.request("POST", "/v1/password/reset", body).status == 204
    ((action, detail, actor),) = audit(site, ada["person"])
    assert (action, detail, actor) == ("reset_code_made", None, admin.id)
    assert problem(admin.ask("POST", f"/v1/admin/people/{NOBODY}/reset")) == (404, "not_found")


def test_an_administrator_deletes_and_takes_it_back(site, admin):
    ada = site.sign_up("doomed")
    deleted = admin.put("deleted", ada["person"], {"isDeleted": True})
    assert deleted.json["erases"]
    assert is_refused_within(site, ada["token"])
    again = admin.put("deleted", ada["person"], {"isDeleted": True})
    assert again.json["erases"] == deleted.json["erases"], "a second deletion does not put it off"
    kept = admin.put("deleted", ada["person"], {"isDeleted": False})
    assert kept.json.get("erases") is None
    assert audit(site, ada["person"]) == [("person_undeleted", None, admin.id), ("person_deleted", None, admin.id)]


# The last administrator


@pytest.mark.parametrize("what, body", [
    ("roles", {"roles": ["student"]}), ("blocked", {"isBlocked": True}), ("deleted", {"isDeleted": True})])
def test_of_two_administrators_who_remove_each_other_one_stays(two_admins, what, body):
    site, first, second = two_admins
    answers = at_once(lambda: first.put(what, second.id, body), lambda: second.put(what, first.id, body))
    statuses = sorted(answer.status for answer in answers)
    # The later one is refused as the last, or was signed out by the earlier one first.
    assert statuses[0] == 200 and statuses[1] in (401, 409), [answer.body for answer in answers]
    admins = [person for person in site.operator("auth.person.list", {"role": "admin"})["items"]
              if not person["isBlocked"] and not person.get("erases")]
    assert len(admins) == 1
    for last, change in (("roles", {"roles": ["student"]}), ("blocked", {"isBlocked": True}),
                         ("deleted", {"isDeleted": True})):
        subject = {"roles": "setRoles", "blocked": "setBlocked", "deleted": "setDeleted"}[last]
        with pytest.raises(Fault, match="last_admin"):
            site.operator(f"auth.person.{subject}", {"id": admins[0]["id"], **change})


def test_two_administrators_who_leave_at_once_do_not_leave_the_site_alone(two_admins):
    site, first, second = two_admins
    leave = lambda admin: admin.ask("POST", "/v1/me/delete", {"password": PASSWORD})
    answers = at_once(lambda: leave(first), lambda: leave(second))
    assert sorted(answer.status for answer in answers) == [202, 409]
    assert {problem(answer) for answer in answers if answer.status == 409} == {(409, "last_admin")}


def test_the_operator_removes_two_at_once_but_not_the_last(two_admins):
    site, first, second = two_admins

    def remove(admin):
        try:
            return site.operator("auth.person.setRoles", {"id": admin.id, "roles": ["student"]})["roles"]
        except Fault as fault:
            return fault.code

    for _ in range(3):
        results = at_once(lambda: remove(first), lambda: remove(second))
        assert sorted(results, key=str) == [["student"], "last_admin"]
        for admin in (first, second):
            site.set_roles(admin.id, ["admin"])


def test_invitations_are_sorted_by_what_is_asked_page_by_page(site, admin):
    for uses, days in ((3, 9), (2, 30), (5, 2)):
        assert admin.ask("POST", "/v1/admin/invites", {"uses": uses, "days": days}).status == 201
    found = lambda **more: admin.ask("GET", "/v1/admin/invites?limit=2" + "".join(
        f"&{key}={value}" for key, value in more.items()))

    def all_of(**more):
        page = found(**more).json
        return page["items"] + (all_of(**{**more, "cursor": page["next"]}) if "next" in page else [])

    invites = all_of()
    assert [one["created"] for one in invites] == sorted((one["created"] for one in invites), reverse=True)
    for name in ("created", "code", "used", "expires"):
        for is_descending in (False, True):
            expected = sorted(invites, key=lambda one: (one[name], one["id"]), reverse=is_descending)
            assert all_of(sort="-" * is_descending + name) == expected, name
    assert problem(found(sort="code", cursor=found(sort="used").json["next"])) == (422, "cursor_bad")
    assert problem(found(sort="note"))[1] == "value_unknown"


# The audit log


def test_the_audit_log_is_paged_newest_first_and_names_nobody_for_the_operator(site, admin):
    invites = [admin.ask("POST", "/v1/admin/invites", {"uses": uses}).json for uses in (1, 2, 3)]
    by_operator = site.operator("auth.invite.create", {})
    admin.ask("DELETE", f"/v1/admin/invites/{invites[0]['id']}")
    assert audit(site, by_operator["id"]) == [("invite_created", "1", None)]
    assert audit(site, invites[0]["id"]) == [("invite_revoked", None, admin.id), ("invite_created", "1", admin.id)]
    first = admin.ask("GET", f"/v1/admin/audit?actor={admin.id}&limit=2").json
    second = admin.ask("GET", f"/v1/admin/audit?actor={admin.id}&limit=2&cursor={first['next']}").json
    entries = first["items"] + second["items"]
    assert [entry["action"] for entry in entries] == ["invite_revoked"] + ["invite_created"] * 3
    assert [entry["at"] for entry in entries] == sorted((entry["at"] for entry in entries), reverse=True)
    assert problem(admin.ask("GET", "/v1/admin/audit?cursor=x")) == (422, "cursor_bad")


def test_a_repeated_invitation_is_made_once(site, admin):
    make = lambda: admin.ask("POST", "/v1/admin/invites", {"uses": 7}, headers={"Idempotency-Key": "invite-7"})
    answers = at_once(*[make] * 4)
    assert len({answer.json["id"] for answer in answers}) == 1
    assert len(audit(site, answers[0].json["id"])) == 1


def test_what_other_programs_record_is_heard_once(site):
    site.define_dorm("alder", "Alder House", 4)
    wait_until(lambda: audit(site, "alder"), "auth heard of the dorm")
    assert [(action, actor) for action, _, actor in audit(site, "alder")] == [("dorm_defined", None)]
    site.stop("auth")
    site.start("auth")
    site.define_dorm("alder", "Alder House", 5)
    wait_until(lambda: len(audit(site, "alder")) == 2, "auth heard of the second act")


def test_the_audit_log_forgets_after_two_years(site):
    now = int(time.time() * 1000)
    year = 366 * 86_400_000
    for number, age in enumerate((2 * year + 60_000, 2 * year - 60_000)):
        sql(site, "INSERT INTO audit(id, at, action, object) VALUES (randomblob(16), ?, 'dorm_defined', ?)",
            now - age, f"old{number}")
    site.stop("auth")
    site.start("auth")
    wait_until(lambda: sql(site, "SELECT object FROM audit WHERE object LIKE 'old%'") == [("old1",)], "the sweep")


def test_what_is_past_its_time_is_swept_and_told():
    with running() as site:
        ada = site.sign_up("past")
        made = site.request("POST", "/v1/tokens", {"name": "x", "scopes": ["profile:read"]}, ada["token"]).json
        site.operator("auth.password.makeCode", {"id": ada["person"]})
        sign_in(site, "stranger", "some wrong password")
        site.stop("auth")
        day = 86_400_000
        sql(site, "UPDATE session SET ends_at = 1")
        sql(site, "UPDATE api_token SET expires_at = 1")
        sql(site, "UPDATE one_time_code SET expires_at = 1")
        sql(site, "UPDATE sign_in_delay SET last_at = last_at - ?", day)
        site.start("auth")
        for table in ("session", "api_token", "one_time_code", "sign_in_delay"):
            wait_until(lambda: sql(site, f"SELECT 1 FROM {table}") == [], f"{table} is swept")
        told = [json.loads(body)["session"] for (body,) in sql(
            site, "SELECT body FROM outbox WHERE type = 'auth.session.revoked'")]
        assert sorted(told) == sorted([ada["session"], made["token"]["id"]])
