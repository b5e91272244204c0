"""The people of a site as a table: columns that sort, rows that are chosen, what is done with them, and the file."""

import csv
import io
from urllib.parse import parse_qs, urlsplit

import pytest
from people import Person
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import axe, poll, visit
from quad_windows import DESK, PHONE

SORTED = """async ([rows, isDescending]) => {
  const { sorted } = await import("/app/models/admintable.js");
  return sorted(rows.map((value, at) => ({ value, at })), ({ value }) => value, { isDescending }).map(({ at }) => at);
}"""
CSV = 'async (lines) => (await import("/app/models/admintable.js")).csvOf(lines)'
AFTER = """async ([present, wish]) => (await import("/app/components/peopletable.js")).rolesAfter(present, wish)"""


@pytest.fixture(scope="module")
def campus():
    with campus_of("adele") as site:
        site.students = {name: Person(site, name) for name in ("ynez", "zack", "xaver")}
        site.set_roles(Person(site, "wanja").id, ["staff"])
        yield site


@pytest.fixture
def windows(campus_windows):
    return campus_windows


@pytest.fixture
def page(windows):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/people")
    expect(rows(page)).to_have_count(5)
    return page


def rows(page):
    return page.locator(".admin-table tbody tr")


def emails(page):
    return [text.split("@")[0] for text in rows(page).locator("td:nth-child(3)").all_inner_texts()]


def status(page, name):
    return rows(page).filter(has_text=f"{name}@").locator("td").last


def choose(page, *names):
    for name in names:
        rows(page).filter(has_text=f"{name}@").get_by_role("checkbox").check()
    return page.get_by_role("group", name="Selected people")


def confirm(page, name):
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("rows, isDescending, order", [
    (["b", "a", "C"], False, [1, 0, 2]), (["b", "a", "C"], True, [2, 0, 1]),
    ([3, None, 1], False, [2, 0, 1]), ([3, None, 1], True, [0, 2, 1]),
    (["Ä", "b", "z", "É"], False, [0, 1, 3, 2]), (["x", "x", "x"], True, [0, 1, 2]), (["a10", "a9"], False, [1, 0]),
])
def test_rows_are_sorted_and_those_without_a_value_come_last(modules, rows, isDescending, order):
    page = modules()
    assert page.evaluate(SORTED, [rows, isDescending]) == order


def test_the_file_is_read_as_it_was_meant(modules):
    page = modules()
    lines = [["Name", "Note"], ['Ada "the first", Countess', "two\nlines"], ["=1+1", "@sum"], [None, "-2"]]
    text = page.evaluate(CSV, lines)
    assert text.startswith("\ufeff") and "\r\n" in text
    read = list(csv.reader(io.StringIO(text[1:], newline="")))
    assert read == [*lines[:2], ["'=1+1", "'@sum"], ["", "'-2"]]


@pytest.mark.parametrize("present, way, chosen, after", [
    (["student"], "give", ["admin"], ["student", "admin"]), (["student", "admin"], "take", ["admin"], ["student"]),
    (["student"], "take", ["student"], []), (["student", "admin"], "set", ["staff"], ["staff"]),
])
def test_roles_are_given_taken_and_replaced(modules, present, way, chosen, after):
    page = modules()
    assert page.evaluate(AFTER, [present, {"way": way, "chosen": chosen}]) == after


def test_a_press_on_a_column_sorts_by_it_and_the_order_stays(page):
    assert emails(page)[0] == "adele"
    header = page.get_by_role("columnheader", name="Email")
    header.get_by_role("button").click()
    assert emails(page) == ["adele", "wanja", "xaver", "ynez", "zack"]
    expect(header).to_have_attribute("aria-sort", "ascending")
    header.get_by_role("button").press("Enter")
    expect(header).to_have_attribute("aria-sort", "descending")
    assert emails(page) == ["zack", "ynez", "xaver", "wanja", "adele"]
    assert page.url.endswith("/admin/people?sort=-email")
    rows(page).first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Roles")).to_be_visible()
    page.go_back()
    expect(rows(page)).to_have_count(5)
    assert emails(page)[0] == "zack"


def test_of_more_people_than_a_table_shows_the_first_by_the_column_are_fetched(page):
    wishes = []

    def one_of_many(route):
        wish = parse_qs(urlsplit(route.request.url).query)
        found = {"items": []} if "cursor" in wish else route.fetch().json()
        wishes.append(wish.get("sort", [None])[0])
        route.fulfill(json={**found, "next": "more"})

    page.get_by_role("columnheader", name="Email").get_by_role("button").click()
    page.route("**/v1/admin/people?*", one_of_many)
    page.get_by_role("columnheader", name="Last seen").get_by_role("button").click()
    assert wishes == []
    page.get_by_role("combobox", name="Role").select_option(label="Students")
    expect(page.get_by_text("Only 4 people are shown.")).to_be_visible()
    assert set(wishes) == {"lastSeen"}
    wishes.clear()
    page.get_by_role("columnheader", name="Last seen").get_by_role("button").click()
    poll(page, lambda: len(wishes) == 10, "the table has asked for all of its pages")
    assert set(wishes) == {"-lastSeen"}
    # The site has no order by roles.
    wishes.clear()
    page.get_by_role("columnheader", name="Roles").get_by_role("button").click()
    page.get_by_role("columnheader", name="Signed up").get_by_role("button").click()
    poll(page, lambda: len(wishes) == 10, "only the second press asks")
    assert set(wishes) == {"signedUp"}


