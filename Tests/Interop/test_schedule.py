"""A student's schedule and day over HTTP: blank, edited in one save, restored, copied to the next term, with what a
teacher announces and the reminders that follow.

The rules are in Tests/Unit/CampusTests.
"""

import pytest
from people import advance
from quad_events import ask
from quad_site import Site, problem, refusal, wait_until

NOBODY = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
# A Friday; the school is on UTC.
NOW = "2026-10-16T06:00:00.000Z"
FRIDAY, MONDAY, TUESDAY = "2026-10-16", "2026-10-19", "2026-10-20"


def slot(period, starts, ends, **more):
    return {"kind": "class", "period": period, "starts": starts, "ends": ends, **more}


SLOTS = [
    slot(1, "09:00", "09:50"), slot(2, "10:00", "10:50"),
    {"kind": "lunch", "starts": "11:00", "ends": "11:30"}, slot(3, "11:30", "12:20"), slot(4, "12:30", "13:20"),
]


class School:
    """A school with two terms: day A has blocks 1 to 4, day B blocks 5 to 8, and this Friday is a day B."""

    def __init__(self, site):
        self.site = site
        ruth = site.sign_up("ruth")
        site.set_roles(ruth["person"], ["admin"])
        self.admin = {**ruth, "token": site.sign_in("ruth")}
        rosa = site.sign_up("rosa")
        site.set_roles(rosa["person"], ["staff"])
        self.teacher = {**rosa, "token": site.sign_in("rosa")}
        self.ada, self.bo = site.sign_up("ada"), site.sign_up("bo")
        self.made("POST", "/v1/admin/school/bells", {"name": "Usual", "slots": SLOTS})
        days = [{"name": name, "inRotation": True,
                 "periods": [{"period": period, "block": first + period} for period in (1, 2, 3, 4)]}
                for name, first in (("A", 0), ("B", 4))]
        self.made("PUT", "/v1/admin/school/daytypes", {"items": days})
        self.fall = self.term("Fall", "2026-09-07", "2026-12-18")
        self.spring = self.term("Spring", "2027-01-11", "2027-05-28")
        # The catalogue names a teacher whom campus has copied.
        wait_until(lambda: ask(site, self.admin, "POST", "/v1/admin/school/classes", {
            "name": "Chemistry", "grades": [9], "blocks": [5, 6], "room": "C-1",
            "teacher": {"person": rosa["person"]}}).status == 201, "the teacher is known")
        self.add("Biology", [9, 10], [1], room="B-214", teacher={"name": "Ms. Li"})
        self.add("Physics", [12], [1])
        self.classes = {one["name"]: one["id"] for one in self.get(self.ada, "/v1/school/classes")["items"]}

    def made(self, method, path, body):
        answer = ask(self.site, self.admin, method, path, body)
        assert answer.status in (200, 201), answer.body
        return answer.json

    def get(self, person, path):
        answer = ask(self.site, person, "GET", path)
        assert answer.status == 200, answer.body
        return answer.json

    def term(self, name, starts, ends):
        return self.made("POST", "/v1/admin/school/terms", {"name": name, "starts": starts, "ends": ends})["id"]

    def add(self, name, grades, blocks, **more):
        return self.made("POST", "/v1/admin/school/classes", {
            "name": name, "grades": grades, "blocks": blocks, **more})

    def save(self, person, version, *choices, grade=9, **more):
        return ask(self.site, person, "PUT", "/v1/me/schedule", {
            "term": self.fall, "grade": grade, "version": version,
            "choices": [{"block": block, "class": self.classes.get(name, name)} for block, name in choices], **more})

    def starts(self, person, date):
        """The class slots of a day: the time and the class."""
        slots = self.get(person, f"/v1/me/day?date={date}")["slots"]
        return [(one["starts"][11:16], one.get("class", {}).get("name")) for one in slots if one["kind"] == "class"]


@pytest.fixture(scope="module")
def school():
    site = Site(clock=NOW)
    try:
        yield School(site)
    finally:
        site.close()


def chosen(schedule):
    return {one["block"]: one["class"]["name"] for one in schedule["blocks"] if "class" in one}


