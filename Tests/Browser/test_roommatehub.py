"""RoommateHub's journey as its founding document tells it."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import PASSWORD, address, sign_in, tap, visit
from quad_windows import DESK, PHONE
from quad_world import PHONE_NUMBER, add_task, post_message, show_profile

# Everything that a browser keeps for a site, as one text.
KEPT = """async () => {
  const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (!new URL(request.url).pathname.startsWith("/assets/")) kept.push(request.url, await answer.text());
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      kept.push(await new Promise((resolve) => { all.onsuccess = () => resolve(JSON.stringify(all.result)); }));
    }
    database.close();
  }
  return kept.join("\\n");
}"""


def big_button(page, name):
    return page.get_by_role("main").get_by_role("link", name=name)


def row(page, text):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)


def sign_up(page, person, number):
    visit(page, "/")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    tap(page, "link", "Create an account")
    page.get_by_label("First name").fill(person.title())
    page.get_by_label("Last name").fill("Lovelace")
    page.get_by_label("Email").fill(address(person))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_text("I know my room").click()
    page.get_by_label("Dorm").select_option("Forbes Hall")
    page.get_by_label("Room number").fill(number)
    tap(page, "button", "Create account")
    expect(page.get_by_role("heading", name=f"Hi, {person.title()}")).to_be_visible()
    expect(page.get_by_role("main").get_by_text(f"Forbes Hall {number}")).to_be_visible()


def let_in(page, name):
    """The badge shows that a person waits; a member approves them."""
    expect(big_button(page, "Roommates")).to_contain_text("1 person wants to join")
    big_button(page, "Roommates").click()
    tap(page, "button", "Approve")
    expect(page.get_by_role("link", name=f"{name} Example")).to_be_visible()


def see_home(windows, page, device):
    """The banner and three buttons, each with its badge; they change while one looks."""
    expect(big_button(page, "Task list")).to_contain_text("1 open task")
    expect(big_button(page, "Messages")).to_contain_text("1 unread")
    for name in ("Task list", "Messages"):
        expect(big_button(page, name).get_by_text("1", exact=True)).to_be_visible()
    expect(big_button(page, "Roommates")).to_be_visible()
    windows.shot(page, f"journey-{device}-home")


def see_profile(windows, page, device):
    big_button(page, "Roommates").click()
    page.get_by_role("link", name="Example").click()
    expect(page.get_by_role("heading", name="Example")).to_be_visible()
    for fact in ("Astronomy", "Northampton", "he/him"):
        expect(page.get_by_role("main")).to_contain_text(fact)
    if device == "phone":
        assert page.get_by_role("link", name="Text ").get_attribute("href") == f"sms:{PHONE_NUMBER}"
    else:
        expect(page.get_by_text(PHONE_NUMBER)).to_be_visible()
        tap(page, "button", "Copy")
        expect(page.get_by_text("Number copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == PHONE_NUMBER
        assert page.get_by_role("main").locator("a[href^='sms:']").count() == 0
    windows.shot(page, f"journey-{device}-profile")
    tap(page, "link", "Back")
    expect(page.get_by_role("heading", name="Roommates")).to_be_visible()


def work_through_tasks(windows, page, device):
    page.locator(".tab-room").click()
    big_button(page, "Task list").click()
    line = page.get_by_role("textbox", name="Add task")
    line.fill("Defrost the freezer")
    page.get_by_role("checkbox", name="Important").check()
    windows.shot(page, f"journey-{device}-new")
    tap(page, "button", "Add task")
    new = row(page, "Defrost the freezer")
    expect(new.get_by_role("link")).to_be_visible()
    expect(line).to_be_focused()
    expect(line).to_have_value("")
    expect(page.get_by_role("checkbox", name="Important")).not_to_be_checked()
    mark = new.get_by_role("img", name="important")
    expect(mark).to_have_text("!")
    red, green, blue = map(int, re.findall(r"\d+", mark.evaluate("(mark) => getComputedStyle(mark).color"))[:3])
    assert red > 150 and green < 80 and blue < 80, "a red exclamation mark"
    expect(row(page, "Buy milk").get_by_role("img", name="important")).to_have_count(0)
    windows.shot(page, f"journey-{device}-tasks")

    new.get_by_role("link").click()
    tap(page, "button", "Mark as complete")
    expect(page.get_by_text("Task completed")).to_be_visible()
    expect(page).to_have_url(re.compile("/tasks$"))
    expect(row(page, "Buy milk")).to_be_visible()
    expect(row(page, "Defrost the freezer")).to_have_count(0)
    tap(page, "link", "Completed")
    expect(row(page, "Defrost the freezer")).to_contain_text(re.compile(r"You · \d+:\d\d"))
    windows.shot(page, f"journey-{device}-completed")
    tap(page, "link", "Back")


def write_to_the_room(windows, page, device, reader):
    """A message stays, and nobody sees who posted it."""
    page.locator(".tab-room").click()
    big_button(page, "Messages").click()
    expect(page.get_by_role("main")).to_contain_text("can't edit or delete a message")
    page.get_by_label("New message").fill("The fridge hums at night.")
    tap(page, "button", re.compile("^Post"))
    for window in (page, reader):
        message = row(window, "The fridge hums at night.")
        # Until it is posted, it cannot be opened.
        expect(message.get_by_role("link")).to_be_visible()
        controls = message.get_by_role("button").or_(message.get_by_role("link")).all_inner_texts()
        assert len(controls) == 1, "it can be read, and nothing edits or deletes it"
        assert message.locator("input, textarea, [contenteditable]").count() == 0
        assert "Lovelace" not in message.inner_text() and "You" not in message.inner_text()
    expect(page.get_by_label("New message")).to_have_value("")
    windows.shot(page, f"journey-{device}-board")


def sign_out(page, secrets):
    kept = page.evaluate("() => [...Object.keys(localStorage)]")
    assert kept, "the browser remembers that somebody is signed in"
    visit(page, "/settings")
    page.get_by_role("main").get_by_role("button", name="Sign out", exact=True).last.click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page).to_have_url(re.compile("/signin$"))
    assert "sid" not in [cookie["name"] for cookie in page.context.cookies()]
    for _ in range(2):
        stays = page.evaluate(KEPT)
        assert [secret for secret in secrets if secret in stays] == [], stays
        shown = page.locator("body").inner_text() + page.title()
        assert [secret for secret in secrets if secret in shown] == [], shown
        page.go_back()
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("device", ["phone", "desk"])
def test_the_journey_of_roommatehub(windows, site, device):
    number = {"phone": "201A", "desk": "202B"}[device]
    ada, ben = f"ada{device}", f"ben{device}"
    options = {"permissions": ["clipboard-read", "clipboard-write"], "reduced_motion": "no-preference"}
    page = windows.open({"phone": PHONE, "desk": DESK}[device], **(options if device == "desk" else {}))
    sign_up(page, ada, number)
    mate = Person(site, ben, {"dorm": "forbes", "number": number})
    let_in(page, ben.title())
    tap(page, "link", re.compile("^Room(,|$)"))
    add_task(mate, "Buy milk")
    post_message(mate, "Welcome!")
    show_profile(
        site, mate, phone=PHONE_NUMBER, pronouns="he/him", concentration="Astronomy", hometown="Northampton"
    )
    see_home(windows, page, device)
    see_profile(windows, page, device)
    work_through_tasks(windows, page, device)
    reader = windows.open(DESK)
    sign_in(reader, ben)
    visit(reader, "/board")
    write_to_the_room(windows, page, device, reader)
    windows.watch.is_signing_out = True
    sign_out(page, [ada.title(), ben.title(), number, "freezer", "milk", "fridge", "Astronomy"])
