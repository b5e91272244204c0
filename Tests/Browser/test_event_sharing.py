"""Events shared with roommates and courses, seen by people who may not change them."""

from urllib.parse import urlsplit

import pytest
from people import Person
from playwright.sync_api import expect
from quad_courses import enroll, make

from quad_events_page import row, titles
from quad_page import poll, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_event, neighbour


@pytest.fixture(scope="module")
def nora(site):
    nora = Person(site, "nora")
    nora.join("420A")
    return nora


@pytest.fixture(scope="module")
def otis(site, nora):
    return neighbour(site, "otis", nora)


def test_a_roommate_sees_it_answers_and_changes_nothing(windows, nora, otis):
    event = add_event(nora, "Room dinner", days=3, visibility="room")
    page = windows.open(DESK, "otis")
    visit(page, "/events")
    expect(row(page, "Room dinner")).to_contain_text("Shared by Nora")
    row(page, "Room dinner").get_by_role("link").click()
    expect(page.get_by_role("heading", name="RSVP")).to_be_visible()
    for name in ("Edit", "Delete"):
        assert page.get_by_role("main").get_by_role("link", name=name).count() == 0
        assert page.get_by_role("main").get_by_role("button", name=name).count() == 0
    tap(page, "button", "Maybe")
    expect(page.get_by_role("button", name="Maybe · 1")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Maybe: You")).to_be_visible()
    answered = {"yes": 0, "maybe": 1, "no": 0}
    poll(page, lambda: nora.get(f"/v1/events/{event}").json["answers"] == answered, "the answer is on the site")
    tap(page, "button", "Maybe · 1")
    expect(page.get_by_role("button", name="Maybe", exact=True)).to_have_attribute("aria-pressed", "false")
    poll(page, lambda: nora.get(f"/v1/events/{event}").json["answers"]["maybe"] == 0, "the answer is withdrawn")
    # The page may just be asking for the event and its answers, which have changed.
    for path in (f"/v1/events/{event}", f"/v1/events/{event}/answers"):
        windows.watch.allow(404, path)
    nora.delete(f"/v1/events/{event}")
    expect(page.get_by_text("Page not found")).to_be_visible()


HOLD_BACK = """path => {
  const plain = window.fetch;
  window.fetch = async (...all) => {
    const answer = await plain(...all);
    if (String(all[0].url ?? all[0]).includes(path)) {
      window.isHeld = true;
      await new Promise((go) => { window.letGo = go; });
    }
    return answer;
  };
}"""


def test_what_was_asked_before_it_went_does_not_bring_it_back(windows, nora, otis):
    event = add_event(nora, "Room supper", days=3, visibility="room")
    path = f"/v1/events/{event}"
    page = windows.open(PHONE, "otis")
    visit(page, f"/events/{event}")
    expect(page.get_by_role("heading", name="Room supper")).to_be_visible()
    page.evaluate(HOLD_BACK, path)
    nora.patch(path, {"title": "Room feast", "version": nora.get(path).json["version"]})
    page.wait_for_function("() => window.isHeld")
    nora.delete(path)
    expect(page.get_by_text("Page not found")).to_be_visible()
    page.evaluate("async () => { letGo(); for (let n = 0; n < 10; n++) await new Promise(requestAnimationFrame); }")
    expect(page.get_by_text("Page not found")).to_be_visible()
    assert page.get_by_role("heading", name="Room feast").count() == 0


def course_of(site, teacher, *students):
    """A course that tess teaches."""
    site.set_roles(teacher.id, ["staff"])
    # Other roles end the sessions there were.
    teacher.token = site.sign_in("tess")
    course = make(site, {"token": teacher.token}, "Biology 101")
    for student in students:
        enroll(site, {"token": teacher.token}, course, {"person": student.id})


def test_an_event_is_shared_with_a_course(windows, site, nora):
    tess, sami = Person(site, "tess"), Person(site, "sami")
    course_of(site, tess, sami)
    page = windows.open(PHONE, "tess")
    visit(page, "/events/new")
    page.get_by_label("Name", exact=True).fill("Field trip")
    page.get_by_text("Visible to").first.click()
    page.get_by_label("Visible to").select_option("Biology 101")
    tap(page, "button", "Save")
    expect(row(page, "Field trip")).to_contain_text("Shared with Biology 101")
    student = windows.open(DESK, "sami")
    poll(page, lambda: "Field trip" in titles(sami), "the course sees it")
    visit(student, "/events")
    expect(row(student, "Field trip")).to_contain_text("From Biology 101")
    row(student, "Field trip").get_by_role("link").click()
    expect(student.get_by_role("main").get_by_text("From Biology 101")).to_be_visible()
    tap(student, "button", "Yes")
    expect(page.get_by_role("heading", name="Events")).to_be_visible()
    row(page, "Field trip").get_by_role("link").click()
    expect(page.get_by_text("Yes: 1 other")).to_be_visible()
    the_course_looks_on(windows, tess, urlsplit(page.url).path)
    tap(page, "link", "Edit")
    page.get_by_label("Visible to").select_option("Only me")
    tap(page, "button", "Save")
    expect(student.get_by_text("Page not found")).to_be_visible()
    # A person without a course has the same choices as before.
    other = windows.open(PHONE, "nora")
    # The form waits until it is known if there is a room.
    held, waits = [], [True]
    other.route("**/v1/home", lambda route: held.append(route) if waits else route.continue_())
    other.goto("/events/new")
    poll(other, lambda: held, "the room is asked for")
    expect(other.get_by_text("Visible to")).to_have_count(0)
    waits.clear()
    for route in held:
        route.continue_()
    other.get_by_text("Visible to").first.click()
    expect(other.get_by_role("radio", name="My room")).to_be_visible()


def the_course_looks_on(windows, teacher, event):
    """A list of an event of a course is to be read by all and changed by its owner."""
    site, to_dos = teacher.site, f"/v1{event}/to-dos"
    assert site.request("POST", to_dos, {"text": "Bring boots"}, teacher.token).status == 201
    page = windows.open(PHONE, "sami")
    visit(page, f"{event}/to-dos")
    expect(page.get_by_role("checkbox", name="Bring boots")).to_be_disabled()
    expect(page.get_by_role("button", name="Add to-do")).to_have_count(0)
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    visit(page, f"{event}/budget")
    expect(page.get_by_role("textbox")).to_have_count(0)
    visit(page, "/events")
