"""Upcoming notifications: those that are ready, those that wait, and the actions on one."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import axe, poll, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_event

TEN = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]


def slots(person):
    return person.get("/v1/alerts?limit=1").json["slots"]


@pytest.fixture(scope="module")
def full(site):
    """Seventy alerts: six of them wait."""
    tom = Person(site, "tom")
    for number in range(7):
        add_event(tom, f"Lecture {number + 1}", days=3 + number, leads=TEN)
    return tom


def row(page, text):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)


def gauge(page):
    return page.get_by_role("img", name=re.compile("ready$"))


def open_details(page):
    page.get_by_role("main").locator("summary").filter(has_text="Details").click()


def test_64_are_scheduled_and_the_others_follow_in_their_order(windows, full):
    page = windows.open(PHONE, "tom")
    poll(page, lambda: slots(full)["queued"] == 6, "all of them are planned", timeout=20)
    visit(page, "/alerts")
    expect(page.get_by_role("heading", name="Later")).to_be_attached()
    expect(row(page, "Lecture 1").first).to_contain_text("90 minutes before · your event")
    expect(page.get_by_text("Quad keeps your next 64 ready; 6 more follow as these pass.")).to_be_attached()
    expect(gauge(page)).not_to_be_visible()
    open_details(page)
    expect(gauge(page)).to_have_accessible_name("64 of 64 notifications ready")
    expect(page.get_by_text("6 later", exact=True)).to_be_visible()
    expect(page.get_by_text("Quad keeps up to 64 notifications ready.")).to_be_visible()
    expect(page.get_by_text(re.compile("^7. notifications so far"))).to_be_visible()
    assert axe(page) == []
    windows.shot(page, "alerts")


def test_a_pinned_one_keeps_its_place_and_a_dropped_one_makes_room(windows, full):
    page, desk = (windows.open(device, "tom") for device in (PHONE, DESK))
    poll(page, lambda: slots(full)["queued"] >= 5, "all of them are planned", timeout=20)
    visit(page, "/alerts")
    visit(desk, "/alerts")
    expect(row(page, "Lecture 7").last).to_be_attached()
    for one in (page, desk):
        open_details(one)
    pin = row(page, "Lecture 7").last.get_by_role("button", name="Pin Lecture 7")
    pin.click()
    expect(desk.get_by_text("1 of 16 pinned")).to_be_visible()
    expect(row(page, "Lecture 7").filter(has_text="pinned")).to_have_count(1)
    assert slots(full)["pinned"] == 1
    tap(row(page, "Lecture 7").filter(has_text="pinned"), "button", "Unpin Lecture 7")
    expect(page.get_by_text("0 of 16 pinned")).to_be_visible()

    before = slots(full)["queued"]
    row(page, "Lecture 1").first.get_by_role("button", name="Delete the notification for Lecture 1").click()
    tap(page.get_by_role("dialog"), "button", "Cancel")
    assert slots(full)["queued"] == before
    row(page, "Lecture 1").first.get_by_role("button", name="Delete the notification for Lecture 1").click()
    tap(page.get_by_role("dialog"), "button", "Delete notification")
    expect(page.get_by_text("Notification deleted")).to_be_visible()
    expect(desk.get_by_text(f"{before - 1} later", exact=True)).to_be_visible()
    assert full.get("/v1/alerts/counts").json["cancelled"] >= 1
    windows.shot(desk, "alerts-desk")


def test_times_are_those_of_the_persons_zone(windows, site):
    kim = Person(site, "kit")
    version = kim.get("/v1/me").json["version"]
    assert kim.patch("/v1/me", {"version": version, "zone": "Europe/Berlin"}).status == 200
    add_event(kim, "Call the bank", days=4, zone="Europe/Berlin")
    page = windows.open(PHONE, "kit")
    poll(page, lambda: slots(kim)["armed"] == 1, "it is planned", timeout=20)
    # The list may come before the profile that holds the zone.
    held, waits = [], [True]
    page.route("**/v1/me", lambda route: held.append(route) if waits else route.continue_())
    page.goto("/alerts")
    expect(row(page, "Call the bank")).not_to_contain_text("(Berlin)")
    assert held
    waits.clear()
    for route in held:
        route.continue_()
    expect(row(page, "Call the bank")).to_contain_text(re.compile(r"\(Berlin\).*Starts .*\(Berlin\)", re.DOTALL))


def test_without_any_it_says_where_they_come_from(windows, site):
    Person(site, "lou")
    page = windows.open(PHONE, "lou")
    visit(page, "/alerts")
    expect(page.get_by_role("heading", name="Nothing coming up")).to_be_visible()
    open_details(page)
    expect(gauge(page)).to_have_accessible_name("0 of 64 notifications ready")
    tap(page, "link", "View events")
    expect(page.get_by_role("heading", name="Events", level=1)).to_be_visible()