def test_many_are_blocked_at_once_but_never_oneself(page):
    expect(rows(page).filter(has_text="adele@").get_by_role("checkbox")).to_have_count(0)
    acts = choose(page, "ynez", "zack")
    expect(acts).to_contain_text("2 selected")
    acts.get_by_role("button", name="Block", exact=True).click()
    page.get_by_label("Reason").fill("Moved away.")
    confirm(page, "Block")
    expect(status(page, "zack")).to_have_text("Blocked")
    expect(status(page, "ynez")).to_have_text("Blocked")
    expect(status(page, "xaver")).to_have_text("")
    expect(acts).to_be_hidden()
    visit(page, "/admin/audit")
    expect(page.get_by_role("listitem").filter(has_text="Reason: Moved away.")).to_have_count(2)
    visit(page, "/admin/people")
    choose(page, "ynez", "zack").get_by_role("button", name="Unblock").click()
    confirm(page, "Unblock")
    expect(status(page, "zack")).to_have_text("")


def test_what_is_refused_is_named_and_stays_selected(page, windows):
    windows.watch.allow(422)
    acts = choose(page, "xaver", "wanja")
    acts.get_by_role("button", name="Change roles").click()
    page.get_by_label("Change", exact=True).select_option(label="Remove these roles")
    page.get_by_role("switch", name="Staff").check()
    confirm(page, "Save roles")
    # Who had nothing but this role would have none.
    sheet = page.get_by_role("dialog", name="Not done for 1 person")
    expect(sheet.get_by_role("listitem")).to_contain_text("Wanja Example")
    sheet.get_by_role("button", name="Done").click()
    expect(acts).to_contain_text("1 selected")
    expect(rows(page).filter(has_text="wanja@").get_by_role("checkbox")).to_be_checked()


def test_it_is_stopped_halfway_whatever_is_selected_meanwhile(page):
    acts = choose(page, "xaver", "ynez", "zack")
    held = []
    page.route("**/v1/admin/people/*/signout", lambda route: held.append(route))
    acts.get_by_role("button", name="Sign out").click()
    confirm(page, "Sign out")
    poll(page, lambda: held, "the first one is asked for")
    rows(page).filter(has_text="zack@").get_by_role("checkbox").uncheck()
    expect(acts).to_contain_text("0 of 3 done")
    for name in ("xaver", "ynez"):
        rows(page).filter(has_text=f"{name}@").get_by_role("checkbox").uncheck()
    acts.get_by_role("button", name="Stop").click()
    held[0].continue_()
    expect(page.get_by_text("Done for 1 person")).to_be_visible()
    expect(acts).to_be_hidden()
    assert len(held) == 1


def test_all_that_match_are_chosen_and_saved_as_a_file(page):
    page.get_by_role("combobox", name="Role").select_option(label="Students")
    expect(rows(page)).to_have_count(4)
    every = page.get_by_role("checkbox", name="Select everyone shown")
    every.check()
    expect(page.get_by_role("group", name="Selected people")).to_contain_text("3 selected")
    every.uncheck()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as CSV").click()
    assert download.value.suggested_filename == "People.csv"
    with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
        head, *lines = csv.reader(file)
    assert head == ["First name", "Last name", "Email", "Roles", "Signed up", "Last seen", "Status"]
    assert [line[2].split("@")[0] for line in lines] == ["adele", "xaver", "ynez", "zack"]
    assert lines[0][3] == "Administrator; Student"


def test_a_narrow_window_has_the_list(page):
    page.set_viewport_size(PHONE["viewport"])
    expect(page.locator(".person-link")).to_have_count(5)
    expect(page.locator(".admin-table")).to_have_count(0)
    page.set_viewport_size(DESK["viewport"])
    expect(rows(page)).to_have_count(5)


def test_many_rooms_get_another_capacity_at_once(campus, page):
    for name, student in campus.students.items():
        student.token = campus.sign_in(name)
    for number, name in (("101", "ynez"), ("102", "zack")):
        assert campus.students[name].join(number).status == 200
    assert campus.students["xaver"].join(code=campus.students["ynez"].code()).status == 200
    visit(page, "/admin/rooms")
    expect(rows(page)).to_have_count(2)
    assert count_of(page, "101") == "2 of 4"
    page.get_by_role("columnheader", name="People").get_by_role("button").click()
    expect(rows(page).first).to_contain_text("102")
    page.get_by_role("checkbox", name="Select all rooms shown").check()
    page.get_by_role("group", name="Selected rooms").get_by_role("button", name="Change capacity").click()
    page.get_by_role("spinbutton", name="Capacity").fill("40")
    confirm(page, "Save")
    expect(page.get_by_text("Enter a number from 1 to 20.")).to_be_visible()
    page.get_by_role("spinbutton", name="Capacity").fill("3")
    confirm(page, "Save")
    expect(page.get_by_text("2 rooms changed")).to_be_visible()
    assert (count_of(page, "101"), count_of(page, "102")) == ("2 of 3", "1 of 3")


