"""O4: a site without an administrator logs a setup code; whoever brings it becomes administrator and names the site."""

import contextlib
import json
import re
import subprocess
from uuid import UUID

import pytest
from mail_server import MailServer
from quad_accounts import account, files_with, running, secret, sign_in, sql
from quad_bus import Fault
from quad_mails import confirm
from quad_site import BIN, at_once, problem, refusal, wait_until


@pytest.fixture(scope="module")
def server():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def running_site(server):
    settings = {"QUAD_SMTP": server.url, "QUAD_SMTP_FROM": "quad@hilltop.example"}
    with running(QUAD_SIGNUP="invite", TZ="America/New_York", **settings) as site:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site


@pytest.fixture
def site(running_site):
    """The site without an administrator and stored settings, and a code that nobody has tried."""
    site = running_site
    sql(site, "UPDATE person SET roles = 'student'")
    sql(site, "DELETE FROM site_setting")
    site.code = site.operator("auth.site.makeSetupCode", {})["code"]
    return site


def logged(site):
    """The codes in auth's log, the newest last."""
    return re.findall(r"/setup#([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b", site.log("auth"))


def body(site, who="ruth", **more):
    return {**account(who), "code": site.code, "name": "Forbes Hall", "zone": "Europe/Berlin", "language": "de",
            "signUp": "open", **more}


def set_up(site, who="ruth", key=None, **more):
    headers = {"Idempotency-Key": key} if key else None
    return site.request("POST", "/v1/setup", body(site, who, **more), headers=headers)


def id_of(site, name):
    ((stored,),) = sql(site, "SELECT id FROM person WHERE email = ?", f"{name}@hilltop.example")
    return str(UUID(bytes=stored))


def admins(site):
    return [row[0] for row in sql(site, "SELECT email FROM person WHERE roles LIKE '%admin%'")]


def test_o4_the_code_makes_one_administrator_who_names_the_site(site):
    before = {"name": "Quad", "zone": "America/New_York", "language": "en", "signUp": "invite", "domains": [],
              "needsSetup": True}
    assert site.request("GET", "/v1/site").json.items() >= before.items()
    answer = set_up(site, signUp="domains", domains=["Hilltop.example", "cs.hilltop.example"])
    assert answer.status == 201 and answer.json["isNewAccount"] is True
    after = {"name": "Forbes Hall", "zone": "Europe/Berlin", "language": "de", "signUp": "domains",
             "domains": ["hilltop.example", "cs.hilltop.example"], "needsSetup": False}
    assert site.request("GET", "/v1/site").json.items() >= after.items()
    token = sign_in(site, "ruth").json["token"]
    assert site.request("GET", "/v1/me", token=token).json["roles"] == ["student", "admin"]
    assert site.request("GET", "/v1/admin/people", token=token).status == 200
    entries = site.request("GET", "/v1/admin/audit", token=token).json["items"][:2]
    assert sorted((entry["action"], entry["object"], entry["detail"]) for entry in entries) == [
        ("roles_set", answer.json["person"], "student admin"),
        ("site_changed", "site", "language de, name Forbes Hall, sign_up domains:hilltop.example,cs.hilltop.example, "
                                 "zone Europe/Berlin")]
    # The setup request has no session, and still it was she who acted, not the operator.
    assert [entry["actor"] for entry in entries] == [answer.json["person"]] * 2
    refused = site.request("POST", "/v1/signup", account("far", email="far@elsewhere.example"))
    assert problem(refused) == (403, "email_domain_refused")


def test_o4_the_site_starts_with_a_new_code_until_there_is_an_administrator():
    with running(QUAD_LOG="warning", QUAD_ORIGIN="https://quad.hilltop.example") as site:
        (first,) = wait_until(lambda: logged(site), "the code is logged")
        assert "https://quad.hilltop.example/setup#" + first in site.log("auth")
        # The log is the only place.
        assert files_with(site, first) == [site.folder + "/auth.log"]
        site.stop("auth")
        site.start("auth")
        wait_until(lambda: len(logged(site)) == 2, "another code is logged")
        site.wait_ready()
        site.code = first
        assert refusal(set_up(site)) == (403, "setup_code_wrong", "code")
        site.code = logged(site)[1].lower().replace("-", " ")
        assert set_up(site).status == 201
        token = sign_in(site, "ruth").json["token"]
        assert problem(site.request("POST", "/v1/admin/mail/test", token=token)) == (409, "no_mail_server")
        site.stop("auth")
        site.start("auth")
        site.wait_ready()
        assert len(logged(site)) == 2 and site.request("GET", "/v1/site").json["name"] == "Forbes Hall"
        assert site.request("GET", "/v1/site").json["needsSetup"] is False


