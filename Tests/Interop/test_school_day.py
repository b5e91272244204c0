"""Lunch, activities, the directory and the calendar of a school over HTTP.

The rules are in Tests/Unit/CampusTests.
"""

import pytest
from quad_events import ask
from quad_smallschool import FRIDAY, MONDAY, SATURDAY, THURSDAY, TUESDAY, SmallSchool
from quad_site import problem, refusal

NOBODY = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
MENU = [{"name": "Grill", "dishes": [
    {"name": "Burger", "allergens": ["wheat", "milk"], "price": "4.50", "currency": "USD", "energy": 620,
     "carbohydrates": 41.5, "sugar": 6}]}]


@pytest.fixture(scope="module")
def school():
    school = SmallSchool()
    try:
        yield school
    finally:
        school.close()


def admin(school, method, path, body=None):
    return ask(school.site, school.admin, method, f"/v1/admin/school/{path}", body)


def test_a_menu_is_shown_by_day_and_is_not_served_while_school_is_closed(school):
    today = school.get(school.ada, "/v1/school/lunch")
    assert today == {
        "date": THURSDAY, "isPublished": False, "isSchoolDay": True, "isClosed": False, "nextDate": FRIDAY,
        "stations": [], "version": 0}
    lunch = school.made("PUT", f"/v1/admin/school/lunch/{FRIDAY}", {"version": 0, "stations": MENU})
    dish = lunch["stations"][0]["dishes"][0]
    assert (dish["price"], dish["currency"], dish["digits"]) == (450, "USD", 2)
    assert dish["allergens"] == ["milk", "wheat", "gluten"] and dish["sugar"] == 6
    assert school.get(school.bo, f"/v1/school/lunch?date={FRIDAY}") == lunch

    weekend = school.get(school.ada, f"/v1/school/lunch?date={SATURDAY}")
    assert not weekend["isSchoolDay"] and not weekend["isClosed"] and weekend["nextDate"] == MONDAY
    school.made("PUT", f"/v1/admin/school/lunch/{TUESDAY}", {"stations": MENU})
    closed = school.get(school.ada, f"/v1/school/lunch?date={TUESDAY}")
    assert closed["isClosed"] and closed["isPublished"] and closed["stations"] == []


def test_a_menu_that_cannot_be_changes_nothing(school):
    def put(stations, date=MONDAY, **more):
        return admin(school, "PUT", f"lunch/{date}", {"stations": stations, **more})

    def dish(**more):
        return [{"name": "Grill", "dishes": [{"name": "Soup", **more}]}]

    first = "stations.0.dishes.0"
    for stations, code, field in (
        (dish(carbohydrates=5, sugar=5.5), "sugar_too_high", f"{first}.sugar"),
        (dish(fat=1, saturates=2), "saturates_too_high", f"{first}.saturates"),
        (dish(price=-1, currency="USD"), "price_negative", f"{first}.price"),
        (dish(price="4.50"), "currency_unknown", f"{first}.currency"),
        (dish(allergens=["nuts"]), "value_unknown", f"{first}.allergens.0"),
        (dish(allergens=["milk", "milk"]), "allergens_bad", f"{first}.allergens"),
        (dish(energy=-1), "nutrition_bad", f"{first}.energy"),
        ([{"name": " ", "dishes": []}], "name_blank", "stations.0.name"),
        ([{"name": "Grill", "dishes": []}], "station_empty", "stations.0.dishes"),
        ([*dish(), *dish()], "station_twice", "stations.1.name"),
        ([{"name": "Grill", "dishes": [{"name": f"D{number}"} for number in range(61)]}], "too_many_dishes",
         "stations"),
    ):
        assert refusal(put(stations)) == (422, code, field), stations
    assert refusal(put(MENU, "2026-02-30")) == (422, "date_bad", "date")
    assert problem(put(MENU, FRIDAY, version=0)) == (409, "changed_elsewhere")
    assert not school.get(school.ada, f"/v1/school/lunch?date={MONDAY}")["isPublished"]
    assert problem(ask(
        school.site, school.ada, "PUT", f"/v1/admin/school/lunch/{MONDAY}", {"stations": MENU})) == (403, "not_allowed")


