"""A site runs the apps that its operator lists in QUAD_APPS. Of the others nothing shows, and their data stays."""

import json
import os
import re

import pytest
from quad_accounts import sql
from quad_backups import quadctl, rows, store
from quad_bus import BusClient
from quad_catalogue import APPS, PROGRAMS, programs_of
from quad_events import add
from quad_home import Home
from quad_site import PASSWORD, Site, problem, raw, wait_until

OWN = {"room": "roomhub", "events": "events", "courses": "attendance", "school": "campus", "aid": "guide"}
# A command of `quad` of each app.
COMMANDS = {"room": "tasks", "events": "events", "courses": "courses", "school": "campus", "aid": "aid"}
# A path of each app that takes no words.
PATHS = {"room": "/v1/tasks", "events": "/v1/events", "courses": "/v1/courses", "school": "/v1/school", "aid": "/v1/aeds"}


def running(apps, **more):
    return Site(programs=programs_of(apps), settings={"QUAD_APPS": ", ".join(apps)}, **more)


def use_room(site, person):
    site.define_dorm("forbes", "Forbes Hall", 4)
    joined = site.request("POST", "/v1/room/join", {"dorm": "forbes", "number": "101"}, person["token"])
    assert joined.json["state"] == "joined", joined.body
    added = site.request("POST", "/v1/tasks", {"title": "Rinse the pan"}, person["token"])
    assert added.status == 201, added.body
    return [row["title"] for row in site.request("GET", "/v1/tasks", token=person["token"]).json["items"]]


def use_events(site, person):
    add(site, person, "Rinse the pan")
    return [row["title"] for row in site.request("GET", "/v1/events", token=person["token"]).json["items"]]


def use_courses(site, person):
    site.set_roles(person["person"], ["staff"])
    token = site.sign_in("ada")
    added = site.request("POST", "/v1/courses", {"name": "Rinse the pan"}, token)
    assert added.status == 201, added.body
    return [row["name"] for row in site.request("GET", "/v1/courses", token=token).json["items"]]


def use_aid(site, person):
    site.set_roles(person["person"], ["admin"])
    added = site.request("POST", "/v1/admin/aeds", {"building": "Rinse the pan"}, site.sign_in("ada"))
    assert added.status == 201, added.body
    return [row["building"] for row in site.request("GET", "/v1/aeds").json["items"]]


def use_school(site, person):
    site.set_roles(person["person"], ["admin"])
    term = {"name": "Rinse the pan", "starts": "2040-09-01", "ends": "2040-12-20"}
    token = site.sign_in("ada")
    added = site.request("POST", "/v1/admin/school/terms", term, token)
    assert added.status == 201, added.body
    return [row["name"] for row in site.request("GET", "/v1/school/terms", token=token).json["items"]]


USES = {
    "room": use_room, "events": use_events, "courses": use_courses, "school": use_school, "aid": use_aid,
}


def complaints(site):
    lines = [json.loads(line) for program in site.processes for line in site.log(program).splitlines()]
    usual = ("no administrator yet", "passwords are cheap", "TZ is")
    return [line for line in lines if line["level"] in ("warning", "error") and not line["message"].startswith(usual)]


@pytest.mark.parametrize("app", APPS)
def test_an_app_works_alone_and_of_the_others_nothing_shows(app, tmp_path):
    site = running([app])
    try:
        ada = site.sign_up("ada")
        assert USES[app](site, ada) == ["Rinse the pan"]
        assert site.request("GET", "/v1/site").json["apps"] == [app]
        assert set(site.request("GET", "/readyz").json["programs"]) == {"auth", "media-fetcher", "notifier", OWN[app]}

        token = site.sign_in("ada")
        for other in set(APPS) - {app}:
            unknown = site.request("GET", "/v1/no-such-address", token=token)
            absent = site.request("GET", PATHS[other], token=token)
            assert problem(absent) == problem(unknown) == (404, "not_found"), other
            assert site.request("DELETE", PATHS[other], token=token).status == 404, "405 would be a trace"
        listed = re.findall(r"^  (\w+) ", Home(site, tmp_path).say("--help"), re.M)
        assert {name: name in listed for name in COMMANDS.values()} == {
            name: own == app for own, name in COMMANDS.items()}
        document = site.request("GET", "/openapi.json").body.decode()
        assert not re.search("|".join(rf'"{OWN[other]}\.' for other in set(APPS) - {app}), document)
        assert f'"{OWN[app]}.' in document
        exported = site.request("GET", "/v1/me/export", token=token).json["programs"]
        assert set(exported) == {"auth", "media-fetcher", "notifier", OWN[app]}
        up = re.findall(r'^quad_up\{program="(\w+)"\} (\d)', site.request("GET", "/metrics").body.decode(), re.M)
        assert dict(up) == dict.fromkeys(("auth", "notifier", "gateway", OWN[app]), "1")
        assert not [name for name in os.listdir(site.data) if name in set(OWN.values()) - {OWN[app]}]
        assert complaints(site) == []
    finally:
        site.close()


