"""The map of a check-in's place: its pin and range are dragged and moved by keys, over tiles and over the plain grid."""

import re

import pytest
from conftest import WEB
from playwright.sync_api import expect
from quad_page import FRAME, axe, poll, tap, visit
from quad_site import Site
from quad_windows import DESK, PHONE
from quad_world import add_course, teacher
from tile_server import TileServer

HALL = {"latitude": 42.3184, "longitude": -72.6361, "accuracy": 12}
ALLOWED = {"permissions": ["geolocation"], "geolocation": HALL}
CREDIT = "© Hilltop surveyors"


@pytest.fixture(scope="module")
def tiles(tmp_path_factory):
    with TileServer(tmp_path_factory.mktemp("tiles")) as server:
        yield server


@pytest.fixture(scope="module")
def mapped_site(tiles):
    """A site whose map has tiles."""
    site = Site(settings={"QUAD_WEB": str(WEB), "QUAD_TILES": tiles.origin + "/town/{z}/{x}/{y}.png",
                          "QUAD_TILES_CREDIT": CREDIT})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        site.theo = teacher(site, "theo")
        site.course = add_course(site.theo, name="Topography")
        yield site
    finally:
        site.close()


@pytest.fixture
def mapped(new_windows, mapped_site, tiles):
    tiles.asked.clear()
    tiles.is_away = False
    windows = new_windows(mapped_site)
    windows.watch.others = (tiles.origin + "/town/",)
    yield windows
    windows.close()


def form(windows, device, site, person="theo", **options):
    """The form of a new check-in, once its map is drawn."""
    page = windows.open(device, person, ignore_https_errors=True, **{**ALLOWED, **options})
    visit(page, f"/courses/{site.course}/check-ins/new")
    expect(plan(page).locator(".spot-needle")).to_be_visible()
    return page


def plan(page):
    return page.get_by_role("application", name="Map of the place")


def place(page):
    """The coordinates that would be sent."""
    return [float(page.get_by_role("textbox", name=name, include_hidden=True).input_value())
            for name in ("Latitude", "Longitude")]


def drag(page, start, east, south):
    x, y = start
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + east, y + south, steps=30)
    # The move arrives with one frame, and is drawn with the next.
    for _ in range(3):
        page.evaluate(FRAME)
    page.mouse.up()


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_tiles_lie_under_the_pin_and_name_their_makers(mapped, mapped_site, tiles):
    page = form(mapped, PHONE, mapped_site)
    expect(page.locator(".spot-plan img.leaflet-tile-loaded").first).to_be_visible()
    expect(page.get_by_text(CREDIT)).to_be_visible()
    expect(page.locator(".spot-length")).to_have_text("100 ft")
    assert all(re.fullmatch(r"/town/(1[0-9])/\d+/\d+\.png", path) for path, _ in tiles.asked), tiles.asked
    # The server of tiles is not told who asks, from which page.
    for _, headers in tiles.asked:
        assert not {"Referer", "Cookie", "Origin"} & headers.keys(), headers
    assert axe(page) == []
    mapped.shot(page, "map-phone-tiles")
    mapped.finish()


def test_the_pin_and_its_range_are_dragged(mapped, mapped_site):
    page = form(mapped, DESK, mapped_site)
    mapped.shot(page, "map-desk-tiles")
    first = place(page)
    drag(page, middle(page.locator(".spot-needle")), 60, 40)
    expect(page.get_by_text("Pin set by hand")).to_be_visible()
    dragged = place(page)
    assert dragged[0] < first[0] and dragged[1] > first[1], (first, dragged)
    # The range goes with the pin, and takes it along.
    pin, ring = page.locator(".spot-hold"), page.locator("path.spot-range")
    box, (x, y) = pin.bounding_box(), middle(ring)
    assert (x, y) == pytest.approx((box["x"] + box["width"] / 2, box["y"] + box["height"]), abs=2)
    drag(page, (x - 20, y + 20), -60, -40)
    page.wait_for_function("([before]) => document.querySelector('[name=latitude]').value > before", arg=[dragged[0]])
    assert place(page) == pytest.approx(first, abs=2e-5)
    # The ground beside them is dragged under them, and the pin keeps its place.
    still = place(page)
    corner = plan(page).bounding_box()
    drag(page, (corner["x"] + 12, corner["y"] + corner["height"] - 12), 90, -30)
    assert place(page) == still and middle(ring)[0] == pytest.approx(x - 60 + 90, abs=6)
    mapped.finish()


