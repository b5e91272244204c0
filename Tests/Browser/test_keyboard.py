"""With the keyboard alone: everything can be reached and done, and the focus is always seen and never lost."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import PASSWORD, address, poll, visit
from quad_windows import DESK, PHONE
from quad_world import add_task

MAX_TABS = 60

# The focused element, and the sign of its focus: an outline or another change of its frame, not under something.
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return null;
  const style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
  const name = one.getAttribute("aria-label") || one.innerText || one.name || "";
  return {
    name: `${one.tagName.toLowerCase()} "${name.trim()}"`, ring,
    // A note goes by itself after five seconds.
    under: over && (one.contains(over) || over.contains(one) || over.closest("[role='status']")) ? null
      : `${over?.tagName} ${over?.className} at ${box.top.toFixed()} of ${innerHeight}`,
    // Inside a date the browser itself marks the part that is edited.
    isInteractive: !/^(date|time)/.test(one.type) && one.matches("a, button, input, select, textarea, summary"),
  };
}"""


class Keyboard:
    def __init__(self, page):
        self.page = page

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def check(self, where):
        """After whatever was done the focus is somewhere, and on a control it is seen."""
        focused = self.page.evaluate(FOCUSED)
        assert focused, f"the focus is lost: {where}"
        if focused["isInteractive"]:
            assert focused["ring"], f"the focus is not seen on {focused['name']}: {where}"
            assert not focused["under"], f"{focused['name']} has the focus under {focused['under']}: {where}"

    def to(self, role, name, key="Tab", **options):
        """Tabs until that control has the focus; each one on the way is checked."""
        found = self.page.get_by_role(role, name=name, **options) if role else self.page.get_by_label(name, **options)
        target = found.last
        for _ in range(MAX_TABS):
            if target.count() and target.evaluate("(one) => one === document.activeElement"):
                return
            self.press(key)
            if self.page.evaluate(FOCUSED):  # at the end of the page the browser's own bar has its turn
                self.check(f"on the way to {name}")
        raise AssertionError(f"{name} is not reached by {MAX_TABS} times {key}")

    def settles(self, where):
        """Waits until the focus is on the new page, where there is something to go on from."""
        poll(self.page, lambda: self.page.evaluate(FOCUSED), f"the focus is lost: {where}", timeout=2)
        self.check(where)


@pytest.fixture(scope="module")
def kim(site):
    kim = Person(site, "kim")
    kim.join("401A")
    add_task(kim, "Dust the shelf")
    return kim


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_visit_with_the_keyboard_alone(windows, kim, device):
    page = windows.open(device)
    keys = Keyboard(page)
    visit(page, "/tasks")
    keys.to(None, "Email")
    keys.type(address("kim"))
    keys.to(None, "Password", exact=True)
    keys.type(PASSWORD)
    keys.press("Enter")
    line = page.get_by_role("textbox", name="Add task")
    expect(line).to_be_visible()
    keys.settles("after the sign-in")

    keys.to("textbox", "Add task")
    keys.type("Sharpen the knives")
    keys.to("checkbox", "Important")
    keys.press("Space")
    expect(page.get_by_role("checkbox", name="Important")).to_be_checked()
    keys.to("textbox", "Add task", key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("main").get_by_role("link", name="Sharpen the knives")).to_be_visible()
    expect(line).to_be_focused()
    keys.check("on the line for the next task")
    keys.to("link", "Sharpen the knives")

    complete_and_undo(page, keys)
    windows.watch.is_signing_out = True
    settings_and_out(page, keys)


def complete_and_undo(page, keys):
    keys.to("button", "Complete: Sharpen the knives", key="Shift+Tab")
    keys.press("Space")
    expect(page.get_by_text("Task completed")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Sharpen the knives")).to_have_count(0)
    keys.settles("after a row has gone")
    keys.to("button", "Undo")
    keys.press("Enter")
    back = page.get_by_role("listitem").filter(has_text="Sharpen the knives")
    poll(page, lambda: back.locator(":focus").count(), "the row that is back has the focus")
    keys.check("after the undo")
    keys.to("button", "Complete: Sharpen the knives", key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("main").get_by_text("Sharpen the knives")).to_have_count(0)
    keys.settles("after a row has gone for good")


def settings_and_out(page, keys):
    keys.to("link", "Room", exact=True)
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Hi, Kim")).to_be_visible()
    keys.settles("at home")
    keys.to("link", "Settings")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    keys.settles("in the settings")
    keys.to("button", "Leave room")
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.check("in a dialog")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Leave room")).to_be_focused()
    keys.to("button", "Sign out", exact=True)
    keys.press("Enter")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    keys.settles("after the sign-out")


def test_the_skip_link_leads_past_the_frame(windows, kim):
    page = windows.open(DESK, "kim")
    visit(page, "/tasks")
    keys = Keyboard(page)
    keys.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    keys.press("Enter")
    keys.press("Tab")
    assert page.get_by_role("main").evaluate("(main) => main.contains(document.activeElement)")
    keys.check("behind the skip link")
