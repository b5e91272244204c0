"""Printed pages: text dark on white, and no buttons except the circles, which a pen can tick."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import visit
from quad_windows import DESK, PHONE
from quad_world import add_task

# In one step: the list may be drawn anew at any time.
SHOWN_BUTTONS = """(buttons) => buttons
  .filter((button) => button.checkVisibility({ visibilityProperty: true }) && button.getClientRects().length)
  .map((button) => button.ariaLabel ?? button.innerText)"""


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(("path", "text"), [("/tasks", "Count the chairs"), ("/completed", "Stack the chairs")])
def test_a_list_prints_without_its_controls(windows, site, device, path, text):
    name = f"printer{path.strip('/')}{device['viewport']['width']}"
    person = Person(site, name, {"dorm": "forbes", "number": f"{'34' if path == '/tasks' else '35'}{len(device)}A"})
    add_task(person, "Count the chairs", isImportant=True)
    done = add_task(person, "Stack the chairs")
    assert person.post(f"/v1/tasks/{done}/complete").status == 200
    page = windows.open(device, name, color_scheme="dark")
    visit(page, path)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("main").get_by_text(text)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("navigation")).to_be_hidden()
    shown = page.get_by_role("button").evaluate_all(SHOWN_BUTTONS)
    assert [name for name in shown if not name.startswith("Complete: ")] == []
    expect(page.get_by_role("textbox", name="Add task")).to_be_hidden()
    expect(page.locator(".row-title").first).to_have_css("color", "rgb(20, 18, 43)")
    expect(page.locator(":root")).to_have_css("background-color", "rgb(255, 255, 255)")
    windows.shot(page, f"print{path.replace('/', '-')}-{len(device)}")
