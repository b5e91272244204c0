"""The school's feeds for other calendars, as icalendar reads them."""

import datetime

import icalendar
import pytest
from quad_calendars import fetch
from quad_events import ask
from quad_smallschool import FRIDAY, MONDAY, THURSDAY, TUESDAY, SmallSchool
from quad_site import problem


@pytest.fixture(scope="module")
def school():
    school = SmallSchool()
    try:
        yield school
    finally:
        school.close()


def links(school, person, **body):
    answer = ask(school.site, person, "POST", "/v1/me/school/feeds/replace", body)
    assert answer.status == 200, answer.body
    return answer.json


def events(school, path):
    """The events of a feed: start as text, title."""
    answer = fetch(school.site, path)
    assert answer.status == 200 and answer.headers["Content-Type"] == "text/calendar; charset=utf-8", answer.body
    found = icalendar.Calendar.from_ical(answer.body).walk("VEVENT")
    assert len({str(event["UID"]) for event in found}) == len(found)
    return found


def starts(found):
    return [(event.decoded("DTSTART").isoformat(), str(event["SUMMARY"])) for event in found]


def test_the_cycle_has_every_school_day_by_its_type(school):
    found = events(school, links(school, school.ada)["cycle"])
    assert starts(found)[:4] == [
        (THURSDAY, "Day 1"), (FRIDAY, "Day 2"), (MONDAY, "Day 1"), (TUESDAY, "No school: Election Day")]
    assert found[0].decoded("DTEND") == datetime.date(2026, 10, 30)
    assert str(found[-1].decoded("DTSTART")) == "2026-12-18"


def test_own_activities_follow_the_bells_and_lunch_the_menus(school):
    paths = links(school, school.ada)
    assert events(school, paths["activities"]) == [] and events(school, paths["lunch"]) == []
    chess = school.made("POST", "/v1/admin/school/activities", {
        "name": "Chess; club, and\\ more", "place": "Library", "meets": [{"at": "afterSchool", "minutes": 45}]})
    ask(school.site, school.ada, "PUT", f"/v1/me/activities/{chess['id']}", {})
    found = events(school, paths["activities"])
    assert starts(found)[:3] == [(moment, "Chess; club, and\\ more") for moment in (
        "2026-10-29T19:00:00+00:00", "2026-10-30T16:00:00+00:00", "2026-11-02T20:00:00+00:00")]
    assert str(found[0]["LOCATION"]) == "Library"

    dishes = [{"name": name} for name in ("Burger", "Süßkartoffeln", "Soup", "Salad")]
    for day in (FRIDAY, TUESDAY):
        school.made("PUT", f"/v1/admin/school/lunch/{day}", {"stations": [{"name": "Grill", "dishes": dishes}]})
    menu, = events(school, paths["lunch"])
    assert starts([menu]) == [(FRIDAY, "Burger, Süßkartoffeln, Soup")]
    assert str(menu["DESCRIPTION"]) == "Grill: Burger, Süßkartoffeln, Soup, Salad"


def test_own_classes_meet_in_their_blocks_with_what_a_teacher_announces(school):
    biology = school.made("POST", "/v1/admin/school/classes", {
        "name": "Biology", "grades": [9], "blocks": [1], "room": "B-1", "teacher": {"name": "Ms. Li"}})
    saved = ask(school.site, school.ada, "PUT", "/v1/me/schedule", {
        "term": school.term, "grade": 9, "version": 0, "choices": [{"block": 1, "class": biology["id"]}]})
    assert saved.status == 200, saved.body
    path = links(school, school.ada)["classes"]
    found = events(school, path)
    assert starts(found)[:2] == [
        ("2026-10-29T13:00:00+00:00", "Biology"), ("2026-11-02T14:00:00+00:00", "Biology")]
    assert (str(found[0]["LOCATION"]), str(found[0]["DESCRIPTION"])) == ("B-1", "Ms. Li")
    school.made("PUT", f"/v1/school/classes/{biology['id']}/notices/{MONDAY}", {"room": "C-9", "isCancelled": True})
    moved = events(school, path)[1]
    assert (str(moved["LOCATION"]), str(moved["STATUS"]), str(moved["SUMMARY"])) == (
        "C-9", "CANCELLED", "Canceled: Biology")
    assert str(moved["UID"]) == str(found[1]["UID"])


def test_a_feed_has_a_state_and_its_address_is_a_secret_that_can_be_replaced(school):
    paths = links(school, school.bo)
    assert len(set(paths.values())) == 4
    first = fetch(school.site, paths["cycle"])
    assert fetch(school.site, paths["cycle"], first.headers["ETag"]).status == 304
    assert fetch(school.site, paths["cycle"].removesuffix(".ics")).body == first.body
    school.made("PUT", "/v1/admin/school/exceptions/2026-11-20", {"kind": "closed", "note": "Snow"})
    changed = fetch(school.site, paths["cycle"], first.headers["ETag"])
    assert changed.status == 200 and b"No school: Snow" in changed.body

    states = school.get(school.bo, "/v1/me/school/feeds")["items"]
    assert [one["kind"] for one in states if "lastRead" in one] == ["cycle"] and len(states) == 4
    new = links(school, school.bo, kind="cycle")
    assert list(new) == ["cycle"] and fetch(school.site, new["cycle"]).status == 200
    assert problem(fetch(school.site, paths["cycle"])) == (404, "feed_unknown")
    assert ask(school.site, school.bo, "DELETE", "/v1/me/school/feeds/cycle").status == 204
    assert problem(fetch(school.site, new["cycle"])) == (404, "feed_unknown")
    assert problem(fetch(school.site, "/v1/school/feeds/short.ics")) == (404, "feed_unknown")
    assert problem(ask(school.site, school.bo, "DELETE", "/v1/me/school/feeds/rooms")) == (422, "value_unknown")
    assert problem(school.site.request("GET", "/v1/me/school/feeds")) == (401, "signin_required")
