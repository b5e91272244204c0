"""Check-ins as a teacher holds them: started with one press, marked by taps, shown on the wall, counted, exported."""

import json
import re
from datetime import datetime, timedelta, timezone

import pytest
import zxingcpp
from people import Person
from playwright.sync_api import expect

from quad_page import tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_course, code_of, open_check_in, teacher

HALL = {"latitude": 42.3184, "longitude": -72.6361, "accuracy": 12}
VAGUE = {**HALL, "accuracy": 120}
RUN = "async ([file, name, ...given]) => (await import(`/app/models/${file}.js`))[name](...given)"
SCALE = 4


@pytest.fixture(scope="module")
def tamsin(site):
    return teacher(site, "tamsin")


@pytest.fixture(scope="module")
def tobin(site):
    return Person(site, "tobin")


@pytest.fixture(scope="module")
def thelma(site):
    return Person(site, "thelma")


def window(windows, device, position, **options):
    allowed = {"permissions": ["geolocation"], "geolocation": position} if position else {}
    return windows.open(device, "tamsin", **allowed, **options)


def id_in(page):
    return re.search(r"/school/checkins/([^/?#]+)", page.url)[1]


def read(rows):
    """The text of a QR code, as another program reads it."""
    blank = "0" * (len(rows[0]) + 8)
    framed = [blank] * 4 + [f"0000{row}0000" for row in rows] + [blank] * 4
    lines = [b"".join((b"\xff", b"\x00")[module == "1"] * SCALE for module in row) * SCALE for row in framed]
    side = len(blank) * SCALE
    return [code.text for code in zxingcpp.read_barcodes(memoryview(b"".join(lines)).cast("B", (side, side)))]


