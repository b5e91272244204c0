"""The notifier behind the real programs: what events plans is armed, waits, fires and ends in the inbox."""

import signal
import time
from datetime import datetime, timedelta, timezone

import pytest
from people import Person, advance
from quad_site import Site, problem, raw, wait_until
from quad_stores import reading

NOBODY = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
START = datetime(2026, 9, 1, 12, tzinfo=timezone.utc)


@pytest.fixture
def site():
    site = Site(clock="2026-09-01T12:00:00.000Z\n")
    try:
        site.operator("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        yield site
    finally:
        site.close()


@pytest.fixture
def ada(site):
    return Person(site, "ada")


def add_event(person, title, minutes, leads=(0,)):
    at = START + timedelta(minutes=minutes)
    body = {
        "title": title, "when": {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M:%S}", "zone": "UTC"}, "leads": list(leads),
    }
    answer = person.post("/v1/events", body)
    assert answer.status == 201, answer.body
    return answer.json["event"]["id"] if "event" in answer.json else answer.json["id"]


def alerts(person, query="limit=100"):
    answer = person.get(f"/v1/alerts?{query}")
    assert answer.status == 200, answer.body
    return answer.json


def counts(person):
    found = person.get("/v1/alerts/counts").json
    planned = found.pop("planned")
    assert planned == sum(found.values()), "every alert is accounted for"
    return {"planned": planned, **found}


def inbox(person, query="limit=100"):
    answer = person.get(f"/v1/inbox?{query}")
    assert answer.status == 200, answer.body
    return answer.json


def slots(person, armed, queued):
    def found():
        slots = alerts(person)["slots"]
        return (slots["armed"], slots["queued"]) == (armed, queued)
    wait_until(found, f"{armed} armed, {queued} queued: {alerts(person)['slots']}")


def title(notice):
    return next((value["text"] for value in notice["text"]["values"] if value["name"] == "title"), None)


def test_64_are_armed_the_rest_waits_and_moves_up(site, ada):
    for number in range(70):
        add_event(ada, f"Event {number}", 60 + number)
    slots(ada, 64, 6)
    listed = alerts(ada)["items"]
    assert [alert["position"] for alert in listed] == list(range(1, 65)) + list(range(1, 7))
    assert [alert["state"] for alert in listed] == ["armed"] * 64 + ["queued"] * 6
    assert [reason["key"] for reason in listed[0]["because"]] == ["event.yours", "event.lead"]
    armed = ada.get("/v1/alerts/armed").json["items"]
    assert armed == listed[:64]
    pages, cursor = [], ""
    while cursor is not None:
        page = alerts(ada, f"limit=27{cursor}")
        pages += page["items"]
        cursor = f"&cursor={page['next']}" if page.get("next") else None
    assert pages == listed

    # An earlier one takes the place of the last; a deleted one frees its own.
    stream = site.open_stream(ada.token, with_alerts=True)
    add_event(ada, "Sooner", 30)
    while True:
        _, type_, told = stream.next()
        if type_ == "notifier.alert.changed":
            break
    stream.close()
    assert len(told["armed"]) == 1 and told["demoted"] == [listed[63]["id"]] and not told["gone"]
    assert ada.delete(f"/v1/events/{listed[0]['object']}").status == 204
    wait_until(lambda: counts(ada)["cancelled"] == 1, "what was deleted is cancelled")
    slots(ada, 64, 6)

    # A pin holds its slot, 16 at most.
    last = alerts(ada)["items"][-1]
    pinned = site.request("PUT", f"/v1/alerts/{last['id']}/pin", {}, ada.token).json
    assert pinned["state"] == "armed" and pinned["isPinned"] and pinned["position"] == 64
    for alert in alerts(ada)["items"][:15]:
        assert site.request("PUT", f"/v1/alerts/{alert['id']}/pin", {}, ada.token).status == 200
    other = alerts(ada)["items"][20]["id"]
    assert problem(site.request("PUT", f"/v1/alerts/{other}/pin", {}, ada.token)) == (409, "too_many_pins")
    assert ada.delete(f"/v1/alerts/{last['id']}/pin").json["state"] == "queued"
    assert ada.delete(f"/v1/alerts/{other}").status == 204
    slots(ada, 64, 5)
    assert problem(ada.delete(f"/v1/alerts/{NOBODY}")) == (404, "not_found")
    stranger = Person(site, "ben")
    assert problem(stranger.delete(f"/v1/alerts/{last['id']}")) == (404, "not_found")
    assert problem(site.request("PUT", f"/v1/alerts/{last['id']}/pin", {}, stranger.token)) == (404, "not_found")


def test_what_is_due_fires_once_and_what_waits_moves_up(site, ada):
    for number in range(70):
        add_event(ada, f"Event {number}", 10 + number)
    slots(ada, 64, 6)
    advance(site, minutes=14, seconds=30)
    wait_until(lambda: inbox(ada)["unread"] == 5, "five have fired")
    slots(ada, 64, 1)
    found = inbox(ada)["items"]
    assert sorted(title(notice) for notice in found) == [f"Event {number}" for number in range(5)]
    assert {notice["kind"] for notice in found} == {"fired", "late"}
    # The programs were away for long: what is of no use any more is one line.
    advance(site, days=1)
    wait_until(lambda: counts(ada)["missed"] == 65, "the others were missed")
    missed = [notice for notice in inbox(ada)["items"] if notice["kind"] == "missed"]
    assert len(missed) == 1
    assert {value["name"]: value["text"] for value in missed[0]["text"]["values"]}["count"] == "65"
    assert counts(ada) == {"planned": 70, "queued": 0, "armed": 0, "fired": 5, "cancelled": 0, "missed": 65}


def test_i6_alerts_and_notices_come_in_words_too(site, ada):
    add_event(ada, "Dinner", 30, leads=(0, 10))
    slots(ada, 2, 0)
    at = START + timedelta(minutes=30)
    english = {
        "language": "en", "title": "Dinner", "body": f"Starts {at:%A, %B} {at.day} at {at:%H:%M}",
        "reasons": ["You added this event.", "The event has a reminder 10 minutes before the start."],
    }
    german = ["Du hast das Ereignis angelegt.", "Das Ereignis hat eine Erinnerung 10 Minuten vor Beginn."]
    first = alerts(ada)["items"][0]
    assert first["rendered"] == english
    assert ada.get("/v1/alerts/armed").json["items"][0]["rendered"] == english
    assert site.request("PUT", f"/v1/alerts/{first['id']}/pin", {}, ada.token).json["rendered"] == english
    for path in ("/v1/alerts", "/v1/alerts/armed"):
        shown = ada.get(f"{path}?language=de").json["items"][0]["rendered"]
        assert (shown["language"], shown["reasons"]) == ("de", german) and shown["body"].endswith(f" um {at:%H:%M}")
        shown = ada.get(f"{path}?language=fr").json["items"][0]["rendered"]
        assert shown["language"] == "fr" and shown["reasons"][0] == "Tu as ajouté cet événement."
        assert shown["body"].startswith("Commence ") and shown["body"].endswith(f" à {at:%H:%M}")
        assert problem(ada.get(f"{path}?language=xx")) == (422, "value_unknown")
    advance(site, minutes=20)
    notice = wait_until(lambda: inbox(ada)["items"], "the reminder ten minutes before")[0]
    assert notice["rendered"] == english
    assert inbox(ada, "language=de")["items"][0]["rendered"]["reasons"] == german
    exported = site.request("GET", "/v1/me/export", token=ada.token).json["programs"]["notifier"]
    notices = [one for page in exported for one in page["notices"]]
    assert len(notices) == 1 and "rendered" not in notices[0], "an export has keys and values alone"


def test_the_inbox_is_read_put_off_cleared_and_restored(site, ada):
    event = add_event(ada, "Dinner", 30, leads=(0, 10))
    slots(ada, 2, 0)
    advance(site, minutes=20)
    notice = wait_until(lambda: inbox(ada)["items"], "the reminder ten minutes before")[0]
    assert title(notice) == "Dinner" and notice["object"] == event and "read" not in notice
    read = f"/v1/inbox/{notice['id']}/read"
    assert site.request("PUT", read, {}, ada.token).json == {"unread": 0}
    assert inbox(ada, "unread=true")["items"] == []
    assert ada.delete(read).json == {"unread": 1}
    assert ada.post("/v1/inbox/read", {}).json == {"unread": 0}

    again = ada.post(f"/v1/inbox/{notice['id']}/snooze", {"minutes": 5})
    assert again.status == 201 and again.json["isSnoozed"] and again.json["state"] == "armed", again.body
    assert problem(ada.post(f"/v1/inbox/{notice['id']}/snooze", {"minutes": 0})) == (422, "snooze_bad")
    slots(ada, 2, 0)
    advance(site, minutes=5)
    wait_until(lambda: len(inbox(ada)["items"]) == 2, "it comes again")

    cleared = ada.post("/v1/inbox/clear", {}).json
    assert cleared["cleared"] == 2 and inbox(ada)["items"] == []
    assert ada.post("/v1/inbox/restore", {}).json == {"unread": 1}
    assert len(inbox(ada)["items"]) == 2
    ada.post("/v1/inbox/clear", {})
    advance(site, minutes=2)
    assert ada.post("/v1/inbox/restore", {}).json == {"unread": 0}, "a minute is over"

    stranger = Person(site, "ben")
    for method, path in (("PUT", read), ("DELETE", read), ("POST", f"/v1/inbox/{notice['id']}/snooze")):
        body = {"minutes": 5} if "snooze" in path else {} if method == "PUT" else None
        assert problem(site.request(method, path, body, stranger.token)) == (404, "not_found")


def test_quiet_hours_are_kept_with_a_version(site, ada):
    times = ada.get("/v1/alert-times").json
    assert times == {"zone": "UTC", "version": 0}
    quiet = {"from": "22:00:00", "to": "07:00:00", "days": ["monday", "friday"]}
    answer = ada.patch("/v1/alert-times", {"version": 0, "quiet": quiet, "digest": "18:00:00"})
    assert answer.status == 200 and answer.json["version"] == 1 and answer.json["digest"], answer.body
    assert answer.json["quiet"]["days"] == ["monday", "friday"]
    stale = ada.patch("/v1/alert-times", {"version": 0, "digest": None})
    assert problem(stale) == (409, "changed_elsewhere")
    same = {**quiet, "to": "22:00:00"}
    assert problem(ada.patch("/v1/alert-times", {"version": 1, "quiet": same})) == (422, "quiet_bad")
    none = {**quiet, "days": []}
    assert problem(ada.patch("/v1/alert-times", {"version": 1, "quiet": none})) == (422, "quiet_days_bad")
    assert "quiet" not in ada.patch("/v1/alert-times", {"version": 1, "quiet": None}).json


def test_killed_again_and_again_it_fires_each_once(site, ada):
    for number in range(40):
        add_event(ada, f"Event {number}", 10 + number)
    slots(ada, 40, 0)
    for round_ in range(4):
        site.stop("notifier", signal.SIGKILL)
        site.start("notifier")
        site.wait_ready()
        advance(site, minutes=13)
    wait_until(lambda: counts(ada)["armed"] == 0, "all are over")
    titles = [title(notice) for notice in inbox(ada)["items"] if notice["kind"] != "missed"]
    assert len(titles) == len(set(titles)), "nothing twice"
    assert counts(ada)["fired"] + counts(ada)["missed"] == 40


def test_an_export_holds_it_and_an_erasure_leaves_nothing(site, ada):
    add_event(ada, "Dinner", 30, leads=(0, 10))
    slots(ada, 2, 0)
    advance(site, minutes=20)
    wait_until(lambda: inbox(ada)["items"], "a notice")
    ada.patch("/v1/alert-times", {"version": 0, "digest": "18:00:00"})
    pages = ada.get("/v1/me/export").json["programs"]["notifier"]
    assert sum(len(page["alerts"]) for page in pages) == 1
    assert sum(len(page["notices"]) for page in pages) == 1
    assert pages[0]["counts"]["planned"] == 2 and pages[0]["times"]["digest"]
    site.operator("notifier.person.erase", {"person": ada.id}, "auth")
    with reading(site, "notifier") as db:
        for table in ("alert", "notice", "slots", "alert_times", "person_zone"):
            found = db.execute(f"SELECT count(*) FROM {table} WHERE person = ?", (raw(ada.id),))
            assert found.fetchone() == (0,), table


def test_on_the_real_clock_it_fires_at_its_second():
    site = Site()
    try:
        ada = Person(site, "ada")
        at = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(seconds=3)
        stream = site.open_stream(ada.token, with_alerts=True)
        body = {
            "title": "Now", "when": {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M:%S}", "zone": "UTC"}, "leads": [0],
        }
        assert ada.post("/v1/events", body).status == 201
        while stream.next()[1] != "notifier.alert.fired":
            pass
        late = time.time() - at.timestamp()
        stream.close()
        assert -0.01 < late < 2, late
        assert title(inbox(ada)["items"][0]) == "Now"
    finally:
        site.close()
