"""The timetable drafts check-ins: attendance follows the classes of the school, and a closing moves what is drafted."""

import pytest
from quad_accounts import running
from quad_courses import get, teacher
from quad_events import ask
from quad_school import sent, slot
from quad_site import refusal, wait_until

# Three periods; a day of the cycle has three of the four blocks.
BELLS = [slot("class", "08:00", "08:45", 1), slot("class", "09:00", "09:45", 2), slot("class", "10:00", "10:45", 3)]
CYCLE = {"Day A": (1, 2, 3), "Day B": (4, 1, 2)}


@pytest.fixture(scope="module")
def school():
    """Monday, November 2, 2026, seven in the morning at a school in UTC."""
    with running(clock="2026-11-02T07:00:00.000Z", TZ="UTC") as site:
        site.head, site.tess = teacher(site, "ruth", ("admin",)), teacher(site)
        site.term = set_up(site, site.head)
        yield site


def set_up(site, head):
    """Two days in turn, and the term."""
    made = sent(site, head, "POST", "/v1/admin/school/bells", {"name": "Regular", "slots": BELLS, "isUsual": True}, 201)
    days = [{"name": name, "inRotation": True,
             "periods": [{"period": period, "block": block} for period, block in enumerate(blocks, 1)]}
            for name, blocks in CYCLE.items()]
    sent(site, head, "PUT", "/v1/admin/school/daytypes", {"items": days})
    weekdays = [{"weekday": day, "bell": made["id"]} for day in range(1, 6)]
    sent(site, head, "PATCH", "/v1/admin/school", {"weekdays": weekdays, "blocks": 4})
    term = {"name": "Fall", "starts": "2026-11-02", "ends": "2026-12-18"}
    return sent(site, head, "POST", "/v1/admin/school/terms", term, 201)


def add_class(site, name, block, **members):
    """A class of the teacher, once campus has received the account."""
    body = {"name": name, "grades": [9, 10], "blocks": [block], "teacher": {"person": site.tess["person"]}, **members}

    def added():
        answer = ask(site, site.head, "POST", "/v1/admin/school/classes", body)
        return answer.json if answer.status == 201 else None
    return wait_until(added, "campus knows the teacher")


def choose(site, student, **choices):
    """Saves a schedule of grade 9: ids of classes by block."""
    term = site.term["id"]
    known = sent(site, student, "GET", f"/v1/me/schedule?term={term}")
    chosen = [{"block": int(block[1:]), "class": one} for block, one in choices.items()]
    sent(site, student, "PUT", "/v1/me/schedule", {
        "term": term, "grade": 9, "version": known["version"], "choices": chosen})


def close(site, date):
    return sent(site, site.head, "POST", "/v1/admin/school/closings", {"date": date, "policy": "shift"}, 201)


def undo(site, closing):
    sent(site, site.head, "POST", f"/v1/admin/school/closings/{closing['id']}/undo")


def courses(site, person):
    return ask(site, person, "GET", "/v1/courses").json["items"]


def drafts(site, course=None, person=None):
    items = ask(site, person or site.tess, "GET", "/v1/checkin-drafts").json["items"]
    return [item for item in items if course is None or item["course"] == course["id"]]


def times(items):
    return [item["starts"][:16] for item in items]


def drafted(site, course, *expected):
    """Waits until exactly these are drafted."""
    wait_until(lambda: times(drafts(site, course)) == list(expected), f"the drafts are {expected}")
    return drafts(site, course)


def course_of(site, one, person):
    found = [course for course in courses(site, person) if course.get("schoolClass") == one["id"]]
    return found[0] if found else None


def test_a_class_has_a_course_with_its_teacher_and_those_who_chose_it(school):
    ben = school.sign_up("ben")
    biology = add_class(school, "Biology", 3, room="B-214")
    course = wait_until(lambda: course_of(school, biology, school.tess), "attendance has made the course")
    assert (course["name"], course["role"], course["students"]) == ("Biology", "instructor", 0)
    # Block 3 is the third period of Day A: today, Wednesday and Friday.
    drafted(school, course, "2026-11-02T10:00", "2026-11-04T10:00", "2026-11-06T10:00")
    choose(school, ben, b3=biology["id"])
    wait_until(lambda: course_of(school, biology, ben), "ben is on the roster")
    changed = ask(school, school.head, "PATCH", f"/v1/admin/school/classes/{biology['id']}", {
        "version": biology["version"], "name": "Biology II"})
    assert changed.status == 200, changed.body
    wait_until(lambda: get(school, school.tess, course).json["name"] == "Biology II", "the course follows")
    body = {"version": get(school, school.tess, course).json["version"], "name": "Mine"}
    assert refusal(ask(school, school.tess, "PATCH", f"/v1/courses/{course['id']}", body)) == (409, "course_of_class")
    choose(school, ben)
    wait_until(lambda: not course_of(school, biology, ben), "ben has left the roster")
    assert ask(school, school.head, "DELETE", f"/v1/admin/school/classes/{biology['id']}").status == 204
    wait_until(lambda: "schoolClass" not in get(school, school.tess, course).json, "the course stays without the class")
    assert drafts(school, course) == []


def test_a_closing_moves_and_removes_drafts_and_nothing_that_was_opened(school):
    # Block 4 is the first period of Day B: Tuesday and Thursday. The Monday after is more than 7 days away.
    physics = add_class(school, "Physics", 4)
    course = wait_until(lambda: course_of(school, physics, school.tess), "attendance has made the course")
    tuesday, _ = drafted(school, course, "2026-11-03T08:00", "2026-11-05T08:00")
    opened = ask(school, school.tess, "POST", f"/v1/checkin-drafts/{tuesday['id']}/open")
    assert opened.status == 200, opened.body
    assert (opened.json["state"], opened.json["starts"]) == ("planned", tuesday["starts"])
    drafted(school, course, "2026-11-05T08:00")

    # Without Wednesday, Thursday is Day A and Friday Day B.
    closing = close(school, "2026-11-04")
    drafted(school, course, "2026-11-06T08:00")
    # Without Tuesday, Day B is on Thursday. The check-in that was opened for Tuesday keeps its time.
    other = close(school, "2026-11-03")
    drafted(school, course, "2026-11-05T08:00")
    kept = ask(school, school.tess, "GET", f"/v1/checkins/{opened.json['id']}").json
    assert (kept["starts"], kept["closes"]) == (opened.json["starts"], opened.json["closes"])
    undo(school, other)
    drafted(school, course, "2026-11-06T08:00")
    undo(school, closing)
    drafted(school, course, "2026-11-05T08:00")
    again = ask(school, school.tess, "POST", f"/v1/checkin-drafts/{tuesday['id']}/open")
    assert again.json["id"] == opened.json["id"], "a repeat opens nothing else"
