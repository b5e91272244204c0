"""Events over HTTP: what is sent and shown, several people at once, and the zone that auth tells of.

Their rules are in Tests/Unit/EventsTests: EventRequestTests and ReminderTests.
"""

import datetime
import json

import pytest
from quad_alerts import Alerts
from quad_events import add, ahead, answer, ask, day, delete, edit, get, restore, titles, try_add
from quad_rooms import UNKNOWN, events_of
from quad_site import at_once, refusal, wait_until
from quad_uploads import upload


@pytest.fixture
def ada(site):
    return site.sign_up("ada")


@pytest.fixture
def alerts(site):
    alerts = Alerts(site)
    yield alerts
    alerts.close()


def test_an_event_comes_back_as_it_was_entered(site, ada):
    when = {"date": "2027-05-01", "time": "19:00:00", "zone": "America/New_York"}
    picture = {"object": upload(site, ada["token"])["object"], "credit": "Photo: Ada, CC BY 4.0",
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
    reading = ask(site, ada, "GET", f"/v1/events/{event['id']}/countdown?magic=true").json
    assert reading["isMagic"] and reading["target"] == event["next"]
    assert ask(site, ada, "GET", "/v1/events?state=upcoming&limit=1").json["items"] == [event]
    assert delete(site, ada, event).status == 204 and titles(site, ada) == []
    assert restore(site, ada, event).json == event


def test_what_is_wrong_is_named(site, ada):
    for members, expected in (
        ({"title": " \u200b "}, (422, "title_blank", "title")),
        ({"when": {"date": "2026-02-30", "zone": "Etc/UTC"}}, (422, "date_bad", "when.date")),
        ({"leads": [366 * 1440 + 1]}, (422, "lead_bad", "leads.0")),
        ({"visibility": "room"}, (409, "no_room", "visibility")),
    ):
        assert refusal(try_add(site, ada, **{"title": "Dinner", **members})) == expected
    assert titles(site, ada) == []
    assert refusal(ask(site, ada, "GET", "/v1/events?cursor=nonsense")) == (422, "cursor_bad", "cursor")


def test_i7_each_form_of_leads_has_one_meaning_that_the_document_tells(site, ada):
    document = site.request("GET", "/openapi.json").json
    body = document["components"]["schemas"]["EventsAddEvent"]["properties"]["leads"]
    assert "unless given" in body["description"] and "`null`" in body["description"], body
    assert '"minItems": 1' in json.dumps(body), body
    assert add(site, ada, "Absent")["leads"] == [0]
    assert "leads" not in add(site, ada, "None", leads=None)
    assert refusal(try_add(site, ada, "Empty", leads=[])) == (422, "leads_bad", "leads")


def test_i7_a_countdown_past_its_event_counts_up_and_has_nothing_left(site, ada):
    event = add(site, ada, "Started", when=ahead(seconds=2))
    reading = wait_until(lambda: begun(site, ada, event), "the event has begun", 30)
    assert set(reading["until"].values()) == {0} and (reading["days"], reading["mayBeMagic"]) == (0, False)
    properties = site.request("GET", "/openapi.json").json["components"]["schemas"]["EventsCountdownReading"]["properties"]
    assert "the time since" in properties["isOver"]["description"]
    assert "0 once the event has begun" in properties["until"]["description"]


def begun(site, person, event):
    reading = ask(site, person, "GET", f"/v1/events/{event['id']}/countdown").json
    return reading if reading["isOver"] else None


def test_a_refused_time_says_what_time_it_is_and_a_refused_rule_which_part(site, ada):
    late = try_add(site, ada, when=ahead(-1)).json
    told = datetime.datetime.fromisoformat(late["details"]["now"])
    assert abs((datetime.datetime.now(datetime.timezone.utc) - told).total_seconds()) < 60
    rule = try_add(site, ada, recurrence="FREQ=YEARLY;BYWEEKNO=20").json
    assert rule["details"] == {"part": "BYWEEKNO"} and "BYWEEKNO" in rule["detail"]


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
