"""Courses over HTTP and across programs: their events, rosters in other programs, and the data left after an erasure.

Their rules are in Tests/Unit/AttendanceTests/CourseTests.swift.
"""

import pytest
from quad_courses import (
    delete, edit, enroll, get, make, names, place, remove, roster, share, teacher)
from quad_alerts import Alerts
from quad_events import answer, ask, get as get_event, edit as edit_event, titles, try_add
from quad_rooms import UNKNOWN, events_of
from quad_site import raw, refusal, wait_until
from quad_stores import database


@pytest.fixture
def tess(site):
    return teacher(site)


@pytest.fixture
def ada(site):
    return site.sign_up("ada")


@pytest.fixture
def ben(site):
    return site.sign_up("ben")


@pytest.fixture
def alerts(site):
    alerts = Alerts(site)
    yield alerts
    alerts.close()


def test_staff_make_a_course_and_a_student_shares_in_it(site, tess, ada, ben):
    """The whole way: a course, its roster, an event for it, and the end of all that."""
    course = make(site, tess, "  Introduction to Statistics ", code="STAT 101", term="Fall 2026")
    assert (course["name"], course["code"], course["role"]) == ("Introduction to Statistics", "STAT 101", "instructor")
    assert (course["students"], course["version"]) == (0, 1)
    assert names(site, ada) == [] and refusal(get(site, ada, course)) == (404, "not_found")
    entry = enroll(site, tess, course, ada)
    assert (entry["firstName"], entry["lastName"], entry["role"]) == ("Ada", "Example", "student")
    assert names(site, ada) == ["Introduction to Statistics"]
    seen = get(site, ada, course).json
    assert seen["role"] == "student" and "students" not in seen
    assert seen["instructors"] == [{"firstName": "Tess", "lastName": "Example"}]
    assert get(site, tess, course).json["students"] == 1

    exam = share(site, tess, course)
    assert (exam["visibility"], exam["course"]) == ("course", course["id"])
    assert get_event(site, ada, exam).json["course"] == course["id"]
    assert get_event(site, ben, exam).status == 404 and titles(site, ben) == []
    assert "Midterm" in titles(site, ada)
    in_course = f"/v1/events?course={course['id']}"
    seen = [{event["title"] for event in ask(site, person, "GET", in_course).json["items"]} for person in (tess, ada, ben)]
    assert seen == [{"Probe", "Midterm"}, {"Midterm", "Probe"}, set()]
    assert refusal(ask(site, ada, "GET", "/v1/events?course=x")) == (422, "id_bad", "course")
    assert answer(site, ada, exam, "yes").status == 200
    assert get_event(site, tess, exam).json["answers"]["yes"] == 1
    to_dos = f"/v1/events/{exam['id']}/to-dos"
    read = ask(site, tess, "POST", to_dos, {"text": "Read chapter 4"}).json
    assert [item["text"] for item in ask(site, ada, "GET", to_dos).json["items"]] == ["Read chapter 4"]
    tick = ask(site, ada, "PATCH", f"{to_dos}/{read['id']}", {"isDone": True, "version": read["version"]})
    assert refusal(tick) == refusal(ask(site, ada, "POST", to_dos, {"text": "Party"})) == (403, "not_allowed")
    line = ask(site, ada, "POST", f"/v1/events/{exam['id']}/budget/lines", {"text": "Beer", "planned": 500})
    assert refusal(line) == (403, "not_allowed"), "a course looks on"

    assert remove(site, tess, course, ada).status == 204
    wait_until(lambda: get_event(site, ada, exam).status == 404, "ada no longer sees it")
    assert titles(site, ada) == [] and names(site, ada) == []
    assert get_event(site, tess, exam).json["answers"]["yes"] == 0
    assert remove(site, tess, course, ada).status == 204, "nothing is left to do"

    assert delete(site, tess, course).status == 204
    wait_until(lambda: get_event(site, tess, exam).json["visibility"] == "private", "it is private again")
    assert "course" not in get_event(site, tess, exam).json
    assert refusal(get(site, tess, course)) == (404, "not_found")
    assert refusal(delete(site, tess, course)) == (404, "not_found")


