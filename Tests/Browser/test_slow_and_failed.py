"""Pages whose requests are late or fail: no blank page, and no placeholder that stays. Also what a page names."""

import re
import time
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from quad_page import axe, poll, tap, visit
from quad_windows import DESK, PHONE

# Each reply takes so long (ms), and every move of something that was seen is counted.
SLOW_REPLIES = """
(() => {
  const { fetch } = window;
  window.fetch = async (...given) => {
    const [reply] = await Promise.all([fetch(...given), new Promise((resume) => setTimeout(resume, 1500))]);
    return reply;
  };
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.className ?? node?.nodeName)}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
})();
"""
# The texts of statuses, one after the other, and the longest time that a placeholder stood there (ms).
HEAR = """
(() => {
  Object.assign(window, { heard: [], waited: 0 });
  let since = null;
  const hear = () => {
    const all = document.querySelectorAll("#app > [role=status], dialog > [role=status]");
    const text = [...all].map((one) => one.textContent).join("");
    if (text !== (heard.at(-1) ?? "")) heard.push(text);
    if (!document.querySelector("main .skeleton")) since = null;
    else waited = Math.max(waited, performance.now() - (since ??= performance.now()));
    requestAnimationFrame(hear);
  };
  requestAnimationFrame(hear);
})();
"""
UNAVAILABLE = {"kind": "unavailable", "code": "service_unavailable", "message": ""}


def fail(windows, page, *paths):
    for path in paths:
        windows.watch.expect(503, path.split("?")[0])
        page.route(f"**{path}", lambda route: route.fulfill(status=503, json=UNAVAILABLE))


def test_settings_do_not_wait_for_a_count_that_failed(windows, world):
    page = windows.open(DESK, "wanda")
    fail(windows, page, "/v1/sessions?limit=100", "/v1/tokens")
    visit(page, "/settings")
    for name in ("Devices", "API tokens"):
        expect(page.get_by_role("main").get_by_role("link", name=name, exact=True)).to_be_visible()


def test_a_page_of_administrators_has_a_shape_while_the_roles_are_awaited(windows, world):
    page = windows.open(DESK, "warden")
    held = []
    page.route("**/v1/me", lambda route: held.append(route))
    page.goto("/admin/people", wait_until="commit")
    expect(page.locator("main .bone").first).to_be_visible()
    page.route("**/v1/me", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="People", level=1)).to_be_visible()
    expect(page.get_by_role("table", name="People")).to_be_visible()


def test_a_to_do_is_read_out_with_its_date_and_person(windows, world):
    page = windows.open(DESK, "wanda")
    for path in ("", "/to-dos"):
        visit(page, f"/events/{world.event}{path}")
        expect(page.get_by_role("button", name="Edit: Borrow the tent, Overdue since Mon, Jan 5, Walt")).to_be_visible()


def test_an_event_without_answers_has_no_list_of_them(windows, world):
    page = windows.open(DESK, "wanda")
    visit(page, f"/events/{world.event}")
    expect(page.get_by_role("heading", name="RSVP")).to_be_visible()
    assert page.locator(".answers ul").count() == 0


class Away:
    """A request that fails: at once, or only when it is let go."""

    def __init__(self, windows, page, path, is_held=False):
        windows.watch.expect(503, path.split("?")[0])
        self.held = [] if is_held else None
        self.is_away = True
        page.route(f"**{path}", self.take)

    def take(self, route):
        if not self.is_away:
            route.continue_()
        elif self.held is None:
            route.fulfill(status=503, json=UNAVAILABLE)
        else:
            self.held.append(route)

    def let_go(self):
        held, self.held = self.held, None
        for route in held:
            route.fulfill(status=503, json=UNAVAILABLE)

    def come_back(self):
        self.is_away = False


@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "late"])
def test_a_room_that_failed_says_so_once_and_comes_with_its_button(windows, world, is_late):
    """Whichever comes first, the reply or the page, the banner stays and so does the way out."""
    page = windows.open(PHONE, "wanda")
    room = Away(windows, page, "/v1/home", is_late)
    page.goto("/room", wait_until="commit")
    greeting = page.get_by_role("heading", name="Hi, Wanda")
    expect(greeting).to_be_visible()
    if is_late:
        room.let_go()
    again = page.get_by_role("button", name="Try again")
    expect(again).to_have_count(1)
    expect(greeting).to_be_visible()
    assert page.locator("main .bone-word").count() == 0, "nothing else is awaited"
    assert axe(page) == []
    room.come_back()
    again.click()
    expect(page.get_by_role("link", name="Task list")).to_be_visible()
    expect(page.get_by_text("Forbes Hall 901A").first).to_be_visible()
    # What follows the room at a start follows it now.
    expect(page.get_by_role("link", name=re.compile("^Inbox.*unread"))).to_be_visible()


