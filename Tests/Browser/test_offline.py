"""Without a network: the last data with its age, changes that wait and count once, and the return of the network."""

import re
import shutil
import time
from urllib.parse import urlsplit

import pytest
from people import Person
from playwright.sync_api import expect

from conftest import ARTEFACTS, WEB
from quad_catalogue import READY_SECONDS
from quad_metrics import samples
from quad_page import FOLLOW, KEPT, poll, sign_in, tap, visit, wait_until_kept
from quad_site import Site, wait_until
from quad_windows import PHONE, Windows
from quad_world import add_task, neighbour

pytestmark = pytest.mark.service_worker

CHANGES = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open("quad");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const count = request.result.transaction("changes").objectStore("changes").count();
    count.onsuccess = () => resolve(count.result);
  };
})"""
LAST_KEPT = "/v1/room/code"
OPEN_TO_ALL = ("/v1/site", "/v1/dorms?limit=100")
A_TASK = re.compile("^/tasks/[0-9a-f-]{36}$")


@pytest.fixture(scope="module")
def room(site):
    olga = Person(site, "olga")
    olga.join("310A")
    neighbour(site, "otto", olga)
    return olga


@pytest.fixture
def phone(windows, room):
    return windows.open(PHONE, "olga")


def warm(page):
    """Waits until everything that pages of a room show is kept."""
    wait_until_kept(page, LAST_KEPT)


def titles(person, state="open"):
    return [task["title"] for task in person.get(f"/v1/tasks?state={state}").json["items"]]


def tick(page, title):
    page.get_by_role("button", name=f"Complete: {title}").click()
    expect(page.get_by_role("main").get_by_text(title)).to_have_count(0)


def test_the_client_starts_shows_the_last_data_and_sends_what_was_done_later(windows, phone, room):
    add_task(room, "Defrost the freezer")
    add_task(room, "Return the books")
    room.post("/v1/messages", {"text": "The heating works again"})
    visit(phone, "/tasks")
    warm(phone)
    with windows.offline(phone):
        tick(phone, "Defrost the freezer")
        line = phone.get_by_role("textbox", name="Add task")
        line.fill("Buy a torch")
        line.press("Enter")
        expect(phone.get_by_text("waiting for a connection")).to_be_visible()
        phone.reload()
        expect(phone.get_by_text("No connection · as of")).to_be_visible()
        expect(phone.get_by_role("link", name="2 unsent changes")).to_be_visible()
        expect(phone.get_by_text("Return the books")).to_be_visible()
        expect(phone.get_by_text("Buy a torch")).to_be_visible()
        expect(phone.get_by_text("Defrost the freezer")).to_have_count(0)
        # A page that was never opened while there was a network.
        phone.goto("/board")
        expect(phone.get_by_text("The heating works again")).to_be_visible()
        phone.goto("/outbox")
        expect(phone.get_by_text("Complete “Defrost the freezer”")).to_be_visible()
        expect(phone.get_by_text("Add “Buy a torch”")).to_be_visible()
        windows.shot(phone, "outbox")
        assert "Defrost the freezer" in titles(room) and "Buy a torch" not in titles(room)
        phone.goto("/tasks")
    expect(phone.get_by_text("No connection")).to_be_hidden(timeout=15_000)
    expect(phone.get_by_role("link", name="Buy a torch")).to_have_attribute("href", A_TASK)
    assert titles(room).count("Buy a torch") == 1
    assert "Defrost the freezer" in titles(room, "completed")


def test_what_is_taken_back_while_it_waits_never_happens(windows, phone, room):
    add_task(room, "Oil the hinges")
    visit(phone, "/tasks")
    with windows.offline(phone):
        tick(phone, "Oil the hinges")
        tap(phone, "button", "Undo")
        expect(phone.get_by_role("button", name="Complete: Oil the hinges")).to_be_visible()
        expect(phone.get_by_role("link", name="1 unsent change")).to_have_count(0)
    expect(phone.get_by_text("No connection")).to_be_hidden(timeout=15_000)
    assert "Oil the hinges" in titles(room)


def test_a_change_that_was_refused_says_why(windows, phone, room):
    task = add_task(room, "Hang up the map")
    visit(phone, f"/tasks/{task}/edit")
    with windows.offline(phone):
        phone.get_by_label("Task", exact=True).fill("Hang up the map of the campus")
        tap(phone, "button", "Save")
        expect(phone.get_by_role("link", name="1 unsent change")).to_be_visible()
        answer = room.site.request("PATCH", f"/v1/tasks/{task}", {"title": "Frame the map", "version": 1}, room.token)
        assert answer.status == 200, answer.body
        windows.watch.expect(409, f"/v1/tasks/{task}")
    tap(phone, "link", "1 change wasn't saved")
    expect(phone.get_by_text("Edit “Hang up the map of the campus”")).to_be_visible()
    expect(phone.get_by_text("Someone changed this while you were editing")).to_be_visible()
    windows.shot(phone, "outbox-refused")
    tap(phone, "button", "Discard: Edit")
    phone.get_by_role("dialog").get_by_role("button", name="Discard").click()
    expect(phone.get_by_text("Nothing to send")).to_be_visible()
    assert "Frame the map" in titles(room)


def test_a_change_whose_answer_was_lost_counts_once(windows, phone, room):
    visit(phone, "/tasks/new")
    lost = []

    def lose(route):
        if route.request.method != "POST" or len(lost) == 2:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort("internetdisconnected")

    windows.watch.is_offline = True
    phone.route("**/v1/tasks", lose)
    phone.get_by_label("Task", exact=True).fill("Water the fern once")
    tap(phone, "button", "Add task", exact=True)
    expect(phone.get_by_role("link", name="Water the fern once")).to_have_attribute("href", A_TASK, timeout=20_000)
    assert lost == [201, 201]
    assert titles(room).count("Water the fern once") == 1


def test_a_session_that_ran_out_comes_back_with_what_waited(windows, room, site):
    phone = windows.open(PHONE)
    sign_in(phone, "otto")
    otto = site.sign_in("otto")
    visit(phone, "/tasks/new")
    with windows.offline(phone):
        phone.get_by_label("Task", exact=True).fill("Clean the grill")
        tap(phone, "button", "Add task", exact=True)
        expect(phone.get_by_role("link", name="1 unsent change")).to_be_visible()
        answer = site.request("DELETE", "/v1/sessions", token=otto)
        assert answer.status in (200, 204), answer.body
        windows.watch.allow(401)
    expect(phone.get_by_label("Email")).to_be_visible(timeout=15_000)
    assert "Clean the grill" not in titles(room)
    poll(phone, lambda: all(key in OPEN_TO_ALL for key in phone.evaluate(KEPT)), "what was kept is gone")
    sign_in(phone, "otto")
    visit(phone, "/tasks")
    expect(phone.get_by_role("link", name="Clean the grill")).to_have_attribute("href", A_TASK, timeout=15_000)


def test_a_part_that_is_missing_leaves_its_last_data_and_says_so(windows, phone, room, site):
    add_task(room, "Beat the carpet")
    visit(phone, "/tasks")
    warm(phone)
    # What the page asks for, and what is fetched ahead for other pages.
    for path in ("/v1/home", "/v1/tasks", "/v1/roommates", "/v1/board", "/v1/messages", "/v1/room/requests", "/v1/room/code"):
        windows.watch.allow(503, path)
    site.stop("roomhub")
    try:
        phone.goto("/tasks")
        expect(phone.get_by_text("Quad isn't responding · as of")).to_be_visible(timeout=15_000)
        expect(phone.get_by_text("Beat the carpet")).to_be_visible()
    finally:
        site.start("roomhub")
        poll(phone, site.is_ready, "roomhub is back", timeout=READY_SECONDS)
    expect(phone.get_by_text("Quad isn't responding")).to_be_hidden(timeout=15_000)


def test_the_strip_leaves_without_a_session_too(windows):
    page = windows.open(PHONE)
    visit(page, "/signin")
    with windows.offline(page):
        expect(page.get_by_text("No connection")).to_be_visible()
    expect(page.get_by_text("No connection")).to_be_hidden(timeout=20_000)


def test_all_tabs_of_a_browser_share_one_stream(windows, phone, room):
    opened = []
    phone.context.on("request", lambda request: opened.append(request) if urlsplit(request.url).path == "/v1/stream" else None)
    tabs = [phone, phone.context.new_page(), phone.context.new_page()]
    for page in tabs:
        visit(page, "/tasks")
    add_task(room, "Sort the post")
    for page in tabs:
        expect(page.get_by_text("Sort the post")).to_be_visible()
    assert len(opened) == 1
    phone.close()
    poll(tabs[1], lambda: len(opened) == 2, "another tab holds the stream")
    add_task(room, "Fold the laundry")
    for page in tabs[1:]:
        expect(page.get_by_text("Fold the laundry")).to_be_visible()


def renew(web, file, old="", new=""):
    """Gives the built client another version of a file, whose name is another one then."""
    [older] = web.glob(f"assets/{file}-*.js")
    newer = older.with_name(f"{file}-NEWER.js")
    newer.write_text(older.read_text().replace(old, new))
    older.unlink()
    index = web / "index.html"
    index.write_text(index.read_text().replace(older.name, newer.name))


def upgrade(site, page):
    """Starts the gateway again, which serves the files as they are now."""
    site.stop("gateway")
    site.start("gateway")
    poll(page, site.is_ready, "the gateway is back", timeout=READY_SECONDS)


def test_the_worker_asks_for_no_file_again_that_cannot_have_changed(chromium):
    """The page has fetched the files below /assets/ that it shows; the worker takes these from the browser's cache."""
    site = Site(settings={"QUAD_WEB": str(WEB)})
    windows = Windows(chromium, site, {}, ARTEFACTS)
    try:
        page = windows.open(PHONE)
        visit(page, "/signin")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        shown = page.evaluate("() => performance.getEntries().map((entry) => entry.name)")
        changing = [name for name in shown if name.startswith("http") and "/assets/" not in name]
        again = sum(count for (name, labels), count in samples(site).items()
                    if name == "quad_http_requests_total" and ("status", "3xx") in labels)
        assert again <= len(changing), "only files whose names stay are asked for again"
        windows.finish()
    finally:
        windows.close()
        site.close()


