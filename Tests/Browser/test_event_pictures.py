"""Pictures of events: chosen, refused, uploaded, cropped by keys, mouse and fingers, shown everywhere, kept offline."""

import base64
import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_events_page import row
from quad_page import poll, tap, visit
from quad_uploads import png, upload
from quad_windows import DESK, PHONE
from quad_world import add_event, neighbour

RUN = "async ([name, ...given]) => (await import('/app/models/crop.js'))[name](...given)"
LOADED = "(one) => one.complete && one.naturalWidth > 0"
PIXEL = """async (card) => {
  await card.decode();
  const pen = new OffscreenCanvas(1200, 630).getContext("2d");
  pen.drawImage(card, 0, 0);
  return [...pen.getImageData(600, 20, 1, 1).data];
}"""
# A file given to the page by a drop or a paste.
GIVE = """([type, place, name, bytes]) => {
  const data = new DataTransfer();
  const file = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
  data.items.add(new File([file], name, { type: "image/png" }));
  const event = type === "drop" ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
    : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.querySelector(place).dispatchEvent(event);
}"""


@pytest.fixture(scope="module")
def picture():
    return png(800, 450)


@pytest.fixture(scope="module")
def pia(site):
    pia = Person(site, "pia")
    pia.join("461A")
    return pia


def chosen(content, name="lake.png", kind="image/png"):
    return {"name": name, "mimeType": kind, "buffer": content}


def choose(page, file):
    page.get_by_label("Add picture").and_(page.locator("input")).first.set_input_files(file)


def frame(page):
    return page.get_by_role("group", name="Visible part")


def part(page):
    """The visible part by the size and the place of the picture in its frame."""
    return page.evaluate("""() => {
      const { width, height, left, top } = document.querySelector(".crop-picture").getBoundingClientRect();
      const frame = document.querySelector(".crop-frame").getBoundingClientRect();
      return { x: (frame.left - left) / width, y: (frame.top - top) / height, width: frame.width / width };
    }""")


def shows(place):
    photo = place.locator(".event-photo").first
    photo.scroll_into_view_if_needed()
    poll(photo.page, lambda: photo.evaluate(LOADED), "the picture is there")
    return photo


def event_of(person, title):
    return next((one for one in person.get("/v1/events").json["items"] if one["title"] == title), None)


def test_a_part_never_reaches_beyond_the_picture(modules):
    page = modules()
    run = lambda *call: page.evaluate(RUN, list(call))  # noqa: E731
    for width, height in ((800, 450), (300, 900), (100, 100), (4000, 200)):
        size = {"width": width, "height": height}
        most = run("maxZoomOf", size)
        one = run("largestPart", size)
        assert 1 <= most <= 5
        for zoom, at, way in ((9, (0, 0), (-3, 5)), (2, (1, 1), (5, -5)), (0.1, (0.5, 0.5), (0.2, 0.2))):
            one = run("moved", run("zoomed", one, size, zoom, {"x": at[0], "y": at[1]}), *way)
            stored = run("storedPart", one)
            for start, side in (("x", "width"), ("y", "height")):
                assert stored[start] >= 0 and stored[start] + stored[side] <= 1 + 1e-9 and stored[side] >= 0.2
            if min(width, height) * 6 > max(width, height):
                form = (stored["width"] * width) / (stored["height"] * height)
                assert abs(form - 4 / 3) < 0.01, "the form of the frame"


