"""The portrait of a person: chosen in the profile, cropped to a square, shown to roommates beside the name, removed."""

import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit
from quad_uploads import png
from quad_windows import DESK, PHONE
from quad_world import neighbour

LOADED = "(one) => one.complete && one.naturalWidth > 0 && one.naturalWidth === one.naturalHeight"


@pytest.fixture(scope="module")
def nilufar(site):
    nilufar = Person(site, "nilufar")
    nilufar.join("471A")
    return nilufar


def faces(page):
    return page.locator(".avatar .avatar-photo")


def test_a_portrait_is_chosen_and_roommates_see_it(windows, site, nilufar):
    oswin = neighbour(site, "oswin", nilufar)
    page = windows.open(PHONE, "nilufar")
    visit(page, "/settings/profile")
    phone = page.get_by_label("Phone", exact=True)
    phone.fill("+1 202 555 0143")
    page.get_by_label("Add picture").and_(page.locator("input")).first.set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": png(600, 400)})
    expect(page.get_by_role("group", name="Visible part")).to_be_focused()
    page.keyboard.press("ArrowRight")
    tap(page, "button", "Use picture")
    poll(page, lambda: "crop" in nilufar.get("/v1/me").json.get("picture", {}), "it is stored with its part")
    part = nilufar.get("/v1/me").json["picture"]["crop"]
    assert abs(part["width"] * 600 - part["height"] * 400) < 2, "the part is a square"
    # What was typed meanwhile is saved on top of it.
    expect(phone).to_have_value("+1 202 555 0143")
    tap(page, "button", "Save", exact=True)
    expect(page.get_by_text("Saved")).to_be_visible()
    assert nilufar.get("/v1/me").json["phone"]
    windows.shot(page, "portrait")

    visit(page, "/settings")
    poll(page, lambda: faces(page).first.evaluate(LOADED), "the own bar shows it")
    other = windows.open(DESK, "oswin")
    visit(other, f"/roommates/{nilufar.id}")
    poll(other, lambda: faces(other).first.evaluate(LOADED), "the roommate sees it")
    assert oswin.get(f"/v1/people/{nilufar.id}/picture/whole").status == 404

    found = site.request("POST", "/v1/pictures", {"q": "beach"}, nilufar.token).json
    assert site.request("PUT", "/v1/me/picture", {"object": found["object"]}, nilufar.token).status == 200
    visit(other, f"/roommates/{nilufar.id}")
    expect(other.get_by_text(found["credit"])).to_be_visible()
    visit(page, "/settings/profile")
    expect(page.get_by_text(found["credit"])).to_be_visible()
    windows.shot(page, "portrait of a search")
    tap(page, "button", "Remove")
    expect(page.get_by_text(found["credit"])).to_have_count(0)
    poll(page, lambda: "picture" not in nilufar.get("/v1/me").json, "it is gone")
    expect(faces(page)).to_have_count(0)
    visit(other, f"/roommates/{nilufar.id}")
    expect(other.get_by_role("heading", level=1, name=re.compile("Nilufar"))).to_be_visible()
    expect(faces(other)).to_have_count(0)