def test_o4_an_account_that_exists_becomes_administrator_with_its_password(site, server):
    sql(site, "INSERT INTO site_setting VALUES ('sign_up', 'open')")
    count = len(server.mails)
    assert site.request("POST", "/v1/signup", account("known")).status == 202
    assert confirm(site, secret(server.mails.wait(count + 1)[-1])).status == 200
    known = sign_in(site, "known").json
    assert refusal(set_up(site, "known", password="not the password")) == (403, "password_wrong", "password")
    assert admins(site) == []
    answer = set_up(site, "known", firstName="Other")
    assert (answer.status, answer.json) == (201, {"person": known["person"], "isNewAccount": False})
    # Sessions from before end, as with any change of roles.
    assert site.request("GET", "/v1/me", token=known["token"]).status == 401
    me = site.request("GET", "/v1/me", token=sign_in(site, "known").json["token"]).json
    assert (me["firstName"], me["roles"]) == ("Known", ["student", "admin"])


def test_o4_what_was_set_up_changes_while_the_site_runs(site):
    assert set_up(site, "boss", name="Hall").status == 201
    token = sign_in(site, "boss").json["token"]
    run = [f"{BIN}/quadctl", "admin", "site"]
    said = subprocess.run(
        [*run, "--sign-up", "off"], env=site.environment, capture_output=True, text=True, check=True).stdout
    assert "Hall" in said and "off" in said, said
    assert problem(site.request("POST", "/v1/signup", account("late"))) == (403, "signup_closed")
    with contextlib.closing(site.open_stream(token)) as stream:
        changed = site.request("PATCH", "/v1/admin/site", {"name": "Hall", "zone": "Asia/Tokyo"}, token)
        assert (changed.status, changed.json["zone"], changed.json["signUp"]) == (200, "Asia/Tokyo", "off")
        _, topic, told = stream.next()
        assert (topic, told) == ("auth.site.changed", {"name": "Hall", "zone": "Asia/Tokyo", "language": "de"})
    (entry,) = site.request("GET", "/v1/admin/audit?limit=1", token=token).json["items"]
    assert (entry["action"], entry["detail"]) == ("site_changed", "zone Asia/Tokyo")
    refused = site.request("PATCH", "/v1/admin/site", {"name": "Hall\u202e"}, token)
    assert refusal(refused) == (422, "text_bad", "name")


def test_what_is_stored_is_shown_beside_the_file_and_goes_back_to_it(site):
    assert set_up(site, "owner", signUp="domains", domains=["hilltop.example"]).status == 201
    token = sign_in(site, "owner").json["token"]
    file = {"name": "Quad", "zone": "America/New_York", "language": "en", "signUp": "invite", "domains": []}
    shown = site.request("GET", "/v1/admin/site", token=token)
    assert (shown.status, shown.json) == (200, {
        "file": file, "stored": ["language", "name", "signUp", "zone"], "sendsMail": True,
        "now": {"name": "Forbes Hall", "zone": "Europe/Berlin", "language": "de", "signUp": "domains",
                "domains": ["hilltop.example"]}})
    with contextlib.closing(site.open_stream(token)) as stream:
        # Two administrators who change different settings both get their way.
        assert site.request("PATCH", "/v1/admin/site", {"zone": None}, token).json["zone"] == "America/New_York"
        _, topic, told = stream.next()
        assert (topic, told) == ("auth.site.changed", {"name": "Forbes Hall", "language": "de"})
        assert site.request("PATCH", "/v1/admin/site", {"name": None, "language": None}, token).status == 200
        assert stream.next()[2] == {}
    assert site.request("GET", "/v1/alert-times", token=token).status == 200
    shown = site.request("GET", "/v1/admin/site", token=token).json
    assert shown["stored"] == ["signUp"] and shown["now"] == {
        **file, "signUp": "domains", "domains": ["hilltop.example"]}
    (entry,) = site.request("GET", "/v1/admin/audit?limit=1", token=token).json["items"]
    assert entry["detail"] == "language as in the file, name as in the file"
    # Nothing new is no change: no event, no entry.
    assert site.request("PATCH", "/v1/admin/site", {"name": None}, token).status == 200
    (same,) = site.request("GET", "/v1/admin/audit?limit=1", token=token).json["items"]
    assert same["id"] == entry["id"]
    said = subprocess.run(
        [f"{BIN}/quadctl", "admin", "site", "--reset", "sign-up"], env=site.environment, capture_output=True,
        text=True, check=True).stdout
    assert "invite" in said and site.request("GET", "/v1/admin/site", token=token).json["stored"] == []


