"""Ways through the client that cross pages: Back over a sheet, the end of a session, a full room."""

import itertools
import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import PASSWORD, address, sign_in, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_event


NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def jona(site):
    jona = Person(site, "jona")
    jona.join("711A")
    return jona


@pytest.fixture
def phone(windows, jona):
    return windows.open(PHONE, "jona")


def open_menu(page, event):
    visit(page, "/events")
    page.get_by_role("link", name="Trip to the coast").click()
    tap(page, "button", "Menu")
    expect(page.get_by_role("dialog", name="Trip to the coast")).to_be_visible()


def steps(page):
    """The entry of the history that the window is at."""
    return page.evaluate("() => history.state")


@pytest.fixture(scope="module")
def trip(jona):
    return add_event(jona, "Trip to the coast", days=30)


def test_w7_back_closes_a_sheet_and_stays_on_its_page(phone, trip):
    open_menu(phone, trip)
    phone.go_back()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(phone).to_have_url(re.compile(rf"/events/{trip}$"))
    expect(phone.get_by_role("button", name="Menu")).to_be_focused()
    # A step forward finds no sheet any more, and leads nowhere else.
    phone.go_forward()
    expect(phone).to_have_url(re.compile(rf"/events/{trip}$"))
    phone.wait_for_function("() => history.state.covers === 0")
    phone.go_back()
    expect(phone).to_have_url(re.compile("/events$"))


def test_w7_a_sheet_that_was_closed_leaves_no_step_behind(phone, trip):
    open_menu(phone, trip)
    for _ in range(3):
        phone.keyboard.press("Escape")
        expect(phone.get_by_role("dialog")).to_have_count(0)
        tap(phone, "button", "Menu")
    tap(phone, "button", "Close")
    phone.wait_for_function("() => history.state.covers === 0")
    phone.go_back()
    expect(phone).to_have_url(re.compile("/events$"))


def test_w7_a_link_in_a_sheet_leads_back_to_the_page_without_it(phone, trip):
    open_menu(phone, trip)
    phone.get_by_role("dialog").get_by_role("link", name=re.compile("^To-dos")).click()
    expect(phone).to_have_url(re.compile("/to-dos$"))
    assert steps(phone) == {"depth": 2, "covers": 0}
    phone.go_back()
    expect(phone).to_have_url(re.compile(rf"/events/{trip}$"))
    expect(phone.get_by_role("dialog")).to_have_count(0)
    phone.go_back()
    expect(phone).to_have_url(re.compile("/events$"))


@pytest.fixture
def source_phone(source_windows, source_site):
    """A page of the sources behind another one, for tests that open sheets themselves."""
    name = f"sofie{next(NUMBERS)}"
    trip = add_event(Person(source_site, name), "Trip to the coast", days=30)
    phone = source_windows.open(PHONE, name)
    visit(phone, "/events")
    phone.get_by_role("link", name="Trip to the coast").click()
    expect(phone).to_have_url(re.compile(rf"/events/{trip}$"))
    # Sheets of the page before are closed when this one is there, which is after its address.
    expect(phone.get_by_role("button", name="Menu")).to_be_visible()
    return phone


STACK = """async () => {
  const { sheet } = await import("/app/components/sheet.js");
  sheet({ title: "Below" });
  sheet({ title: "Above" });
}"""
SECRET = """async () => {
  const { acknowledge } = await import("/app/components/acknowledge.js");
  acknowledge({ title: "Your token", content: [], action: "I have copied it" });
}"""


def test_w7_of_two_sheets_back_closes_the_upper_one_first(source_phone):
    phone, address = source_phone, source_phone.url
    phone.evaluate(STACK)
    phone.go_back()
    expect(phone.get_by_role("dialog", name="Above")).to_have_count(0)
    expect(phone.get_by_role("dialog", name="Below")).to_be_visible()
    phone.go_back()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(phone).to_have_url(address)
    phone.go_back()
    expect(phone).to_have_url(re.compile("/events$"))


def test_w7_a_page_that_is_reloaded_under_a_sheet_takes_its_step_away(phone, trip):
    open_menu(phone, trip)
    phone.reload()
    expect(phone.get_by_role("button", name="Menu")).to_be_visible()
    phone.wait_for_function("() => history.state.covers === 0")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    phone.go_back()
    expect(phone).to_have_url(re.compile("/events$"))


