"""Single dates of an event that repeats: skipped, moved and restored on its page."""

import datetime
import zoneinfo

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import tap, visit
from quad_windows import PHONE
from quad_world import add_event, add_to_do


@pytest.fixture(scope="module")
def ines(site):
    ines = Person(site, "ines")
    ines.join("414A")
    return ines


def date(days):
    return f"{datetime.datetime.now(zoneinfo.ZoneInfo('America/New_York')) + datetime.timedelta(days=days):%Y-%m-%d}"


def test_i4_a_date_is_skipped_then_one_is_moved_and_both_come_back(windows, ines):
    phone = windows.open(PHONE, "ines")
    event = add_event(ines, "Class", days=10, recurrence="FREQ=WEEKLY")
    path = f"/v1/events/{event}"
    visit(phone, f"/events/{event}")
    tap(phone, "button", "Menu")
    tap(phone, "button", "Skip or move a date")
    expect(phone.get_by_label("Date", exact=True)).to_have_value(date(10))
    tap(phone, "button", "Save")
    expect(phone.locator(".event-dates li")).to_have_count(1)
    assert ines.get(path).json["exceptions"] == [{"date": date(10)}]
    tap(phone, "button", "Menu")
    tap(phone, "button", "Skip or move a date")
    expect(phone.get_by_label("Date", exact=True)).to_have_value(date(17))
    phone.get_by_label("Change", exact=True).select_option("move")
    phone.get_by_label("New date").fill("2020-01-01")
    windows.watch.expect(422, f"{path}/dates/{date(17)}/move")
    tap(phone, "button", "Save")
    expect(phone.get_by_text("Choose a date and time in the future.")).to_be_visible()
    phone.get_by_label("New date").fill(date(18))
    phone.get_by_label("New time").fill("08:30")
    tap(phone, "button", "Save")
    expect(phone.locator(".event-dates li")).to_have_count(2)
    assert ines.get(path).json["exceptions"][1]["moved"] == {"date": date(18), "time": "08:30:00"}
    for left in (1, 0):
        phone.locator(".event-dates button").first.click()
        expect(phone.locator(".event-dates li")).to_have_count(left)
    assert "exceptions" not in ines.get(path).json


def test_an_open_menu_follows_the_event(windows, ines):
    event = add_event(ines, "Bake sale", days=12)
    page = windows.open(PHONE, "ines")
    visit(page, f"/events/{event}")
    tap(page, "button", "Menu")
    menu = page.get_by_role("dialog")
    expect(menu.get_by_text("No to-dos yet")).to_be_visible()
    add_to_do(ines, event, "Borrow a cash box")
    expect(menu.get_by_role("link", name="To-dos 0/1")).to_be_visible()
    change = {"version": ines.get(f"/v1/events/{event}").json["version"], "title": "Cake sale"}
    assert ines.patch(f"/v1/events/{event}", change).status == 200
    expect(menu.get_by_role("heading", name="Cake sale")).to_be_visible()
