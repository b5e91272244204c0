"""Sizes, order and details that hold on any device: other fonts, low windows, a keyboard, a blocked worker."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from people import Person
from playwright.sync_api import expect

from quad_layout import CUT, MIRROR, SMALL
from quad_page import axe, visit
from quad_windows import DESK, PHONE

# The device's own face is another one on each system: DejaVu is wide, Noto Sans and Roboto are narrow.
FACE = """(size) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@font-face { font-family: Device; src: local("DejaVu Sans Condensed"), local("Noto Sans");
    size-adjust: ${size}; } :root { --face: Device, sans-serif; }`);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.removeAttribute("dir");
  return document.fonts.ready.then(() => true);
}"""
PAGES = ["/room", "/tasks", "/tasks/{task}", "/tasks/new", "/events", "/events/{event}", "/events/{event}/to-dos",
         "/events/{event}/budget", "/board", "/roommates", "/inbox", "/alerts", "/settings", "/design"]
# With menus whose choice is a sentence.
CHOICES = ["/completed?until=2020-01-01", "/completed?from=2020-09-30&until=2020-12-31"]
# A tab's word that breaks has two lines.
WORDS = """() => [...document.querySelectorAll(".tab-word")].filter((one) => one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().height > 1.7 * parseFloat(getComputedStyle(one).fontSize))
  .map((one) => one.textContent)"""
# The part of a tab's icon that its badge covers.
COVERED = """() => [...document.querySelectorAll(".tab .badge")].filter((one) => one.checkVisibility()).map((one) => {
  const badge = one.getBoundingClientRect();
  const sign = one.closest(".tab").querySelector(".icon").getBoundingClientRect();
  const wide = Math.min(badge.right, sign.right) - Math.max(badge.left, sign.left);
  const high = Math.min(badge.bottom, sign.bottom) - Math.max(badge.top, sign.top);
  return Math.max(0, wide) * Math.max(0, high) / (sign.width * sign.height);
})"""
# The words that a line's end breaks, besides those for screen readers.
BROKEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest(".spoken, legend, script")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}’']+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      // The hyphen of a soft one is drawn before the word that follows it.
      const parts = [...range.getClientRects()].slice(node.data[index - 1] === "\\u00ad" ? 1 : 0);
      if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.push(word);
    }
  }
  return found;
}"""
TITLE = """() => {
  const title = document.querySelector(".bar h1");
  return title ? title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight) : 0;
}"""
CHOPPED = """() => {
  const heading = document.querySelector(".bar h1");
  const range = document.createRange();
  range.selectNodeContents(heading);
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > heading.textContent.trim().split(/\\s+/).length;
}"""
# The link of a bar shows its word, or where that has no room, its sign: the path of it.
SHOWN = """(link) => {
  const [sign, word] = link.children;
  return word.getBoundingClientRect().top < link.getBoundingClientRect().bottom ? link.textContent
    : sign.firstChild.getAttribute("d");
}"""
TICK = "(row) => row.querySelector('button path').getAttribute('d')"


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_w17_no_target_is_too_small_and_right_to_left_is_a_mirror_with_any_font(windows, world, device):
    page = windows.open(device, "wanda")
    faults = []
    for path in PAGES:
        visit(page, path.format(task=world.task, event=world.event))
        for size in ("78%", "118%"):
            page.evaluate(FACE, size)
            found = [*page.evaluate(SMALL), *page.evaluate(CUT), *page.evaluate(MIRROR)]
            faults += [f"{path}, {size}: {one}" for one in found]
    assert faults == []


@pytest.mark.parametrize("language", ["en-US", "de-DE", "fr-FR"])
def test_nothing_is_cut_in_any_language(windows, world, language):
    page = windows.open(PHONE, "wanda", locale=language)
    faults = []
    for path in [*PAGES, *CHOICES]:
        visit(page, path.format(task=world.task, event=world.event), shows_loading=path == "/design")
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            faults += [f"{path}, {width}: {one}" for one in page.evaluate(CUT)]
    assert faults == []


@pytest.mark.parametrize(("language", "word"), [("en", "Completed"), ("de", "Erledigtes"), ("fr", "Terminées")])
def test_the_link_to_completed_tasks_is_no_tick(windows, world, language, word):
    page = windows.open(PHONE, "wanda", locale=language)
    visit(page, "/tasks")
    link = page.get_by_role("link", name=word, exact=True)
    tick = page.get_by_role("listitem").filter(has_text="Buy oat milk").evaluate(TICK)
    for width in (320, 360, 375, 390):
        page.set_viewport_size({"width": width, "height": 844})
        shown = link.evaluate(SHOWN)
        assert shown != tick, width
        assert width in (360, 375) or shown == word, width


@pytest.mark.parametrize("width", [320, 390])
def test_long_names_have_the_width_of_an_administrators_list(windows, world, width):
    page = windows.open({**PHONE, "viewport": {"width": width, "height": 844}}, "warden", locale="de-DE")
    visit(page, "/admin/school/activities")
    row = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Bearbeiten")).last
    words, whole = (one.bounding_box()["width"] for one in (row.locator(".managed-words"), row))
    assert words > 0.85 * whole


def test_the_reason_of_an_excuse_has_the_width_of_its_row(windows, world):
    page = windows.open(PHONE, "wolfgang", locale="de-DE")
    visit(page, f"/courses/{world.check_in_course}")
    row = page.locator(".excuse-row")
    reason, whole = (one.bounding_box()["width"] for one in (row.locator(".excuse-note"), row))
    assert reason > 0.85 * whole


def test_a_place_for_notes_takes_no_room_while_there_are_none(windows, world):
    page = windows.open(PHONE, "warden")
    visit(page, "/admin/site")
    card = page.locator(".card").first
    first, whole = (one.bounding_box()["y"] for one in (card.locator("label").first, card))
    assert first - whole < 24


@pytest.mark.parametrize("language", ["en-US", "de-DE", "fr-FR"])
def test_a_narrow_phone_breaks_no_word(windows, world, language):
    page = windows.open(PHONE, "wanda", locale=language)
    faults = []
    for path in ("/crisis", "/aid", "/settings/look", "/settings/devices", "/settings/alerts"):
        visit(page, path)
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 740})
            faults += [f"{path}, {width}: {word}" for word in page.evaluate(BROKEN)]
            if (lines := page.evaluate(TITLE)) > 2.2:
                faults.append(f"{path}, {width}: a title of {lines:.0f} lines")
    assert faults == []


@pytest.mark.parametrize("language", ["en-US", "de-DE", "fr-FR"])
def test_a_narrow_phone_greets_with_a_whole_name(windows, world, language):
    page = windows.open({**PHONE, "viewport": {"width": 320, "height": 740}}, "wanda", locale=language)
    visit(page, "/room")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Wanda")
    assert "Wanda" not in page.evaluate(BROKEN)


@pytest.mark.parametrize("language", ["en-US", "de-DE", "fr-FR"])
def test_the_choices_of_reports_break_no_word_on_a_narrow_phone(windows, world, language):
    page = windows.open(PHONE, "warden", locale=language)
    visit(page, "/admin/reports")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(BROKEN) == [], width


@pytest.mark.parametrize("width", [390, 360, 320])
def test_the_buttons_of_the_beat_are_beside_each_other(windows, width):
    page = windows.open({**PHONE, "viewport": {"width": width, "height": 740}})
    visit(page, "/crisis")
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    slower, faster = (page.get_by_role("button", name=name).bounding_box() for name in ("Slower", "Faster"))
    assert slower["y"] == faster["y"]
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(640, 400), (667, 375), (812, 375)])
def test_w15_words_and_counts_of_the_tabs_have_room_in_a_low_window(windows, world, size):
    width, height = size
    page = windows.open({"viewport": {"width": width, "height": height}}, "wilma")
    visit(page, "/tasks")
    assert page.evaluate(WORDS) == []
    assert page.locator(".tab .badge").count() > 0
    assert max(page.evaluate(COVERED)) < 0.25


def test_w15_the_boards_heading_is_whole_beside_its_button(windows, world):
    page = windows.open(PHONE, "wilma")
    page.route("**/v1/messages?*", lambda route: route.fulfill(json=unread(route.fetch().json())))
    visit(page, "/board")
    expect(page.get_by_role("button", name="Mark all as read")).to_be_visible()
    assert not page.evaluate(CHOPPED)


def unread(messages):
    return {**messages, "items": [{**message, "isUnread": True} for message in messages["items"]]}


@pytest.mark.parametrize(("path", "way"), [("/tasks", ".task-line"), ("/events", ".fab")])
def test_w15_the_way_to_add_comes_before_the_rows_for_a_keyboard(windows, world, path, way):
    page = windows.open(DESK, "wanda")
    visit(page, path)
    expect(page.locator(way)).to_be_visible()
    rows = "(way) => document.querySelector(way).compareDocumentPosition(document.querySelector('main .list')) & 4"
    assert page.evaluate(rows, way) == 4


def test_w15_a_price_is_seen_whole_while_it_is_typed(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, f"/events/{world.event}/budget")
    for name in ("Planned", "Paid"):
        price = page.locator(".add-line").get_by_label(name)
        price.fill("1,234.00")
        price.focus()
        edge = price.evaluate("""(input) => {
          const style = getComputedStyle(input);
          const brush = document.createElement("canvas").getContext("2d");
          brush.font = style.font;
          const ring = -parseFloat(style.outlineOffset);
          const room = input.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
          return { end: parseFloat(style.paddingInlineEnd) - ring,
            rest: room - brush.measureText(input.value).width };
        }""")
        assert edge["end"] >= 0 and edge["rest"] >= 0, edge


def test_w15_every_swatch_of_the_design_page_can_be_read_in_the_dark(windows):
    page = windows.open(DESK, color_scheme="dark")
    visit(page, "/design")
    assert page.locator(".design-pairs .row-title").count() > 40
    assert page.locator(".design-pairs .is-over").all_inner_texts() == []
    assert axe(page, ["color-contrast"]) == []


def test_w15_a_session_is_dated_to_the_hour_that_is_stored(windows, site):
    person = Person(site, "cleo")
    body = {"email": "cleo@hilltop.example", "password": site.password, "device": "Old"}
    assert site.request("POST", "/v1/signin", body).status == 200
    page = windows.open(PHONE, "cleo")
    page.route("**/v1/sessions*", lambda route: route.fulfill(json=aged(route.fetch().json())))
    visit(page, "/settings/devices")
    expect(page.get_by_text("Last seen").first).to_be_visible()
    assert person.id and not re.search(r"\d:\d\d", page.get_by_role("main").inner_text())


def aged(sessions):
    for session in sessions["items"]:
        session["lastSeen"] = f"{datetime.now(timezone.utc) - timedelta(hours=5):%Y-%m-%dT%H}:00:00.000Z"
    return sessions


def test_w15_your_data_lists_what_the_file_holds(windows, site, world):
    page = windows.open(PHONE, "wanda")
    visit(page, "/settings/data")
    listed = page.get_by_role("main").inner_text().lower()
    held = {"events": "events", "attendance": "courses", "notifier": "notifications", "roomhub": "tasks",
            "auth": "profile"}
    export = world.wanda.get("/v1/me/export").json
    assert set(held) <= set(export["programs"])
    words = [*held.values(), "calendar", "channels", "to-dos", "budgets"]
    assert [word for word in words if word not in listed] == []


@pytest.mark.service_worker
def test_w15_a_blocked_service_worker_breaks_nothing(windows, world):
    page = windows.open(PHONE, "wanda")
    page.add_init_script("navigator.serviceWorker.register = () => Promise.resolve(undefined)")
    visit(page, "/tasks")
    expect(page.get_by_role("link", name="Buy oat milk")).to_be_visible()
