"""Calendar files that others wrote, as events of ours."""

import datetime
import http.client
import uuid
import zoneinfo

import icalendar
import pytest
from quad_calendars import UTC, calendar, counts, fetch, items, one, parsed, problems, take
from quad_alerts import Alerts
from quad_events import add, ask, day, delete, edit, share, titles
from quad_rooms import live_together
from quad_site import at_once, refusal, wait_until
from quad_stores import database

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")


@pytest.fixture
def ada(site):
    return site.sign_up("ada")


def written(title, start, end=None, alarm=None, rule=None, **more):
    """An event as icalendar writes it."""
    event = icalendar.Event()
    event.add("uid", f"{title}@test")
    event.add("dtstamp", datetime.datetime(2026, 9, 1, tzinfo=UTC))
    event.add("summary", title)
    event.add("dtstart", start)
    if end:
        event.add("dtend", end)
    for name, value in more.items():
        event.add(name, value)
    if rule:
        event.add("rrule", rule)
    if alarm is not None:
        reminder = icalendar.Alarm()
        reminder.add("action", "DISPLAY")
        reminder.add("description", title)
        reminder.add("trigger", alarm)
        event.add_component(reminder)
    return event


def rule_of(event):
    """The parts of a rule, in no order."""
    return "RRULE" in event and sorted(event["RRULE"].to_ical().upper().split(b";"))


def file_of(*events):
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//test//EN")
    calendar.add("version", "2.0")
    for event in events:
        calendar.add_component(event)
    calendar.add_missing_timezones()
    return calendar.to_ical()


def test_what_icalendar_writes_comes_in_whole_and_goes_out_the_same(site, ada):
    hour = datetime.timedelta(hours=1)
    dinner = datetime.datetime(2040, 5, 1, 19, 30, tzinfo=BERLIN)
    sources = [
        written("Dinner; cake, \\ “card”", dinner, dinner + hour, -hour / 2, location="Roof, left",
                description="One\nTwo", url="https://meet.example/1"),
        written("Moment", datetime.datetime(2040, 1, 1, 8, tzinfo=UTC), datetime.datetime(2040, 1, 1, 9, tzinfo=UTC)),
        written("Days", datetime.date(2040, 12, 30), datetime.date(2041, 1, 2), -datetime.timedelta(hours=15)),
        written("Course", dinner, dinner + 2 * hour, -datetime.timedelta(days=1),
                {"freq": "weekly", "byday": ["TU", "TH"], "until": datetime.datetime(2040, 7, 1, tzinfo=UTC)}),
        written("Birthday", datetime.date(2040, 2, 29), None, None, {"freq": "yearly", "interval": 4}),
    ]
    answer = take(site, ada, file_of(*sources))
    assert counts(answer) == (5, 0, 0, 0) and problems(answer) == []
    mine = items(site, ada)
    cake = mine["Dinner; cake, \\ “card”"]
    assert cake["when"] == {"date": "2040-05-01", "time": "19:30:00", "zone": "Europe/Berlin"}
    assert (cake["minutes"], cake["leads"], cake["place"]) == (60, [30], "Roof, left")
    assert cake["notes"] == "One\nTwo\nhttps://meet.example/1" and cake["visibility"] == "private"
    assert (mine["Days"]["when"]["date"], mine["Days"]["minutes"]) == ("2040-12-30", 3 * 1440)
    # A file counts from midnight, Quad from nine: nine in the morning of the day before.
    assert mine["Days"]["leads"] == [1440] and "leads" not in mine["Moment"]
    assert mine["Moment"]["next"] == "2040-01-01T08:00:00.000Z"
    assert mine["Course"]["recurrence"] == "FREQ=WEEKLY;UNTIL=20400701T000000Z;BYDAY=TU,TH"
    assert mine["Birthday"]["recurrence"] == "FREQ=YEARLY;INTERVAL=4"

    for source in sources:
        event = mine[str(source["SUMMARY"])]
        body = fetch(site, f"/v1/events/{event['id']}/calendar", person=ada).body
        found = parsed(body)[str(source["SUMMARY"])]
        assert (found["UID"], found.start) == (source["UID"], source.start)
        assert found.end - found.start == source.end - source.start
        assert rule_of(found) == rule_of(source), source["SUMMARY"]
        # A file that Quad wrote itself is nothing new to it, and does not change reminders.
        assert counts(take(site, ada, body)) == (0, 0, 1, 0), source["SUMMARY"]
    assert items(site, ada) == mine


