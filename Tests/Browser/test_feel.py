"""The feel of the client: transitions between pages, the place of what is loading, and the pull that refreshes."""

import json
import re
from contextlib import contextmanager

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import FOLLOW, THERE, poll, slow_down, visit
from quad_windows import DESK, PHONE
from quad_world import add_event, add_task

# What each transition moves, and how it ended.
WATCH_TURNS = """
window.turns = [];
const start = Document.prototype.startViewTransition;
Document.prototype.startViewTransition = function (show) {
  const turn = { way: null, moved: [], isOver: false };
  turns.push(turn);
  const one = start.call(this, show);
  one.ready.then(() => {
    const all = document.getAnimations().map(({ effect }) => effect.pseudoElement ?? "");
    turn.moved = [...new Set(all.map((name) => name.match(/group\\((\\w+)\\)/)?.[1]).filter(Boolean))].sort();
    turn.way = document.documentElement.dataset.turn;
  }, () => {});
  one.finished.finally(() => { turn.isOver = true; });
  return one;
};
"""
NAMED = "() => [...document.querySelectorAll('main *')].filter((one) => one.style.viewTransitionName).length"
PULLED = [("/", "/v1/tasks"), ("/events", "/v1/events"), ("/inbox", "/v1/inbox"), ("/school?courses", "/v1/courses")]
# What moved although nobody touched the page.
WATCH_SHIFTS = """
Object.assign(window, { shift: 0, moved: [] });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.shift += entry.value;
    for (const { node } of entry.sources) window.moved.push(node?.outerHTML?.slice(0, 120) ?? node?.nodeName);
  }
}).observe({ type: "layout-shift" });
"""
# A placeholder is there at once and seen after a moment.
BONES = """() => {
  const bones = [...document.querySelectorAll("main :not(main) > .skeleton, main .today-bones")];
  return bones.map((one) => ({ delay: getComputedStyle(one).animationDelay, seen: getComputedStyle(one).opacity }));
}"""
# The module of the transitions comes after the first page, and with it the sign of a pull.
READY = "() => Boolean(document.querySelector('.pull'))"


@pytest.fixture(scope="module")
def flo(site):
    person = Person(site, "flo")
    person.join("511A")
    for number in range(30):
        add_task(person, f"Sort drawer {number}")
    for number in range(12):
        add_event(person, f"Recital {number}", visibility="private")
    return person


def open_moving(windows, path, device=PHONE, motion="no-preference"):
    page = windows.open(device, "flo", reduced_motion=motion)
    page.add_init_script(WATCH_TURNS)
    visit(page, path)
    poll(page, lambda: page.evaluate(READY), "the transitions are there")
    return page


def last_turn(page, count):
    poll(page, lambda: page.evaluate("() => turns.length") == count
         and page.evaluate("() => turns.at(-1).isOver"), f"transition {count} is over")
    assert page.evaluate(NAMED) == 0
    return page.evaluate("() => turns.at(-1)")


@pytest.mark.parametrize("path, title, parts", [
    ("/events", "Recital 3", ["picture", "title"]), ("/tasks", "Sort drawer 3", ["title"]),
])
def test_a_row_grows_into_its_page_and_back(windows, flo, path, title, parts):
    page = open_moving(windows, path)
    row = page.get_by_role("main").get_by_role("link", name=title)
    row.scroll_into_view_if_needed()
    place = page.evaluate("() => scrollY")
    row.click()
    there = last_turn(page, 1)
    assert there["way"] == "in" and set(parts) <= set(there["moved"]), there
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert page.evaluate("() => document.activeElement.tagName") == "H1", "the page is read from its top"
    page.get_by_role("link", name="Back").click()
    returned = last_turn(page, 2)
    assert returned["way"] == "out" and set(parts) <= set(returned["moved"]), returned
    assert page.evaluate("() => scrollY") == place


def test_pages_side_by_side_have_no_direction(windows, flo):
    page = open_moving(windows, "/", DESK)
    page.get_by_role("navigation").get_by_role("link", name="Events").click()
    turn = last_turn(page, 1)
    assert turn["way"] == "fade" and "picture" not in turn["moved"], turn


def test_with_less_motion_nothing_moves(windows, flo):
    page = open_moving(windows, "/tasks", motion="reduce")
    page.get_by_role("link", name="Sort drawer 3", exact=True).click()
    expect(page.get_by_role("button", name="Mark as complete")).to_be_visible()
    assert page.evaluate("() => turns.length") == 0


