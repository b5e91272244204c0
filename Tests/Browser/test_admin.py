"""The pages of administrators: an action is confirmed first, happens on the site, and is refused in words."""

import pytest
from people import Person
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import tap, visit
from quad_windows import DESK, PHONE
from quad_world import neighbour, post_message


@pytest.fixture(scope="module")
def campus():
    """A site with one administrator, adele: the last one can only be met where there is no other."""
    with campus_of("adele") as site:
        yield site


@pytest.fixture
def windows(campus_windows):
    return campus_windows


def confirm(page, name):
    """Answers the sheet that asks."""
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name=name, exact=True).click()


def open_person(page, person):
    visit(page, f"/admin/people/{person.id}")
    expect(page.get_by_role("heading", name="Roles")).to_be_visible()


def test_nobody_else_finds_the_pages(windows, campus):
    sidney = Person(campus, "sidney")
    campus.set_roles(sidney.id, ["student", "staff"])
    page = windows.open(DESK, "sidney")
    for path in ("/admin", "/admin/people", f"/admin/people/{sidney.id}", "/admin/deliveries", "/admin/audit"):
        visit(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    visit(page, "/settings")
    expect(page.get_by_role("link", name="Admin")).to_have_count(0)


def test_an_administrator_finds_them(windows):
    page = windows.open(PHONE, "adele")
    visit(page, "/settings")
    page.get_by_role("main").get_by_role("link", name="Admin").click()
    names = ("People", "Invitations", "Dorms", "Rooms", "Reports", "Undelivered", "Audit log", "Site settings")
    for name in names:
        expect(page.get_by_role("main").get_by_role("link", name=name, exact=True)).to_be_visible()


def test_a_block_is_found_asked_for_done_and_in_the_log(windows, campus):
    Person(campus, "basil")
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/people")
    page.get_by_role("searchbox", name="Name or email").fill("basil@")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(1)
    rows.get_by_role("link").click()
    tap(page, "button", "Block")
    page.get_by_label("Reason").fill("Asked for at the desk.")
    confirm(page, "Block")
    expect(page.get_by_text("They can't sign in")).to_be_visible()
    body = {"email": "basil@hilltop.example", "password": "correct horse battery staple"}
    assert campus.request("POST", "/v1/signin", body).status in (401, 403)
    visit(page, "/admin/audit")
    entry = page.get_by_role("listitem").filter(has_text="Reason: Asked for at the desk.")
    expect(entry).to_contain_text("blocked")
    entry.get_by_role("link").click()
    tap(page, "button", "Unblock")
    confirm(page, "Unblock")
    expect(page.get_by_role("button", name="Block")).to_be_visible()


def test_the_last_administrator_stays_one(windows, campus):
    page = windows.open(PHONE, "adele")
    open_person(page, campus.admins["adele"])
    tap(page, "button", "Change")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Student").check()
    sheet.get_by_label("Administrator").uncheck()
    windows.watch.expect(409, f"/v1/admin/people/{campus.admins['adele'].id}/roles")
    tap(sheet, "button", "Save roles")
    expect(sheet.get_by_role("alert")).to_contain_text("You're the only administrator.")


def test_roles_are_set_and_shown(windows, campus):
    clara = Person(campus, "clara")
    me = clara.get("/v1/me").json
    assert clara.patch("/v1/me", {"version": me["version"], "color": "teal"}).status == 200
    page = windows.open(DESK, "adele")
    visit(page, "/admin/people")
    expect(page.get_by_role("main").get_by_role("link", name="Clara Example").locator("[data-color=teal]")).to_be_visible()
    open_person(page, clara)
    expect(page.get_by_role("main").locator(".person-head [data-color=teal]")).to_be_visible()
    tap(page, "button", "Change")
    page.get_by_role("dialog").get_by_label("Staff").check()
    confirm(page, "Save roles")
    expect(page.get_by_role("main").get_by_text("Staff", exact=True)).to_be_visible()
    visit(page, "/admin/people")
    page.get_by_role("combobox", name="Role").select_option("staff")
    expect(page.get_by_role("main").get_by_role("link", name="Clara Example")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Adele Example")).to_have_count(0)


def test_a_code_for_a_new_password_is_shown_once(windows, campus):
    dora = Person(campus, "dora")
    page = windows.open(PHONE, "adele")
    open_person(page, dora)
    tap(page, "button", "Create code")
    with page.expect_response(lambda answer: answer.url.endswith("/reset")) as made:
        confirm(page, "Create code")
    code = made.value.json()["code"]
    expect(page.get_by_role("dialog")).to_contain_text(code)
    confirm(page, "Done")
    expect(page.get_by_text(code)).to_have_count(0)
    body = {"code": code, "password": "a quite new password of dora"}
    assert campus.request("POST", "/v1/password/reset", body).status < 300


def test_a_deletion_can_be_taken_back(windows, campus):
    emil = Person(campus, "emil")
    page = windows.open(DESK, "adele")
    open_person(page, emil)
    tap(page, "button", "Delete")
    confirm(page, "Delete")
    expect(page.get_by_text("Everything is erased")).to_be_visible()
    tap(page, "button", "Keep account")
    expect(page.get_by_role("button", name="Delete")).to_be_visible()


def test_an_invitation_is_made_and_revoked(windows):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/invites")
    expect(page.get_by_text("No invitations")).to_be_visible()
    tap(page, "button", "New")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Accounts").fill("0")
    windows.watch.expect(422, "/v1/admin/invites")
    tap(sheet, "button", "Create invitation")
    expect(sheet.get_by_text("Enter a number from 1 to 10,000.").first).to_be_visible()
    sheet.get_by_label("Accounts").fill("3")
    sheet.get_by_label("Note").fill("The new floor")
    tap(sheet, "button", "Create invitation")
    expect(page.get_by_text("Good for 3 accounts")).to_be_visible()
    confirm(page, "Done")
    row = page.get_by_role("listitem").filter(has_text="The new floor")
    expect(row).to_contain_text("0 of 3 used")
    tap(row, "button", "Revoke")
    confirm(page, "Revoke")
    expect(row).to_have_count(0)


def test_a_dorm_is_added_and_leaves_only_empty(windows, campus):
    finn = Person(campus, "finn")
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/dorms")
    tap(page, "button", "Add")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name", exact=True).fill("Forbes")
    tap(sheet, "button", "Add dorm")
    expect(sheet.get_by_text("Another dorm has this short name.")).to_be_visible()
    sheet.get_by_label("Name", exact=True).fill("Élan Court")
    expect(sheet.get_by_label("Short name")).to_have_value("elan-court")
    tap(sheet, "button", "Add dorm")
    expect(page.get_by_role("button", name="Élan Court")).to_be_focused()
    assert finn.join("5", dorm="elan-court").status < 300
    tap(page, "button", "Élan Court")
    tap(page, "button", "Remove dorm")
    windows.watch.expect(409, "/v1/admin/dorms/elan-court")
    tap(page, "button", "Remove Élan Court")
    expect(page.get_by_role("alert")).to_contain_text("People still live in this dorm.")
    assert finn.post("/v1/room/leave").status < 300
    tap(page, "button", "Remove dorm")
    tap(page, "button", "Remove Élan Court")
    expect(page.get_by_role("button", name="Élan Court")).to_have_count(0)


def test_a_room_is_found_by_its_number_changed_and_left(windows, campus):
    greta = Person(campus, "greta")
    greta.join("707B")
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/rooms")
    page.get_by_role("searchbox", name="Room number").fill("rm 707b")
    expect(page.get_by_text("1 of 4")).to_be_visible()
    tap(page, "button", "Change capacity")
    page.get_by_role("dialog").get_by_label("Capacity").fill("6")
    confirm(page, "Save")
    expect(page.get_by_text("1 of 6")).to_be_visible()
    tap(page, "button", "Move out: ")
    expect(page.get_by_role("dialog")).to_contain_text("The room closes")
    confirm(page, "Move out")
    expect(page.get_by_text("No rooms found")).to_be_visible()
    assert greta.get("/v1/room").status == 409


def test_a_reported_message_is_hidden_and_shown_again(windows, campus):
    hugo = Person(campus, "hugo")
    hugo.join("808A")
    ida, jan = neighbour(campus, "ida", hugo), neighbour(campus, "jan", hugo)
    post_message(ida, "Something unkind about somebody")
    message = jan.get("/v1/messages").json["items"][0]["id"]
    assert jan.post(f"/v1/messages/{message}/report", {"reason": "It is unkind"}).status < 300
    page = windows.open(PHONE, "adele")
    visit(page, "/admin")
    tap(page, "link", "1 reported message")
    report = page.get_by_role("listitem").filter(has_text="Something unkind about somebody")
    expect(report).to_contain_text("It is unkind")
    for name in ("Hugo", "Ida", "Jan"):
        expect(page.get_by_role("main")).not_to_contain_text(name)
    tap(report, "button", "Hide")
    confirm(page, "Hide")
    expect(page.get_by_text("No open reports")).to_be_visible()
    assert jan.get("/v1/messages").json["items"][0]["isHidden"]
    page.get_by_label("Hidden").check(force=True)
    tap(page, "button", "Show again")
    confirm(page, "Show")
    expect(page.get_by_text("No hidden messages")).to_be_visible()
    assert not jan.get("/v1/messages").json["items"][0]["isHidden"]
