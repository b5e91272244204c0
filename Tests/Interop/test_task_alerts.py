"""The alerts that roomhub plans: of tasks that are due or become important, and of messages on the board."""

import json

import pytest
from quad_alerts import Alerts
from quad_bus import ASSERTION, AT, SUBJECT, BusClient
from quad_rooms import clocked_site, database, live_together
from quad_site import assertion, raw, wait_until

DUE = "2031-06-10T15:00:00.000Z"
HOUR = 3_600_000
IMPORTANT = 366 * 1440


@pytest.fixture
def pair(site):
    return live_together(site, "ada", "ben")


@pytest.fixture
def alerts(site):
    alerts = Alerts(site, "roomhub")
    yield alerts
    alerts.close()


def ask(site, person, method, path, body=None):
    return site.request(method, path, body, person["token"])


def add(site, person, title="Buy milk", **members):
    answer = ask(site, person, "POST", "/v1/tasks", {"title": title, **members})
    assert answer.status == 201, answer.body
    return answer.json["task"]


def edit(site, person, task, **members):
    answer = ask(site, person, "PATCH", f"/v1/tasks/{task['id']}", {"version": task["version"], **members})
    assert answer.status == 200, answer.body
    return answer.json


def do(site, person, task, verb):
    answer = ask(site, person, "POST", f"/v1/tasks/{task['id']}/{verb}")
    assert answer.status == 200, answer.body


def live_in(site, person, zone):
    """Sets the person's zone and waits until roomhub has it; None removes it."""
    me = ask(site, person, "GET", "/v1/me").json
    assert ask(site, person, "PATCH", "/v1/me", {"version": me["version"], "zone": zone}).status == 200

    def heard():
        with database(site) as db:
            kept = db.execute("SELECT zone FROM person_zone WHERE person = ?", [raw(person["person"])]).fetchone()
        return (kept and kept[0]) == zone

    wait_until(heard, f"roomhub knows {zone}")


def settled(site):
    """True if no alerts are being published again."""
    def done():
        with database(site) as db:
            return db.execute("SELECT count(*) FROM alert_job").fetchone() == (0,)

    wait_until(done, "all is told")


def mornings(alerts, task):
    return {person: at for person, lead, at in alerts.of(task) if lead == 0}


@pytest.mark.own_site
def test_a_task_that_is_due_is_told_of_in_the_morning_of_each_member(site, pair, alerts):
    ada, ben = (person["person"] for person in pair)
    live_in(site, pair[0], "America/New_York")
    task = add(site, pair[1], due=DUE)
    assert mornings(alerts, task) == {ben: "2031-06-10T09:00:00.000Z", ada: "2031-06-10T13:00:00.000Z"}
    alert = alerts.planned[(ada, task["id"], 0)]
    assert (alert["until"], alert["importance"], alert["text"]["key"]) == (DUE, "normal", "task.due")
    assert alert["text"]["values"] == [{"name": "title", "text": "Buy milk"}, {"name": "due", "text": DUE}]
    assert [reason["key"] for reason in alert["because"]] == ["task.room"]
    assert alerts.snapshot() == alerts.planned
    # Earlier than that morning in New York, later in Greenwich.
    early = add(site, pair[0], due="2031-06-10T12:00:00.000Z")
    assert mornings(alerts, early) == {ben: "2031-06-10T09:00:00.000Z", ada: "2031-06-09T13:00:00.000Z"}
    never = add(site, pair[0])
    past = add(site, pair[0], due="2020-06-10T12:00:00.000Z")
    assert alerts.of(never) == [] == alerts.of(past)


@pytest.mark.own_site
def test_alerts_of_a_task_follow_what_becomes_of_it(site, pair, alerts):
    ada, ben = pair
    task = add(site, ada, due=DUE)
    alerts.read()
    task = edit(site, ada, task, notes="Two litres")
    assert alerts.read() == [], "nothing that an alert says has changed"
    task = edit(site, ada, task, title="Buy oat milk", due="2031-06-11T15:00:00.000Z")
    told = alerts.read()
    assert [topic for topic, _ in told] == ["alert.planned"] * 2, "the same alerts, at another time"
    assert set(mornings(alerts, task).values()) == {"2031-06-11T09:00:00.000Z"}
    assert {body["text"]["values"][0]["text"] for _, body in told} == {"Buy oat milk"}
    do(site, ben, task, "complete")
    do(site, ada, task, "complete")
    assert [topic for topic, _ in alerts.read()] == ["alert.cancelled"] * 2 and alerts.planned == {}
    do(site, ada, task, "reopen")
    assert len(alerts.of(task)) == 2
    assert ask(site, ada, "DELETE", f"/v1/tasks/{task['id']}").status == 204
    assert alerts.of(task) == []
    do(site, ada, task, "restore")
    assert len(alerts.of(task)) == 2
    task = edit(site, ben, task, due=None)
    assert alerts.of(task) == []
    task = edit(site, ben, task, due="2031-06-12T15:00:00.000Z")
    assert len(alerts.of(task)) == 2
    edit(site, ben, task, due="2021-06-12T15:00:00.000Z")
    assert alerts.of(task) == [] == list(alerts.snapshot())