def test_the_last_of_two_quick_steps_counts(windows, flo):
    page = open_moving(windows, "/tasks", DESK)
    page.evaluate("""() => {
      const [first, second] = ["/events", "/inbox"].map((path) => document.querySelector(`nav a[href="${path}"]`));
      first.click();
      requestAnimationFrame(() => setTimeout(() => setTimeout(() => second.click())));
    }""")
    expect(page.get_by_role("heading", name="Inbox", level=1)).to_be_visible()
    poll(page, lambda: page.evaluate("() => turns.every(({ isOver }) => isOver)"), "no transition runs")
    assert page.evaluate("() => location.pathname") == "/inbox"
    assert page.evaluate("() => document.querySelector('.top').style.viewTransitionName") == ""


@pytest.mark.parametrize("order", ["first come", "last come"])
def test_what_is_loading_has_its_place(windows, flo, order):
    """Whichever reply comes first, nothing jumps, and a placeholder is seen after a moment only."""
    page = windows.open(PHONE, "flo", fetches_ahead=True)
    page.add_init_script(WATCH_SHIFTS)
    event = flo.get("/v1/events").json["items"][5]["id"]
    visit(page, "/roommates")
    held, seen = [], []
    page.route(re.compile("/v1/(?!stream)"), lambda route: held.append(route))
    for path in ("/tasks", "/events", f"/events/{event}", "/inbox", "/school", "/"):
        page.evaluate(FOLLOW, path)
        poll(page, lambda: page.evaluate(THERE, path) and held, f"{path} waits for replies", turns=3)
        # What the device has kept, or what another page already knows, needs no placeholder.
        bones = page.evaluate(BONES)
        seen += bones
        assert {one["delay"] for one in bones} <= {"0.3s"}, path
        poll(page, lambda: all(one["seen"] == "1" for one in page.evaluate(BONES)), f"{path} shows placeholders")
        page.evaluate("() => { window.shift = 0; window.moved = []; }")
        while held:
            held.pop(0 if order == "first come" else -1).continue_()
            poll(page, lambda: True, "it is shown", turns=4)
        expect(page.locator("main .skeleton, main .today-bones")).to_have_count(0)
        shift, moved = page.evaluate("() => [window.shift, window.moved]")
        assert shift < 0.02, (path, shift, moved)
    assert seen, "no page had to wait"


class Finger:
    def __init__(self, page):
        self._session = page.context.new_cdp_session(page)

    def _touch(self, kind, *points):
        self._session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def draw(self, start, end, steps=8):
        self._touch("touchStart", start)
        for step in range(1, steps + 1):
            self._touch("touchMove", tuple(a + (b - a) * step / steps for a, b in zip(start, end)))

    def lift(self):
        self._touch("touchEnd")


@contextmanager
def withheld(page, pattern, status=None):
    """Holds the replies to this address until the block has ended, then answers with the status, or lets them be."""
    held, waits = [], [True]
    page.route(pattern, lambda route: held.append(route) if waits else route.continue_())
    yield
    poll(page, lambda: held, "the request is on its way")
    # What comes from now on goes its way.
    waits.clear()
    for route in held:
        if status is None:
            route.continue_()
        else:
            problem = {"code": "forbidden", "status": status, "title": "Forbidden", "type": "about:blank"}
            route.fulfill(status=status, content_type="application/problem+json", body=json.dumps(problem))
    page.unroute(pattern)


def test_a_pull_refreshes_each_list(windows, flo):
    page = open_moving(windows, "/")
    finger = Finger(page)
    is_busy = page.locator(".pull.is-busy")
    for path, data in PULLED:
        if path != "/":
            visit(page, path, follows=True)
        finger.draw((200, 300), (205, 340))
        finger.lift()
        finger.draw((200, 300), (205, 520))
        expect(page.locator(".pull.is-far")).to_be_visible()
        expect(is_busy).to_have_count(0)
        expect(page.get_by_text("Up to date")).to_have_count(0)
        with withheld(page, re.compile(re.escape(data) + r"(\?|$)")):
            finger.lift()
            expect(is_busy).to_be_visible()
            expect(page.get_by_text("Up to date")).to_have_count(0)
        expect(page.get_by_text("Up to date")).to_be_attached()
        expect(is_busy).to_have_count(0)


def test_only_a_page_at_its_top_is_pulled(windows, flo):
    page = open_moving(windows, "/tasks")
    sign = page.locator(".pull")
    finger = Finger(page)
    finger.draw((200, 400), (330, 420))
    expect(sign).to_be_hidden()
    finger.lift()
    page.evaluate("() => scrollTo(0, 200)")
    finger.draw((200, 300), (200, 400))
    expect(sign).to_be_hidden()
    finger.lift()
    page.evaluate("() => scrollTo(0, 0)")
    finger.draw((200, 300), (200, 520))
    expect(sign).to_be_visible()
    finger.lift()
    expect(sign).to_be_hidden()
    assert page.evaluate("() => getComputedStyle(document.documentElement).overscrollBehaviorY") == "contain"


