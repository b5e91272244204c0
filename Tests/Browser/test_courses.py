"""School with courses: a teacher keeps a roster, a student looks at a course, and both see each other's changes."""

import json
import re

import pytest
from people import Person
from playwright.sync_api import expect
from quad_courses import enroll, named

from quad_layout import CUT
from quad_page import poll, tap, visit, wait_until_kept
from quad_windows import DESK, PHONE
from quad_world import add_course, add_event, add_task, neighbour, post_message, share_with, soon, teacher

RUN = "async ([file, name, ...given]) => (await import(`/app/models/${file}.js`))[name](...given)"
HOSTILE = '<img src=x onerror="window.wasRun = true">'
NEW = "Ornithology"


def rename(person, first, last):
    me = person.get("/v1/me").json
    answer = person.patch("/v1/me", {"version": me["version"], "firstName": first, "lastName": last})
    assert answer.status == 200, answer.body


@pytest.fixture(scope="module")
def corinna(site):
    return teacher(site, "corinna")


@pytest.fixture(scope="module")
def caspar(site):
    return teacher(site, "caspar")


@pytest.fixture(scope="module")
def celia(site):
    celia = Person(site, "celia")
    rename(celia, "Celia", "Zimmer")
    return celia


@pytest.fixture(scope="module")
def conrad(site):
    conrad = Person(site, "conrad")
    rename(conrad, "Conrad", "<b>Abel</b>")
    return conrad


def card(page, name):
    return page.get_by_role("region", name=name, exact=True)


def roster(page):
    return page.get_by_role("main").get_by_role("button").filter(has_text=re.compile("Example|Zimmer|Abel"))


def path_of(course, rest=""):
    return f"/v1/courses/{course}{rest}"


def change(person, course, **members):
    version = person.get(path_of(course)).json["version"]
    answer = person.patch(path_of(course), {"version": version, **members})
    assert answer.status == 200, answer.body


def test_pasted_addresses_are_read_however_they_are_written(modules):
    page = modules()
    text = 'Ada <ada@x.example>, "Lovelace, Bo" <BO@x.example>; cy@x.example\tdi@x.example\nbo@x.example,,\n <> wood a@b'
    found, none, [by_name], [teaching, *_] = (page.evaluate(RUN, call) for call in (
        ["addresses", "addressesIn", text], ["addresses", "addressesIn", " ,;\n"],
        ["courses", "coursesWith", [{"name": "Chess", "code": "C 1"}, {"name": "Choir", "term": "Fall"}], "FALL cho"],
        ["courses", "teachingFirst", [{"name": "a", "role": "student"}, {"name": "b", "role": "instructor"}]]))
    assert [one["address"] for one in found] == [
        "ada@x.example", "BO@x.example", "cy@x.example", "di@x.example", "a@b"]
    assert [one["isGood"] for one in found] == [True] * 4 + [False]
    assert (none, by_name["name"], teaching["name"]) == ([], "Choir", "b")
    read = page.evaluate(
        "async (all) => { const { decodedText } = await import('/app/models/rostertext.js');"
        " return all.map((one) => decodedText(new Uint8Array(one))); }",
        [list("Zoë €".encode(code)) for code in ("utf-8", "utf-8-sig", "utf-16", "windows-1252")] + [[0xFE, 0xFF, 0, 90]])
    assert read == ["Zoë €"] * 4 + ["Z"]


