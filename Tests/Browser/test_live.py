"""Changes on another device reach an open page without a reload, for every kind of event."""

import uuid
from urllib.parse import parse_qs, urlsplit

import pytest
from people import Person
from playwright.sync_api import expect
from quad_courses import edit, enroll, make, share, teacher

from quad_page import poll, visit
from quad_windows import DESK, PHONE
from quad_world import add_event

SWIM_MEET = b"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Hilltop//Sports//EN
BEGIN:VEVENT
UID:live@sports.example
DTSTAMP:20260901T120000Z
DTSTART:20401010T100000Z
DTEND:20401010T120000Z
SUMMARY:Swim meet
END:VEVENT
END:VCALENDAR
""".replace(b"\n", b"\r\n")
REGATTA = SWIM_MEET.replace(b"Swim meet", b"Regatta").replace(b"UID:live@", b"UID:regatta@")


@pytest.fixture(scope="module")
def lia(site):
    lia = Person(site, "lia")
    lia.join("377A")
    return lia


@pytest.fixture
def phone(windows, lia):
    return windows.open(PHONE, "lia")


def main(page):
    return page.get_by_role("main")


def test_events_that_another_device_imports_come_to_the_list(phone, lia):
    add_event(lia, "Concert in the chapel", days=4)
    visit(phone, "/events")
    expect(main(phone).get_by_text("Concert in the chapel")).to_be_visible()
    expect(main(phone).get_by_text("Swim meet")).to_have_count(0)
    headers = {"Content-Type": "text/calendar", "Idempotency-Key": str(uuid.uuid4())}
    answer = lia.site.request("POST", "/v1/events/import", SWIM_MEET, lia.token, headers)
    assert answer.status == 200, answer.body
    expect(main(phone).get_by_text("Swim meet")).to_be_visible()


def test_what_happens_before_the_stream_is_open_comes_and_nothing_is_fetched_twice(phone, lia):
    add_event(lia, "Quiz bowl", days=5)
    held, asked = [], []
    phone.route("**/v1/stream?*", lambda route: held.append(route), times=1)
    phone.on("request", lambda request: asked.append(urlsplit(request.url).path))
    phone.goto("/events")
    expect(main(phone).get_by_text("Quiz bowl")).to_be_visible()
    poll(phone, lambda: held, "the stream is asked for")
    assert "after" in parse_qs(urlsplit(held[0].request.url).query)
    add_event(lia, "Rowing on the lake", days=6)
    held[0].continue_()
    expect(main(phone).get_by_text("Rowing on the lake")).to_be_visible()
    assert [asked.count(path) for path in ("/v1/me", "/v1/home", "/v1/roommates")] == [1, 1, 1]


def test_w14_a_calendar_that_is_imported_on_the_computer_shows_on_the_phone(windows, phone):
    visit(phone, "/events")
    desk = windows.open(DESK, "lia")
    visit(desk, "/settings/calendar")
    file = {"name": "regatta.ics", "mimeType": "text/calendar", "buffer": REGATTA}
    desk.get_by_label("Calendar file").set_input_files(files=[file])
    desk.get_by_role("button", name="Import file").click()
    expect(desk.get_by_text("1 event added")).to_be_visible()
    expect(main(phone).get_by_text("Regatta")).to_be_visible()


def test_an_event_of_a_course_comes_and_goes_with_the_course(site, windows, phone, lia):
    tess = teacher(site, "tess377")
    course = make(site, tess, "Statistics")
    share(site, tess, course, title="Midterm on chance")
    visit(phone, "/events")
    expect(main(phone).get_by_text("Midterm on chance")).to_have_count(0)
    enroll(site, tess, course, {"person": lia.id})
    row = main(phone).get_by_role("listitem").filter(has_text="Midterm on chance")
    expect(row).to_be_visible()
    expect(row).to_contain_text("Statistics")
    # Another name of the course is no event's change: it is the roster that hears of it.
    edit(site, tess, course, name="Stochastics")
    expect(row).to_contain_text("Stochastics")


def test_an_administrator_sees_a_dorm_that_another_one_adds(site, windows):
    adele = Person(site, "adele377")
    site.set_roles(adele.id, ["admin"])
    page = windows.open(DESK, "adele377")
    visit(page, "/admin/dorms")
    expect(main(page).get_by_text("Juniper House")).to_have_count(0)
    site.define_dorm("juniper", "Juniper House", 2)
    expect(main(page).get_by_text("Juniper House")).to_be_visible()
    site.operator("roomhub.dorm.remove", {"id": "juniper"})
    expect(main(page).get_by_text("Juniper House")).to_have_count(0)


def test_another_name_of_ones_dorm_stands_on_the_home_page(site, windows):
    site.define_dorm("linden", "Linden House", 2)
    leo = Person(site, "leo377")
    answer = leo.post("/v1/room/join", {"dorm": "linden", "number": "1"})
    assert answer.status == 200, answer.body
    page = windows.open(PHONE, "leo377")
    visit(page, "/room")
    expect(page.get_by_text("Linden House 1").first).to_be_visible()
    site.define_dorm("linden", "Linden Court", 2)
    expect(page.get_by_text("Linden Court 1").first).to_be_visible()
