"""quad admin as an administrator and the operator of a new site use it: the executables over HTTP and bus."""

import json

import pytest
from quad_home import Home, Operator, another
from quad_site import PASSWORD, Site

# Administrators see the whole site.
pytestmark = pytest.mark.own_site


@pytest.fixture
def admin(site, tmp_path):
    """A person whom the operator has made an administrator."""
    grace = Home(site, tmp_path / "grace").sign_up("grace", "Hopper")
    Operator(site, tmp_path / "operator").run("admin", "roles", "grace@hilltop.example", "staff", "admin")
    grace.run("signin", "grace@hilltop.example", "--password-stdin", stdin=PASSWORD)
    return grace


def test_the_first_administrator_is_made_with_the_operators_key(home, tmp_path):
    home.sign_up("ada")
    assert "(not_allowed)" in home.refused("admin", "people", status="not allowed")
    operator = Operator(home.site, tmp_path / "operator")
    assert "ada@hilltop.example" in operator.say("admin", "people")
    assert json.loads(operator.say("admin", "--json", "dorms"))["items"][0]["name"] == "Forbes Hall"
    said = operator.say("admin", "roles", "ada@hilltop.example", "student", "admin")
    assert said == "ada@hilltop.example is now admin, student\n"
    home.run("signin", "ada@hilltop.example", "--password-stdin", stdin=PASSWORD)
    assert home.json("admin", "people")["items"][0]["roles"] == ["admin", "student"]
    assert "last_admin" in home.refused("admin", "roles", "ada@hilltop.example", "student")
    assert "nobody has" in operator.refused("admin", "roles", "eve@hilltop.example", "admin")
    assert '"student", "staff", or "admin"' in home.refused("admin", "roles", "ada@hilltop.example", "king", status=64)
    operator.refused("admin", "people", status="setting", QUAD_KEYS="")
    # The way before there was a program for operators.
    said = home.refused("admin", "people", "--operator", status="usage")
    assert said == "quad admin --operator: moved to quadctl; run: quadctl admin people\n"


def test_people_are_found_and_a_site_without_mail_says_what_that_means(admin, ada):
    listed = admin.run("admin", "people")
    assert [line.split()[1] for line in listed.stdout.splitlines()[1:]] == ["Ada", "Grace"]
    assert "addresses are not verified" in listed.stderr
    assert "Email      none" in admin.say("admin", "site")
    assert [row["firstName"] for row in admin.json("admin", "people", "--query", "hopp")["items"]] == ["Grace"]
    assert [row["firstName"] for row in admin.json("admin", "people", "--role", "admin")["items"]] == ["Grace"]
    assert '"student", "staff", or "admin"' in admin.refused("admin", "people", "--role", "king", status="usage")
    newest = admin.json("admin", "people", "--sort=-signedUp")["items"]
    oldest = admin.json("admin", "people", "--sort", "signedUp")["items"]
    assert [row["id"] for row in newest] == [row["id"] for row in reversed(oldest)]
    assert admin.json("admin", "people", "--sort", "-signedUp")["items"] == newest
    for words, orders in (("people", "name, email, signedUp, lastSeen"), ("rooms", "room, people, opened"),
                          ("invites", "created, code, used, expires")):
        said = " ".join(admin.say("admin", words, "--help").split())
        assert f"a minus means descending: {orders}" in said
    assert '"-lastSeen"' in admin.refused("admin", "people", "--sort", "age", status="usage")


def test_a_person_is_blocked_signed_out_and_deleted_by_e_mail_by_row_and_by_id(admin, ada):
    assert admin.say("admin", "signout", "ada@hilltop.example") == "ended 1 session\n"
    ada.refused("whoami", status="not allowed")
    admin.run("admin", "people")
    assert admin.say("admin", "block", "1", "--note", "Lost the laptop.") == "ada@hilltop.example is blocked\n"
    words = ("signin", "ada@hilltop.example", "--password-stdin")
    assert "account_blocked" in ada.refused(*words, stdin=PASSWORD, status="not allowed")
    assert " blocked" in admin.say("admin", "people")
    person = admin.json("admin", "people", "--query", "ada@")["items"][0]["id"]
    assert admin.say("admin", "unblock", person) == "ada@hilltop.example can sign in again\n"
    ada.run(*words, stdin=PASSWORD)
    assert "will be deleted 20" in admin.say("admin", "delete", person[-6:])
    assert admin.say("admin", "undelete", "ada@hilltop.example") == "ada@hilltop.example is kept\n"
    assert "last_admin" in admin.refused("admin", "block", "grace@hilltop.example")
    rows = admin.say("admin", "audit").splitlines()
    assert "person_undeleted" in rows[1] and "grace@hilltop.example" in rows[1] and "ada@hilltop.example" in rows[1]
    assert any("the operator" in row and "roles_set" in row for row in rows)
    only = admin.json("admin", "audit", "--actor", "grace@hilltop.example")["items"]
    assert 0 < len(only) < len(rows) - 2 and any(entry.get("detail") == "Lost the laptop." for entry in only)


