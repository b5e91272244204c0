"""Events: table, collection, form, countdown, wand."""

import json
import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from people import Person
from playwright.sync_api import expect

from quad_events_page import digits, draw, fill_date, row, titles, until
from quad_page import poll, tap, visit, wait_until_kept
from quad_windows import DESK, PHONE
from quad_world import add_event

AN_EVENT = re.compile("/events/[0-9a-f-]{36}$")


@pytest.fixture(scope="module")
def eve(site):
    eve = Person(site, "eve")
    eve.join("340A")
    return eve


@pytest.fixture
def phone(windows, eve):
    return windows.open(PHONE, "eve")


@pytest.fixture
def empty(eve):
    """Eve has no events."""
    for state in ("upcoming", "past"):
        for event in eve.get(f"/v1/events?state={state}&limit=100").json["items"]:
            eve.delete(f"/v1/events/{event['id']}")


def test_a_row_is_deleted_by_a_finger_by_the_keyboard_and_in_edit(windows, phone, eve, empty):
    for title, days in (("Swim meet", 2), ("Term paper due", 3), ("Film night", 4)):
        add_event(eve, title, days=days)
    visit(phone, "/events")
    phone.get_by_role("radio", name="Table").check()
    draw(phone, row(phone, "Swim meet"), 60)
    expect(phone.get_by_role("button", name="Delete: Swim meet")).to_have_count(0)
    draw(phone, row(phone, "Swim meet"), 120)
    expect(phone.get_by_role("button", name="Delete: Swim meet")).to_be_visible()
    expect(phone).to_have_url(re.compile("/events$"))
    assert len(titles(eve)) == 3, "it is revealed, nothing else"
    windows.shot(phone, "events-swipe")
    tap(phone, "button", "Delete: Swim meet")
    expect(row(phone, "Swim meet")).to_have_count(0)
    # A row goes at once; that the site has heard of it takes a moment.
    poll(phone, lambda: titles(eve) == ["Term paper due", "Film night"], "it is deleted")
    tap(phone, "button", "Undo")
    expect(row(phone, "Swim meet")).to_be_visible()
    poll(phone, lambda: len(titles(eve)) == 3, "it is back")

    row(phone, "Film night").get_by_role("link").focus()
    phone.keyboard.press("Delete")
    expect(phone.get_by_role("button", name="Delete: Film night")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(row(phone, "Film night").get_by_role("link")).to_be_focused()

    tap(phone, "button", "Edit", exact=True)
    tap(phone, "button", "Delete Term paper due?")
    tap(phone, "button", "Delete: Term paper due")
    expect(row(phone, "Term paper due")).to_have_count(0)
    tap(phone, "button", "Done")
    expect(phone.get_by_role("button", name="Delete Swim meet?")).to_have_count(0)
    poll(phone, lambda: titles(eve) == ["Swim meet", "Film night"], "the other one is deleted")


def test_many_are_removed_at_once_and_those_that_stay_are_named(windows, phone, eve, empty):
    made = {title: add_event(eve, title, days=days) for title, days in
            (("Swim meet", 2), ("Term paper due", 3), ("Film night", 4), ("Picnic", 5))}
    path = f"/v1/events/{made['Film night']}"
    visit(phone, "/events")
    phone.get_by_role("radio", name="Collection").check()
    tap(phone, "button", "Edit", exact=True)
    expect(phone.get_by_role("button", name="Remove events")).to_be_disabled()
    for title in ("Swim meet", "Film night", "Picnic"):
        tap(phone, "button", title)
        expect(phone.get_by_role("button", name=title)).to_have_attribute("aria-pressed", "true")
    windows.watch.expect(500, path)
    phone.route(f"**{path}", lambda route: route.fulfill(status=500, json={"code": "internal"}), times=1)
    tap(phone, "button", "Remove 3 events")
    dialog = phone.get_by_role("dialog", name="1 event wasn't removed")
    expect(dialog.get_by_role("listitem")).to_contain_text("Film night: Something went wrong")
    assert titles(eve) == ["Term paper due", "Film night"]
    dialog.get_by_role("button", name="Close").click()
    expect(phone.get_by_role("button", name="Remove 1 event")).to_be_enabled()
    expect(phone.get_by_role("button", name="Film night")).to_have_attribute("aria-pressed", "true")
    tap(phone, "button", "Undo")
    poll(phone, lambda: len(titles(eve)) == 4, "both are back")
    expect(phone.get_by_role("button", name="Picnic")).to_be_visible()
    tap(phone, "button", "Done")


def test_the_wand_and_the_selector_turn_themselves_off(windows, eve, empty):
    page = windows.open(DESK, "eve")
    visit(page, "/events")
    event = add_event(eve, "Swim meet", days=2, seconds=15)
    visit(page, f"/events/{event}")
    wand = page.get_by_role("switch", name="Magic Wand")
    wand.check()
    expect(until(page)).to_have_text(re.compile(r"^\d+ seconds$"))
    assert digits(page)[:3] == [0, 0, 0]
    for unit, is_on in (("Weeks", False), ("Days", False), ("Hours", False), ("Minutes", False), ("Seconds", True)):
        expect(page.get_by_role("radio", name=unit)).to_be_enabled(enabled=is_on)
    expect(page.get_by_role("radio", name="Seconds")).to_be_checked()
    # In real time: the page takes the hour from the site and not from the device.
    expect(wand).not_to_be_checked(timeout=30_000)
    expect(wand).to_be_disabled()
    expect(page.get_by_text("The Magic Wand works when 2 or more days are left.")).to_be_visible()
    expect(page.get_by_role("radio", name="Days")).to_be_checked()
    expect(until(page)).to_have_text("1 day")


def test_an_event_that_begins_is_here_and_counts_up(windows, eve, empty):
    page = windows.open(DESK, "eve")
    visit(page, f"/events/{add_event(eve, 'Bell', days=0, seconds=8)}")
    expect(page.get_by_text("It's here", exact=True)).to_be_visible(timeout=30_000)
    assert all(digit >= 0 for digit in digits(page))
    for unit in ("Weeks", "Seconds"):
        expect(page.get_by_role("radio", name=unit)).to_have_count(0)
    expect(page.get_by_role("switch", name="Magic Wand")).to_have_count(0)


def test_a_time_that_the_clocks_skip_is_shown_as_the_one_it_becomes(phone, eve, empty):
    year = date.today().year + 1
    second_sunday = date(year, 3, 8)
    while second_sunday.weekday() != 6:
        second_sunday += timedelta(days=1)
    visit(phone, "/events/new")
    phone.get_by_label("Name", exact=True).fill("Night hike")
    fill_date(phone, second_sunday, "02:30")
    expect(phone.get_by_text(re.compile(r"2:30\sAM doesn't exist that day.*3:30\sAM"))).to_be_visible()
    tap(phone, "button", "Save")
    expect(phone.get_by_text(re.compile(r"2:30\sAM doesn't exist that day, so the event starts at 3:30\sAM"))).to_be_visible()
    expect(row(phone, "Night hike")).to_contain_text(re.compile(r"3:30\sAM"))


def test_what_is_typed_stays_until_it_is_saved(phone, eve, empty):
    visit(phone, "/events/new")
    phone.get_by_label("Name", exact=True).fill("Half a thought")
    phone.get_by_text("Reminders", exact=True).click()
    phone.get_by_role("button", name="1 week before").click()
    phone.get_by_text("Duration, repeats and time zone").click()
    phone.get_by_label("Repeats").select_option("yearly")
    phone.get_by_role("navigation").get_by_role("link", name="Today").click()
    expect(phone.get_by_role("heading", name="Today", level=1)).to_be_visible()
    visit(phone, "/events/new")
    expect(phone.get_by_label("Name", exact=True)).to_have_value("Half a thought")
    expect(phone.get_by_text(re.compile("^Draft from "))).to_be_visible()
    tap(phone, "button", "Save")
    expect(row(phone, "Half a thought")).to_be_visible()
    event = eve.get("/v1/events").json["items"][0]
    assert event["recurrence"] == "FREQ=YEARLY" and event["leads"] == [0, 10_080]
    tap(phone, "link", "Add event")
    expect(phone.get_by_label("Name", exact=True)).to_have_value("New event")
    expect(phone.get_by_text(re.compile("^Draft from "))).to_have_count(0)


def test_all_but_name_and_time_is_folded_away_while_it_is_usual(windows, phone, eve, empty):
    visit(phone, "/events/new")
    length, reminders, place = (phone.locator("summary", has_text=name) for name in ("Duration", "Reminders", "Place"))
    expect(length).to_contain_text("2 hours")
    expect(reminders).to_contain_text("At the start")
    for name in ("Duration", "Repeats", "Place"):
        expect(phone.get_by_label(name)).to_be_hidden()
    place.click()
    phone.get_by_label("Place").fill("Look Park")
    expect(place).to_contain_text("Look Park")
    reminders.click()
    tap(phone, "button", "At the start")
    expect(reminders).to_contain_text("None")
    phone.reload()
    expect(phone.get_by_label("Place")).to_be_visible()
    expect(phone.get_by_role("button", name="At the start")).to_be_visible()
    expect(phone.get_by_label("Repeats")).to_be_hidden()
    # A fold with an error opens.
    phone.get_by_label("Name", exact=True).fill("Boat race")
    length.click()
    phone.get_by_label("Repeats").select_option("own")
    phone.get_by_label("Rule").fill("FREQ=SOMETIMES")
    length.click()
    expect(phone.get_by_label("Rule")).to_be_hidden()
    windows.watch.expect(422, "/v1/events")
    tap(phone, "button", "Save")
    expect(phone.get_by_label("Rule")).to_be_focused()
    expect(phone.get_by_label("Rule")).to_have_attribute("aria-invalid", "true")
    tap(phone, "button", "Discard draft")
    expect(phone.get_by_label("Place")).to_be_hidden()


def test_a_page_closed_in_the_middle_of_a_word_keeps_it(phone):
    for word in ("A thou", "A thought that is lo", "A thought that is long"):
        visit(phone, "/events/new")
        phone.get_by_label("Name", exact=True).fill(word)
        visit(phone, "/events/new")
        expect(phone.get_by_label("Name", exact=True)).to_have_value(word)


@pytest.mark.parametrize("choice", ["Keep mine", "Keep saved"])
def test_two_who_edit_at_once_see_both_versions(windows, phone, eve, empty, choice):
    event = add_event(eve, "Picnic", days=5)
    path = f"/v1/events/{event}"
    visit(phone, f"/events/{event}/edit")
    phone.get_by_label("Name", exact=True).fill("Picnic by the lake")
    body = {"version": eve.get(path).json["version"], "title": "Picnic in the park", "place": "Look Park"}
    assert eve.site.request("PATCH", path, body, eve.token).status == 200
    windows.watch.expect(409, path)
    tap(phone, "button", "Save")
    both = phone.get_by_role("alert").filter(has_text="Changed elsewhere")
    expect(both.get_by_role("cell", name="Picnic by the lake")).to_be_visible()
    expect(both.get_by_role("cell", name="Picnic in the park")).to_be_visible()
    windows.shot(phone, "events-conflict")
    both.get_by_role("button", name=choice).click()
    if choice == "Keep saved":
        expect(phone.get_by_label("Name", exact=True)).to_have_value("Picnic in the park")
        expect(phone.get_by_label("Place")).to_have_value("Look Park")
    else:
        expect(phone.get_by_role("heading", level=1, name="Picnic by the lake")).to_be_visible()
        assert eve.get(path).json["place"] == "Look Park", "what only the other has changed stays"


@pytest.mark.service_worker
def test_without_a_network_an_event_waits_and_counts_once(windows, phone, eve, empty):
    visit(phone, "/events")
    phone.get_by_role("radio", name="Table").check()
    wait_until_kept(phone, "/v1/events?limit=100")
    visit(phone, "/events/new")
    with windows.offline(phone):
        phone.get_by_label("Name", exact=True).fill("Concert in the chapel")
        tap(phone, "button", "Save")
        waiting = row(phone, "Concert in the chapel")
        expect(waiting).to_contain_text("not saved on the server yet")
        expect(waiting.get_by_role("link")).to_have_attribute("href", "/outbox")
        assert titles(eve) == []
    expect(waiting.get_by_role("link")).to_have_attribute("href", AN_EVENT, timeout=15_000)
    assert titles(eve) == ["Concert in the chapel"]


# As on a busy browser, which tells at once that the end of a list went out of sight and came back.
BUSY_OBSERVER = """window.IntersectionObserver = class extends IntersectionObserver {
  constructor(tell, options) {
    super((moves) => tell([{ isIntersecting: false, target: moves[0].target }, ...moves]), options);
  }
};"""


@pytest.mark.parametrize("is_busy", [False, True])
def test_five_thousand_events_come_as_they_are_wanted(windows, phone, eve, is_busy):
    if is_busy:
        phone.add_init_script(BUSY_OBSERVER)
    now = datetime.now(ZoneInfo("UTC"))
    shape = eve.get(f"/v1/events/{add_event(eve, 'Shape')}").json

    def some(route):
        start = int(re.search(r"cursor=(\d+)", route.request.url)[1]) if "cursor" in route.request.url else 0
        items = [{**shape, "id": f"00000000-0000-7000-8000-{number:012}", "title": f"Event {number}",
                  "next": (now + timedelta(hours=number + 1)).strftime("%Y-%m-%dT%H:%M:%S.000Z")}
                 for number in range(start, start + 100)]
        route.fulfill(json={"items": items, "next": str(start + 100) if start < 4900 else None})

    phone.route(re.compile(r"/v1/events\?limit=100"), some)
    visit(phone, "/events")
    phone.get_by_role("radio", name="Table").check()
    expect(phone.get_by_role("main").get_by_text("Event 99", exact=True)).to_be_attached()
    assert phone.locator("li.event-row").count() == 100, "no more than is needed"

    def scrolled_to(end):
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        return phone.get_by_role("main").get_by_text(f"Event {end}", exact=True).count() == 1

    for end in (199, 299, 399):
        poll(phone, lambda: scrolled_to(end), f"event {end} comes", timeout=40)
    took = phone.evaluate("""() => { const begun = performance.now();
      document.querySelector("input[value=collection]").click();
      document.querySelector(".events").getBoundingClientRect(); return performance.now() - begun; }""")
    expect(phone.locator("li.event-tile").first).to_be_visible()
    assert took < 1000, took


ZONED = """async (all) => {
  const { instantOf, wallOf } = await import("/app/models/zonetime.js");
  return all.map((time) => { const { instant, isAdjusted } = instantOf(time);
    return [instant, isAdjusted, wallOf(instant, time.zone)]; });
}"""


def test_times_of_zones_are_those_of_the_time_zone_database(modules):
    """Every quarter of an hour around each change of the clocks in a year, against Python's zoneinfo."""
    asked, answers = [], []
    for name in ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"):
        zone = ZoneInfo(name)
        for day in (date(2027, 3, 14), date(2027, 3, 28), date(2027, 4, 4), date(2027, 10, 3), date(2027, 10, 31),
                    date(2027, 11, 7), date(2027, 2, 7), date(2028, 2, 29)):
            for minutes in range(0, 300, 15):
                wall = datetime(day.year, day.month, day.day) + timedelta(minutes=minutes)
                # Of a time that is skipped Python takes the offset before, of one that is there twice the first.
                instant = wall.replace(tzinfo=zone).timestamp()
                back = datetime.fromtimestamp(instant, zone)
                asked.append({"date": f"{wall:%Y-%m-%d}", "time": f"{wall:%H:%M}", "zone": name})
                answers.append([instant * 1000, back.replace(tzinfo=None) != wall,
                                {"date": f"{back:%Y-%m-%d}", "time": f"{back:%H:%M}"}])
    wrong = [one for one in zip(modules().evaluate(ZONED, asked), answers, asked) if one[0] != one[1]]
    assert len(asked) == 800 and wrong == [], json.dumps(wrong[:3])