def test_a_student_fills_a_blank_schedule_in_one_save_restores_it_and_copies_it(school):
    blank = school.get(school.ada, "/v1/me/schedule")
    assert [one["block"] for one in blank["blocks"]] == list(range(1, 9)) and chosen(blank) == {}
    assert (blank["term"], blank["version"], "grade" in blank) == (school.fall, 0, False)
    picker = school.get(school.ada, "/v1/school/classes?grade=9&block=1")["items"]
    assert [one["name"] for one in picker] == ["Biology"] and "students" not in picker[0]

    saved = school.save(school.ada, 0, (1, "Biology"), (5, "Chemistry")).json
    assert chosen(saved) == {1: "Biology", 5: "Chemistry"} and (saved["version"], saved["grade"]) == (1, 9)
    first = saved["blocks"][0]["class"]
    assert (first["room"], first["teacher"]) == ("B-214", {"name": "Ms. Li"})
    assert saved["blocks"][4]["class"]["teacher"] == {
        "person": school.teacher["person"], "name": "Rosa Example"}
    assert school.get(school.ada, "/v1/me/schedule") == saved

    assert chosen(school.save(school.ada, 1, (6, "Chemistry")).json) == {6: "Chemistry"}
    kept = school.get(school.ada, "/v1/me/schedule/versions")["items"]
    assert [one["version"] for one in kept] == [1] and chosen(kept[0]) == chosen(saved)
    restored = ask(school.site, school.ada, "POST", "/v1/me/schedule/versions/1/restore").json
    assert chosen(restored) == chosen(saved) and restored["version"] == 3 and restored["cleared"] == []

    copy = {"from": school.fall, "to": school.spring, "grade": 10}
    copied = ask(school.site, school.ada, "POST", "/v1/me/schedule/copy", copy).json
    assert chosen(copied) == {1: "Biology"} and copied["cleared"] == [{"block": 5, "name": "Chemistry"}]
    assert problem(ask(school.site, school.ada, "POST", "/v1/me/schedule/copy", copy)) == (409, "changed_elsewhere")
    assert chosen(school.get(school.ada, f"/v1/me/schedule?term={school.spring}")) == {1: "Biology"}


def test_a_schedule_that_does_not_fit_is_refused_as_a_whole(school):
    bo = school.bo
    assert school.save(bo, 0, (1, "Biology")).status == 200
    for answer, status, code, field in (
        (school.save(bo, 1, (1, "Biology"), grade=8), 422, "grade_unknown", "grade"),
        (school.save(bo, 1, (1, "Biology"), grade=99), 422, "grade_bad", "grade"),
        (school.save(bo, 1, (1, "Physics")), 422, "class_not_in_grade", "choices.0.class"),
        (school.save(bo, 1, (2, "Biology")), 422, "class_not_in_block", "choices.0.class"),
        (school.save(bo, 1, (5, "Chemistry"), (6, "Chemistry")), 409, "same_class_twice", "choices.1.class"),
        (school.save(bo, 1, (5, "Chemistry"), (5, "Biology")), 422, "block_twice", "choices.1.block"),
        (school.save(bo, 1, (9, "Biology")), 422, "block_unknown", "choices.0.block"),
        (school.save(bo, 1, (0, "Biology")), 422, "block_bad", "choices.0.block"),
        (school.save(bo, 1, (1, NOBODY)), 422, "class_gone", "choices.0.class"),
        (school.save(bo, 1, (1, "biology")), 422, "id_bad", "choices.0.class"),
        (school.save(bo, 1, *[(1, "Biology")] * 13), 422, "choices_bad", "choices"),
        (school.save(bo, 1, (1, "Biology"), term=NOBODY), 404, "not_found", "term"),
        (school.save(bo, 0, (1, "Biology")), 409, "changed_elsewhere", None),
    ):
        assert answer.status == status and answer.json["code"] == code, answer.body
        assert [one["field"] for one in answer.json.get("errors", [])] == ([field] if field else []), answer.body
    assert chosen(school.get(bo, "/v1/me/schedule")) == {1: "Biology"}
    for path in ("/v1/me/day?date=2026-02-30", "/v1/school/classes?grade=0", "/v1/school/classes?cursor=x",
                 "/v1/me/schedule?term=x"):
        assert ask(school.site, bo, "GET", path).status == 422, path
    for method, path in (("POST", "/v1/admin/school/classes"), ("PATCH", f"/v1/admin/school/classes/{NOBODY}")):
        body = {"name": "X", "grades": [9], "blocks": [1], "version": 1}
        assert problem(ask(school.site, bo, method, path, body)) == (403, "not_allowed")
        assert ask(school.site, None, method, path, body).status == 401