def test_everybody_reads_one_class_as_the_catalogue_lists_it(school):
    made = school.made("POST", "/v1/admin/school/classes", {
        "name": "Biology", "code": "BIO 2", "grades": [9, 10], "blocks": [1, 4],
        "teacher": {"name": "Ms. Alvarez"}, "room": "B-214"})
    path = f"/v1/school/classes/{made['id']}"
    seen = school.get(school.ada, path)
    assert seen == {name: value for name, value in made.items() if name != "students"}
    assert school.get(school.ada, "/v1/school/classes?query=bio%202")["items"] == [seen]
    assert school.get(school.admin, path) == made and made["students"] == 0
    assert problem(ask(school.site, school.ada, "GET", f"/v1/school/classes/{NOBODY}")) == (404, "not_found")
    assert refusal(ask(school.site, school.ada, "GET", "/v1/school/classes/biology"))[0] == 422
    assert ask(school.site, school.admin, "DELETE", f"/v1/admin/school/classes/{made['id']}").status == 204
    assert problem(ask(school.site, school.ada, "GET", path)) == (404, "not_found")


def test_an_activity_follows_the_bells_and_is_in_the_calendar_of_its_members(school):
    chess = school.made("POST", "/v1/admin/school/activities", {
        "name": "Chess", "place": "Library", "adviser": "Ms. Li", "link": "https://hilltop.example/chess",
        "meets": [{"at": "afterSchool", "minutes": 45}]})
    # Friday ends at noon, Tuesday is closed, and clocks have gone back in between.
    meetings = ["2026-10-29T19:00:00.000Z", "2026-10-30T16:00:00.000Z", "2026-11-02T20:00:00.000Z"]
    assert [one["starts"] for one in chess["next"]] == meetings
    assert chess["next"][0]["ends"] == "2026-10-29T19:45:00.000Z"
    day_two = school.day_types[1]["id"]
    drama = school.made("POST", "/v1/admin/school/activities", {
        "name": "Drama", "meets": [{"dayType": day_two, "at": "period", "period": 3, "minutes": 60}]})
    assert [one["starts"] for one in drama["next"]] == [
        "2026-10-30T14:40:00.000Z", "2026-11-04T17:00:00.000Z", "2026-11-06T17:00:00.000Z"]

    joined = ask(school.site, school.ada, "PUT", f"/v1/me/activities/{chess['id']}", {})
    assert joined.status == 200 and joined.json["isMember"] and joined.json["members"] == 1
    seen = {one["name"]: one for one in school.get(school.bo, "/v1/school/activities")["items"]}
    assert (seen["Chess"]["members"], seen["Chess"]["isMember"]) == (1, False)
    week = f"/v1/school/calendar?from={THURSDAY}&to={TUESDAY}"
    mine = school.get(school.ada, week)["activities"]
    assert [(one["name"], one["starts"], one["place"]) for one in mine] == [
        ("Chess", moment, "Library") for moment in meetings]
    assert school.get(school.bo, week)["activities"] == []

    path = f"activities/{chess['id']}"
    for body, code, field in (
        ({"meets": [{"at": "fixed", "minutes": 5}]}, "meeting_bad", "meets.0"),
        ({"meets": [{"at": "lunch", "minutes": 5, "dayType": NOBODY}]}, "day_type_unknown", "meets.0.dayType"),
        ({"meets": [{"at": "lunch", "minutes": 0}]}, "meeting_minutes_bad", "meets.0.minutes"),
        ({"meets": [{"at": "lunch", "minutes": 5, "weekday": 8}]}, "weekday_bad", "meets.0.weekday"),
        ({"link": "javascript:alert(1)"}, "url_bad", "link"),
    ):
        assert refusal(admin(school, "PATCH", path, body)) == (422, code, field), body
    assert problem(admin(school, "PATCH", path, {"name": "Drama"})) == (409, "activity_name_taken")
    assert problem(ask(school.site, school.ada, "PUT", f"/v1/me/activities/{NOBODY}", {})) == (404, "not_found")
    assert ask(school.site, school.ada, "DELETE", f"/v1/me/activities/{chess['id']}").status == 204
    assert school.get(school.ada, f"/v1/school/activities/{chess['id']}")["members"] == 0


