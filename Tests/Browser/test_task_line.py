"""The task list: a line that adds tasks, groups by due time, who added a task, and the moment of completing one."""

from datetime import datetime, timedelta, timezone

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, tap, visit
from quad_windows import DESK, PHONE
from quad_world import add_event, add_task, neighbour

GROUPED = """async ([tasks, now, zone]) => {
  const { inGroups, regroupsAt } = await import("/app/models/taskgroups.js");
  const at = Date.parse(now);
  const grouped = inGroups(tasks, at, zone).map(({ id, group }) => [id, group]);
  return { grouped, next: new Date(regroupsAt(tasks, at, zone)).toISOString() };
}"""
VIENNA = "Europe/Vienna"
# A row that is watched from the first click on: whether it was seen as done before it left.
SEE_DONE = """() => new Promise((resolve) => {
  const row = document.querySelector(".task-row");
  let wasDone = false;
  const look = () => {
    wasDone ||= row.classList.contains("is-done");
    if (row.isConnected) requestAnimationFrame(look);
    else resolve(wasDone);
  };
  look();
})"""


def task(name, due=None, **values):
    return {"id": name, "title": name, "added": "2026-03-01T08:00:00.000Z", **({"due": due} if due else {}), **values}


@pytest.fixture(scope="module")
def model(new_windows, source_site):
    windows = new_windows(source_site)
    page = windows.open(DESK)
    visit(page, "/signin")
    yield lambda tasks, now, zone=VIENNA: page.evaluate(GROUPED, [tasks, now, zone])
    windows.close()


@pytest.mark.parametrize(
    ("due", "group", "next_look"),
    [
        (None, "none", "2026-03-28T23:00:00.000Z"),
        ("2026-03-28T11:59:00.000Z", "overdue", "2026-03-28T23:00:00.000Z"),
        ("2026-03-28T12:00:00.000Z", "today", "2026-03-28T12:00:00.001Z"),
        # Midnight in Vienna, not in Greenwich.
        ("2026-03-28T22:59:00.000Z", "today", "2026-03-28T22:59:00.001Z"),
        ("2026-03-28T23:00:00.000Z", "later", "2026-03-28T23:00:00.000Z"),
        ("2027-01-01T00:00:00.000Z", "later", "2026-03-28T23:00:00.000Z"),
    ],
)
def test_a_task_is_in_the_group_of_its_due_time(model, due, group, next_look):
    assert model([task("one", due)], "2026-03-28T12:00:00.000Z") == {"grouped": [["one", group]], "next": next_look}


def test_a_day_of_23_hours_ends_at_its_own_midnight(model):
    found = model([task("late", "2026-03-29T21:59:00.000Z"), task("next", "2026-03-29T22:00:00.000Z")], "2026-03-29T12:00:00.000Z")
    assert dict(found["grouped"]) == {"late": "today", "next": "later"}
    assert model([], "2026-03-29T12:00:00.000Z")["next"] == "2026-03-29T22:00:00.000Z"


def test_groups_come_in_order_and_important_tasks_first_in_each(model):
    tasks = [
        task("some day"), task("some day!", isImportant=True), task("tomorrow!", "2026-03-29T12:00:00.000Z", isImportant=True),
        task("tonight", "2026-03-28T20:00:00.000Z"), task("yesterday", "2026-03-27T12:00:00.000Z"),
    ]
    found = [name for name, _ in model(tasks, "2026-03-28T12:00:00.000Z")["grouped"]]
    assert found == ["yesterday", "tonight", "tomorrow!", "some day!", "some day"]


@pytest.fixture(scope="module")
def lettie(site):
    lettie = Person(site, "lettie")
    lettie.join("815A")
    neighbour(site, "lorenz", lettie)
    return lettie


@pytest.fixture
def phone(windows, lettie):
    return windows.open(PHONE, "lettie")


def line(page):
    return page.get_by_role("textbox", name="Add task")


def row(page, title):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=title)


def titles(person):
    return [one["title"] for one in person.get("/v1/tasks?limit=100").json["items"]]


def test_enter_adds_a_task_and_leaves_the_line_ready_for_the_next(phone, lettie):
    visit(phone, "/tasks")
    line(phone).click()
    for title in ("Fetch the parcel", "Oil the door", "Mend the lamp"):
        phone.keyboard.type(title)
        phone.keyboard.press("Enter")
        expect(line(phone)).to_have_value("")
    for title in ("Fetch the parcel", "Oil the door", "Mend the lamp"):
        expect(row(phone, title).get_by_role("link")).to_be_visible()
    expect(line(phone)).to_be_focused()
    assert [titles(lettie).count(title) for title in ("Fetch the parcel", "Oil the door", "Mend the lamp")] == [1, 1, 1]


