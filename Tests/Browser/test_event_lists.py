"""The to-do list and the budget of an event, and the sharing of an event."""

import re
import struct

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, secret, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_cost, add_event, add_to_do, neighbour


@pytest.fixture(scope="module")
def ida(site):
    ida = Person(site, "ida")
    ida.join("402A")
    return ida


@pytest.fixture(scope="module")
def ole(site, ida):
    return neighbour(site, "ole", ida)


@pytest.fixture
def trip(ida, ole):
    """An event of Ida that her room sees."""
    return add_event(ida, "Our trip to the Grand Canyon", days=23, hours=4, visibility="room")


@pytest.fixture
def phone(windows, ida):
    return windows.open(PHONE, "ida")


def to_dos(person, event):
    return person.get(f"/v1/events/{event}/to-dos").json["items"]


def texts_of(person, event):
    return [one["text"] for one in to_dos(person, event)]


def budget(person, event):
    return person.get(f"/v1/events/{event}/budget").json


def texts(page):
    return page.locator(".edit-row .row-title").all_inner_texts()


def shows(page, *wanted):
    poll(page, lambda: texts(page) == list(wanted), f"the list is {wanted}, not {texts(page)}")


def line(page, text):
    return page.get_by_role("button", name=f"Edit: {text}")


def new_line(page, name="Add to-do"):
    return page.get_by_role("textbox", name=name, exact=True)


def test_to_dos_are_written_down_one_after_the_other(phone, ida, trip):
    visit(phone, f"/events/{trip}")
    phone.get_by_role("switch", name="Magic Wand").check()
    tap(phone, "button", "Menu")
    phone.get_by_role("dialog").get_by_role("link", name="To-dos").click()
    # The event's page has such a line, too.
    expect(phone.get_by_role("heading", level=1, name="To-dos")).to_be_visible()
    expect(phone.get_by_text("No to-dos yet")).to_be_visible()
    for text in ("Order the cake", "Borrow the tent", "Tell mom"):
        new_line(phone).fill(text)
        new_line(phone).press("Enter")
        expect(new_line(phone)).to_have_value("")
        expect(new_line(phone)).to_be_focused()
    shows(phone, "Order the cake", "Borrow the tent", "Tell mom")
    new_line(phone).press("Enter")
    poll(phone, lambda: texts_of(ida, trip) == ["Order the cake", "Borrow the tent", "Tell mom"],
         "all of them are kept, in their order, and an empty line is none")
    phone.get_by_role("checkbox", name="Borrow the tent").click()
    expect(phone.get_by_text("1 of 3 done")).to_be_visible()
    poll(phone, lambda: to_dos(ida, trip)[1]["isDone"], "it is done")

    phone.get_by_role("main").get_by_role("link", name="Our trip to the Grand Canyon").click()
    expect(phone.get_by_role("switch", name="Magic Wand")).not_to_be_checked()
    tap(phone, "button", "Menu")
    expect(phone.get_by_role("dialog").get_by_role("link", name="To-dos 1/3")).to_be_visible()


def test_the_input_stays_above_the_tabs_while_a_list_grows(phone, ida, trip):
    for number in range(8):
        add_to_do(ida, trip, f"Thing {number}")
    visit(phone, f"/events/{trip}/to-dos")
    add = phone.get_by_role("textbox", name="Add to-do")
    add.click()
    for number in range(2):
        add.fill(f"More {number}")
        add.press("Enter")
        expect(line(phone, f"More {number}")).to_be_visible()
    tabs = phone.get_by_role("navigation").filter(has=phone.locator(".tab")).bounding_box()
    poll(phone, lambda: add.bounding_box()["y"] + add.bounding_box()["height"] <= tabs["y"], "the input is in sight")


