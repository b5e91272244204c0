"""Events over HTTP: their rules, their order, their reminders and repeats, and several people at once."""

import datetime

import pytest
from quad_alerts import Alerts
from quad_bus import BusClient
from quad_events import add, ahead, answer, ask, day, delete, edit, get, restore, share, titles, try_add
from quad_rooms import UNKNOWN, clocked_site, database, events_of, live_together
from quad_site import at_once, raw, refusal, wait_until


@pytest.fixture
def ada(site):
    return site.sign_up("ada")


@pytest.fixture
def pair(site):
    return live_together(site, "ada", "ben")


@pytest.fixture
def alerts(site):
    alerts = Alerts(site)
    yield alerts
    alerts.close()


def test_an_event_comes_back_as_it_was_entered(site, ada):
    when = {"date": "2027-05-01", "time": "19:00:00", "zone": "America/New_York"}
    picture = {"object": "ab" * 32, "credit": "Photo: Ada, CC BY 4.0",
               "crop": {"x": 0, "y": 0.25, "width": 1, "height": 0.5}}
    made = try_add(site, ada, "  Mom’s Birthday ", when=when, notes="Card\nCake", place="Forbes", minutes=90,
                   leads=[60, 0], picture=picture)
    assert made.status == 201
    event = made.json["event"]
    assert (made.json["isAdjusted"], made.json["reminder"]) == (False, "planned")
    assert (event["title"], event["when"], event["next"]) == ("Mom’s Birthday", when, "2027-05-01T23:00:00.000Z")
    assert event["ends"] == "2027-05-02T00:30:00.000Z" and event["picture"] == picture
    assert (event["visibility"], event["isMine"], event["isPast"], event["version"]) == ("private", True, False, 1)
    assert event["answers"] == {"yes": 0, "maybe": 0, "no": 0} and event["hasLink"] is False
    assert get(site, ada, event).json == event


# The members sent, and the refusal.
WRONG = [
    ({"title": " \u200b "}, (422, "title_blank", "title")),
    ({"title": "x" * 201}, (422, "too_long", "title")),
    ({"title": "New event"}, (422, "title_unchanged", "title")),
    ({"when": {"date": "2026-02-30", "zone": "Etc/UTC"}}, (422, "date_bad", "when.date")),
    ({"when": {"date": "2031-01-01", "time": "25:00", "zone": "Etc/UTC"}}, (422, "time_bad", "when.time")),
    ({"when": {"date": "2031-01-01", "zone": "Mars/Olympus"}}, (422, "zone_unknown", "when.zone")),
    ({"when": {"date": "2031-01-01", "zone": "../../etc/passwd"}}, (422, "zone_unknown", "when.zone")),
    ({"when": {"date": "2020-01-01", "time": "10:00", "zone": "Etc/UTC"}}, (422, "date_not_future", "when")),
    ({"when": 5}, (422, "wrong_type", "when")),
    ({"minutes": -1}, (422, "length_bad", "minutes")),
    ({"minutes": 366 * 1440 + 1}, (422, "length_bad", "minutes")),
    ({"when": {"date": "2031-01-01", "zone": "Etc/UTC"}, "minutes": 90}, (422, "length_bad", "minutes")),
    ({"leads": []}, (422, "leads_bad", "leads")),
    ({"leads": [5, 5]}, (422, "leads_bad", "leads")),
    ({"leads": [366 * 1440 + 1]}, (422, "lead_bad", "leads.0")),
    ({"recurrence": "every day"}, (422, "rrule_bad", "recurrence")),
    ({"recurrence": "FREQ=SOMETIMES"}, (422, "rrule_bad", "recurrence")),
    ({"recurrence": "FREQ=YEARLY;BYWEEKNO=20"}, (422, "rrule_unsupported", "recurrence")),
    ({"picture": {"object": "beef"}}, (422, "picture_bad", "picture.object")),
    ({"picture": {"object": "ab" * 32, "crop": {"x": 0.9, "y": 0, "width": 0.5, "height": 1}}},
     (422, "crop_bad", "picture.crop")),
    ({"visibility": "room"}, (409, "no_room", "visibility")),
    ({"visibility": "class"}, (422, "value_unknown", "visibility")),
]


def test_what_is_wrong_is_named(site, ada):
    answers = [try_add(site, ada, **{"title": "Dinner", **members}) for members, _ in WRONG]
    assert [refusal(each) for each in answers] == [expected for _, expected in WRONG]
    assert titles(site, ada) == []