def test_a_reset_code_is_handed_over_and_works_once(admin, ada):
    made = admin.run("admin", "reset", "ada@hilltop.example")
    code = made.stdout.strip()
    assert " " not in code and "until" in made.stderr
    again = "four other random words\n"
    assert ada.say("reset", code, "--password-stdin", stdin=again).startswith("password changed")
    ada.refused("whoami", status="not allowed")
    ada.run("signin", "ada@hilltop.example", "--password-stdin", stdin=again)
    assert "code_wrong" in ada.refused("reset", code, "--password-stdin", stdin=again, status="not allowed")


def test_dorms_and_rooms_are_changed(admin, ada):
    assert admin.say("admin", "dorm", "witherspoon", "Witherspoon", "Hall", "--capacity", "3") == (
        "witherspoon is Witherspoon Hall, 3 people per room\n"
    )
    assert admin.json("admin", "dorm", "witherspoon", "Old Witherspoon")["roomCapacity"] == 3
    assert len(admin.json("admin", "dorms")["items"]) == 2
    assert admin.say("admin", "remove-dorm", "witherspoon") == "removed witherspoon\n"
    assert "dorm_in_use" in admin.refused("admin", "remove-dorm", "forbes")
    rows = admin.say("admin", "rooms").splitlines()
    assert "forbes:101A" in rows[1] and "1 of 4" in rows[1] and "ada@hilltop.example" in rows[1]
    assert admin.say("admin", "capacity", "1", "6") == "forbes:101A holds 6 people\n"
    assert admin.say("admin", "capacity", "forbes:101a", "usual") == "forbes:101A holds 4 people\n"
    assert "enter a number" in admin.refused("admin", "capacity", "1", "many", status="usage")
    assert "no room" in admin.refused("admin", "capacity", "forbes:9", "2")
    assert admin.say("admin", "move-out", "forbes:101A", "ada@hilltop.example") == "moved out\n"
    assert "(no_room)" in ada.refused("room")
    assert admin.say("admin", "rooms", "--dorm", "Forbes") == "No rooms.\n"


def test_a_reported_message_is_hidden_shown_and_dismissed(site, admin, ada, tmp_path):
    code = ada.json("room")["joinCode"]
    for name in ("ben", "cem"):
        another(site, tmp_path / name, name, code)
    ada.run("board", "post", "a rude word", "--yes")
    assert admin.say("admin", "reports") == "No reports.\n"
    ada.run("board")
    assert ada.say("board", "report", "1", "--reason", "It is rude.").startswith("reported")
    said = admin.say("admin", "reports")
    assert "1 report, waiting" in said and "   a rude word" in said and "reason: It is rude." in said
    assert admin.say("admin", "hide", "1") == "hidden\n"
    assert "   hidden" in ada.say("board").splitlines()
    assert admin.json("admin", "reports", "--state", "hidden")["items"][0]["text"] == "a rude word"
    assert admin.say("admin", "show", "1") == "shown again\n"
    assert "   a rude word" in ada.say("board").splitlines()
    assert admin.json("admin", "dismiss", "1")["state"] == "dismissed"


def test_a_site_by_invitation_takes_who_has_a_code(tmp_path):
    site = Site(settings={"QUAD_SIGNUP": "invite"})
    try:
        operator = Operator(site, tmp_path / "operator")
        made = operator.json("admin", "invite", "--uses", "2", "--days", "3", "--note", "Hall meeting")
        assert made["uses"] == 2 and made["note"] == "Hall meeting"
        words = ("signup", "ada@hilltop.example", "--first-name", "Ada", "--last-name", "Example", "--password-stdin")
        home = Home(site, tmp_path / "home")
        assert "invite_needed" in home.refused(*words, stdin=PASSWORD, status="not allowed")
        said = home.refused(*words, "--invite", "00000000", stdin=PASSWORD, status="not allowed")
        assert "invite_wrong" in said
        home.run(*words, "--invite", made["code"], stdin=PASSWORD)
        rows = operator.say("admin", "invites").splitlines()
        assert "1 of 2" in rows[1] and "Hall meeting" in rows[1]
        assert operator.say("admin", "uninvite", "1") == "revoked\n"
        assert operator.say("admin", "invites") == "No invitations.\n"
        assert "days_bad" in operator.refused("admin", "invite", "--days", "0")
    finally:
        site.close()


def test_this_machine_stays_known_at_a_site(home):
    home.sign_up("ada")
    known = json.load(open(home.file("devices.json")))["entries"]
    assert [entry["email"] for entry in known] == ["ada@hilltop.example"]
    home.run("signout")
    for _ in range(7):
        home.site.request("POST", "/v1/signin", {"email": "ada@hilltop.example", "password": "a wrong password"})
    stranger = home.site.request("POST", "/v1/signin", {"email": "ada@hilltop.example", "password": PASSWORD})
    assert stranger.json["code"] == "slow_down"
    home.run("signin", "ada@hilltop.example", "--password-stdin", stdin=PASSWORD)
    assert home.say("whoami").startswith("Ada")
    assert json.load(open(home.file("devices.json")))["entries"] == known
