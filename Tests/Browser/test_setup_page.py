"""O4 in the browser: the page on which a new site gets its administrator, and the test of its mail server."""

import pytest
from mail_server import MailServer
from playwright.sync_api import expect
from quad_accounts import sql
from quad_site import PASSWORD, Site

from conftest import ARTEFACTS, WEB
from quad_page import axe, poll, tap, visit
from quad_windows import DESK, PHONE, Windows


@pytest.fixture(scope="module")
def server():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def campus(server):
    settings = {"QUAD_WEB": str(WEB), "QUAD_SIGNUP": "invite", "QUAD_SMTP": server.url,
                "QUAD_SMTP_FROM": "quad@hilltop.example"}
    site = Site(settings=settings)
    try:
        site.signed_in = {}
        yield site
    finally:
        site.close()


@pytest.fixture
def windows(chromium, campus):
    sql(campus, "UPDATE person SET roles = 'student'")
    sql(campus, "DELETE FROM site_setting")
    campus.code = campus.operator("auth.site.makeSetupCode", {})["code"]
    windows = Windows(chromium, campus, campus.signed_in, ARTEFACTS, has_worker=False)
    yield windows
    windows.close()


def fill(page, name):
    page.get_by_label("First name").fill(name.title())
    page.get_by_label("Last name").fill("Lovelace")
    page.get_by_label("Email", exact=True).fill(f"{name}@hilltop.example")
    page.get_by_label("Site name").fill("Forbes Hall")
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_label("Sign-up").select_option("Open to certain email domains")
    page.get_by_label("Email domains").fill("hilltop.example, cs.hilltop.example")


def test_o4_a_new_site_leads_from_sign_in_to_its_administration(windows, campus, server):
    name = "ruth"
    page = windows.open(PHONE)
    visit(page, "/signin")
    page.get_by_role("link", name="Set up this site").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Set up this site")
    # Everything that is missing is marked at once.
    tap(page, "button", "Set up site")
    expect(page.locator("[aria-invalid=true]")).to_have_count(6)
    expect(page.get_by_label("Setup code")).to_be_focused()
    axe(page)
    fill(page, name)
    page.get_by_label("Setup code").fill("0000-0000-0000")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    windows.watch.expect(403, "/v1/setup")
    tap(page, "button", "Set up site")
    expect(page.get_by_text("This isn't the current setup code.")).to_be_visible()
    page.get_by_label("Setup code").fill(campus.code.lower())
    tap(page, "button", "Set up site")
    expect(page.get_by_role("heading", level=1)).to_have_text("Administration")
    expect(page.get_by_text("Forbes Hall").first).to_be_visible()
    tap(page, "link", "Site settings")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    server.mode = "accept"
    tap(page, "button", "Send test email")
    expect(page.get_by_text(f"The mail server accepted a test email to {name}@hilltop.example.")).to_be_visible()
    server.mode = "refuse"
    tap(page, "button", "Send test email")
    expect(page.get_by_text("The mail server refused the email")).to_contain_text("550")
    site = campus.request("GET", "/v1/site").json
    assert (site["name"], site["signUp"], site["needsSetup"]) == ("Forbes Hall", "domains", False)
    other = windows.open(DESK)
    visit(other, "/setup")
    expect(other.get_by_role("heading", level=1)).to_contain_text("This site is set up")


def test_o4_what_is_typed_is_kept_but_no_secret(windows, campus):
    page = windows.open(PHONE)
    visit(page, f"/setup#{campus.code}")
    expect(page.get_by_label("Setup code")).to_have_value(campus.code)
    fill(page, "kept")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    visit(page, "/signin")
    stored = """async () => {
      const database = await new Promise((resolve) => {
        const request = indexedDB.open("quad");
        request.onsuccess = () => resolve(request.result);
      });
      const rows = await new Promise((resolve) => {
        const request = database.transaction("drafts").objectStore("drafts").getAll();
        request.onsuccess = () => resolve(request.result);
      });
      database.close();
      return JSON.stringify(rows);
    }"""
    poll(page, lambda: "Forbes Hall" in page.evaluate(stored), "the draft is stored")
    text = page.evaluate(stored)
    assert PASSWORD not in text and campus.code not in text
    visit(page, "/setup")
    expect(page.get_by_label("Site name")).to_have_value("Forbes Hall")
    expect(page.get_by_label("Email domains")).to_have_value("hilltop.example, cs.hilltop.example")
    expect(page.get_by_label("Password", exact=True)).to_have_value("")
