"""Events in the calendars of others: the private feed, and the file of one event."""

import time
import datetime

import icalendar
import pytest
import vobject
from quad_bus import BusClient
from quad_calendars import UTC, feed, fetch, parsed
from quad_events import add, ahead, ask, day, delete, edit, restore, share
from quad_rooms import live_together
from quad_site import Site, at_once, refusal, wait_until
from quad_stores import database


@pytest.fixture
def ada(site):
    return site.sign_up("ada")


def moment(when):
    return datetime.datetime.fromisoformat(f"{when['date']}T{when['time']}+00:00")


def test_icalendar_and_vobject_read_the_feed_as_it_was_entered(site, ada):
    once = add(site, ada, "Mom’s Birthday; cake, \\ card " + "é" * 100, when=ahead(10), notes="One\nTwo, three", minutes=90,
               place="Forbes Hall, 1; left")
    add(site, ada, "Days", when=day(5), minutes=2 * 1440)
    rule = "FREQ=WEEKLY;UNTIL=20351231;BYDAY=MO,WE"
    add(site, ada, "Course", when={"date": ahead(3)["date"], "time": "09:30", "zone": "Europe/Berlin"}, recurrence=rule)
    answer = fetch(site, feed(site, ada))
    assert answer.status == 200 and answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "private" in answer.headers["Cache-Control"] and answer.headers["ETag"].startswith('"')
    assert max(len(line) for line in answer.body.split(b"\r\n")) <= 75

    calendar = icalendar.Calendar.from_ical(answer.body)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    events = parsed(answer.body)
    found = events[once["title"]]
    assert (found["UID"], found["SEQUENCE"], found["LOCATION"], found["DESCRIPTION"]) == (
        once["id"], 0, "Forbes Hall, 1; left", "One\nTwo, three")
    assert found.start == moment(once["when"]) and found.end - found.start == datetime.timedelta(minutes=90)
    first = datetime.date.fromisoformat(day(5)["date"])
    assert (events["Days"].start, events["Days"].end) == (first, first + datetime.timedelta(days=2))
    course = events["Course"]
    assert course.start.utcoffset() in (datetime.timedelta(hours=1), datetime.timedelta(hours=2))
    assert (course.start.hour, course.start.minute) == (9, 30) and course["DTSTART"].params["TZID"] == "Europe/Berlin"
    assert course["RRULE"]["BYDAY"] == ["MO", "WE"]
    # A rule ends in UTC where its start has a zone; other readers refuse it else.
    assert course["RRULE"]["UNTIL"] == [datetime.datetime(2035, 12, 31, 22, 59, 59, tzinfo=UTC)]
    assert all(not event.walk("VALARM") for event in events.values()), "a feed is no channel of reminders"

    other = vobject.readOne(answer.body.decode())
    assert {event.summary.value for event in other.vevent_list} == set(events)
    course = next(event for event in other.vevent_list if event.summary.value == "Course")
    assert [date.weekday() for date in list(course.rruleset)[1:7]] in ([0, 2] * 3, [2, 0] * 3)


def test_the_file_of_an_event_reminds_an_hour_before_and_counts_its_changes(site, ada):
    event = add(site, ada, "Dinner", leads=[0, 1440])
    path = f"/v1/events/{event['id']}/calendar"
    answer = fetch(site, path, person=ada)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Dinner.ics"'
    found = parsed(answer.body)["Dinner"]
    alarm, = found.walk("VALARM")
    assert (alarm["ACTION"], alarm["TRIGGER"].dt) == ("DISPLAY", datetime.timedelta(hours=-1)) and alarm["DESCRIPTION"]
    assert found["SEQUENCE"] == 0 and vobject.readOne(answer.body.decode()).vevent.valarm
    assert fetch(site, path, answer.headers["ETag"], ada).status == 304

    edit(site, ada, event, title="Supper")
    again = fetch(site, path, answer.headers["ETag"], ada)
    later = parsed(again.body)["Supper"]
    assert again.status == 200 and (later["UID"], later["SEQUENCE"]) == (found["UID"], 1)
    delete(site, ada, event)
    assert refusal(fetch(site, path, person=ada)) == (404, "not_found")
    restore(site, ada, event)
    assert parsed(fetch(site, path, person=ada).body)["Supper"]["SEQUENCE"] == 3
    assert refusal(fetch(site, path)) == (401, "signin_required")


