"""Details that a look at the pages showed: nothing is clipped, doubled, half filled or in the way."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit, wait_until_kept
from quad_windows import DESK, PHONE
from quad_world import add_event, neighbour

GERMAN = {"locale": "de-DE"}
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
# The lines of the text of an element, each as wide as its letters.
TEXT_BOXES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
}"""
STARTS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().left))"
ENDS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().right))"
# The number of lines that each name of a room on the page has.
LINES_OF_ROOMS = """() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf("B-214");
    if (at < 0 || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 5);
    found.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def jolanda(site):
    jolanda = Person(site, "jolanda")
    jolanda.join("431A")
    return jolanda


def overlap(one, other):
    return (one["left"] < other["x"] + other["width"] and other["x"] < one["right"]
            and one["top"] < other["y"] + other["height"] and other["y"] < one["bottom"])


@pytest.mark.parametrize("device", [PHONE, DESK, {"viewport": {"width": 260, "height": 560}}],
                         ids=["phone", "desk", "narrow"])
def test_a_long_name_leaves_the_sign_of_its_event_free(windows, jolanda, device):
    page = windows.open(device, "jolanda")
    visit(page, f"/events/{add_event(jolanda, LONG, days=5, place='Llanfair')}")
    sign = page.locator(".event-head .event-sign").bounding_box()
    for box in page.get_by_role("heading", level=1).evaluate(TEXT_BOXES):
        assert not overlap(box, sign), (box, sign)


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=str)
def test_the_tools_of_an_event_keep_their_words_whole(windows, world, size):
    page = windows.open({**PHONE, **GERMAN, "viewport": {"width": size[0], "height": size[1]}}, "wanda")
    visit(page, f"/events/{world.event}")
    tools = page.locator(".event-tools > *")
    expect(tools).to_have_count(4)
    for tool in tools.all():
        words = tool.locator("span").last
        assert words.evaluate(LINES) == 1, words.inner_text()
        assert words.bounding_box()["x"] >= tool.bounding_box()["x"], words.inner_text()


@pytest.mark.parametrize("width", [390, 320])
def test_the_prices_of_a_budget_stand_below_their_headings(windows, world, width):
    page = windows.open({**PHONE, "viewport": {"width": width, "height": 844}}, "wanda")
    visit(page, f"/events/{world.event}/budget")
    edges = page.locator(".budget-line > *:nth-child(2), .budget-line > *:nth-child(3)")
    assert len(set(edges.evaluate_all(ENDS))) == 2
    tap(page, "button", "Edit", exact=True)
    expect(page.get_by_role("button", name=re.compile("^Delete")).first).to_be_visible()
    assert len(set(edges.evaluate_all(STARTS))) == 2, "also beside the handles"


def test_the_buttons_of_a_roster_keep_off_its_heading(windows, world):
    page = windows.open(PHONE, "wesley", locale="fr-FR")
    visit(page, f"/courses/{world.course}")
    heading = page.get_by_role("heading", name="Liste des élèves").bounding_box()
    button = page.get_by_role("button", name="Inscrire des personnes").bounding_box()
    assert button["y"] >= heading["y"] + heading["height"] + 8, "they have no room beside it"


def test_the_name_of_a_fact_stands_beside_its_link(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, f"/school/activities/{world.activity}")
    [name] = page.get_by_role("term").filter(has_text="Website").evaluate(TEXT_BOXES)
    [link] = page.get_by_role("link", name="astro.hilltop.example").evaluate(TEXT_BOXES)
    assert abs(name["bottom"] - link["bottom"]) < 2


def test_a_past_event_has_nothing_to_choose(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, f"/events/{world.past}")
    expect(page.locator(".count.is-past")).to_be_visible()
    expect(page.get_by_role("switch")).to_have_count(0)
    expect(page.get_by_role("radio", name="Seconds")).to_have_count(0)


@pytest.mark.parametrize("person", ["wanda", "wren"])
def test_the_next_event_fills_its_card(windows, world, person):
    page = windows.open({**DESK, **GERMAN}, person)
    visit(page, "/room")
    card, line = page.locator(".next-event"), page.locator(".next-event .glance-line")
    assert abs(card.bounding_box()["width"] - line.bounding_box()["width"]) <= 1


def test_home_says_what_its_count_counts(windows, site, jolanda):
    neighbour(site, "jolmate", jolanda)
    asking = Person(site, "joasking")
    assert asking.join("431A").json["state"] != "joined"
    page = windows.open(PHONE, "jolanda")
    visit(page, "/room")
    card = page.get_by_role("main").get_by_role("link", name="Roommates")
    expect(card).to_contain_text("1 person wants to join, 1 new roommate")
    expect(card.locator(".badge > :first-child")).to_have_text("2")


@pytest.mark.parametrize("path", ["/admin/audit", "/docs"])
def test_a_filter_alone_has_the_whole_width(windows, world, path):
    page = windows.open({**PHONE, **GERMAN}, "warden")
    visit(page, path)
    filters = page.locator(".filters")
    control = filters.locator("select, input")
    assert control.bounding_box()["width"] >= filters.bounding_box()["width"] - 1
    main = page.get_by_role("main").bounding_box()
    assert filters.bounding_box()["width"] >= main["width"] - 40


def test_a_count_of_two_digits_stays_on_one_line(windows, jolanda):
    page = windows.open(PHONE, "jolanda")
    visit(page, "/tasks")
    badge = page.locator(".bar-bell .badge > :first-child")
    expect(badge).to_be_visible()
    badge.evaluate("(element) => { element.textContent = '12'; }")
    assert badge.evaluate(LINES) == 1


def test_a_text_that_is_too_long_is_refused_once(windows, jolanda):
    page = windows.open({**PHONE, **GERMAN}, "jolanda")
    visit(page, "/tasks/new")
    page.get_by_label("Aufgabe", exact=True).fill("w" * 213)
    expect(page.get_by_text("13 Zeichen zu lang")).to_be_visible()
    tap(page, "button", "Aufgabe hinzufügen")
    expect(page.locator(".field-error", has_text="13 Zeichen zu lang")).to_be_visible()
    expect(page.get_by_text("13 Zeichen zu lang").filter(visible=True)).to_have_count(1)
    page.get_by_label("Aufgabe", exact=True).press("End")
    page.keyboard.press("Backspace")
    expect(page.get_by_text("12 Zeichen zu lang").filter(visible=True)).to_have_count(1)


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_skipped_and_a_moved_date_read_well_in_german(windows, jolanda, device):
    event = add_event(jolanda, "Statistik-Übung", days=3, recurrence="FREQ=WEEKLY", zone="Europe/Berlin")
    page = windows.open({**device, **GERMAN, "timezone_id": "Europe/Berlin"}, "jolanda")
    visit(page, f"/events/{event}")
    for change in ("skip", "move"):
        tap(page, "button", "Menü")
        tap(page, "button", "Termin ausfallen lassen oder verlegen")
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("Änderung", exact=True).select_option(change)
        if change == "move":
            sheet.get_by_label("Neue Uhrzeit").fill("08:30")
        tap(page, "button", "Speichern")
        expect(sheet).to_have_count(0)
    dates = page.locator(".event-dates li")
    expect(dates).to_have_count(2)
    for date in dates.all():
        words, button = date.locator("span"), date.get_by_role("button")
        assert ".." not in words.inner_text()
        # Side by side, the buttons under each other at the end.
        middle = lambda box: box["y"] + box["height"] / 2  # noqa: E731
        assert abs(middle(words.bounding_box()) - middle(button.bounding_box())) <= 2
        assert abs(sum(date.bounding_box()[key] for key in ("x", "width"))
                   - sum(button.bounding_box()[key] for key in ("x", "width"))) <= 2


def test_a_new_channel_is_added_not_a_task(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, "/settings/alerts")
    tap(page, "button", "Add ntfy")
    expect(page.get_by_role("dialog").get_by_role("button", name="Add ntfy")).to_be_visible()


def test_a_site_without_a_name_is_not_joined_on_itself(windows):
    page = windows.open(PHONE)
    visit(page, "/signup")
    expect(page.get_by_role("heading", name="Create your account")).to_be_visible()
    expect(page.get_by_text("Join Quad on Quad")).to_have_count(0)


def test_the_buttons_of_the_code_stand_together_at_a_desk(windows, world):
    page = windows.open(DESK, "wanda")
    visit(page, "/roommates")
    poll(page, lambda: page.locator(".code-actions .button").count() >= 2, "the code is shown")
    first, second = (page.locator(".code-actions .button").nth(at).bounding_box() for at in (0, 1))
    assert second["x"] - (first["x"] + first["width"]) <= 16


def test_the_way_back_stands_close_to_what_it_leaves(windows):
    page = windows.open(PHONE)
    visit(page, "/forgot")
    bar, logo = page.get_by_role("banner").bounding_box(), page.locator(".logo").bounding_box()
    assert logo["y"] - (bar["y"] + bar["height"]) <= 16


def test_a_page_has_the_name_of_the_row_that_opens_it(windows, world):
    page = windows.open({**PHONE, **GERMAN}, "wanda")
    visit(page, "/settings")
    for row in ("E-Mail und Passwort", "Mitwirkende und Lizenzen"):
        page.get_by_role("link", name=row).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(row)
        page.get_by_role("link", name="Zurück").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")


@pytest.mark.parametrize("width", [320, 260])
def test_the_bar_of_a_narrow_phone_ends_with_the_person(windows, world, width):
    page = windows.open({**PHONE, **GERMAN, "viewport": {"width": width, "height": 640}}, "wanda")
    for path in ("/board", "/tasks", "/events"):
        visit(page, path)
        box = page.locator(".bar-person").bounding_box()
        assert width - (box["x"] + box["width"]) <= 16, path
        title = page.get_by_role("heading", level=1).bounding_box()
        assert box["y"] < title["y"] + 2 * title["height"], f"{path}: at most a second line"


def test_words_stay_whole_where_text_is_large(windows, world):
    page = windows.open({**PHONE, **GERMAN, "viewport": {"width": 260, "height": 563}}, "wanda")
    units = f"/events/{world.event}"
    for path, parts in (("/roommates", ".waiting-answers .button"), (units, ".count-box .count-unit")):
        visit(page, path)
        expect(page.locator(parts).first).to_be_visible()
        for part in page.locator(parts).all():
            assert part.evaluate(LINES) == 1, part.inner_text()


def test_a_calendar_link_is_called_a_link(windows, site):
    Person(site, "jolink")
    page = windows.open(PHONE, "jolink")
    visit(page, "/settings/calendar")
    tap(page, "button", "Create calendar link")
    expect(page.get_by_role("dialog")).to_contain_text("You'll see this link only once.")
    tap(page, "button", "I've copied it")


def test_the_buttons_of_the_calendar_link_share_a_row_at_a_desk(windows, site):
    jorow = Person(site, "jorow")
    assert jorow.post("/v1/event-feed").status in (200, 201)
    page = windows.open(DESK, "jorow")
    visit(page, "/settings/calendar")
    names = ("Create new link", "Turn off link")
    first, second = (page.get_by_role("button", name=name).bounding_box() for name in names)
    assert first["y"] == second["y"] and second["x"] - (first["x"] + first["width"]) <= 16


def test_the_sheet_for_days_has_a_noun_for_a_title(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, "/completed")
    page.get_by_label("When").select_option("Choose days…")
    expect(page.get_by_role("dialog", name="Days", exact=True)).to_be_visible()


@pytest.mark.service_worker
def test_a_title_of_two_lines_keeps_clear_of_the_strip(windows, site):
    Person(site, "jostrip").join("432A")
    page = windows.open({**PHONE, **GERMAN}, "jostrip")
    visit(page, "/outbox")
    wait_until_kept(page, "/v1/me")
    with windows.offline(page):
        strip = page.locator(".strip")
        expect(strip).to_contain_text("Keine Verbindung")
        bottom = sum(strip.bounding_box()[key] for key in ("y", "height"))
        assert page.get_by_role("heading", level=1).bounding_box()["y"] - bottom >= 4


def test_a_sheet_opened_while_another_page_comes_goes_with_its_own(windows, jolanda):
    page = windows.open(PHONE, "jolanda")
    visit(page, "/inbox")
    more = page.get_by_role("button", name=re.compile("^More about")).first
    expect(more).to_be_visible()
    held = []
    page.route(re.compile("alerts-alerts-"), lambda route: held.append(route), times=1)
    page.get_by_role("link", name="Upcoming").click()
    poll(page, lambda: held, "the page is on its way")
    more.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_role("heading", name="Upcoming", level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="Inbox", level=1)).to_be_visible()


@pytest.mark.parametrize(("name", "card"), [("Winthrop Example", "article"), ("Grace Hopper", "li")])
def test_a_teachers_words_stand_in_the_middle_of_their_card(windows, world, name, card):
    page = windows.open(PHONE, "wolfgang")
    visit(page, f"/school/teachers?name={name}")
    box = page.get_by_role("main").locator(card).filter(has_text=name)
    edges = box.bounding_box()
    lines = [line for part in box.locator("h2, .row-title, .row-note, a span").all() for line in part.evaluate(TEXT_BOXES)]
    above = min(line["top"] for line in lines) - edges["y"]
    below = edges["y"] + edges["height"] - max(line["bottom"] for line in lines)
    assert abs(above - below) < 5, (above, below)


def test_a_rooms_name_stays_in_one_line(windows, world):
    page = windows.open(PHONE, "wolfgang")
    for path in ("teachers?name=Winthrop Example", f"classes/{world.school_class}"):
        page.set_viewport_size({"width": 390, "height": 844})
        visit(page, f"/school/{path}")
        seen = 0
        for width in range(300, 480, 6):
            page.set_viewport_size({"width": width, "height": 844})
            lines = page.evaluate(LINES_OF_ROOMS)
            assert set(lines) <= {1}, (path, width)
            seen += len(lines)
        assert seen, path


def test_a_task_that_is_too_long_is_told_so_once(windows, jolanda):
    page = windows.open(PHONE, "jolanda")
    visit(page, "/tasks")
    page.get_by_role("textbox", name="Add task").fill("x" * 1204)
    expect(page.get_by_text("1,004 characters too long")).to_have_count(1)
    page.get_by_role("textbox", name="Add task").fill("x" * 204)
    expect(page.get_by_text("4 characters too long")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="4 characters too long")).to_be_visible()
    said = page.get_by_text("4 characters too long").filter(visible=True)
    expect(said).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(page.get_by_text("3 characters too long").filter(visible=True)).to_have_count(1)


def test_whoever_may_not_is_led_home_and_not_asked_to_try_again(windows, world):
    page = windows.open(PHONE, "wolfgang")
    visit(page, f"/courses/{world.check_in_course}/edit")
    expect(page.get_by_text("You don't have permission to do this.")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    tap(page, "link", "Go home")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()


@pytest.mark.parametrize("date", ["2026-99-99", "soon"])
def test_lunch_of_a_date_that_does_not_exist_is_that_of_today(windows, world, date):
    page = windows.open(PHONE, "wanda")
    visit(page, f"/school/lunch?date={date}")
    sheet = page.get_by_role("dialog", name="Lunch")
    expect(sheet.get_by_role("status").first).to_have_text(re.compile(r"\w+ \d+"))
    expect(sheet.get_by_role("button", name="Try again")).to_have_count(0)


def test_days_begin_with_a_capital_where_a_line_begins_with_them(windows, world, jolanda):
    page = windows.open(PHONE, "winthrop")
    visit(page, f"/courses/{world.check_in_course}")
    for name in page.locator(".check-link .row-title").all_inner_texts():
        assert re.match(r"[A-Z]\w+, ", name), name
    add_event(jolanda, "Zither night", days=1)
    page = windows.open(PHONE, "jolanda")
    visit(page, "/search")
    page.get_by_role("searchbox").fill("zither")
    expect(page.get_by_role("link", name="Zither night")).to_contain_text("Tomorrow, ")


def test_a_roommate_who_is_gone_leaves_a_page_with_a_heading(windows, world):
    gone = "/roommates/01a00000-0000-7000-8000-000000000000"
    page = windows.open(PHONE, "wanda")
    windows.watch.expect(404, f"/v1{gone}")
    visit(page, gone)
    expect(page.get_by_text("This doesn't exist anymore.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Roommates")
