"""Be Good To Yourself's journey as its founding document tells it, from a new account to a shared snapshot."""

import re
import struct
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from quad_page import PASSWORD, address, poll, secret, tap, visit
from quad_windows import DESK, PHONE

HERE = ZoneInfo("America/New_York")
AN_EVENT = re.compile("/events/[0-9a-f-]{36}$")
TRIP = "Our trip to the Grand Canyon"


def row(page, title):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=title)


def digits(page):
    """Days, hours, minutes, seconds as they stand in the boxes."""
    return [int(text.replace(",", "")) for text in page.locator("[role=timer] .count-number").all_inner_texts()]


def until(page):
    return page.locator(".until-value")


def fill_date(page, day, time):
    page.get_by_label("Date", exact=True).fill(f"{day:%Y-%m-%d}")
    page.get_by_label("Time", exact=True).fill(time)


def sign_up(page, person):
    visit(page, "/")
    tap(page, "link", "Create an account")
    page.get_by_label("First name").fill(person.title())
    page.get_by_label("Last name").fill("Nguyen")
    page.get_by_label("Email").fill(address(person))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    tap(page, "button", "Create account")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()


def heed_the_warnings(page):
    """Default values and a temporary picture; a name and a date of one's own are asked for before it is saved."""
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("New event")
    expect(page.locator(".picture-look .event-picture")).to_be_visible()
    tomorrow = datetime.now(HERE) + timedelta(days=1)
    assert page.get_by_label("Date", exact=True).input_value() in (
        f"{tomorrow:%Y-%m-%d}", f"{tomorrow + timedelta(minutes=30):%Y-%m-%d}")
    assert page.get_by_label("Time", exact=True).input_value().endswith(":00")
    assert page.get_by_label("Date", exact=True).get_attribute("min") == f"{datetime.now(HERE):%Y-%m-%d}"
    tap(page, "button", "Save")
    expect(page.get_by_text("Give the event its own name.")).to_be_visible()
    expect(name).to_be_focused()
    name.fill("   ")
    tap(page, "button", "Save")
    expect(page.get_by_text("Give the event a name.", exact=True)).to_be_visible()
    name.fill(TRIP)
    now = datetime.now(HERE)
    fill_date(page, now, f"{now:%H:%M}")
    tap(page, "button", "Save")
    expect(page.get_by_text("Choose a date and time in the future.")).to_be_visible()


def add_it(windows, page):
    """In the table, where the new row is stood on, and in the collection, which the device remembers."""
    fill_date(page, datetime.now(HERE) + timedelta(days=23), "19:05")
    tap(page, "button", "Save")
    expect(page.get_by_text("Event added")).to_be_visible()
    expect(page).to_have_url(re.compile("/events$"))
    link = row(page, TRIP).get_by_role("link")
    expect(link).to_be_focused()
    expect(link).to_contain_text(re.compile(r"7:05\sPM"))
    expect(link).to_contain_text("22 days left" if datetime.now(HERE).strftime("%H:%M") >= "19:05" else "23 days left")
    windows.shot(page, "events-table")
    page.get_by_role("radio", name="Collection").check()
    expect(page.locator(".tile .event-picture")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("radio", name="Collection")).to_be_checked()
    windows.shot(page, "events-collection")


def watch_it_count(windows, page):
    """It ticks, the selector shows it in one unit, the wand takes two days off; returns the days left."""
    page.get_by_role("main").get_by_role("link", name=TRIP).click()
    expect(page.get_by_role("heading", level=1, name=TRIP)).to_be_visible()
    expect(page).to_have_url(AN_EVENT)
    before = digits(page)
    poll(page, lambda: digits(page) != before, "it ticks")
    days = digits(page)[0]
    assert days in (22, 23)
    expect(page).to_have_title(re.compile(rf"^{days} days left · Our trip"))
    expect(until(page)).to_have_text(f"{days} days")
    page.get_by_role("radio", name="Weeks").check()
    expect(until(page)).to_have_text("3 weeks")
    page.get_by_role("radio", name="Hours").check()
    expect(until(page)).to_have_text(re.compile(r"^5\d\d hours$"))
    windows.shot(page, "events-countdown")
    page.get_by_role("switch", name="Magic Wand").check()
    assert digits(page)[0] == days - 2
    page.get_by_role("radio", name="Days").check()
    expect(until(page)).to_have_text(f"{days - 2} days")
    tap(page, "button", "About the Magic Wand")
    expect(page.get_by_text("Takes 2 days off the countdown")).to_be_visible()
    return days