def test_a_newer_version_is_offered_and_taken(chromium, tmp_path):
    """The whole way: another gateway with other files; nothing changes until the person asks for it."""
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    site = Site(settings={"QUAD_WEB": str(web)})
    windows = Windows(chromium, site, {}, ARTEFACTS)
    try:
        page = windows.open(PHONE)
        visit(page, "/signin")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        renew(web, "words-en-first", "Welcome back", "Welcome home")
        windows.watch.is_offline = True
        upgrade(site, page)
        visit(page, "/signin")
        expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        expect(page.get_by_text("A new version of Quad is available.")).to_be_visible()
        windows.shot(page, "new-version")
        tap(page, "button", "Reload")
        expect(page.get_by_role("heading", name="Welcome home")).to_be_visible()
        windows.finish()
    finally:
        windows.close()
        site.close()


def test_an_open_tab_goes_on_in_the_newer_version(chromium, tmp_path):
    """Without a service worker: the older version's page is gone, so the newer one is loaded. No text is lost,
    and a change that waits is sent by the newer version."""
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    site = Site(settings={"QUAD_WEB": str(web)})
    windows = Windows(chromium, site, {}, ARTEFACTS, has_worker=False)
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        tabea = Person(site, "tabea", {"dorm": "forbes", "number": "101A"})
        page = windows.open(PHONE, "tabea")
        visit(page, "/tasks/new")
        page.get_by_label("Task", exact=True).fill("Darn the socks")
        other = page.context.new_page()
        visit(other, "/board")
        other.get_by_label("New message").fill("Who has the")
        windows.watch.is_offline = True
        third = page.context.new_page()
        visit(third, "/")
        line = third.get_by_role("textbox", name="Add a task or an event")
        third.context.route("**/v1/tasks", lambda route: route.abort("internetdisconnected"))
        line.fill("Mend the curtain")
        line.press("Enter")
        unsent = third.get_by_role("link", name="1 unsent change")
        expect(unsent).to_be_visible()
        [older] = web.glob("assets/pages-account-look-*.js")
        renew(web, "pages-account-look")
        windows.watch.allow(404, f"/assets/{older.name}")
        upgrade(site, page)
        page.evaluate("() => { window.isOlder = true; }")
        # Two tabs are told of it, and each goes on until its person wants the newer one.
        offers = [tab.get_by_text("A new version of Quad is available.") for tab in (page, other)]
        for offer in offers:
            expect(offer).to_be_visible(timeout=20_000)
        expect(other.get_by_label("New message")).to_have_value("Who has the")
        tap(other, "button", "Reload")
        expect(offers[1]).to_be_hidden()
        expect(other.get_by_label("New message")).to_have_value("Who has the")
        expect(page.get_by_label("Task", exact=True)).to_have_value("Darn the socks")
        page.evaluate(FOLLOW, "/settings/look")
        expect(page.get_by_role("heading", level=1)).to_have_text("Language and theme")
        assert page.evaluate("() => window.isOlder") is None
        expect(third.get_by_text("A new version of Quad is available.")).to_be_visible()
        third.evaluate("() => { window.isOlder = true; }")
        tap(third, "button", "Reload")
        poll(third, lambda: third.evaluate("() => window.isOlder") is None, "the newer version is there")
        expect(unsent).to_be_visible()
        third.context.unroute("**/v1/tasks")
        poll(third, lambda: titles(tabea) == ["Mend the curtain"], "the change is sent", timeout=30)
        expect(unsent).to_be_hidden()
        visit(page, "/tasks/new")
        expect(page.get_by_label("Task", exact=True)).to_have_value("Darn the socks")
        windows.finish()
    finally:
        windows.close()
        site.close()