def test_a_rejected_task_is_back_in_the_line_and_its_error_stays_beside_it(windows, phone, lettie):
    windows.watch.expect(422, "/v1/tasks")
    visit(phone, "/tasks")
    phone.route("**/v1/tasks", lambda route: route.fulfill(status=422, json={
        "code": "title_long", "errors": [{"field": "title", "code": "title_long", "message": "Too long here"}],
    }) if route.request.method == "POST" else route.continue_())
    line(phone).fill("Paint the fence")
    line(phone).press("Enter")
    expect(phone.get_by_role("alert")).not_to_be_empty()
    expect(line(phone)).to_have_value("Paint the fence")
    expect(line(phone)).to_have_attribute("aria-invalid", "true")
    phone.unroute("**/v1/tasks")
    line(phone).press("Enter")
    expect(row(phone, "Paint the fence").get_by_role("link")).to_be_visible()
    assert titles(lettie).count("Paint the fence") == 1


@pytest.mark.parametrize("place", ["tasks", "to-dos"])
def test_a_task_rejected_while_the_next_is_typed_is_kept(windows, phone, lettie, place):
    """Its text and the reason stand below the line, and both are in the outbox after a reload."""
    path = "/v1/tasks" if place == "tasks" else f"/v1/events/{add_event(lettie, 'Housewarming')}/to-dos"
    windows.watch.expect(422, path)
    visit(phone, path.removeprefix("/v1"))
    held = []
    phone.route(f"**{path}", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    field = line(phone) if place == "tasks" else phone.get_by_role("textbox", name="Add to-do", exact=True)
    field.fill("Sell the sofa")
    field.press("Enter")
    poll(phone, lambda: held, "the first is on its way")
    field.press_sequentially("Buy a bigger")
    held[0].fulfill(status=422, json={"code": "title_long", "errors": []})
    expect(phone.get_by_text("“Sell the sofa” wasn't added.")).to_be_visible()
    expect(field).to_have_value("Buy a bigger")
    field.press_sequentially(" sofa")
    expect(phone.get_by_text("“Sell the sofa” wasn't added.")).to_be_visible()
    phone.unroute(f"**{path}")
    tap(phone, "link", "View unsent changes")
    expect(phone.get_by_role("heading", name="Unsent changes")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("“Sell the sofa”")).to_be_visible()
    tap(phone, "button", "Try again: Add")

    def found():
        return titles(lettie) if place == "tasks" else [one["text"] for one in lettie.get(path).json["items"]]

    poll(phone, lambda: found().count("Sell the sofa") == 1, "the rejected one is added")
    phone.go_back()
    expect(field).to_have_value("Buy a bigger sofa")
    tap(phone, "button", "Discard draft")


def test_tasks_typed_without_a_network_wait_and_go_out_once(windows, phone, lettie):
    visit(phone, "/tasks")
    with windows.offline(phone):
        for title in ("Air the room", "Fold the map"):
            line(phone).fill(title)
            line(phone).press("Enter")
            expect(row(phone, title)).to_contain_text("waiting for a connection")
    for title in ("Air the room", "Fold the map"):
        expect(row(phone, title).get_by_role("button")).to_be_visible(timeout=15_000)
    assert [titles(lettie).count(title) for title in ("Air the room", "Fold the map")] == [1, 1]


def test_half_a_task_is_there_after_a_reload_and_goes_on_with_all_fields(phone):
    visit(phone, "/tasks")
    line(phone).fill("Call the land")
    tap(phone, "button", "Tomorrow")
    phone.reload()
    expect(line(phone)).to_have_value("Call the land")
    expect(phone.get_by_role("button", name="Tomorrow")).to_have_attribute("aria-pressed", "true")
    tap(phone, "link", "More options")
    expect(phone.get_by_role("textbox", name="Task", exact=True)).to_have_value("Call the land")
    tap(phone, "button", "Discard draft")


def test_a_chip_chooses_the_day_and_any_other_is_one_tap_away(phone, lettie):
    visit(phone, "/tasks")
    expect(phone.get_by_role("button", name="Today")).to_be_hidden()
    line(phone).fill("Water the ivy")
    tap(phone, "button", "Tomorrow")
    expect(phone.get_by_label("Due").last).to_be_hidden()
    line(phone).press("Enter")
    added = phone.get_by_role("heading", name="Later")
    expect(added).to_be_visible()
    expect(row(phone, "Water the ivy")).to_contain_text("Due tomorrow")
    expect(phone.get_by_role("button", name="Tomorrow")).to_have_attribute("aria-pressed", "false")
    line(phone).fill("Renew the lease")
    tap(phone, "button", "Pick…")
    phone.locator("[name='dueDate']").fill("2031-05-02")
    phone.locator("[name='dueTime']").fill("09:30")
    line(phone).press("Enter")
    expect(row(phone, "Renew the lease").get_by_role("link")).to_be_visible()
    due = next(one["due"] for one in lettie.get("/v1/tasks?limit=100").json["items"] if one["title"] == "Renew the lease")
    assert due == "2031-05-02T13:30:00.000Z"


@pytest.mark.parametrize("language", ["en-US", "de-DE", "fr-FR"])
def test_the_days_of_the_line_are_one_row_on_a_narrow_phone(windows, lettie, language):
    page = windows.open(PHONE, "lettie", locale=language)
    visit(page, "/tasks")
    page.locator(".task-line [name='title']").click()
    days = page.locator(".task-line .moment-field .chip")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        days.nth(3).scroll_into_view_if_needed()
        assert len({box["y"] for box in (chip.bounding_box() for chip in days.all()) if box}) == 1, width
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    days.nth(2).click()
    expect(days.nth(4)).to_be_visible()
    assert days.nth(4).bounding_box()["y"] == days.first.bounding_box()["y"]


def test_an_empty_line_closes_when_it_is_left(windows, site):
    norma = Person(site, "norma")
    norma.join("819A")
    for title in ("Clean the oven", "Wash the curtains"):
        add_task(norma, title)
    for device in (PHONE, DESK):
        page = windows.open(device, "norma")
        visit(page, "/tasks")
        day = page.get_by_role("button", name="Tomorrow")
        line(page).click()
        expect(day).to_be_visible()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
        expect(day).to_be_hidden()
        line(page).fill("Half a")
        page.keyboard.press("Tab")
        page.get_by_role("heading", level=1).click()
        expect(day).to_be_visible()
        line(page).fill("")
        # The press reaches the row, although the list moves up when the line closes.
        title = "Clean the oven" if device is PHONE else "Wash the curtains"
        tap(page, "button", f"Complete: {title}")
        expect(row(page, title)).to_have_count(0)
        expect(day).to_be_hidden()
    assert titles(norma) == []


def test_tasks_stand_under_headings_with_their_number_and_who_added_them(windows, site):
    mabel = Person(site, "mabel")
    mabel.join("816A")
    morris = neighbour(site, "morris", mabel)
    now = datetime.now(timezone.utc)
    add_task(mabel, "Return the keys", due=f"{now - timedelta(days=2):%Y-%m-%dT12:00:00.000Z}")
    add_task(morris, "Book the ferry", due=f"{now + timedelta(days=9):%Y-%m-%dT12:00:00.000Z}")
    add_task(mabel, "Sort the photos")
    add_task(morris, "Frame the poster")
    page = windows.open(PHONE, "mabel")
    visit(page, "/tasks")
    headings = page.get_by_role("main").get_by_role("heading", level=2)
    expect(headings).to_have_text(["Overdue 1", "Later 1", "No date 2"])
    expect(row(page, "Book the ferry")).to_contain_text("Morris")
    expect(row(page, "Sort the photos")).not_to_contain_text("Mabel")
    add_task(morris, "Label the jars")
    expect(headings.last).to_have_text("No date 3")


def test_a_completed_task_is_seen_as_done_and_comes_back_with_undo(windows, site):
    nellie = Person(site, "nellie")
    nellie.join("817A")
    add_task(nellie, "Beat the rug")
    add_task(nellie, "Wind the clock")
    page = windows.open(PHONE, "nellie")
    visit(page, "/tasks")
    page.evaluate(f"() => {{ window.seen = ({SEE_DONE})(); }}")
    tap(page, "button", "Complete: Beat the rug")
    assert page.evaluate("() => window.seen"), "ticked and struck through before it leaves"
    expect(row(page, "Beat the rug")).to_have_count(0)
    tap(page, "button", "Undo")
    expect(page.get_by_role("button", name="Complete: Beat the rug")).to_be_focused()
    poll(page, lambda: "Beat the rug" in titles(nellie), "the task is open again")
