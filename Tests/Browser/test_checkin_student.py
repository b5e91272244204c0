"""Checking in: a student opens the app, is near or far, offline or not signed in, and keeps the receipt."""

import re
import time
from datetime import datetime, timedelta, timezone

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import axe, poll, tap, visit, wait_until_kept
from quad_windows import DESK, PHONE
from quad_world import add_course, code_of, open_check_in, soon, teacher

HALL = {"latitude": 42.3184, "longitude": -72.6361, "accuracy": 12}
# 150 m to the north, which is out of any usual range.
FAR = {**HALL, "latitude": 42.31975}
ID = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
ROUGH = {**HALL, "accuracy": 400}
# A position, also a rounded one, but not the seconds of a moment.
POSITION = re.compile(r"(?<!\d:)42\.31|72\.63")
STORED = """async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open("quad");
    request.onsuccess = () => resolve(request.result);
  });
  const values = [];
  for (const name of database.objectStoreNames) {
    values.push(await new Promise((resolve) => {
      const request = database.transaction(name).objectStore(name).getAll();
      request.onsuccess = () => resolve(request.result);
    }));
  }
  database.close();
  return JSON.stringify([values, { ...localStorage }, { ...sessionStorage }, location.href]);
}"""


@pytest.fixture(scope="module")
def quentin(site):
    return teacher(site, "quentin")


@pytest.fixture(scope="module")
def quinn(site):
    return Person(site, "quinn")


def window(windows, device=PHONE, at=HALL, **options):
    """A browser that gives its position."""
    return windows.open(device, "quinn", permissions=["geolocation"], geolocation=at, **options)


def panel_of(page, course):
    return page.get_by_role("region", name=f"Check-in: {course}", exact=True)


def test_codes_times_and_order(modules):
    page = modules()
    run = "async ([name, ...given]) => (await import('/app/models/checkins.js'))[name](...given)"
    found = [page.evaluate(run, call) for call in (
        ["codeIn", " k7qm-x2ab "], ["codeIn", "01834567"], ["codeIn", "K7QMX2A"], ["groupedCode", "k7qmx2"],
        ["timeLeft", 252_000, 0], ["timeLeft", 3_852_000, 0], ["timeLeft", 0, 9],
        ["pathOfCode", f"https://x.example/checkin/{ID}#K7QMX2AB"], ["pathOfCode", "https://x.example/join#K7QMX2AB"],
        ["heldTime", 0, 3000], ["heldTime", 0, 3001], ["heldTime", 0, 90_000_000])]
    assert found == ["K7QMX2AB", "OIB34567", None, "K7QM-X2", "4:12", "1:04:12", "0:00",
                     f"/checkin/{ID}#K7QMX2AB", None, None, 3001, 86_400_000]
    at = ["1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z", "1970-01-01T00:00:03Z"]
    items = [{"id": name, "state": "open", "opens": opens, "closes": closes, "mine": mine} for name, opens, closes, mine in (
        ("done", at[0], at[2], {"status": "late"}), ("closed", at[0], at[0], None), ("planned", at[1], at[2], None),
        ("pending", at[0], at[2], {"status": "pending"}), ("soon", at[0], at[1], None))]
    assert [one["id"] for one in page.evaluate(run, ["openFirst", items, 1500])] == ["soon", "pending", "done", "planned"]


