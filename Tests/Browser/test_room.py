"""The pages of a room: joining, its code, its completed tasks, and its board."""

import base64
import re

import pytest
import zxingcpp
from people import Person
from playwright.sync_api import expect

from quad_page import PASSWORD, address, sign_in, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_task, neighbour, post_message

# A camera that shows an empty picture, and a reader that finds one code after the other; in `window.camera` stands
# what became of the picture.
CAMERA = """(() => {
  const found = %s;
  window.BarcodeDetector = class {
    static getSupportedFormats() { return Promise.resolve(["qr_code"]); }
    detect() { return Promise.resolve(found.length ? [{ rawValue: found.shift() }] : []); }
  };
  navigator.mediaDevices.getUserMedia = () => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d").fillRect(0, 0, 10, 10);
    window.camera = canvas.captureStream();
    return Promise.resolve(window.camera);
  };
})();"""
GREY = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, image.width, image.height);
  let grey = "";
  for (let at = 0; at < data.length; at += 4) grey += String.fromCharCode(data[at]);
  return [image.width, image.height, btoa(grey)];
}"""
FILMING = "() => window.camera.getTracks().filter(({ readyState }) => readyState === 'live').length"


def link(person):
    return person.get("/v1/room/code").json["link"]


def join_path(person):
    return "/join#" + link(person).split("#")[1]


def window_of(windows, person, device=PHONE, **options):
    page = windows.open(device, person, **options)
    page.goto("/room")
    expect(page.get_by_role("heading", name="Hi, ")).to_be_visible()
    return page


def read_codes(page, shot):
    """The texts of the codes in a picture. The browser makes grey pixels of it."""
    width, height, grey = page.evaluate(GREY, base64.b64encode(shot).decode())
    pixels = memoryview(base64.b64decode(grey)).cast("B", (height, width))
    return [code.text for code in zxingcpp.read_barcodes(pixels)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_another_program_reads_the_qr_code_on_the_screen(windows, world, device, scheme):
    page = windows.open(device, "wanda", color_scheme=scheme)
    visit(page, "/roommates")
    assert read_codes(page, page.screenshot()) == [link(world.wanda)]
    tap(page, "button", "Enlarge QR code")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("img", name="QR code")).to_be_visible()
    assert read_codes(page, sheet.screenshot()) == [link(world.wanda)]
    tap(sheet, "button", "Close")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Enlarge QR code")).to_be_focused()


def test_a_new_code_ends_the_old_one(windows, site):
    host = Person(site, "codehost")
    host.join("601A")
    old = host.code()
    page = window_of(windows, "codehost")
    visit(page, "/roommates")
    tap(page, "button", "New code")
    expect(page.get_by_role("dialog")).to_contain_text("stop working immediately")
    tap(page.get_by_role("dialog"), "button", "New code")
    expect(page.get_by_text("New code created")).to_be_visible()
    new = host.code()
    assert new != old
    expect(page.get_by_text(new)).to_be_visible()
    assert read_codes(page, page.screenshot()) == [link(host)]

    guest = Person(site, "codeguest")
    assert guest.join(code=old).status == 403
    assert guest.join(code=new).json["state"] == "joined"
    expect(page.get_by_role("link", name="Codeguest")).to_contain_text("new")


def test_a_link_leads_a_newcomer_into_the_room(windows, site):
    host = Person(site, "linkhost")
    host.join("602A")
    page = windows.open(PHONE)
    visit(page, join_path(host))
    expect(page.get_by_role("heading", name="Join Forbes Hall 602A")).to_be_visible()
    assert host.code() not in page.url
    tap(page, "link", "Create account")
    expect(page.get_by_label("Room code")).to_have_value(host.code())

    Person(site, "linkguest")
    tap(page, "link", "Have an account?")
    visit(page, "/join")
    tap(page, "link", "I have an account")
    page.get_by_label("Email").fill(address("linkguest"))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    tap(page, "button", "Sign in")
    tap(page, "button", "Join Forbes Hall 602A")
    expect(page.get_by_text("Welcome to Forbes Hall 602A")).to_be_visible()
    expect(page.get_by_role("heading", name="Hi, Linkguest")).to_be_visible()
    assert host.room()["members"] == 2


def test_a_link_says_what_stands_in_the_way(windows, site):
    host = Person(site, "wayhost")
    host.join("603A")
    person = Person(site, "wayfarer")
    person.join("603B")
    page = window_of(windows, "wayfarer")
    visit(page, join_path(person))
    expect(page.get_by_role("heading", name="You already live in Forbes Hall 603B")).to_be_visible()
    visit(page, join_path(host))
    expect(page.get_by_role("heading", name="You live in Forbes Hall 603B")).to_be_visible()
    expect(page.get_by_text("first leave Forbes Hall 603B")).to_be_visible()
    assert person.room()["number"] == "603B"
    visit(page, "/join#nowhere/1/ABCD2345")
    expect(page.get_by_text("isn't on this campus")).to_be_visible()
    visit(page, "/join#forbes/1")
    expect(page.get_by_role("heading", name="This link doesn't work")).to_be_visible()

    Person(site, "wayless")
    page = window_of(windows, "wayless")
    for name in ("wayone", "waytwo", "waythree"):
        neighbour(site, name, host)
    windows.watch.expect(409, "/v1/room/join")
    visit(page, join_path(host))
    tap(page, "button", "Join Forbes Hall 603A")
    expect(page.get_by_role("alert")).to_contain_text("full")


def test_an_old_link_still_asks_to_be_let_in(windows, site):
    host = Person(site, "oldhost")
    host.join("604A")
    old = join_path(host)
    host.post("/v1/room/code")
    for name in ("oldguest", "oldother"):
        Person(site, name)
    page = window_of(windows, "oldguest")
    windows.watch.expect(403, "/v1/room/join")
    visit(page, old)
    tap(page, "button", "Join Forbes Hall 604A")
    expect(page.get_by_role("alert")).to_contain_text("This code is no longer valid")
    expect(page.get_by_role("button", name="Ask to join")).to_be_focused()
    tap(page, "button", "Ask to join")
    expect(page.get_by_role("heading", name="Waiting for your roommates")).to_be_visible()

    door = window_of(windows, "oldhost", DESK)
    visit(door, "/roommates")
    tap(door, "button", "Decline: Oldguest Example")
    expect(page.get_by_text("Forbes Hall 604A declined your request")).to_be_visible()
    page.get_by_label("Dorm").select_option("Forbes Hall")
    page.get_by_label("Room number").fill("#604a")
    tap(page, "button", "Join")
    expect(page.get_by_role("heading", name="Waiting for your roommates")).to_be_visible()
    tap(door, "button", "Approve: Oldguest Example")
    expect(page.get_by_text("Welcome to Forbes Hall 604A")).to_be_visible()
    expect(page.get_by_role("link", name="Roommates").first).to_be_visible()


def test_a_withdrawn_request_is_no_refusal(windows, site):
    host = Person(site, "backhost")
    host.join("605A")
    Person(site, "backguest").join("605A")
    page = window_of(windows, "backguest")
    tap(page, "button", "Withdraw")
    expect(page.get_by_role("heading", name="Find or create your room")).to_be_visible()
    expect(page.get_by_text("not let into")).to_have_count(0)
    assert host.requests() == []


def test_the_finder_says_beside_the_field_what_is_wrong(windows, site):
    host = Person(site, "findhost")
    host.join("606A")
    for name in ("findone", "findtwo", "findthree"):
        neighbour(site, name, host)
    Person(site, "finder")
    page = window_of(windows, "finder")
    code = page.get_by_label("Room code")
    windows.watch.expect(403, "/v1/room/join")
    code.fill("ABCD2345")
    tap(page, "button", "Join")
    expect(code).to_have_accessible_description(re.compile("doesn't match"))
    expect(code).to_be_focused()
    expect(code).to_have_value("ABCD2345")
    windows.watch.expect(409, "/v1/room/join")
    code.fill(host.code())
    tap(page, "button", "Join")
    expect(code).to_have_accessible_description(re.compile("full"))
    windows.watch.expect(422, "/v1/room/join")
    code.fill("")
    page.get_by_label("Dorm").select_option("Forbes Hall")
    page.get_by_label("Room number").fill("!!!")
    tap(page, "button", "Join")
    expect(page.get_by_label("Room number")).to_have_accessible_description(re.compile("letters and digits"))
    page.get_by_label("Room number").fill("606Z")
    tap(page, "button", "Join")
    expect(page.get_by_text("Forbes Hall 606Z is yours")).to_be_visible()


def test_the_camera_reads_a_code_and_stops(windows, site):
    host = Person(site, "camhost")
    host.join("607A")
    Person(site, "camguest")
    page = windows.open(PHONE)
    page.add_init_script(CAMERA % f'["https://elsewhere.example/", "{link(host)}"]')
    sign_in(page, "camguest")
    tap(page, "button", "Scan code")
    expect(page.get_by_role("heading", name="Join Forbes Hall 607A")).to_be_visible()
    page.wait_for_function(f"() => ({FILMING})() === 0")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_camera_stops_when_its_page_is_left(windows, site):
    Person(site, "filmed")
    page = windows.open(PHONE)
    page.add_init_script(CAMERA % "[]")
    sign_in(page, "filmed")
    visit(page, "/settings")
    page.get_by_role("link", name="Room", exact=True).click()
    tap(page, "button", "Scan code")
    page.wait_for_function("() => window.camera")
    assert page.evaluate(FILMING) == 1
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function(f"() => ({FILMING})() === 0")


def test_completed_items_are_filtered_in_the_address(windows, site):
    host = Person(site, "doer")
    host.join("608A")
    mate = neighbour(site, "helper", host)
    for person, title in ((host, "Sweep the hall"), (mate, "Fix the tap")):
        assert person.post(f"/v1/tasks/{add_task(host, title)}/complete").status == 200
    page = window_of(windows, "doer")
    visit(page, "/completed")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Sweep the hall")).to_be_visible()
    page.get_by_label("Completed by").select_option("Helper")
    expect(main.get_by_role("link", name="Sweep the hall")).to_have_count(0)
    expect(page).to_have_url(re.compile(rf"/completed\?by={mate.id}$"))
    expect(page.get_by_label("Completed by")).to_be_focused()
    main.get_by_role("link", name="Fix the tap").click()
    expect(page.get_by_text("Completed by Helper")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Completed by")).to_have_value(mate.id)
    expect(main.get_by_role("link", name="Fix the tap")).to_be_visible()
    expect(main.get_by_role("link", name="Sweep the hall")).to_have_count(0)

    page.get_by_label("When").select_option("Yesterday")
    expect(page.get_by_role("heading", name="No results")).to_be_visible()
    tap(page, "link", "Show all")
    expect(main.get_by_role("link", name="Sweep the hall")).to_be_visible()
    page.get_by_label("When").select_option("Choose days…")
    page.get_by_label("First day").fill("2020-02-02")
    page.get_by_label("Last day").fill("2020-01-01")
    tap(page, "button", "Show")
    expect(page.get_by_label("Last day")).to_have_accessible_description(re.compile("after the first"))
    page.get_by_label("Last day").fill("2020-02-03")
    tap(page, "button", "Show")
    expect(page).to_have_url(re.compile(r"\?from=2020-02-02&until=2020-02-03$"))
    visit(page, "/completed?from=2020-02-02")
    expect(main.get_by_role("link", name="Fix the tap")).to_be_visible()


def test_a_long_message_is_read_on_its_own_page(windows, site):
    host = Person(site, "writer")
    host.join("609A")
    mates = [neighbour(site, name, host) for name in ("readone", "readtwo")]
    long = "The heating knocks again. " * 30 + "<b>Who</b> calls https://hilltop.example/repairs?"
    message = post_message(host, long)
    page = window_of(windows, "readone")
    visit(page, "/board")
    row = page.get_by_role("main").get_by_role("link", name="The heating knocks")
    expect(row).to_contain_text("Read more")
    expect(row).not_to_contain_text("Who")
    row.click()
    expect(page).to_have_url(re.compile(f"/board/{message['id']}$"))
    expect(page.get_by_text(long)).to_be_visible()
    assert page.get_by_role("main").locator("a[href*='hilltop.example/repairs']").count() == 0

    tap(page, "button", "Report this message")
    expect(page.get_by_role("dialog")).to_contain_text("After 2 reports, it's hidden")
    tap(page.get_by_role("dialog"), "button", "Report")
    expect(page.get_by_text("You reported this")).to_be_visible()
    tap(page, "button", "Withdraw report")
    expect(page.get_by_role("button", name="Report this message")).to_be_visible()
    for mate in mates:
        assert mate.post(f"/v1/messages/{message['id']}/report", {}).status == 200
    expect(page.get_by_text("This message was hidden.")).to_be_visible()
    expect(page.get_by_text("The heating knocks")).to_have_count(0)
    tap(page, "link", "Back")
    expect(page.get_by_role("main").get_by_role("link", name="This message was hidden.")).to_be_visible()


def test_the_board_says_what_it_keeps(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, "/board")
    page.get_by_role("link", name="How it works").first.click()
    expect(page.get_by_role("heading", name="Message privacy")).to_be_visible()
    expect(page.get_by_text("After 2 reports in your room")).to_be_visible()
    expect(page.get_by_text("quad board verify")).to_be_visible()
    expect(page.get_by_text("No sealed hours yet.")).to_be_visible()


def test_a_sixth_message_in_an_hour_keeps_its_text(windows, site):
    host = Person(site, "talker")
    host.join("610A")
    for number in range(5):
        post_message(host, f"Number {number}")
    page = window_of(windows, "talker")
    visit(page, "/board")
    windows.watch.expect(429, "/v1/messages")
    page.get_by_label("New message").fill("Number 6")
    tap(page, "button", re.compile("^Post"))
    expect(page.get_by_label("New message")).to_have_accessible_description(re.compile("five messages an hour"))
    expect(page.get_by_label("New message")).to_have_value("Number 6")


def test_home_shows_what_is_next_and_what_was_done(windows, site):
    host = Person(site, "glancer")
    host.join("611A")
    mate = neighbour(site, "glancemate", host)
    page = window_of(windows, "glancer")
    expect(page.get_by_text("Next up")).to_have_count(0)
    task = add_task(mate, "Change the bulb", isImportant=True)
    line = page.get_by_role("main").get_by_role("link", name="Next up")
    expect(line).to_contain_text("Change the bulb")
    mate.post(f"/v1/tasks/{task}/complete")
    expect(page.get_by_role("main").get_by_role("link", name="Last completed")).to_contain_text("Glancemate")
    expect(line).to_have_count(0)


def test_home_counts_what_there_is_and_nothing_else(windows, site):
    counter = Person(site, "counter")
    counter.join("390A")
    add_task(counter, "Wipe the table")
    page = windows.open(PHONE, "counter")
    visit(page, "/room")
    tasks = page.get_by_role("main").get_by_role("link", name="Task list")
    expect(tasks).to_have_accessible_name("Task list 1 open task")
    add_task(counter, "Fix the lock", isImportant=True)
    expect(tasks).to_have_accessible_name("Task list 2 open tasks, 1 important")
    # In the rail, too, the name comes first.
    page.set_viewport_size(DESK["viewport"])
    rail = page.get_by_role("navigation", name="Main").get_by_role("link", name="Tasks")
    expect(rail).to_have_accessible_name(re.compile("^Tasks ?, 2 open tasks$"))
    add_task(counter, "Oil the hinge")
    expect(rail).to_have_accessible_name(re.compile("^Tasks ?, 3 open tasks$"))


def test_w4_a_request_to_join_is_in_the_inbox_and_names_who_was_asked(windows, site):
    host = Person(site, "heidi")
    host.join("621A")
    neighbour(site, "hugo", host)
    guest = windows.open(PHONE)
    Person(site, "gerda")
    sign_in(guest, "gerda")
    guest.get_by_label("Dorm").select_option("Forbes Hall")
    guest.get_by_label("Room number").fill("621A")
    inside = window_of(windows, "heidi")
    visit(inside, "/inbox")
    guest.get_by_role("button", name="Join room").click()
    expect(guest.get_by_text(re.compile("^Asked Heidi and Hugo, "))).to_be_visible()
    notice = inside.get_by_role("main").get_by_role("link", name=re.compile("Gerda wants to join your room"))
    notice.click()
    expect(inside).to_have_url(re.compile("/roommates$"))
    inside.get_by_role("button", name="Approve: Gerda Example").click()
    expect(guest.get_by_role("region", name="Tasks")).to_be_visible()
