"""Alerts from plan to person: auth, roomhub and events publish them, the notifier stores and fires them."""

from contextlib import closing

import pytest
import quad_events
from quad_alerts import Alerts
from quad_bus import BusClient
from quad_rooms import live_together
from quad_site import PASSWORD, Site, raw, wait_until
from quad_stores import database
from test_task_alerts import DUE, add, ask, do, edit, live_in

# The notifier first: what has to come at a moment comes before events plans its next time.
CLOCKED = ("notifier", "events", "roomhub", "attendance", "auth")


@pytest.fixture
def pair(site):
    return live_together(site, "ada", "ben")


def alerts(site, person):
    """(text key, when) of the alerts to come, soonest first."""
    listed = ask(site, person, "GET", "/v1/alerts")
    assert listed.status == 200, listed.body
    return [(alert["text"]["key"], alert["at"]) for alert in listed.json["items"]]


def inbox(site, person):
    """The inbox, oldest first."""
    listed = ask(site, person, "GET", "/v1/inbox")
    assert listed.status == 200, listed.body
    return listed.json["items"][::-1]


def keys(site, person):
    return [notice["text"]["key"] for notice in inbox(site, person)]


def values(notice):
    return {value["name"]: value["text"] for value in notice["text"]["values"]}


def comes(site, person, *wanted):
    wait_until(lambda: alerts(site, person) == list(wanted), f"{wanted}")


def test_a_reminder_is_planned_with_its_event_and_goes_with_it(site, pair):
    ada, ben = pair
    when = {"date": "2031-06-10", "time": "12:00:00", "zone": "Etc/UTC"}
    event = quad_events.add(site, ada, "Dinner", when=when, leads=[60, 0], place="Forbes")
    wanted = [("event.reminder", "2031-06-10T11:00:00.000Z"), ("event.reminder", "2031-06-10T12:00:00.000Z")]
    comes(site, ada, *wanted)
    first = ask(site, ada, "GET", "/v1/alerts").json["items"][0]
    assert (first["program"], first["object"], first["lead"], first["until"]) == (
        "events", event["id"], 60, "2031-06-10T12:00:00.000Z")
    assert [reason["key"] for reason in first["because"]] == ["event.yours", "event.lead"]
    assert quad_events.edit(site, ada, event, when={**when, "time": "13:00:00"}).status == 200
    comes(site, ada, *[(key, at.replace("T12", "T13").replace("T11", "T12")) for key, at in wanted])
    quad_events.delete(site, ada, event)
    comes(site, ada)
    quad_events.restore(site, ada, event)
    wait_until(lambda: len(alerts(site, ada)) == 2, "they are back")
    assert alerts(site, ben) == []
    party = quad_events.share(site, ada)
    assert quad_events.answer(site, ben, party, "yes").status == 200
    wait_until(lambda: len(alerts(site, ben)) == 1, "ben is reminded of what he comes to")
    because = ask(site, ben, "GET", "/v1/alerts").json["items"][0]["because"][0]
    assert because == {"key": "event.answered", "values": [{"name": "answer", "text": "yes"}]}
    assert quad_events.answer(site, ben, party, "no").status == 200
    comes(site, ben)


def test_a_task_that_is_due_stands_in_the_alerts_of_all_members(site, pair):
    ada, ben = pair
    live_in(site, ada, "America/New_York")
    task = add(site, ada, due=DUE)
    comes(site, ada, ("task.due", "2031-06-10T13:00:00.000Z"))
    comes(site, ben, ("task.due", "2031-06-10T09:00:00.000Z"))
    pinned = ask(site, ada, "GET", "/v1/alerts").json["items"][0]["id"]
    assert ask(site, ada, "PUT", f"/v1/alerts/{pinned}/pin").status == 200
    task = edit(site, ben, task, due="2031-06-11T16:30:00.000Z")
    comes(site, ada, ("task.due", "2031-06-11T13:00:00.000Z"))
    kept = ask(site, ada, "GET", "/v1/alerts").json["items"][0]
    assert kept["id"] == pinned and kept["isPinned"], "the same alert, and still pinned"
    live_in(site, ada, "Asia/Tokyo")
    comes(site, ada, ("task.due", "2031-06-11T00:00:00.000Z"))
    do(site, ben, task, "complete")
    comes(site, ada)
    comes(site, ben)
    do(site, ben, task, "reopen")
    comes(site, ada, ("task.due", "2031-06-11T00:00:00.000Z"))
    assert ask(site, ada, "POST", "/v1/room/leave").status == 204
    comes(site, ada)
    assert len(alerts(site, ben)) == 1