def test_whoever_has_the_state_is_told_so_until_something_changes(site, ada):
    path = feed(site, ada)
    event = add(site, ada, "Dinner")
    state = fetch(site, path).headers["ETag"]

    def is_known():
        """True if nothing is new; then the new state is the known one."""
        nonlocal state
        answer = fetch(site, path, state)
        known = answer.status == 304
        assert known == (answer.body == b"") and (answer.headers["ETag"] == state) == known
        # The same state is the same text, byte for byte.
        assert known or fetch(site, path).body == answer.body
        state = answer.headers["ETag"]
        return known

    assert is_known() and is_known()
    assert fetch(site, path, f'W/{state}, "other"').status == 304
    assert fetch(site, path, '"other"').status == 200
    # A change that a calendar does not show is nothing new.
    ask(site, ada, "PUT", f"/v1/events/{event['id']}/answer", {"answer": "yes"})
    ask(site, ada, "POST", f"/v1/events/{event['id']}/to-dos", {"text": "Cake"})
    assert is_known()
    event = edit(site, ada, event, notes="Bring a card").json["event"]
    assert not is_known() and is_known()
    edit(site, ada, event, notes="Bring a card")
    assert is_known(), "an edit that changes nothing"
    delete(site, ada, event)
    assert not is_known()
    restore(site, ada, event)
    assert not is_known() and is_known()


def test_a_feed_shows_what_room_mates_share_without_their_notes(site):
    ada, ben = live_together(site, "ada", "ben")
    path = feed(site, ben)
    event = share(site, ada, "Party", notes="Ben knows nothing", place="Roof")
    add(site, ada, "Mine alone")
    for probe in [one for one in ask(site, ada, "GET", "/v1/events").json["items"] if one["title"] == "Probe"]:
        delete(site, ada, probe)
    first = fetch(site, path)
    assert list(parsed(first.body)) == ["Party"] and b"knows" not in first.body
    assert parsed(first.body)["Party"]["LOCATION"] == "Roof"
    # They see the notes here, and may take them along one by one.
    file = fetch(site, f"/v1/events/{event['id']}/calendar", person=ben)
    assert parsed(file.body)["Party"]["DESCRIPTION"] == "Ben knows nothing"

    ask(site, ben, "POST", "/v1/room/leave")
    wait_until(lambda: fetch(site, path, first.headers["ETag"]).status == 200, "the feed follows who moves out")
    assert parsed(fetch(site, path).body) == {}
    assert refusal(fetch(site, f"/v1/events/{event['id']}/calendar", person=ben)) == (404, "not_found")


def test_all_day_events_follow_their_owner_and_are_still_the_same_date(site, ada):
    path = feed(site, ada)
    event = add(site, ada, "Day", when=day(5, "Etc/UTC"))
    before = fetch(site, path)
    me = ask(site, ada, "GET", "/v1/me").json
    assert ask(site, ada, "PATCH", "/v1/me", {"version": me["version"], "zone": "Asia/Tokyo"}).status == 200
    wait_until(lambda: fetch(site, path, before.headers["ETag"]).status == 200, "the event moved")
    found = parsed(fetch(site, path).body)["Day"]
    assert (found.start.isoformat(), found["SEQUENCE"]) == (event["when"]["date"], 1)


def test_a_repeating_event_that_goes_on_is_nothing_new():
    """Its next time is ours; calendars have the rule."""
    site = Site(clock="2026-10-15T12:00:00.000Z")
    try:
        ada = site.sign_up("ada")
        path = feed(site, ada)
        daily = add(site, ada, "Daily", when={"date": "2026-10-15", "time": "12:30", "zone": "Etc/UTC"},
                    recurrence="FREQ=DAILY")
        add(site, ada, "Once", when={"date": "2026-10-20", "time": "12:30", "zone": "Etc/UTC"})
        add(site, ada, "Far", when={"date": "2027-10-30", "time": "12:30", "zone": "Etc/UTC"})
        first = fetch(site, path)
        assert sorted(parsed(first.body)) == ["Daily", "Once"], "a year ahead"
        move(site, "2026-10-16T13:00:00.000Z")
        wait_until(lambda: ask(site, ada, "GET", f"/v1/events/{daily['id']}").json["next"].startswith("2026-10-17"),
                   "it has gone on")
        with database(site, "events") as db:
            wait_until(lambda: db.execute("SELECT 1 FROM event WHERE title = 'Daily' AND next_at > 1792152000000").fetchone(),
                       "the upkeep came by")
        assert fetch(site, path, first.headers["ETag"]).status == 304
        move(site, "2026-12-01T00:00:00.000Z")
        last = fetch(site, path, first.headers["ETag"])
        assert sorted(parsed(last.body)) == ["Daily", "Far"], "a month back, a year ahead"
    finally:
        site.close()


