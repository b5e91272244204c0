"""Forms keep what was typed: dates, long texts, several mistakes at once, and another's change meanwhile."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_task

FLAG = "🇦🇹"


@pytest.fixture(scope="module")
def fay(site):
    fay = Person(site, "fay")
    fay.join("716A")
    Person(site, "finn").join("716A", code=fay.code())
    return fay


@pytest.fixture
def phone(windows, fay):
    return windows.open(PHONE, "fay")


def new_task(page, title):
    visit(page, "/tasks/new")
    page.get_by_label("Task", exact=True).fill(title)


def due_of(fay, title):
    tasks = fay.get("/v1/tasks?limit=100").json["items"]
    return next(task.get("due") for task in tasks if task["title"] == title)


def local(page, instant):
    return page.evaluate("""(text) => {
      const date = new Date(text);
      return `${date.toDateString()} ${date.getHours()}:${date.getMinutes()}`;
    }""", instant)


def test_w1_a_date_without_a_time_is_kept(phone, fay):
    new_task(phone, "Return the ladder")
    phone.get_by_label("Due").first.fill("2031-05-02")
    expect(phone.get_by_text("Without a time")).to_be_visible()
    tap(phone, "button", "Add task")
    expect(phone.get_by_role("link", name="Return the ladder")).to_be_visible()
    assert local(phone, due_of(fay, "Return the ladder")) == "Fri May 02 2031 23:59"


@pytest.mark.parametrize("year", ["0002", "1899"])
def test_a_year_typed_halfway_is_refused_beside_its_field(windows, phone, fay, year):
    new_task(phone, "Return the library book")
    phone.get_by_label("Due").first.fill(f"{year}-05-02")
    tap(phone, "button", "Add task")
    expect(phone.get_by_text("Enter a year from 1900 to 9999.")).to_be_visible()
    expect(phone.get_by_label("Due").first).to_be_focused()
    assert "library book" not in str(fay.get("/v1/tasks?limit=100").json)
    visit(phone, "/events/new")
    phone.get_by_label("Name", exact=True).fill("Two millennia of plumbing")
    phone.get_by_label("Date", exact=True).fill(f"{year}-05-02")
    tap(phone, "button", "Save")
    expect(phone.get_by_text("Enter a year from 1900 to 9999.")).to_be_visible()


def test_w1_a_time_without_a_date_and_half_a_date_are_errors(phone, fay):
    new_task(phone, "Half typed")
    phone.get_by_label("Time").fill("18:00")
    tap(phone, "button", "Add task")
    expect(phone.get_by_text("Enter a date as well.")).to_be_visible()
    phone.get_by_label("Time").fill("")
    phone.get_by_label("Due").first.press_sequentially("12")
    tap(phone, "button", "Add task")
    expect(phone.get_by_text("Enter a full date, or clear it.")).to_be_visible()
    expect(phone.get_by_label("Due").first).to_be_focused()
    assert "Half typed" not in str(fay.get("/v1/tasks?limit=100").json)


def test_w1_chips_choose_a_day_and_take_it_back(phone):
    new_task(phone, "Chips")
    tomorrow = phone.get_by_role("button", name="Tomorrow")
    tomorrow.click()
    expect(tomorrow).to_have_attribute("aria-pressed", "true")
    date = phone.evaluate("() => { const d = new Date(Date.now() + 86400000); return d.toLocaleDateString('sv'); }")
    expect(phone.get_by_label("Due").first).to_have_value(date)
    tomorrow.click()
    expect(phone.get_by_label("Due").first).to_have_value("")


def test_a_time_at_the_end_of_a_title_is_offered_and_never_taken_by_itself(phone, fay):
    new_task(phone, "Buy milk tomorrow 6pm")
    offer = phone.get_by_role("button", name="Due tomorrow")
    expect(offer).to_be_visible()
    expect(phone.get_by_label("Due").first).to_have_value("")
    offer.click()
    expect(phone.get_by_label("Task", exact=True)).to_have_value("Buy milk")
    expect(phone.get_by_label("Time")).to_have_value("18:00")
    expect(offer).to_have_count(0)
    tap(phone, "button", "Add task")
    expect(phone.get_by_role("link", name="Buy milk")).to_be_visible()
    assert local(phone, due_of(fay, "Buy milk")).endswith("18:0")
    new_task(phone, "Things to do")
    expect(phone.get_by_role("button", name="Due ", exact=False)).to_have_count(0)


def test_w9_a_text_that_is_too_long_is_counted_as_it_is_seen_and_not_cut(phone, fay):
    new_task(phone, FLAG * 199)
    expect(phone.get_by_text("1 character left")).to_be_visible()
    phone.get_by_label("Task", exact=True).fill(FLAG * 203)
    expect(phone.get_by_text("3 characters too long").first).to_be_visible()
    tap(phone, "button", "Add task")
    expect(phone.get_by_label("Task", exact=True)).to_have_value(FLAG * 203)
    expect(phone.get_by_label("Task", exact=True)).to_be_focused()
    phone.get_by_label("Task", exact=True).fill(FLAG * 200)
    tap(phone, "button", "Add task")
    poll(phone, lambda: FLAG * 200 in str(fay.get("/v1/tasks?limit=100").json["items"]), "all flags are stored")


def test_w9_no_field_cuts_what_is_typed(phone):
    for path in ("/tasks/new", "/board", "/events/new", "/settings/profile", "/settings/tokens", "/settings/alerts"):
        visit(phone, path)
        assert phone.locator("[maxlength]").count() == 0, path


def test_w12_all_mistakes_are_marked_at_once(windows):
    page = windows.open(DESK)
    visit(page, "/signup")
    tap(page, "button", "Create account")
    wrong = page.locator("[aria-invalid=true]")
    assert wrong.count() >= 4, "only some of the missing fields are marked"
    expect(wrong.first).to_be_focused()


def test_w2_a_conflict_shows_both_versions_of_a_task(windows, phone, fay):
    task = add_task(fay, "Clean the kitchen")
    windows.watch.expect(409, f"/v1/tasks/{task}")
    visit(phone, f"/tasks/{task}/edit")
    phone.get_by_label("Task", exact=True).fill("Clean the whole kitchen")
    version = fay.get(f"/v1/tasks/{task}").json["version"]
    changed = fay.patch(f"/v1/tasks/{task}", {"version": version, "title": "Clean the kitchen floor"})
    assert changed.status == 200
    tap(phone, "button", "Save")
    card = phone.get_by_role("alert").filter(has_text="Clean the kitchen floor")
    expect(card).to_contain_text("Clean the whole kitchen")
    expect(phone.get_by_label("Task", exact=True)).to_have_value("Clean the whole kitchen")
    card.get_by_role("button", name="Keep mine").click()
    poll(phone, lambda: fay.get(f"/v1/tasks/{task}").json["title"] == "Clean the whole kitchen", "mine is kept")


def test_w2_a_conflict_shows_both_versions_of_a_profile(windows, phone, fay):
    windows.watch.expect(409, "/v1/me")
    visit(phone, "/settings/profile")
    phone.get_by_label("Hometown", exact=True).fill("Graz")
    me = fay.get("/v1/me").json
    assert fay.patch("/v1/me", {"version": me["version"], "hometown": "Linz"}).status == 200
    tap(phone, "button", "Save")
    card = phone.get_by_role("alert").filter(has_text="Linz")
    expect(card).to_contain_text("Graz")
    card.get_by_role("button", name="Keep mine").click()
    poll(phone, lambda: fay.get("/v1/me").json["hometown"] == "Graz", "mine is kept")
