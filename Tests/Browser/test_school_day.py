"""The school day: MH Aid's journey from a blank schedule, the home page's segments, the live day, and notices."""

import re
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

import pytest
from feed_server import Feeds
from people import Person
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import axe, poll, tap, visit
from quad_site import wait_until
from quad_schedules import choose, put, sent, set_up_school
from quad_windows import DESK, PHONE

FEED = b"""<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>Events</title>
<item><guid>fair</guid><title>Science &amp; art</title><description>&lt;p onclick="run()"&gt;Come to the
&lt;strong&gt;gym&lt;/strong&gt;&lt;script&gt;window.wasRun = true&lt;/script&gt;&lt;/p&gt;</description>
<ev:startdate>2030-12-03T18:00:00-05:00</ev:startdate><ev:location>Main gym</ev:location></item>
</channel></rss>"""


@pytest.fixture(scope="module")
def feeds():
    feeds = Feeds()
    yield feeds
    feeds.close()


@pytest.fixture(scope="module")
def campus(feeds):
    with campus_of("gina", QUAD_ALLOWED_TARGETS=feeds.target) as campus:
        people = {name: Person(campus, name) for name in ("tessa", "sam", "sunny", "sybil", "silas", "stella")}
        campus.set_roles(people["tessa"].id, ["staff"])
        people["tessa"].token = campus.sign_in("tessa")
        gina = campus.admins["gina"]
        gina.token = campus.tokens["gina"]
        campus.classes = set_up_school(gina, people["tessa"])
        campus.people = people
        yield campus


def blocks(page):
    return page.locator(".schedule-row .row-title")


def offered(page, block):
    """The classes that a picker offers, without the free block."""
    options = page.get_by_label(f"Block {block}").locator("option").all_inner_texts()
    return [text.split(" · ")[0] for text in options][1:]


def pick(page, block, name):
    picker = page.get_by_label(f"Block {block}")
    value = picker.locator("option", has_text=name).get_attribute("value")
    picker.select_option(value)


def open_segment(page, name):
    page.get_by_role("group", name="Show").locator("label, button").filter(has_text=name).click()


def test_a_blank_schedule_is_filled_grade_first_and_keeps_its_choices(campus, campus_windows):
    page = campus_windows.open(PHONE, "sam")
    visit(page, "/school")
    page.get_by_role("navigation", name="School").get_by_role("link", name="Schedule").click()
    expect(blocks(page)).to_have_text(["Free"] * 8)
    tap(page, "link", "Edit")
    for block in range(1, 9):
        expect(page.get_by_label(f"Block {block}")).to_be_disabled()
    page.get_by_label("Grade").select_option(label="Grade 9")
    expect(page.get_by_label("Block 1")).to_be_enabled()
    assert offered(page, 1) == ["Algebra I", "Biology"]
    assert offered(page, 5) == ["Drama"]
    assert offered(page, 7) == []
    pick(page, 1, "Algebra I")
    pick(page, 2, "Ceramics")
    pick(page, 3, "Biology")
    tap(page, "button", "Save schedule")
    chosen = ["Algebra I", "Ceramics", "Biology", *["Free"] * 5]
    expect(blocks(page)).to_have_text(chosen)
    expect(page.get_by_text("Mr. Okafor · B-201")).to_be_visible()
    page.reload()
    expect(blocks(page)).to_have_text(chosen)
    stored = sent(campus.people["sam"].get("/v1/me/schedule"))["blocks"]
    assert [one.get("class", {}).get("name", "Free") for one in stored] == chosen
    another_grade_keeps_what_fits(page)


def another_grade_keeps_what_fits(page):
    tap(page, "link", "Edit")
    expect(page.get_by_label("Block 2")).to_be_enabled()
    page.get_by_label("Grade").select_option(label="Grade 10")
    expect(page.get_by_text("Not offered in grade 10, so it's cleared: Algebra I (block 1).")).to_be_visible()
    expect(page.get_by_label("Block 3").locator("option:checked")).to_contain_text("Biology")
    assert offered(page, 1) == ["Biology", "French II"]
    # The same class twice is refused before it is sent.
    pick(page, 1, "Biology")
    tap(page, "button", "Save schedule")
    expect(page.get_by_text("You've chosen this class for an earlier block.")).to_be_visible()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Today").click()
    question = page.get_by_role("dialog", name="Save your changes?")
    expect(question).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Block 1").locator("option:checked")).to_contain_text("Biology")
    # The closed question has taken its step of the history away; that of the changes stays.
    poll(page, lambda: page.evaluate("() => history.state.covers") == 1, "the question is gone", turns=3)
    page.go_back()
    question.get_by_role("button", name="Discard").click()
    expect(blocks(page).first).to_have_text("Algebra I")