def test_settings_on_the_command_line_say_which_value_counts(site, tmp_path):
    assert set_up(site, "keeper").status == 201
    file = tmp_path / "site.conf"
    file.write_text("# ours\nQUAD_SITE_NAME='Hilltop'\r\nQUAD_LOG=warning\nQUAD_METRICS_TOKEN=hush\n")
    run = [f"{BIN}/quadctl", "settings", "--file", file]
    environment = {name: value for name, value in site.environment.items() if name != "QUAD_LOG"}
    done = subprocess.run([*run, "--json"], env=environment, capture_output=True, text=True, check=True)
    rows = {row["name"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert rows["QUAD_SITE_NAME"] == {"name": "QUAD_SITE_NAME", "value": "Forbes Hall", "from": "stored",
                                      "file": "Hilltop", "stored": "Forbes Hall", "needsRestart": False}
    assert rows["QUAD_LOG"] == {"name": "QUAD_LOG", "value": "warning", "from": "file", "file": "warning",
                                "needsRestart": True}
    assert rows["QUAD_ACCESS_LOG"]["from"] == "default" and "hush" not in done.stdout
    table = subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout
    assert re.search(r"QUAD_SITE_NAME +stored +Forbes Hall +Hilltop +Forbes Hall +at once", table), table
    assert re.search(r"QUAD_LOG +site.conf +warning +warning +- +with a restart", table), table
    # Without the site, what is stored is unknown, and the rest is there.
    alone = subprocess.run(
        [*run, "--json"], env={**environment, "QUAD_RUN": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert "Stored settings are unknown" in alone.stderr
    rows = {row["name"]: row for row in map(json.loads, alone.stdout.splitlines())}
    assert (rows["QUAD_SITE_NAME"]["value"], rows["QUAD_SITE_NAME"]["from"]) == ("Hilltop", "file")
    file.write_text("#\nQUAD_SINGUP=open\n")
    refused = subprocess.run(run, env=environment, capture_output=True, text=True)
    assert refused.returncode != 0 and "line 2: there is no setting QUAD_SINGUP" in refused.stderr


# Hostile


def test_o4_a_guess_is_refused_and_slowed_down(site):
    right = site.code
    site.code = "0000-0000-0000"
    assert [problem(set_up(site)) for _ in range(5)] == [(403, "setup_code_wrong")] * 5
    together = [problem(answer) for answer in at_once(*[lambda: set_up(site)] * 4)]
    assert together.count((403, "setup_code_wrong")) <= 1 and together.count((429, "slow_down")) >= 3
    site.code = right
    slow = set_up(site)
    assert problem(slow) == (429, "slow_down") and int(slow.headers["Retry-After"]) >= 1
    assert refusal(set_up(site, code="7KQ2")) == (422, "code_bad", "code")
    # A new code, for which somebody needs the machine, is not delayed.
    said = subprocess.run(
        [f"{BIN}/quadctl", "setup"], env=site.environment, capture_output=True, text=True, check=True).stdout
    (site.code,) = re.findall(r"^http://127\.0\.0\.1:\d+/setup#([0-9A-Z-]{14})$", said, re.MULTILINE)
    assert set_up(site, "patient").status == 201
    assert admins(site) == ["patient@hilltop.example"]


def test_o4_of_people_with_one_code_one_becomes_administrator(site):
    names = ["race0", "race1", "race2", "race3"]
    answers = at_once(*[lambda name=name: set_up(site, name) for name in names])
    assert sorted(answer.status for answer in answers) == [201, 404, 404, 404]
    assert {problem(answer) for answer in answers if answer.status == 404} == {(404, "setup_done")}
    (winner,) = admins(site)
    made = sql(site, "SELECT email FROM person WHERE email LIKE 'race%'")
    assert made == [(winner,)], "the others left no account"


def test_o4_a_code_works_once_and_not_beside_an_administrator(site):
    assert set_up(site, "once").status == 201
    assert problem(set_up(site, "twice")) == (404, "setup_done")
    assert problem(set_up(site, "twice", code="0000-0000-0000")) == (404, "setup_done")
    with pytest.raises(Fault) as refused:
        site.operator("auth.site.makeSetupCode", {})
    assert refused.value.code == "setup_done"
    said = subprocess.run([f"{BIN}/quadctl", "setup"], env=site.environment, capture_output=True, text=True)
    assert said.returncode != 0 and "This site is already set up." in said.stderr and "Fault" not in said.stderr
    assert admins(site) == ["once@hilltop.example"]


def test_o4_a_role_that_the_operator_gives_ends_the_setup(site):
    assert set_up(site, "first").status == 201
    sql(site, "UPDATE person SET roles = 'student'")
    site.code = site.operator("auth.site.makeSetupCode", {})["code"]
    site.set_roles(id_of(site, "first"), ["admin"])
    assert site.request("GET", "/v1/site").json["needsSetup"] is False
    assert problem(set_up(site, "late")) == (404, "setup_done")


def test_o4_a_repeated_request_has_one_effect(site):
    assert set_up(site, "again", key="setup-again").status == 201
    assert problem(set_up(site, "again", key="setup-again")) == (409, "already_done")
    assert sign_in(site, "again").status == 200
    entries = sql(site, "SELECT 1 FROM audit WHERE object = ? AND action = 'roles_set'", id_of(site, "again"))
    assert len(entries) == 1


@pytest.mark.parametrize("more, expected", [
    ({"name": "x" * 61}, (422, "too_long", "name")),
    ({"name": " \u200b "}, (422, "name_blank", "name")),
    ({"name": "Hall\u202egnp"}, (422, "text_bad", "name")),
    ({"name": "Hall\n"}, None),
    ({"name": "Ha\u0000ll"}, (422, "text_bad", "name")),
    ({"firstName": "Ru\u2066th"}, (422, "text_bad", "firstName")),
    ({"zone": "Europe/Nowhere"}, (422, "zone_unknown", "zone")),
    ({"zone": "../../etc/passwd"}, (422, "zone_unknown", "zone")),
    ({"language": "xx"}, (422, "value_unknown", "language")),
    ({"signUp": "domains"}, (422, "field_missing", "domains")),
    ({"signUp": "domains", "domains": ["a@b.example"]}, (422, "domain_bad", "domains.0")),
    ({"signUp": "domains", "domains": [f"d{n}.example" for n in range(21)]}, (422, "domains_bad", "domains")),
    ({"password": "forbeshall1"}, (422, "password_common", "password")),
])
def test_o4_a_bad_value_is_named_and_stores_nothing(site, more, expected):
    answer = set_up(site, "picky", **more)
    if expected is None:
        assert answer.status == 201 and site.request("GET", "/v1/site").json["name"] == "Hall"
        sql(site, "DELETE FROM person WHERE email = 'picky@hilltop.example'")
        return
    assert refusal(answer) == expected
    assert admins(site) == [] and site.request("GET", "/v1/site").json["name"] == "Quad"
    assert sql(site, "SELECT 1 FROM setup_code") == [(1,)], "the code still works"


# Mail, and what other programs learn


def test_o4_the_test_mail_brings_the_answer_of_the_mail_server(site, server):
    assert set_up(site, "mailer").status == 201
    token = sign_in(site, "mailer").json["token"]
    server.mode, count = "accept", len(server.mails)
    tested = site.request("POST", "/v1/admin/mail/test", token=token)
    assert (tested.status, tested.json) == (200, {"outcome": "accepted", "email": "mailer@hilltop.example"})
    mail = server.mails.wait(count + 1)[-1]
    assert mail.recipient == "mailer@hilltop.example" and mail["Subject"] == "Testmail von Forbes Hall"
    assert mail["From"] == "Forbes Hall <quad@hilltop.example>"
    for mode, outcome, code in (
            ("refuse", "refused", 550), ("defer", "deferred", 451), ("close", "silent", None)):
        server.mode = mode
        tested = site.request("POST", "/v1/admin/mail/test", token=token).json
        assert (tested["outcome"], tested.get("code")) == (outcome, code), mode
        assert tested["text"]
    server.mode = "accept"
    assert problem(site.request("POST", "/v1/admin/mail/test")) == (401, "signin_required")
    # The notifier's mails have the stored name, language and zone.
    wait_until(lambda: site.request("GET", "/v1/alert-times", token=token).json["zone"] == "Europe/Berlin",
               "the notifier has the zone")
