"""The administrators' start page and the site's settings: what is wrong is said first, and nothing typed is lost."""

import re
import signal
import time
from pathlib import Path

import pytest
from people import Person
from playwright.sync_api import expect
from quad_site import wait_until

from conftest import campus_of
from quad_page import axe, tap, visit
from quad_windows import DESK, PHONE

SITE = "/v1/admin/site"


@pytest.fixture(scope="module")
def campus():
    """A site with two administrators; its programs are stopped, and its settings changed."""
    with campus_of("adele", "agnes", QUAD_SITE_NAME="Hilltop", TZ="America/New_York") as site:
        yield site


@pytest.fixture
def windows(campus_windows):
    return campus_windows


def patch(campus, body, who="agnes"):
    answer = campus.request("PATCH", SITE, body, campus.tokens[who])
    assert answer.status == 200, answer.body


def stored(campus):
    return campus.request("GET", SITE, token=campus.tokens["agnes"]).json


@pytest.fixture
def settings(campus):
    """The settings as the file has them."""
    patch(campus, dict.fromkeys(("name", "zone", "language", "signUp")))
    return campus


def check(page, name):
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=re.compile(f"^{name}"), level=3))


def leave(campus, hours):
    made = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - hours * 3600))
    Path(campus.data, "backed-up").write_text(made + "\n")


def test_o7_an_old_backup_is_the_first_thing_on_the_administration_page(windows, campus):
    page = windows.open(DESK, "adele")
    leave(campus, 27)
    visit(page, "/admin")
    expect(page.get_by_role("heading", level=2).first).to_have_text("Needs a look")
    expect(page.get_by_role("heading", level=3).filter(has_text="Backup")).to_contain_text("Check")
    expect(check(page, "Backup")).to_contain_text("The last good backup is older than 26 hours")
    expect(check(page, "Backup")).to_contain_text("docker compose logs backup")
    leave(campus, 1)
    visit(page, "/admin")
    expect(check(page, "Backup")).to_contain_text("Last backup: ")
    expect(check(page, "Backup")).to_contain_text("OK")


def test_a_program_that_is_away_is_named_and_the_rest_is_there(windows, campus):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin")
    expect(check(page, "Programs")).to_contain_text("All 9 are ready.")
    expect(page.get_by_text("Nothing is waiting for a decision.")).to_be_visible()
    campus.stop("events", signal.SIGKILL)
    # The client prefetches the lists of other pages.
    windows.watch.allow(503, "/v1/events")
    try:
        visit(page, "/admin")
        expect(page.get_by_role("heading", level=2).first).to_have_text("Something isn't working")
        expect(page.get_by_role("heading", level=3).first).to_contain_text("Programs")
        expect(check(page, "Programs")).to_contain_text("Not responding: Events.")
        expect(page.get_by_role("link", name="2 people")).to_be_visible()
        expect(page.get_by_role("listitem").filter(has_text="board messages")).to_be_visible()
        expect(page.get_by_text("events", exact=True)).to_have_count(1)
        page.get_by_text("Programs", exact=True).last.click()
        expect(page.get_by_role("listitem").filter(has_text="events").last).to_contain_text("Not responding")
        axe(page)
    finally:
        campus.start("events")
        campus.wait_ready()


def test_what_waits_leads_to_its_page(windows, campus):
    made = campus.request("POST", "/v1/admin/invites", {"uses": 2, "days": 1}, campus.tokens["agnes"])
    assert made.status == 201, made.body
    page = windows.open(DESK, "adele")
    # The page is one of many: what it shows is the site's reply, here with more than a test makes.
    counts = {"people": 412, "newPeople": 12, "students": 400, "staff": 10, "admins": 2, "reports": 3,
              "deadDeliveries": 1, "expiredInvites": 0, "lateAlerts": 2, "rooms": 120, "fullRooms": 45}

    def more(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "counts": counts})

    page.route("**/v1/admin/overview", more)
    visit(page, "/admin")
    expect(check(page, "Notifications")).to_contain_text("2 reminders are late.")
    expect(page.get_by_role("link", name="412 people")).to_contain_text("12 new this week · 400 students · 10 staff")
    expect(page.get_by_role("link", name="120 rooms")).to_contain_text("75 with space · 45 full")
    expect(page.get_by_text("expired invitation")).to_have_count(0)
    expect(page.get_by_role("link", name="1 notification not delivered")).to_be_visible()
    tap(page, "link", "3 reported messages")
    expect(page.get_by_role("heading", level=1)).to_have_text("Reports")


