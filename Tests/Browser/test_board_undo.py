"""A message of the board can be taken back for some seconds, because a posted one cannot."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit
from quad_windows import DESK, PHONE


@pytest.fixture(scope="module")
def pandora(site):
    pandora = Person(site, "pandora")
    pandora.join("821A")
    return pandora


@pytest.fixture
def page(windows, pandora):
    return windows.open(DESK, "pandora")


# A message waits ten times as long: on a busy machine the steps of a test may take the six seconds.
LONGER = """{
  const own = window.setTimeout;
  window.setTimeout = (run, wait, ...rest) => own(run, wait === 6000 ? 60_000 : wait, ...rest);
}"""


def field(page):
    return page.get_by_label("New message")


def row(page, text):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)


def texts(person):
    return [one["text"] for one in person.get("/v1/messages").json["items"]]


def test_a_message_is_taken_back_before_anybody_has_it(windows, pandora):
    page = windows.open(PHONE, "pandora")
    sent = []
    page.on("request", lambda request: sent.append(request.method) if request.url.endswith("/v1/messages") else None)
    page.add_init_script(LONGER)
    visit(page, "/board")
    field(page).fill("Whoever took my bike")
    tap(page, "button", "Post")
    expect(row(page, "Whoever took my bike")).to_contain_text("Posting in a moment")
    expect(page.get_by_role("main").get_by_role("status")).to_have_text("Posting in a moment")
    field(page).fill("PS")
    tap(page, "button", "Undo")
    expect(row(page, "Whoever took my bike")).to_have_count(0)
    expect(field(page)).to_have_value("Whoever took my bike\nPS")
    expect(field(page)).to_be_focused()
    assert "POST" not in sent and texts(pandora) == []


def test_the_keyboard_reaches_undo_and_the_time_stands_still_there(page, pandora):
    page.clock.install()
    visit(page, "/board")
    field(page).fill("Soup at eight")
    page.keyboard.press("Tab")
    while not page.get_by_role("button", name="Post").evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    page.keyboard.press("Tab")
    expect(undo).to_be_focused()
    page.clock.run_for(30_000)
    expect(undo).to_be_visible()
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("Soup at eight")
    expect(field(page)).to_be_focused()
    assert texts(pandora) == []
    tap(page, "button", "Post")
    expect(undo).to_be_visible()
    page.clock.run_for(5000)
    expect(undo).to_be_visible()
    page.clock.run_for(2000)
    expect(undo).to_have_count(0)
    poll(page, lambda: texts(pandora) == ["Soup at eight"], "the message is posted")


def test_the_next_message_and_leaving_the_page_post_what_waits(page, pandora):
    page.add_init_script(LONGER)
    visit(page, "/board")
    for text in ("One", "Two"):
        field(page).fill(text)
        tap(page, "button", "Post")
        expect(row(page, text).get_by_role("button", name="Undo")).to_be_visible()
    poll(page, lambda: "One" in texts(pandora), "the first is posted")
    assert "Two" not in texts(pandora)
    page.get_by_role("navigation").get_by_role("link", name="Tasks").click()
    poll(page, lambda: "Two" in texts(pandora), "the second is posted")
    expect(page.get_by_text("Posted", exact=True)).to_be_visible()


UNAVAILABLE = {"kind": "unavailable", "code": "service_unavailable", "message": "", "service": "roomhub"}


def test_a_board_that_failed_says_so_once_and_comes_back_as_a_whole(windows, page):
    again = page.get_by_role("main").get_by_role("button", name="Try again")
    for path in ("board", "messages"):
        windows.watch.expect(503, f"/v1/{path}")
        page.route(f"**/v1/{path}*", lambda route: route.fulfill(status=503, json=UNAVAILABLE))
    visit(page, "/board")
    expect(again).to_have_count(1)
    expect(field(page)).to_have_count(0)
    assert page.locator(".toast").count() == 0
    for path in ("board", "messages"):
        page.unroute(f"**/v1/{path}*")
    again.click()
    expect(field(page)).to_be_visible()
    expect(again).to_have_count(0)


def test_a_form_that_failed_has_a_button_for_another_attempt(windows, page):
    windows.watch.expect(503, "/v1/board")
    page.route("**/v1/board", lambda route: route.fulfill(status=503, json=UNAVAILABLE))
    visit(page, "/board")
    again = page.get_by_role("main").get_by_role("button", name="Try again")
    expect(again).to_have_count(1)
    page.unroute("**/v1/board")
    again.click()
    expect(field(page)).to_be_visible()
    expect(again).to_have_count(0)


def test_the_own_message_and_what_was_read_come_back_without_a_dot(windows, site):
    """One new message makes its whole hour unread for the site, which doesn't know who wrote it."""
    writer = Person(site, "peony")
    writer.join("823A")
    mate = Person(site, "pascal")
    mate.join("823A", code=writer.code())
    assert mate.post("/v1/messages", {"text": "Movie night on Friday?"}).status == 201
    page = windows.open(DESK, "peony")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    visit(page, "/board")
    unread = page.get_by_role("main").locator(".is-unread")
    expect(unread).to_have_count(1)
    tap(page, "button", "Mark all as read")
    expect(unread).to_have_count(0)
    asked.clear()
    field(page).fill("Yes, I bring popcorn")
    tap(page, "button", "Post")
    expect(page.get_by_text("Posted", exact=True)).to_be_visible(timeout=20_000)
    expect(row(page, "Yes, I bring popcorn").get_by_role("link")).to_be_visible()
    assert unread.count() == 0
    assert [url for url in asked if url.endswith("/v1/board/read")] == [], "the site isn't told at the moment of the post"
    assert page.get_by_role("button", name="Mark all as read").count() == 0
    # One that somebody else writes is new.
    assert mate.post("/v1/messages", {"text": "I bring the beamer"}).status == 201
    expect(row(page, "I bring the beamer")).to_contain_text("unread")
    expect(unread).to_have_count(1)
    expect(page.get_by_role("button", name="Mark all as read")).to_be_visible()
