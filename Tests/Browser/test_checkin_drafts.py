"""The next classes on a teacher's School page: one press opens or schedules a check-in, another skips the class."""

import re
import time
import uuid

import pytest
from playwright.sync_api import expect

from quad_page import axe, tap, visit
from quad_stores import database
from quad_windows import DESK, PHONE
from quad_world import add_course, teacher

MINUTE = 60_000


@pytest.fixture(scope="module")
def trudy(site):
    return teacher(site, "trudy")


def draft(site, course, minutes, room=None):
    """A draft of a class that begins so many minutes from now, as the timetable makes it."""
    starts = (int(time.time()) // 60 + minutes) * MINUTE
    with database(site, "attendance") as rows:
        rows.execute(
            "INSERT INTO draft(id, course, day, block, starts_at, ends_at, room) VALUES (?, ?, ?, 1, ?, ?, ?)",
            (uuid.uuid4().bytes, uuid.UUID(course).bytes, time.strftime("%F", time.gmtime(starts // 1000)), starts,
             starts + 45 * MINUTE, room))


def test_the_class_that_has_begun_opens_with_one_press(windows, site, trudy):
    course = add_course(trudy, name="Topiary")
    draft(site, course, -3, "Greenhouse")
    draft(site, course, 3 * 1440)
    page = windows.open(PHONE, "trudy")
    visit(page, "/school")
    classes = page.get_by_role("region", name="Classes from the timetable")
    expect(classes).to_contain_text("Greenhouse · By code · 10 min")
    expect(classes.get_by_role("listitem")).to_have_count(1)
    tap(page, "button", "Show 1 more this week")
    expect(classes.get_by_role("listitem")).to_have_count(2)
    assert axe(page) == []
    tap(page, "button", re.compile("^Open check-in: Topiary"))
    page.wait_for_url("**/school/checkins/*")
    expect(page.get_by_text("Check-in opened")).to_be_visible()
    visit(page, "/school")
    expect(classes.get_by_role("listitem")).to_have_count(1)


def test_a_later_class_is_scheduled_or_skipped_and_both_can_be_undone(windows, site, trudy):
    course = add_course(trudy, name="Tuba")
    draft(site, course, 30)
    page = windows.open(DESK, "trudy")
    visit(page, "/school")
    tuba = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("Schedule: Tuba")))
    tap(page, "button", re.compile("^Schedule: Tuba"))
    expect(page.get_by_text(re.compile("^Check-in opens at"))).to_be_visible()
    expect(tuba).to_have_count(0)
    tap(page, "button", "Undo")
    expect(tuba).to_have_count(1)
    tap(page, "button", re.compile("^Skip: Tuba"))
    expect(page.get_by_text("Tuba skipped")).to_be_visible()
    expect(tuba).to_have_count(0)
    tap(page, "button", "Undo")
    expect(tuba).to_have_count(1)