def test_a_refused_time_says_what_time_it_is_and_a_refused_rule_which_part(site, ada):
    late = try_add(site, ada, when=ahead(-1)).json
    told = datetime.datetime.fromisoformat(late["details"]["now"])
    assert abs((datetime.datetime.now(datetime.timezone.utc) - told).total_seconds()) < 60
    rule = try_add(site, ada, recurrence="FREQ=YEARLY;BYWEEKNO=20").json
    assert rule["details"] == {"part": "BYWEEKNO"} and "BYWEEKNO" in rule["detail"]


def test_a_skipped_time_is_moved_and_says_so(site, ada):
    when = {"date": "2031-03-09", "time": "02:30:00", "zone": "America/New_York"}
    made = try_add(site, ada, when=when).json
    assert made["isAdjusted"] is True and made["event"]["next"] == "2031-03-09T07:30:00.000Z"
    assert made["event"]["when"] == when


def test_anothers_a_deleted_and_an_unknown_event_do_not_exist(site, ada):
    ben = site.sign_up("ben")
    event = add(site, ada)
    for other in (event, {"id": UNKNOWN, "version": 1}):
        answers = [get(site, ben, other), edit(site, ben, other, title="Mine"), delete(site, ben, other),
                   restore(site, ben, other), answer(site, ben, other, "yes"),
                   *(ask(site, ben, method, f"/v1/events/{other['id']}/{rest}") for method, rest in (
                       ("GET", "countdown"), ("GET", "answers"), ("DELETE", "answer"), ("POST", "link"),
                       ("DELETE", "link")))]
        assert {refusal(each) for each in answers} == {(404, "not_found")}
    assert refusal(get(site, ada, {"id": "nonsense"})) == (422, "id_bad", "id")
    assert delete(site, ada, event).status == 204
    assert refusal(get(site, ada, event)) == (404, "not_found")


def test_an_edit_changes_what_it_names(site, ada):
    event = add(site, ada, notes="The large one", place="Hall")
    edited = edit(site, ada, event, title="Supper", notes=None)
    assert edited.status == 200
    expected = {key: value for key, value in event.items() if key != "notes"} | {"title": "Supper", "version": 2}
    assert edited.json["event"] == expected
    assert edit(site, ada, edited.json["event"], title="Supper").json["event"]["version"] == 2
    assert refusal(edit(site, ada, edited.json["event"], title=None)) == (422, "title_blank", "title")
    assert refusal(edit(site, ada, edited.json["event"], when=ahead(-1))) == (422, "date_not_future", "when")


def test_of_two_edits_at_once_one_is_told_what_the_other_made(site, ada):
    event = add(site, ada)
    answers = at_once(*(lambda name=name: edit(site, ada, event, title=name) for name in ("Lunch", "Supper")))
    won, lost = sorted(answers, key=lambda each: each.status)
    assert (won.status, lost.status, lost.json["code"]) == (200, 409, "changed_elsewhere")
    assert lost.json["details"]["current"] == won.json["event"] == get(site, ada, event).json


def test_the_same_key_adds_once(site, ada):
    headers = {"Idempotency-Key": "one-and-the-same"}
    when = ahead(3)
    answers = at_once(*(lambda: try_add(site, ada, when=when, headers=headers) for _ in range(4)))
    assert {each.status for each in answers} == {201} and len({each.body for each in answers}) == 1
    assert titles(site, ada) == ["Dinner"]
    assert refusal(try_add(site, ada, "Other", when=when, headers=headers)) == (409, "key_reused")


def test_the_next_comes_first_and_pages_meet(site, ada):
    for number in (4, 1, 3, 2, 5):
        add(site, ada, f"in {number} days", when=ahead(number))
    add(site, ada, "yearly", when={"date": "1990-05-01", "zone": "Etc/UTC"}, recurrence="FREQ=YEARLY")
    seen, cursor = [], None
    while True:
        page = ask(site, ada, "GET", "/v1/events?limit=2" + (f"&cursor={cursor}" if cursor else "")).json
        seen += [event["title"] for event in page["items"]]
        cursor = page.get("next")
        if cursor is None:
            break
    assert seen == [f"in {number} days" for number in range(1, 6)] + ["yearly"]
    assert titles(site, ada, "?state=past") == []
    assert refusal(ask(site, ada, "GET", "/v1/events?cursor=nonsense")) == (422, "cursor_bad", "cursor")


