"""Events and other calendars: the file of one event, the private address of all events, and imports."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import secret, tap, visit
from quad_windows import PHONE
from quad_world import add_event

THEIRS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Hilltop//Sports//EN
BEGIN:VEVENT
UID:meet@sports.example
DTSTAMP:20260901T120000Z
DTSTART:20401010T100000Z
DTEND:20401010T120000Z
SUMMARY:Swim meet
END:VEVENT
this is no line
BEGIN:VEVENT
UID:never@sports.example
DTSTAMP:20260901T120000Z
DTSTART:20401310T100000Z
SUMMARY:Never
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def kai(site):
    kai = Person(site, "kai")
    kai.join("404A")
    return kai


@pytest.fixture
def phone(windows, kai):
    return windows.open(PHONE, "kai")


def test_an_event_goes_into_the_own_calendar_with_an_alert_an_hour_before(phone, kai):
    event = add_event(kai, "Mom’s Birthday", days=3)
    visit(phone, f"/events/{event}")
    tap(phone, "button", "Menu")
    with phone.expect_download() as begun:
        tap(phone, "button", "Add to calendar")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(phone.get_by_text("open the file with your calendar")).to_be_visible()
    assert begun.value.suggested_filename == "Mom-s-Birthday.ics"
    with open(begun.value.path(), encoding="utf-8") as file:
        text = file.read()
    assert "SUMMARY:Mom’s Birthday" in text and "TRIGGER:-PT1H" in text


def test_calendars_read_all_events_at_a_private_address_until_it_ends(windows, phone, kai):
    add_event(kai, "Concert in the chapel", days=4)
    visit(phone, "/settings")
    phone.get_by_role("link", name="Calendars").click()
    tap(phone, "button", "Create calendar link")
    address = secret(phone).inner_text()
    assert re.fullmatch(rf"{windows.base}/v1/feeds/[\w-]{{43}}\.ics", address)
    tap(phone, "button", "I've copied it")
    expect(phone.get_by_text("No calendar has read it yet.")).to_be_visible()
    guest = windows.open(PHONE)
    answer = guest.request.get(address)
    assert answer.status == 200 and "SUMMARY:Concert in the chapel" in answer.text()
    phone.reload()
    expect(phone.get_by_text("Last read today")).to_be_visible()
    expect(phone.get_by_role("main")).not_to_contain_text("/v1/feeds/")

    tap(phone, "button", "Create new link")
    phone.get_by_role("dialog").get_by_role("button", name="Create new link").click()
    newer = secret(phone).inner_text()
    tap(phone, "button", "I've copied it")
    assert [guest.request.get(one).status for one in (address, newer)] == [404, 200]
    tap(phone, "button", "Turn off link")
    phone.get_by_role("dialog").get_by_role("button", name="Turn off link").click()
    expect(phone.get_by_role("button", name="Create calendar link")).to_be_visible()
    assert guest.request.get(newer).status == 404


def test_what_another_calendar_has_is_taken_over_once_and_problems_are_told_by_line(phone, kai):
    visit(phone, "/settings/calendar")

    def take(text):
        phone.get_by_label("Calendar file").set_input_files(
            {"name": "sports.ics", "mimeType": "text/calendar", "buffer": text.encode()})
        tap(phone, "button", "Import file")

    take(THEIRS)
    report = phone.get_by_role("status").filter(has_text="1 event added")
    expect(report).to_contain_text("1 skipped")
    expect(report.get_by_role("listitem").filter(has_text="Line 11: This is not a line of a calendar")).to_be_visible()
    expect(report.get_by_role("listitem").filter(has_text="Line 15: ")).to_be_visible()
    take(THEIRS.replace("Swim meet", "Swim meet, finals").replace("DTSTAMP:20260901", "SEQUENCE:1\nDTSTAMP:20260902"))
    expect(phone.get_by_text("0 events added, 1 updated, 1 skipped.")).to_be_visible()
    take("x" * (1_048_576 + 1))
    expect(phone.get_by_text("This file is too large. The limit is 1 MB.")).to_be_visible()
    visit(phone, "/settings/calendar")
    take(THEIRS.replace("DTSTAMP:20260901", "SEQUENCE:1\nDTSTAMP:20260902").replace("Swim meet", "Swim meet, finals"))
    expect(phone.get_by_text("0 events added, 1 unchanged, 1 skipped.")).to_be_visible()
    visit(phone, "/events")
    phone.get_by_role("radio", name="Table").check()
    expect(phone.get_by_role("main").get_by_text("Swim meet, finals")).to_have_count(1)
