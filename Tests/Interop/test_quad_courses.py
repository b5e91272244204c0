"""quad courses as staff and students use it."""

import pytest
from quad_courses import enroll, make, share, teacher
from quad_home import Home, Operator, another
from quad_site import PASSWORD, wait_until


@pytest.fixture
def tess(site, tmp_path):
    tess = Home(site, tmp_path / "tess").sign_up("tess", "Wolfe")
    Operator(site, tmp_path / "operator").run("admin", "roles", tess.address("tess"), "staff")
    tess.run("signin", tess.address("tess"), "--password-stdin", stdin=PASSWORD)
    return tess


def test_a_course_is_made_filled_and_deleted(site, tess, tmp_path):
    ada = another(site, tmp_path / "ada", "ada")
    assert "(not_allowed)" in ada.refused("courses", "add", "Mine", status="not allowed")
    assert ada.say("courses") == "You are not in any courses.\n"
    assert "added as row 1" in tess.say("courses", "add", "Introduction", "to", "Statistics", "--code", "STAT 101")
    assert tess.say("courses", "enroll", "1", tess.address("ada")) == f"{tess.address('ada')} is now a student of the course\n"
    assert "(person_unknown" in tess.refused("courses", "enroll", "1", tess.address("eve"))
    listed = tess.say("courses").splitlines()
    assert listed[0].split() == ["#", "COURSE", "CODE", "TERM", "YOU", "STUDENTS"]
    assert listed[1].split() == ["1", "Introduction", "to", "Statistics", "STAT", "101", "instructor", "1"]
    shown = tess.say("courses", "show", "1")
    assert "an instructor" in shown and "Ada Example" in shown and "Tess Wolfe" in shown
    assert tess.say("courses", "edit", "1", "--term", "Fall 2026") == "changed\n"
    assert "--name, --code, --term, or --words" in tess.refused("courses", "edit", "1", status="usage")
    ada.run("courses")
    shown = ada.say("courses", "show", "1")
    assert "a student" in shown and "Fall 2026" in shown and "Taught by" in shown and "Tess Wolfe" in shown
    assert ada.json("courses")["items"][0]["code"] == "STAT 101"
    assert "(last_instructor)" in tess.refused("courses", "remove", "1", "Tess")
    assert tess.say("courses", "remove", "1", "ada example") == "removed from the roster\n"
    assert ada.say("courses") == "You are not in any courses.\n"
    tess.say("courses", "enroll", "1", tess.address("ada"), "--instructor")
    tess.say("courses", "show", "1")
    assert tess.say("courses", "remove", "1", "1") == "removed from the roster\n"
    assert "the course was not deleted" in tess.refused("courses", "delete", "1", status="usage")
    assert tess.say("courses", "delete", "1", "--yes") == "deleted\n"
    assert tess.say("courses") == "You are not in any courses.\n"
    assert "(not_allowed" in tess.refused("courses", "--every", status="not allowed")


def test_an_event_of_a_course_is_no_roommates(site, tmp_path):
    ada, tess = another(site, tmp_path / "ada", "ada"), teacher(site)
    course = make(site, tess, "Statistics")
    enroll(site, tess, course, {"person": ada.json("whoami")["id"]})
    share(site, tess, course)
    wait_until(lambda: "Midterm" in ada.say("events"), "the student sees it")
    shown = ada.say("events")
    assert "with your course" in shown and "roommate" not in shown