def test_changes_reach_who_may_see_them(site, tess, ada, ben):
    course = make(site, tess)
    enroll(site, tess, course, ada)
    stream, other = site.open_stream(ada["token"]), site.open_stream(tess["token"])
    enroll(site, tess, course, ben)
    edit(site, tess, course, term="Fall")
    told = events_of(other, "attendance.course.changed")
    assert ("attendance.roster.joined", ben["person"]) in [(type_, data.get("person")) for type_, data in told]
    told = [data.get("person") for _, data in events_of(stream, "attendance.course.changed")]
    assert ben["person"] not in told, "a roster is not shown to students"
    stream.close()
    other.close()


@pytest.mark.own_site
def test_administrators_look_after_every_course_and_sign_for_it(site, tess, ada):
    course = make(site, tess)
    root = teacher(site, "root", ("admin",))
    enroll(site, root, course, ada)
    assert names(site, root) == [] and names(site, root, "?all=true") == ["Statistics"]
    assert "role" not in get(site, root, course).json
    assert edit(site, root, course, name="Statistics I").status == 200
    assert delete(site, root, course).status == 204

    def entries():
        items = ask(site, root, "GET", "/v1/admin/audit?limit=100").json["items"]
        return {(item["action"], item["object"], item["detail"]) for item in items if item.get("actor") == root["person"]}

    wait_until(lambda: entries() == {
        ("roster_changed", ada["person"], "Statistics: student"),
        ("course_changed", "Statistics", "Statistics I"),
        ("course_deleted", "Statistics I", "Statistics I"),
    }, "the log has all three")


def test_only_who_is_on_the_roster_shares_with_it(site, tess, ada, ben):
    course = make(site, tess)
    enroll(site, tess, course, ada)
    sharing = {"visibility": "course", "course": course["id"]}
    party = share(site, ada, course, "Study group")
    assert refusal(try_add(site, ben, **sharing)) == (409, "no_course", "course")
    assert refusal(try_add(site, ada, visibility="course", course=UNKNOWN)) == (409, "no_course", "course")
    assert refusal(try_add(site, ada, visibility="course")) == (422, "field_missing", "course")
    assert refusal(try_add(site, ada, visibility="course", course="x")) == (422, "id_bad", "course")
    assert try_add(site, ada, course=course["id"]).json["event"]["visibility"] == "private"
    assert get_event(site, tess, party).status == 200
    assert refusal(edit_event(site, tess, party, notes="mine")) == (404, "not_found")
    private = edit_event(site, ada, party, visibility="private").json["event"]
    assert "course" not in private and get_event(site, tess, party).status == 404
    again = edit_event(site, ada, private, **sharing).json["event"]
    assert again["course"] == course["id"] and get_event(site, tess, party).status == 200


def test_who_leaves_takes_their_own_along(site, tess, ada, alerts):
    """Answers and reminders go with the roster, and what the leaver shared is theirs alone again."""
    course = make(site, tess)
    enroll(site, tess, course, ada)
    exam, party = share(site, tess, course, "Exam"), share(site, ada, course, "Study group")
    wait_until(lambda: answer(site, ada, exam, "yes").status == 200, "ada comes")
    assert answer(site, tess, party, "maybe").status == 200
    assert {person for person, _, _ in alerts.of(exam)} == {tess["person"], ada["person"]}
    remove(site, tess, course, ada)
    wait_until(lambda: get_event(site, tess, party).status == 404, "it left with ada")
    kept = get_event(site, ada, party).json
    assert (kept["visibility"], kept["answers"]["maybe"], kept["version"]) == ("private", 0, party["version"] + 1)
    assert {person for person, _, _ in alerts.of(exam)} == {tess["person"]}
    assert {person for person, _, _ in alerts.of(party)} == {ada["person"]}
    # Back in the course ada sees what is there, and has to share anew.
    enroll(site, tess, course, ada)
    wait_until(lambda: get_event(site, ada, exam).status == 200, "ada is back")
    assert get_event(site, ada, exam).json["answers"]["yes"] == 0
    assert get_event(site, tess, party).status == 404