def count_of(page, number):
    return rows(page).filter(has_text=number).locator("td:nth-child(4)").inner_text()


def test_a_room_of_the_table_shows_who_may_move_out(page):
    visit(page, "/admin/rooms")
    page.get_by_role("button", name="Forbes Hall 102").click()
    page.get_by_role("button", name="Move out: Zack Example").click()
    confirm(page, "Move out")
    expect(page.get_by_text("Zack Example moved out")).to_be_visible()
    expect(rows(page)).to_have_count(1)


def test_invitations_are_revoked_together(page, windows):
    visit(page, "/admin/invites")
    for note in ("For the band", "For the choir", "For the team"):
        page.get_by_role("button", name="New").click()
        page.get_by_label("Note").fill(note)
        page.get_by_role("button", name="Create invitation").click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        expect(rows(page).filter(has_text=note)).to_have_count(1)
    windows.shot(page, "admin-invites-table")
    for note in ("band", "team"):
        rows(page).filter(has_text=note).get_by_role("checkbox").check()
    page.get_by_role("group", name="Selected invitations").get_by_role("button", name="Revoke").click()
    confirm(page, "Revoke")
    expect(page.get_by_text("2 invitations revoked")).to_be_visible()
    expect(rows(page)).to_have_count(1)
    page.get_by_role("checkbox", name="Select all invitations shown").check()
    page.get_by_role("group", name="Selected invitations").get_by_role("button", name="Revoke").click()
    confirm(page, "Revoke")
    expect(page.get_by_text("No invitations")).to_be_visible()


def test_what_could_not_be_delivered_is_a_table_without_choices(campus, windows):
    page = windows.open(DESK, "adele")
    zack = {"person": campus.students["zack"].id, "kind": "webhook", "host": "hooks.example",
            "planned": "2026-11-26T09:00:00.000Z", "died": "2026-11-26T09:05:00.000Z", "reason": "refused 400"}
    lost = [{**zack, "id": f"01930000-0000-7000-8000-00000000000{number}", "attempts": number} for number in (3, 1)]
    gone = {**zack, "id": "01930000-0000-7000-8000-000000000009", "person": "01930000-0000-7000-8000-0000000000aa",
            "kind": "email", "host": "", "attempts": 2, "reason": "timed_out"}
    page.route("**/v1/admin/dead-deliveries*", lambda route: route.fulfill(json={"items": [*lost, gone]}))
    visit(page, "/admin/deliveries")
    expect(rows(page)).to_have_count(3)
    table = page.get_by_role("table", name="Undelivered")
    expect(table.get_by_role("checkbox")).to_have_count(0)
    expect(rows(page).first).to_contain_text("Webhook · hooks.example")
    expect(rows(page).first).to_contain_text("The server rejected it (400)")
    expect(rows(page).last).to_contain_text("Deleted account")
    header = table.get_by_role("columnheader", name="Attempts")
    header.get_by_role("button").click()
    expect(header).to_have_attribute("aria-sort", "ascending")
    assert rows(page).locator("td:last-child").all_inner_texts() == ["1", "2", "3"]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export as CSV").click()
    lines = list(csv.reader(io.StringIO(saved.value.path().read_text("utf-8-sig"))))
    assert lines[0] == ["Time", "Person", "Channel", "Reason", "Attempts"] and len(lines) == 4
    axe(page)
    windows.shot(page, "admin deliveries, table")
    rows(page).first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Roles")).to_be_visible()


@pytest.mark.parametrize("path, column, sort", [
    ("/admin/rooms", "People", "people"), ("/admin/rooms", "Room", "room"), ("/admin/rooms", "Opened", "opened"),
    ("/admin/invites", "Used", "used"), ("/admin/invites", "Code", "code"), ("/admin/people", "Last seen", "lastSeen"),
])
def test_the_order_stands_in_the_address_and_is_the_one_asked_for(windows, campus, path, column, sort):
    page = windows.open(DESK, "adele")
    if path == "/admin/invites":
        campus.operator("auth.invite.create", {})
    with page.expect_request(lambda request: f"/v1{path}?" in request.url and f"sort=-{sort}" in request.url):
        visit(page, f"{path}?sort=-{sort}")
    header = page.get_by_role("columnheader", name=column, exact=True)
    expect(header).to_have_attribute("aria-sort", "descending")
    header.get_by_role("button").press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    assert page.url.endswith(f"{path}?sort={sort}")
    page.reload()
    expect(header).to_have_attribute("aria-sort", "ascending")
