"""The looks of the pages of the school that everybody reads, and of its administrators: part of `LOOKS`."""

from playwright.sync_api import expect

from quad_page import tap


def school_looks(look, press):
    """`look` makes a look, `press` a press of a button, as in quad_looks.py."""
    return [
        look("lunch", "/school/lunch", "wanda", then=avoid_milk),
        look("activities", "/school/activities", "wanda"),
        look("activity", "/school/activities/:id", "wanda", "/school/activities/{activity}"),
        look("contacts", "/school/contacts", "wanda"),
        look("school calendar", "/school/calendar", "wanda", then=unfold_links),
        look("school calendar, list", "/school/calendar", "wanda", then=show_list),
        look("admin school", "/admin/school", "warden"),
        look("admin school, basics", "/admin/school", "warden", then=press("Basics", "Bells ahead of the clock (seconds)")),
        look("admin days", "/admin/school/days", "warden"),
        look("admin days, one", "/admin/school/days", "warden", then=press("Change day", "Use up a day of the cycle")),
        look("admin bells", "/admin/school/bells", "warden"),
        look("admin bells, one", "/admin/school/bells", "warden", then=press("Edit: Regular", "Slot 1")),
        look("admin cycle", "/admin/school/cycle", "warden"),
        look("admin classes", "/admin/school/classes", "warden"),
        look("admin lunch", "/admin/school/lunch", "warden"),
        look("admin activities", "/admin/school/activities", "warden"),
        look("admin activity", "/admin/school/activities", "warden", then=press("Edit: Astronomy Club", "Meeting 1")),
        look("admin contacts", "/admin/school/contacts", "warden"),
        look("admin school calendar", "/admin/school/calendar", "warden"),
        look("admin sources", "/admin/school/sources", "warden"),
        look("admin import", "/admin/school/import", "warden"),
    ]


def avoid_milk(page):
    sheet = page.get_by_role("dialog", name="Lunch")
    sheet.get_by_text("My allergens").click()
    tap(sheet, "button", "milk", exact=True)
    expect(sheet.get_by_text("Contains milk")).to_be_visible()


def unfold_links(page):
    page.get_by_text("Calendar links").click()
    expect(page.get_by_role("button", name="Create link").first).to_be_visible()


def show_list(page):
    page.get_by_role("radio", name="List").check()
    expect(page.get_by_text("Fall concert").first).to_be_visible()
