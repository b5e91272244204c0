"""Two people at two browsers: each sees within a second what the other does."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, visit
from quad_windows import DESK, PHONE
from quad_world import add_task, neighbour

WITHIN_MS = 1000

# Both write down moments of the machine's clock: when the click was made, and when the text came or went.
NOTE_CLICKS = """() => addEventListener("click", () => { window.clicked ??= Date.now(); }, { capture: true })"""
NOTE_CHANGE = """([text, isThere]) => {
  const look = () => {
    const shown = document.querySelector("main").innerText.includes(text);
    if (shown !== isThere || window.changed) return;
    window.changed = Date.now();
  };
  window.changed = null;
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  look();
}"""


@pytest.fixture(scope="module")
def room(site):
    ann = Person(site, "ann")
    ann.join("331A")
    neighbour(site, "bob", ann)
    return ann


class Pair:
    """Ann on a phone and Bob at a desk share a room."""

    def __init__(self, windows, ann):
        self.ann = ann
        self.phone = windows.open(PHONE, "ann")
        self.desk = windows.open(DESK, "bob")


@pytest.fixture
def pair(windows, room):
    return Pair(windows, room)


def delay(actor, act, watcher, text, is_there=True):
    """Milliseconds from the click of one person to the change on the other's screen."""
    expect(watcher.get_by_role("main").get_by_text(text)).to_have_count(0 if is_there else 1)
    actor.evaluate("() => { window.clicked = null; }")
    actor.evaluate(NOTE_CLICKS)
    watcher.evaluate(NOTE_CHANGE, [text, is_there])
    act()
    poll(watcher, lambda: watcher.evaluate("() => window.changed"), f"{text} changes at the other's")
    took = watcher.evaluate("() => window.changed") - actor.evaluate("() => window.clicked")
    print(f"{text}: {took} ms")
    assert 0 < took < WITHIN_MS, f"{text}: {took} ms"


def test_a_task_comes_and_goes_at_the_others(pair):
    visit(pair.desk, "/tasks")
    visit(pair.phone, "/tasks/new")
    pair.phone.get_by_label("Task", exact=True).fill("Descale the kettle")
    add = pair.phone.get_by_role("button", name="Add")
    delay(pair.phone, add.click, pair.desk, "Descale the kettle")
    tick = pair.desk.get_by_role("button", name="Complete: Descale the kettle")
    expect(pair.phone.get_by_role("main").get_by_text("Descale the kettle")).to_be_visible()
    delay(pair.desk, tick.click, pair.phone, "Descale the kettle", is_there=False)


def test_the_counts_at_home_follow(pair):
    open_before = pair.ann.home()["badges"]["openTasks"]
    visit(pair.phone, "/room")
    visit(pair.desk, "/tasks/new")
    pair.desk.get_by_label("Task", exact=True).fill("Air the room")
    add = pair.desk.get_by_role("button", name="Add")
    delay(pair.desk, add.click, pair.phone, f"{open_before + 1} open task")


def test_a_message_comes_to_the_others(pair):
    for page in (pair.phone, pair.desk):
        visit(page, "/board")
    for page, other, text in ((pair.phone, pair.desk, "Soup is on!"), (pair.desk, pair.phone, "On my way")):
        page.get_by_label("New message").fill(text)
        page.get_by_role("button", name="Post").click()
        # Who leaves the page does not wait for the time in which a message can be taken back.
        delay(page, page.get_by_role("navigation").get_by_role("link", name="Room").first.click, other, text)
        visit(page, "/board")


def test_somebody_at_the_door_is_seen_and_sees_that_it_opens(pair, windows, site):
    guest = Person(site, "guest")
    door = windows.open(PHONE, "guest")
    visit(door, "/room")
    visit(pair.desk, "/roommates")
    door.get_by_label("Dorm").select_option("Forbes Hall")
    door.get_by_label("Room number").fill(pair.ann.room()["number"])
    delay(door, door.get_by_role("button", name="Join").click, pair.desk, "Guest Example")
    expect(door.get_by_text("Waiting for your roommates")).to_be_visible()
    delay(pair.desk, pair.desk.get_by_role("button", name="Approve").click, door, "Task list")
    assert guest.home()["room"]


def test_a_task_that_both_have_open_is_done_for_both(pair):
    task = add_task(pair.ann, "Sweep the floor")
    for page in (pair.phone, pair.desk):
        visit(page, f"/tasks/{task}")
    done = pair.phone.get_by_role("button", name="Mark as complete")
    delay(pair.phone, done.click, pair.desk, "Completed by Ann")
    expect(pair.desk.get_by_role("button", name="Reopen")).to_be_visible()
    expect(pair.desk.get_by_role("button", name="Mark as complete")).to_have_count(0)