@pytest.mark.own_site
def test_whoever_moves_in_is_told_and_whoever_moves_out_is_not(site, alerts, operator):
    ada, ben = live_together(site, "ada", "ben")
    cleo = site.sign_up("cleo")
    # More than one step tells of, and some of which nothing is to be told.
    tasks = [add(site, ada, f"Task {number}", due=DUE) for number in range(205)]
    do(site, ada, tasks[0], "complete")
    add(site, ada, "Some day")
    alerts.read()
    assert len(alerts.planned) == 2 * 204
    code = ask(site, ada, "GET", "/v1/room").json["joinCode"]
    assert ask(site, cleo, "POST", "/v1/room/join", {"code": code}).status == 200
    settled(site)
    assert set(mornings(alerts, tasks[204])) == {ada["person"], ben["person"], cleo["person"]}
    assert len(alerts.planned) == 3 * 204
    assert ask(site, cleo, "POST", "/v1/room/leave").status == 204
    room = ask(site, ada, "GET", "/v1/room").json["id"]
    operator.call("roomhub.member.remove", {"id": room, "person": ben["person"]})
    settled(site)
    assert set(mornings(alerts, tasks[204])) == {ada["person"]}
    assert len(alerts.planned) == 204 and alerts.snapshot() == alerts.planned
    # The last one closes the room; nobody reads its list any more.
    assert ask(site, ada, "POST", "/v1/room/leave").status == 204
    settled(site)
    alerts.read()
    assert alerts.planned == {} == alerts.snapshot()


@pytest.mark.own_site
def test_mornings_move_with_the_zone_of_the_profile(site, pair, alerts):
    ada, ben = pair
    tasks = [add(site, ada, f"Task {number}", due=DUE) for number in range(105)]
    for zone, morning in (("Asia/Tokyo", "2031-06-10T00:00:00.000Z"), ("America/New_York", "2031-06-10T13:00:00.000Z")):
        live_in(site, ada, zone)
        settled(site)
        assert {mornings(alerts, task)[ada["person"]] for task in tasks} == {morning}
        assert {mornings(alerts, task)[ben["person"]] for task in tasks} == {"2031-06-10T09:00:00.000Z"}
        assert alerts.snapshot() == alerts.planned
    do(site, ben, tasks[0], "complete")
    live_in(site, ada, None)
    settled(site)
    assert alerts.of(tasks[0]) == []
    assert mornings(alerts, tasks[104])[ada["person"]] == "2031-06-10T09:00:00.000Z"
    alerts.read()
    live_in(site, ada, None)
    assert not [topic for topic, _ in alerts.read() if topic.startswith("alert.")], "no other zone, nothing to tell"


@pytest.mark.own_site
def test_a_task_that_is_done_while_alerts_are_told_anew_is_told_to_nobody(site, pair, alerts):
    """A step stands between tasks: it has not come to this one when it is completed."""
    ada, ben = pair
    task = add(site, ada, due=DUE)
    cleo = site.sign_up("cleo")
    site.stop("roomhub")
    with database(site) as db:
        room = db.execute("SELECT room FROM task").fetchone()[0]
        # Somebody who has just moved out; the step is behind all tasks and ends at the first upkeep.
        db.execute("INSERT INTO alert_job VALUES (?, ?, ?)", [raw(cleo["person"]), room, b"\xff" * 16])
        db.execute("CREATE TRIGGER slow BEFORE DELETE ON alert_job BEGIN SELECT RAISE(ABORT, 'not yet'); END")
    site.start("roomhub")
    wait_until(lambda: ask(site, ben, "POST", f"/v1/tasks/{task['id']}/complete").status == 200, "roomhub is back")
    told = [(topic, body["person"]) for topic, body in alerts.read() if topic == "alert.cancelled"]
    assert sorted(told) == sorted(("alert.cancelled", person["person"]) for person in (ada, ben, cleo))


def test_mornings_that_are_past_are_not_planned():
    with clocked_site("2026-10-15T12:00:00.000Z") as (site, move):
        ada, ben = live_together(site, "ada", "ben")
        live_in(site, ada, "America/New_York")
        alerts = Alerts(site, "roomhub")
        try:
            task = add(site, ada, due="2026-10-15T20:00:00.000Z")
            assert mornings(alerts, task) == {ada["person"]: "2026-10-15T13:00:00.000Z"}, "09:00 in Greenwich is past"
            move("2026-10-15T13:00:00.000Z")
            task = edit(site, ada, task, title="Too late")
            assert mornings(alerts, task) == {ada["person"]: "2026-10-15T13:00:00.000Z"}, "what has come stands"
            assert alerts.snapshot() == {}
            # Further west the morning is still to come, once more.
            live_in(site, ada, "America/Los_Angeles")
            settled(site)
            assert mornings(alerts, task) == {ada["person"]: "2026-10-15T16:00:00.000Z"}
            live_in(site, ada, "Europe/Berlin")
            settled(site)
            assert mornings(alerts, task) == {} == alerts.snapshot()
        finally:
            alerts.close()


