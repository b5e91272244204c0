"""The look of an event: suggested by its title, chosen once, and the same wherever it is shown."""

import json
import re
from pathlib import Path

import pytest
from people import Person
from playwright.sync_api import expect

from quad_events_page import row
from quad_languages import LANGUAGES
from quad_page import tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_event

VECTORS = Path(__file__).resolve().parents[1] / "Unit" / "SchemaTests" / "drawing_vectors.json"
DRAWINGS = "async (titles) => { const { drawingFor } = await import('/app/models/look.js'); return titles.map(drawingFor); }"
NAMES = """async (language) => {
  const { colors, drawings } = await import("/app/models/eventlooks.js");
  const { default: words } = await import(`/app/words/${language}/events.js`);
  const sorted = (names) => [...names].sort().join();
  return [[drawings, words.events.drawings], [Object.fromEntries(colors.map((one) => [one])), words.events.colors]]
    .map((pair) => pair.map((names) => sorted(Object.keys(names))));
}"""


@pytest.fixture(scope="module")
def loki(site):
    loki = Person(site, "loki")
    loki.join("451A")
    return loki


def test_titles_suggest_the_drawings_that_the_site_chooses(modules):
    vectors = json.loads(VECTORS.read_text())
    page = modules()
    found = page.evaluate(DRAWINGS, [title for title, _ in vectors])
    assert [[title, drawing] for (title, _), drawing in zip(vectors, found)] == vectors


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawing_and_color_has_a_name(modules, language):
    page = modules()
    for listed, named in page.evaluate(NAMES, language):
        assert named == listed


def looks_like(place, sign, color):
    expect(place.locator(".event-sign").first).to_have_text(sign)
    expect(place.locator(".event-picture").first).to_have_class(re.compile(rf"\bsky-{color}\b"))


def test_a_look_is_suggested_then_chosen_and_the_same_everywhere(windows, loki):
    page = windows.open(PHONE, "loki")
    visit(page, "/events/new")
    name, look = page.get_by_label("Name", exact=True), page.locator("summary", has_text="Look")
    name.fill("Omas Geburtstag")
    expect(look).to_contain_text("Cake · ")
    look.click()
    expect(page.get_by_role("radio", name="Cake")).to_be_checked()
    name.fill("Flight to Lisbon")
    expect(page.get_by_role("radio", name="Plane")).to_be_checked()
    page.get_by_role("radio", name="Gray").check()
    page.get_by_role("radio", name="Star").check()
    name.fill("Zahnarzt")
    expect(look).to_contain_text("Star · Gray")
    looks_like(page.locator(".picture-look"), "⭐", "gray")
    # A draft keeps the choice.
    page.reload()
    expect(look).to_contain_text("Star · Gray")
    tap(page, "button", "Save")
    looks_like(row(page, "Zahnarzt"), "⭐", "gray")
    event = loki.get("/v1/events").json["items"][0]
    assert (event["drawing"], event["color"]) == ("star", "gray")

    visit(page, f"/events/{event['id']}/edit")
    name.fill("Party")
    expect(look).to_contain_text("Star · Gray")
    look.click()
    page.get_by_role("radio", name="Coffee").check()
    tap(page, "button", "Save")
    looks_like(page.locator(".event-head"), "☕", "gray")
    link = loki.post(f"/v1/events/{event['id']}/link").json["token"]
    guest = windows.open(DESK, locale="de-DE")
    visit(guest, f"/shared/{link}")
    looks_like(guest.locator(".event-head"), "☕", "gray")


def test_an_event_keeps_what_its_first_title_suggested(windows, loki):
    event = add_event(loki, "Statistikklausur", days=4)
    color = loki.get(f"/v1/events/{event}").json["color"]
    page = windows.open(DESK, "loki")
    visit(page, f"/events/{event}")
    looks_like(page.locator(".event-head"), "📝", color)
    assert loki.patch(f"/v1/events/{event}", {"version": 1, "title": "Birthday"}).status == 200
    expect(page.get_by_role("heading", level=1, name="Birthday")).to_be_visible()
    looks_like(page.locator(".event-head"), "📝", color)
