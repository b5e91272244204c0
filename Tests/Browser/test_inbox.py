"""The inbox: notifications are there on every device, open their subject, and show their reason."""

import json
import re
from pathlib import Path

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import axe, poll, tap, visit
from quad_uploads import upload
from quad_windows import DESK, PHONE
from quad_world import add_event

BERLIN = "Europe/Berlin"
SAID = """async (texts) => {
  const { said, reasonsOf } = await import("/app/components/alertwords.js");
  return texts.map((text) => {
    const { title, note } = said(text);
    return [title, note ?? "", ...reasonsOf({ text, because: [], object: null }).map(({ why }) => why)];
  });
}"""
VECTORS = Path(__file__).resolve().parents[1] / "Unit" / "SchemaTests" / "alert_vectors.json"
WORDED = """async (vectors) => {
  const { alertWording } = await import("/app/models/alertwording.js");
  const words = {};
  for (const language of new Set(vectors.map((one) => one.language))) {
    words[language] = (await import(`/app/words/${language}/alerttexts.js`)).default.alertTexts;
  }
  const marked = (...parts) => `[${parts.filter(Boolean).join(" ")}]`;
  const format = {
    moment: marked, dateOf: (...parts) => marked("date", ...parts), date: (date) => marked("date", date),
    list: (items) => marked(items.join("|")), person: (id) => id === PERSON ? "Ada" : null,
  };
  return vectors.map(({ language, isLate, because, ...text }) => {
    const wording = alertWording(words[language], format);
    return {
      title: wording.title(text), note: wording.note(text, isLate), shorts: wording.shortReasons(because),
      reasons: because.length > 0 ? because.map(wording.reason) : [wording.ownReason(text)],
    };
  });
}"""
PERSON = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
KEYS = """async () => {
  const keys = (words, at) => Object.entries(words).flatMap(([name, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? keys(value, `${at}${name}.`)
      : [`${at}${name}`]);
  const { wordsIn } = await import("/app/words/areas.js");
  const { languages } = await import("/app/words/language.js");
  const read = await Promise.all(Object.keys(languages).map(async (tag) =>
    ({ ...await wordsIn(tag), ...await wordsIn(tag, "account") })));
  const parts = ["inbox", "alerts", "alertTexts", "channels", "quiet"];
  const [all, ...others] = read.map((words) => parts.flatMap((part) => keys(words[part], `${part}.`)));
  return [all.length, others.flatMap((known) => all.filter((key) => !known.includes(key)))];
}"""
KEPT = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.title)"


def inbox(person):
    return person.get("/v1/inbox?limit=100").json


def until_fired(page, person, count):
    poll(page, lambda: len(inbox(person)["items"]) >= count, f"{count} alerts have fired", timeout=20)


@pytest.fixture
def nell(site, request):
    """A person of this test alone."""
    name = "nell" + re.sub("[^a-z]", "", request.node.name)[-20:]
    person = Person(site, name)
    person.name = name
    return person


def open_windows(windows, person, *devices):
    """Windows signed in on these devices; the notice about each is cleared from the inbox."""
    pages = [windows.open(device, person.name) for device in devices]
    poll(pages[0], lambda: inbox(person)["items"], "the sign-in was noticed")
    assert person.post("/v1/inbox/clear").status == 200
    return pages


def notice(page, title):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=title)


def bell(page):
    return page.get_by_role("link", name=re.compile("Inbox"))


def test_an_alert_that_fires_shows_at_once_and_opens_its_event(windows, nell):
    page, desk = open_windows(windows, nell, PHONE, DESK)
    visit(page, "/room")
    visit(desk, "/events")
    expect(bell(page)).to_have_accessible_name("Inbox")
    event = add_event(nell, "Mom’s Birthday", seconds=2)
    for one in (page, desk):
        expect(bell(one)).to_have_accessible_name(re.compile("1 unread"), timeout=20_000)
    bell(page).click()
    expect(notice(page, "Mom’s Birthday")).to_contain_text("unread")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    assert axe(page) == []
    windows.shot(page, "inbox")
    notice(page, "Mom’s Birthday").get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/events/{event}$"))
    poll(page, lambda: inbox(nell)["unread"] == 0, "it is read")
    expect(bell(desk)).to_have_accessible_name("Inbox")


