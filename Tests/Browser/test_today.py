"""Today: the cards in a person's own order, ticking a task, and the line that adds tasks and events."""

import json
import re
from urllib.parse import urlsplit

import pytest
from people import Person
from playwright.sync_api import expect

from quad_languages import words
from quad_page import poll, slow_down, tap, visit, wait_until_kept
from quad_windows import DESK, PHONE
from quad_world import add_course, add_event, add_task, neighbour, post_message, soon, teacher

TODAY = "/"
SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
AWAY = {"code": "service_unavailable", "service": "events", "detail": "away"}


@pytest.fixture(scope="module")
def tilda(site):
    tilda = Person(site, "tilda")
    tilda.join("851A")
    timo = Person(site, "timo")
    timo.join("851A", code=tilda.code())
    add_event(tilda, "Trip to the lake", days=3)
    post_message(timo, "The dryer is free again")
    return tilda


@pytest.fixture
def phone(windows, tilda):
    page = windows.open(PHONE, "tilda")
    page.add_init_script(f"({SHIFTS})()")
    return page


def line(page):
    return page.get_by_role("textbox", name="Add a task or an event")


def card(page, name):
    return page.get_by_role("region", name=name, exact=True)


def titles(person):
    return [task["title"] for task in person.get("/v1/tasks").json["items"]]


def events(person):
    return {event["title"]: event for event in person.get("/v1/events").json["items"]}


def test_one_screen_shows_each_app_and_nothing_moves_while_it_loads(phone, tilda):
    add_task(tilda, "Bring the books back", due=soon(minutes=-5))
    visit(phone, TODAY)
    expect(card(phone, "Next event")).to_contain_text("Trip to the lake")
    expect(card(phone, "Next event")).to_contain_text(re.compile(r"2 days 23:\d\d:\d\d"))
    expect(card(phone, "Tasks")).to_contain_text("1 due")
    expect(card(phone, "Messages")).to_contain_text("unread")
    expect(card(phone, "Messages")).to_contain_text("1 unread")
    expect(card(phone, "Notifications")).to_contain_text("New sign-in")
    first = card(phone, "Next event").inner_text()
    poll(phone, lambda: card(phone, "Next event").inner_text() != first, "the countdown runs")
    assert phone.evaluate("window.shifts") <= 0.02
    last, tabs = (one.bounding_box() for one in (card(phone, "Notifications"), phone.get_by_role("navigation", name="Main")))
    assert last["y"] + last["height"] <= tabs["y"], "the cards fit on a phone"
    post_message(tilda, "Thanks, mine is done")
    add_event(tilda, "Breakfast", hours=2)
    expect(card(phone, "Next event")).to_contain_text("Breakfast")
    tilda.delete(f"/v1/events/{events(tilda)['Breakfast']['id']}")
    expect(card(phone, "Next event")).to_contain_text("Trip to the lake")
    assert phone.evaluate("window.shifts") <= 0.02


def test_a_task_is_ticked_here_and_comes_back(phone, tilda):
    add_task(tilda, "Empty the dishwasher", due=soon(minutes=-50))
    visit(phone, TODAY)
    tap(phone, "button", "Complete: Empty the dishwasher")
    expect(card(phone, "Tasks").get_by_text("Empty the dishwasher")).to_have_count(0)
    poll(phone, lambda: "Empty the dishwasher" not in titles(tilda), "the task is completed")
    tap(phone, "button", "Undo")
    expect(phone.get_by_role("button", name="Complete: Empty the dishwasher")).to_be_focused()
    poll(phone, lambda: "Empty the dishwasher" in titles(tilda), "the task is open again")


