"""The week and the month of events: the dates of rules, the grid with keys and fingers, and its address."""

import re
from calendar import SUNDAY, Calendar
from datetime import date, timedelta
from pathlib import Path

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit, wait_until_kept
from quad_windows import DESK, PHONE

RULES = Path(__file__).resolve().parents[1] / "Unit" / "CalendarTests" / "Vectors" / "rules.txt"
DATES = """async (vectors) => {
  const { datesOf, ruleOf } = await import("/app/models/recurrences.js");
  const within = ({ until }, dates) => dates.filter((date) => !until || date.replaceAll("-", "") <= until.slice(0, 8));
  return vectors.map(([start, text, from, to]) => within(ruleOf(text), datesOf(ruleOf(text), start, from, to)));
}"""
DAYS = """async ([event, from, to, zone]) => {
  const { timesByDate } = await import("/app/models/eventcalendar.js");
  const days = timesByDate([{ title: "A", minutes: 60, ...event }], from, to, zone);
  return [...days].map(([day, times]) => [day.slice(5), ...times.map(({ time }) => time ?? "all day")].join(" ")).sort();
}"""
KEYS = """async (vectors) => {
  const { dateAfterKey } = await import("/app/models/eventcalendar.js");
  return vectors.map(([date, key, view, first, onward, shiftKey]) =>
    dateAfterKey(date, { key, shiftKey }, { view, first, onward }));
}"""
NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"


def month_of_five_weeks():
    """The next one, so that no date in it is past. The weeks of a month with six are lower."""
    first = date.today().replace(day=1)
    while True:
        first = (first + timedelta(days=31)).replace(day=1)
        if len(Calendar(SUNDAY).monthdayscalendar(first.year, first.month)) == 5:
            return first


NEXT = month_of_five_weeks()


def day(number):
    return f"{NEXT.replace(day=number):%Y-%m-%d}"


def named(number):
    """A day as its button is called."""
    return re.compile(rf"^\w+, {NEXT:%B} {number}(,|$)")


def cell(page, number):
    return page.get_by_role("grid").get_by_role("button", name=named(number))


def month(number=1):
    return f"/events?view=month&from={day(number)}"


def heights(page):
    return [row.bounding_box()["height"] for row in page.get_by_role("grid").get_by_role("row").all()[1:]]


def iso(digits):
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"


@pytest.fixture(scope="module")
def models(new_windows, source_site):
    windows = new_windows(source_site)
    page = windows.open(DESK)
    visit(page, "/signin")
    yield page
    windows.close()


@pytest.fixture(scope="module")
def cal(site):
    cal = Person(site, "cal")
    cal.join("330A")
    for title, number, time, more in [
        ("Choir", 7, "18:00:00", {"recurrence": "FREQ=WEEKLY;COUNT=2"}),
        ("Field trip", 20, None, {"minutes": 3 * 1440}),
        *((f"Talk {number}", 10, f"{8 + number:02}:00:00", {"minutes": 60}) for number in range(5)),
    ]:
        when = {"date": day(number), "zone": NEW_YORK, **({"time": time} if time else {})}
        answer = cal.post("/v1/events", {"title": title, "when": when, "visibility": "private", **more})
        assert answer.status == 201, answer.body
    return cal


def test_rules_have_the_dates_that_the_site_gives_them(models):
    vectors = [line.split(" ") for line in RULES.read_text().splitlines()]
    dates = [[iso(one) for one in listed.split(",")] if listed != "-" else [] for _, _, listed in vectors]
    asked = [[iso(start), rule, iso(start), given[-1] if len(given) >= 10 else "2400-01-01"]
             for (start, rule, _), given in zip(vectors, dates, strict=True)]
    assert len(asked) == 1100
    assert models.evaluate(DATES, asked) == dates
    middle = [([start, rule, given[4], given[9]], given[4:10])
              for (start, rule, _, _), given in zip(asked, dates, strict=True) if len(given) >= 10]
    assert models.evaluate(DATES, [ask for ask, _ in middle]) == [given for _, given in middle]