def edit_it(page, days):
    """Back from the form the wand is off again."""
    tap(page, "link", "Edit")
    expect(page.get_by_label("Name", exact=True)).to_have_value(TRIP)
    page.get_by_label("Name", exact=True).fill("Mom’s Birthday")
    page.get_by_text("Place and notes").click()
    page.get_by_label("Place").fill("At home")
    tap(page, "button", "Save")
    expect(page.get_by_role("heading", level=1, name="Mom’s Birthday")).to_be_visible()
    expect(page.get_by_role("switch", name="Magic Wand")).not_to_be_checked()
    assert digits(page)[0] == days


def write(page, name, text):
    line = page.get_by_role("textbox", name=name, exact=True)
    line.fill(text)
    line.press("Enter")
    expect(page.get_by_role("button", name=re.compile(f"^Edit: {text}"))).to_be_visible()


def delete_by_the_red_circle(page, text):
    tap(page, "button", "Edit", exact=True)
    tap(page, "button", f"Delete {text}?")
    tap(page, "button", f"Delete: {text}")
    expect(page.get_by_role("button", name=re.compile(f"^Edit: {text}"))).to_have_count(0)
    tap(page, "button", "Done", exact=True)


def fill_both_lists(page):
    """The menu leads to the to-do list and the budget sheet, "Event" back, and then the menu counts them."""
    tap(page, "button", "Menu")
    page.get_by_role("dialog").get_by_role("link", name="To-dos").click()
    # The event's page has such a line, too.
    expect(page.get_by_role("heading", level=1, name="To-dos")).to_be_visible()
    for text in ("Order the cake", "Blow up the balloons", "Invite grandma"):
        write(page, "Add to-do", text)
    delete_by_the_red_circle(page, "Blow up the balloons")
    page.get_by_role("checkbox", name="Order the cake").click()
    expect(page.get_by_text("1 of 2 done")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Mom’s Birthday").click()
    tap(page, "button", "Menu")
    page.get_by_role("dialog").get_by_role("link", name="Budget").click()
    page.get_by_role("textbox", name="Planned").fill("120.50")
    write(page, "Item", "Cake")
    write(page, "Item", "Balloons")
    delete_by_the_red_circle(page, "Balloons")
    expect(page.locator(".budget-total")).to_contain_text("120.50")
    page.get_by_role("main").get_by_role("link", name="Mom’s Birthday").click()
    tap(page, "button", "Menu")
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("link", name="To-dos 1/2")).to_be_visible()
    expect(menu.get_by_role("link", name="Budget $120.50")).to_be_visible()


def take_it_to_the_calendar(page):
    with page.expect_download() as begun:
        page.get_by_role("dialog").get_by_role("button", name="Add to calendar").click()
    with open(begun.value.path(), encoding="utf-8") as file:
        assert re.search("SUMMARY:Mom’s Birthday.*TRIGGER:-PT1H", file.read(), re.DOTALL)


def share_it(windows, page, days):
    """The snapshot as the page shows it, with the wand; and the link, which shows anybody the countdown alone."""
    page.get_by_role("switch", name="Magic Wand").check()
    tap(page, "button", "Share")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("img", name=f"Mom’s Birthday: {days - 2} days left")).to_be_visible()
    windows.shot(page, "events-share")
    for name in ("Copy", "Print"):
        expect(sheet.get_by_role("button", name=name).first).to_be_visible()
    with page.expect_download() as begun:
        tap(page, "button", "Download")
    with open(begun.value.path(), "rb") as file:
        assert struct.unpack(">II", file.read(24)[16:]) == (1200, 630)
    tap(page, "button", "Create link")
    guest = windows.open(DESK)
    visit(guest, secret(page).inner_text())
    expect(guest.get_by_role("heading", level=1, name="Mom’s Birthday")).to_be_visible()
    assert digits(guest)[0] == days, "the wand is the viewer's own"
    for word in ("cake", "120"):
        expect(guest.get_by_role("main")).not_to_contain_text(word)
    page.keyboard.press("Escape")


def test_the_journey_of_be_good_to_yourself(windows, site):
    page = windows.open(PHONE)
    sign_up(page, "greta")
    page.get_by_role("navigation").get_by_role("link", name="Events").click()
    expect(page.get_by_text("Nothing to look forward to yet")).to_be_visible()
    tap(page, "link", "Add event")
    heed_the_warnings(page)
    token = site.sign_in("greta")
    titles = lambda: [event["title"] for event in site.request("GET", "/v1/events", None, token).json["items"]]
    assert titles() == []
    add_it(windows, page)
    days = watch_it_count(windows, page)
    edit_it(page, days)
    fill_both_lists(page)
    take_it_to_the_calendar(page)
    share_it(windows, page, days)

    tap(page, "button", "Delete")
    expect(page).to_have_url(re.compile("/events$"))
    expect(page.get_by_text("Nothing to look forward to yet")).to_be_visible()
    assert titles() == []
    tap(page, "button", "Undo")
    expect(page.get_by_role("heading", level=1, name="Mom’s Birthday")).to_be_visible()
    assert titles() == ["Mom’s Birthday"]