def test_today_keeps_its_cards_although_the_room_failed_late(windows, world):
    page = windows.open(PHONE, "wanda")
    room = Away(windows, page, "/v1/home", is_held=True)
    page.goto("/", wait_until="commit")
    dinner = page.get_by_role("link", name=re.compile("Room dinner"))
    expect(dinner).to_be_visible()
    room.let_go()
    poll(page, lambda: page.evaluate("() => document.querySelectorAll('main .bone').length === 0"), "it stands", turns=3)
    expect(dinner).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name="Try again")).to_have_count(0)


PARTS = {
    "/school": (["/v1/me/day", "/v1/school/sources", "/v1/courses?*"], "Woodwork and the Weather"),
    "/school/schedule": (["/v1/me/schedule", "/v1/me/school"], "Reminders and sharing"),
    "/settings/alerts": (["/v1/channels", "/v1/alert-times"], "Quiet hours"),
}


@pytest.mark.parametrize("path", PARTS)
def test_a_page_whose_parts_all_failed_says_so_once(windows, world, path):
    parts, there = PARTS[path]
    page = windows.open(PHONE, "winona")
    away = [Away(windows, page, part) for part in parts]
    visit(page, path)
    again = page.get_by_role("main").get_by_role("button", name="Try again")
    expect(again).to_have_count(1)
    expect(page.get_by_role("main").get_by_text(there).first).not_to_be_visible()
    if path == "/settings/alerts":
        failure, top = (page.locator(one).bounding_box() for one in (".one-failure", ".top"))
        assert failure["y"] - top["y"] - top["height"] < 8, "it begins where the page does"
    assert axe(page) == []
    again.click()
    expect(again).to_be_focused()
    expect(again).to_have_count(1)
    # One part comes back, and the others say so themselves.
    away[0].come_back()
    again.click()
    expect(page.locator(".one-failure")).to_be_empty()
    expect(again).to_have_count(1)
    for one in away:
        one.come_back()
    again.click()
    expect(page.get_by_role("main").get_by_text(there).first).to_be_visible()
    expect(again).to_have_count(0)


@pytest.mark.parametrize("person, last", [("wanda", "Notifications"), ("wolfgang", "Courses"), ("wesley", "Notifications")])
def test_nothing_on_today_moves_while_replies_are_late(windows, world, person, last):
    page = windows.open(PHONE, person)
    page.add_init_script(SLOW_REPLIES)
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("region", name=last, exact=True)).to_be_visible(timeout=15_000)
    poll(page, lambda: page.locator("main .today-bones, main .skeleton").count() == 0, "all cards are there")
    assert page.evaluate("() => shifts") == []


# The height of the rows at each width of the list (px), which the text and the name fill or exceed.
HEIGHTS = """() => {
  const list = document.querySelector("main .today-rows");
  const heights = [];
  for (let width = 200; width <= 500; width += 4) {
    list.style.width = `${width}px`;
    heights.push([...list.children].map((row) => row.offsetHeight));
  }
  list.style.width = "";
  return heights;
}"""