@pytest.mark.parametrize(("event", "zone", "days"), [
    # Daily at one time in New York, while clocks go back a week earlier in Berlin.
    ({"when": {"date": "2026-10-24", "time": "09:00:00", "zone": NEW_YORK}, "recurrence": "FREQ=DAILY;COUNT=3"},
     BERLIN, ["10-24 15:00", "10-25 14:00", "10-26 14:00"]),
    # An evening there is the next morning here.
    ({"when": {"date": "2026-10-26", "time": "22:00:00", "zone": NEW_YORK}, "next": "2026-10-27T02:00:00Z"},
     BERLIN, ["10-27 03:00"]),
    # Until midnight is one day, past it are two.
    ({"when": {"date": "2026-10-26", "time": "22:00:00", "zone": BERLIN}, "next": "2026-10-26T21:00:00Z", "minutes": 120},
     BERLIN, ["10-26 22:00"]),
    ({"when": {"date": "2026-10-26", "time": "22:00:00", "zone": BERLIN}, "next": "2026-10-26T21:00:00Z", "minutes": 121},
     BERLIN, ["10-26 22:00", "10-27 22:00"]),
    # An all-day event has its own dates everywhere, also those that began before.
    ({"when": {"date": "2026-10-20", "zone": "Pacific/Auckland"}, "minutes": 5 * 1440}, NEW_YORK, ["10-23 all day", "10-24 all day"]),
    # A skipped date, and one moved to another time.
    ({"when": {"date": "2026-10-23", "time": "09:00:00", "zone": BERLIN}, "recurrence": "FREQ=DAILY;UNTIL=20261026T080000Z",
      "exceptions": [{"date": "2026-10-24"}, {"date": "2026-10-25", "moved": {"date": "2026-10-25", "time": "11:30:00"}}]},
     BERLIN, ["10-23 09:00", "10-25 11:30", "10-26 09:00"]),
    ({"when": {"date": "2026-10-25", "time": "02:30:00", "zone": NEW_YORK}, "recurrence": "FREQ=HOURLY",
      "next": "2026-10-26T06:30:00Z"}, NEW_YORK, ["10-26 02:30"]),
])
def test_events_stand_on_the_days_of_this_zone(models, event, zone, days):
    assert models.evaluate(DAYS, [event, "2026-10-23", "2026-10-29", zone]) == days


def test_keys_move_by_days_weeks_and_months(models):
    vectors = [
        (["2026-11-30", "ArrowRight", "month", 7, 1], "2026-12-01"), (["2026-11-30", "ArrowRight", "month", 7, -1], "2026-11-29"),
        (["2026-11-05", "ArrowUp", "month", 7, 1], "2026-10-29"), (["2026-11-26", "Home", "month", 7, 1], "2026-11-22"),
        (["2026-11-22", "Home", "month", 1, 1], "2026-11-16"), (["2026-11-26", "End", "week", 1, 1], "2026-11-29"),
        (["2027-01-31", "PageDown", "month", 7, 1], "2027-02-28"), (["2026-03-31", "PageUp", "month", 7, 1], "2026-02-28"),
        (["2024-02-29", "PageDown", "month", 7, 1, True], "2025-02-28"), (["2026-11-26", "PageDown", "week", 7, 1], "2026-12-03"),
        (["2026-11-26", "PageUp", "week", 7, 1, True], "2026-10-26"), (["2026-11-26", "Enter", "month", 7, 1], None),
    ]
    assert models.evaluate(KEYS, [given for given, _ in vectors]) == [date for _, date in vectors]