def test_the_directory_shows_an_own_number_only_while_its_person_allows_it(school):
    school.made("POST", "/v1/admin/school/contacts", {
        "name": "Bo Example", "role": "Coach", "person": school.bo["person"], "hours": "Mon 3 to 4 pm"})
    school.made("POST", "/v1/admin/school/contacts", {
        "name": "Front office", "role": "Office", "department": "Administration", "phone": "555-0143 x1",
        "email": "Office@Hilltop.example"})
    school.made("POST", "/v1/admin/school/contacts", {
        "name": "Security", "role": "Emergency", "phone": "911", "isEmergency": True})

    def listed():
        return school.get(school.ada, "/v1/school/contacts")["items"]

    assert [one["name"] for one in listed()] == ["Security", "Bo Example", "Front office"]
    assert listed()[2]["email"] == "office@hilltop.example"
    assert school.get(school.bo, "/v1/me/contact") == {"isListed": True, "isShown": False}
    mine = {"phone": "+1 202 555 0143"}
    assert ask(school.site, school.bo, "PATCH", "/v1/me/contact", mine).status == 200 and "ownPhone" not in listed()[1]
    assert ask(school.site, school.bo, "PATCH", "/v1/me/contact", {"isShown": True}).status == 200
    assert listed()[1]["ownPhone"] == "+12025550143"
    assert ask(school.site, school.bo, "PATCH", "/v1/me/contact", {"isShown": False}).status == 200
    assert "ownPhone" not in listed()[1]

    def add(**more):
        return admin(school, "POST", "contacts", {"name": "Nurse", "role": "Nurse", **more})

    assert refusal(add(phone="call me")) == (422, "contact_phone_bad", "phone")
    assert refusal(add(isEmergency=True)) == (422, "emergency_phone_missing", "phone")
    assert problem(add(person=NOBODY)) == (404, "person_unknown")
    assert problem(add(name="Security", role="Emergency")) == (409, "contact_twice")
    assert refusal(ask(school.site, school.ada, "PATCH", "/v1/me/contact", {"isShown": True})) == (
        422, "own_phone_missing", "phone")


def test_the_calendar_lists_entries_by_range_and_refuses_what_cannot_be(school):
    concert = school.made("POST", "/v1/admin/school/calendar/entries", {
        "title": "Fall concert", "starts": FRIDAY, "time": "19:00", "until": "21:00", "kind": "arts",
        "place": "Auditorium", "grades": [12, 11]})
    assert concert["grades"] == [11, 12] and concert["ends"] == FRIDAY
    assert school.get(school.ada, f"/v1/school/calendar?from={FRIDAY}&to={FRIDAY}")["entries"] == [concert]
    assert school.get(school.ada, f"/v1/school/calendar?from={SATURDAY}&to={MONDAY}")["entries"] == []
    for query, code in (("from=2026-01-01&to=2027-02-05", "calendar_range_bad"),
                        ("from=2026-01-02&to=2026-01-01", "calendar_range_bad"),
                        ("from=2026-02-30&to=2026-03-01", "date_bad"), ("to=2026-03-01", "field_missing")):
        assert problem(ask(school.site, school.ada, "GET", f"/v1/school/calendar?{query}")) == (422, code), query
    path = f"calendar/entries/{concert['id']}"
    assert refusal(admin(school, "PATCH", path, {"ends": THURSDAY})) == (422, "entry_times_bad", "ends")
    assert refusal(admin(school, "PATCH", path, {"until": "18:00"})) == (422, "entry_times_bad", "until")
    assert problem(admin(school, "PATCH", path, {"grades": [14]}))[1] == "grade_bad"
    moved = admin(school, "PATCH", path, {"version": 1, "starts": MONDAY, "time": None, "until": None}).json
    assert (moved["starts"], moved["ends"], "time" in moved, moved["version"]) == (MONDAY, MONDAY, False, 2)
    assert problem(admin(school, "PATCH", path, {"version": 1})) == (409, "changed_elsewhere")
    assert admin(school, "DELETE", path).status == 204 and admin(school, "DELETE", path).status == 204