def test_a_deleted_event_comes_back_whole_and_its_reminders_with_it(site, ada, alerts):
    event = add(site, ada, leads=[0, 60])
    assert len(alerts.of(event)) == 2
    assert delete(site, ada, event).status == delete(site, ada, event).status == 204
    assert titles(site, ada) == [] and alerts.of(event) == []
    assert restore(site, ada, event).json == event == restore(site, ada, event).json
    assert len(alerts.of(event)) == 2 and titles(site, ada) == ["Dinner"]


def test_who_keeps_five_thousand_events_restores_none(site, ada):
    gone, kept = add(site, ada, "Gone"), add(site, ada, "Kept")
    delete(site, ada, gone)
    with database(site, "events") as db:
        columns = [name for _, name, *_ in db.execute("PRAGMA table_info(event)")]
        values = ", ".join("randomblob(16)" if name == "id" else "hex(randomblob(16))" if name == "uid" else name
                           for name in columns)
        db.execute(
            f"""WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO event({", ".join(columns)}) SELECT {values} FROM event, n WHERE id = ?""", (raw(kept["id"]),))
    assert refusal(try_add(site, ada)) == refusal(restore(site, ada, gone)) == (409, "too_many_events")
    assert delete(site, ada, kept).status == 204 and restore(site, ada, gone).status == 200


@pytest.mark.own_site
def test_a_restart_loses_nothing(site, ada, alerts):
    event = add(site, ada, leads=[0, 60])
    alerts.read()
    site.stop("events")
    site.start("events")
    wait_until(lambda: get(site, ada, event).status == 200, "events is back")
    assert get(site, ada, event).json == event
    assert alerts.snapshot() == alerts.planned


def test_the_countdown_and_the_wand(site, ada):
    far = add(site, ada, when=ahead(10, minutes=5))
    reading = ask(site, ada, "GET", f"/v1/events/{far['id']}/countdown").json
    assert (reading["days"], reading["hours"], reading["minutes"]) in ((10, 0, 4), (10, 0, 5))
    assert reading["until"]["weeks"] == 1 and reading["mayBeMagic"] and not reading["isMagic"]
    magic = ask(site, ada, "GET", f"/v1/events/{far['id']}/countdown?magic=true").json
    assert magic["days"] == 8 and magic["isMagic"]
    assert reading["until"]["seconds"] - magic["until"]["seconds"] - 172_800 in (0, 1)
    near = add(site, ada, when=ahead(1))
    assert refusal(ask(site, ada, "GET", f"/v1/events/{near['id']}/countdown?magic=true")) == (409, "magic_too_close")


@pytest.mark.own_site
def test_reminders_follow_what_is_changed(site, ada, alerts):
    event = add(site, ada, when={"date": "2031-06-10", "time": "12:00", "zone": "Etc/UTC"}, leads=[0, 60])
    me = ada["person"]
    assert alerts.of(event) == [(me, 60, "2031-06-10T11:00:00.000Z"), (me, 0, "2031-06-10T12:00:00.000Z")]
    event = edit(site, ada, event, leads=[60, 1440]).json["event"]
    told = alerts.read()
    assert sorted(topic for topic, _ in told) == ["alert.cancelled", "alert.planned"]
    event = edit(site, ada, event, when={"date": "2031-06-11", "time": "12:00", "zone": "Etc/UTC"}).json["event"]
    assert [at for _, _, at in alerts.of(event)] == ["2031-06-10T12:00:00.000Z", "2031-06-11T11:00:00.000Z"]
    alert = next(iter(alerts.planned.values()))
    assert alert["until"] == event["next"] and alert["because"][0]["key"] == "event.yours"
    none = edit(site, ada, event, leads=None).json
    assert none["reminder"] == "none" and "leads" not in none["event"] and alerts.of(event) == []


def test_a_new_event_is_reminded_of_at_its_time_or_not_at_all(site, ada, alerts):
    usual, none = try_add(site, ada).json, try_add(site, ada, leads=None).json
    assert usual["reminder"] == "planned" and usual["event"]["leads"] == [0] and len(alerts.of(usual["event"])) == 1
    assert none["reminder"] == "none" and "leads" not in none["event"] and alerts.of(none["event"]) == []