def test_a_to_do_is_changed_where_it_stands(phone, ida, ole, trip):
    add_to_do(ida, trip, "Borrow the tent")
    visit(phone, f"/events/{trip}/to-dos")
    line(phone, "Borrow the tent").click()
    field = phone.get_by_label("To-do", exact=True)
    expect(field).to_be_focused()
    field.fill("Something else")
    field.press("Escape")
    expect(line(phone, "Borrow the tent")).to_be_focused()
    assert to_dos(ida, trip)[0]["text"] == "Borrow the tent"

    line(phone, "Borrow the tent").click()
    field.fill("Borrow two tents")
    phone.get_by_label("Due").fill("2031-05-02")
    phone.get_by_label("Assigned to").select_option("Ole")
    tap(phone, "button", "Save")
    expect(line(phone, "Borrow two tents")).to_be_focused()
    expect(phone.get_by_role("main")).to_contain_text(re.compile(r"Due .*2031 · Ole"))
    kept = to_dos(ida, trip)[0]
    assert (kept["text"], kept["due"], kept["assignee"]) == ("Borrow two tents", "2031-05-02", ole.id)


def test_two_who_change_the_same_line_are_asked(windows, phone, ida, ole, trip):
    item = add_to_do(ida, trip, "Borrow the tent")
    visit(phone, f"/events/{trip}/to-dos")
    line(phone, "Borrow the tent").click()
    phone.get_by_label("To-do", exact=True).fill("Borrow a big tent")
    path = f"/v1/events/{trip}/to-dos/{item['id']}"
    assert ole.patch(path, {"version": 1, "text": "Rent a tent"}).status == 200
    windows.watch.expect(409, path)
    tap(phone, "button", "Save")
    expect(phone.get_by_text("It now says: Rent a tent")).to_be_visible()
    expect(phone.get_by_label("To-do", exact=True)).to_have_value("Borrow a big tent")
    tap(phone, "button", "Keep mine")
    expect(line(phone, "Borrow a big tent")).to_be_visible()
    assert to_dos(ida, trip)[0]["text"] == "Borrow a big tent"


def test_lines_are_moved_and_several_are_deleted_in_a_row(phone, ida, trip):
    for text in ("One", "Two", "Three"):
        add_to_do(ida, trip, text)
    visit(phone, f"/events/{trip}/to-dos")
    line(phone, "Three").press("Alt+ArrowUp")
    shows(phone, "One", "Three", "Two")
    tap(phone, "button", "Edit", exact=True)
    tap(phone, "button", "Move: Three")
    tap(phone, "button", "Move up: Three")
    shows(phone, "Three", "One", "Two")
    expect(phone.get_by_text("Three: 1 of 3")).to_be_attached()
    poll(phone, lambda: texts_of(ida, trip) == ["Three", "One", "Two"], "the order is kept")
    for text in ("One", "Two"):
        tap(phone, "button", f"Delete {text}?")
        expect(phone.get_by_role("button", name=f"Delete: {text}")).to_be_focused()
        tap(phone, "button", f"Delete: {text}")
    shows(phone, "Three")
    expect(phone.get_by_text("2 to-dos deleted")).to_be_visible()
    assert len(to_dos(ida, trip)) == 1
    tap(phone, "button", "Undo")
    shows(phone, "Three", "One", "Two")
    tap(phone, "button", "Done", exact=True)
    expect(phone.get_by_role("checkbox", name="Three")).to_be_visible()