def test_a_change_shows_before_its_reply(windows, flo):
    page = windows.open(PHONE, "flo")
    event = add_event(flo, "Lake day", visibility="room")
    visit(page, f"/events/{event}")
    yes = page.get_by_role("button", name="Yes")
    with withheld(page, "**/answer"):
        yes.click()
        expect(page.get_by_role("button", name="Yes", pressed=True)).to_have_text(re.compile("1"))
    poll(page, lambda: flo.get(f"/v1/events/{event}").json.get("answer") == "yes", "the answer is on the site")
    task = add_task(flo, "Oil the gate")
    visit(page, f"/tasks/{task}")
    with withheld(page, "**/complete"):
        page.get_by_role("button", name="Mark as complete").dblclick()
        expect(page.get_by_role("button", name="Reopen")).to_be_disabled()
    expect(page.get_by_text("Task completed")).to_be_visible()


def test_a_rejected_change_is_taken_back(windows, flo):
    page = windows.open(PHONE, "flo")
    event = add_event(flo, "Night walk", visibility="room")
    windows.watch.expect(403, f"/v1/events/{event}/answer")
    visit(page, f"/events/{event}")
    with withheld(page, "**/answer", 403):
        page.get_by_role("button", name="Maybe").click()
        expect(page.get_by_role("button", name="Maybe", pressed=True)).to_be_visible()
    expect(page.get_by_role("button", name="Maybe", pressed=False)).to_be_visible()
    task = add_task(flo, "Paint the fence")
    for way in ("complete", "reopen"):
        windows.watch.expect(403, f"/v1/tasks/{task}/{way}")
    visit(page, f"/tasks/{task}")
    with withheld(page, "**/complete", 403):
        page.get_by_role("button", name="Mark as complete").click()
        expect(page.get_by_role("button", name="Reopen")).to_be_disabled()
    expect(page.get_by_role("button", name="Mark as complete")).to_be_focused()
    assert flo.post(f"/v1/tasks/{task}/complete").status == 200
    visit(page, "/completed")
    with withheld(page, "**/reopen", 403):
        page.get_by_role("button", name="Reopen: Paint the fence").click()
        expect(page.get_by_text("Paint the fence")).to_have_count(0)
    expect(page.get_by_text("Paint the fence")).to_be_visible()


@pytest.mark.parametrize("person, path", [
    ("wanda", "/room"), ("wanda", "/roommates"), ("wesley", "/courses/{course}"), ("wolfgang", "/school/schedule"),
    ("warden", "/admin"), ("wanda", "/board"), ("wanda", "/events/{event}"), ("wanda", "/events/{event}/budget"),
    ("wanda", "/events/{event}/to-dos"), ("wanda", "/alerts"), ("wanda", "/settings/alerts"),
    ("wanda", "/settings/calendar"), ("wesley", "/school"), ("wanda", "/school/contacts"),
    ("wanda", "/school/calendar"), ("wolfgang", "/courses/{check_in_course}"),
    ("winthrop", "/school/checkins/{check_in}"), ("winthrop", "/courses/{check_in_course}/attendance"),
    ("warden", "/admin/school/days"), ("warden", "/admin/school/lunch"),
    ("winthrop", "/school/checkins/{code_check_in}/screen"), ("wanda", "/school/lunch"), (None, "/signin"),
    (None, "/shared/{link}"), (None, "/design"),
])
def test_nothing_is_pushed_down_while_a_link_is_opened(windows, world, person, path):
    """On a network slow enough that the parts of a page come one after the other."""
    address = path.format_map(vars(world))
    for device in (PHONE, DESK):
        page = windows.open(device, person)
        page.add_init_script(WATCH_SHIFTS.replace('"layout-shift"', '"layout-shift", buffered: true'))
        slow_down(page, latency=60, downloadThroughput=300_000)
        visit(page, address)
        shift, moved = page.evaluate("() => [window.shift, window.moved]")
        assert shift < 0.012, (path, shift, moved)


def test_a_device_without_a_voice_moves_no_button_of_an_emergency(windows, site):
    page = windows.open(PHONE)
    page.add_init_script("speechSynthesis.getVoices = () => []")
    visit(page, "/crisis")
    step = page.get_by_role("button", name="Next")
    before = step.bounding_box()
    expect(page.get_by_text("No voice on this device")).to_be_visible()
    assert step.bounding_box() == before