def test_w7_back_does_not_take_away_a_secret_that_is_shown_once(source_phone):
    phone = source_phone
    phone.evaluate(SECRET)
    for _ in range(3):
        phone.go_back()
        phone.wait_for_function("() => history.state.covers === 1")
        expect(phone.get_by_role("dialog", name="Your token")).to_be_visible()
    tap(phone, "button", "I have copied it")
    phone.wait_for_function("() => history.state.covers === 0")
    phone.go_back()
    expect(phone).to_have_url(re.compile("/events$"))


@pytest.mark.parametrize(("others", "sentence"), [
    (0, "No name is kept, but you're the only one here. Whoever moves in will know it was you."),
    (1, "No name is kept, but only two of you live here. Your roommate will know it's you."),
])
def test_w10_a_small_room_reads_one_honest_sentence(site, windows, others, sentence):
    room, name = f"71{5 + others}C", f"june{others}"
    june = Person(site, name)
    june.join(room)
    for number in range(others):
        Person(site, f"{name}mate{number}").join(room, code=june.code())
    page = windows.open(PHONE, name)
    visit(page, "/board")
    main = page.get_by_role("main")
    expect(main.get_by_text(sentence)).to_be_visible()
    expect(main.get_by_text("Post the first one.")).to_be_visible()
    for promise in ("nobody will know", "Anonymous", "not even for"):
        expect(main.get_by_text(promise)).to_have_count(0)


def end_session(person, page):
    """Signs the window out from another device of the person."""
    mine = page.context.request.get("/v1/sessions").json()["items"]
    [session] = [one for one in mine if one["isCurrent"]]
    answer = person.delete(f"/v1/sessions/{session['id']}")
    assert answer.status in (200, 204), answer.body


def fill_in(page, name):
    page.get_by_label("Email").fill(address(name))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    tap(page, "button", "Sign in")


@pytest.fixture
def cut_off(windows, site):
    """A window of `jule`, signed out from another device in the middle of a word."""
    name = f"jule{next(NUMBERS)}"
    jule = Person(site, name)
    jule.join(f"71{next(NUMBERS)}B")
    page = windows.open(PHONE)
    sign_in(page, name)
    visit(page, "/tasks/new")
    page.get_by_role("textbox", name="Task").fill("Water the ferns")
    page.get_by_label("Notes").fill("Twice")
    windows.watch.allow(401)
    end_session(jule, page)
    return name, page


