"""Notification channels: browser pushes and others, each with its status, and quiet hours."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from people import Person
from playwright.sync_api import expect
from quad_site import Site, wait_until

from conftest import ARTEFACTS, WEB
from quad_page import axe, poll, tap, visit
from quad_push import ANSWER, ENDPOINT, EXCHANGE, PUSH_MANAGER
from quad_windows import DESK, PHONE, Windows

class Receiver(ThreadingHTTPServer):
    """Stands for ntfy, a webhook and a push service: stores the requests and replies as it is set to."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.came = []
        self.status = 200
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.came.append((self.path, self.headers, body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.shutdown()


@pytest.fixture(scope="module")
def own_site(receiver):
    """A site whose operator allows the receiver of this test."""
    host = receiver.url.removeprefix("http://")
    site = Site(settings={"QUAD_WEB": str(WEB), "QUAD_ALLOWED_TARGETS": host})
    try:
        yield site
    finally:
        site.close()


@pytest.fixture
def windows(request, chromium, own_site):
    """With a service worker where a test is about pushes."""
    has_worker = request.node.get_closest_marker("service_worker") is not None
    windows = Windows(chromium, own_site, {}, ARTEFACTS, has_worker, fetches_ahead=False)
    yield windows
    windows.close()


@pytest.fixture
def mia(own_site, receiver, request):
    receiver.came.clear()
    receiver.status = 200
    name = "mia" + re.sub("[^a-z]", "", request.node.name)[-20:]
    person = Person(own_site, name)
    person.name = name
    return person


def channels(person):
    return person.get("/v1/channels").json["items"]


def card(page, name):
    return page.get_by_role("main").get_by_role("group").filter(has_text=name)


def open_page(windows, mia, receiver, device=PHONE, answer="granted"):
    page = windows.open(device, mia.name)
    page.add_init_script(PUSH_MANAGER.replace("RECEIVER", receiver.url))
    page.add_init_script(f"({ANSWER})({json.dumps(answer)})")
    visit(page, "/settings/alerts")
    return page


@pytest.mark.service_worker
def test_this_browser_is_asked_on_a_press_and_listens_again_at_each_start(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    assert channels(mia) == [], "nobody is asked before they press"
    tap(page, "button", "Turn on here")
    expect(page.get_by_text("Notifications turned on for this device")).to_be_visible()
    [channel] = channels(mia)
    assert (channel["kind"], channel["isOn"]) == ("push", True)
    assert page.evaluate("() => askedWith") == mia.get("/v1/push/key").json["key"]
    expect(card(page, "this device")).to_be_visible()
    assert axe(page) == []
    windows.shot(page, "channels-push")

    card(page, "this device").locator("> summary").click()
    tap(page, "button", "Send test")
    expect(page.get_by_text("Test sent.")).to_be_visible()
    assert [path for path, _, _ in receiver.came] == [page.evaluate(ENDPOINT)]

    # The site has lost it: the next start brings a new subscription, without a question.
    old = receiver.came[0][0]
    assert mia.delete(f"/v1/channels/{channel['id']}").status == 204
    visit(page, "/")
    poll(page, lambda: len(channels(mia)) == 1, "it is there again")
    assert page.evaluate(ENDPOINT) != old

    visit(page, "/settings/alerts")
    tap(page, "button", "Turn off here")
    expect(page.get_by_role("button", name="Turn on here")).to_be_visible()
    assert channels(mia) == []
    visit(page, "/")
    assert channels(mia) == [], "what was turned off stays off"


def turn_on(page, mia):
    tap(page, "button", "Turn on here")
    poll(page, lambda: len(channels(mia)) == 1, "it is on")
    poll(page, lambda: page.evaluate("() => 'quad.push' in localStorage"), "the page has the answer")


@pytest.mark.service_worker
@pytest.mark.parametrize("answer, words", [
    ("denied", "This browser blocks notifications from Quad."),
    ("default", "Notifications are still off."),
])
def test_a_browser_that_does_not_allow_it_is_explained(windows, mia, receiver, answer, words):
    page = open_page(windows, mia, receiver, answer=answer)
    if answer == "default":
        tap(page, "button", "Turn on here")
    expect(page.get_by_text(words)).to_be_visible()
    assert channels(mia) == []


@pytest.mark.service_worker
@pytest.mark.parametrize("is_remembered", [True, False])
def test_signing_out_ends_the_push_of_this_browser(windows, mia, receiver, is_remembered):
    """Also one whose page was closed before it had the site's answer."""
    page = open_page(windows, mia, receiver)
    turn_on(page, mia)
    if not is_remembered:
        page.evaluate("() => localStorage.removeItem('quad.push')")
    visit(page, "/settings")
    windows.watch.is_signing_out = True
    tap(page, "button", "Sign out")
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    poll(page, lambda: channels(mia) == [], "the site sends nothing there")
    # A renewal that is under way comes first, and its request has 15 s.
    ended = "() => localStorage['test.push'] === 'null'"
    poll(page, lambda: page.evaluate(ended), "nor does the push service", timeout=20)


@pytest.mark.service_worker
def test_signing_out_ends_a_push_that_is_being_renewed(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    turn_on(page, mia)
    page.evaluate("() => { localStorage['test.slow'] = 'yes'; }")
    visit(page, "/settings")
    poll(page, lambda: page.evaluate("() => Boolean(window.goOn)"), "the push service is asked")
    windows.watch.is_signing_out = True
    tap(page, "button", "Sign out")
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    page.evaluate("() => goOn()")
    gone = "() => localStorage['test.push'] === 'null' && !('quad.push' in localStorage)"
    # The requests of a renewal have 15 s.
    poll(page, lambda: page.evaluate(gone), "no push comes to this browser", turns=30, timeout=20)


@pytest.mark.service_worker
def test_a_subscription_that_the_browser_exchanged_reaches_the_site_without_a_page(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    poll(page, lambda: page.context.service_workers, "there is a worker")
    [worker] = page.context.service_workers
    worker.evaluate(EXCHANGE, f"{receiver.url}/push/exchanged")
    [channel] = channels(mia)
    assert channel["kind"] == "push"
    assert mia.post(f"/v1/channels/{channel['id']}/test").status in (200, 202, 204)
    poll(page, lambda: [path for path, _, _ in receiver.came] == ["/push/exchanged"], "what is sent goes there")


def test_other_ways_are_added_tried_and_removed(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    tap(page, "button", "Add ntfy")
    sheet = page.get_by_role("dialog")
    tap(sheet, "button", "Add")
    expect(sheet.get_by_text("Required")).to_be_visible()
    sheet.get_by_label("Address").fill("ntfy.sh/topic")
    tap(sheet, "button", "Add")
    expect(sheet.get_by_text("Enter an address like https://host/path.")).to_be_visible()
    windows.watch.expect(422, "/v1/channels/ntfy")
    sheet.get_by_label("Address").fill("http://10.0.0.1/topic")
    tap(sheet, "button", "Add")
    expect(sheet.get_by_text("This site doesn't send to that address.")).to_be_visible()
    sheet.get_by_label("Address").fill(f"{receiver.url}/topic")
    sheet.get_by_label("Name").fill("My phone")
    tap(sheet, "button", "Add")
    expect(card(page, "My phone")).to_contain_text("Gets everything")
    expect(page.get_by_text("Notifications go to My phone. Your inbox keeps them all.")).to_be_visible()

    card(page, "My phone").locator("> summary").click()
    tap(page, "button", "Send test")
    expect(page.get_by_text("Test sent.")).to_be_visible()
    expect(card(page, "My phone")).to_contain_text(re.compile("Last delivered ?Today,"))
    receiver.status = 403
    tap(page, "button", "Send test")
    expect(page.get_by_text("The test didn't arrive: it was turned down there.")).to_be_visible()
    expect(page.get_by_text("until you open Quad. Right now, they don't get through to My phone.")).to_be_visible()
    expect(page.get_by_text("(403)")).not_to_be_visible()
    card(page, "My phone").locator("summary").filter(has_text="Details").click()
    expect(page.get_by_text("the server rejected it (403)")).to_be_visible()
    assert axe(page) == []
    windows.shot(page, "channels-ntfy")

    page.get_by_label("Importance").select_option("high")
    poll(page, lambda: channels(mia)[0]["least"] == "high", "it is kept")
    page.get_by_role("switch", name="Send notifications here").uncheck()
    poll(page, lambda: not channels(mia)[0]["isOn"], "it is off")
    expect(card(page, "My phone")).to_contain_text("Off")
    # The shorter text above moves the buttons.
    expect(page.get_by_text("Notifications wait in your inbox until you open Quad.")).to_be_visible()
    tap(page, "button", "Rename")
    sheet.get_by_label("Name").fill("Old phone")
    tap(sheet, "button", "Save")
    expect(card(page, "Old phone")).to_be_visible()
    tap(page, "button", "Remove")
    tap(sheet, "button", "Remove")
    expect(page.get_by_role("status").filter(has_text="Removed")).to_be_visible()
    expect(page.get_by_text("Notifications wait in your inbox until you open Quad.")).to_be_visible()
    assert channels(mia) == []


def test_what_was_read_before_does_not_turn_a_switch_back(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    added = mia.post("/v1/channels/ntfy", {"url": f"{receiver.url}/topic", "name": "My phone"})
    assert added.status == 201, added.body
    card(page, "My phone").locator("> summary").click()
    switch = page.get_by_role("switch", name="Send notifications here")
    expect(switch).to_be_checked()
    held = []
    page.route("**/v1/channels/*", lambda route: held.append(route))
    switch.uncheck()
    poll(page, lambda: held, "it is asked to be turned off")
    with page.expect_response(lambda reply: reply.url.endswith("/v1/channels")):
        mia.patch(f"/v1/channels/{added.json['id']}", {"name": "Old phone"})
    expect(card(page, "Old phone")).to_be_visible()
    expect(switch).not_to_be_checked()
    for route in held:
        route.continue_()
    expect(card(page, "Old phone")).to_contain_text("Off")
    assert not channels(mia)[0]["isOn"]


def test_i9_a_gotify_app_is_added_with_its_token_and_shows_when_it_is_wrong(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    page.get_by_text("Your own server or program").click()
    tap(page, "button", "Add Gotify")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Address").fill(f"{receiver.url}/")
    tap(sheet, "button", "Add Gotify")
    expect(sheet.get_by_text("Required")).to_be_visible()
    windows.watch.expect(422, "/v1/channels/gotify")
    sheet.get_by_label("App token").fill("A token")
    tap(sheet, "button", "Add Gotify")
    expect(sheet.get_by_text("Paste the token of an app on your Gotify server.")).to_be_visible()
    assert axe(page) == []
    windows.shot(page, "channels-gotify")
    sheet.get_by_label("App token").fill("AWHcUIkMPNnVaGj")
    tap(sheet, "button", "Add Gotify")
    gotify = card(page, "Gotify (127.0.0.1")
    expect(gotify).to_contain_text(re.compile("Last delivered ?Nothing yet"))
    gotify.locator("> summary").click()
    tap(page, "button", "Send test")
    expect(page.get_by_text("Test sent.")).to_be_visible()
    path, headers, body = receiver.came[-1]
    assert (path, headers["X-Gotify-Key"]) == ("/message", "AWHcUIkMPNnVaGj")
    assert json.loads(body)["title"] == "Test notification"
    receiver.status = 401
    tap(page, "button", "Send test")
    expect(page.get_by_text("The test didn't arrive: it was turned down there.")).to_be_visible()
    assert "AWHcUIkMPNnVaGj" not in page.content()


def test_the_secret_of_a_webhook_is_shown_once(windows, mia, receiver):
    page = open_page(windows, mia, receiver, DESK)
    page.get_by_text("Your own server or program").click()
    tap(page, "button", "Add webhook")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Address").fill(f"{receiver.url}/hook")
    tap(sheet, "button", "Add")
    secret = page.locator("output").inner_text()
    assert len(secret) > 20
    assert axe(page) == []
    tap(page, "button", "I've copied it")
    expect(card(page, "Webhook (")).to_be_visible()
    page.wait_for_function("() => !history.state?.covers")
    page.reload()
    expect(card(page, "Webhook (")).to_be_visible()
    assert secret not in page.content() and secret not in json.dumps(channels(mia))


def picture(page):
    return page.get_by_role("img", name=re.compile("quiet", re.I))


def test_what_could_not_be_sent_is_read_by_administrators(windows, own_site, mia, receiver):
    warden = Person(own_site, "warden")
    own_site.set_roles(warden.id, ["admin"])
    warden.token = own_site.sign_in("warden")
    page = windows.open(PHONE, "warden")
    receiver.status = 400
    added = mia.post("/v1/channels/webhook", {"url": receiver.url + "/hook"})
    assert added.status == 201, added.body
    assert mia.post(f"/v1/channels/{added.json['channel']['id']}/test").status in (202, 204)
    dead = "/v1/admin/dead-deliveries"
    poll(page, lambda: mia.id in [one["person"] for one in warden.get(dead).json["items"]], "it could not be sent")
    visit(page, "/admin")
    page.get_by_role("main").get_by_role("link", name="Undelivered").click()
    row = page.get_by_role("listitem").filter(has_text="Webhook · 127.0.0.1").filter(has_text="To Mia")
    expect(row).to_contain_text("The server rejected it (400), after 1 attempt")
    axe(page)
    windows.shot(page, "admin deliveries, one")
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Roles")).to_be_visible()


def test_quiet_hours_are_drawn_and_kept(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    expect(picture(page)).to_have_accessible_name(re.compile("^No quiet hours: Quad may notify you at any time. It's "))
    page.get_by_role("switch", name="Quiet hours").check()
    expect(picture(page)).to_have_accessible_name(re.compile(r"^Quiet from 10:00\sPM to 7:00\sAM, every day\. It's "))
    page.get_by_label("From", exact=True).fill("23:30")
    for day in ("Fri", "Sat"):
        tap(page.get_by_role("group", name="Starts on"), "button", day)
    expect(picture(page)).to_have_accessible_name(
        re.compile(r"^Quiet from 11:30\sPM to 7:00\sAM, Mon, Tue, Wed, Thu, and Sun\."))
    page.get_by_role("switch", name="Daily digest").check()
    page.get_by_label("Comes at", exact=True).fill("18:15")
    expect(picture(page)).to_have_accessible_name(re.compile(r"Digest at 6:15\sPM\."))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    times = mia.get("/v1/alert-times").json
    assert times["quiet"] == {"from": "23:30:00", "to": "07:00:00",
                              "days": ["monday", "tuesday", "wednesday", "thursday", "sunday"]}
    assert times["digest"] == "18:15:00"
    assert axe(page) == []
    picture(page).scroll_into_view_if_needed()
    windows.shot(page, "quiet-hours")

    page.get_by_label("To", exact=True).fill("23:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Choose different start and end times.")).to_be_visible()
    page.get_by_role("switch", name="Quiet hours").uncheck()
    page.get_by_role("button", name="Save").click()
    poll(page, lambda: mia.get("/v1/alert-times").json.get("quiet") is None, "they are off")
    assert mia.get("/v1/alert-times").json["digest"] == "18:15:00"


def test_times_that_were_saved_elsewhere_are_not_overwritten_unasked(windows, mia, receiver):
    page = open_page(windows, mia, receiver)
    assert mia.patch("/v1/alert-times", {"version": 0, "digest": "08:00:00"}).status == 200
    page.get_by_role("switch", name="Daily digest").check()
    page.get_by_label("Comes at", exact=True).fill("20:00")
    windows.watch.expect(409, "/v1/alert-times")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Changed elsewhere")).to_be_visible()
    assert mia.get("/v1/alert-times").json["digest"] == "08:00:00"
    expect(page.get_by_role("row", name=re.compile(r"Daily digest 8:00\sPM 8:00\sAM"))).to_be_visible()
    assert axe(page) == []
    tap(page, "button", "Keep mine")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    wait_until(lambda: mia.get("/v1/alert-times").json["digest"] == "20:00:00", "mine counts")