def touch(page, *ways):
    """Fingers that go from one point to another at the same time: ((x, y), (x, y)) each."""
    session = page.context.new_cdp_session(page)

    def send(kind, part):
        points = [{"x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "id": finger}
                  for finger, ((x, y), (to_x, to_y)) in enumerate(ways)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    send("touchStart", 0)
    for step in range(1, 11):
        send("touchMove", step / 10)
        page.evaluate(FRAME)
    send("touchEnd", 1)
    session.detach()


def test_fingers_move_and_pinch_the_map(mapped, mapped_site):
    page = form(mapped, PHONE, mapped_site)
    plan(page).scroll_into_view_if_needed()
    first, ring, frame = place(page), page.locator("path.spot-range"), plan(page).bounding_box()
    top = page.evaluate("() => scrollY")
    x, _ = middle(ring)
    low = (frame["x"] + 12, frame["y"] + frame["height"] - 20)
    touch(page, (low, (low[0] + 80, low[1] - 40)))
    poll(page, lambda: middle(ring)[0] == pytest.approx(x + 80, abs=14), "the ground goes with the finger")
    # The page stays where it is, and so does the pin on the ground.
    assert page.evaluate("() => scrollY") == top and place(page) == first
    bar = page.locator(".spot-length")
    expect(bar).to_have_text("100 ft")
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 24
    touch(page, ((x - 30, y), (x - 120, y)), ((x + 30, y), (x + 120, y)))
    # Two fingers apart show less, but larger.
    expect(bar).to_have_text("20 ft")
    touch(page, ((x - 120, y), (x - 30, y)), ((x + 120, y), (x + 30, y)))
    expect(bar).to_have_text("100 ft")
    assert place(page) == first
    # One finger on the pin takes it along.
    x, y = middle(page.locator(".spot-needle"))
    touch(page, ((x, y), (x - 50, y - 30)))
    expect(page.get_by_text("Pin set by hand")).to_be_visible()
    assert place(page)[0] > first[0] and place(page)[1] < first[1]
    mapped.finish()


def test_keys_move_the_pin_and_change_the_scale(mapped, mapped_site):
    page = form(mapped, DESK, mapped_site)
    first = place(page)
    plan(page).focus()
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowLeft")
    north, east = (after - before for after, before in zip(place(page), first))
    assert (north * 111_320, east * 82_300) == pytest.approx((10, -1), abs=0.15)
    ring = page.locator("path.spot-range")
    width = ring.bounding_box()["width"]
    page.keyboard.press("-")
    assert ring.bounding_box()["width"] == pytest.approx(width / 2, rel=0.1)
    tap(page, "button", "Zoom in")
    assert ring.bounding_box()["width"] == pytest.approx(width, rel=0.1)
    # The pin stays on the map however far it goes.
    for _ in range(20):
        page.keyboard.press("Shift+ArrowRight")
    frame, pin = plan(page).bounding_box(), page.locator(".spot-needle").bounding_box()
    assert frame["x"] < pin["x"] and pin["x"] + pin["width"] < frame["x"] + frame["width"]
    # Another range is shown whole.
    page.get_by_role("textbox", name="Range").fill("2000")
    assert ring.bounding_box()["height"] < frame["height"]
    mapped.finish()


def test_without_tiles_the_form_works_on(mapped, mapped_site, tiles):
    tiles.is_away = True
    mapped.watch.allow(503)
    page = form(mapped, PHONE, mapped_site)
    expect(page.locator(".spot-plan img.leaflet-tile-loaded")).to_have_count(0)
    expect(page.locator(".spot-tile").first).to_be_visible()
    plan(page).focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("Pin set by hand")).to_be_visible()
    tap(page, "button", "Create check-in")
    expect(page.get_by_text("Check-in created")).to_be_visible()
    mapped.finish()


def test_without_the_library_the_place_is_typed(mapped, mapped_site):
    page = mapped.open(PHONE, "theo", **ALLOWED)
    page.route("**/assets/components-leafletmap-*.js", lambda route: route.abort("connectionrefused"))
    mapped.watch.is_offline = True
    visit(page, f"/courses/{mapped_site.course}/check-ins/new")
    expect(page.get_by_text("The map isn't available right now.")).to_be_visible()
    expect(plan(page)).to_be_hidden()
    page.get_by_text("Coordinates", exact=True).click()
    page.get_by_role("textbox", name="Latitude").fill("42.5")
    page.keyboard.press("Tab")
    expect(page.get_by_text("42.50000, -72.63610")).to_be_visible()


def test_a_site_without_a_server_of_tiles_has_the_grid(windows, site):
    theresa = teacher(site, "theresa")
    site.course = add_course(theresa, name="Trigonometry")
    page = form(windows, PHONE, site, "theresa")
    expect(page.locator(".spot-tile").first).to_be_visible()
    assert page.locator(".spot-plan img").count() == 0 and page.locator(".spot-credit").count() == 0
    assert axe(page) == []
    windows.shot(page, "map-phone-grid")


def test_sources_have_the_library_of_the_system(source_windows, source_site):
    tillie = teacher(source_site, "tillie")
    source_site.course = add_course(tillie, name="Triangulation")
    page = form(source_windows, DESK, source_site, "tillie", color_scheme="dark")
    source_windows.shot(page, "map-desk-grid-dark")
