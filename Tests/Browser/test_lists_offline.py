"""Without a network: changes of to-dos and budget lines wait and count once, also in lists new to this device."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit, wait_until_kept
from quad_windows import PHONE
from quad_world import add_cost, add_event, add_to_do

pytestmark = pytest.mark.service_worker

FORGET = """(addresses) => new Promise((resolve, reject) => {
  const request = indexedDB.open("quad");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const work = request.result.transaction("answers", "readwrite");
    for (const address of addresses) work.objectStore("answers").delete(address);
    work.oncomplete = () => { request.result.close(); resolve(); };
  };
})"""
WAITS = "not saved on the server yet"
ONLY_WAITING = "Only your unsent changes are shown"


@pytest.fixture(scope="module")
def una(site):
    una = Person(site, "una")
    una.join("403A")
    return una


@pytest.fixture
def trip(una):
    return add_event(una, "Our trip to the Grand Canyon", days=23)


@pytest.fixture
def phone(windows, una):
    return windows.open(PHONE, "una")


def back_again(page):
    expect(page.get_by_text(re.compile("^No connection"))).to_have_count(0, timeout=15_000)
    expect(page.get_by_text(WAITS)).to_have_count(0, timeout=15_000)


def row(page, text):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)


def write(page, name, text):
    line = page.get_by_role("textbox", name=name, exact=True)
    line.fill(text)
    line.press("Enter")


def change(page, name, new):
    page.get_by_role("button", name=f"Edit: {name}").click()
    page.get_by_label("To-do", exact=True).fill(new)
    tap(page, "button", "Save", exact=True)
    expect(row(page, new)).to_contain_text(WAITS)


def to_dos(una, trip):
    return [(one["text"], one["isDone"]) for one in una.get(f"/v1/events/{trip}/to-dos").json["items"]]


def test_to_dos_are_added_ticked_and_changed_and_each_counts_once(windows, phone, una, trip):
    for text in ("Order the cake", "Borrow the tent"):
        add_to_do(una, trip, text)
    path = f"/v1/events/{trip}/to-dos"
    visit(phone, f"/events/{trip}/to-dos")
    wait_until_kept(phone, path)
    with windows.offline(phone):
        write(phone, "Add to-do", "Call grandma")
        expect(row(phone, "Call grandma")).to_contain_text(WAITS)
        # What is seen is heard, too.
        expect(phone.get_by_role("button", name=f"Edit: Call grandma, {WAITS}")).to_be_visible()
        expect(phone.get_by_role("checkbox", name="Call grandma", exact=True)).to_have_accessible_description(WAITS)
        phone.get_by_role("checkbox", name="Call grandma").click()
        change(phone, "Call grandma", "Call grandpa")
        phone.get_by_role("checkbox", name="Borrow the tent").click()
        change(phone, "Borrow the tent", "Rent a tent")
        change(phone, "Rent a tent", "Rent a big tent")
        write(phone, "Add to-do", "Think better of it")
        expect(phone.get_by_role("link", name="7 unsent changes")).to_be_visible()
        phone.reload()
        expect(row(phone, "Rent a big tent")).to_contain_text(WAITS)
        expect(phone.get_by_role("checkbox", name="Rent a big tent")).to_be_checked()
        expect(phone.get_by_role("checkbox", name="Call grandpa")).to_be_checked()
        tap(phone, "button", "Edit", exact=True)
        tap(phone, "button", "Delete Think better of it?")
        tap(phone, "button", "Delete: Think better of it")
        tap(phone, "button", "Undo")
        expect(row(phone, "Think better of it")).to_contain_text(WAITS)
        tap(phone, "button", "Delete Think better of it?")
        tap(phone, "button", "Delete: Think better of it")
        tap(phone, "button", "Done", exact=True)
        assert to_dos(una, trip) == [("Order the cake", False), ("Borrow the tent", False)]
        lost = []
        # The answer to the first try is lost on its way.
        phone.route(f"**{path}", lambda route: lose(route, lost))
    back_again(phone)
    assert lost == [201]
    assert to_dos(una, trip) == [("Order the cake", False), ("Rent a big tent", True), ("Call grandpa", True)]
    assert una.get(f"{path}").json["items"][1]["version"] == 4, "each of the three changes counts"


def lose(route, lost):
    if route.request.method != "POST" or lost:
        route.continue_()
        return
    lost.append(route.fetch().status)
    route.abort("internetdisconnected")


def test_what_follows_a_change_that_was_refused_is_refused_and_says_why(windows, phone, una, trip):
    item = add_to_do(una, trip, "Borrow the tent")
    path = f"/v1/events/{trip}/to-dos/{item['id']}"
    visit(phone, f"/events/{trip}/to-dos")
    with windows.offline(phone):
        change(phone, "Borrow the tent", "Rent a tent")
        phone.get_by_role("checkbox", name="Rent a tent").click()
        expect(phone.get_by_role("link", name="2 unsent changes")).to_be_visible()
        assert una.patch(path, {"version": 1, "text": "Buy a tent"}).status == 200
        windows.watch.expect(409, path)
    tap(phone, "link", "2 changes weren't saved")
    expect(phone.get_by_text("Someone changed this while you were editing")).to_be_visible()
    expect(phone.get_by_text("The item you changed was never saved.")).to_be_visible()
    assert to_dos(una, trip) == [("Buy a tent", False)]
    phone.get_by_role("button", name="Discard: ").first.click()
    phone.get_by_role("dialog").get_by_role("button", name="Discard").click()
    expect(phone.get_by_text("Nothing to send")).to_be_visible()


def test_lines_of_a_budget_wait_with_their_prices_as_they_were_typed(windows, phone, una, trip):
    add_cost(una, trip, "Campsite", planned="120.50")
    add_cost(una, trip, "Taxi", actual="20")
    visit(phone, f"/events/{trip}/budget")
    wait_until_kept(phone, f"/v1/events/{trip}/budget")
    with windows.offline(phone):
        phone.get_by_role("textbox", name="Planned").fill("1,234.5")
        write(phone, "Item", "Flights")
        expect(row(phone, "Flights")).to_contain_text(re.compile(rf"1,234\.5.*{WAITS}"))
        phone.get_by_role("button", name="Edit: Campsite, Planned $120.50").click()
        row(phone, "Save").get_by_label("Paid").fill("99")
        tap(phone, "button", "Save", exact=True)
        expect(row(phone, "Campsite")).to_contain_text(WAITS)
        # A second one of that name is another one.
        write(phone, "Item", "Taxi")
        expect(row(phone, "Taxi")).to_have_count(2)
        expect(phone.get_by_text("The total doesn't include unsaved items.")).to_be_visible()
        expect(phone.locator(".budget-total")).to_contain_text("120.50")
    back_again(phone)
    expect(phone.locator(".budget-total")).to_contain_text("1,355.00")
    kept = una.get(f"/v1/events/{trip}/budget").json
    assert [(one.get("planned"), one.get("actual")) for one in kept["lines"]] == [
        (12050, 9900), (None, 2000), (123450, None), (None, None)]


def test_lists_that_were_never_kept_show_what_waits(windows, phone, una, trip):
    add_to_do(una, trip, "Order the cake")
    una.post("/v1/tasks", {"title": "Sweep the stairs"})
    visit(phone, "/events")
    phone.get_by_role("radio", name="Table").check()
    wait_until_kept(phone, "/v1/room/code")
    with windows.offline(phone):
        tap(phone, "link", "Add event")
        phone.get_by_label("Name", exact=True).fill("Concert in the chapel")
        tap(phone, "button", "Save", exact=True)
        expect(row(phone, "Concert in the chapel")).to_contain_text(WAITS)
        phone.goto("/tasks/new")
        phone.get_by_label("Task", exact=True).fill("Water the fern")
        tap(phone, "button", "Add task", exact=True)
        expect(row(phone, "Water the fern")).to_be_visible()
        phone.evaluate(FORGET, ["/v1/events?limit=100", "/v1/tasks?limit=100"])
        for path, waiting, unknown in (("/events", "Concert in the chapel", "Our trip to the Grand Canyon"),
                                       ("/tasks", "Water the fern", "Sweep the stairs")):
            phone.goto(path)
            expect(phone.get_by_text(ONLY_WAITING)).to_be_visible()
            expect(row(phone, waiting)).to_be_visible()
            assert row(phone, unknown).count() == 0
        phone.goto(f"/events/{trip}/budget")
        expect(phone.get_by_text(ONLY_WAITING)).to_be_visible()
        phone.goto(f"/events/{trip}/to-dos")
        write(phone, "Add to-do", "Call grandma")
        expect(row(phone, "Call grandma")).to_contain_text(WAITS)
        expect(phone.get_by_text(ONLY_WAITING)).to_be_visible()
    back_again(phone)
    expect(row(phone, "Order the cake")).to_be_visible()
    assert to_dos(una, trip) == [("Order the cake", False), ("Call grandma", False)]
    visit(phone, "/tasks")
    expect(row(phone, "Sweep the stairs")).to_be_visible()
    expect(row(phone, "Water the fern").get_by_role("button")).to_be_visible()
