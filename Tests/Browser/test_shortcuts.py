"""Single keys: they open places and add things, never while a person types, and can be turned off."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_looks import list_shortcuts, routes
from quad_page import poll, tap, visit
from quad_windows import DESK, PHONE


@pytest.fixture(scope="module")
def koa(site):
    koa = Person(site, "koa")
    koa.join("335A")
    return koa


@pytest.fixture
def desk(windows, koa):
    page = windows.open(DESK, "koa")
    visit(page, "/tasks")
    list_shortcuts(page)
    return page


def heading(page, name):
    return page.get_by_role("heading", name=name, level=1, exact=True)


def test_keys_open_places_and_add(desk):
    sheet = desk.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_contain_text("Open Events")
    desk.keyboard.press("g")
    desk.keyboard.press("e")
    expect(sheet).to_be_visible()
    assert "/tasks" in desk.url, "keys wait while a sheet is open"
    desk.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    desk.keyboard.press("n")
    line = desk.get_by_role("textbox", name="Add task")
    expect(line).to_be_focused()
    desk.keyboard.type("gift ng?")
    expect(line).to_have_value("gift ng?")
    line.fill("")
    line.evaluate("(one) => one.blur()")
    desk.keyboard.press("g")
    desk.keyboard.press("Alt+e")
    for key, name in (("i", "Inbox"), ("e", "Events"), ("s", "School"), ("t", "Today"), ("r", re.compile("Hi, Koa"))):
        desk.keyboard.press("g")
        desk.keyboard.press(key)
        expect(desk.get_by_role("heading", name=name, level=1)).to_be_visible()
    desk.keyboard.press("g")
    desk.keyboard.press("e")
    expect(heading(desk, "Events")).to_be_visible()
    desk.keyboard.press("n")
    expect(heading(desk, "New event")).to_be_visible()


def test_the_key_pressed_again_opens_no_second_list(windows, koa):
    page = windows.open(DESK, "koa")
    visit(page, "/tasks")
    held = []
    page.route(re.compile("words-en-desk"), lambda route: held.append(route), times=1)
    poll(page, lambda: page.keyboard.press("?") or held, "the words of the list are asked for")
    page.keyboard.press("?")
    for route in list(held):
        route.continue_()
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_slash_searches_where_there_is_a_search(desk):
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("dialog")).to_have_count(0)
    desk.keyboard.press("/")
    path = "/search" if "/search" in routes() else "/tasks"
    expect(desk).to_have_url(re.compile(f"{path}$"))


def test_shortcuts_can_be_turned_off(windows, desk):
    windows.shot(desk, "shortcuts")
    desk.get_by_role("switch", name="Use keyboard shortcuts").uncheck()
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("dialog")).to_have_count(0)
    desk.keyboard.press("n")
    expect(desk.get_by_role("textbox", name="Add task")).not_to_be_focused()
    visit(desk, "/settings/look")
    switch = desk.get_by_role("switch", name="Use keyboard shortcuts")
    expect(switch).not_to_be_checked()
    switch.check()
    tap(desk, "button", "Keyboard shortcuts")
    expect(desk.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_a_phone_offers_no_shortcuts(windows, koa):
    page = windows.open(PHONE, "koa")
    visit(page, "/settings/look")
    expect(page.get_by_role("group", name="Theme")).to_be_visible()
    expect(page.get_by_role("switch", name="Use keyboard shortcuts")).to_have_count(0)