def test_a_picture_is_chosen_cropped_by_keys_and_shown_everywhere(windows, site, pia, picture):
    paul = neighbour(site, "paul", pia)
    page = windows.open(PHONE, "pia")
    visit(page, "/events/new")
    page.get_by_label("Name", exact=True).fill("Day at the lake")
    choose(page, chosen(picture))
    expect(frame(page)).to_be_focused()
    assert abs(part(page)["width"] - 0.75) < 0.01 and abs(part(page)["x"] - 0.125) < 0.01
    page.keyboard.press("+")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("slider", name="Zoom")).to_have_attribute("aria-valuetext", "1.3 times")
    tap(page, "button", "Use picture")
    expect(page.get_by_role("button", name="Adjust")).to_be_focused()
    page.get_by_text("Visible to").first.click()
    page.get_by_role("radio", name="My room").check()
    tap(page, "button", "Save", exact=True)
    expect(page.get_by_text("Event added")).to_be_visible()
    shows(row(page, "Day at the lake"))
    event = event_of(pia, "Day at the lake")
    crop = event["picture"]["crop"]
    assert crop == {"x": 0.38, "y": 0.02, "width": 0.6, "height": 0.8}, crop
    tap(page, "link", re.compile("Day at the lake"))
    hero = shows(page.locator(".event-head"))
    # The site has cropped it.
    size = hero.evaluate("(one) => one.naturalWidth / one.naturalHeight")
    assert abs(size - 4 / 3) < 0.05
    expect(page.locator(".event-picture.is-hero")).to_have_class(re.compile("has-photo"))
    # A roommate sees it, on Today too.
    other = windows.open(DESK, "paul")
    visit(other, "/")
    shows(other.get_by_role("region", name="Next event"))
    link = pia.post(f"/v1/events/{event['id']}/link").json["path"]
    guest = windows.open(PHONE)
    visit(guest, link)
    shows(guest.locator(".event-head"))
    assert paul.get(f"/v1/events/{event['id']}/picture/whole").status == 404
    # It is taken away, and the drawn look is back.
    visit(page, f"/events/{event['id']}/edit")
    expect(page.get_by_role("img", name="Picture of the event")).to_be_visible()
    tap(page, "button", "Remove", exact=True)
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    tap(page, "button", "Save", exact=True)
    expect(page.get_by_text("Saved")).to_be_visible()
    expect(page.locator(".event-head .event-sign")).to_be_visible()
    expect(page.locator(".event-photo")).to_have_count(0)
    assert "picture" not in event_of(pia, "Day at the lake")


def test_a_picture_is_moved_and_zoomed_by_mouse_wheel_buttons_and_fingers(windows, pia, picture):
    page = windows.open(DESK, "pia")
    visit(page, "/events/new")
    choose(page, chosen(picture))
    box = frame(page).bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -500)
    poll(page, lambda: part(page)["width"] < 0.4, "the wheel has zoomed")
    before = part(page)
    page.mouse.down()
    page.mouse.move(middle[0] - box["width"] / 4, middle[1], steps=3)
    page.mouse.up()
    assert abs(part(page)["x"] - before["x"] - before["width"] / 4) < 0.01
    page.mouse.down()
    page.mouse.move(middle[0] - 3000, middle[1] - 3000, steps=3)
    page.mouse.up()
    now = part(page)
    assert now["x"] + now["width"] <= 1.001, "no empty edge"
    for name in ("Move left", "Move up", "Move right", "Move down", "Zoom in", "Zoom out"):
        before = part(page)
        tap(page, "button", name)
        assert part(page) != before or name in ("Move down",), name
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    phone = windows.open(PHONE, "pia")
    visit(phone, "/events/new")
    choose(phone, chosen(picture))
    box = frame(phone).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = part(phone)
    send = phone.context.new_cdp_session(phone).send
    touch = lambda kind, way: send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [  # noqa: E731
        {"x": x - way, "y": y, "id": 0}, {"x": x + way, "y": y, "id": 1}] if way else []})
    touch("touchStart", 40)
    for way in (50, 60, 70, 80):
        touch("touchMove", way)
    touch("touchEnd", 0)
    poll(phone, lambda: abs(part(phone)["width"] - before["width"] / 2) < 0.03, "two fingers have doubled it")