def drawn(picture):
    runs = ((run, y) for y, row in enumerate(picture["rows"]) for run in re.finditer("1+", row))
    return "".join(f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z" for run, y in runs)


def test_lengths_and_moves(modules):
    page = modules()

    def run(*call):
        return page.evaluate(RUN, list(call))

    # A limit in feet, rounded to meters, is still within the limits.
    typed = {("49", "ft"): None, ("0", "m"): None, ("x", "ft"): None, ("100", "ft"): 100, ("15", "m"): 50,
             ("1611", "m"): None}
    assert {one: run("teaching", "typedRange", *one) for one in typed} == typed
    assert [run("teaching", "clockLeft", left, 0) for left in (252_000, 3_852_000, -5)] == ["4:12", "1:04:12", "0:00"]
    here = {key: HALL[key] for key in ("latitude", "longitude")}
    away = run("grid", "moved", here, {"x": 30, "y": -40})
    east, north = away["longitude"] - here["longitude"], away["latitude"] - here["latitude"]
    assert (east * 82_300, north * 111_320) == pytest.approx((30, -40), abs=0.1)
    assert run("grid", "moved", {"latitude": 0, "longitude": 190}, {"x": 0, "y": 0})["longitude"] == -170


def test_one_press_starts_a_check_in_and_taps_mark_it(windows, tamsin, tobin, thelma):
    course = add_course(tamsin, tobin, thelma, name="Tapestry", code="TAP 1")
    page = window(windows, PHONE, HALL, accept_downloads=True)
    visit(page, f"/courses/{course}")
    expect(page.get_by_text("By place · 100 ft · 10 minutes")).to_be_visible()
    tap(page, "button", "Start check-in")
    expect(page.get_by_text("Check-in created")).to_be_visible()
    expect(page.get_by_text("0 of 2 checked in")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Closes in 9:\d\d$"))).to_be_visible()
    check_in = id_in(page)
    # A student's press shows without a reload.
    fix = {**HALL, "ageMs": 0}
    assert tobin.post(f"/v1/checkins/{check_in}/records", {"fix": fix}).status == 201
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
    expect(page.get_by_role("button", name="Tobin Example: Present")).to_have_attribute("aria-pressed", "true")
    signs = page.get_by_role("region", name="Register").locator(".marks-key")
    expect(signs.get_by_role("listitem")).to_have_text(["Present", "Late", "Excused", "Absent"])
    tap(page, "button", "Thelma Example: Late")
    expect(page.get_by_text("2 of 2 checked in")).to_be_visible()
    a_change_needs_a_reason(windows, page, check_in, tobin)
    tap(page, "button", "Add 5 minutes")
    expect(page.get_by_text(re.compile(r"^Closes in 14:\d\d$"))).to_be_visible()
    tap(page, "button", "Close now")
    expect(page.get_by_role("dialog")).to_contain_text("Everyone is marked.")
    page.get_by_role("dialog").get_by_role("button", name="Close now").click()
    expect(page.get_by_text("Closed", exact=True)).to_be_visible()
    expect(page.get_by_text("1 late · 1 absent")).to_be_visible()
    with page.expect_download() as saved:
        tap(page, "button", "Download CSV")
    lines = open(saved.value.path(), encoding="utf-8-sig").read().splitlines()
    assert len(lines) == 3 and "Tobin" in lines[1] + lines[2] and "absent" in lines[1] + lines[2], lines
    the_course_counts_it(page, course, thelma)
    a_deletion_is_undone(page, tamsin, course, check_in)


def a_change_needs_a_reason(windows, page, check_in, tobin):
    windows.watch.expect(422, f"/v1/checkins/{check_in}/records/{tobin.id}")
    tap(page, "button", "Tobin Example: Absent")
    page.get_by_role("textbox", name="Reason").fill("Left at once")
    tap(page, "button", "Save mark")
    expect(page.get_by_role("button", name="Tobin Example: Absent")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=re.compile(r"^Tobin Example \d")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("First: Present")
    expect(sheet).to_contain_text("Left at once")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def the_course_counts_it(page, course, thelma):
    note = {"day": f"{datetime.now(timezone.utc):%Y-%m-%d}", "note": "The bus was late."}
    assert thelma.post(f"/v1/courses/{course}/excuses", note).status == 201
    visit(page, f"/courses/{course}")
    # The next one begins like the last, with the added minutes.
    expect(page.get_by_text("By place · 100 ft · 15 minutes")).to_be_visible()
    tap(page, "link", "Attendance")
    students = page.get_by_role("region", name="Students").get_by_role("listitem")
    expect(students).to_have_text([re.compile(r"Thelma Example1\slate100%"), re.compile(r"Tobin Example1\sabsent0%")])
    excuse = page.get_by_role("region", name="Excuses")
    expect(excuse).to_contain_text("The bus was late.")
    tap(excuse, "button", "Accept")
    page.get_by_role("dialog").get_by_role("textbox", name="Note").fill("Get well soon")
    page.get_by_role("dialog").get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Thelma Example is excused")).to_be_visible()
    expect(excuse).to_be_hidden()
    [answered] = thelma.get(f"/v1/courses/{course}/excuses").json["items"]
    assert (answered["state"], answered["answer"]) == ("accepted", "Get well soon")
    page.get_by_text("Warnings", exact=True).click()
    page.get_by_label("Below").fill("75")
    tap(page, "button", "Save")
    expect(page.get_by_text("below 75%")).to_be_visible()
    tap(page, "button", "Low 1")
    expect(students).to_have_text([re.compile("Tobin")])


def a_deletion_is_undone(page, tamsin, course, check_in):
    visit(page, f"/school/checkins/{check_in}")
    tap(page, "button", "Delete check-in")
    expect(page.get_by_text("No check-ins yet.")).to_be_visible()
    tap(page, "button", "Undo")
    expect(page.get_by_text("1 late · 1 absent")).to_be_visible()
    assert [one["id"] for one in tamsin.get(f"/v1/courses/{course}/checkins").json["items"]] == [check_in]


def test_a_course_has_its_own_words(windows, tamsin, thelma):
    course = add_course(tamsin, thelma, name="Typography")
    page = window(windows, PHONE, None)
    visit(page, f"/courses/{course}/edit")
    page.get_by_text("Attendance words").click()
    page.get_by_label("Late").fill("Tardy")
    page.get_by_label("Absent").fill("Not there")
    expect(page.get_by_text("Tardy, Not there")).to_be_visible()
    tap(page, "button", "Save")
    expect(page).to_have_url(re.compile(f"/courses/{course}$"))
    made = tamsin.post(f"/v1/courses/{course}/checkins", {"mode": "manual"}).json
    assert made["statusNames"] == {"late": "Tardy", "absent": "Not there"}
    visit(page, f"/school/checkins/{made['id']}")
    tap(page, "button", "Thelma Example: Tardy")
    expect(page.get_by_text("1 Tardy")).to_be_visible()
    signs = page.get_by_role("region", name="Register").locator(".marks-key")
    expect(signs.get_by_role("listitem")).to_have_text(["Present", "Tardy", "Excused", "Not there"])
    [mine] = [one for one in thelma.get("/v1/me/attendance").json["items"] if one["course"] == course]
    assert mine["statusNames"]["late"] == "Tardy"
    theirs = windows.open(PHONE, "thelma")
    visit(theirs, f"/checkin/{made['id']}")
    expect(theirs.get_by_text(re.compile(r"^Tardy · .*by your teacher$"))).to_be_visible()


def test_a_vague_position_asks_for_the_pin(windows, tamsin, tobin):
    course = add_course(tamsin, tobin, name="Topography")
    page = window(windows, DESK, VAGUE)
    visit(page, f"/courses/{course}")
    tap(page, "button", "Start check-in")
    expect(page.get_by_text("Your location is only accurate to about 394 ft.")).to_be_visible()
    tap(page, "button", "Create check-in")
    expect(page).to_have_url(re.compile("/check-ins/new$"))
    plan = page.get_by_role("application", name="Map of the place")
    plan.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("Pin set by hand")).to_be_visible()
    field = page.get_by_role("textbox", name="Range")
    field.fill("60")
    expect(page.get_by_text("Indoor positions can be off by 40 ft")).to_be_visible()
    page.get_by_role("radio", name="m", exact=True).check()
    expect(field).to_have_value("18")
    field.fill("45")
    tap(page, "button", "15 min")
    tap(page, "button", "Create check-in")
    expect(page.get_by_text("Check-in created")).to_be_visible()
    made = tamsin.get(f"/v1/checkins/{id_in(page)}").json
    assert made["range"] == pytest.approx(45) and "accuracy" not in made["spot"], made
    assert made["spot"]["longitude"] == pytest.approx(HALL["longitude"] + 10 / 82_300, abs=2e-6)
    assert made["spot"]["latitude"] == pytest.approx(HALL["latitude"] + 1 / 111_320, abs=2e-6)
    # School names the open check-in in the course's row, and leads to it.
    visit(page, "/school")
    row = page.get_by_role("link", name="Topography")
    expect(row).to_contain_text([re.compile(r"Closes in \d+:\d\d · 0 of 1"), "Open · 0 of 1"])
    assert row.first.get_attribute("href") == f"/school/checkins/{made['id']}"
    # The unit stays on this device.
    visit(page, f"/courses/{course}")
    page.get_by_role("link", name="Open").click()
    tap(page, "link", "Edit")
    expect(page.get_by_role("textbox", name="Range")).to_have_value("45")


def test_without_a_position_a_code_on_the_wall_does(windows, tamsin, tobin, thelma):
    course = add_course(tamsin, tobin, thelma, name="Telegraphy", code="TEL 5")
    page = window(windows, DESK, None)
    visit(page, f"/courses/{course}")
    tap(page, "link", "Options")
    page.get_by_role("button", name="Use my location").click()
    expect(page.get_by_text("Quad may not use your location.")).to_be_visible()
    tap(page, "button", "Use a code")
    tap(page, "button", "Create check-in")
    expect(page.get_by_text("Check-in created")).to_be_visible()
    check_in = id_in(page)
    shown = tamsin.get(f"/v1/checkins/{check_in}/code").json
    for code, picture in ((shown["code"], shown["qr"]), (shown["next"], shown["nextQr"])):
        [link] = read(picture["rows"])
        assert re.fullmatch(rf"http://[^/]+/checkin/{check_in}#{code.replace('-', '')}", link), link
    # The site's next code, as if its turn came soon.
    turn = (datetime.now(timezone.utc) + timedelta(seconds=1.5)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    made = {**shown, "code": "ABCD-2345", "next": "WXYZ-7654", "until": turn}
    answers = iter([(200, made), (503, {"code": "service_unavailable"})])
    windows.watch.allow(503, f"/v1/checkins/{check_in}/code")
    page.route(f"**/v1/checkins/{check_in}/code", lambda route: answer(route, answers))
    tap(page, "link", "Show code")
    expect(page.get_by_text("Code A B C D 2 3 4 5")).to_be_attached()
    expect(page.get_by_text("TEL 5")).to_be_visible()
    ink = page.get_by_role("img", name="QR code to check in").locator(".qr-ink")
    expect(ink).to_have_attribute("d", drawn(shown["qr"]))
    # The change itself needs no network, and the site is asked again.
    expect(page.get_by_text("WXYZ 7654")).to_be_visible()
    expect(ink).to_have_attribute("d", drawn(shown["nextQr"]))
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.get_by_text("WXYZ 7654")).to_have_count(0)
    expect(page.get_by_text("No connection.")).to_have_count(0)
    expect(page.get_by_text("0 of 2 here")).to_be_visible()
    code, _ = code_of(tamsin, check_in)
    assert tobin.post(f"/v1/checkins/{check_in}/records", {"code": code}).status == 201
    expect(page.get_by_text("1 of 2 here")).to_be_visible()
    # The wall names nobody, and nothing behind it can be reached.
    expect(page.get_by_text("Tobin")).to_have_count(0)
    expect(page.get_by_role("navigation")).to_have_count(0)
    assert tamsin.post(f"/v1/checkins/{check_in}/close").status == 200
    expect(page.get_by_text("Check-in closed")).to_be_visible()
    tap(page, "button", "Close screen")
    counts = page.get_by_text("1 present · 1 absent")
    expect(counts).to_be_visible()
    assert "1\u00a0present · 1\u00a0absent" in counts.text_content(), "a number stays beside its word"


def test_a_check_in_that_closes_while_its_code_is_asked_for_shows_closed(windows, tamsin, tobin):
    course = add_course(tamsin, tobin, name="Typography", code="TYP 5")
    check_in = open_check_in(tamsin, course, "code")
    path = f"/v1/checkins/{check_in}"
    page = window(windows, DESK, None)
    old = {**tamsin.get(f"{path}/code").json, "until": "2026-01-01T00:00:00.000Z"}
    closed = (409, {"code": "closed"})
    # The code's turn is long over, and the site says each second that there is no other one.
    answers = iter([(200, old), *[closed] * 1000])
    windows.watch.allow(409, f"{path}/code")
    page.route(f"**{path}/code", lambda route: answer(route, answers))
    visit(page, f"/school/checkins/{check_in}/screen")
    expect(page.get_by_text("TYP 5")).to_be_visible()
    assert tamsin.post(f"{path}/close").status == 200
    expect(page.get_by_text("Check-in closed")).to_be_visible()


def answer(route, answers):
    """The made answers first, then what the site says."""
    status, made = next(answers, (None, None))
    if made:
        route.fulfill(status=status, content_type="application/json", body=json.dumps(made))
    else:
        route.continue_()


def test_a_roll_of_yesterday_is_entered_and_printed_in_german(windows, tamsin, tobin):
    course = add_course(tamsin, tobin, name="Tischlerei")
    page = window(windows, PHONE, HALL, locale="de-DE")
    visit(page, f"/courses/{course}/check-ins/new")
    page.get_by_text("Weitere Optionen").click()
    page.get_by_role("radio", name="Von Hand").check()
    yesterday = datetime.now(timezone.utc) - timedelta(days=1)
    page.get_by_label("Beginn").fill(f"{yesterday:%Y-%m-%d}")
    tap(page, "button", "Check-in erstellen")
    expect(page.get_by_text("Pflichtfeld")).to_be_visible()
    page.get_by_label("Uhrzeit").fill("10:00")
    tap(page, "button", "Check-in erstellen")
    expect(page.get_by_text("0 von 1 eingecheckt")).to_be_visible()
    tap(page, "button", "Tobin Example: Anwesend")
    expect(page.get_by_text("1 von 1 eingecheckt")).to_be_visible()
    page.evaluate("() => { window.print = () => {}; }")
    tap(page, "button", "Liste drucken")
    page.emulate_media(media="print")
    expect(page.get_by_role("row", name="Tobin Example")).to_be_visible()
    expect(page.get_by_text("1 von 1 eingecheckt")).to_be_hidden()