def test_the_same_file_twice_adds_nothing_and_undoes_no_edit(site, ada):
    file = calendar(one(), one("2@test", "Supper"), one("3@test", "Days", "DTSTART;VALUE=DATE:20400502"))
    assert counts(take(site, ada, file)) == (3, 0, 0, 0)
    before = items(site, ada)
    assert counts(take(site, ada, file)) == (0, 0, 3, 0) and items(site, ada) == before
    edit(site, ada, before["Dinner"], notes="Bring a card")
    assert counts(take(site, ada, file)) == (0, 0, 3, 0)
    assert items(site, ada)["Dinner"]["notes"] == "Bring a card"
    # One whose file says something new follows it; one that was deleted comes back.
    delete(site, ada, before["Supper"])
    newer = calendar(one("1@test", "Dinner later", "DTSTART:20400501T200000Z"), one("2@test", "Supper"))
    assert counts(take(site, ada, newer)) == (1, 1, 0, 0)
    after = items(site, ada)
    assert sorted(after) == ["Days", "Dinner later", "Supper"]
    assert (after["Dinner later"]["id"], after["Supper"]["id"]) == (before["Dinner"]["id"], before["Supper"]["id"])


def test_an_older_copy_does_not_replace_a_newer_one(site, ada):
    event = add(site, ada, "Dinner")
    path = f"/v1/events/{event['id']}/calendar"
    old = fetch(site, path, person=ada).body
    event = edit(site, ada, event, title="Supper").json["event"]
    answer = take(site, ada, old)
    assert counts(answer) == (0, 0, 0, 1) and problems(answer)[0][1] == "event_older"
    # A calendar that changed what it got counts on from there.
    new = fetch(site, path, person=ada).body.replace(b"Supper", b"Feast").replace(b"SEQUENCE:1", b"SEQUENCE:7")
    assert counts(take(site, ada, new)) == (0, 1, 0, 0)
    assert titles(site, ada) == ["Feast"]
    assert parsed(fetch(site, path, person=ada).body)["Feast"]["SEQUENCE"] == 7
    # Its reminders are those of here.
    assert items(site, ada)["Feast"]["leads"] == event["leads"] == [0]


def test_bad_lines_are_told_by_number_and_good_events_are_kept(site, ada):
    lines = calendar(
        one("1@test", "Good"),
        one("2@test", "No such day", "DTSTART:20400230T190000Z"),
        one("3@test", "Nowhere", "DTSTART;TZID=Mars/Olympus:20400501T190000"),
        ["UID:4@test", "SUMMARY:No start"],
        ["UID:5@test", "DTSTART:20400501T190000Z"],
        one("6@test", "Strange rule", "DTSTART:20400501T190000Z", "RRULE:FREQ=YEARLY;BYWEEKNO=20"),
        one("7@test", "Off", "DTSTART:20400501T190000Z", "STATUS:CANCELLED"),
        one("8@test", "One of many", "DTSTART:20400501T190000Z", "RECURRENCE-ID:20400501T190000Z"),
        one("9@test", "Without a date", "DTSTART:20400501T190000Z", "RRULE:FREQ=DAILY", "EXDATE:20400502T190000Z"),
        one("1@test", "Twice"),
        one("10@test", "x" * 201),
        one("11@test", "Long", "DTSTART:20400501T190000Z", "LOCATION:" + "y" * 201, "DESCRIPTION:" + "z" * 5001),
        one("12@test", "Late bell", "DTSTART:20400501T190000Z", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT1H",
            "END:VALARM"),
        one("13@test", "Broken", "DTSTART:20400501T190000Z", "this is no line"),
    ).split("\r\n")
    answer = take(site, ada, "\r\n".join(lines))
    assert counts(answer) == (8, 0, 0, 6)
    expected = {"date_bad": "DTSTART:20400230T190000Z", "zone_unknown": "DTSTART;TZID=Mars/Olympus:20400501T190000",
                "rrule_unsupported": "RRULE:FREQ=YEARLY;BYWEEKNO=20", "line_bad": "this is no line"}
    found = dict((code, line) for line, code in problems(answer))
    assert {code: lines[found[code] - 1] for code in expected} == expected
    begins = {code: lines[line] for line, code in problems(answer) if code not in expected}
    assert begins == {"start_missing": "UID:4@test", "title_blank": "UID:5@test", "event_cancelled": "UID:7@test",
                      "occurrence_single": "UID:8@test",
                      "event_twice": "UID:1@test", "title_long": "UID:10@test", "place_long": "UID:11@test",
                      "notes_long": "UID:11@test", "alarm_late": "UID:12@test"}
    assert all(problem["message"].endswith(".") for problem in answer.json["problems"])
    assert [line for line, _ in problems(answer)] == sorted(line for line, _ in problems(answer))
    assert sorted(items(site, ada)) == [
        "Broken", "Good", "Late bell", "Long", "One of many", "Strange rule", "Without a date", "x" * 199 + "…"]