def test_what_is_no_picture_is_refused_with_its_reason(windows, pia, picture):
    page = windows.open(DESK, "pia")
    windows.watch.expect(422, "/v1/uploads")
    visit(page, "/events/new")
    said = page.locator(".picture-field").get_by_role("alert")
    choose(page, chosen(b"hello", "notes.txt", "text/plain"))
    expect(said).to_have_text("Choose a JPEG, PNG, WebP or GIF picture.")
    choose(page, chosen(b"\0" * 10_000_001))
    expect(said).to_have_text("Choose a picture of up to 10 MB.")
    choose(page, chosen(picture[:400]))
    expect(said).to_have_text("This picture is damaged or incomplete. Choose another one.")
    heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 200
    choose(page, chosen(heic, "photo.heic", "image/heic"))
    expect(said).to_have_text("This site can't read HEIC pictures. Save it as JPEG and try again.")
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    choose(page, chosen(picture))
    expect(frame(page)).to_be_visible()
    expect(said).to_be_hidden()


def test_an_upload_shows_its_progress_and_can_be_canceled(windows, pia, picture):
    page = windows.open(DESK, "pia")
    visit(page, "/events/new")
    page.get_by_label("Name", exact=True).fill("Never with a picture")
    held = []
    page.route("**/v1/uploads", lambda route: held.append(route))
    choose(page, chosen(picture))
    expect(page.get_by_role("progressbar", name="Uploading…")).to_be_visible()
    tap(page, "button", "Save", exact=True)
    expect(page.locator(".picture-field").get_by_role("alert")).to_have_text(
        "Wait until the picture is uploaded, or cancel it.")
    tap(page, "button", "Cancel")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    page.unroute("**/v1/uploads")


@pytest.mark.parametrize("way, place", [("drop", ".picture-field"), ("paste", "input[name=title]")])
def test_a_picture_is_dropped_or_pasted_and_its_draft_stays(windows, pia, picture, way, place):
    page = windows.open(DESK, "pia")
    visit(page, "/events/new")
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    page.evaluate(GIVE, [way, place, "lake.png", base64.b64encode(picture).decode()])
    tap(page, "button", "Use picture")
    expect(page.get_by_role("button", name="Adjust")).to_be_focused()
    visit(page, "/events")
    visit(page, "/events/new")
    expect(page.get_by_role("img", name="Picture of the event")).to_be_visible()
    tap(page, "button", "Discard")
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()


@pytest.mark.service_worker
def test_a_picture_chosen_without_a_network_waits_and_arrives_with_its_event(windows, pia, picture):
    trip = add_event(pia, "Night train")
    page = windows.open(PHONE, "pia")
    visit(page, f"/events/{trip}")
    visit(page, f"/events/{trip}/edit")
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    with windows.offline(page):
        choose(page, chosen(picture))
        tap(page, "button", "Use picture")
        expect(page.get_by_text("The picture is kept here and uploaded later.")).to_be_visible()
        page.reload()
        expect(page.get_by_role("img", name="Picture of the event")).to_be_visible()
        tap(page, "button", "Save", exact=True)
        expect(page.get_by_role("link", name="2 unsent changes")).to_be_visible()
        photo = page.locator(".event-head .event-photo")
        poll(page, lambda: photo.evaluate(LOADED), "the waiting picture is shown")
    poll(page, lambda: "picture" in event_of(pia, "Night train"), "the picture has arrived", timeout=30)
    assert event_of(pia, "Night train")["picture"]["crop"]["width"] == 0.75
    expect(page.get_by_role("link", name="2 unsent changes")).to_have_count(0)
    poll(page, lambda: "/picture/1200" in photo.get_attribute("src"), "it is the site's")


def test_the_snapshot_has_the_picture_and_the_drawn_look_where_it_is_missing(windows, site, pia, picture):
    trip = add_event(pia, "Walk around the lake", days=4)
    stored = upload(site, pia.token, picture)
    at = pia.get(f"/v1/events/{trip}").json["version"]
    assert pia.patch(f"/v1/events/{trip}", {"version": at, "picture": {"object": stored["object"]}}).status == 200
    page = windows.open(PHONE, "pia")
    visit(page, f"/events/{trip}")
    shows(page.locator(".event-head"))
    entry = page.evaluate("navigation.currentEntry.key")
    tap(page, "button", "Share")
    card = page.get_by_role("img", name="Walk around the lake")
    red, green, blue, _ = card.evaluate(PIXEL)
    assert red > 3 * green and red > 1.5 * blue, "it is the picture, in a shade"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    poll(page, lambda: page.evaluate("navigation.currentEntry.key") == entry, "the dialog is left behind")
    # A picture that does not arrive leaves the drawn look.
    windows.watch.allow(404, f"/v1/events/{trip}/picture/1200")
    page.route("**/picture/1200*", lambda route: route.fulfill(status=404, body=""))
    page.reload()
    expect(page.locator(".event-head .event-sign")).to_be_visible()
    expect(page.locator(".event-photo")).to_have_count(0)
    tap(page, "button", "Share")
    expect(card).to_be_visible()