def test_a_month_is_read_with_the_keyboard_alone(windows, cal):
    page = windows.open(DESK, "cal")
    visit(page, month(6))
    grid = page.get_by_role("grid", name=f"{NEXT:%B %Y}")
    expect(grid.get_by_role("columnheader").first).to_have_text("Sun")
    cell(page, 6).focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 7)).to_be_focused()
    expect(page.get_by_role("heading", name=named(7))).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem").get_by_role("link", name="Choir")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    expect(cell(page, 14)).to_be_focused()
    expect(cell(page, 14)).to_have_accessible_name(re.compile("1 event$"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Choir", level=1)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=named(14))).to_be_visible()
    page.reload()
    expect(page.get_by_role("gridcell", selected=True)).to_contain_text("14")
    cell(page, 14).focus()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("grid", name=f"{NEXT:%B %Y}")).to_have_count(0)
    page.keyboard.press("PageUp")
    expect(cell(page, 14)).to_be_focused()
    assert page.get_by_role("grid").locator("button:not([tabindex='-1'])").count() == 1, "one stop for Tab"
    windows.shot(page, "calendar-month")


def test_titles_stand_in_the_days_of_a_desk(windows, cal):
    page = windows.open(DESK, "cal")
    visit(page, month())
    assert page.get_by_role("grid").get_by_role("link", name="Field trip").count() == 3
    tap(page, "button", "+3 more")
    expect(page.get_by_role("listitem").filter(has_text="Talk")).to_have_count(5)
    expect(page.get_by_role("link", name="Talk 0").last).to_be_focused()
    tap(page, "radio", "Week", exact=True)
    expect(page.get_by_role("grid").get_by_role("link", name="Talk 4")).to_be_visible()
    expect(page.get_by_role("link", name="Add event")).to_have_attribute("href", re.compile(rf"starts={day(10)}T"))
    page.set_viewport_size({"width": 1920, "height": 1080})
    grid, beside = page.get_by_role("grid").bounding_box(), page.locator(".calendar-chosen").bounding_box()
    assert grid["width"] > 1000 and beside["x"] + beside["width"] > 1850, "it takes what a wide screen has"
    tap(page, "radio", "Month", exact=True)
    expect(page.get_by_role("button", name="+2 more")).to_be_visible()
    weeks = heights(page)
    assert max(weeks) - min(weeks) < 1, "one height for all, whatever they hold"
    page.set_viewport_size({"width": 1920, "height": 1400})
    expect(page.get_by_role("grid").get_by_role("link", name="Talk 4")).to_be_visible()
    weeks = heights(page)
    assert max(weeks) - min(weeks) < 1
    page.set_viewport_size({"width": 1920, "height": 800})
    expect(page.get_by_role("button", name="+3 more")).to_be_visible()
    weeks = heights(page)
    assert max(weeks) - min(weeks) < 1
    choir = page.get_by_role("grid").get_by_role("link", name="Choir").first
    expect(choir).to_have_text("6pm Choir")
    time, whole = choir.locator(".calendar-time").bounding_box(), choir.bounding_box()
    assert time["width"] < whole["width"] / 3, "most of it is the title's"


def test_a_finger_turns_the_month_of_a_phone(windows, cal):
    page = windows.open(PHONE, "cal")
    visit(page, month(20))
    expect(page.get_by_role("listitem").filter(has_text="Field trip")).to_be_visible()
    expect(page.get_by_role("grid").get_by_role("link")).to_have_count(0)
    box = page.get_by_role("grid").bounding_box()
    session = page.context.new_cdp_session(page)
    for kind, x in [("touchStart", 300), ("touchMove", 200), ("touchMove", 90), ("touchEnd", None)]:
        points = [] if x is None else [{"x": x, "y": box["y"] + box["height"] / 2}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()
    after = (NEXT + timedelta(days=45)).replace(day=1)
    expect(page.get_by_role("grid", name=f"{after:%B %Y}")).to_be_visible()
    expect(page).to_have_url(re.compile(f"view=month&from={after:%Y-%m}-20$"))
    tap(page, "button", "Previous month")
    cell(page, 10).click()
    expect(page.get_by_role("listitem").filter(has_text="Talk")).to_have_count(5)
    tap(page, "radio", "Week", exact=True)
    visit(page, "/events")
    expect(page.get_by_role("radio", name="Week")).to_be_checked()
    expect(page).to_have_url(re.compile("view=week&from="))
    tap(page, "radio", "Table")
    expect(page).to_have_url(re.compile("/events$"))


def test_a_month_and_its_days_begin_with_a_capital_in_french(windows, cal):
    page = windows.open(DESK, "cal", locale="fr-FR")
    visit(page, "/events?view=month&from=2026-12-10")
    expect(page.get_by_role("heading", name="Décembre 2026", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Jeudi 10 décembre"))).to_be_visible()
    visit(page, "/school/calendar")
    headings = page.get_by_role("main").get_by_role("heading").all_inner_texts()
    assert headings and all(text[0].isupper() for text in headings), headings


@pytest.mark.service_worker
def test_a_month_is_there_without_a_network(windows, cal):
    page = windows.open(PHONE, "cal")
    visit(page, month(20))
    wait_until_kept(page, "/v1/events?limit=100")
    poll(page, lambda: page.get_by_role("listitem").filter(has_text="Field trip").count(), "it is there")
    with windows.offline(page):
        page.reload()
        expect(page.get_by_role("listitem").filter(has_text="Field trip")).to_be_visible()
        expect(page.get_by_role("gridcell", selected=True)).to_contain_text("20")