def test_what_is_no_calendar_is_refused(site, ada):
    good = calendar(one())
    assert refusal(take(site, ada, "Dinner at eight")) == (422, "calendar_bad")
    assert refusal(take(site, ada, b""))[0] == 422
    assert refusal(take(site, ada, good, "application/json"))[0] == 415
    assert refusal(take(site, ada, good, "text/plain"))[0] == 415
    assert refusal(take(site, ada, good.encode("utf-16"))) == (422, "calendar_bad")
    assert refusal(take(site, None, good)) == (401, "signin_required")
    assert titles(site, ada) == []
    assert counts(take(site, ada, good, "Text/Calendar; charset=utf-8; method=PUBLISH")) == (1, 0, 0, 0)


def test_a_file_has_one_megabyte_at_most(site, ada):
    most = 1 << 20
    filled = calendar(one()).encode()
    filled += b"X" * (most - len(filled))
    assert len(filled) == most and counts(take(site, ada, filled)) == (1, 0, 0, 0)
    assert announced(site, ada, most + 1) == 413
    # As a message it is longer still: nothing breaks, and it says why.
    assert refusal(take(site, ada, b"\x01" * most)) == (422, "text_bad", "calendar")
    assert refusal(take(site, ada, b"\\" * most)) == (422, "calendar_bad")
    assert counts(take(site, ada, calendar(one("2@test", "Still here")))) == (1, 0, 0, 0)