def test_a_typed_task_is_shown_saved_and_taken_back(phone, tilda):
    visit(phone, TODAY)
    line(phone).fill("Buy milk tomorrow 6pm")
    expect(phone.get_by_text("Task · Buy milk · tomorrow, 6:00 PM")).to_be_visible()
    line(phone).press("Enter")
    expect(phone.get_by_text("Task added")).to_be_visible()
    expect(line(phone)).to_have_value("")
    expect(line(phone)).to_be_focused()
    poll(phone, lambda: "Buy milk" in titles(tilda), "the task is added")
    tap(phone, "button", "Undo")
    poll(phone, lambda: "Buy milk" not in titles(tilda), "the task is gone")
    expect(line(phone)).to_have_value("Buy milk tomorrow 6pm")
    tap(phone, "button", "Not a time")
    expect(phone.get_by_text("Task · Buy milk tomorrow 6pm", exact=True)).to_be_visible()
    line(phone).fill("")


def test_a_typed_event_needs_a_day_and_keeps_it(phone, tilda):
    visit(phone, TODAY)
    line(phone).fill("Game night")
    phone.get_by_role("radio", name="Event").check()
    expect(phone.get_by_text("Event · Game night · add a day and a time")).to_be_visible()
    line(phone).press("Enter")
    expect(phone.get_by_role("alert")).to_have_text("End the event with a day, like “Fri 19:00”.")
    expect(line(phone)).to_have_value("Game night")
    line(phone).fill("event: Game night in 2 days")
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_text("Event added")).to_be_visible()
    expect(phone.get_by_role("radio", name="Task")).to_be_checked()
    found = events(tilda)["Game night"]
    assert "time" not in found["when"] and found["when"]["zone"] == "America/New_York"
    expect(card(phone, "Next event")).to_contain_text("Game night")
    tap(phone, "button", "Undo")
    poll(phone, lambda: "Game night" not in events(tilda), "the event is gone")
    expect(card(phone, "Next event")).to_contain_text("Trip to the lake")


def test_a_half_typed_line_survives_a_reload(phone):
    visit(phone, TODAY)
    line(phone).fill("event: Picnic sat")
    phone.reload()
    expect(line(phone)).to_have_value("event: Picnic sat")
    expect(phone.get_by_role("radio", name="Event")).to_be_checked()
    line(phone).fill("")
    phone.reload()
    expect(line(phone)).to_have_value("")
    expect(phone.get_by_text("Add a task. For an event")).to_be_hidden()
    line(phone).press_sequentially("P")
    expect(phone.get_by_text("Task · P", exact=True)).to_be_visible()
    line(phone).fill("")