def test_a_notice_says_why_it_came_and_comes_again(windows, nell):
    [page] = open_windows(windows, nell, PHONE)
    event = add_event(nell, "Feed the cat", seconds=2)
    visit(page, "/inbox")
    until_fired(page, nell, 1)
    tap(page, "button", "More about Feed the cat")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("Why you got this")).to_be_visible()
    expect(sheet).to_contain_text("You added this event.")
    expect(sheet).to_contain_text("The event has a reminder at the start.")
    expect(sheet.get_by_role("link", name="Change reminders")).to_have_attribute("href", f"/events/{event}/edit")
    assert axe(page) == []
    windows.shot(page, "inbox-why")
    tap(sheet, "button", "10 minutes")
    expect(page.get_by_role("status").get_by_text("Snoozed until today,")).to_be_visible()
    expect(notice(page, "Feed the cat")).to_contain_text("Snoozed until today")
    [planned] = nell.get("/v1/alerts").json["items"]
    assert planned["isSnoozed"]
    tap(page, "button", "Undo")
    poll(page, lambda: nell.get("/v1/alerts").json["items"] == [], "it does not come again")
    tap(page, "button", "More about Feed the cat")
    tap(sheet, "button", re.compile("^Tomorrow, 9:00"))
    poll(page, lambda: len(nell.get("/v1/alerts").json["items"]) == 1, "it comes tomorrow")
    at = nell.get("/v1/alerts").json["items"][0]["at"]
    assert page.evaluate("(at) => new Date(at).getHours() * 60 + new Date(at).getMinutes()", at) in (540, 541), at