def announced(site, person, length):
    """The reply to a body of that length before any of it is sent."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    try:
        connection.putrequest("POST", "/v1/events/import")
        for header in (("Content-Type", "text/calendar"), ("Content-Length", str(length)),
                       ("Authorization", "Bearer " + person["token"])):
            connection.putheader(*header)
        connection.endheaders()
        return connection.getresponse().status
    finally:
        connection.close()


def test_past_events_come_in_and_remind_nobody(site, ada):
    bell = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "END:VALARM"]
    file = calendar(one("1@test", "Past", "DTSTART:20200501T190000Z", *bell), one("2@test", "To come", "DTSTART:20400501T190000Z", *bell),
                    one("3@test", "Yearly", "DTSTART;VALUE=DATE:20000229", "RRULE:FREQ=YEARLY"))
    alerts = Alerts(site)
    try:
        assert counts(take(site, ada, file)) == (3, 0, 0, 0)
        assert list(items(site, ada, "?state=past")) == ["Past"]
        mine = items(site, ada)
        assert sorted(mine) == ["To come", "Yearly"]
        assert alerts.of(mine["To come"]) == [(ada["person"], 10, "2040-05-01T18:50:00.000Z")]
        assert len(alerts.planned) == 1
        moved = file.replace("20400501T190000Z", "20400501T200000Z")
        assert counts(take(site, ada, moved)) == (0, 1, 2, 0)
        assert alerts.of(mine["To come"]) == [(ada["person"], 10, "2040-05-01T19:50:00.000Z")]
    finally:
        alerts.close()


def test_times_without_a_zone_are_those_of_the_file_and_days_those_of_their_owner(site, ada):
    me = ask(site, ada, "GET", "/v1/me").json
    ask(site, ada, "PATCH", "/v1/me", {"version": me["version"], "zone": "Asia/Tokyo"})
    wait_until(lambda: add(site, ada, "Probe", when=day(3, "Etc/UTC"))["when"]["zone"] == "Asia/Tokyo", "events knows the zone")
    file = calendar(one("1@test", "Floating", "DTSTART:20400501T190000"), one("2@test", "Day", "DTSTART;VALUE=DATE:20400501"),
                    one("3@test", "Moment", "DTSTART:20400501T190000Z"), lines=["X-WR-TIMEZONE:America/New_York"])
    assert counts(take(site, ada, file)) == (3, 0, 0, 0)
    mine = items(site, ada)
    assert mine["Floating"]["when"] == {"date": "2040-05-01", "time": "19:00:00", "zone": "America/New_York"}
    assert mine["Day"]["when"] == {"date": "2040-05-01", "zone": "Asia/Tokyo"}
    assert mine["Moment"]["when"] == {"date": "2040-05-02", "time": "04:00:00", "zone": "Asia/Tokyo"}


@pytest.mark.own_site
def test_nobody_has_more_than_5000_events(site, ada):
    add(site, ada, "First")
    with database(site, "events") as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(event)") if row[1] not in ("id", "uid")]
        names = ", ".join(columns)
        db.execute(f"""
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4997)
            INSERT INTO event(id, uid, {names}) SELECT randomblob(16), 'n' || i, {names} FROM event, n""")
    file = calendar(*(one(f"{number}@test", f"New {number}") for number in range(5)))
    answer = take(site, ada, file)
    assert counts(answer) == (2, 0, 0, 3) and [code for _, code in problems(answer)] == ["too_many_events"]
    assert counts(take(site, ada, file)) == (0, 0, 2, 3)


def test_room_mates_learn_what_an_import_changed_and_copies_of_what_is_shared_are_not_made(site):
    ada, ben = live_together(site, "ada", "ben")
    event = share(site, ada, "Party")
    file = fetch(site, f"/v1/events/{event['id']}/calendar", person=ben).body
    answer = take(site, ben, file)
    assert counts(answer) == (0, 0, 0, 1) and problems(answer)[0][1] == "event_shared"
    stream = site.open_stream(ben["token"])
    try:
        assert counts(take(site, ada, file.replace(b"Party", b"Feast"))) == (0, 1, 0, 0)
        assert stream.next()[1:] == ("events.event.changed", {"id": event["id"]})
    finally:
        stream.close()
    assert items(site, ada)["Feast"]["visibility"] == "room" and "Feast" in titles(site, ben)


@pytest.mark.own_site
def test_two_imports_of_one_file_at_once_add_each_event_once(site, ada):
    file = calendar(*(one(f"{uuid.uuid4()}@test", f"Event {number}") for number in range(250)))
    answers = at_once(*[lambda: take(site, ada, file)] * 3)
    assert sum(counts(answer)[0] for answer in answers) == 250
    assert {sum(counts(answer)) for answer in answers} == {250}
    with database(site, "events") as db:
        assert db.execute("SELECT count(*), count(DISTINCT uid) FROM event").fetchone() == (250, 250)


@pytest.mark.own_site
def test_an_import_cut_short_is_taken_up_again(site, ada):
    """The program dies in the middle; the same file again adds what is missing."""
    file = calendar(*(one(f"{number}@test", f"Event {number}") for number in range(2000)))

    def kill():
        with database(site, "events") as db:
            wait_until(lambda: db.execute("SELECT 1 FROM event LIMIT 1").fetchone(), "the first events", 30)
        site.stop("events", 9)
        site.start("events")

    at_once(lambda: take(site, ada, file), kill)
    site.wait_ready()
    added, _, unchanged, skipped = counts(take(site, ada, file))
    assert added + unchanged == 2000 and skipped == 0
    with database(site, "events") as db:
        assert db.execute("SELECT count(*) FROM event").fetchone() == (2000,)
