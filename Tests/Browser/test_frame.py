"""The frame around the pages: places by the site's apps, the bell and the person in the bar, and where `/` leads."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from quad_languages import LANGUAGES, OTHERS, words
from quad_page import poll, visit
from quad_site import stays
from quad_windows import DESK, PHONE

SHOWN = """() => [...document.querySelectorAll(".tab")].filter((one) => one.checkVisibility())
  .map((one) => one.querySelector(".tab-word").textContent)"""
MIN_TARGET = 48
ROOM_REQUEST = re.compile("/v1/(home|dorms|room|tasks|board|messages|courses)")
# The tabs that moved after they were painted.
MOVED = """() => new Promise((resume) => {
  new PerformanceObserver((list) => resume(list.getEntries().flatMap(({ sources }) => sources)
    .map(({ node }) => node?.className ?? "").filter((name) => /\\btab\\b/.test(name)))).observe(
    { type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => resume([]), 100));
})"""
# The lines of the bar's title, and how far its text is from the action beside it: from its word where that is seen.
TITLE = """() => {
  const [title, action] = document.querySelectorAll(".bar h1, .bar .bar-link");
  const range = document.createRange();
  range.selectNodeContents(title);
  const boxes = [...range.getClientRects()];
  if (!action?.checkVisibility()) return [boxes.length, 0];
  const box = action.getBoundingClientRect();
  range.selectNodeContents(action.querySelector(".bar-word") ?? action);
  const word = range.getBoundingClientRect();
  const left = word.top < box.bottom ? Math.min(word.left, box.left) : box.left;
  return [boxes.length, left - Math.max(...boxes.map(({ right }) => right))];
}"""
PLACES = ["Today", "Room", "Events", "School"]
ROOM = ["Room", "Tasks", "Messages", "Roommates"]


NAMED = re.compile('(<meta name="quad-apps" content=")[^"]*')


def runs(page, apps):
    """The site of that page has these apps, by its page and by its reply."""
    def named(route):
        response = route.fetch()
        text, count = NAMED.subn(rf"\g<1>{' '.join(apps)}", response.text())
        assert count == 1
        route.fulfill(response=response, body=text)

    page.route(lambda url: "." not in urlsplit(url).path and not urlsplit(url).path.startswith("/v1/"), named)
    replies(page, apps)


def replies(page, apps):
    page.route("**/v1/site", lambda route: route.fulfill(json={**route.fetch().json(), "apps": apps}))


def marked(page):
    return page.locator(".tab[aria-current=page]")


def test_a_phone_has_the_places_the_bell_and_the_person(windows, world):
    page = windows.open(PHONE, "wanda")
    visit(page, "/")
    assert page.evaluate(SHOWN) == PLACES
    expect(marked(page)).to_contain_text("Today")
    visit(page, "/tasks")
    expect(page.locator(".tab-room")).to_have_attribute("aria-current", "true")
    places = ("/", "/room", "/events", "/school")
    for path in (*places, "/tasks", f"/tasks/{world.task}", f"/events/{world.event}", "/settings/look"):
        visit(page, path)
        ways = page.locator(".bar-ways > a")
        search = ["/search"] if path in places else []
        assert [way.get_attribute("href") for way in ways.all()] == ["/crisis", *search, "/inbox", "/settings"], path
        sizes = [way.bounding_box() for way in [*ways.all(), *page.locator(".tab:visible").all()]]
        assert min(min(size["width"], size["height"]) for size in sizes) >= MIN_TARGET, path
    visit(page, "/settings")
    assert [way.get_attribute("href") for way in page.locator(".bar-ways > a").all()] == ["/crisis", "/inbox"]


@pytest.mark.parametrize("saves", [False, True])
def test_a_browser_that_saves_data_fetches_nothing_ahead(windows, world, saves):
    page = windows.open(PHONE, "wanda", fetches_ahead=not saves)
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    visit(page, "/")
    ahead = lambda: [path for path in asked if re.search(r"/assets/pages-room-task|^/v1/alerts$", path)]
    if saves:
        # Pages are fetched once the browser is idle, the replies 1.5 seconds after that.
        stays(lambda: not ahead(), "nothing is fetched that the page doesn't need", 3)
        page.locator(".tab-room").click()
        expect(page.get_by_role("heading", name="Hi, Wanda")).to_be_visible()
    else:
        poll(page, lambda: len({re.sub("-[A-Z0-9]+[.]js", "", path) for path in ahead()}) >= 3, "the pages and the alerts")


@pytest.mark.parametrize("language", OTHERS)
def test_the_tabs_and_titles_fit_narrow_phones_in_every_language(windows, world, language):
    page = windows.open({**PHONE, "viewport": {"width": 320, "height": 568}}, "wanda", locale=language)
    visit(page, "/school")
    nav = words(language, "common", "nav")
    assert page.evaluate(SHOWN) == [nav[name] for name in ("today", "room", "events", "school")]
    expect(marked(page)).to_contain_text(nav["school"])
    wide = page.evaluate("""() => [...document.querySelectorAll(".tab")].filter((one) => one.checkVisibility())
      .map((one) => { const range = document.createRange(); range.selectNodeContents(one.querySelector(".tab-word"));
        const word = range.getBoundingClientRect(); const tab = one.getBoundingClientRect();
        return [word.left - tab.left, tab.right - word.right, 1.7 * 10 - word.height]; })""")
    assert min(min(one) for one in wide) >= 0, wide
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        for path in ("/", "/tasks", "/board", "/events", f"/tasks/{world.task}", f"/events/{world.event}/to-dos"):
            visit(page, path)
            [lines, gap] = page.evaluate(TITLE)
            assert lines == 1 and gap >= 0, f"{path} at {width}: {lines} lines, {gap} px to the action"


def test_a_title_of_two_words_stays_in_one_line_of_a_phone(windows, world):
    page = windows.open(PHONE, "wanda")
    for path in ("/tasks", "/completed", f"/events/{world.event}/to-dos"):
        visit(page, path)
        for width in (320, 360, 390, 430):
            page.set_viewport_size({"width": width, "height": 740})
            [lines, gap] = page.evaluate(TITLE)
            assert lines == 1 and gap >= 0, f"{path} at {width}: {lines} lines, {gap} px to the action"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_title_breaks_beside_an_administrators_action(windows, world, language):
    page = windows.open(PHONE, "warden", locale=language)
    for path in ("dorms", "invites", "aeds", "school/contacts", "school/classes", "school/activities", "school/cycle"):
        visit(page, f"/admin/{path}")
        [lines, gap] = page.evaluate(TITLE)
        assert lines == 1 and gap >= 0, f"{path}: {lines} lines, {gap} px to the action"


def test_a_wide_screen_has_them_in_the_rail(windows, world):
    page = windows.open(DESK, "wanda")
    visit(page, "/tasks")
    assert page.evaluate(SHOWN) == ["Today", *ROOM, "Events", "School", "Search", "Inbox", "Emergency"]
    expect(marked(page)).to_contain_text("Tasks")
    expect(page.locator(".tab-room")).to_have_attribute("aria-current", "true")
    expect(page.locator(".bar-ways")).to_be_hidden()
    expect(page.get_by_role("link", name="Back")).to_have_count(0)
    page.locator(".rail-person").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.locator(".rail-person")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_no_tab_moves_while_a_page_opens(windows, world, device):
    page = windows.open(device, "wanda")
    for path in ("/", "/events"):
        visit(page, path)
        assert page.evaluate(MOVED) == [], path


def test_the_start_of_a_site_with_one_place_is_that_place_and_leaves_no_step_behind(windows, world):
    page = windows.open(PHONE, "wanda")
    runs(page, ["room"])
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    visit(page, "/")
    expect(page).to_have_url(re.compile("/room$"))
    assert "/v1/tasks" in asked and "/v1/events" not in asked, "Today was not begun"
    visit(page, "/inbox")
    visit(page, "/")
    expect(page).to_have_url(re.compile("/room$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/inbox$"))


def test_a_page_from_before_the_apps_changed_follows_the_reply(windows, world):
    page = windows.open(PHONE, "wanda")
    replies(page, ["room"])
    visit(page, "/")
    poll(page, lambda: page.evaluate("() => location.pathname") == "/room", "/ leads to the room")


@pytest.mark.parametrize(("apps", "tabs", "start", "missing"), [
    (["events"], ["Events"], "/events", "/room"), (["room"], ROOM, "/room", "/events"), ([], [], "/inbox", "/tasks"),
    (["courses"], ["School"], "/school", "/events"), (["room", "events"], PLACES[:3], "/", "/school"),
])
def test_an_app_that_the_site_does_not_run_has_no_place(windows, world, apps, tabs, start, missing):
    page = windows.open(PHONE, "wanda")
    runs(page, apps)
    visit(page, "/")
    poll(page, lambda: page.evaluate("() => location.pathname") == start, f"/ leads to {start}")
    poll(page, lambda: page.evaluate(SHOWN) == tabs, "the tabs follow")
    visit(page, missing)
    expect(page.get_by_role("heading", name="Page not found", level=1)).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(1)


def test_a_site_without_rooms_is_not_asked_for_them(windows, world):
    page = windows.open(PHONE, "wanda")
    guest = windows.open(PHONE)
    asked = []
    for one in (page, guest):
        runs(one, ["events"])
        one.on("request", lambda request: asked.append(urlsplit(request.url).path))
    for path in ("/", "/events/new", f"/events/{world.event}", "/settings"):
        visit(page, path)
    for path in ("/signin", "/signup"):
        visit(guest, path)
        expect(guest.locator(".more")).to_be_hidden()
    assert "/v1/events" in asked and "/v1/site" in asked
    assert [path for path in asked if ROOM_REQUEST.match(path)] == []


def test_a_list_of_apps_that_is_none_is_passed_over(windows, world):
    page = windows.open(PHONE, "wanda")
    page.add_init_script("""localStorage.setItem("quad.apps", '{"room": 1}')""")
    runs(page, [])
    replies(page, {"room": 1})
    visit(page, "/")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    assert page.evaluate(SHOWN) == PLACES


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_all_words_and_fetches_no_others(windows, source_windows, world, language):
    page = source_windows.open(PHONE)
    visit(page, "/signin")
    missing = page.evaluate("""async (language) => {
      const { merged, parts, wordsIn } = await import("/app/words/areas.js");
      const read = async (tag) =>
        merged(await Promise.all(Object.keys(parts).map((part) => wordsIn(tag, part))));
      const kind = (value) => Array.isArray(value) ? "list" : typeof value;
      const missing = (base, own, path) => Object.entries(base).flatMap(([name, value]) =>
        kind(value) !== kind(own[name]) ? [`${path}${name}`]
          : kind(value) === "object" ? missing(value, own[name], `${path}${name}.`) : []);
      return missing(await read("en"), await read(language), "");
    }""", language)
    assert missing == []
    page = windows.open(PHONE, "wanda", locale=language)
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    visit(page, "/")
    expect(page.get_by_role("heading", name=words(language, "today", "today")["title"], level=1)).to_be_visible()
    fetched = [path for path in asked if "/words-" in path]
    assert fetched and all(f"words-{language}-" in path for path in fetched)


@pytest.mark.parametrize(("language", "said"), [
    ("en-US", ["just now", "1 minute ago"]), ("de-DE", ["gerade eben", "vor 1 Minute"]),
    ("fr-FR", ["à l’instant", "il y a 1 minute"]),
])
def test_a_moment_ago_is_just_now(modules, language, said):
    page = modules(language)
    assert page.evaluate("""async () => {
      const { ago } = await import("/app/words/words.js");
      return [0, 60_000].map((passed) => ago(Date.now() - passed));
    }""") == said


def test_a_client_that_did_not_arrive_loads_again_once_and_then_says_so(windows):
    page = windows.open(PHONE, locale="de-DE")
    windows.watch.is_offline = True
    [client] = re.findall(r'<script type="module" src="([^"]+)"></script>', page.request.get("/signin").text())
    lost = []

    def lose(route):
        lost.append(route.request.url)
        route.abort("internetdisconnected")

    page.route("**" + client, lose)
    page.goto("/signin")
    button = page.get_by_role("button", name="Neu laden")
    with page.expect_request("**" + client):
        expect(page.get_by_text("Prüfe deine Verbindung")).to_be_visible()
    expect(button).to_be_visible()
    page.unroute("**" + client)
    button.click()
    expect(page.get_by_role("button", name="Anmelden", exact=True)).to_be_visible()
    assert len(lost) == 2, "not more than once by itself"
