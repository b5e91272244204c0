"""Events shared with a room or by a link: what roomhub tells of its members, and a restart.

Their rules are in Tests/Unit/EventsTests/SharingTests.swift.
"""

import pytest
from quad_alerts import Alerts
from quad_events import add, answer, ask, delete, edit, get, restore, share, titles
from quad_rooms import events_of, live_together
from quad_site import raw, refusal, wait_until
from quad_stores import database


@pytest.fixture
def pair(site):
    return live_together(site, "ada", "ben")


@pytest.fixture
def alerts(site):
    alerts = Alerts(site)
    yield alerts
    alerts.close()


def test_what_is_shared_is_seen_by_room_mates_alone(site, pair, alerts):
    ada, ben = pair
    stranger = site.sign_up("cleo")
    party = share(site, ada)
    seen = get(site, ben, party).json
    assert (seen["isMine"], seen["owner"], seen["visibility"]) == (False, ada["person"], "room")
    assert "Party" in titles(site, ben) and "Party" not in titles(site, stranger)
    assert refusal(get(site, stranger, party)) == (404, "not_found")
    assert refusal(edit(site, ben, party, title="Mine")) == (404, "not_found")
    assert answer(site, ben, party, "maybe").json["answer"] == "maybe"
    assert {person for person, _, _ in alerts.of(party)} == {ada["person"], ben["person"]}
    assert answer(site, ada, party, "yes").json["answers"] == {"yes": 1, "maybe": 1, "no": 0}
    first = ask(site, ben, "GET", f"/v1/events/{party['id']}/answers?limit=1").json
    rest = ask(site, ben, "GET", f"/v1/events/{party['id']}/answers?limit=1&cursor={first['next']}").json
    assert {(item["person"], item["answer"]) for item in first["items"] + rest["items"]} == {
        (ada["person"], "yes"), (ben["person"], "maybe")} and "next" not in rest
    # An answer that was given already tells nobody.
    stream = site.open_stream(ada["token"])
    assert answer(site, ben, party, "maybe").status == 200
    mark = add(site, ada, "Mark")
    assert stream.next()[1:] == ("events.event.added", {"id": mark["id"]})
    stream.close()
    assert answer(site, ben, party, "no").status == 200
    assert {person for person, _, _ in alerts.of(party)} == {ada["person"]}
    assert ask(site, ben, "DELETE", f"/v1/events/{party['id']}/answer").status == 204
    assert "answer" not in get(site, ben, party).json


def test_an_event_that_is_private_again_is_gone_for_the_others(site, pair, alerts):
    ada, ben = pair
    party = share(site, ada)
    answer(site, ben, party, "yes")
    stream = site.open_stream(ben["token"])
    edit(site, ada, party, visibility="private")
    assert events_of(stream, "events.event.deleted")[-1][1] == {"id": party["id"]}
    stream.close()
    assert refusal(get(site, ben, party)) == (404, "not_found")
    assert {person for person, _, _ in alerts.of(party)} == {ada["person"]}


def test_whoever_leaves_the_room_no_longer_sees_what_is_shared(site, pair, alerts):
    ada, ben = pair
    party = share(site, ada)
    answer(site, ben, party, "yes")
    assert len(alerts.of(party)) == 2
    site.request("POST", "/v1/room/leave", token=ben["token"])
    wait_until(lambda: get(site, ben, party).status == 404, "events has heard it")
    assert "Party" not in titles(site, ben)
    assert {person for person, _, _ in alerts.of(party)} == {ada["person"]}
    assert get(site, ada, party).json["answers"] == {"yes": 0, "maybe": 0, "no": 0}


def test_a_link_shows_the_event_and_nothing_of_its_people(site, pair):
    ada, ben = pair
    party = share(site, ada, "Open house", notes="our secret", place="Forbes")
    answer(site, ben, party, "yes")
    made = ask(site, ada, "POST", f"/v1/events/{party['id']}/link")
    assert made.status == 201 and made.json["path"] == "/shared/" + made.json["token"]
    url = f"/v1/shared-events/{made.json['token']}"
    shown = site.request("GET", url)
    assert shown.status == 200
    assert set(shown.json) == {"title", "place", "when", "next", "ends", "isPast", "drawing", "color"}
    assert all(shown.json[name] == party[name] for name in ("drawing", "color"))
    assert ada["person"] not in shown.body.decode() and "secret" not in shown.body.decode()
    assert get(site, ada, party).json["hasLink"] is True and get(site, ben, party).json["hasLink"] is False
    with database(site, "events") as db:
        assert made.json["token"].encode() not in b"".join(
            str(row).encode() for row in db.execute("SELECT * FROM event_link"))
    delete(site, ada, party)
    assert refusal(site.request("GET", url)) == (404, "link_unknown")
    restore(site, ada, party)
    assert site.request("GET", url).status == 200
    second = ask(site, ada, "POST", f"/v1/events/{party['id']}/link").json["token"]
    assert refusal(site.request("GET", url)) == (404, "link_unknown")
    assert site.request("GET", f"/v1/shared-events/{second}").status == 200
    assert ask(site, ada, "DELETE", f"/v1/events/{party['id']}/link").status == 204
    assert refusal(site.request("GET", f"/v1/shared-events/{second}")) == (404, "link_unknown")
    assert refusal(site.request("GET", "/v1/shared-events/nonsense"))[:2] == (404, "link_unknown")


@pytest.mark.own_site
def test_a_restart_loses_nothing_and_a_snapshot_of_roomhub_says_who_has_left(site, pair, alerts):
    """roomhub's stream starts again while events is away: people missing from the snapshot have no room."""
    ada, ben = pair
    party, mine = share(site, ada), add(site, ada, "Mine", leads=[0, 60])
    wait_until(lambda: get(site, ben, party).status == 200, "ben sees it")
    alerts.read()
    site.stop("events")
    site.stop("roomhub")
    with database(site) as db:
        db.execute("DELETE FROM member WHERE person = ?", [raw(ben["person"])])
        db.execute("UPDATE stream SET epoch = randomblob(16), replaces = 1")
    site.start("roomhub")
    site.start("events")
    wait_until(lambda: "fetching a snapshot of roomhub" in site.log("events"), "events starts over")
    wait_until(lambda: get(site, ben, party).status == 404, "ben is out")
    assert get(site, ada, party).json["visibility"] == "room"
    assert get(site, ada, mine).json == mine
    alerts.read()
    assert alerts.snapshot() == alerts.planned != {}