def test_w6_the_end_of_a_session_is_said_and_leads_back_to_the_place_and_its_text(cut_off):
    name, page = cut_off
    expect(page.get_by_text("You've been signed out, on another device")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/signin\?next=%2Ftasks%2Fnew$"))
    # Another window of this browser notices it, too, and says so.
    page.evaluate("""() => dispatchEvent(
      new StorageEvent("storage", { key: "quad.signedIn", oldValue: "yes", newValue: "ended" }))""")
    expect(page).to_have_url(re.compile(r"/signin\?next=%2Ftasks%2Fnew$"))
    page.reload()
    expect(page.get_by_text("You've been signed out, on another device")).to_be_visible()
    fill_in(page, name)
    expect(page).to_have_url(re.compile("/tasks/new$"))
    expect(page.get_by_role("textbox", name="Task")).to_have_value("Water the ferns")
    expect(page.get_by_label("Notes")).to_have_value("Twice")


def test_w6_another_person_sees_neither_place_nor_text(site, cut_off):
    _, page = cut_off
    other = Person(site, "jasper")
    other.join("717A")
    expect(page.get_by_text("You've been signed out, on another device")).to_be_visible()
    fill_in(page, "jasper")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    visit(page, "/tasks/new")
    expect(page.get_by_role("textbox", name="Task")).to_have_value("")
    expect(page.get_by_text(re.compile("^Draft from "))).to_have_count(0)


def test_w6_a_sign_out_in_one_tab_is_said_in_the_other(windows, site):
    Person(site, "juri").join("718A")
    page = windows.open(PHONE)
    sign_in(page, "juri")
    other = page.context.new_page()
    windows.watch.allow(401)
    visit(other, "/board")
    visit(page, "/settings")
    tap(page, "button", "Sign out")
    expect(other.get_by_text("You signed out in another tab.")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_text("signed out")).to_have_count(0)


def sign_up(page, name, dorm, number):
    visit(page, "/signup")
    page.get_by_label("First name").fill(name.title())
    page.get_by_label("Last name").fill("Lovelace")
    page.get_by_label("Email").fill(address(name))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_text("I know my room").click()
    page.get_by_label("Dorm").select_option(dorm)
    page.get_by_label("Room number").fill(number)
    tap(page, "button", "Create account")
    expect(page.get_by_role("heading", name=f"Hi, {name.title()}")).to_be_visible()


def test_w3_a_full_room_is_said_after_sign_up_with_dorm_and_number_kept(site, windows):
    site.define_dorm("maple", "Maple House", 1)
    answer = Person(site, "malte").post("/v1/room/join", {"dorm": "maple", "number": "7"})
    assert answer.status == 200, answer.body
    page = windows.open(PHONE)
    windows.watch.expect(409, "/v1/room/join")
    sign_up(page, "mara", "Maple House", "7")
    number = page.get_by_label("Room number")
    expect(number).to_have_accessible_description(
        re.compile(r"Room is full\. Ask your roommates or choose another room\."))
    expect(number).to_have_value("7")
    expect(number).to_be_focused()
    expect(page.get_by_label("Dorm")).to_have_value("maple")
    number.fill("8")
    tap(page, "button", "Join room")
    expect(page.get_by_role("main").get_by_text("Maple House 8", exact=True)).to_be_visible()


def test_w3_a_room_with_a_place_is_entered_once(site, windows):
    page = windows.open(PHONE)
    sign_up(page, "merle", "Forbes Hall", "719A")
    expect(page.get_by_role("main").get_by_text("Forbes Hall 719A", exact=True)).to_be_visible()
    visit(page, "/settings")
    visit(page, "/room")
    expect(page.get_by_role("main").get_by_text("Forbes Hall 719A", exact=True)).to_be_visible()


def zone_of(person):
    return person.get("/v1/me").json.get("zone")


def test_w13_a_sign_in_takes_the_zone_of_the_device_and_says_so(site, windows):
    zora = Person(site, "zora")
    assert zone_of(zora) is None
    page = windows.open(PHONE)
    sign_in(page, "zora")
    expect(page.get_by_text("Time zone set to New York.")).to_be_visible()
    assert zone_of(zora) == "America/New_York"
    visit(page, "/settings/alerts")
    expect(page.get_by_text("Time zone: New York.")).to_be_visible()


def test_w13_who_takes_it_back_is_not_asked_at_the_next_sign_in(site, windows):
    zeno = Person(site, "zeno")
    page = windows.open(PHONE)
    sign_in(page, "zeno")
    expect(page.get_by_text("Time zone set to New York.")).to_be_visible()
    tap(page, "button", "Undo")
    expect(page.get_by_text("Your profile has no time zone now.")).to_be_visible()
    assert zone_of(zeno) is None
    visit(page, "/settings")
    tap(page, "button", "Sign out")
    fill_in(page, "zeno")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    # The quiet hours say which clock they follow, and offer this device's.
    visit(page, "/settings/alerts")
    expect(page.get_by_text("Time zone: UTC.")).to_be_visible()
    assert zone_of(zeno) is None
    tap(page, "button", "Use New York time")
    expect(page.get_by_text("Time zone: New York.")).to_be_visible()
    expect(page.get_by_role("button", name="Use New York time")).to_have_count(0)
    assert zone_of(zeno) == "America/New_York"


@pytest.mark.parametrize("path", ["/credits", "/docs", "/design", "/no-such-page"])
def test_pages_for_everybody_keep_the_tabs_of_who_is_signed_in(windows, jona, path):
    page = windows.open(DESK, "jona")
    visit(page, path, shows_loading=True)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Tasks").click()
    expect(page).to_have_url(re.compile("/tasks$"))
    guest = windows.open(DESK)
    visit(guest, path, shows_loading=True)
    expect(guest.get_by_role("heading", level=1)).to_be_visible()
    expect(guest.get_by_role("navigation", name="Main")).to_have_count(0)
