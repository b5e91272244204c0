"""The administrators' list of AEDs, and an alert to help as the helper and the sender see it."""

import json
import uuid

import pytest
from people import Person
from playwright.sync_api import expect
from quad_site import wait_until

from quad_page import axe, poll, tap, visit
from quad_stores import database
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
    page.get_by_role("textbox", name="Floor").fill("3")
    page.get_by_role("textbox", name="Position").fill("40.8075, -73.9626")
    tap(page, "button", "Save")
    row = page.get_by_role("listitem").filter(has_text="Observatory, floor 3")
    expect(row).to_contain_text("not checked yet")
    row.get_by_role("button", name="Edit AED").click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value("40.8075, -73.9626")
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
    expect(row).to_have_count(0)
    windows.shot(page, "admin-aeds-deleted")
    tap(page, "button", "Undo")
    expect(row).to_contain_text("Behind the dome's door")


def keep(site, building):
    """An AED that is stored, and whether it still is."""
    token = site.sign_in("waldo-aeds")
    assert site.request("POST", "/v1/admin/aeds", {"building": building}, token).status == 201
    return lambda: building in [aed.get("building") for aed in site.request("GET", "/v1/aeds", None, token).json["items"]]


def delete(page, building):
    row = page.get_by_role("listitem").filter(has_text=building)
    row.get_by_role("button", name="Delete AED").click()
    expect(page.get_by_text(f"{building} deleted")).to_be_visible()
    expect(row).to_have_count(0)


def test_a_deletion_is_sent_after_its_notice_and_not_after_an_undo(windows, warden, site):
    page = windows.open(PHONE, "waldo-aeds")
    undone, first, left, closed = (keep(site, name) for name in ("Aula", "Brewery", "Cinema", "Dairy"))
    visit(page, "/admin")
    page.locator("a[href='/admin/aeds']").click()
    delete(page, "Aula")
    tap(page, "button", "Undo")
    expect(page.get_by_role("listitem").filter(has_text="Aula")).to_be_visible()
    # A newer notice ends the one before it, and so does leaving the page.
    delete(page, "Brewery")
    assert first()
    delete(page, "Cinema")
    poll(page, lambda: not first(), "the one before is deleted")
    assert left()
    page.go_back()
    poll(page, lambda: not left(), "leaving the page sends it")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.locator("a[href='/admin/aeds']").click()
    delete(page, "Dairy")
    assert closed()
    page.reload()
    poll(page, lambda: not closed(), "a reload sends it")
    assert undone()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_the_device_fills_in_the_position_or_says_why_not(windows, warden, is_allowed):
    spot = {"latitude": 40.80751234, "longitude": -73.9626, "accuracy": 12}
    page = windows.open(PHONE, "waldo-aeds", geolocation=spot, permissions=["geolocation"] if is_allowed else [])
    visit(page, "/admin/aeds")
    tap(page, "button", "Add AED")
    position = page.get_by_role("textbox", name="Position")
    position.fill("1, 2")
    tap(page, "button", "Use my position")
    if is_allowed:
        expect(page.get_by_text("Your position, accurate to about 12 m.")).to_be_visible()
        expect(position).to_have_value("40.80751, -73.9626")
    else:
        expect(page.get_by_text("Quad may not use your position.")).to_be_visible()
        expect(position).to_have_value("1, 2")
    windows.shot(page, f"admin-aeds-position-{'taken' if is_allowed else 'refused'}")


def known_to_guide(site, *people):
    """Waits until guide has heard from roomhub where these people live."""
    keys = [uuid.UUID(person.id).bytes for person in people]
    with database(site, "guide") as rows:
        wait_until(lambda: all(rows.execute("SELECT 1 FROM membership WHERE person = ?", (key,)).fetchone()
                               for key in keys), "guide knows the room")


def test_a_helper_says_so_and_the_sender_sees_it_and_calls_off(windows, site):
    hanna = Person(site, "hanna-help")
    hanna.join("912A")
    known_to_guide(site, hanna, neighbour(site, "hugo-help", hanna))
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


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_administrators_see_all_crisis_alerts(windows, site, warden, device):
    kind = "phone" if device is PHONE else "desk"
    heidi = Person(site, f"heidi-crises-{kind}")
    heidi.join("915A" if device is PHONE else "916A")
    known_to_guide(site, heidi, neighbour(site, f"henry-crises-{kind}", heidi))
    place = f"Chapel, {kind}"
    off = heidi.post("/v1/crisis-alerts", {"place": f"{place}, steps"}).json["id"]
    assert heidi.post(f"/v1/crisis-alerts/{off}/call-off").status == 200
    heidi.post("/v1/crisis-alerts", {"place": f"{place}, drill", "drill": True})
    on = heidi.post("/v1/crisis-alerts", {"place": f"{place}, organ", "note": "Left door"}).json["id"]
    page = windows.open(device, "waldo-aeds")
    visit(page, "/admin")
    tap(page, "link", "Crisis alerts")
    rows = page.get_by_role("listitem").filter(has_text=place)
    expect(rows).to_have_count(3)
    for row, said in zip(rows.all(), [["organ", "Still on", "1 alerted, 0 coming"], ["drill", "Drill", "Still on"],
                                      ["steps", "1 alerted", "Called off at"]]):
        for part in [*said, "From Heidi"]:
            expect(row).to_contain_text(part)
    assert axe(page) == []
    windows.shot(page, f"admin-crises-{kind}")
    rows.first.click()
    page.wait_for_url(f"**/aid/help/{on}")
    expect(page.get_by_text("Left door")).to_be_visible()
    tap(page, "button", "Call off")
    page.get_by_role("dialog").get_by_role("button", name="Call off").click()
    expect(page.get_by_text("Nobody needs to come anymore.")).to_be_visible()
