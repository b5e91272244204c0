"""The page of an event: beside its countdown, the next to-dos and the sums of the budget."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit, wait_until_kept
from quad_windows import PHONE
from quad_world import add_cost, add_event, add_to_do, neighbour


@pytest.fixture(scope="module")
def ragna(site):
    ragna = Person(site, "ragna")
    ragna.join("452A")
    return ragna


@pytest.fixture(scope="module")
def odin(site, ragna):
    return neighbour(site, "odin", ragna)


@pytest.fixture
def trip(ragna, odin):
    """An event of Ragna that her room sees."""
    return add_event(ragna, "Our trip to the fjords", days=23, hours=4, visibility="room")


@pytest.fixture
def phone(windows, ragna):
    return windows.open(PHONE, "ragna")


def kept(person, event):
    return [(item["text"], item["isDone"]) for item in person.get(f"/v1/events/{event}/to-dos").json["items"]]


def shows(page, *wanted):
    lines = page.locator(".edit-row .row-title")
    expect(lines).to_have_text(wanted)


def new_line(page):
    return page.get_by_role("textbox", name="Add to-do", exact=True)


def part(page, name):
    return page.locator(".event-lists section").filter(has=page.get_by_role("heading", name=name))


def test_it_has_the_next_to_dos(phone, ragna, odin, trip):
    for text in ("One", "Two", "Three", "Four", "Five"):
        add_to_do(ragna, trip, text)
    visit(phone, f"/events/{trip}")
    to_dos = part(phone, "To-dos")
    shows(phone, "One", "Two", "Three", "Four")
    expect(to_dos.get_by_text("0 of 5 done")).to_be_visible()
    to_dos.get_by_role("checkbox", name="Two").click()
    # The one that was ticked here stays, and the next one comes.
    shows(phone, "One", "Two", "Three", "Four", "Five")
    expect(to_dos.get_by_role("checkbox", name="Two")).to_be_checked()
    expect(to_dos.get_by_text("1 of 5 done")).to_be_visible()
    new_line(phone).fill("Six")
    new_line(phone).press("Enter")
    shows(phone, "One", "Two", "Three", "Four", "Five", "Six")
    # A line that is being changed stays, whatever comes above it.
    phone.get_by_role("button", name="Edit: Five").click()
    phone.get_by_label("To-do", exact=True).fill("Fifth")
    zero = add_to_do(odin, trip, "Zero")
    assert odin.post(f"/v1/events/{trip}/to-dos/{zero['id']}/move", {}).status == 200
    expect(to_dos.get_by_role("checkbox", name="Zero")).to_be_visible()
    expect(phone.get_by_label("To-do", exact=True)).to_have_value("Fifth")
    tap(phone, "button", "Save")
    poll(phone, lambda: ("Fifth", False) in kept(ragna, trip), "the change is kept")
    to_dos.get_by_role("link", name="All 7 to-dos").click()
    expect(phone.get_by_role("heading", level=1, name="To-dos")).to_be_visible()
    shows(phone, "Zero", "One", "Two", "Three", "Four", "Fifth", "Six")


def test_names_come_when_they_are_known(phone, ragna, odin, trip):
    add_to_do(ragna, trip, "Rent a boat", assignee=odin.id)
    held = []
    phone.route("**/v1/roommates*", lambda route: held.append(route))
    phone.goto(f"/events/{trip}")
    boat = phone.get_by_role("button", name="Edit: Rent a boat")
    poll(phone, lambda: held, "roommates are asked for")
    expect(boat).to_have_text("Rent a boat")
    for route in held:
        route.continue_()
    expect(boat).to_have_text("Rent a boatOdin")


def test_it_has_the_sums_of_the_budget_and_a_countdown_that_stays(windows, ragna, trip):
    # Wide, but without room for the list of events, too.
    page = windows.open({"viewport": {"width": 1200, "height": 800}}, "ragna")
    visit(page, f"/events/{trip}")
    face, sums = page.locator(".count-digits"), part(page, "Budget")
    place = face.bounding_box()
    expect(sums.get_by_role("link", name="Plan the costs")).to_be_visible()
    expect(new_line(page)).to_be_visible()
    add_cost(ragna, trip, "Flights", planned="200", actual="150.50")
    expect(sums).to_contain_text("$150.50 of $200.00 planned")
    version = ragna.get(f"/v1/events/{trip}/budget").json["version"]
    assert ragna.patch(f"/v1/events/{trip}/budget", {"version": version, "cap": "100", "locale": "en"}).status == 200
    expect(sums).to_contain_text("$50.50 over budget")
    assert face.bounding_box() == place, "the countdown stays where it was"
    assert sums.bounding_box()["x"] > place["x"] + place["width"], "beside the countdown"
    # What explains the wand is a tap away.
    about = page.get_by_text("Takes 2 days off the countdown")
    expect(about).to_be_hidden()
    tap(page, "button", "About the Magic Wand")
    expect(about).to_be_visible()
    sums.get_by_role("link", name="Open budget").click()
    expect(page.get_by_role("heading", level=1, name="Budget")).to_be_visible()


@pytest.mark.service_worker
def test_its_to_dos_wait_without_a_network(windows, phone, ragna, trip):
    add_to_do(ragna, trip, "Pack")
    visit(phone, f"/events/{trip}")
    shows(phone, "Pack")
    wait_until_kept(phone, f"/v1/events/{trip}/to-dos")
    with windows.offline(phone):
        phone.reload()
        shows(phone, "Pack")
        phone.get_by_role("checkbox", name="Pack").click()
        new_line(phone).fill("Lock the door")
        new_line(phone).press("Enter")
        shows(phone, "Pack", "Lock the door")
        expect(phone.get_by_text("1 of 2 done")).to_be_visible()
        assert kept(ragna, trip) == [("Pack", False)]
    poll(phone, lambda: kept(ragna, trip) == [("Pack", True), ("Lock the door", False)], "both have arrived")