def test_a_teacher_begins_with_courses_and_keeps_a_roster(windows, corinna, celia, conrad):
    page = windows.open(PHONE, "corinna")
    visit(page, "/")
    expect(page.get_by_role("region").first).to_have_accessible_name("Courses")
    places = [page.get_by_role("link", name="Add your first course"),
              page.get_by_role("link", name="Find your room")]
    assert places[0].bounding_box()["y"] < places[1].bounding_box()["y"]
    places[0].click()
    page.get_by_label("Name").fill(NEW)
    page.get_by_label("Code").fill("BIRD 7")
    page.reload()
    expect(page.get_by_label("Code")).to_have_value("BIRD 7")
    tap(page, "button", "Add course")
    expect(page.get_by_text("BIRD 7 · 0 students")).to_be_visible()
    course = page.url.rsplit("/", 1)[1]
    windows.watch.expect(404, path_of(course, "/roster"))
    tap(page, "button", "Enroll people")
    field = page.get_by_label("Email addresses")
    field.fill("Conrad <conrad@hilltop.example>, nobody@hilltop.example\nbirds\nCELIA@hilltop.example "
               "Corinna@hilltop.example")
    tap(page, "button", "Enroll", exact=True)
    # The own address makes nobody a student.
    expect(page.get_by_text("2 people enrolled · 1 already on the roster")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_text(
        ["nobody@hilltop.example: Nobody here has this address.", "birds: This isn't an email address."])
    expect(field).to_have_value("nobody@hilltop.example\nbirds")
    page.keyboard.press("Escape")
    # Instructors first, then by last name.
    expect(roster(page)).to_have_text([re.compile("Corinna Example"), re.compile("Conrad <b>Abel</b>"),
                                       re.compile("Celia Zimmer")])
    expect(page.get_by_text("BIRD 7 · 2 students")).to_be_visible()
    the_rejected_ones_wait(page, field)
    she_gets_an_adviser(windows, page, course, celia)
    one_is_removed_and_comes_back(page, corinna, celia, course)
    the_last_instructor_stays(windows, page, course, corinna)


def the_rejected_ones_wait(page, field):
    page.reload()
    tap(page, "button", "Enroll people")
    expect(field).to_have_value("nobody@hilltop.example\nbirds")
    field.fill("celia@hilltop.example")
    tap(page, "button", "Enroll", exact=True)
    expect(page.get_by_text("1 already on the roster")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def she_gets_an_adviser(windows, page, course, celia):
    for status in (422, 404):
        windows.watch.expect(status, path_of(course, f"/roster/{celia.id}/adviser"))
    tap(page, "button", "Celia Zimmer")
    tap(page, "button", "Add adviser")
    dialog = page.get_by_role("dialog", name="Add adviser")
    expect(dialog).to_contain_text("Celia Zimmer")
    field = dialog.get_by_label("Email of the adviser")
    for typed, why in (("celia@hilltop.example", "Someone else than the student"),
                       ("nobody@hilltop.example", "This person wasn't found.")):
        field.fill(typed)
        tap(dialog, "button", "Save")
        expect(dialog.get_by_text(why)).to_be_visible()
    field.fill("conrad@hilltop.example")
    tap(dialog, "button", "Save")
    expect(page.get_by_text("Conrad <b>Abel</b> is the adviser now")).to_be_visible()
    tap(page, "button", "Celia Zimmer")
    expect(page.get_by_text("Adviser: Conrad <b>Abel</b>")).to_be_visible()
    tap(page, "button", "Remove adviser")
    expect(page.get_by_text("Adviser removed")).to_be_visible()
    tap(page, "button", "Celia Zimmer")
    expect(page.get_by_role("button", name="Add adviser")).to_be_visible()
    page.keyboard.press("Escape")


def one_is_removed_and_comes_back(page, corinna, celia, course):
    rows = "email,student_id,adviser\ncelia@hilltop.example,4711,conrad@hilltop.example\n"
    assert corinna.post(path_of(course, "/imports"), {"files": [rows]}).json["already"] == 1
    before = of(corinna, course, celia)
    assert before["studentNumber"] == "4711" and before["adviser"]["firstName"] == "Conrad"
    tap(page, "button", "Celia Zimmer")
    tap(page, "button", "Remove", exact=True)
    expect(page.get_by_text("Celia Zimmer removed")).to_be_visible()
    expect(roster(page)).to_have_count(2)
    poll(page, lambda: celia.get(path_of(course)).status == 404, "she is not in it")
    tap(page, "button", "Undo")
    expect(page.get_by_role("button", name="Celia Zimmer")).to_be_focused()
    assert celia.get(path_of(course)).json["role"] == "student"
    assert of(corinna, course, celia) == before


def of(teacher, course, student):
    items = teacher.get(path_of(course, "/roster")).json["items"]
    return next(entry for entry in items if entry["person"] == student.id)


def the_last_instructor_stays(windows, page, course, corinna):
    windows.watch.expect(409, path_of(course, f"/roster/{corinna.id}"))
    tap(page, "button", "Corinna Example")
    tap(page, "button", "Make student")
    page.get_by_role("dialog", name="Become a student?").get_by_role("button", name="Make student").click()
    expect(page.get_by_text("This is the course's last instructor.")).to_be_visible()
    tap(page, "button", "Conrad <b>Abel</b>")
    tap(page, "button", "Make instructor")
    expect(page.get_by_text("Conrad <b>Abel</b> is an instructor now")).to_be_visible()
    expect(roster(page).first).to_contain_text("Conrad")
    # One who has stepped down sees what a student sees.
    tap(page, "button", "Corinna Example")
    tap(page, "button", "Make student")
    page.get_by_role("dialog", name="Become a student?").get_by_role("button", name="Make student").click()
    expect(page.get_by_text("You take this course")).to_be_visible()
    expect(page.get_by_role("heading", name="Roster")).to_have_count(0)
    expect(page.get_by_role("link", name="Edit")).to_be_hidden()


def test_addresses_that_could_not_be_sent_stay_with_the_reason(windows, caspar, celia, conrad):
    course = add_course(caspar, name="Knots")
    page = windows.open(DESK, "caspar")
    visit(page, f"/courses/{course}")
    windows.watch.expect(429, path_of(course, "/roster"))
    refusal = {"status": 429, "content_type": "application/problem+json", "headers": {"Retry-After": "90"},
               "body": json.dumps({"code": "slow_down", "detail": "Slow down."})}
    tap(page, "button", "Enroll people")
    field = page.get_by_label("Email addresses")
    field.fill("celia@hilltop.example")
    page.route(f"**{path_of(course, '/roster')}", lambda route: route.fulfill(**refusal))
    tap(page, "button", "Enroll", exact=True)
    expect(page.get_by_text("1 address wasn't sent. Too many attempts.")).to_be_visible()
    expect(field).to_have_value("celia@hilltop.example")
    page.unroute(f"**{path_of(course, '/roster')}")
    tap(page, "button", "Enroll", exact=True)
    expect(page.get_by_text("1 person enrolled")).to_be_visible()
    expect(page.get_by_role("button", name="Celia Zimmer")).to_be_visible()


def test_a_large_roster_is_searched(windows, caspar):
    course = add_course(caspar, name="Harbors")
    page = windows.open(DESK, "caspar")
    [me] = caspar.get(path_of(course, "/roster")).json["items"]
    people = [{**me, "person": f"{me['person'][:-3]}{number:03}", "firstName": f"Bo{number}", "role": "student"}
              for number in range(100, 130)]
    page.route(f"**{path_of(course, '/roster')}?*", lambda route: route.fulfill(json={"items": [me, *people]}))
    visit(page, f"/courses/{course}")
    expect(roster(page)).to_have_count(31)
    search = page.get_by_role("searchbox", name="Search people")
    [field, heading] = [one.bounding_box() for one in (search, page.get_by_role("heading", name="Instructors"))]
    assert heading["y"] - field["y"] - field["height"] >= 8, "the heading stands apart from the field"
    search.fill("example bo12")
    expect(roster(page)).to_have_count(10)
    expect(page.get_by_text("10 people")).to_be_attached()
    search.fill("Nobody")
    expect(page.get_by_role("heading", name="No one found")).to_be_visible()
    search.fill("")
    expect(roster(page)).to_have_count(31)


def test_courses_beside_other_segments_are_named_once(windows, world):
    page = windows.open(PHONE, "winona")
    visit(page, "/school?courses")
    expect(page.get_by_role("radio", name="Courses")).to_be_checked()
    heading = page.get_by_role("main").get_by_role("heading", name="Courses", exact=True, level=2)
    assert heading.bounding_box()["width"] <= 1, "it is for screen readers"


def test_a_student_sees_a_course_come_change_and_go(windows, caspar, conrad):
    page = windows.open(PHONE, "conrad")
    visit(page, "/school?courses")
    course = add_course(caspar, conrad, name="Tides", term="Fall")
    link = page.get_by_role("main").get_by_role("link", name="Tides")
    link.click()
    expect(page.get_by_text("You take this course")).to_be_visible()
    expect(page.get_by_text("Taught by Caspar Example")).to_be_visible()
    expect(page.get_by_role("heading", name="Roster")).to_have_count(0)
    expect(page.get_by_text("Nothing coming up.")).to_be_visible()
    share_with(caspar, course, "Walk on the flats")
    expect(page.get_by_role("link", name="Walk on the flats")).to_contain_text("days left")
    change(caspar, course, name="Tides and Moons", term=None)
    expect(page.get_by_role("heading", name="Tides and Moons")).to_be_visible()
    assert caspar.delete(path_of(course, f"/roster/{conrad.id}")).status == 204
    windows.watch.allow(404, path_of(course))
    expect(page.get_by_role("heading", name="Course not available")).to_be_visible()
    expect(page.get_by_role("link", name="Walk on the flats")).to_have_count(0)
    enroll(caspar.site, named(caspar), {"id": course}, named(conrad))
    expect(page.get_by_role("heading", name="Tides and Moons")).to_be_visible()
    the_course_is_deleted(windows, course)
    expect(page.get_by_role("heading", name="Course not available")).to_be_visible()
    tap(page, "link", "View courses")
    expect(page.get_by_role("main").get_by_role("link", name="Tides")).to_have_count(0)


def the_course_is_deleted(windows, course):
    page = windows.open(DESK, "caspar")
    visit(page, f"/courses/{course}/edit")
    tap(page, "button", "Delete course")
    expect(page.get_by_text("1 student loses access")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Delete course").click()
    expect(page.get_by_text("Tides and Moons deleted")).to_be_visible()
    expect(page.get_by_role("heading", name="School")).to_be_visible()


def test_two_teachers_who_edit_at_once_choose_a_version(windows, caspar, corinna):
    course = add_course(caspar, name="Maps", code="MAP 1")
    enroll(caspar.site, named(caspar), {"id": course}, named(corinna), "instructor")
    windows.watch.expect(409, path_of(course))
    page = windows.open(DESK, "corinna")
    visit(page, f"/courses/{course}/edit")
    page.get_by_label("Name").fill("Maps and Charts")
    change(caspar, course, name="Maps of the Sea", code=None)
    tap(page, "button", "Save")
    conflict = page.get_by_role("alert")
    expect(conflict.get_by_role("row", name="Name Maps and Charts Maps of the Sea")).to_be_visible()
    expect(conflict.get_by_role("row", name="Code MAP 1 –")).to_be_visible()
    # The draft keeps its version, and with it the conflict.
    page.reload()
    expect(page.get_by_label("Name")).to_have_value("Maps and Charts")
    tap(page, "button", "Save")
    tap(page, "button", "Keep mine")
    expect(page.get_by_role("heading", name="Maps and Charts")).to_be_visible()
    assert caspar.get(path_of(course)).json["code"] == "MAP 1"


def test_an_event_for_a_course_begins_on_its_page(windows, caspar, celia):
    course = add_course(caspar, celia, name="Kites")
    page = windows.open(PHONE, "caspar")
    visit(page, f"/courses/{course}")
    tap(page, "link", "Add event")
    expect(page.get_by_label("Visible to")).to_have_value(f"course:{course}")
    page.get_by_label("Name", exact=True).fill("First flight")
    # A draft that was begun elsewhere is for the course, too.
    page.get_by_label("Visible to").select_option("private")
    tap(page, "link", "Back")
    tap(page, "link", "Add event")
    expect(page.get_by_label("Name", exact=True)).to_have_value("First flight")
    expect(page.get_by_label("Visible to")).to_have_value(f"course:{course}")
    tap(page, "button", "Save")
    expect(page.get_by_role("heading", name="Kites")).to_be_visible()
    expect(page.get_by_role("link", name="First flight")).to_be_visible()


def test_names_are_text_whatever_they_hold(windows, caspar, celia):
    course = add_course(caspar, celia, name=f"{HOSTILE} مدرسة", code="عربي")
    page = windows.open(PHONE, "caspar", viewport={"width": 320, "height": 640})
    for path in ("/", "/school", f"/courses/{course}"):
        visit(page, path)
        expect(page.get_by_text(HOSTILE).first).to_be_visible()
        assert page.evaluate(CUT) == [], path
    visit(page, "/courses/new")
    page.get_by_label("Name").fill("n" * 1000)
    tap(page, "button", "Add course")
    expect(page.get_by_text("880 characters too long").filter(visible=True)).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("n" * 1000)
    assert not page.evaluate("window.wasRun")


@pytest.mark.service_worker
def test_courses_are_there_without_a_network(windows, caspar, site):
    cosima = Person(site, "cosima")
    opened, other = (add_course(caspar, cosima, name=name) for name in ("Lichens", "Mosses"))
    share_with(caspar, opened, "Walk in the woods")
    page = windows.open(PHONE, "cosima")
    visit(page, "/school?courses")
    visit(page, f"/courses/{opened}")
    for address in ("/v1/courses?limit=100", path_of(opened), f"/v1/events?course={opened}&limit=50"):
        wait_until_kept(page, address)
    with windows.offline(page):
        page.reload()
        expect(page.get_by_role("heading", name="Lichens")).to_be_visible()
        expect(page.get_by_role("link", name="Walk in the woods")).to_be_visible()
        expect(page.get_by_text("No connection · as of")).to_be_visible()
        tap(page, "link", "Back")
        # School's home may begin with its news, so the way back names the courses.
        expect(page).to_have_url(re.compile(r"/school\?courses$"))
        # One that was never opened is known from the list.
        page.get_by_role("main").get_by_role("link", name="Mosses").click()
        expect(page.get_by_role("heading", name="Mosses")).to_be_visible()
        page.goto(f"/courses/{other}")
        expect(page.get_by_role("heading", name="Mosses")).to_be_visible()
    expect(page.get_by_text("No connection ·")).to_be_hidden(timeout=15_000)


def test_the_day_of_a_student_with_courses_is_one_screen(windows, site, caspar):
    cyril = Person(site, "cyril")
    cyril.join("853A")
    mate = neighbour(site, "clemens", cyril)
    add_task(cyril, "Return the ladder", due=soon(minutes=-5))
    add_task(cyril, "Sort the mail")
    add_event(cyril, "Trip to the coast", days=3)
    post_message(mate, "The dryer is free again")
    page = windows.open(PHONE, "cyril")
    visit(page, "/")
    expect(page.get_by_role("region")).to_have_count(4)
    for name in ("Rivers", "Glaciers"):
        add_course(caspar, cyril, name=name)
    expect(card(page, "Courses")).to_contain_text("2")
    names = page.get_by_role("region").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert names == ["Next event", "Tasks", "Messages", "Notifications", "Courses"]
    last, tabs = (one.bounding_box() for one in (card(page, "Courses"), page.get_by_role("navigation", name="Main")))
    assert last["y"] + last["height"] <= tabs["y"], "the cards fit on a phone"
    card(page, "Courses").get_by_role("link").click()
    expect(page.get_by_role("main").get_by_role("link", name="Glaciers")).to_be_visible()