def test_a_schedule_changed_elsewhere_is_compared_and_an_earlier_one_comes_back(campus, campus_windows):
    sunny = campus.people["sunny"]
    choose(sunny, 9, {1: campus.classes["Algebra I"]})
    page = campus_windows.open(DESK, "sunny")
    visit(page, "/school/schedule/edit")
    expect(page.get_by_label("Block 2")).to_be_enabled()
    choose(sunny, 9, {1: campus.classes["Biology"]})
    pick(page, 2, "Health")
    campus_windows.watch.expect(409, "/v1/me/schedule")
    tap(page, "button", "Save schedule")
    row = page.get_by_role("row", name="Block 1")
    expect(row).to_contain_text("Algebra I")
    expect(row).to_contain_text("Biology")
    tap(page, "button", "Keep mine")
    expect(blocks(page)).to_have_text(["Algebra I", "Health", *["Free"] * 6])
    tap(page, "button", "Earlier versions")
    version = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="Block 1: Biology")
    version.get_by_role("button").click()
    expect(blocks(page)).to_have_text(["Biology", *["Free"] * 7])
    tap(page, "button", "Copy to Next term")
    page.get_by_role("dialog").get_by_role("button", name="Copy schedule").click()
    expect(page.get_by_text("Copied to Next term.")).to_be_visible()
    expect(page.get_by_role("radio", name="Next term")).to_be_checked()
    expect(blocks(page)).to_have_text(["Biology", *["Free"] * 7])


def test_the_day_keeps_its_place_while_it_comes(campus, campus_windows):
    page = campus_windows.open(PHONE, "silas")
    held = []
    visit(page, "/settings")
    page.route("**/v1/me/day", lambda route: held.append(route))
    page.get_by_role("navigation").get_by_role("link", name="School").click()
    bones = page.locator(".live-bones")
    # A short wait shows none.
    expect(bones).to_have_css("opacity", "1")
    expect(bones.locator(".live-title .bone-word")).to_be_visible()
    expect(bones.locator(".bone-word")).to_have_count(5)
    campus_windows.shot(page, "school day, coming")
    height = page.locator(".live-day").bounding_box()["height"]
    poll(page, lambda: held, "the day is asked for")
    for route in held:
        route.continue_()
    expect(bones).to_have_count(0)
    assert abs(page.locator(".live-day").bounding_box()["height"] - height) < 80


def test_the_live_day_counts_down_to_the_bell_and_shows_a_notice_at_once(campus, campus_windows):
    sybil, tessa = campus.people["sybil"], campus.people["tessa"]
    biology = campus.classes["Biology"]
    choose(sybil, 9, {1: biology})
    page = campus_windows.open(PHONE, "sybil")
    visit(page, "/")
    # The next one, or the one that is going on.
    expect(page.get_by_role("region", name="Next class")).to_contain_text("Biology")
    # School is not over before the last block.
    choose(sybil, 9, {1: biology, 6: campus.classes["Geography"]})
    visit(page, "/school")
    day = page.get_by_role("region", name="School day")
    expect(day).to_contain_text("Day 1 · Around the clock")
    left = day.locator(".live-left")
    expect(left).to_have_text(re.compile(r"^(\d\d?:)?\d\d?:\d\d$"))
    first = left.inner_text()
    expect(left).not_to_have_text(first)
    day.get_by_text("Whole day").click()
    rows = day.get_by_role("listitem")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("Biology")
    today = sybil.get("/v1/me/day").json["date"]
    sent(put(tessa, f"/v1/school/classes/{biology}/notices/{today}", {"room": "Gym", "note": "Bring shoes"}))
    expect(rows.first).to_contain_text("Room Gym")
    rows.first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Biology")).to_be_visible()
    expect(page.get_by_text("Bring shoes").first).to_be_visible()
    expect(page.get_by_role("button", name="Add notice")).to_have_count(0)


def test_nobody_without_classes_waits_for_free_time(campus, campus_windows):
    """A student is led to the choice, and counts down to what everybody has alone."""
    page = campus_windows.open(PHONE, "stella")
    visit(page, "/school")
    day = page.get_by_role("region", name="School day")
    expect(day).to_contain_text("No classes today")
    expect(day.locator(".live-left")).to_have_count(0)
    day.get_by_text("Whole day").click()
    expect(day.get_by_role("listitem").first).to_contain_text("Block 1")
    expect(day).not_to_contain_text("Free")
    starts = datetime.now(timezone.utc) + timedelta(hours=1)
    lunch = {"kind": "lunch", "starts": f"{starts:%FT%T.000Z}", "ends": f"{starts + timedelta(hours=1):%FT%T.000Z}"}
    page.route("**/v1/me/day", lambda route: route.fulfill(json=with_slot(route.fetch().json(), lunch)))
    visit(page, "/school")
    expect(day.get_by_role("heading", name="Lunch")).to_be_visible()
    expect(day.locator(".live-left")).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))
    tap(page, "link", "Choose classes")
    expect(page.get_by_label("Grade")).to_be_visible()
    campus.set_roles(Person(campus, "theo").id, ["staff"])
    page = campus_windows.open(DESK, "theo")
    visit(page, "/school")
    expect(page.get_by_role("region", name="School day")).to_contain_text("No classes today")
    expect(page.get_by_role("link", name="Choose classes")).to_have_count(0)


