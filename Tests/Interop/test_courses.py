"""Courses over HTTP: who keeps them, who is on their rosters, and events that are shared with them."""

import pytest
from quad_courses import (
    delete, edit, enroll, get, make, names, place, remove, roster, share, teacher)
from quad_events import Alerts, ahead, answer, ask, get as get_event, edit as edit_event, titles, try_add
from quad_rooms import UNKNOWN, database, events_of
from quad_site import raw, refusal, wait_until


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
    assert get(site, tess, course).json["students"] == 1

    exam = share(site, tess, course)
    assert (exam["visibility"], exam["course"]) == ("course", course["id"])
    assert get_event(site, ada, exam).json["course"] == course["id"]
    assert get_event(site, ben, exam).status == 404 and titles(site, ben) == []
    assert "Midterm" in titles(site, ada)
    assert answer(site, ada, exam, "yes").status == 200
    assert get_event(site, tess, exam).json["answers"]["yes"] == 1

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