def test_a_feed_has_what_the_course_shares(site, tess, ada):
    course = make(site, tess)
    enroll(site, tess, course, ada)
    exam = share(site, tess, course, "Exam in hall 3")
    wait_until(lambda: get_event(site, ada, exam).status == 200, "events knows ada")
    feed = ask(site, ada, "POST", "/v1/event-feed").json["path"]
    assert b"Exam in hall 3" in site.request("GET", feed).body
    assert site.request("GET", f"/v1/events/{exam['id']}/calendar", token=ada["token"]).status == 200
    remove(site, tess, course, ada)
    wait_until(lambda: b"Exam in hall 3" not in site.request("GET", feed).body, "it is no longer in it")


@pytest.mark.own_site
def test_a_snapshot_of_attendance_says_who_has_left(site, tess, ada, ben):
    """attendance's stream starts again while events is away: people missing from the snapshot are in no course."""
    course = make(site, tess)
    for person in (ada, ben):
        enroll(site, tess, course, person)
    exam = share(site, tess, course)
    wait_until(lambda: get_event(site, ben, exam).status == 200, "ben sees it")
    site.stop("events")
    site.stop("attendance")
    with database(site, "attendance") as db:
        db.execute("DELETE FROM roster WHERE person = ?", [raw(ben["person"])])
        db.execute("UPDATE stream SET epoch = randomblob(16), replaces = 1")
    site.start("attendance")
    site.start("events")
    wait_until(lambda: "fetching a snapshot of attendance" in site.log("events"), "events starts over")
    wait_until(lambda: get_event(site, ben, exam).status == 404, "ben is out")
    assert get_event(site, ada, exam).status == 200
    assert get_event(site, tess, exam).json["visibility"] == "course"


@pytest.mark.own_site
def test_a_snapshot_of_auth_says_who_is_gone(site, tess, ada):
    course = make(site, tess)
    enroll(site, tess, course, ada)
    site.stop("attendance")
    site.stop("auth")
    with database(site, "auth") as db:
        db.execute("UPDATE stream SET epoch = randomblob(16), replaces = 1")
    with database(site, "attendance") as db:
        db.execute(
            "INSERT INTO person(id, first_name, last_name, sort_name) VALUES (?, 'Gone', 'Person', 'person gone')",
            [raw(UNKNOWN)])
    site.start("auth")
    site.start("attendance")
    wait_until(lambda: "fetching a snapshot of auth" in site.log("attendance"), "attendance starts over")
    with database(site, "attendance") as db:
        wait_until(lambda: db.execute("SELECT count(*) FROM person").fetchone() == (2,), "two are left")
    wait_until(lambda: roster(site, tess, course).status == 200, "auth is back")
    assert [entry["firstName"] for entry in roster(site, tess, course).json["items"]] == ["Ada", "Tess"]


@pytest.mark.own_site
def test_a_person_is_given_all_and_forgotten(site, tess, ada):
    course = make(site, tess, code="STAT 101")
    enroll(site, tess, course, ada)
    held = ask(site, ada, "GET", "/v1/me/export").json["programs"]["attendance"]
    assert held[0]["name"] == {"firstName": "Ada", "lastName": "Example"}
    assert [(one["name"], one["code"], one["role"]) for one in held[0]["courses"]] == [
        ("Statistics", "STAT 101", "student")]
    for _ in range(2):
        site.operator("attendance.person.erase", {"person": ada["person"]}, "auth")
    assert [entry["firstName"] for entry in roster(site, tess, course).json["items"]] == ["Tess"]
    with database(site, "attendance") as db:
        for table, column in (("person", "id"), ("roster", "person")):
            found = db.execute(f"SELECT count(*) FROM {table} WHERE {column} = ?", [raw(ada["person"])])
            assert found.fetchone() == (0,)
    assert refusal(ask(site, tess, "PUT", place(course, ada), {"role": "student"})) == (404, "person_unknown", "person")