KEEP = """async () => {
  const { openFor, sendOrKeep } = await import("/app/offline/outbox.js");
  await openFor("olga");
  const { isWaiting } = await sendOrKeep("POST", "/v1/tasks", { title: "Mend the curtain" }, { kind: "task.add" });
  return isWaiting;
}"""
IS_SENDING = """async () => (await import("/app/offline/outbox.js")).isBusy()"""
OTHER_REPLIES = """async () => (await import("/app/offline/network.js")).reached()"""


def test_while_only_changes_get_no_replies_the_pauses_grow(source_windows):
    page = source_windows.open()
    page.clock.install()
    attempts = []
    page.route("**/v1/tasks", lambda route: attempts.append(route) or route.abort("internetdisconnected"))
    source_windows.watch.is_offline = True
    visit(page, "/signin")
    assert page.evaluate(KEEP)
    page.clock.pause_at(time.time() + 5)
    seconds, seen = [], len(attempts)
    for second in range(1, 127):
        # What an attempt does takes no time of the page's clock.
        wait_until(lambda: not page.evaluate(IS_SENDING), "the attempt is over")
        if len(attempts) > seen:
            seconds.append(second)
            seen = len(attempts)
        page.evaluate(OTHER_REPLIES)
        page.clock.run_for(1000)
    assert 4 <= len(seconds) <= 8, seconds
    pauses = [after - before for before, after in zip(seconds, seconds[1:])]
    assert pauses == sorted(pauses) and pauses[-1] >= 15, seconds