@pytest.fixture
def finger(phone):
    session = phone.context.new_cdp_session(phone)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    yield touch
    session.detach()


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_line_is_drawn_to_another_place_by_its_handle(phone, ida, ole, trip, finger):
    for text in ("One", "Two", "Three", "Four"):
        add_to_do(ida, trip, text)
    visit(phone, f"/events/{trip}/to-dos")
    tap(phone, "button", "Edit", exact=True)
    grip = lambda name: phone.get_by_role("button", name=f"Move: {name}")
    # By a finger, past two lines; what a roommate adds meanwhile moves nothing under it.
    (x, y), (_, end) = middle(grip("One")), middle(grip("Three"))
    finger("touchStart", (x, y))
    for step in range(1, 7):
        finger("touchMove", (x, y + (end + 8 - y) * step / 6))
    add_to_do(ole, trip, "Five")
    poll(phone, lambda: len(texts_of(ida, trip)) == 5, "it is there")
    assert texts(phone) == ["One", "Two", "Three", "Four"]
    finger("touchEnd")
    shows(phone, "Two", "Three", "One", "Four", "Five")
    # Said as it was dropped, when the new line may not have come yet.
    expect(phone.get_by_text(re.compile("One: 3 of [45]"))).to_be_attached()
    # By a mouse to the first place; a third of the way to the next line is not far enough.
    (x, y), (_, top), (_, next_one) = middle(grip("Four")), middle(grip("Two")), middle(grip("Five"))
    phone.mouse.move(x, y)
    phone.mouse.down()
    phone.mouse.move(x, y + (next_one - y) / 3, steps=3)
    phone.mouse.up()
    phone.mouse.move(x, y)
    phone.mouse.down()
    phone.mouse.move(x, top - 40, steps=4)
    phone.mouse.up()
    shows(phone, "Four", "Two", "Three", "One", "Five")
    # Escape gives up.
    phone.mouse.move(*middle(grip("Five")))
    phone.mouse.down()
    phone.mouse.move(x, top, steps=4)
    phone.keyboard.press("Escape")
    phone.mouse.up()
    shows(phone, "Four", "Two", "Three", "One", "Five")
    # By the keys, on the handle itself.
    grip("Five").press("ArrowUp")
    shows(phone, "Four", "Two", "Three", "Five", "One")
    expect(grip("Five")).to_be_focused()
    poll(phone, lambda: texts_of(ida, trip) == ["Four", "Two", "Three", "Five", "One"], "the order is kept")


def test_a_roommate_sees_each_line_as_it_comes(windows, phone, ida, ole, trip):
    visit(phone, f"/events/{trip}/to-dos")
    add_to_do(ole, trip, "Bring the stove")
    shows(phone, "Bring the stove")
    visit(phone, f"/events/{trip}/budget")
    add_cost(ole, trip, "Gas", planned="12.50")
    expect(line(phone, "Gas, Planned $12.50")).to_be_visible()


def test_a_budget_adds_up_and_says_how_far_it_is_over(windows, phone, ida, trip):
    visit(phone, f"/events/{trip}/budget")
    for item, planned, paid in (("Cake", "120.50", ""), ("Flights", "1,234.00", "1180.25"), ("Deposit back", "-50", "")):
        for name, value in (("Item", item), ("Planned", planned), ("Paid", paid)):
            new_line(phone, name).fill(value)
        new_line(phone, "Paid").press("Enter")
        expect(new_line(phone, "Item")).to_be_focused()
    expect(phone.get_by_role("main")).to_contain_text("$1,250.75")
    expect(phone.locator(".budget-total")).to_contain_text("1,304.50")
    expect(phone.locator(".budget-total")).to_contain_text("1,180.25")
    figure = phone.get_by_role("figure", name="Planned and paid", exact=True)
    expect(figure.get_by_role("table", name="Values", exact=True).get_by_role("row")).to_have_count(3)

    tap(phone, "button", "Limit and currency")
    expect(phone.get_by_label("Currency", exact=True)).to_be_disabled()
    phone.get_by_label("Budget limit").fill("1,238.25")
    tap(phone, "button", "Save")
    expect(phone.get_by_text("$12.50 over budget")).to_be_visible()
    kept = budget(ida, trip)
    assert (kept["planned"], kept["actual"], kept["overBy"]) == (130450, 118025, 1250)

    windows.watch.expect(422, f"/v1/events/{trip}/budget/lines")
    new_line(phone, "Item").fill("Tent")
    new_line(phone, "Planned").fill("a lot")
    new_line(phone, "Planned").press("Enter")
    expect(phone.get_by_text("Enter a price like 12.50")).to_be_visible()
    expect(new_line(phone, "Planned")).to_be_focused()
    expect(new_line(phone, "Item")).to_have_value("Tent")
    assert len(budget(ida, trip)["lines"]) == 3


@pytest.mark.parametrize(
    ("choice", "kept"), [("Keep mine", (7500, "USD")), ("Keep saved", (5000, "USD"))], ids=["mine", "saved"])