def test_a_line_that_was_rejected_stays_with_its_reason_while_the_next_is_typed(windows, phone, tilda):
    windows.watch.expect(409, "/v1/tasks")
    visit(phone, TODAY)
    held = []
    phone.route("**/v1/tasks", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    line(phone).fill("Clean the filter")
    line(phone).press("Enter")
    line(phone).press_sequentially("Second")
    poll(phone, lambda: held, "the first line is on its way")
    body = json.dumps({"code": "list_full", "detail": "The list is full."})
    held[0].fulfill(status=409, content_type="application/problem+json", body=body)
    said = phone.get_by_text("“Clean the filter” wasn't added.")
    expect(said).to_be_visible()
    expect(line(phone)).to_have_value("Second")
    phone.unroute("**/v1/tasks")
    phone.reload()
    expect(line(phone)).to_have_value("Second")
    phone.get_by_role("link", name="1 change wasn't saved").click()
    phone.get_by_role("button", name="Try again: Add “Clean the filter”").click()
    poll(phone, lambda: titles(tilda).count("Clean the filter") == 1, "the line is added")
    visit(phone, TODAY)
    line(phone).fill("")


def test_a_line_that_was_on_its_way_when_the_page_was_left_is_added_once(windows, phone, tilda):
    windows.watch.is_offline = True  # its first request is canceled
    visit(phone, TODAY)
    held = []
    phone.route("**/v1/tasks", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    line(phone).fill("Label the shelf")
    line(phone).press("Enter")
    poll(phone, lambda: held, "the line is on its way")
    phone.unroute("**/v1/tasks")
    phone.reload()
    poll(phone, lambda: titles(tilda).count("Label the shelf") == 1, "the line is added")
    expect(line(phone)).to_have_value("")


@pytest.mark.service_worker
def test_a_card_names_its_owner_that_is_away_and_the_others_stand(windows, phone):
    windows.watch.allow(503, "/v1/events")
    answer = {"status": 503, "content_type": "application/problem+json", "body": json.dumps(AWAY)}
    phone.route("**/v1/events?*", lambda route: route.fulfill(**answer))
    phone.goto(TODAY)
    expect(card(phone, "Next event")).to_contain_text("Events are not reachable right now.")
    expect(card(phone, "Messages")).to_contain_text("unread")
    expect(card(phone, "Tasks")).to_contain_text("due")
    phone.unroute("**/v1/events?*")
    card(phone, "Next event").get_by_role("button", name="Try again").click()
    expect(card(phone, "Next event")).to_contain_text("Trip to the lake")
    expect(card(phone, "Next event").get_by_role("link")).to_be_focused()
    # With a stored reply the card shows it, and its age.
    wait_until_kept(phone, "/v1/events?limit=5")
    phone.route("**/v1/events?*", lambda route: route.fulfill(**answer))
    phone.reload()
    expect(card(phone, "Next event")).to_contain_text("Events are not reachable right now. As of")
    expect(card(phone, "Next event")).to_contain_text("Trip to the lake")


@pytest.mark.service_worker
def test_without_a_network_the_cards_stand_and_changes_wait(windows, phone, tilda):
    add_task(tilda, "Air the room", due=soon(minutes=-90))
    visit(phone, TODAY)
    for address in ("/v1/events?limit=5", "/v1/tasks?limit=100", "/v1/messages?limit=1", "/v1/inbox?limit=1"):
        wait_until_kept(phone, address)
    with windows.offline(phone):
        phone.reload()
        expect(phone.get_by_text("No connection · as of")).to_be_visible()
        expect(card(phone, "Next event")).to_contain_text("Trip to the lake")
        tap(phone, "button", "Complete: Air the room")
        expect(card(phone, "Tasks").get_by_text("Air the room")).to_have_count(0)
        line(phone).fill("Buy a torch today 23:59")
        line(phone).press("Enter")
        expect(phone.get_by_text("Your change is kept here and sent later.")).to_be_visible()
        expect(card(phone, "Tasks").get_by_role("link", name="Buy a torch")).to_contain_text("waiting for a connection")
        expect(phone.get_by_role("link", name="2 unsent changes")).to_be_visible()
    expect(phone.get_by_text("No connection ·")).to_be_hidden(timeout=15_000)
    poll(phone, lambda: titles(tilda).count("Buy a torch") == 1, "the task has arrived once", timeout=20)
    assert "Air the room" not in titles(tilda)


def shown(page):
    return page.get_by_role("region").evaluate_all("(all) => all.map((one) => one.ariaLabel)")


def test_cards_are_moved_and_hidden_on_every_device(windows, phone, tilda):
    other = windows.open(DESK, "tilda")
    visit(other, TODAY)
    visit(phone, TODAY)
    tap(phone, "button", "Edit", exact=True)
    down = phone.get_by_role("button", name="Move down: Next event")
    down.focus()
    down.press("Enter")
    expect(phone.get_by_text("Next event: 2 of 4")).to_be_attached()
    expect(down).to_be_focused()
    phone.get_by_role("switch", name="Show Messages").uncheck()
    tap(phone, "button", "Done", exact=True)
    expect(phone.get_by_role("region")).to_have_count(3)
    poll(other, lambda: shown(other) == ["Tasks", "Next event", "Notifications"], "the other window follows")
    phone.reload()
    poll(phone, lambda: shown(phone) == ["Tasks", "Next event", "Notifications"], "it stays so")
    with windows.offline(phone):
        tap(phone, "button", "Edit", exact=True)
        phone.get_by_role("switch", name="Show Messages").check()
        phone.get_by_role("switch", name="Show Tasks").uncheck()
        tap(phone, "button", "Done", exact=True)
        poll(phone, lambda: shown(phone) == ["Next event", "Messages", "Notifications"], "shown at once")
        expect(phone.get_by_role("link", name="1 unsent change")).to_be_visible()
    poll(other, lambda: shown(other) == ["Next event", "Messages", "Notifications"], "what waited arrives", timeout=20)
    assert tilda.get("/v1/me").json["today"]["hidden"] == ["tasks"]
    everything = {"order": [], "hidden": []}
    assert tilda.site.request("PUT", "/v1/me/today", everything, tilda.token).status == 200
    # The live stream may still wait for its next try after the time without a network.
    expect(phone.get_by_role("region")).to_have_count(4, timeout=20_000)


def test_a_late_reply_undoes_nothing_that_an_event_has_told(phone, tilda):
    visit(phone, TODAY)
    expect(phone.get_by_role("region")).to_have_count(4)
    held = []
    phone.route("**/v1/me", lambda route: held.append((route, route.fetch())), times=1)
    phone.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    poll(phone, lambda: held, "the account is on its way")
    hidden = {"order": [], "hidden": ["tasks"]}
    assert tilda.site.request("PUT", "/v1/me/today", hidden, tilda.token).status == 200
    expect(phone.get_by_role("region")).to_have_count(3)
    [(route, reply)] = held
    answers = []
    phone.on("response", lambda response: answers.append(response.url.endswith("/v1/me")))
    route.fulfill(response=reply)
    poll(phone, lambda: sum(answers) == 2, "it is asked for again")
    poll(phone, lambda: phone.get_by_role("region").count() == 3, "it stays so", turns=10)
    everything = {"order": [], "hidden": []}
    assert tilda.site.request("PUT", "/v1/me/today", everything, tilda.token).status == 200
    expect(phone.get_by_role("region")).to_have_count(4)


def test_what_has_not_changed_is_not_sent_again(phone, tilda):
    visit(phone, TODAY)
    before = shown(phone)
    with phone.expect_response("**/v1/events?*") as reply:
        phone.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert reply.value.status == 304
    poll(phone, lambda: shown(phone) == before, "the same cards", turns=5)
    expect(card(phone, "Next event")).to_contain_text("Trip to the lake")
    add_task(tilda, "Beat the rug", due=soon(minutes=-1))
    expect(card(phone, "Tasks")).to_contain_text("Beat the rug")


def test_its_data_is_asked_for_before_the_client_is_there_and_nothing_is_missed_until_then(phone, tilda):
    visit(phone, "/settings/look")
    wanted = {"/v1/me", "/v1/home", "/v1/inbox", "/v1/events", "/v1/tasks", "/v1/messages"}
    held, there = [], []
    phone.route(re.compile("/assets/chunk-"), lambda route: held.append(route))
    phone.on("response", lambda response: there.append(urlsplit(response.url).path))
    phone.goto(TODAY, wait_until="commit")
    poll(phone, lambda: held and wanted <= set(there), "the data is there")
    add_task(tilda, "Return the ladder", due=soon(minutes=-5))
    # The live stream begins later than the reply.
    for route in held:
        route.continue_()
    expect(card(phone, "Tasks")).to_contain_text("Return the ladder")


def test_nothing_moves_on_a_desk_where_the_rail_stands_beside_the_cards(windows, tilda):
    page = windows.open(DESK, "tilda")
    page.add_init_script(f"({SHIFTS})()")
    slow_down(page)
    page.goto(TODAY, wait_until="commit")
    expect(card(page, "Next event")).to_contain_text("Trip to the lake", timeout=15_000)
    expect(card(page, "Notifications")).to_contain_text("New sign-in")
    assert page.evaluate("window.shifts") <= 0.02


def test_a_person_without_a_room_finds_one_here_and_adds_events(windows, site):
    theo = Person(site, "theo")
    page = windows.open(PHONE, "theo")
    page.add_init_script(f"({SHIFTS})()")
    visit(page, TODAY)
    expect(page.get_by_role("heading", name="Find or create your room")).to_be_visible()
    expect(page.get_by_role("region")).to_have_count(2)
    assert page.evaluate("window.shifts") <= 0.02
    line(page).fill("Housewarming fri 19:00")
    expect(page.get_by_text("Event · Housewarming · ")).to_be_visible()
    line(page).press("Enter")
    expect(card(page, "Next event")).to_contain_text("Housewarming")
    page.get_by_label("Dorm").select_option("forbes")
    page.get_by_label("Room number").fill("852A")
    tap(page, "button", "Join room")
    expect(card(page, "Tasks")).to_contain_text("Nothing due today")
    theo.post("/v1/inbox/clear")
    theo.delete(f"/v1/events/{events(theo)['Housewarming']['id']}")
    expect(page.get_by_role("heading", name="Your day is free")).to_be_visible()


def test_the_day_of_a_student_fits_a_phone_without_scrolling(windows, site):
    thea = Person(site, "thea")
    thea.join("857C")
    mate = neighbour(site, "tarek", thea)
    add_event(thea, "Problem set 6, all of it", hours=4)
    add_task(thea, "Buy a second trash can for the bathroom", due=soon(days=-2))
    long = "Hang the string lights before the dumplings (use the hooks that don't peel paint)"
    add_task(mate, long, due=soon(minutes=-3))
    add_task(mate, "Tell the RA who sleeps here during the fire drill", isImportant=True, due=soon(days=1))
    post_message(mate, "Someone bought the fancy coffee. I see you. I love you. There is more of it in the closet.")
    add_course(teacher(site, "tadeo"), thea, name="Tides and Currents")
    phone = windows.open(PHONE, "thea")
    phone.add_init_script(f"({SHIFTS})()")
    visit(phone, TODAY)
    expect(card(phone, "Courses")).to_contain_text("Tides and Currents")
    expect(card(phone, "Tasks").get_by_role("listitem")).to_have_count(3)
    expect(card(phone, "Tasks").get_by_text("before the dumplings (use the hooks…")).to_be_visible()
    expect(phone.get_by_role("button", name=f"Complete: {long}")).to_be_visible()
    expect(card(phone, "Messages")).to_contain_text("I see you. I love you…")
    assert phone.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), "nothing is below the tabs"
    assert phone.evaluate("window.shifts") <= 0.02
    # The line unfolds where it is tapped, and stays so.
    hint = phone.get_by_text("Add a task. For an event")
    expect(hint).to_be_hidden()
    place = line(phone).bounding_box()
    tap(phone, "button", "Add", exact=True)
    expect(line(phone)).to_be_focused()
    expect(hint).to_be_visible()
    assert line(phone).bounding_box() == place
    phone.get_by_role("heading", name="Today").tap()
    expect(phone.get_by_role("radio", name="Event")).to_be_visible()


def test_it_speaks_french(windows, tilda):
    page = windows.open(PHONE, "tilda", locale="fr-FR")
    visit(page, TODAY)
    text = words("fr", "today", "today")
    box = page.get_by_role("textbox", name=text["add"])
    for line, read in (
            (text["example"], r" · .* · demain, 18:00$"), (text["exampleEvent"], r" · .* · .*19:00$"),
            ("événement : Dîner après-demain 19h", r" · Dîner · .*19:00$"), ("Réviser 2h", r" · Réviser 2h$")):
        box.fill(line)
        expect(page.get_by_text(re.compile(read))).to_be_visible()


def test_it_speaks_german(windows, tilda):
    page = windows.open(PHONE, "tilda", locale="de-DE")
    visit(page, TODAY)
    box = page.get_by_role("textbox", name="Aufgabe oder Ereignis hinzufügen")
    box.fill("Termin: Abendessen übermorgen 19 Uhr")
    expect(page.get_by_text(re.compile(r"^Ereignis · Abendessen · .*19:00$"))).to_be_visible()
    box.fill("Müll rausbringen morgen")
    expect(page.get_by_text("Aufgabe · Müll rausbringen · morgen")).to_be_visible()
    box.fill("")
    expect(card(page, "Nächstes Ereignis")).to_contain_text("Trip to the lake")
