"""The pages of events in every situation that looks different."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from quad_page import tap
from quad_uploads import png

# The day of Mom's Birthday.
IN_THREE_DAYS = f"{datetime.now(ZoneInfo('America/New_York')) + timedelta(days=3):%Y-%m-%d}"


def collect(page):
    page.get_by_role("radio", name="Collection").check()
    expect(page.get_by_role("link", name="Mom’s Birthday")).to_be_visible()


def mark_events(page):
    collect(page)
    tap(page, "button", "Edit", exact=True)
    page.get_by_role("button", name="Mom’s Birthday").click()
    expect(page.get_by_role("button", name="Remove 1 event")).to_be_enabled()


def tabulate(page):
    page.get_by_role("radio", name="Table").check()
    expect(page.get_by_role("link", name="Mom’s Birthday")).to_be_visible()


def offer_to_delete(page):
    tabulate(page)
    tap(page, "button", "Edit", exact=True)
    tap(page, "button", "Delete Mom’s Birthday?")
    expect(page.get_by_role("button", name="Delete: Mom’s Birthday")).to_be_visible()


def unfold_past(page):
    tabulate(page)
    page.get_by_text("Past events").click()
    expect(page.get_by_role("link", name="Move-in day")).to_be_visible()


def see_a_day(page):
    expect(page.get_by_role("listitem").get_by_role("link", name="Mom’s Birthday")).to_be_visible()


def open_look(page):
    page.locator("summary", has_text="Look").click()
    page.get_by_role("radio", name="Gray").check()


def be_all_day_and_weekly(page):
    page.get_by_role("switch", name="All day").check()
    page.get_by_text("Duration, repeats and time zone").click()
    page.get_by_label("Repeats").select_option("weekly")
    expect(page.get_by_role("group", name="Days")).to_be_visible()


def share(page):
    tap(page, "button", "Share")
    expect(page.get_by_role("img", name="Our trip to the Grand Canyon: ")).to_be_visible()


def adjust_a_picture(page):
    page.locator(".picture-field input").first.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": png(400, 240)})
    expect(page.get_by_role("group", name="Visible part")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.crop-picture').style.left !== ''")


def search_a_picture(page):
    tap(page, "button", "Search pictures")
    page.get_by_role("searchbox", name="Words").fill("birthday")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.search-picture')?.naturalWidth > 0")


def event_looks(look, press):
    """`look` makes a look, `press` a press of a button, as in quad_looks.py."""
    return [
        look("events", "/events", "wanda", then=unfold_past),
        look("events, one about to be deleted", "/events", "wanda", then=offer_to_delete),
        look("events as a collection", "/events", "wanda", then=collect),
        look("events, one marked", "/events", "wanda", then=mark_events),
        look("events of a month", "/events", "wanda", f"/events?view=month&from={IN_THREE_DAYS}", see_a_day),
        look("events of a week", "/events", "wanda", f"/events?view=week&from={IN_THREE_DAYS}", see_a_day),
        look("no events", "/events", "wren"),
        look("new event", "/events/new", "wanda"),
        look("new event without a name", "/events/new", "wanda", then=press("Save", "Give the event its own name.")),
        look("new event, all day and weekly", "/events/new", "wanda", then=be_all_day_and_weekly),
        look("new event, its look being chosen", "/events/new", "wanda", then=open_look),
        look("new event, its picture being searched", "/events/new", "wanda", then=search_a_picture),
        look("new event, its picture being adjusted", "/events/new", "wanda", then=adjust_a_picture),
        look("event", "/events/:id", "wanda", "/events/{event}"),
        look("event of another", "/events/:id", "wanda", "/events/{shared}"),
        look("event that is past", "/events/:id", "wanda", "/events/{past}"),
        look("event with its menu", "/events/:id", "wanda", "/events/{event}", then=press("Menu", "To-dos ")),
        look("unknown event", "/events/:id", "wren", "/events/{event}", refused=(404, "/v1/events/{event}")),
        look("event being shared", "/events/:id", "wanda", "/events/{event}", then=share),
        look("edit event", "/events/:id/edit", "wanda", "/events/{event}/edit"),
    ]