def test_two_who_set_the_budget_limit_see_both_versions(windows, phone, ida, ole, trip, choice, kept):
    add_cost(ida, trip, "Gas", planned="12.50")
    path = f"/v1/events/{trip}/budget"
    visit(phone, f"/events/{trip}/budget")
    tap(phone, "button", "Limit and currency")
    phone.get_by_label("Budget limit").fill("75")
    version = budget(ida, trip)["version"]
    assert ole.patch(path, {"version": version, "cap": "50", "locale": "en"}).status == 200
    windows.watch.expect(409, path)
    tap(phone, "button", "Save")
    both = phone.get_by_role("alert").filter(has_text="Changed elsewhere")
    expect(both.get_by_role("cell", name="75", exact=True)).to_be_visible()
    expect(both.get_by_role("cell", name="50.00", exact=True)).to_be_visible()
    expect(phone.get_by_label("Budget limit")).to_have_value("75")
    windows.shot(phone, "budget-conflict")
    both.get_by_role("button", name=choice).click()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    found = budget(ida, trip)
    assert (found["cap"], found["currency"]) == kept


def test_a_budget_limit_keeps_the_currency_it_was_typed_in(windows, phone, ida, ole, trip):
    path = f"/v1/events/{trip}/budget"
    visit(phone, f"/events/{trip}/budget")
    tap(phone, "button", "Limit and currency")
    phone.get_by_label("Budget limit").fill("75")
    version = budget(ida, trip)["version"]
    assert ole.patch(path, {"version": version, "currency": "JPY"}).status == 200
    windows.watch.expect(409, path)
    tap(phone, "button", "Save")
    tap(phone, "button", "Keep mine")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    found = budget(ida, trip)
    assert (found["cap"], found["currency"]) == (7500, "USD")


def test_prices_are_read_as_the_language_writes_them(windows, ida, trip):
    page = windows.open({**DESK, "locale": "de-DE"}, "ida")
    visit(page, f"/events/{trip}/budget")
    tap(page, "button", "Limit und Währung")
    page.get_by_label("Währung", exact=True).select_option("EUR")
    tap(page, "button", "Speichern")
    expect(page.get_by_role("dialog")).to_have_count(0)
    new_line(page, "Posten").fill("Flüge")
    new_line(page, "Geplant").fill("1.234,50")
    new_line(page, "Geplant").press("Enter")
    expect(page.get_by_role("button", name=re.compile(r"Bearbeiten: Flüge, Geplant 1\.234,50\s€"))).to_be_visible()
    kept = budget(ida, trip)
    assert (kept["currency"], kept["planned"]) == ("EUR", 123450)


def test_a_snapshot_and_a_link_show_the_countdown_and_nothing_else(windows, phone, ida, trip):
    add_to_do(ida, trip, "Buy a secret present")
    visit(phone, f"/events/{trip}")
    tap(phone, "button", "Share")
    with phone.expect_download() as begun:
        tap(phone, "button", "Download")
    assert begun.value.suggested_filename == "Our-trip-to-the-Grand-Canyon.png"
    with open(begun.value.path(), "rb") as file:
        assert struct.unpack(">II", file.read(24)[16:]) == (1200, 630)
    tap(phone, "button", "Create link")
    address = secret(phone).inner_text()
    guest = windows.open(DESK)
    visit(guest, address)
    expect(guest.get_by_role("heading", level=1, name="Our trip to the Grand Canyon")).to_be_visible()
    expect(guest.get_by_role("timer")).to_contain_text("23")
    expect(guest.get_by_role("main")).not_to_contain_text("present")

    tap(phone, "button", "Turn off link")
    expect(phone.get_by_role("button", name="Create link")).to_be_visible()
    windows.watch.expect(404, "/v1/shared-events/" + address.rsplit("/", 1)[1])
    visit(guest, address)
    expect(guest.get_by_text("This link doesn't work")).to_be_visible()


def test_the_zone_of_the_profile_is_kept(phone, ida):
    visit(phone, "/settings/profile")
    phone.get_by_label("Time zone").select_option("Asia/Tokyo")
    tap(phone, "button", "Save")
    expect(phone.get_by_text("Saved")).to_be_visible()
    assert ida.get("/v1/me").json["zone"] == "Asia/Tokyo"
    visit(phone, "/events/new")
    expect(phone.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    phone.goto("/settings/profile")
    phone.get_by_label("Time zone").select_option("")
    tap(phone, "button", "Save")
    expect(phone.get_by_text("Saved")).to_be_visible()
    assert ida.get("/v1/me").json.get("zone") is None