def test_school_is_over_after_the_last_class(campus, campus_windows):
    """Free time is between classes. The others' day goes on in the list below, until their last bell."""
    page = campus_windows.open(PHONE, "silas")
    show_slots(page, slot(-120, -60, "Biology"), slot(-50, 60))
    visit(page, "/school")
    day = page.get_by_role("region", name="School day")
    expect(day).to_contain_text("School is over for today")
    expect(day).to_contain_text("Next school day:")
    expect(day.locator(".live-left")).to_have_count(0)
    day.get_by_text("Whole day").click()
    expect(day.get_by_role("listitem")).to_contain_text(["Biology", "Free"])
    show_slots(page, slot(-120, -60, "Biology"), slot(-50, 60), slot(70, 120, "Health"))
    visit(page, "/school")
    expect(day.get_by_role("heading", name="Free")).to_be_visible()


def test_the_time_to_the_bell_is_said_in_hours_and_minutes(campus, campus_windows):
    page = campus_windows.open(PHONE, "silas")
    show_slots(page, slot(187, 230, "Biology"))
    visit(page, "/school")
    day = page.get_by_role("region", name="School day")
    expect(day.get_by_text("starts in 3 hours and 7 minutes")).to_be_attached()
    visit(page, "/")
    expect(page.get_by_role("region", name="Next class").get_by_text("3 hours and 7 minutes")).to_be_attached()
    show_slots(page, slot(-10, 60, "Biology"))
    visit(page, "/school")
    expect(day.get_by_text("1 hour left", exact=True)).to_be_attached()


def slot(starts, ends, name=None):
    """A slot of a class, or free time, by its distance from now in minutes."""
    now = datetime.now(timezone.utc)
    at = [f"{now + timedelta(minutes=minutes):%FT%T.999Z}" for minutes in (starts, ends)]
    return {"kind": "class", "block": 1, "starts": at[0], "ends": at[1],
            **({"class": {"id": "01a00000-0000-7000-8000-000000000000", "name": name}} if name else {})}


def show_slots(page, *slots):
    page.unroute_all()
    page.route("**/v1/me/day", lambda route: route.fulfill(
        json={**route.fetch().json(), "slots": slots}))


def with_slot(day, slot):
    return {**day, "slots": [*day["slots"], slot]}


def test_the_page_of_a_class_of_others_asks_for_that_class_alone(campus, campus_windows):
    gina, drama = campus.admins["gina"], campus.classes["Drama"]
    page = campus_windows.open(PHONE, "silas")
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    visit(page, f"/school/classes/{drama}")
    expect(page.get_by_role("heading", name="Drama")).to_be_visible()
    # Once more if the stream began after the first reply.
    assert {path for path in asked if path.startswith("/v1/school/classes")} == {f"/v1/school/classes/{drama}"}
    gone = sent(gina.post("/v1/admin/school/classes", {"name": "Knitting", "grades": [9], "blocks": [6]}), 201)["id"]
    assert gina.delete(f"/v1/admin/school/classes/{gone}").status == 204
    for name, status in ((gone, 404), ("knitting", 422)):
        campus_windows.watch.expect(status, f"/v1/school/classes/{name}")
        visit(page, f"/school/classes/{name}")
        expect(page.get_by_role("link", name="View schedule")).to_be_visible()


def test_a_teacher_announces_a_change_on_the_page_of_the_class(campus, campus_windows):
    page = campus_windows.open(DESK, "tessa")
    visit(page, "/school/schedule")
    page.get_by_role("link", name="Biology").click()
    tap(page, "button", "Add notice")
    tap(page, "button", "Notify students")
    expect(page.get_by_text("Enter a room, a substitute or a note, or cancel the class.")).to_be_visible()
    page.get_by_role("switch", name="Class is canceled").check()
    tap(page, "button", "Notify students")
    notices = page.get_by_role("region", name="Notices")
    expect(notices.get_by_text("Canceled")).to_be_visible()
    row = notices.get_by_role("listitem").filter(has_text="Canceled")
    row.get_by_role("button", name=re.compile("^Remove")).click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(notices.get_by_text("Canceled")).to_have_count(0)