def test_the_name_of_who_added_a_task_keeps_the_row_as_it_was_without(windows, world):
    page = windows.open(PHONE, "wanda")
    held = []
    page.route("**/v1/roommates", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    row = page.get_by_role("region", name="Tasks", exact=True).get_by_role("listitem").filter(has_text="landlord")
    expect(row).to_contain_text("Overdue")
    poll(page, lambda: held, "the roommates are asked for")
    expect(row).not_to_contain_text("Walt")
    before = page.evaluate(HEIGHTS)
    for route in held:
        route.continue_()
    expect(row).to_contain_text("Added by Walt")
    assert page.evaluate(HEIGHTS) == before
    assert len({str(heights) for heights in before}) > 1, "the widths matter"


def test_what_loads_is_announced_once(windows, world):
    page = windows.open(PHONE, "wanda")
    page.add_init_script(HEAR)
    tasks = Away(windows, page, "/v1/tasks?*", is_held=True)
    page.goto("/tasks", wait_until="commit")
    poll(page, lambda: page.evaluate("() => heard") == ["Loading…"], "the wait is announced")
    tasks.let_go()
    expect(page.get_by_role("main").get_by_role("button", name="Try again")).to_be_visible()
    poll(page, lambda: page.evaluate("() => heard") == ["Loading…", ""], "nothing else is said")


def test_a_placeholder_of_today_that_is_seen_stays_in_sight(windows, world):
    page = windows.open(PHONE, "wanda")
    held = [Away(windows, page, path, is_held=True) for path in ("/v1/home", "/v1/events?*", "/v1/tasks?*")]
    page.goto("/", wait_until="commit")
    seen = []
    look = "() => [...document.querySelectorAll('.today-cards .skeleton')].map((one) => getComputedStyle(one).opacity)"
    # Longer than the page waits for all of its cards.
    deadline = time.monotonic() + 2.5
    while time.monotonic() < deadline:
        seen += page.evaluate(look)
    assert "1" in seen and "0" not in seen[seen.index("1"):], seen
    for one in held:
        one.let_go()
    expect(page.get_by_role("button", name="Try again").first).to_be_visible()


def test_a_sheet_that_loads_is_announced_in_it(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, "/school/contacts")
    page.evaluate(HEAR)
    lunch = Away(windows, page, "/v1/school/lunch?*", is_held=True)
    page.get_by_role("link", name="Lunch").click()
    poll(page, lambda: page.evaluate("() => heard") == ["Loading…"], "the wait is announced")
    # All else is inert below a sheet, and nothing there is heard.
    expect(page.get_by_role("dialog").get_by_role("status").filter(has_text="Loading…")).to_have_count(1)
    lunch.let_go()
    expect(page.get_by_role("dialog").get_by_role("button", name="Try again")).to_be_visible()
    poll(page, lambda: page.evaluate("() => heard") == ["Loading…", ""], "nothing else is said")


def test_a_short_wait_is_silent(windows, world):
    page = windows.open(PHONE, "wanda")
    page.add_init_script(HEAR)
    visit(page, "/tasks")
    visit(page, "/completed", follows=True)
    if page.evaluate("() => waited") < 250:
        assert page.evaluate("() => heard") == []


def test_the_people_of_a_roster_are_headed_below_it(windows, world):
    page = windows.open(DESK, "wesley")
    visit(page, f"/courses/{world.course}")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=2)).to_have_text(["Woodwork and the Weather", "Check-ins", "Events", "Roster"])
    expect(main.get_by_role("heading", level=3)).to_have_text(["Instructors 1", "Students 1"])


def test_a_class_lists_the_meetings_to_come_alone(windows, world):
    page = windows.open(PHONE, "winthrop")

    def shift(route):
        """The class met an hour ago, and meets next on another day."""
        day = route.fetch().json()
        now = datetime.fromisoformat(day["now"]) + timedelta(milliseconds=day["offsetMs"])
        own = {"kind": "class", "block": 1, "class": {"id": world.school_class, "name": "Weaving and its Tools"}}

        def met(starts, ends):
            times = {"starts": now + timedelta(hours=starts), "ends": now + timedelta(hours=ends)}
            return [{**own, "period": 1, **{name: time.isoformat().replace("+00:00", "Z") for name, time in times.items()}}]

        next_day = {"date": "2038-02-03", "day": day["day"], "slots": met(24, 25)}
        route.fulfill(json={**day, "slots": met(-2, -1), "next": next_day})

    page.route("**/v1/me/day", shift)
    visit(page, f"/school/classes/{world.school_class}")
    meets = page.get_by_role("main").locator("section").filter(has=page.get_by_role("heading", name="Meets"))
    expect(meets.get_by_role("listitem")).to_have_count(1)
    tap(page, "button", "Add notice")
    expect(page.get_by_label("Date", exact=True)).to_have_value("2038-02-03")


def test_a_student_without_records_has_no_line_that_says_nothing(windows, world):
    page = windows.open(PHONE, "wesley")
    visit(page, f"/courses/{world.course}/attendance")
    student = page.get_by_role("listitem").filter(has_text="Winona Example")
    expect(student).to_have_text(re.compile("^Winona Example\\s*–$"))


def test_the_buttons_of_listed_things_end_together_where_they_wrap(windows, world):
    page = windows.open(PHONE, "warden", locale="de-DE")
    visit(page, "/admin/school/sources")
    acts = page.locator(".managed-acts")
    expect(acts).to_have_count(2)
    ends = acts.evaluate_all("(all) => all.map((one) => Math.round(one.getBoundingClientRect().right))")
    assert len(set(ends)) == 1, ends
