"""The alerts that roomhub plans, with the zones that auth tells it, and without auth.

Their rules are in Tests/Unit/RoomhubTests/AlertPlanTests.swift.
"""

import pytest
from quad_alerts import Alerts
from quad_bus import ASSERTION, BusClient
from quad_rooms import live_together
from quad_site import assertion, raw, wait_until
from quad_stores import database

DUE = "2031-06-10T15:00:00.000Z"


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


def mornings(alerts, task):
    return {person: at for person, lead, at in alerts.of(task) if lead == 0}


def test_a_task_is_told_of_in_the_morning_where_each_member_lives(site, alerts):
    pair = live_together(site, "ada", "ben")
    ada, ben = (person["person"] for person in pair)
    live_in(site, pair[0], "America/New_York")
    task = add(site, pair[1], due=DUE)
    assert mornings(alerts, task) == {ben: "2031-06-10T09:00:00.000Z", ada: "2031-06-10T13:00:00.000Z"}
    task = edit(site, pair[0], task, due="2031-06-11T15:00:00.000Z")
    assert set(mornings(alerts, task).values()) == {"2031-06-11T09:00:00.000Z", "2031-06-11T13:00:00.000Z"}
    planned = {place: body for place, body in alerts.snapshot().items() if place[1] == task["id"]}
    assert planned == {place: body for place, body in alerts.planned.items() if place[1] == task["id"]}
    do(site, pair[1], task, "complete")
    assert alerts.of(task) == []


@pytest.mark.own_site
def test_rooms_go_on_without_auth_and_a_snapshot_of_it_says_what_they_missed(site, alerts):
    pair = live_together(site, "ada", "ben")
    ada, ben = pair
    live_in(site, ada, "Asia/Tokyo")
    live_in(site, ben, "America/New_York")
    task = add(site, ada, due=DUE)
    alerts.read()
    identity = assertion(site, ada["token"])
    site.stop("auth")
    for path in ("/v1/roommates", f"/v1/roommates/{ben['person']}"):
        down = ask(site, ada, "GET", path)
        assert (down.status, down.json["code"], down.json["service"]) == (503, "service_unavailable", "auth")
    # Nobody knows what ada is called; the others are told all the same.
    gateway = BusClient(site.keys, site.run, "gateway")
    try:
        gateway.call("roomhub.task.add", {"title": "Leak", "isImportant": True}, tlvs=[(ASSERTION, identity)])
    finally:
        gateway.close()
    told = [(body["person"], body["text"]["values"]) for _, body in alerts.read()]
    assert told == [(ben["person"], [{"name": "title", "text": "Leak"}])]
    assert "the name of who asks" in site.log("roomhub")
    site.stop("roomhub")
    with database(site, "auth") as db:
        db.execute("UPDATE person SET zone = NULL WHERE id = ?", [raw(ada["person"])])
        db.execute("UPDATE stream SET epoch = randomblob(16), replaces = 1")
    site.start("auth")
    site.start("roomhub")
    wait_until(lambda: "fetching a snapshot of auth" in site.log("roomhub"), "roomhub starts over")
    wait_until(
        lambda: mornings(alerts, task) == {
            ada["person"]: "2031-06-10T09:00:00.000Z", ben["person"]: "2031-06-10T13:00:00.000Z"},
        "ada's clocks are nowhere")
