"""Changes on another device reach an open page without a reload, for every kind of event."""

import uuid
from urllib.parse import parse_qs, urlsplit

import pytest
from people import Person
from playwright.sync_api import expect
from quad_catalogue import READY_SECONDS
from quad_courses import edit, enroll, make, share, teacher
from quad_site import Site

from conftest import ARTEFACTS, WEB
from quad_page import hide, poll, visit
from quad_windows import DESK, PHONE, Windows
from quad_world import add_event, add_task

SWIM_MEET = b"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Hilltop//Sports//EN
BEGIN:VEVENT
UID:live@sports.example
DTSTAMP:20260901T120000Z
DTSTART:20401010T100000Z
DTEND:20401010T120000Z
SUMMARY:Swim meet
END:VEVENT
END:VCALENDAR
""".replace(b"\n", b"\r\n")
REGATTA = SWIM_MEET.replace(b"Swim meet", b"Regatta").replace(b"UID:live@", b"UID:regatta@")

# Asked for after a reset, and by no event of a task.
ANEW = {"/v1/inbox", "/v1/roommates"}
# Asked for a while after a page is there, to be kept for later.
LAST = {"/v1/guide", "/v1/aeds"}


@pytest.fixture(scope="module")
def lia(site):
    lia = Person(site, "lia")
    lia.join("377A")
    return lia


@pytest.fixture
def phone(windows, lia):
    return windows.open(PHONE, "lia")


def main(page):
    return page.get_by_role("main")


def test_events_that_another_device_imports_come_to_the_list(phone, lia):
    add_event(lia, "Concert in the chapel", days=4)
    visit(phone, "/events")
    expect(main(phone).get_by_text("Concert in the chapel")).to_be_visible()
    expect(main(phone).get_by_text("Swim meet")).to_have_count(0)
    headers = {"Content-Type": "text/calendar", "Idempotency-Key": str(uuid.uuid4())}
    answer = lia.site.request("POST", "/v1/events/import", SWIM_MEET, lia.token, headers)
    assert answer.status == 200, answer.body
    expect(main(phone).get_by_text("Swim meet")).to_be_visible()


def test_what_happens_before_the_stream_is_open_comes_and_nothing_is_fetched_twice(phone, lia):
    add_event(lia, "Quiz bowl", days=5)
    held, asked = [], []
    phone.route("**/v1/stream?*", lambda route: held.append(route), times=1)
    phone.on("request", lambda request: asked.append(urlsplit(request.url).path))
    phone.goto("/events")
    expect(main(phone).get_by_text("Quiz bowl")).to_be_visible()
    poll(phone, lambda: held, "the stream is asked for")
    assert "after" in parse_qs(urlsplit(held[0].request.url).query)
    add_event(lia, "Rowing on the lake", days=6)
    held[0].continue_()
    expect(main(phone).get_by_text("Rowing on the lake")).to_be_visible()
    assert [asked.count(path) for path in ("/v1/me", "/v1/home", "/v1/roommates")] == [1, 1, 1]


def test_a_restarted_gateway_sends_what_was_missed_and_nothing_is_fetched_anew(chromium):
    site = Site(settings={"QUAD_WEB": str(WEB)})
    windows = Windows(chromium, site, {}, ARTEFACTS, has_worker=False)
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        moira = Person(site, "moira", {"dorm": "forbes", "number": "101A"})
        page = windows.open(PHONE, "moira")
        asked, got, streams = [], [], []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.on("requestfinished", lambda request: got.append(urlsplit(request.url).path))
        page.on("response", lambda answer: streams.append(answer.status) if "/v1/stream" in answer.url else None)
        visit(page, "/tasks")
        poll(page, lambda: streams == [200], "the stream is open")
        poll(page, lambda: LAST <= set(got), "what comes last is there")
        windows.watch.is_offline = True
        for round_ in (1, 2):
            if round_ == 1:
                # As by a gateway that knows no session yet: the browser gives up, and the client asks anew.
                windows.watch.allow(503, "/v1/stream")
                page.route("**/v1/stream?*", lambda route: route.fulfill(status=503), times=1)
            site.stop("gateway")
            asked.clear()
            if round_ == 2:
                expect(page.get_by_text("No connection")).to_be_visible()
            site.start("gateway")
            poll(page, site.is_ready, "the gateway is back", timeout=READY_SECONDS)
            # The browser comes back after two seconds.
            add_task(moira, f"Missed {round_}")
            poll(page, lambda: streams.count(200) == 1 + round_, "the stream is open again")
            expect(main(page).get_by_text(f"Missed {round_}")).to_be_visible()
            assert not ANEW & set(asked), "the stream went on where it was"
            if round_ == 1:
                # What the event changed is kept for later: it must not fail while the gateway is away.
                poll(page, lambda: "/v1/tasks" in asked, "the list is kept")
        assert 503 in streams
        windows.finish()
    finally:
        windows.close()
        site.close()


def test_a_tab_that_comes_back_after_a_while_fetches_nothing_anew(phone, lia):
    streams, asked, got, open_ones = [], [], [], set()
    phone.on("response", lambda answer: streams.append(answer.status) if "/v1/stream" in answer.url else None)
    phone.on("request", lambda request: open_ones.add(request))
    for ending in ("requestfinished", "requestfailed"):
        phone.on(ending, lambda request: open_ones.discard(request))
    phone.on("requestfinished", lambda request: got.append(urlsplit(request.url).path))
    phone.clock.install()
    visit(phone, "/tasks")
    # What is still asked for is given up when the clock jumps, and what is kept for later is asked for by a timer.
    poll(phone, lambda: LAST <= set(got), "what comes last is there")
    poll(phone, lambda: streams == [200] and len(open_ones) == 1, "only the stream is open", turns=5)
    hide(phone, True)
    phone.clock.run_for(61_000)
    phone.on("request", lambda request: asked.append(urlsplit(request.url).path))
    add_task(lia, "Water the fern")
    expect(main(phone).get_by_text("Water the fern")).to_have_count(0)
    hide(phone, False)
    expect(main(phone).get_by_text("Water the fern")).to_be_visible()
    # The browser may tell of the second stream after the first event on it.
    poll(phone, lambda: streams == [200, 200], "the stream is open again")
    assert not ANEW & set(asked), asked


def test_w14_a_calendar_that_is_imported_on_the_computer_shows_on_the_phone(windows, phone):
    visit(phone, "/events")
    desk = windows.open(DESK, "lia")
    visit(desk, "/settings/calendar")
    file = {"name": "regatta.ics", "mimeType": "text/calendar", "buffer": REGATTA}
    desk.get_by_label("Calendar file").set_input_files(files=[file])
    desk.get_by_role("button", name="Import file").click()
    expect(desk.get_by_text("1 event added")).to_be_visible()
    expect(main(phone).get_by_text("Regatta")).to_be_visible()


def test_an_event_of_a_course_comes_and_goes_with_the_course(site, windows, phone, lia):
    tess = teacher(site, "tess377")
    course = make(site, tess, "Statistics")
    share(site, tess, course, title="Midterm on chance")
    visit(phone, "/events")
    expect(main(phone).get_by_text("Midterm on chance")).to_have_count(0)
    enroll(site, tess, course, {"person": lia.id})
    row = main(phone).get_by_role("listitem").filter(has_text="Midterm on chance")
    expect(row).to_be_visible()
    expect(row).to_contain_text("Statistics")
    # Another name of the course is no event's change: it is the roster that hears of it.
    edit(site, tess, course, name="Stochastics")
    expect(row).to_contain_text("Stochastics")


def test_an_administrator_sees_a_dorm_that_another_one_adds(site, windows):
    adele = Person(site, "adele377")
    site.set_roles(adele.id, ["admin"])
    page = windows.open(DESK, "adele377")
    visit(page, "/admin/dorms")
    expect(main(page).get_by_text("Juniper House")).to_have_count(0)
    site.define_dorm("juniper", "Juniper House", 2)
    expect(main(page).get_by_text("Juniper House")).to_be_visible()
    site.operator("roomhub.dorm.remove", {"id": "juniper"})
    expect(main(page).get_by_text("Juniper House")).to_have_count(0)


def test_another_name_of_ones_dorm_stands_on_the_home_page(site, windows):
    site.define_dorm("linden", "Linden House", 2)
    leo = Person(site, "leo377")
    answer = leo.post("/v1/room/join", {"dorm": "linden", "number": "1"})
    assert answer.status == 200, answer.body
    page = windows.open(PHONE, "leo377")
    visit(page, "/room")
    expect(page.get_by_text("Linden House 1").first).to_be_visible()
    site.define_dorm("linden", "Linden Court", 2)
    expect(page.get_by_text("Linden Court 1").first).to_be_visible()


def test_a_room_that_does_not_come_says_so_and_is_asked_for_again(windows, site):
    Person(site, "cassius").join("391A")
    page = windows.open(PHONE, "cassius")
    windows.watch.expect(500, "/v1/home")
    page.route("**/v1/home", lambda route: route.fulfill(status=500, json={"code": "internal"}))
    visit(page, "/settings/look")
    visit(page, "/room", follows=True)
    again = page.get_by_role("main").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/v1/home")
    again.click()
    expect(page.get_by_role("main").get_by_role("link", name="Task list")).to_be_visible()