def test_signing_out_asks_about_what_waits_and_leaves_nothing(windows, site):
    Person(site, "ottilie", {"dorm": "forbes", "number": "311A"})
    phone = windows.open(PHONE)
    sign_in(phone, "ottilie")
    visit(phone, "/tasks/new")
    with windows.offline(phone):
        phone.get_by_label("Task", exact=True).fill("Darn the socks")
        tap(phone, "button", "Add task", exact=True)
        expect(phone.get_by_role("link", name="1 unsent change")).to_be_visible()
        # It stays waiting although there is a network again.
        phone.route("**/v1/tasks", lambda route: route.fulfill(status=503, json={"code": "service_unavailable"}))
        windows.watch.allow(503, "/v1/tasks")
    visit(phone, "/settings")
    windows.watch.is_signing_out = True
    tap(phone, "button", "Sign out")
    expect(phone.get_by_role("dialog")).to_contain_text("You have an unsent change")
    tap(phone, "button", "Cancel")
    tap(phone, "button", "Sign out")
    phone.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(phone.get_by_label("Email")).to_be_visible()
    assert [key for key in phone.evaluate(KEPT) if key not in OPEN_TO_ALL] == []
    assert phone.evaluate(CHANGES) == 0


@pytest.mark.parametrize("times", [1, 2])
def test_a_page_whose_file_does_not_come_at_once_comes_later(windows, phone, room, times):
    windows.watch.is_offline = True  # the console tells of what was lost
    phone.route(re.compile("/pages-alerts-channels-"), lambda route: route.abort("connectionreset"), times=times)
    phone.goto("/settings/alerts")
    if times == 2:
        phone.get_by_role("main").get_by_role("button", name="Try again").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Notifications")
