"""A school closes on a date: a preview, one press, everybody is notified, an hour to undo, over real programs.

The rules of the days are in Tests/Unit/CampusTests/DayRulesTests.swift.
"""

import signal
import uuid

import pytest
from quad_accounts import running
from quad_events import ask
from quad_school import MORNING, ZONE, days, plan, refused, sent, set_up
from quad_site import wait_until
from quad_stores import database

CLOSINGS = "/v1/admin/school/closings"


@pytest.fixture(scope="module")
def site():
    with running(clock=MORNING, TZ=ZONE) as site:
        yield site


@pytest.fixture(scope="module")
def admin(site):
    person = site.sign_up("ruth")
    site.set_roles(person["person"], ["admin"])
    return {**person, "token": site.sign_in("ruth")}


@pytest.fixture(scope="module")
def student(site):
    return site.sign_up("ada")


@pytest.fixture(scope="module")
def school(site, admin):
    return set_up(site, admin)


def notices(site, person, language="en"):
    """The notices of closings, oldest first."""
    items = sent(site, person, "GET", f"/v1/inbox?language={language}")["items"]
    return [one for one in items if one["text"]["key"].startswith("day.")][::-1]


def titles(site, person, language="en"):
    return [one["rendered"]["title"] for one in notices(site, person, language)]


def test_a_snow_day_and_its_undo(site, admin, student, school):
    before = days(site, student, "2026-10-12", "2026-11-13")
    assert plan(site, student, "2026-10-12", "2026-10-23") == "12=1 13=2 14=3 15=4 16=1 19=2 20=3 21=4 22=1 23=2"
    closing = {"date": "2026-10-19", "note": "Snow"}
    preview = sent(site, admin, "POST", CLOSINGS + "/preview", closing)
    assert len(preview["days"]) == 20 and preview["students"] >= 2 and preview["reminders"] == 0
    assert "after" not in preview["days"][0] and preview["days"][0]["before"]["name"] == "Day 2"
    assert preview["days"][1]["before"]["name"] == "Day 3" and preview["days"][1]["after"]["name"] == "Day 2"
    assert days(site, student, "2026-10-12", "2026-11-13") == before

    stream = site.open_stream(student["token"])
    closed = sent(site, admin, "POST", CLOSINGS, closing, 201)
    assert closed["days"] == preview["days"] and closed["policy"] == "shift"
    assert plan(site, student, "2026-10-16", "2026-10-23") == "16=1 19=- 20=2 21=3 22=4 23=1"
    told = stream.next()
    while told[1] != "campus.day.changed":
        told = stream.next()
    assert told[2] == {"from": "2026-10-19", "to": "2026-11-13"}
    stream.close()
    for person in (admin, student):
        wait_until(lambda person=person: len(notices(site, person)) == 1, "a notice of the closing")
    assert titles(site, student) == ["No school Monday, October 19"]
    assert titles(site, student, "de") == ["Schule fällt aus: Montag, 19. Oktober"]
    [notice] = notices(site, student)
    assert notice["rendered"]["body"] == "Snow · School resumes Tuesday, October 20 with Day 2."
    assert notice["importance"] == "high"

    undone = sent(site, admin, "POST", f"{CLOSINGS}/{closed['id']}/undo")
    assert undone["undone"] and sent(site, admin, "POST", f"{CLOSINGS}/{closed['id']}/undo") == undone
    assert days(site, student, "2026-10-12", "2026-11-13") == before
    wait_until(lambda: len(notices(site, student)) == 2, "a notice of the undo")
    assert "School is on after all: Monday, October 19" in titles(site, student)
    assert sent(site, admin, "GET", CLOSINGS)["items"] == [undone]


def test_what_is_refused(site, admin, student, school):
    rows = [
        ("POST", CLOSINGS, {"date": "2026-10-15"}, (409, "past_day")),
        ("POST", CLOSINGS, {"date": "2026-10-17"}, (409, "no_school_day")),
        ("POST", CLOSINGS, {"date": "2026-02-30"}, (422, "date_bad")),
        ("POST", CLOSINGS, {"date": "2026-10-19", "policy": "wait"}, (422, "value_unknown")),
        ("POST", f"{CLOSINGS}/{uuid.uuid4()}/undo", None, (404, "not_found")),
        ("GET", f"{CLOSINGS}?cursor=nowhere", None, (422, "cursor_bad")),
        ("GET", "/v1/school/days?from=2026-10-01&to=2027-11-05", None, (422, "day_range_bad")),
        ("POST", "/v1/admin/school/bells", {"name": "Odd", "slots": []}, (422, "slots_bad")),
        ("POST", "/v1/admin/school/bells", {
            "name": "Odd", "slots": [{"kind": "class", "period": 13, "starts": "08:00", "ends": "09:00"}],
        }, (422, "period_bad")),
        ("POST", "/v1/admin/school/bells", {
            "name": "Odd", "slots": [{"kind": "class", "period": 1, "starts": "25:00", "ends": "09:00"}],
        }, (422, "time_bad")),
        ("POST", "/v1/admin/school/daytypes/generate",
         {"kind": "rotatingDrop", "days": 4, "blocks": 6, "periods": 8}, (422, "cycle_too_small")),
        ("PUT", "/v1/admin/school/exceptions/2026-13-01", {"kind": "closed"}, (422, "date_bad")),
        ("PATCH", "/v1/admin/school", {"blocks": 13}, (422, "block_bad")),
        ("PATCH", f"/v1/admin/school/terms/{uuid.uuid4()}", {"name": "Spring"}, (404, "not_found")),
    ]
    for method, path, body, expected in rows:
        assert refused(site, admin, method, path, body) == expected, (path, body)
        if path.startswith("/v1/admin"):
            assert refused(site, student, method, path, body) in [(403, "not_allowed"), expected], path
            assert ask(site, None, method, path, body).status in (401, 422), path


def test_a_kill_after_the_press_loses_no_notice_and_doubles_none(site, admin, student, school):
    crowd = [uuid.uuid4().bytes for _ in range(1300)]
    with database(site, "campus") as rows:
        rows.executemany("INSERT INTO person(id, first_name, last_name) VALUES (?, 'Ada', 'Okafor')",
                         [(person,) for person in crowd])
        people = rows.execute("SELECT count(*) FROM person").fetchone()[0]
    closed = sent(site, admin, "POST", CLOSINGS, {"date": "2026-11-12", "policy": "keep"}, 201)
    site.stop("campus", signal.SIGKILL)
    site.start("campus")
    object_ = uuid.UUID(closed["id"]).bytes

    def told():
        with database(site, "notifier") as rows:
            return rows.execute(
                "SELECT count(*), count(DISTINCT person) FROM notice WHERE object = ?", (object_,)).fetchone()

    wait_until(lambda: told()[1] == people, "everybody is notified", 30)
    assert told() == (people, people)
    with database(site, "campus") as rows:
        assert rows.execute("SELECT count(*) FROM closing_notice").fetchone()[0] == 0
    assert plan(site, student, "2026-11-11", "2026-11-13") == "11=3 12=- 13=1"
