"""The search: results while typing, on the keyboard, without a network, and the board on the device alone."""

import json
from pathlib import Path

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, visit, wait_until_kept
from quad_windows import DESK, PHONE
from quad_world import add_event, add_task, neighbour

VECTORS = Path(__file__).resolve().parents[1] / "Unit" / "SchemaTests" / "word_vectors.json"
FORMS = """async ({ words, near }) => {
  const { wordsOf, isNear } = await import("/app/models/wordforms.js");
  return { words: words.map(({ text }) => wordsOf(text)), near: near.map(([typed, word]) => isNear(typed, word)) };
}"""
MATCHING = """async ([query, items]) => {
  const { matching } = await import("/app/models/wordforms.js");
  return matching(query, items, (item) => item).items;
}"""


@pytest.fixture(scope="module")
def odile(site):
    odile = Person(site, "odile")
    odile.join("453A")
    neighbour(site, "oskar", odile)
    add_task(odile, "Défrost the freezer")
    add_task(odile, "Return the library books")
    done = add_task(odile, "Freeze the berries")
    odile.post(f"/v1/tasks/{done}/complete")
    event = add_event(odile, "Freeze dance")
    odile.post(f"/v1/events/{event}/to-dos", {"text": "Find frozen peas"})
    odile.post("/v1/messages", {"text": "Who left the freezer open?"})
    return odile


def search(page, words):
    page.get_by_role("searchbox").fill(words)


def results(page):
    """Groups with their titles, as they are read."""
    return page.evaluate("""() => [...document.querySelectorAll("main section")].map((group) =>
      [group.querySelector("h2").textContent, [...group.querySelectorAll(".row-title")].map((one) => one.textContent)])""")


def test_words_are_compared_as_the_programs_compare_them(modules):
    vectors = json.loads(VECTORS.read_text())
    page = modules()
    found = page.evaluate(FORMS, vectors)
    for vector, words in zip(vectors["words"], found["words"], strict=True):
        assert words == vector["words"], vector
    for vector, is_near in zip(vectors["near"], found["near"], strict=True):
        assert is_near == vector[2], vector
    items = [["Oat milk", "café"], ["Milkshake", ""], ["Tea", "with milk"], ["Coffee", ""]]
    assert page.evaluate(MATCHING, ["milk", items]) == [items[0], items[1], items[2]]
    assert page.evaluate(MATCHING, ["CAFE oat", items]) == [items[0]]
    assert page.evaluate(MATCHING, ["cofee", items]) == [items[3]]
    assert page.evaluate(MATCHING, ["tea coffee", items]) == []


def test_results_come_while_typing_by_group_and_the_keyboard_goes_through_them(windows, odile):
    page = windows.open(DESK, "odile")
    visit(page, "/")
    page.get_by_role("link", name="Search").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")
    expect(page.get_by_role("searchbox")).to_be_focused()
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    search(page, "freez")
    poll(page, lambda: [title for title, _ in results(page)] == ["Tasks", "Completed", "Events", "Messages"],
         "the groups are there")
    assert dict(results(page)) == {
        "Tasks": ["Défrost the freezer"], "Completed": ["Freeze the berries"], "Events": ["Freeze dance"],
        "Messages": ["Who left the freezer open?"]}
    expect(page.get_by_role("status").filter(has_text="4 results")).to_have_count(1)
    assert not [url for url in requests if "messages" in url and "freez" in url], "the board is searched on the device"
    search(page, "frozne")
    poll(page, lambda: results(page) == [["To-dos", ["Find frozen peas"]]], "a typing error is forgiven")
    search(page, "zzzz")
    expect(page.get_by_text("Nothing found for “zzzz”")).to_be_visible()
    windows.watch.expect(422, "/v1/search/tasks")
    windows.watch.expect(422, "/v1/search/events")
    windows.watch.expect(422, "/v1/search/school")
    search(page, "!!!")
    expect(page.get_by_text("Nothing found for “!!!”")).to_be_visible()
    expect(page.get_by_text("Some results may be missing")).to_have_count(0)
    search(page, "defrost")
    poll(page, lambda: results(page) == [["Tasks", ["Défrost the freezer"]]], "an accent is not needed")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Défrost the freezer")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Défrost the freezer")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("defrost")
    poll(page, lambda: results(page) == [["Tasks", ["Défrost the freezer"]]], "the results are there again")
    search(page, "calendars")
    poll(page, lambda: results(page) == [["Settings", ["Calendars"]]], "settings are found")
    search(page, "oskar")
    poll(page, lambda: "Roommates" in dict(results(page)), "people are found")