def test_what_happens_now_is_in_the_inbox_at_once(site, pair):
    ada, ben = pair
    task = add(site, ada, "Pay the rent", isImportant=True)
    wait_until(lambda: keys(site, ben) == ["task.important"], "ben is told")
    [notice] = inbox(site, ben)
    assert values(notice) == {"title": "Pay the rent", "by": "Ada"} and notice["object"] == task["id"]
    assert notice["kind"] == "fired" and notice["importance"] == "high"
    assert ask(site, ada, "POST", "/v1/messages", {"text": "The bin is full"}).status == 201
    for person in pair:
        wait_until(lambda: "board.message" in keys(site, person), "the writer too")
        notice = inbox(site, person)[0] if person is ada else next(
            notice for notice in inbox(site, person) if notice["kind"] == "raised")
        assert notice["at"].endswith(":00:00.000Z") and notice["because"] == [] and values(notice) == {}
    body = {"email": site.address("ada"), "password": PASSWORD, "device": "A stranger’s phone"}
    phone = site.request("POST", "/v1/signin", body).json
    wait_until(lambda: "signin.new" in keys(site, ada), "ada is told")
    notice = next(notice for notice in inbox(site, ada) if notice["text"]["key"] == "signin.new")
    assert values(notice) == {"device": "A stranger’s phone"} and notice["object"] == phone["session"]
    assert [reason["key"] for reason in notice["because"]] == ["signin.yours"]
    assert sorted(keys(site, ada)) == ["board.message", "signin.new"], "not what she did herself"
    assert sorted(keys(site, ben)) == ["board.message", "task.important"]


def test_each_fires_at_its_time_and_once():
    site = Site(clock="2026-10-15T06:00:00.000Z")
    operator = BusClient(site.keys, site.run, "operator")

    def move(to):
        for program in CLOCKED:
            operator.call("$srv.clock", {"to": to}, program=program)

    try:
        operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        ada, ben = live_together(site, "ada", "ben")
        when = {"date": "2026-10-15", "time": "09:15:00", "zone": "Etc/UTC"}
        event = quad_events.add(site, ada, "Run", when=when, recurrence="FREQ=DAILY", leads=[30])
        task = add(site, ben, due="2026-10-15T18:00:00.000Z")
        comes(site, ada, ("event.reminder", "2026-10-15T08:45:00.000Z"), ("task.due", "2026-10-15T09:00:00.000Z"))
        move("2026-10-15T08:45:00.000Z")
        wait_until(lambda: keys(site, ada) == ["event.reminder"], "the reminder")
        # A repeating event is planned again once it has come.
        comes(site, ada, ("task.due", "2026-10-15T09:00:00.000Z"), ("event.reminder", "2026-10-16T08:45:00.000Z"))
        assert inbox(site, ben) == []
        move("2026-10-15T09:00:20.000Z")
        for person in (ada, ben):
            wait_until(lambda: keys(site, person)[-1:] == ["task.due"], "the morning")
        assert values(inbox(site, ben)[0]) == {"title": "Buy milk", "due": "2026-10-15T18:00:00.000Z"}
        # Whatever happens to the task now, the alert that fired stays and fires no second time.
        task = edit(site, ada, task, title="Buy oat milk")
        do(site, ada, task, "complete")
        do(site, ada, task, "reopen")
        # An evening later it is due again, and told again.
        task = edit(site, ada, task, due="2026-10-16T18:00:00.000Z")
        comes(site, ben, ("task.due", "2026-10-16T09:00:00.000Z"))
        assert keys(site, ben) == ["task.due"] and keys(site, ada) == ["event.reminder", "task.due"]
        quad_events.delete(site, ada, event)
        comes(site, ada, ("task.due", "2026-10-16T09:00:00.000Z"))
        counts = ask(site, ada, "GET", "/v1/alerts/counts").json
        assert counts["planned"] == sum(counts[state] for state in ("queued", "armed", "fired", "cancelled", "missed"))
    finally:
        operator.close()
        site.close()