def move(site, to):
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("$srv.clock", {"to": to}, program="events")
    finally:
        operator.close()


@pytest.mark.own_site
def test_a_new_address_ends_the_old_one_and_an_ended_feed_shows_nothing(site, ada):
    def state():
        return ask(site, ada, "GET", "/v1/event-feed").json

    assert state() == {"isOn": False}
    add(site, ada, "Dinner")
    made = ask(site, ada, "POST", "/v1/event-feed")
    old, token = made.json["path"], made.json["token"]
    assert old == f"/v1/feeds/{token}" and state()["isOn"] and "lastRead" not in state()
    assert fetch(site, old + ".ics").body == fetch(site, old).body != b""
    new = feed(site, ada)
    assert refusal(fetch(site, old)) == (404, "feed_unknown") and fetch(site, new).status == 200
    assert ask(site, ada, "DELETE", "/v1/event-feed").status == 204
    assert ask(site, ada, "DELETE", "/v1/event-feed").status == 204
    for path in (old, new, new + ".ics", "/v1/feeds/nonsense", "/v1/feeds/" + "x" * 43, "/v1/feeds/.ics"):
        assert refusal(fetch(site, path))[:2] == (404, "feed_unknown"), path
    assert state() == {"isOn": False}
    # Neither the file nor a log holds a token.
    with open(f"{site.data}/events/events.sqlite", "rb") as file:
        assert token.encode() not in file.read()
    assert all(token not in site.log(program) for program in ("events", "gateway"))


def test_when_a_feed_was_read_is_kept_to_the_minute_and_written_seldom(site, ada):
    path = feed(site, ada)
    fetch(site, path)
    kept = ask(site, ada, "GET", "/v1/event-feed").json["lastRead"]
    assert kept.endswith(":00.000Z")

    with database(site, "events") as db:
        before = db.execute("PRAGMA data_version").fetchone()
        for _ in range(20):
            assert fetch(site, path).status == 200
        changes = db.execute("PRAGMA data_version").fetchone()[0] - before[0]
    assert changes <= 2, "a write for each read"


def test_wrong_addresses_are_counted():
    site = Site(settings={"QUAD_REFUSALS_PER_ADDRESS": "10"})
    try:
        ada = site.sign_up("ada")
        path = feed(site, ada)
        assert {refusal(fetch(site, "/v1/feeds/" + "x" * 42 + digit))[0] for digit in "0123456789"} == {404}
        began = time.monotonic()
        assert {refusal(fetch(site, "/v1/feeds/" + "y" * 42 + letter))[0] for letter in "abcdef"} == {404}
        assert time.monotonic() - began > 5 * 0.2, "wrong addresses are held back"
        assert fetch(site, path).status == 200, "the right one waits for its turn"
        assert fetch(site, path).status == 200
    finally:
        site.close()


@pytest.mark.own_site
def test_the_export_of_a_person_names_the_feed_and_their_erasure_ends_it(site, ada):
    path = feed(site, ada)
    add(site, ada, "Dinner")
    assert fetch(site, path).status == 200
    page, = ask(site, ada, "GET", "/v1/me/export").json["programs"]["events"]
    assert page["feed"]["isOn"] and page["feed"]["made"] and page["feed"]["lastRead"] and "token" not in page["feed"]
    site.operator("events.person.erase", {"person": ada["person"]}, key="auth")
    assert refusal(fetch(site, path)) == (404, "feed_unknown")
    with database(site, "events") as db:
        assert db.execute("SELECT count(*) FROM feed").fetchone() == (0,)


def test_many_calendars_read_at_once_while_events_change(site, ada):
    path = feed(site, ada)
    events = [add(site, ada, f"Event {number}") for number in range(20)]

    def change():
        return [edit(site, ada, event, title=event["title"] + "!").status for event in events]

    def read():
        seen = {}
        for _ in range(20):
            answer = fetch(site, path)
            assert answer.status == 200
            # One state never has two texts.
            assert seen.setdefault(answer.headers["ETag"], answer.body) == answer.body
        return seen

    answers = at_once(change, read, read, read)
    assert set(answers[0]) == {200} and all(answers[1:])
    states = {}
    for seen in answers[1:]:
        for etag, body in seen.items():
            assert states.setdefault(etag, body) == body
