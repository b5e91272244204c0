"""The administrators' list of AEDs, and an alert to help as the helper and the sender see it."""

import json

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import tap, visit
from quad_windows import DESK, PHONE
from quad_world import neighbour

MAP = {"type": "FeatureCollection", "features": [
    {"type": "Feature", "id": "node/7", "geometry": {"type": "Point", "coordinates": [-74.0, 40.5]},
     "properties": {"emergency": "defibrillator", "name": "Chapel", "level": "0"}},
    {"type": "Feature", "id": "node/8", "geometry": {"type": "Point", "coordinates": [-74.0, 400]},
     "properties": {"emergency": "defibrillator", "name": "Nowhere"}},
]}


@pytest.fixture(scope="module")
def warden(site):
    person = Person(site, "waldo-aeds")
    site.set_roles(person.id, ["student", "admin"])
    return person


def test_an_administrator_keeps_the_aeds(windows, warden, tmp_path):
    page = windows.open(DESK, "waldo-aeds")
    visit(page, "/admin/aeds")
    tap(page, "button", "Add AED")
    page.get_by_label("Building").fill("Observatory")
    page.get_by_label("Floor").fill("3")
    page.get_by_label("Position").fill("40.8075, -73.9626")
    tap(page, "button", "Save")
    row = page.get_by_role("listitem").filter(has_text="Observatory, floor 3")
    expect(row).to_contain_text("not checked yet")
    row.get_by_role("button", name="Edit AED").click()
    expect(page.get_by_label("Position")).to_have_value("40.8075, -73.9626")
    page.get_by_label("Where exactly", exact=False).first.fill("Behind the dome's door")
    tap(page, "button", "Save")
    expect(row).to_contain_text("Behind the dome's door")
    windows.shot(page, "admin-aeds")

    (tmp_path / "aeds.geojson").write_text(json.dumps(MAP))
    page.get_by_label("File").set_input_files(tmp_path / "aeds.geojson")
    tap(page, "button", "Check file")
    expect(page.get_by_text("2 AEDs: 1 new, 0 changed, 0 the same, 1 left out.")).to_be_visible()
    expect(page.get_by_text("Object 2:")).to_be_visible()
    tap(page, "button", "Import AEDs")
    expect(page.get_by_text("Imported: 1 new, 0 changed.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Chapel, floor 0")).to_contain_text("OpenStreetMap")

    row.get_by_role("button", name="Delete AED").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete AED").click()
    expect(row).to_have_count(0)


def test_a_helper_says_so_and_the_sender_sees_it_and_calls_off(windows, site):
    hanna = Person(site, "hanna-help")
    hanna.join("912A")
    neighbour(site, "hugo-help", hanna)
    raised = hanna.post("/v1/crisis-alerts", {"place": "Forbes Hall, kitchen", "note": "Second floor"}).json
    sender = windows.open(PHONE, "hanna-help")
    visit(sender, f"/aid/help/{raised['id']}")
    expect(sender.get_by_text("1 person was alerted, 0 are coming.")).to_be_visible()
    helper = windows.open(PHONE, "hugo-help")
    visit(helper, "/inbox")
    helper.get_by_role("link", name="Help needed: Forbes Hall, kitchen").click()
    expect(helper.get_by_role("heading", name="Forbes Hall, kitchen")).to_be_visible()
    expect(helper.get_by_role("link", name="Call 911")).to_have_attribute("href", "tel:911")
    windows.shot(helper, "help-needed")
    tap(helper, "button", "I'm coming")
    expect(helper.get_by_text("You've said that you're coming.")).to_be_visible()
    expect(sender.get_by_text("1 person was alerted, 1 is coming.")).to_be_visible()
    tap(sender, "button", "Call off")
    sender.get_by_role("dialog").get_by_role("button", name="Call off").click()
    expect(sender.get_by_text("Nobody needs to come anymore.")).to_be_visible()
    helper.reload()
    expect(helper.get_by_role("button", name="I'm coming")).to_have_count(0)
