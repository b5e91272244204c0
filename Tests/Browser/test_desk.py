"""A desk: pages begin at one edge, what adds something is in the bar, and a list stays beside its item."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, visit
from quad_windows import DESK, PHONE
from quad_world import add_event, add_task

WIDE = {"viewport": {"width": 1920, "height": 1080}}
EDGE = "() => Math.round(document.querySelector('main > *').getBoundingClientRect().left)"


@pytest.fixture(scope="module")
def dee(site):
    dee = Person(site, "dee")
    dee.join("345A")
    dee.tasks = [add_task(dee, f"Shelf {number:02}") for number in range(30)]
    dee.events = [add_event(dee, f"Trip {number:02}", days=2 + number) for number in range(16)]
    return dee


def test_pages_begin_at_one_edge(windows, dee):
    page = windows.open(WIDE, "dee")
    edges = set()
    for path in ("/", "/room", "/tasks", "/events", "/events?view=month", "/school", "/inbox", "/settings"):
        visit(page, path)
        edges.add(page.evaluate(EDGE))
    assert len(edges) == 1, edges


def test_the_button_that_adds_is_in_the_bar_of_a_desk_and_floats_on_a_phone(windows, dee):
    desk = windows.open(DESK, "dee")
    visit(desk, "/events")
    add = desk.get_by_role("banner").get_by_role("link", name="Add event")
    assert add.bounding_box()["y"] < 60
    phone = windows.open(PHONE, "dee")
    visit(phone, "/events")
    assert phone.get_by_role("link", name="Add event").bounding_box()["y"] > 600


def test_the_list_stays_beside_a_task(windows, dee):
    page = windows.open(DESK, "dee")
    visit(page, "/tasks")
    expect(page.get_by_text("Select a task to see it here.")).to_be_visible()
    row = page.get_by_role("link", name="Shelf 12")
    row.scroll_into_view_if_needed()
    before = row.bounding_box()
    row.click()
    expect(page.get_by_role("main").get_by_role("heading", name="Shelf 12")).to_be_visible()
    beside = page.get_by_role("complementary")
    chosen = beside.get_by_role("link", name="Shelf 12")
    expect(chosen).to_have_attribute("aria-current", "page")
    poll(page, lambda: abs(chosen.bounding_box()["y"] - before["y"]) < 4, "it stays where it was")
    assert chosen.bounding_box()["x"] == before["x"]
    beside.get_by_role("link", name="Shelf 13").click()
    expect(page.get_by_role("main").get_by_role("heading", name="Shelf 13")).to_be_visible()
    beside.get_by_role("textbox", name="Add task").fill("Shelf 30")
    page.keyboard.press("Enter")
    expect(beside.get_by_role("link", name="Shelf 30")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("main").get_by_role("heading", name="Shelf 12")).to_be_visible()
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.get_by_role("complementary")).to_have_count(0)
    windows.shot(page, "desk-task")


def test_the_table_of_events_stays_beside_an_event(windows, dee):
    page = windows.open(DESK, "dee")
    main, beside = page.get_by_role("main"), page.get_by_role("complementary")
    visit(page, "/events")
    expect(beside.get_by_text("Select an event to see it here.")).to_be_visible()
    row = page.get_by_role("link", name="Trip 12")
    row.scroll_into_view_if_needed()
    before = row.bounding_box()
    row.focus()
    page.keyboard.press("Enter")
    expect(main.get_by_role("heading", name="Trip 12", level=1)).to_be_focused()
    expect(main.get_by_role("heading", name="To-dos")).to_be_visible()
    add = page.get_by_role("banner").get_by_role("link", name="Add event")
    assert add.bounding_box()["x"] > main.bounding_box()["x"]
    chosen = beside.locator("[aria-current=page]")
    expect(chosen).to_contain_text("Trip 12")
    poll(page, lambda: abs(chosen.bounding_box()["y"] - before["y"]) < 4, "it stays where it was")
    assert chosen.bounding_box()["x"] == before["x"]
    beside.get_by_role("link", name="Trip 13").click()
    expect(main.get_by_role("heading", name="Trip 13", level=1)).to_be_visible()
    expect(chosen).to_contain_text("Trip 13")
    page.go_back()
    expect(main.get_by_role("heading", name="Trip 12", level=1)).to_be_visible()
    windows.shot(page, "desk-event")
    visit(page, f"/events/{dee.events[3]}")
    expect(chosen).to_contain_text("Trip 03")
    # A view that needs the width has it, and so has an event that was opened from it.
    beside.get_by_role("radio", name="Month").click()
    expect(page.get_by_role("grid")).to_be_visible()
    expect(beside).to_have_count(0)
    assert page.url.split("?")[1].startswith("view=month")
    main.get_by_role("radio", name="Table").click()
    expect(beside.get_by_text("Select an event to see it here.")).to_be_visible()
    main.get_by_role("radio", name="Collection").click()
    expect(beside).to_have_count(0)
    main.get_by_role("link", name="Trip 03").click()
    expect(main.get_by_role("heading", name="Trip 03", level=1)).to_be_visible()
    expect(beside.get_by_role("heading", name="To-dos")).to_be_visible()