def test_two_presses_from_today(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quartz and Other Rocks", code="ROCK 1")
    check_in = open_check_in(quentin, course)
    page = window(windows)
    visit(page, "/")
    card = panel_of(page, "Quartz and Other Rocks")
    expect(page.get_by_role("region").first).to_have_accessible_name("Check-in")
    expect(card.get_by_text("Quartz and Other Rocks")).to_be_visible()
    expect(card).to_contain_text("Sage Hall 101")
    expect(card).to_contain_text("Closes in 9:")
    tap(card, "button", "Check in")
    expect(card.get_by_text("You're checked in")).to_be_visible()
    assert axe(page) == []
    [record] = quinn.get("/v1/me/attendance").json["items"]
    assert (record["checkIn"], record["receipt"]["status"], record["distanceFeet"]) == (check_in, "present", 50)
    # The receipt is still there, and so is everything that is stored of it.
    page.reload()
    expect(page.get_by_text("You're checked in")).to_be_visible()
    visit(page, f"/school/attendance?course={course}")
    expect(page.get_by_text("ROCK 1").or_(page.get_by_text("Quartz and Other Rocks")).first).to_be_visible()
    page.locator("summary").filter(has_text="Quartz and Other Rocks").click()
    expect(page.get_by_text("Within 39 ft")).to_be_visible()
    expect(page.get_by_text(record["receipt"]["id"])).to_be_visible()
    # The mark stands before the arrow.
    mark, arrow = (page.locator(f".record-row summary {part}").bounding_box() for part in (".label", ".icon"))
    assert mark["x"] + mark["width"] <= arrow["x"], (mark, arrow)


def test_too_far_too_rough_and_denied_each_have_a_reason(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quicksand")
    check_in = open_check_in(quentin, course)
    page = window(windows, DESK, FAR)
    visit(page, f"/courses/{course}")
    panel = panel_of(page, "Quicksand")
    expect(panel.get_by_role("heading", name="Unavailable")).to_be_visible()
    expect(panel).to_contain_text("You're too far away, about 500 ft.")
    expect(panel.get_by_role("button", name="Check in")).to_have_count(0)
    # From a card the press says the same.
    visit(page, "/")
    card = panel_of(page, "Quicksand")
    windows.watch.expect(409, f"/v1/checkins/{check_in}/records")
    page.context.set_geolocation(ROUGH)
    tap(card, "button", "Check in")
    expect(card).to_contain_text("only knows roughly where it is")
    page.context.clear_permissions()
    page.context.set_geolocation(HALL)
    tap(card, "button", "Try again")
    expect(card).to_contain_text("Location is blocked for this site.")
    page.context.grant_permissions(["geolocation"])
    tap(card, "button", "Try again")
    expect(card.get_by_text("You're checked in")).to_be_visible()


def test_a_scan_survives_signing_in(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quilting")
    check_in = open_check_in(quentin, course, "code")
    page = windows.open(PHONE)
    visit(page, code_of(quentin, check_in)[1])
    expect(page.get_by_text("Your scan is kept for")).to_be_visible()
    assert page.url.endswith(f"/checkin/{check_in}")
    assert axe(page) == []
    tap(page, "link", "Sign in")
    page.get_by_label("Email").fill(quinn.site.address("quinn"))
    page.get_by_label("Password", exact=True).fill(quinn.site.password)
    tap(page, "button", "Sign in")
    expect(page.get_by_text("You're checked in")).to_be_visible()
    assert "quad.ticket" not in page.evaluate("() => Object.keys(sessionStorage)")


def test_a_ticket_is_gone_once_the_record_is_known(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quarries")
    page = windows.open(PHONE, "quinn")
    held = []
    # The site has recorded the press, and only its reply is late: the news of the record comes first.
    page.route("**/v1/checkins/*/records", lambda route: held.append((route, route.fetch())))
    page.goto(code_of(quentin, open_check_in(quentin, course, "code"))[1])
    expect(page.get_by_text("You're checked in")).to_be_visible()
    assert "quad.ticket" not in page.evaluate("() => Object.keys(sessionStorage)")
    (route, reply), = held
    route.fulfill(response=reply)
    expect(page.get_by_text("You're checked in")).to_be_visible()


def test_a_typed_code_is_forgiving_and_says_what_is_wrong(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quantenphysik")
    check_in = open_check_in(quentin, course, "code")
    page = window(windows, locale="de-DE", color_scheme="dark")
    visit(page, f"/courses/{course}")
    panel = panel_of(page, "Quantenphysik")
    field = panel.get_by_label("Code", exact=True)
    tap(panel, "button", "Einchecken")
    expect(panel).to_contain_text("Gib den Code ein, der im Raum zu sehen ist.")
    windows.watch.expect(409, f"/v1/checkins/{check_in}/records")
    field.fill("AAAA-AAAA")
    tap(panel, "button", "Einchecken")
    expect(panel).to_contain_text("Das ist nicht der aktuelle Code.")
    field.fill(code_of(quentin, check_in)[0].lower().replace("-", " ").replace("o", "0"))
    page.keyboard.press("Enter")
    expect(panel.get_by_text("Du bist eingecheckt")).to_be_visible()
    assert axe(page) == []


@pytest.mark.service_worker
def test_a_press_without_a_network_waits_and_no_position_is_stored(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quiet Places")
    by_place = open_check_in(quentin, course)
    other = add_course(quentin, quinn, name="Queues")
    by_code = open_check_in(quentin, other, "code")
    page = window(windows)
    visit(page, "/")
    wait_until_kept(page, "/v1/checkins")
    [place, code] = (panel_of(page, name) for name in ("Quiet Places", "Queues"))
    with windows.offline(page):
        tap(place, "button", "Check in")
        expect(place.get_by_text("Saved on this device")).to_be_visible()
        code.get_by_label("Code", exact=True).fill(code_of(quentin, by_code)[0])
        tap(code, "button", "Check in")
        expect(code.get_by_text("Saved on this device")).to_be_visible()
        # A break of three seconds is none.
        since = time.monotonic()
        poll(page, lambda: time.monotonic() > since + 3.1, "the presses are held")
        kept = page.evaluate(STORED)
        assert not POSITION.search(kept)
    for card in (place, code):
        expect(card.get_by_text("Waiting for your teacher")).to_be_visible(timeout=20_000)
    # The receipt is there without a network, too.
    with windows.offline(page):
        page.reload()
        expect(panel_of(page, "Quiet Places").get_by_text("Waiting for your teacher")).to_be_visible()
    kept = page.evaluate(STORED)
    assert not POSITION.search(kept)
    found = {one["checkIn"]: one for one in quinn.get("/v1/me/attendance").json["items"]}
    assert {found[one]["receipt"]["means"] for one in (by_place, by_code)} == {"offline"}
    assert found[by_place]["flags"] == ["arrived_late"]


def test_the_panel_follows_the_hours_of_its_check_in(windows, quentin, quinn):
    """Before it opens there is nothing to press, and its end takes the button away while somebody looks."""
    course = add_course(quentin, quinn, name="Quicksand, a Survey")
    check_in = open_check_in(quentin, course, "code", starts=soon(hours=2), early=5, minutes=30)
    page = window(windows)
    visit(page, f"/checkin/{check_in}")
    panel = panel_of(page, "Quicksand, a Survey")
    act = panel.get_by_role("button", name="Check in")
    expect(panel.get_by_role("heading", name="Not open yet")).to_be_visible()
    expect(panel).to_contain_text("Opens in 1:5")
    expect(panel.get_by_text(re.compile(r"^You can check in from .*\d:\d\d\s[AP]M\.$"))).to_be_visible()
    expect(act).to_have_count(0)
    assert axe(page) == []

    # The same check-in, which opens in some seconds and is open for as long.
    hours = {}

    def soon_open(route):
        now = datetime.now(timezone.utc)
        hours.setdefault("opens", (now + timedelta(seconds=3)).isoformat())
        hours.setdefault("closes", (now + timedelta(seconds=6)).isoformat())
        route.fulfill(json={**route.fetch().json(), **hours})

    page.route(f"**/v1/checkins/{check_in}", soon_open)
    page.reload()
    expect(panel).to_contain_text("Opens in 0:0")
    expect(act).to_have_count(0)
    expect(act).to_be_visible()
    expect(panel).to_contain_text("Closes in 0:0")
    expect(panel.get_by_label("Code", exact=True)).to_be_visible()
    expect(panel.get_by_role("heading", name="Unavailable")).to_be_visible()
    expect(panel.get_by_text(re.compile(r"^This check-in closed at .*\. Talk to your teacher"))).to_be_visible()
    expect(act).to_have_count(0)
    expect(panel.get_by_text(re.compile("^Closed .*[AP]M")).first).to_be_visible()


def test_who_comes_after_the_time_limit_reads_that_it_was_late(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quarrels and their Ends")
    check_in = open_check_in(quentin, course)
    page = window(windows)
    visit(page, f"/checkin/{check_in}")
    panel = panel_of(page, "Quarrels and their Ends")
    expect(panel.get_by_role("button", name="Check in")).to_be_visible()
    mark = {"status": "late", "reason": "Came in at ten past."}
    path = f"/v1/checkins/{check_in}/records/{quinn.id}"
    assert quentin.site.request("PUT", path, mark, quentin.token).status == 200
    expect(panel.get_by_role("heading", name="You're checked in, but late")).to_be_visible()
    expect(panel.get_by_role("button", name="Check in")).to_have_count(0)


def test_an_excuse_is_written_answered_and_withdrawn(windows, quentin, quinn):
    course = add_course(quentin, quinn, name="Quince Growing")
    page = window(windows)
    visit(page, f"/courses/{course}")
    expect(page.get_by_text("Your teacher hasn't opened a check-in.")).to_be_visible()
    expect(page.get_by_role("heading", name="Check in", exact=True)).to_be_visible()
    tap(page, "button", "Ask to be excused")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason").fill("Dentist")
    tap(sheet, "button", "Tomorrow")
    page.reload()
    # A half-written one is still there.
    tap(page, "button", "Ask to be excused")
    expect(sheet.get_by_label("Reason")).to_have_value("Dentist")
    expect(sheet.get_by_role("button", name="Tomorrow")).to_have_attribute("aria-pressed", "true")
    tap(sheet, "button", "Send")
    expect(page.get_by_text("Waiting for an answer")).to_be_visible()
    [excuse] = quentin.get(f"/v1/courses/{course}/excuses").json["items"]
    answer = quentin.post(f"/v1/excuses/{excuse['id']}/answer", {"accept": True, "note": "Good luck!"})
    assert answer.status == 200, answer.body
    expect(page.get_by_text("Good luck!")).to_be_visible()
    expect(page.get_by_text("Accepted")).to_be_visible()
    tap(page, "button", "Ask to be excused")
    sheet.get_by_label("Reason").fill("Flu")
    tap(sheet, "button", "Send")
    tap(page, "button", "Withdraw the excuse for")
    expect(page.get_by_text("Excuse withdrawn")).to_be_visible()
    expect(page.get_by_text("Flu")).to_have_count(0)
