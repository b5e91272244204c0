"""A new task that is on the list already: said before it is added, whatever its case and white space."""

from people import Person
from playwright.sync_api import expect

from quad_page import visit
from quad_windows import PHONE
from quad_world import add_task


def test_w15_a_task_that_is_on_the_list_is_said_before_it_is_added(windows, site):
    delia = Person(site, "delia")
    assert delia.join("961D").json["state"] == "joined"
    add_task(delia, "Buy oat milk")
    page = windows.open(PHONE, "delia")
    visit(page, "/tasks/new")
    title = page.get_by_role("textbox").first
    warning = page.get_by_text("This task is already on the list.")
    for typed, count in (("buy  OAT milk ", 1), ("Buy oat milk too", 0), ("BUY OAT MILK", 1), (" ", 0)):
        title.fill(typed)
        expect(warning).to_have_count(count)
    title.fill("buy oat milk")
    page.get_by_role("button", name="Add task", exact=True).click()
    expect(page.get_by_role("link", name="buy oat milk")).to_have_count(2)
