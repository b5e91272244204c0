"""The administrators' pages of the school: one evening to set it up, a closing with its undo, lists and menus."""

import pytest
from people import Person
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import tap, visit
from quad_school_setup import School
from quad_windows import DESK, PHONE

# The ends of the rows of a line of fields.
EDGES = """(fields) => {
  const ends = new Map();
  for (const { offsetTop, offsetLeft, offsetWidth } of fields.children) {
    ends.set(offsetTop, Math.max(ends.get(offsetTop) ?? 0, Math.round(offsetLeft + offsetWidth)));
  }
  return [...ends.values()];
}"""


@pytest.fixture(scope="module")
def campus():
    with campus_of("adele") as site:
        Person(site, "sidney")
        site.school = School(site, site.tokens["adele"])
        yield site


@pytest.fixture
def windows(campus_windows):
    return campus_windows


def sheet(page):
    return page.get_by_role("dialog")


def save(page):
    sheet(page).get_by_role("button", name="Save").click()
    expect(sheet(page)).to_have_count(0)


def test_an_empty_school_is_set_up_in_one_evening(windows, campus):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/school")
    expect(page.get_by_text("0 of 9 parts are set up.")).to_be_visible()
    tap(page, "button", "Basics")
    for day in ("Saturday", "Sunday"):
        sheet(page).get_by_label(day).select_option("usual")
    save(page)
    page.get_by_role("link", name="Bells").click()
    tap(page, "button", "Add schedule")
    sheet(page).get_by_label("Name", exact=True).fill("Regular")
    for _ in range(6):
        tap(page, "button", "Add slot")
    expect(sheet(page).get_by_label("Starts").last).to_have_value("12:10")
    save(page)
    expect(page.get_by_text("8:00 AM – 12:55 PM · 6 periods")).to_be_visible()
    visit(page, "/admin/school/cycle")
    tap(page, "button", "Generate cycle")
    sheet(page).get_by_role("button", name="Show proposal").click()
    expect(page.get_by_label("Name", exact=True)).to_have_count(4)
    tap(page, "button", "Save cycle")
    expect(page.get_by_text("Saved")).to_be_visible()
    visit(page, "/admin/school/days")
    tap(page, "button", "Add term")
    sheet(page).get_by_label("Name").fill("Fall term")
    sheet(page).get_by_label("First day").fill(campus.school.day())
    sheet(page).get_by_label("Last day").fill(campus.school.day(100))
    save(page)
    expect(page.locator("button.month-day[aria-pressed=true]")).to_contain_text("1")
    visit(page, "/admin/school")
    expect(page.get_by_text("3 of 9 parts are set up.")).to_be_visible()
    days = campus.school.ask("GET", f"/v1/school/days?from={campus.school.day()}&to={campus.school.day(3)}").json["items"]
    assert len({day["dayType"]["name"] for day in days}) == 4