def test_an_operator_looks_for_nothing_that_is_not_run(tmp_path):
    site = running(["events"], seeding=True)
    try:
        doctor = quadctl(site, "bus", "doctor")
        assert doctor.returncode == 0, doctor.stdout + doctor.stderr
        assert "events responds" in doctor.stdout and "roomhub responds" not in doctor.stdout, doctor.stdout
        listed = quadctl(site, "bus", "ls")
        assert "events" in listed.stdout and "attendance" not in listed.stdout, listed.stdout
        kept = quadctl(site, "backup", str(tmp_path / "a.quad"), "--plain")
        assert kept.returncode == 0, kept.stdout + kept.stderr
        programs = kept.stdout.removeprefix("backed up ").partition(":")[0].split(", ")
        assert sorted(programs) == ["auth", "events", "media-fetcher", "notifier"], kept.stdout
        seeded = quadctl(site, "seed", "--seeds", "seeds")
        assert seeded.returncode == 0 and "0 tasks, 0 messages and" in seeded.stdout, seeded.stdout + seeded.stderr
        assert complaints(site) == []
    finally:
        site.close()


@pytest.mark.parametrize("program, apps, said", [
    ("auth", "room, dining", "QUAD_APPS lists dining, which is not an app"),
    ("gateway", "", "QUAD_APPS lists no app"),
    ("roomhub", "events", "QUAD_APPS leaves out roomhub, so it does not start"),
])
def test_a_program_does_not_start_with_a_wrong_list(program, apps, said):
    site = Site(programs=[], settings={"QUAD_APPS": apps})
    try:
        site.start(program)
        assert site.processes.pop(program).wait(30) == 78
        message = json.loads(site.log(program).splitlines()[-1])["message"]
        assert message.startswith(said), message
        assert said.endswith("start") or "site.conf or .env; allowed are room, events, school, courses, aid" in message
    finally:
        site.close()


def restart(site, apps):
    """Stops all programs and starts those of these apps."""
    for program in reversed(PROGRAMS):
        if program in site.processes:
            assert site.stop(program) == 0, program
    site.settings["QUAD_APPS"] = ", ".join(apps)
    site.start_all(programs_of(apps))


def set_clock(site, instant):
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("$srv.clock", {"to": instant}, program="auth")
    finally:
        operator.close()


def kept(site, program, table, column, person):
    """The rows about a person."""
    text = f"SELECT count(*) FROM {table} WHERE {column} = x'{raw(person['person']).hex()}'"
    return rows(store(site, program), text)[0][0]


def planned(site, token):
    """The titles of the reminders: a sign-in at a new place is told as well."""
    alerts = site.request("GET", "/v1/alerts", token=token).json["items"]
    return [title for alert in alerts if "concert" in (title := alert["rendered"]["title"])]


def test_what_is_switched_off_comes_back_without_the_people_erased_meanwhile():
    site = running(APPS, clock="2026-09-01T12:00:00.000Z")
    try:
        ada, ben = site.sign_up("ada"), site.sign_up("ben")
        for person in (ada, ben):
            add(site, person, "Choir concert", when={"date": "2026-10-24", "time": "18:00:00", "zone": "Etc/UTC"},
                leads=[60])
        wait_until(lambda: planned(site, ada["token"]), "the reminder is planned")
        before = planned(site, ada["token"])

        restart(site, ["room", "courses"])
        token = site.sign_in("ada")
        assert planned(site, token) == [], "nobody is reminded of what nobody sees"
        assert problem(site.request("GET", "/v1/events", token=token)) == (404, "not_found")
        deleted = site.request("POST", "/v1/me/delete", {"password": PASSWORD}, site.sign_in("ben"))
        assert deleted.status == 202, deleted.body
        set_clock(site, "2026-09-08T12:00:01.000Z")
        wait_until(lambda: not sql(site, "SELECT 1 FROM person WHERE id = ?", raw(ben["person"])), "auth has erased")
        assert kept(site, "events", "event", "owner", ben) == 1, "its data stays while it is off"

        restart(site, APPS)
        wait_until(lambda: kept(site, "events", "event", "owner", ben) == 0, "events has erased")
        wait_until(lambda: not sql(site, "SELECT 1 FROM erasure_owed"), "nothing is owed")
        wait_until(lambda: planned(site, token) == before, "the reminder is planned again")
        titles = [row["title"] for row in site.request("GET", "/v1/events", token=token).json["items"]]
        assert titles == ["Choir concert"]
        wait_until(lambda: kept(site, "notifier", "alert", "person", ben) == 0, "the notifier has nothing either")
    finally:
        site.close()