def test_a_day_shows_what_the_teacher_announces_and_reminders_follow(school):
    ada, chemistry = school.ada, school.classes["Chemistry"]
    version = school.get(ada, "/v1/me/schedule")["version"]
    assert school.save(ada, version, (1, "Biology"), (6, "Chemistry")).status == 200
    assert school.starts(ada, FRIDAY) == [
        ("09:00", None), ("10:00", "Chemistry"), ("11:30", None), ("12:30", None)]
    assert school.starts(ada, MONDAY)[0] == ("09:00", "Biology")
    day = school.get(ada, "/v1/me/day")
    assert (day["date"], day["now"], day["next"]["date"]) == (FRIDAY, NOW, MONDAY)
    assert school.starts(school.teacher, FRIDAY)[:2] == [("09:00", "Chemistry"), ("10:00", "Chemistry")]

    changed = ask(school.site, ada, "PATCH", "/v1/me/school", {"reminder": 15}).json
    assert changed == {"reminder": 15, "reminderFor": "first", "sharesFree": False, "teaches": 0}
    assert refusal(ask(school.site, ada, "PATCH", "/v1/me/school", {"reminder": 121}))[1] == "reminder_bad"

    def reminders():
        items = school.get(ada, "/v1/alerts")["items"]
        return [(one["at"][:16], one["text"]["values"][0]["text"]) for one in items
                if one["text"]["key"] == "class.next"]

    wait_until(lambda: reminders() == [("2026-10-16T09:45", "Chemistry"), ("2026-10-19T08:45", "Biology")],
               "the first class of two days")

    path = f"/v1/school/classes/{chemistry}/notices/{FRIDAY}"
    assert problem(ask(school.site, ada, "PUT", path, {"isCancelled": True})) == (403, "not_allowed")
    assert problem(ask(school.site, school.teacher, "PUT", path, {})) == (422, "notice_empty")
    elsewhere = path.replace(FRIDAY, MONDAY)
    assert problem(ask(school.site, school.teacher, "PUT", elsewhere, {"room": "Gym"})) == (409, "class_not_meeting")
    assert ask(school.site, school.teacher, "PUT", path, {"room": "Gym", "note": "Shoes"}).status == 200
    slots = [one for one in school.get(ada, "/v1/me/day")["slots"] if "notice" in one]
    assert [one["class"]["room"] for one in slots] == ["Gym"]
    wait_until(lambda: any(one["text"]["key"] == "class.changed" for one in school.get(ada, "/v1/inbox")["items"]),
               "the student is notified")
    assert ask(school.site, school.teacher, "PUT", path, {"isCancelled": True}).status == 200
    wait_until(lambda: reminders() == [("2026-10-19T08:45", "Biology")], "no reminder of what is canceled")
    assert ask(school.site, school.teacher, "DELETE", path).status == 204
    wait_until(lambda: len(reminders()) == 2, "it meets again")

    assert ask(school.site, school.admin, "PUT", f"/v1/admin/school/exceptions/{MONDAY}",
               {"kind": "closed"}).status == 200
    wait_until(lambda: reminders() == [("2026-10-16T09:45", "Chemistry"), ("2026-10-20T08:45", "Biology")],
               "the day moved")
    advance(school.site, days=1)
    wait_until(lambda: [date for date, _ in reminders()] == ["2026-10-20T08:45", "2026-10-21T09:45"],
               "days pass")


def test_friends_find_free_times_only_of_those_who_share_them(school):
    body = {"people": [school.bo["person"], NOBODY], "from": TUESDAY, "days": 1}
    found = ask(school.site, school.ada, "POST", "/v1/school/together", body).json
    assert found == {"items": [], "hidden": [school.bo["person"], NOBODY]}
    assert ask(school.site, school.bo, "PATCH", "/v1/me/school", {"sharesFree": True}).status == 200
    found = ask(school.site, school.ada, "POST", "/v1/school/together", body).json
    assert found["hidden"] == [NOBODY]
    assert [(one["starts"][11:16], one["kind"]) for one in found["items"]] == [
        ("10:00", "free"), ("11:00", "lunch"), ("11:30", "free"), ("12:30", "free")]
    assert refusal(ask(school.site, school.ada, "POST", "/v1/school/together", {"people": []}))[1] == (
        "together_people_bad")