@pytest.mark.own_site
def test_that_a_task_is_important_the_others_are_told_at_once(site, alerts):
    ada, ben, cleo = live_together(site, "ada", "ben", "cleo")
    task = add(site, ada, "Pay the rent", isImportant=True)
    told = alerts.of(task)
    assert {(person, lead) for person, lead, _ in told} == {
        (person["person"], IMPORTANT) for person in (ben, cleo)}
    alert = alerts.planned[(ben["person"], task["id"], IMPORTANT)]
    assert alert["at"] == task["added"] and alert["until"] > alert["at"] and alert["importance"] == "high"
    assert alert["text"] == {"key": "task.important", "values": [
        {"name": "title", "text": "Pay the rent"}, {"name": "by", "text": "Ada"}]}
    assert [reason["key"] for reason in alert["because"]] == ["task.room", "task.important"]
    task = edit(site, ben, task, title="Pay the rent now", isImportant=True)
    assert alerts.read() == [], "it was important before"
    task = edit(site, ben, task, isImportant=False)
    assert alerts.read() == []
    edit(site, ben, task, isImportant=True)
    assert {body["person"] for _, body in alerts.read()} == {ada["person"], cleo["person"]}
    assert alerts.snapshot() == {}, "it came at once"
    # Without auth nobody knows what ada is called; the others are told all the same.
    identity = assertion(site, ada["token"])
    site.stop("auth")
    gateway = BusClient(site.keys, site.run, "gateway")
    try:
        gateway.call("roomhub.task.add", {"title": "Leak", "isImportant": True}, tlvs=[(ASSERTION, identity)])
    finally:
        gateway.close()
    values = [body["text"]["values"] for _, body in alerts.read()]
    assert values == [[{"name": "title", "text": "Leak"}]] * 2
    assert "the name of who asks" in site.log("roomhub")


@pytest.mark.own_site
def test_a_message_raises_an_alert_for_all_that_says_nothing(site, pair, operator):
    for person, text in zip(pair, ("first", "second")):
        assert ask(site, person, "POST", "/v1/messages", {"text": text}).status == 201
    _, events = operator.replay("roomhub", 1)
    raised = [(header, json.loads(body)) for header, body in events if header.text(SUBJECT) == "alert.raised"]
    assert len(raised) == 2
    everybody = [person["person"] for person in pair]
    for header, body in raised:
        assert header.number(AT) % HOUR == 0 and header.id[6] >> 4 == 4
        assert set(body) == {"program", "object", "people", "text", "importance"}
        assert sorted(body["people"]) == sorted(everybody), "the writer too"
        assert body["text"] == {"key": "board.message", "values": []} and body["object"][14] == "4"
    bodies = [{name: value for name, value in body.items() if name != "object"} for _, body in raised]
    assert bodies[0] == bodies[1], "whoever wrote"
    objects = {body["object"] for _, body in raised}
    messages = {message["id"] for message in ask(site, pair[0], "GET", "/v1/messages").json["items"]}
    assert len(objects) == 2 and not objects & messages


@pytest.mark.own_site
def test_a_person_is_given_their_zone_and_forgotten(site, pair, alerts):
    ada, ben = pair
    live_in(site, ada, "Asia/Tokyo")
    tasks = [add(site, ben, f"Task {number}", due=DUE) for number in range(105)]
    given = ask(site, ada, "GET", "/v1/me/export").json["programs"]["roomhub"]
    assert given[0]["zone"] == "Asia/Tokyo"
    program = BusClient(site.keys, site.run, "auth")
    try:
        program.call("roomhub.person.erase", {"person": ada["person"]}, remaining_ms=10_000)
    finally:
        program.close()
    assert set(mornings(alerts, tasks[104])) == {ben["person"]} and len(alerts.planned) == 105
    with database(site) as db:
        for table in ("person_zone", "alert_job"):
            kept = db.execute(f"SELECT count(*) FROM {table} WHERE person = ?", [raw(ada["person"])]).fetchone()
            assert kept == (0,), table


@pytest.mark.own_site
def test_a_snapshot_of_auth_says_who_has_no_zone_any_more(site, pair, alerts):
    ada, ben = pair
    live_in(site, ada, "Asia/Tokyo")
    live_in(site, ben, "America/New_York")
    task = add(site, ada, due=DUE)
    site.stop("roomhub")
    site.stop("auth")
    with database(site, "auth") as db:
        db.execute("UPDATE person SET zone = NULL WHERE id = ?", [raw(ada["person"])])
        db.execute("UPDATE stream SET epoch = randomblob(16)")
    site.start("auth")
    site.start("roomhub")
    wait_until(lambda: "fetching a snapshot of auth" in site.log("roomhub"), "roomhub starts over")
    wait_until(
        lambda: mornings(alerts, task) == {
            ada["person"]: "2031-06-10T09:00:00.000Z", ben["person"]: "2031-06-10T13:00:00.000Z"},
        "ada's clocks are nowhere")