def test_a_setting_is_stored_and_goes_back_to_the_file(windows, settings):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin")
    tap(page, "link", "Site settings")
    expect(page.get_by_label("Site name")).to_have_value("Hilltop")
    expect(page.get_by_text("From the server's settings file.")).to_have_count(4)
    page.get_by_label("Site name").fill("Forbes Hall")
    page.get_by_label("Sign-up").select_option("domains")
    tap(page, "button", "Save")
    expect(page.get_by_text("Required")).to_be_visible()
    page.get_by_label("Email domains").fill("hilltop.example")
    tap(page, "button", "Save")
    expect(page.get_by_text("In the server's settings file: Hilltop.")).to_be_visible()
    assert stored(settings)["stored"] == ["name", "signUp"], "what was not touched is not stored"
    assert stored(settings)["now"]["domains"] == ["hilltop.example"]
    axe(page)
    page.get_by_role("button", name="Use the file's value (Site name)").click()
    expect(page.get_by_label("Site name")).to_have_value("Hilltop")
    expect(page.get_by_role("button", name="Use the file's value (Site name)")).to_have_count(0)
    assert stored(settings)["stored"] == ["signUp"]
    expect(page.get_by_text("Without email, addresses can't be confirmed")).to_be_visible()


def test_two_administrators_see_each_others_changes(windows, settings):
    page = windows.open(DESK, "adele")
    visit(page, "/admin/site")
    # An untouched form follows.
    patch(settings, {"language": "de"})
    expect(page.get_by_label("Language of email")).to_have_value("de")
    # A touched field stays, the others follow, and the touched one says what it is now.
    page.get_by_label("Site name").fill("Adele's Hall")
    patch(settings, {"name": "Agnes's Hall", "zone": "Asia/Tokyo"})
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(page.get_by_text("Another administrator changed this to: Agnes's Hall.")).to_be_visible()
    expect(page.get_by_label("Site name")).to_have_value("Adele's Hall")
    tap(page, "button", "Save")
    expect(page.get_by_text("Another administrator changed this")).to_have_count(0)
    now = stored(settings)["now"]
    assert (now["name"], now["zone"], now["language"]) == ("Adele's Hall", "Asia/Tokyo", "de")


def test_a_change_that_no_event_told_of_stops_the_save_once(windows, settings):
    page = windows.open(DESK, "adele")
    page.route("**/v1/stream*", lambda route: None)  # no reply: the stream never opens
    visit(page, "/admin/site")
    page.get_by_label("Site name").fill("Adele's Hall")
    patch(settings, {"name": "Agnes's Hall"})
    tap(page, "button", "Save")
    expect(page.get_by_text("Save again to replace their value.")).to_be_visible()
    assert stored(settings)["now"]["name"] == "Agnes's Hall"
    tap(page, "button", "Save")
    expect(page.get_by_text("Save again to replace their value.")).to_have_count(0)
    wait_until(lambda: stored(settings)["now"]["name"] == "Adele's Hall", "the second save counts")


def test_what_is_typed_outlives_a_reload(windows, settings):
    page = windows.open(PHONE, "adele")
    visit(page, "/admin/site")
    page.get_by_label("Site name").fill("Half a na")
    patch(settings, {"language": "de"})
    expect(page.get_by_label("Language of email")).to_have_value("de")
    page.wait_for_function("""async () => {
      const open = indexedDB.open("quad");
      const database = await new Promise((done) => { open.onsuccess = () => done(open.result); });
      const all = database.transaction("drafts").objectStore("drafts").getAll();
      const rows = await new Promise((done) => { all.onsuccess = () => done(all.result); });
      database.close();
      return JSON.stringify(rows).includes("Half a na");
    }""")
    page.reload()
    expect(page.get_by_label("Site name")).to_have_value("Half a na")
    expect(page.get_by_label("Language of email")).to_have_value("de")
    expect(page.get_by_text("Draft from")).to_be_visible()
    tap(page, "button", "Discard draft")
    expect(page.get_by_label("Site name")).to_have_value("Hilltop")


def test_nobody_else_finds_the_settings(windows, campus):
    Person(campus, "sidney")
    page = windows.open(DESK, "sidney")
    visit(page, "/admin/site")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
