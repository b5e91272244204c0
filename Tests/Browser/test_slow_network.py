"""A slow network: the client shows its progress, sends each change once, and never shows an empty page."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, slow_down, tap, visit
from quad_windows import PHONE
from quad_world import add_task, neighbour

pytestmark = pytest.mark.service_worker

MAX_BLANK_MS = 1000

# The longest time without anything to see in the page's place, from the first paint of content on.
WATCH_BLANKS = """
(() => {
  let since = null;
  window.maxBlank = { ms: 0, at: "" };
  const isBlank = () => {
    const root = document.querySelector("main") ?? document.body;
    if (!root || root.getBoundingClientRect().height < 8) return true;
    const seen = [...root.querySelectorAll("img, svg, [aria-hidden] li")];
    return root.innerText.trim() === "" && !seen.some((one) => one.getBoundingClientRect().height > 8);
  };
  const look = () => {
    const now = performance.now();
    if (!performance.getEntriesByName("first-contentful-paint").length || !isBlank()) since = null;
    else {
      since ??= now;
      if (now - since > maxBlank.ms) maxBlank = { ms: now - since, at: location.pathname };
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""


PATIENCE_MS = 15_000  # at 50 KB a second everything takes its time


@pytest.fixture(scope="module")
def sue(site):
    sue = Person(site, "sue")
    sue.join("501A")
    neighbour(site, "sam", sue)
    add_task(sue, "Wind the clock")
    return sue


def open_tasks(person):
    return [task["title"] for task in person.get("/v1/tasks").json["items"]]


def test_a_double_tap_adds_one_task_and_the_button_is_busy(windows, sue):
    page = windows.open(PHONE, "sue")
    visit(page, "/tasks/new")
    slow_down(page)
    page.get_by_label("Task", exact=True).fill("Mend the chair")
    add = page.get_by_role("button", name="Add")
    add.dblclick()
    expect(add).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("main").get_by_role("link", name="Mend the chair")).to_have_count(1)
    assert open_tasks(sue).count("Mend the chair") == 1


def test_a_double_tap_completes_once_and_posts_once(windows, sue):
    task = add_task(sue, "Feed the fish")
    page = windows.open(PHONE, "sue")
    visit(page, f"/tasks/{task}")
    slow_down(page)
    page.get_by_role("button", name="Mark as complete").dblclick()
    expect(page.get_by_text("Task completed")).to_be_visible()
    assert "Feed the fish" not in open_tasks(sue)
    page.get_by_role("navigation").get_by_role("link", name="Room").click()
    page.get_by_role("main").get_by_role("link", name="Messages").click()
    page.get_by_label("New message").fill("Fish is fed")
    post = page.get_by_role("button", name="Post")
    post.dblclick()
    expect(post).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("listitem").filter(has_text="Fish is fed")).to_have_count(1)
    # It stands there while it is sent, too.
    expect(page.get_by_text("Sending…")).to_have_count(0)
    texts = [message.get("text") for message in sue.get("/v1/messages").json["items"]]
    assert texts.count("Fish is fed") == 1


@pytest.mark.parametrize(
    "path, there", [("/tasks", "Wind the clock"), ("/roommates", "Sam Example"), ("/settings/devices", "This device")]
)
def test_what_is_coming_has_a_shape_already(windows, sue, path, there):
    """A deep link opened for the first time: first the shape of the page, then what belongs there."""
    page = windows.open(PHONE, "sue")
    page.add_init_script(WATCH_BLANKS)
    slow_down(page)
    page.goto(path, wait_until="commit")
    page.get_by_text("Loading").first.wait_for(state="attached")
    expect(page.get_by_text(there).first).to_be_visible(timeout=PATIENCE_MS)
    blank = page.evaluate("() => maxBlank")
    assert blank["ms"] < MAX_BLANK_MS, blank


def test_no_page_on_the_way_is_blank(windows, sue):
    """From page to page, as a person goes who has never been here."""
    page = windows.open(PHONE, "sue")
    page.add_init_script(WATCH_BLANKS)
    slow_down(page)
    page.goto("/room", wait_until="commit")
    expect(page.get_by_role("heading", name="Hi, Sue")).to_be_visible(timeout=PATIENCE_MS)
    main = page.get_by_role("main")
    stations = [
        (page.get_by_role("link", name="Settings"), "Sign out"),
        (page.get_by_role("link", name="Back"), "Hi, Sue"),
        (main.get_by_role("link", name="Task list"), "Wind the clock"),
        (main.get_by_text("Wind the clock"), "Added by"),
        (page.get_by_role("link", name="Edit"), "Task"),
        (page.get_by_role("navigation").get_by_role("link", name="Room"), "Hi, Sue"),
        (main.get_by_role("link", name="Messages"), "Post"),
        (page.get_by_role("link", name="Back"), "Hi, Sue"),
        (main.get_by_role("link", name="Roommates"), "Sam Example"),
    ]
    for link, text in stations:
        link.first.click()
        expect(main.get_by_text(text).first).to_be_visible(timeout=PATIENCE_MS)
    paint = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    blank = page.evaluate("() => maxBlank")
    print(f"first content after {paint:.0f} ms, blank for {blank['ms']:.0f} ms at {blank['at']}")
    assert blank["ms"] < MAX_BLANK_MS, blank


def test_a_blank_page_would_be_seen(windows):
    page = windows.open(PHONE)
    page.add_init_script(WATCH_BLANKS)
    visit(page, "/signin")
    page.evaluate("() => document.querySelector('main').replaceChildren()")
    poll(page, lambda: page.evaluate("() => maxBlank.ms") > MAX_BLANK_MS, "the blank page counts")


def test_a_message_stands_at_once_and_its_text_returns_if_it_was_not_posted(windows, site):
    host = Person(site, "dripper")
    host.join("613B")
    page = windows.open(PHONE, "dripper")
    visit(page, "/board")
    field = page.get_by_label("New message")
    message = page.get_by_role("listitem").filter(has_text="The tap drips")
    held = []
    page.route("**/v1/messages", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    field.fill("The tap drips")
    tap(page, "button", re.compile("^Post"))
    expect(message).to_contain_text("Sending…")
    expect(field).to_have_value("")
    expect(message.get_by_role("link")).to_have_count(0)
    field.fill("And the sink")
    windows.watch.expect(503, "/v1/messages")
    held.pop().fulfill(status=503, json={"kind": "unavailable", "code": "service_unavailable", "message": "", "service": "roomhub"})
    expect(field).to_have_value("The tap drips\nAnd the sink")
    expect(message).to_have_count(0)
    assert host.get("/v1/messages").json["items"] == []
    field.fill("The tap drips")
    tap(page, "button", re.compile("^Post"))
    expect(message).to_contain_text("Sending…")
    poll(page, lambda: held, "it is sent")
    held.pop().continue_()
    expect(message.get_by_role("link")).to_be_visible()
    expect(message).to_have_count(1)
    expect(page.get_by_text("Sending…")).to_have_count(0)
    expect(field).to_have_value("")