@pytest.mark.service_worker
def test_a_form_that_stays_open_learns_what_became_of_its_upload(windows, pia, picture):
    windows.watch.expect(422, "/v1/uploads")
    page = windows.open(DESK, "pia")
    visit(page, "/events/new")
    waits = page.get_by_text("The picture is kept here and uploaded later.")
    with windows.offline(page):
        choose(page, chosen(picture[:400]))
        tap(page, "button", "Use picture")
        expect(waits).to_be_visible()
    said = page.locator(".picture-field").get_by_role("alert")
    expect(said).to_have_text("This picture is damaged or incomplete. Choose another one.", timeout=20_000)
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    with windows.offline(page):
        choose(page, chosen(picture))
        tap(page, "button", "Use picture")
        expect(waits).to_be_visible()
    expect(waits).to_be_hidden(timeout=20_000)
    expect(page.get_by_role("img", name="Picture of the event")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Slow boat")
    tap(page, "button", "Save", exact=True)
    poll(page, lambda: event_of(pia, "Slow boat"), "it is there")
    assert event_of(pia, "Slow boat")["picture"]["crop"]["height"] == 1


def test_a_picture_is_searched_and_back_changes_nothing(windows, site):
    Person(site, "pepita")
    page = windows.open(PHONE, "pepita")
    visit(page, "/events/new")
    tap(page, "button", "Search pictures")
    words = page.get_by_role("searchbox", name="Words")
    expect(words).to_have_value("")
    tap(page, "button", "Close")
    page.get_by_label("Name", exact=True).fill("Airplane")
    tap(page, "button", "Search pictures")
    expect(words).to_be_focused()
    expect(words).to_have_value("Airplane")
    said = page.get_by_role("dialog").get_by_role("status").first
    for text, reply in (("x", "Search for a word of 2 to 100 characters."),
                        ("zxqw", "No picture for “zxqw”. Try another word.")):
        words.fill(text)
        words.press("Enter")
        expect(said).to_have_text(reply)
    words.fill("airplane")
    words.press("Enter")
    photo = page.locator(".search-picture")
    poll(page, lambda: photo.evaluate(LOADED), "a picture is there")
    tap(page, "button", "Close")
    expect(page.get_by_role("button", name="Add picture")).to_be_visible()
    # One after the other, none twice, and the last one says so.
    tap(page, "button", "Search pictures")
    words.fill("birthday")
    words.press("Enter")
    seen = []
    another = page.get_by_role("button", name="Another picture")
    for _ in range(40):
        poll(page, lambda: photo.get_attribute("src") not in seen and photo.evaluate(LOADED), "the next one is there")
        seen.append(photo.get_attribute("src"))
        if another.is_disabled():
            break
        another.click()
    expect(said).to_have_text("That was the last one. Try another word for more.")
    assert len(set(seen)) == len(seen) > 1
    tap(page, "button", "Use picture")
    expect(frame(page)).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Use picture").click()
    page.get_by_label("Name", exact=True).fill("Boat trip")
    tap(page, "button", "Save", exact=True)
    tap(page, "link", re.compile("Boat trip"))
    shows(page.locator(".event-head"))
    expect(page.locator(".event-credit")).to_have_text(re.compile("CC0|Quad|CC BY"))
    other = Person(site, "pablo")
    assert other.get("/v1/uploads/" + seen[-1].split("/")[3] + "/480").status == 404
