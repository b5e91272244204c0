"""The pages of school that everybody reads: lunch over any page, activities, contacts, the calendar and its links."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from conftest import ARTEFACTS, campus_of
from quad_languages import OTHERS, words
from quad_page import KEPT, poll, tap, visit
from quad_school_setup import School, fill
from quad_windows import DESK, PHONE, Windows

AVOIDED = "() => JSON.parse(localStorage.getItem('quad.allergens') ?? '[]')"


@pytest.fixture(scope="module")
def campus():
    with campus_of("adele") as site:
        # sidney joins an activity, and sylvia none.
        Person(site, "sidney")
        Person(site, "sylvia")
        site.school = School(site, site.tokens["adele"])
        site.made = fill(site.school)
        yield site


@pytest.fixture
def windows(campus_windows):
    return campus_windows


@pytest.fixture
def phone(windows):
    return windows.open(PHONE, "sidney")


def lunch(page):
    return page.get_by_role("dialog", name="Lunch")


def open_lunch(page):
    page.get_by_role("navigation", name="School").get_by_role("link", name="Lunch").click()
    expect(lunch(page)).to_be_visible()


def test_lunch_opens_over_a_page_and_closes_back_to_it(phone):
    visit(phone, "/school/contacts")
    search = phone.get_by_role("searchbox", name="Search contacts")
    search.fill("dean")
    open_lunch(phone)
    assert phone.url.endswith("/school/lunch")
    expect(lunch(phone).get_by_text("Mac and cheese")).to_be_visible()
    expect(lunch(phone).get_by_text("$4.25")).to_be_visible()
    phone.go_back()
    expect(lunch(phone)).to_have_count(0)
    assert phone.url.endswith("/school/contacts")
    expect(search).to_have_value("dean")


def test_lunch_that_hears_of_changes_before_it_knows_the_day_opens_as_well(phone):
    """The school's reply is held back; the live stream, which begins meanwhile, asks every page to read again."""
    held = []
    phone.route(re.compile(r"/v1/school$"), lambda route: held.append(route), times=1)
    phone.goto("/school/lunch")
    poll(phone, lambda: held, "the school is asked for")
    asked = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.evaluate("() => new BroadcastChannel('quad.live').postMessage({ topic: 'reset' })")
    poll(phone, lambda: any("/v1/me" in url for url in asked), "the page has heard of it")
    for route in held:
        route.continue_()
    expect(lunch(phone).get_by_text("Mac and cheese")).to_be_visible()


def test_its_address_opens_it_and_a_reload_keeps_what_is_below(phone, campus):
    visit(phone, f"/school/lunch?date={campus.school.day(1)}")
    expect(lunch(phone).get_by_text("Not published yet")).to_be_visible()
    lunch(phone).get_by_role("button", name="Close").click()
    expect(lunch(phone)).to_have_count(0)
    poll(phone, lambda: phone.url.endswith("/school"), "the page below has its own address")
    visit(phone, "/school/contacts")
    open_lunch(phone)
    phone.reload()
    expect(lunch(phone).get_by_text("Mac and cheese")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Contacts")
    poll(phone, lambda: phone.url.endswith("/school/contacts"), "the page below is the one before")


def test_what_the_reader_avoids_is_marked_and_stays_on_the_device(phone):
    sent = []
    phone.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    visit(phone, "/school/lunch")
    sheet = lunch(phone)
    sheet.get_by_text("My allergens").click()
    sheet.get_by_role("button", name="milk", exact=True).click()
    expect(sheet.get_by_text("1 of 2 dishes has something you avoid.")).to_be_visible()
    expect(sheet.get_by_role("listitem").filter(has_text="Mac and cheese")).to_contain_text("Contains milk")
    assert phone.evaluate(AVOIDED) == ["milk"]
    assert [line for line in sent if "milk" in line] == []
    visit(phone, "/school/lunch")
    expect(lunch(phone).get_by_text("Contains milk")).to_be_visible()


def test_the_arrows_go_to_other_days_and_a_new_menu_appears_at_once(phone, campus):
    visit(phone, "/school/lunch")
    expect(lunch(phone).get_by_text("Mac and cheese")).to_be_visible()
    tap(lunch(phone), "button", "Next school day")
    expect(lunch(phone).get_by_text("Not published yet")).to_be_visible()
    assert phone.url.endswith(f"?date={campus.school.day(1)}")
    campus.school.menu(1, "Lentil soup", allergens=["celery"])
    expect(lunch(phone).get_by_text("Lentil soup")).to_be_visible()
    tap(lunch(phone), "button", "Previous school day")
    expect(lunch(phone).get_by_text("Mac and cheese")).to_be_visible()


def test_a_person_joins_an_activity_and_leaves_it_with_an_undo(phone, campus):
    visit(phone, "/school/activities")
    phone.get_by_role("searchbox", name="Search activities").fill("astro")
    row = phone.get_by_role("main").get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Next: ")
    row.get_by_role("link").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Activity")
    tabs = phone.get_by_role("navigation", name="School")
    expect(tabs.get_by_role("link", name="Activities")).to_have_attribute("aria-current", re.compile("page|true"))
    tap(phone, "button", "Join activity")
    expect(phone.get_by_text("1 person")).to_be_visible()
    tap(phone, "button", "Leave activity")
    tap(phone, "button", "Undo")
    expect(phone.get_by_role("button", name="Leave activity")).to_be_visible()
    path, token = f"/v1/school/activities/{campus.made['activity']}", campus.sign_in("sidney")
    poll(phone, lambda: campus.request("GET", path, token=token).json["isMember"], "the activity is joined")
    visit(phone, "/school/activities")
    expect(phone.get_by_role("heading", name="My activities")).to_be_visible()


def test_contacts_call_and_write_and_open_without_a_network(chromium, campus):
    windows = Windows(chromium, campus, campus.signed_in, ARTEFACTS, has_worker=True)
    phone = windows.open(PHONE, "sidney")
    visit(phone, "/school/contacts")
    main = phone.get_by_role("main")
    expect(main.get_by_role("link", name="Call Security desk: (413) 555-0100")).to_have_attribute("href", "tel:4135550100")
    expect(main.get_by_role("link", name="Email Grace Hopper")).to_have_attribute("href", "mailto:grace@hilltop.example")
    phone.get_by_role("searchbox", name="Search contacts").fill("nobody at all")
    expect(phone.get_by_text("No contacts found")).to_be_visible()
    poll(phone, lambda: "/v1/school/contacts" in phone.evaluate(KEPT), "the contacts are kept", timeout=20)
    with windows.offline(phone):
        phone.reload()
        expect(main.get_by_role("link", name="Call Security desk")).to_be_visible()
        expect(main.get_by_text("Grace Hopper")).to_be_visible()
    windows.finish()
    windows.close()


def test_the_calendar_names_each_day_and_filters_by_kind(windows, campus):
    page = windows.open(DESK, "sylvia")
    visit(page, "/school/calendar")
    chosen = page.get_by_role("main").locator("button.month-day[aria-pressed=true]")
    expect(chosen).to_have_accessible_name(re.compile(r"Today, Day 1, 1 entry"))
    expect(page.get_by_text("Fall concert")).to_be_visible()
    # Another day of the same month, whose list follows.
    is_last = campus.school.day(1)[:7] != campus.school.day()[:7]
    chosen.press("ArrowLeft" if is_last else "ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing on this day.")).to_be_visible()
    page.get_by_role("radio", name="List").check()
    expect(page.get_by_text("Fall concert")).to_be_visible()
    page.get_by_text("Show only").click()
    tap(page, "button", "Exams")
    expect(page.get_by_text("Fall concert")).to_have_count(0)