def test_a_closing_is_previewed_done_with_one_press_and_undone(windows, campus):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/days")
    chosen = page.locator("button.month-day[aria-pressed=true]")
    expect(chosen).to_contain_text("Day 1")
    tap(page, "button", "Close school")
    rows = sheet(page).get_by_role("row")
    expect(rows.nth(1)).to_contain_text("No school")
    expect(sheet(page).get_by_text("notified.")).to_be_visible()
    sheet(page).get_by_label("Reason").fill("Snow")
    sheet(page).get_by_role("button", name="Close and notify").click()
    expect(sheet(page)).to_have_count(0)
    expect(chosen).to_contain_text("Closed")
    expect(page.get_by_text("You can undo this until")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(chosen).to_contain_text("Day 1")
    expect(page.get_by_text("You can undo this until")).to_have_count(0)


def test_a_day_is_set_apart_and_made_usual_again(windows, campus):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/school/days")
    tap(page, "button", "Change day")
    sheet(page).get_by_label("On this day").select_option("closed")
    sheet(page).get_by_label("Reason").fill("Founders' Day")
    save(page)
    expect(page.get_by_text("Closed · Founders' Day")).to_be_visible()
    tap(page, "button", "Make usual")
    expect(page.get_by_role("button", name="Close school")).to_be_visible()


def test_lists_are_kept_by_their_sheets(windows, campus):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/school/contacts")
    tap(page, "button", "Add contact")
    sheet(page).get_by_label("Name").fill("Nurse")
    sheet(page).get_by_label("Role").fill("Health office")
    sheet(page).get_by_label("Emergency number").check()
    windows.watch.expect(422, "/v1/admin/school/contacts")
    tap(sheet(page), "button", "Save")
    expect(sheet(page).get_by_text("Enter the number to call in an emergency.")).to_be_visible()
    sheet(page).get_by_label("Phone").fill("555-0111")
    save(page)
    expect(page.get_by_text("Emergency · Health office · 555-0111")).to_be_visible()
    visit(page, "/admin/school/activities")
    tap(page, "button", "Add activity")
    sheet(page).get_by_label("Name").fill("Chess")
    tap(page, "button", "Add meeting")
    save(page)
    expect(page.get_by_role("listitem").filter(has_text="Chess")).to_contain_text("Next: ")
    visit(page, "/admin/school/classes")
    tap(page, "button", "Add class")
    sheet(page).get_by_label("Name").fill("Biology")
    sheet(page).get_by_label("Grades").fill("9–11")
    sheet(page).get_by_label("Blocks").fill("1, 3")
    save(page)
    expect(page.get_by_text("Grades 9, 10, 11 · Blocks 1, 3")).to_be_visible()
    tap(page, "button", "Delete: Biology")
    tap(sheet(page), "button", "Delete")
    expect(page.get_by_text("No classes found")).to_be_visible()


def test_a_menu_is_typed_with_prices_and_copied_to_the_next_week(windows, campus):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/lunch")
    tap(page, "button", "Add dish")
    page.get_by_label("Station").fill("Grill")
    page.get_by_label("Dish", exact=True).fill("Mac and cheese")
    page.get_by_label("Price").fill("4.25")
    page.get_by_label("Allergens").fill("milk, Wheat")
    # Its rows end together.
    edges = page.locator(".repeated-fields").evaluate(EDGES)
    assert len(edges) == 2 and max(edges) - min(edges) <= 1, edges
    tap(page, "button", "Save menu")
    expect(page.get_by_text("Saved")).to_be_visible()
    [station] = campus.school.ask("GET", f"/v1/school/lunch?date={campus.school.day()}").json["stations"]
    assert station["dishes"][0]["price"] == 425 and set(station["dishes"][0]["allergens"]) >= {"milk", "wheat"}
    page.get_by_label("Date").fill(campus.school.day(7))
    tap(page, "button", "Copy from last week")
    expect(page.get_by_label("Dish", exact=True)).to_have_value("Mac and cheese")


def test_somebody_elses_change_is_replaced_only_by_a_second_press(windows, campus):
    made = campus.school.ask("POST", "/v1/admin/school/contacts", {"name": "Gate", "role": "Porter"}).json
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/school/contacts")
    tap(page, "button", "Edit: Gate")
    sheet(page).get_by_label("Role").fill("Day porter")
    path = f"/v1/admin/school/contacts/{made['id']}"
    campus.school.ask("PATCH", path, {"version": made["version"], "role": "Night porter"})
    windows.watch.expect(409, path)
    tap(sheet(page), "button", "Save")
    expect(sheet(page).get_by_text("Save again to replace their change.")).to_be_visible()
    save(page)
    expect(page.get_by_text("Day porter")).to_be_visible()


def test_an_unsaved_menu_outlives_another_date_and_replaces_a_newer_one_only_when_told_to(windows, campus):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/lunch")
    date, other = campus.school.day(21), campus.school.day(22)
    dish = page.get_by_label("Dish", exact=True)
    page.get_by_label("Date").fill(date)
    tap(page, "button", "Add dish")
    page.get_by_label("Station").fill("Grill")
    dish.fill("Falafel")
    page.get_by_label("Date").fill(other)
    expect(dish).to_have_count(0)
    path = f"/v1/admin/school/lunch/{date}"
    newer = [{"name": "Soups", "dishes": [{"name": "Lentil soup"}]}]
    old = campus.school.ask("GET", f"/v1/school/lunch?date={date}").json
    campus.school.ask("PUT", path, {"version": old["version"], "locale": "en", "stations": newer})
    page.get_by_label("Date").fill(date)
    expect(dish).to_have_value("Falafel")
    windows.watch.expect(409, path)
    tap(page, "button", "Save menu")
    expect(page.get_by_text("Save again to replace their change.")).to_be_visible()
    tap(page, "button", "Save menu")
    expect(page.get_by_text("Saved")).to_be_visible()
    [station] = campus.school.ask("GET", f"/v1/school/lunch?date={date}").json["stations"]
    assert [one["name"] for one in station["dishes"]] == ["Falafel"]


def test_an_unsaved_cycle_outlives_another_page_until_it_is_discarded(windows):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/school/cycle")
    first = page.get_by_label("Name", exact=True).first
    saved = first.input_value()
    first.fill("Long day")
    page.locator(".bar-back").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Cycle")
    visit(page, "/admin/school/cycle")
    expect(first).to_have_value("Long day")
    tap(page, "button", "Discard")
    expect(first).to_have_value(saved)
