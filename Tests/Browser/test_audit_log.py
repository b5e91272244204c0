"""The audit log: what it says, alike actions in a line, and the file."""

import csv
import re

import pytest
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import visit
from quad_windows import DESK


@pytest.fixture(scope="module")
def campus():
    with campus_of("adele") as site:
        yield site


@pytest.fixture
def page(campus_windows):
    return campus_windows.open(DESK, "adele")


def test_the_audit_log_is_saved_as_a_file(campus, page):
    made = campus.request("POST", "/v1/admin/invites", {"uses": 1}, campus.tokens["adele"])
    assert made.status == 201, made.body
    visit(page, "/admin/audit")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as CSV").click()
    with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
        head, *lines = csv.reader(file)
    assert head == ["Time", "Administrator", "Action"]
    said = [line[2] for line in lines]
    assert "Adele Example created an invitation for 1 account" in said, said


def test_alike_actions_share_a_line_of_the_audit_log(page):
    """Those of one person on one day; the file has each of them."""
    def entry(number, action="school_changed", actor=None, day=20):
        return {"id": number, "at": f"2026-11-{day}T10:{59 - number:02}:00.000Z", "actor": actor, "action": action,
                "object": "x", "detail": f"added Class {number}"}

    other = "01a00000-0000-7000-8000-000000000000"
    first = [entry(0), entry(1), entry(2), entry(3, "message_hidden"), entry(4, "message_hidden"),
             entry(5, "message_hidden"), entry(6, actor=other), entry(7), entry(8), entry(9, day=19), entry(10, day=19),
             entry(11, day=19)]
    rest = [entry(12, day=19), entry(13, "picture_added", day=19)]
    held = []
    is_held = True

    def answer(route):
        if "cursor=" not in route.request.url:
            route.fulfill(json={"items": first, "next": "more"})
        elif is_held:
            held.append(route)
        else:
            route.fulfill(json={"items": rest})

    page.route("**/v1/admin/audit?*", answer)
    page.goto("/admin/audit")
    runs = page.locator(".audit-run summary")
    expect(runs).to_contain_text(["changed the school's setup 3 times", "changed the school's setup 3+ times"])
    assert page.get_by_text("hid a reported message").count() == 3
    runs.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("(added Class 1)")).to_be_visible()
    expect(page.get_by_text("(added Class 7)")).to_be_visible()
    is_held = False
    for route in held:
        route.fulfill(json={"items": rest})
    expect(runs.last).to_contain_text("changed the school's setup 4 times")
    expect(page.get_by_text("(added Class 1)")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as CSV").click()
    with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.reader(file))) == 1 + len(first) + len(rest)


@pytest.mark.parametrize("action", ["roster_imported", "roster_changed"])
def test_the_audit_log_calls_an_import_one_of_people_into_a_course(page, action):
    entry = {"id": 1, "at": "2026-11-20T10:00:00.000Z", "actor": None, "action": action,
             "object": "01a00000-0000-7000-8000-000000000000",
             "detail": "Bridges, BRI 1: 0 added, 0 changed, 1 expected"}
    page.route("**/v1/admin/audit?*", lambda route: route.fulfill(json={"items": [entry]}))
    visit(page, "/admin/audit")
    expect(page.get_by_text("imported people into a course (Bridges, BRI 1: 0 added")).to_be_visible()


def test_the_audit_log_has_its_details_in_the_language_of_the_page(campus, campus_windows):
    person = campus.admins["adele"].id
    told = [
        ("roster_changed", person, "Latein: Verse: instructor", "(Latein: Verse: Lehrkraft)"),
        ("roster_changed", person, "constructor: left", "(constructor: nicht mehr im Kurs)"),
        ("roster_imported", person, "Latein: 2 added, 1 changed, 3 expected",
         "(Latein: 2 neu, 1 geändert, 3 noch ohne Konto)"),
        ("attendance_changed", person, "Latein: late", "Anwesenheit von Adele Example geändert (Latein: verspätet)"),
        ("attendance_changed", "Latein", "deleted check-in", "Anwesenheit geändert (Latein: Check-in gelöscht)"),
        ("school_changed", person, "added the contact Frau Ott", "(Kontakt Frau Ott hinzugefügt)"),
        ("school_changed", "import", "classes: 3 added, 0 changed", "(Fächer: 3 neu, 0 geändert)"),
        ("school_changed", person, "deleted Fasching on 2026-02-17", re.compile(r"\(Fasching, .*17\. Feb.* gelöscht\)")),
        ("day_closed", "school", "2026-11-20 (Sturm)", re.compile(r"\(.*20\. Nov.*, Sturm\)")),
        ("aeds_changed", person, "changed an AED", "(ein AED geändert)"),
        ("crisis_alerted", person, "drill, 1 people: Mensa", "(Übung, 1 Person: Mensa)"),
        ("picture_added", "x", "added the contact Frau Ott", "Bild „added the contact Frau Ott“"),
        ("school_changed", person, "of no known form", "(of no known form)"),
        ("site_changed", "site", "language fr, name Haus 7, oben, sign_up domains:a.example,b.example, zone America/New_York",
         "(Sprache der E-Mails: Français · Name der Seite: Haus 7, oben · Neue Konten: offen für a.example und b.example"
         " · Zeitzone: America/New York)"),
        ("site_changed", "site", "name as in the file, sign_up invite",
         "(Name der Seite: aus der Einstellungsdatei des Servers · Neue Konten: mit Einladung)"),
        ("site_changed", "site", "color blue", "(color blue)"),
        ("guide_changed", "guide", "112, erc2025", "(Notrufnummer 112, Leitlinien ERC 2025)"),
        ("term_locked", "Herbst", None, "hat das Semester Herbst gesperrt"),
    ]
    entries = [{"id": number, "at": "2026-11-20T10:00:00.000Z", "action": action, "object": about, "detail": detail}
               for number, (action, about, detail, _) in enumerate(told)]
    page = campus_windows.open(DESK, "adele", locale="de-DE")
    page.route("**/v1/admin/audit?*", lambda route: route.fulfill(json={"items": entries}))
    visit(page, "/admin/audit")
    expect(page.locator(".audit-words")).to_contain_text([said for *_, said in told])
    campus_windows.shot(page, "audit-de")


def test_an_audit_log_that_failed_says_so_once(campus, campus_windows):
    page = campus_windows.open(DESK, "adele")
    paths = ("audit", "people")
    for path in paths:
        campus_windows.watch.expect(503, f"/v1/admin/{path}")
        page.route(f"**/v1/admin/{path}?*", lambda route: route.fulfill(status=503, json={
            "kind": "unavailable", "code": "service_unavailable", "message": ""}))
    visit(page, "/admin/audit")
    again = page.get_by_role("main").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    assert page.locator(".toast").count() == 0
    for path in paths:
        page.unroute(f"**/v1/admin/{path}?*")
    again.click()
    expect(page.get_by_role("combobox", name="Administrator").locator("option")).to_have_text(
        ["All administrators", "Adele Example"])