def test_i9_of_a_repeating_reminder_only_the_latest_that_was_missed_is_told():
    site = Site(clock="2026-10-15T06:00:00.000Z")
    operator = BusClient(site.keys, site.run, "operator")

    def move(to, *programs):
        for program in programs:
            operator.call("$srv.clock", {"to": to}, program=program)

    def told():
        return [(one["kind"], one["text"]["key"], values(one).get("start")) for one in inbox(site, ada)]

    try:
        ada = site.sign_up("ada")
        when = {"date": "2026-10-15", "time": "09:15:00", "zone": "UTC"}
        quad_events.add(site, ada, "Run", when=when, recurrence="FREQ=DAILY", leads=[30])
        comes(site, ada, ("event.reminder", "2026-10-15T08:45:00.000Z"))
        # Four are missed while the site is away. The notifier is back first.
        move("2026-10-18T12:00:00.000Z", *CLOCKED)
        comes(site, ada, ("event.reminder", "2026-10-19T08:45:00.000Z"))
        latest = ("missed", "missed", "2026-10-18T09:15:00.000Z")
        assert told() == [latest]
        [notice] = inbox(site, ada)
        assert (values(notice)["count"], values(notice)["titles"]) == ("1", "Run")
        assert notice["rendered"]["body"] == "Run · Sunday, October 18 at 09:15"
        # Only the notifier is away: it reads of each occurrence, and the latest is still of use.
        site.stop("notifier")
        for day in (19, 20, 21):
            move(f"2026-10-{day}T08:50:00.000Z", "events")
            wait_until(lambda: planned_of(site)[-1] == f"2026-10-{day + 1}T08:45:00.000Z", "the next is planned")
        site.start("notifier")
        comes(site, ada, ("event.reminder", "2026-10-22T08:45:00.000Z"))
        assert told() == [latest, ("late", "event.reminder", "2026-10-21T09:15:00.000Z")]
        counts = ask(site, ada, "GET", "/v1/alerts/counts").json
        assert (counts["missed"], counts["fired"], counts["armed"]) == (1, 1, 1)
    finally:
        operator.close()
        site.close()


def planned_of(site):
    """The times of the alerts that events has published, in order."""
    with closing(Alerts(site)) as alerts:
        return [body["at"] for topic, body in alerts.read() if topic == "alert.planned"]


@pytest.mark.own_site
def test_what_a_program_forgot_is_taken_back_by_its_snapshot(site, pair):
    """Streams that start again while the notifier is away: alerts missing from their snapshots do not fire."""
    ada, ben = pair
    gone, kept = add(site, ada, "Gone", due=DUE), add(site, ada, "Kept", due="2031-06-12T15:00:00.000Z")
    when = {"date": "2031-06-11", "time": "12:00:00", "zone": "Etc/UTC"}
    event = quad_events.add(site, ben, when=when, leads=[0])
    wait_until(lambda: len(alerts(site, ben)) == 3, "all are planned")
    for program in ("notifier", "roomhub", "events"):
        site.stop(program)
    with database(site) as db:
        db.execute("DELETE FROM task WHERE id = ?", [raw(gone["id"])])
        db.execute("UPDATE stream SET epoch = randomblob(16), replaces = 1")
    with database(site, "events") as db:
        db.execute("DELETE FROM event WHERE id = ?", [raw(event["id"])])
        db.execute("UPDATE stream SET epoch = randomblob(16), replaces = 1")
    for program in ("roomhub", "events", "notifier"):
        site.start(program)
    for producer in ("roomhub", "events"):
        wait_until(lambda: f"fetching a snapshot of {producer}" in site.log("notifier"), "the notifier starts over")
    site.wait_ready()
    for person in pair:
        comes(site, person, ("task.due", "2031-06-12T09:00:00.000Z"))
    assert {alert["object"] for alert in ask(site, ben, "GET", "/v1/alerts").json["items"]} == {kept["id"]}


@pytest.mark.own_site
def test_nothing_is_kept_of_a_person_who_is_erased(site, pair):
    ada, ben = pair
    add(site, ben, due=DUE, isImportant=True)
    wait_until(lambda: len(alerts(site, ada)) == 1 and keys(site, ada) == ["task.important"], "planned and told")
    live_in(site, ada, "Asia/Tokyo")
    comes(site, ada, ("task.due", "2031-06-10T00:00:00.000Z"))
    program = BusClient(site.keys, site.run, "auth")
    try:
        # In the order in which auth asks.
        for subject in ("roomhub.person.erase", "events.person.erase", "notifier.person.erase"):
            program.call(subject, {"person": ada["person"]}, remaining_ms=10_000)
    finally:
        program.close()

    def rows(table, person):
        with database(site, "notifier") as db:
            query = f"SELECT count(*) FROM {table} WHERE person = ?"
            return db.execute(query, [raw(person["person"])]).fetchone()[0]

    tables = ("alert", "notice", "slots", "person_zone")
    wait_until(lambda: [rows(table, ada) for table in tables] == [0, 0, 0, 0], "nothing is left")
    assert rows("alert", ben) == 1 and len(alerts(site, ben)) == 1