def test_a_calendar_link_is_shown_once_and_replaced(phone, campus):
    visit(phone, "/school/calendar")
    phone.get_by_text("Calendar links").click()
    tap(phone, "button", "Create link: Lunch")
    made = phone.get_by_role("dialog", name="Your calendar link")
    address = made.locator("output").inner_text()
    feed = campus.request("GET", address.removeprefix(f"http://127.0.0.1:{campus.port}"))
    assert feed.status == 200 and b"Mac and cheese" in feed.body
    made.get_by_role("button", name="Done").click()
    tap(phone, "button", "Replace link: Lunch")
    tap(phone.get_by_role("dialog"), "button", "Replace link")
    expect(made).to_be_visible()
    again = campus.request("GET", address.removeprefix(f"http://127.0.0.1:{campus.port}"))
    assert again.status == 404


def test_without_school_today_lunch_shows_the_next_school_day(phone, campus):
    """The last test of the file: today stays closed."""
    holiday = {"kind": "closed", "note": "Holiday"}
    campus.school.ask("PUT", f"/v1/admin/school/exceptions/{campus.school.day()}", holiday)
    campus.school.menu(1, "Lentil soup", allergens=["celery"])
    visit(phone, "/school/lunch")
    expect(lunch(phone).get_by_text("This is the next school day.")).to_be_visible()
    expect(lunch(phone).get_by_text("Lentil soup")).to_be_visible()
    tap(lunch(phone), "button", "Next school day")
    expect(lunch(phone).get_by_text("This is the next school day.")).to_have_count(0)


@pytest.mark.parametrize("language", OTHERS)
def test_each_tab_leads_to_a_page_of_its_name_in_every_language(windows, language):
    page = windows.open(PHONE, "sidney", locale=language)
    visit(page, "/school/schedule")
    title = page.get_by_role("heading", level=1)
    text = words(language, "schoolday", "schoolTabs")
    tabs = page.get_by_role("navigation", name=text["label"]).get_by_role("link")
    lines = tabs.evaluate_all("(all) => all.map((one) => one.querySelector('span').getClientRects()[0].height)")
    assert max(lines) < 20, "each name is on one line"
    for name in (text["calendar"], text["contacts"], text["activities"], text["schedule"]):
        tabs.filter(has_text=name).click()
        expect(title).to_have_text(name)
        assert title.evaluate("(h1) => h1.clientHeight") < 50, f"{name} is on one line"
    tabs.filter(has_text=text["lunch"]).click()
    expect(page.get_by_role("dialog", name=text["lunch"])).to_be_visible()
    visit(page, "/school/schedule/edit")
    action = page.locator(".bar h1").evaluate("(h1) => h1.scrollWidth > h1.clientWidth")
    assert not action, "no word of the title is wider than its place"