def test_all_day_events_follow_the_profiles_zone(site, ada, alerts):
    trip = add(site, ada, "Trip", when={"date": "2031-06-10", "zone": "America/New_York"}, leads=[0])
    dinner = add(site, ada, "Dinner", when={"date": "2031-06-10", "time": "19:00:00", "zone": "America/New_York"})
    assert alerts.of(trip) == [(ada["person"], 0, "2031-06-10T13:00:00.000Z")]

    def move(zone):
        me = ask(site, ada, "GET", "/v1/me").json
        return ask(site, ada, "PATCH", "/v1/me", {"version": me["version"], "zone": zone})

    assert refusal(move("Mars/Olympus")) == (422, "zone_unknown", "zone")
    stream = site.open_stream(ada["token"])
    assert move("Asia/Tokyo").json["zone"] == "Asia/Tokyo"
    assert events_of(stream, "events.lists.changed")[-1][1] == {"person": ada["person"]}
    stream.close()
    wait_until(lambda: get(site, ada, trip).json["when"]["zone"] == "Asia/Tokyo", "the trip follows")
    assert get(site, ada, trip).json["next"] == "2031-06-09T15:00:00.000Z"
    assert alerts.of(trip) == [(ada["person"], 0, "2031-06-10T00:00:00.000Z")]
    assert get(site, ada, dinner).json == dinner
    assert add(site, ada, "Fair", when=day(30))["when"]["zone"] == "Asia/Tokyo"


def test_repeats_move_on_and_plan_their_next_reminder():
    sites = clocked_site("2026-10-15T12:00:00.000Z")
    with sites as (site, _):
        ada = site.sign_up("ada")
        alerts = Alerts(site)

        def move(to):
            alerts.client.call("$srv.clock", {"to": to}, program="events")

        try:
            when = {"date": "2026-10-16", "time": "09:00:00", "zone": "Etc/UTC"}
            event = add(site, ada, "Run", when=when, recurrence="FREQ=DAILY;COUNT=3", leads=[30])
            assert [at for _, _, at in alerts.of(event)] == ["2026-10-16T08:30:00.000Z"]
            move("2026-10-16T08:45:00.000Z")
            wait_until(lambda: [at for _, _, at in alerts.of(event)] == ["2026-10-17T08:30:00.000Z"], "the next one")
            assert get(site, ada, event).json["next"] == "2026-10-16T09:00:00.000Z"
            move("2026-10-17T12:00:00.000Z")
            assert get(site, ada, event).json["next"] == "2026-10-18T09:00:00.000Z"
            wait_until(lambda: [at for _, _, at in alerts.of(event)] == ["2026-10-18T08:30:00.000Z"], "the last one")
            # A fired alert is not canceled.
            move("2026-10-18T08:31:00.000Z")
            with database(site, "events") as db:
                moves = "SELECT moves_at FROM event"
                wait_until(lambda: db.execute(moves).fetchone() > (1792312200000,), "the upkeep has come by")
            assert alerts.read() == []
            move("2026-10-18T10:00:00.000Z")
            assert titles(site, ada) == [] and titles(site, ada, "?state=past") == ["Run"]
            assert get(site, ada, event).json["isPast"] is True
            assert get(site, ada, event).json["version"] == event["version"]
            # Past events may be edited, and what is deleted is purged 30 days later.
            edited = edit(site, ada, event, notes="It was cold.")
            assert edited.status == 200 and edited.json["reminder"] == "none"
            delete(site, ada, event)
            move("2026-11-18T10:00:00.000Z")
            with database(site, "events") as db:
                wait_until(lambda: db.execute("SELECT count(*) FROM event").fetchone() == (0,), "it is purged")
            assert refusal(restore(site, ada, event)) == (404, "not_found")
        finally:
            alerts.close()


@pytest.mark.own_site
def test_a_person_is_given_all_and_forgotten(site, pair, alerts):
    ada, ben = pair
    party = share(site, ada)
    answer(site, ben, party, "yes")
    for number in range(101):
        add(site, ada, f"event {number}", when=ahead(20))
    pages = site.request("GET", "/v1/me/export", token=ada["token"]).json["programs"]["events"]
    exported = [item["event"]["title"] for page in pages for item in page["events"]]
    assert len(pages) == 2 and len(exported) == 103 and "Party" in exported
    given = site.request("GET", "/v1/me/export", token=ben["token"]).json["programs"]["events"]
    assert [item["event"] for page in given for item in page["answers"]] == [party["id"]]
    program = BusClient(site.keys, site.run, "auth")
    try:
        program.call("events.person.erase", {"person": ada["person"]}, remaining_ms=10_000)
    finally:
        program.close()
    assert refusal(get(site, ben, party)) == (404, "not_found")
    alerts.read()
    assert alerts.planned == {} == alerts.snapshot()
    with database(site, "events") as db:
        for table in ("event", "answer"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        for table in ("membership", "person_zone"):
            kept = db.execute(f"SELECT count(*) FROM {table} WHERE person = ?", (raw(ada["person"]),)).fetchone()
            assert kept == (0,), table