def test_an_address_with_words_shows_their_results(windows, odile):
    page = windows.open(PHONE, "odile")
    visit(page, "/search?q=defrost+freezer")
    expect(page.get_by_role("searchbox")).to_have_value("defrost freezer")
    poll(page, lambda: results(page) == [["Tasks", ["Défrost the freezer"]]], "the results are there")
    before = page.evaluate("history.length")
    search(page, "berries & co")
    page.wait_for_url("**/search?q=berries%20%26%20co")
    search(page, "dance")
    poll(page, lambda: results(page) == [["Events", ["Freeze dance"]]], "the results of other words are there")
    page.reload()
    expect(page.get_by_role("searchbox")).to_have_value("dance")
    assert page.evaluate("history.length") == before
    search(page, "")
    page.wait_for_url("**/search")
    search(page, "berries")
    poll(page, lambda: results(page) == [["Completed", ["Freeze the berries"]]], "words are found")


def test_typed_words_stay_out_of_an_address_without_any(windows, odile):
    page = windows.open(PHONE, "odile")
    visit(page, "/search")
    search(page, "berries")
    poll(page, lambda: results(page) == [["Completed", ["Freeze the berries"]]], "words are found")
    assert page.evaluate("location.search") == ""


def test_pages_are_found_by_their_names(windows, odile):
    page = windows.open(PHONE, "odile", locale="fr-FR")
    visit(page, "/search")
    for typed, title in (("cantine", "Cantine"), ("premeirs secours", "Premiers secours"), ("colocs", "Colocs")):
        search(page, typed)
        poll(page, lambda title=title: dict(results(page)).get("Pages") == [title], f"{title} is found")
    page.get_by_role("link", name="Colocs").click()
    expect(page.get_by_role("heading", name="Colocs", level=1)).to_be_visible()


@pytest.mark.service_worker
def test_without_a_network_it_searches_what_the_device_kept(windows, odile):
    page = windows.open(PHONE, "odile")
    visit(page, "/tasks")
    wait_until_kept(page, "/v1/room/code")
    visit(page, "/search")
    with windows.offline(page):
        search(page, "freezr")
        poll(page, lambda: dict(results(page)).get("Tasks") == ["Défrost the freezer"], "kept tasks are found")
        assert dict(results(page))["Messages"] == ["Who left the freezer open?"]
        expect(page.get_by_text("Some results may be missing")).to_be_visible()


def test_teachers_are_found_with_their_classes(windows, odile):
    page = windows.open(PHONE, "odile")
    classes = [{"kind": "class", "id": f"01930000-0000-7000-8000-00000000000{at}", "title": title, "note": teacher}
               for at, (title, teacher) in enumerate([("Alvarez method", "Ms. Baker"), ("Biology", "Ms. Alvarez"),
                                                      ("Botany", "Ms. Alvarez"), ("Chess", None)], start=1)]
    for one in classes:
        if one["note"] is None:
            del one["note"]
    page.route("**/v1/search/school*", lambda route: route.fulfill(json={"items": classes, "isNear": False}))
    visit(page, "/search")
    search(page, "alvar")
    expect(page.get_by_role("link", name="Alvarez method")).to_be_visible()
    found = dict(results(page))
    assert found["Teachers"] == ["Ms. Alvarez"]
    assert found["Classes"] == ["Alvarez method", "Biology", "Botany", "Chess"]
    teacher = page.locator("main section", has_text="Teachers").get_by_role("link")
    expect(teacher).to_contain_text("Biology, Botany")
    expect(teacher).to_have_attribute("href", "/school/teachers?name=Ms.%20Alvarez")


def test_the_news_of_the_school_are_found(windows, odile):
    page = windows.open(PHONE, "odile")
    item = {"source": "paper", "title": "Robotics club wins", "html": "", "text": "Third title in a row.", "pictures": [],
            "id": "01930000-0000-7000-8000-000000000001", "published": "2026-11-26T09:00:00.000Z"}
    page.route("**/v1/school/sources", lambda route: route.fulfill(json={"items": [{"id": "paper"}]}))
    page.route("**/v1/school/sources/paper/items*", lambda route: route.fulfill(json={"items": [item]}))
    visit(page, "/search")
    search(page, "robotics")
    news = page.get_by_role("region", name="News").or_(page.locator("main section", has_text="News"))
    expect(news.get_by_role("link", name="Robotics club wins")).to_have_attribute("href", f"/school/news/{item['id']}")
    search(page, "third title")
    expect(news.get_by_role("link", name="Robotics club wins")).to_be_visible()