def test_it_is_read_unread_and_cleared_on_all_devices(windows, nell):
    page, desk = open_windows(windows, nell, PHONE, DESK)
    for title in ("Water the plants", "Call home", "Post the letter"):
        add_event(nell, title, seconds=2)
    add_event(nell, "Our trip", days=9)
    visit(desk, "/inbox")
    until_fired(desk, nell, 3)
    visit(page, "/inbox")
    expect(page.get_by_text("unread,")).to_have_count(3)
    tap(page, "button", "Mark all as read")
    expect(page.get_by_role("main").get_by_text("unread,")).to_have_count(0)
    expect(desk.get_by_role("main").get_by_text("unread,")).to_have_count(0)
    tap(desk, "button", "More about Call home")
    tap(desk.get_by_role("dialog"), "button", "Mark as unread")
    expect(notice(page, "Call home")).to_contain_text("unread")
    assert inbox(nell)["unread"] == 1

    tap(page, "button", "Clear all")
    expect(page.get_by_text("3 notifications cleared")).to_be_visible()
    for one in (page, desk):
        expect(one.get_by_role("heading", name="No notifications")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Next: Our trip"))).to_be_visible()
    assert axe(page) == []
    windows.shot(page, "inbox-empty")
    tap(page, "button", "Undo")
    expect(notice(page, "Call home")).to_contain_text("unread")
    expect(notice(desk, "Post the letter")).to_be_visible()
    assert len(inbox(nell)["items"]) == 3


def values(**texts):
    return [{"name": name, "text": text} for name, text in texts.items()]


@pytest.mark.parametrize("locale, unknown", [
    ("en-US", "New notification"), ("de-DE", "Neue Mitteilung"), ("fr-FR", "Nouvelle notification"),
])
def test_everything_that_can_come_has_words(modules, locale, unknown):
    page = modules(locale)
    texts = [
        {"key": "event.reminder", "values": values(title="Trip", start="2031-05-02T10:00:00.000Z", zone=BERLIN)},
        {"key": "event.dayReminder", "values": values(title="Trip", start="2031-05-01T22:00:00.000Z", zone=BERLIN)},
        {"key": "task.due", "values": values(title="Dishes", due="2031-05-02T10:00:00.000Z")},
        {"key": "task.important", "values": values(title="Dishes", by="Ada")},
        {"key": "board.message", "values": []}, {"key": "join.asked", "values": values(by="Ada")},
        {"key": "signin.new", "values": values(device="Firefox · Linux")},
        {"key": "missed", "values": values(count="2", titles="Trip\nDishes")},
        {"key": "test", "values": values(channel="My phone")},
        {"key": "of.tomorrow", "values": []}, {"key": "task.due", "values": values(due="never")},
    ]
    lines = page.evaluate(SAID, texts)
    assert all(title for title, *_ in lines)
    assert lines[-2][0] == unknown
    assert re.search("2031|31", lines[0][1]) and re.search("2", lines[1][1])
    assert not re.search("undefined|null|NaN|\\[object", json.dumps(lines))
    count, missing = page.evaluate(KEYS)
    assert count > 180 and missing == [], "all languages say the same"


def test_alerts_have_the_same_words_as_in_mails_and_on_the_command_line(modules):
    """I9: one set of words for every place that shows a notification."""
    page = modules()
    vectors = json.loads(VECTORS.read_text())
    worded = page.evaluate(WORDED.replace("PERSON", json.dumps(PERSON)), vectors)
    assert len(vectors) > 25
    for vector, found in zip(vectors, worded, strict=True):
        assert found == {name: vector[name] for name in found}, vector["claim"]
    roommate = {**vectors[0], "key": "task.important", "values": values(title="Rent", by=PERSON)}
    assert page.evaluate(WORDED.replace("PERSON", json.dumps(PERSON)), [roommate])[0]["note"] == "Marked as important by Ada"


def deliver(page, data):
    """Delivers a push to the browser, as its push service does."""
    session = page.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    poll(page, lambda: found, "there is a worker")
    origin = page.evaluate("() => location.origin")
    session.send("ServiceWorker.deliverPushMessage",
                 {"origin": origin, "registrationId": found[0]["registrationId"], "data": data})


def shown(page):
    return page.evaluate(KEPT)


@pytest.fixture
def told(windows, nell):
    """A window in which notifications are allowed."""
    [page] = open_windows(windows, nell, DESK)
    page.context.grant_permissions(["notifications"])
    visit(page, "/inbox")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    return page


# Chromium forgets a notification when it is asked for all of them in the moment before one is on the screen: so the
# worker is asked what the browser took from it.
TAKEN = """() => {
  self.taken = [];
  const show = registration.showNotification.bind(registration);
  registration.showNotification = async (title, options) => {
    await show(title, options);
    taken.push(options.image ? `${title}, ${options.image}` : title);
  };
}"""


@pytest.mark.notifications
def test_a_push_shows_a_notification_whatever_is_in_it(told):
    [worker] = told.context.service_workers
    worker.evaluate(TAKEN)
    said = {"title": "Mom’s Birthday", "body": "Today", "navigate": "/events", "tag": "a"}
    expected = ["Mom’s Birthday"]
    deliver(told, json.dumps({"web_push": 8030, "notification": said}))
    poll(told, lambda: worker.evaluate("() => taken") == expected, "it is shown")
    for broken in ("{", "null", "[]", '{"notification": {"title": 7}}', '{"notification": null}'):
        expected.append("Quad")
        deliver(told, broken)
        poll(told, lambda: worker.evaluate("() => taken") == expected, f"something is shown for {broken}")


@pytest.mark.notifications
def test_a_push_shows_the_picture_of_an_event_that_the_person_sees_and_none_of_elsewhere(told, nell, site):
    picture = {"object": upload(site, nell.token)["object"]}
    path = f"/v1/events/{add_event(nell, 'Picnic', picture=picture)}/picture/480"
    answers = []
    told.context.on("response", lambda response: answers.append((response.status, response.url)))
    [worker] = told.context.service_workers
    worker.evaluate(TAKEN)
    own = told.evaluate("() => location.origin")
    shown, expected = own + path, []
    for address in (shown, own.replace("0.0.1", "0.0.2") + path, f"{own}/v1/me?{path}", f"{own}x{path}", path, 7):
        expected.append(f"Picnic, {shown}" if address == shown else "Picnic")
        deliver(told, json.dumps({"notification": {"title": "Picnic", "image": address}}))
        poll(told, lambda: worker.evaluate("() => taken") == expected, f"this site's own alone: {address}")
    poll(told, lambda: (200, shown) in answers, "the browser fetched it as the person")


@pytest.mark.notifications
def test_a_tap_on_a_notification_opens_a_page_of_this_site_only(told):
    [worker] = told.context.service_workers
    paths = worker.evaluate("""() => ["/events/1?a=b", location.origin + "/tasks", "https://evil.example/x",
      "//evil.example", "javascript:alert(1)", undefined, null, ""].map(ownPath)""")
    assert paths == ["/events/1?a=b", "/tasks", "/inbox", "/inbox", "/inbox", "/inbox", "/inbox", "/inbox"]
    worker.evaluate(TAKEN)
    deliver(told, json.dumps({"notification": {"title": "Look", "navigate": "/alerts"}}))
    poll(told, lambda: worker.evaluate("() => taken") == ["Look"], "it is shown")
    worker.evaluate("""async () => {
      const [notification] = await registration.getNotifications();
      dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    }""")
    expect(told).to_have_url(re.compile("/alerts$"))
    poll(told, lambda: shown(told) == [], "it is gone")


@pytest.mark.notifications
def test_what_was_read_elsewhere_is_not_shown_any_longer(windows, told, nell):
    for title in ("Read it there", "Keep it here"):
        add_event(nell, title, seconds=2)
    until_fired(told, nell, 2)
    items = inbox(nell)["items"]
    [worker] = told.context.service_workers
    worker.evaluate(TAKEN)
    for one in items:
        title = one["text"]["values"][0]["text"]
        deliver(told, json.dumps({"notification": {"title": title, "tag": one["id"]}}))
    deliver(told, json.dumps({"notification": {"title": "A test", "tag": "test"}}))
    poll(told, lambda: len(worker.evaluate("() => taken")) == 3, "all are shown")
    read = next(one for one in items if one["text"]["values"][0]["text"] == "Read it there")
    assert nell.site.request("PUT", f"/v1/inbox/{read['id']}/read", token=nell.token).status == 200
    poll(told, lambda: sorted(shown(told)) == ["A test", "Keep it here"], "what was read is closed")
