"""A window that another test has left: the same one, and nothing that it knew."""

import pytest

from quad_page import visit
from quad_windows import DESK, PHONE

LEAVE_ALL = """async () => {
  localStorage.note = sessionStorage.note = document.cookie = "note=left; path=/";
  const kept = await caches.open("left");
  await kept.put("/left", new Response("left"));
  await new Promise((done) => {
    const request = indexedDB.open("left", 1);
    request.onsuccess = () => { request.result.close(); done(); };
  });
}"""
LEFT = """async () => [
  Object.keys(localStorage), Object.keys(sessionStorage), document.cookie,
  (await indexedDB.databases()).length, (await caches.keys()).length,
]"""


@pytest.fixture
def one_after_the_other(new_windows):
    """Windows of one test after those of another."""
    opened = []

    def begin():
        if opened:
            opened[-1].close()
        opened.append(new_windows())
        return opened[-1]

    yield begin
    opened[-1].close()


def test_nothing_of_the_test_before_is_left(one_after_the_other, world):
    page = one_after_the_other().open(PHONE, "wanda")
    visit(page, "/tasks")
    page.evaluate(LEAVE_ALL)
    page.route("**/v1/site", lambda route: route.abort())
    windows = one_after_the_other()
    again = windows.open(PHONE)
    assert again is page, "it is the same window"
    assert again.evaluate(LEFT) == [[], [], "", 0, 0]
    assert again.evaluate("history.length") == 1
    visit(again, "/signin")
    windows.finish()
    assert [cookie["name"] for cookie in again.context.cookies()] == []
    assert again.evaluate("sessionStorage.length + Number('quad.signedIn' in localStorage)") == 0


def test_the_next_person_is_signed_in(one_after_the_other, world):
    page = one_after_the_other().open(DESK, "wanda")
    visit(page, "/settings")
    assert "Wanda" in page.get_by_role("main").inner_text()
    windows = one_after_the_other()
    again = windows.open(DESK, "warden")
    assert again is page
    visit(again, "/settings")
    assert "Warden" in again.get_by_role("main").inner_text()
    windows.finish()


CHANGES = {
    "a listener": lambda page: page.on("console", lambda message: None),
    "the media": lambda page: page.emulate_media(color_scheme="dark"),
    "the clock": lambda page: page.clock.set_fixed_time(0),
    "a route of the context": lambda page: page.context.route("**/none", lambda route: route.abort()),
    "the end": lambda page: page.context.close(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_one_that_was_changed_goes(one_after_the_other, site, change):
    page = one_after_the_other().open(PHONE)
    visit(page, "/signin")
    CHANGES[change](page)
    assert one_after_the_other().open(PHONE) is not page


def test_a_size_scripts_and_a_lost_network_are_taken_back(one_after_the_other, site):
    page = one_after_the_other().open(PHONE)
    page.add_init_script("window.ofPage = true")
    page.context.add_init_script("window.ofContext = true")
    page.set_viewport_size({"width": 400, "height": 400})
    visit(page, "/signin")
    assert page.evaluate("[window.ofPage, window.ofContext, innerWidth]") == [True, True, 400]
    page.context.set_offline(True)
    windows = one_after_the_other()
    again = windows.open(PHONE)
    assert again is page
    visit(again, "/signin")
    assert again.evaluate("[window.ofPage ?? null, window.ofContext ?? null, innerWidth]") == [None, None, 390]
    windows.finish()


def test_one_that_was_made_otherwise_is_another(one_after_the_other, site):
    page = one_after_the_other().open(PHONE)
    assert one_after_the_other().open(PHONE, locale="de-DE") is not page
    assert one_after_the_other().open(PHONE, is_new=True) is not page
    assert one_after_the_other().open(PHONE) is page