def test_the_home_page_has_a_segment_for_each_source_and_remembers_the_last(campus, campus_windows):
    gina = campus.admins["gina"]
    for title, note in (("Instagram", "Class fair on Friday"), ("Facebook", None)):
        sent(gina.post("/v1/admin/school/sources", {
            "title": title, "kind": "card", "link": f"https://{title.lower()}.example/hilltop",
            **({"note": note} if note else {})}), 201)
    teacher = campus_windows.open(DESK, "tessa")
    visit(teacher, "/school")
    open_segment(teacher, "Announcements")
    tap(teacher, "button", "Post announcement")
    teacher.get_by_label("Title").fill("Picture day <b>Thursday</b>")
    teacher.get_by_label("Text").fill("Meet in the gym.\nBring a smile.")
    tap(teacher, "button", "Post", exact=True)
    expect(teacher.get_by_role("heading", name="Picture day <b>Thursday</b>")).to_be_visible()
    page = campus_windows.open(PHONE, "silas")
    visit(page, "/school")
    expect(page.get_by_text("Picture day <b>Thursday</b>")).to_be_visible()
    tessa = campus.people["tessa"]
    wait_until(lambda: sent(tessa.get("/v1/school/announcements"))["items"][0]["seen"], "it has been in sight")
    teacher.reload()
    expect(teacher.get_by_text(re.compile("seen by [12]"))).to_be_visible()
    open_segment(page, "Instagram")
    expect(page.get_by_text("Class fair on Friday")).to_be_visible()
    link = page.get_by_role("link", name="Open instagram.example")
    assert link.get_attribute("rel") == "noopener noreferrer nofollow" and link.get_attribute("target") == "_blank"
    page.reload()
    expect(page.get_by_text("Class fair on Friday")).to_be_visible()
    expect(page.get_by_role("button", name="Instagram")).to_have_attribute("aria-pressed", "true")


def test_a_dated_item_of_a_feed_begins_an_event_of_the_reader(campus, campus_windows, feeds):
    gina, silas = campus.admins["gina"], campus.people["silas"]
    address = feeds.show("/events.xml", FEED, Content_Type="application/rss+xml")
    source = sent(gina.post("/v1/admin/school/sources", {
        "title": "Events", "kind": "feed", "layout": "events", "address": address}), 201)["id"]
    wait_until(lambda: silas.get(f"/v1/school/sources/{source}/items").json["items"], "the feed is read")
    page = campus_windows.open(PHONE, "silas")
    visit(page, "/school")
    open_segment(page, "Events")
    tap(page, "link", re.compile("^Tue, Dec 3, 2030, 6:00 PM Science & art"))
    expect(page.get_by_role("heading", name="Science & art")).to_be_visible()
    expect(page.get_by_text("Come to the gym")).to_be_visible()
    assert page.evaluate("() => window.wasRun") is None and axe(page) == []
    tap(page, "link", "Add to my events")
    expect(page.get_by_label("Name")).to_have_value("Science & art")
    expect(page.get_by_label("Date")).to_have_value("2030-12-03")
    expect(page.get_by_label("Time", exact=True)).to_have_value("18:00")
    page.locator("form button[type=submit]").click()
    expect(page.get_by_text("Event added")).to_be_visible()
    [event] = sent(silas.get("/v1/events"))["items"]
    assert (event["title"], event["place"], event["when"]["date"]) == ("Science & art", "Main gym", "2030-12-03")
    visit(page, "/school")
    page.get_by_role("button", name=re.compile("^Follow")).click()
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name=re.compile("^Following daily"))).to_be_visible()
    assert sent(silas.get("/v1/school/sources"))["items"][-1]["follow"] == "digest"


def test_two_people_find_time_together_by_a_link(campus, campus_windows):
    sam, sunny = campus.people["sam"], campus.people["sunny"]
    choose(sam, 9, {1: campus.classes["Algebra I"]})
    choose(sunny, 9, {2: campus.classes["Health"]})
    sent(sam.patch("/v1/me/school", {"sharesFree": True}))
    page = campus_windows.open(PHONE, "sunny")
    visit(page, f"/school/together?with={sam.id}&name=Sam+Example")
    expect(page.get_by_role("button", name="Sam Example")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Everyone is free").first).to_be_visible()
    sent(sam.patch("/v1/me/school", {"sharesFree": False}))
    page.reload()
    expect(page.get_by_text("Sam Example doesn't share free blocks or has no schedule yet.")).to_be_visible()
    page.get_by_role("button", name="Sam Example").click()
    poll(page, lambda: page.get_by_text("No one chosen yet.").is_visible(), "nobody is left")
