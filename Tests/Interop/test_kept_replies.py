"""Replies that the gateway keeps: as good as new ones, whatever happens in the program that gave them.

The protocol is proved in Tests/Unit/GatewayTests/History.swift; here it runs between real programs.
"""

import signal
import threading

import pytest
from people import Person
from quad_metrics import samples, value
from quad_site import at_once, freeze, refusal, wait_until


def hits(site):
    return value(samples(site), "quad_kept_reply_hits_total")


def titles(person):
    return [task["title"] for task in person.get("/v1/tasks?limit=100").json["items"]]


def is_back(person):
    """A read that is not kept may still be refused for a moment, when one that is kept is answered again."""
    return person.get("/v1/tasks?limit=100").status == 200 and titles(person) == ["Milk"]


def warm(person, path="/v1/tasks"):
    """Asks until the gateway itself answers."""
    before = hits(person.site)

    def answered():
        person.get(path)
        return hits(person.site) > before

    wait_until(answered, f"{path} is kept")


def add_event(person, title, visibility="room"):
    when = {"date": "2099-05-01", "time": "20:00", "zone": "Europe/Berlin"}
    reply = person.post("/v1/events", {"title": title, "when": when, "visibility": visibility})
    assert reply.status == 201, reply.body
    return reply.json["event"]["id"]


@pytest.fixture
def room(site):
    ada, ben = Person(site, "ada"), Person(site, "ben")
    ada.join("101A")
    ben.join(code=ada.code())
    return ada, ben


def test_a_kept_list_has_a_tag_and_is_its_readers_own(site, room):
    ada, ben = room
    ada.post("/v1/tasks", {"title": "Milk"})
    add_event(ada, "Concert")
    for path in ("/v1/tasks", "/v1/tasks?state=completed", "/v1/room", "/v1/home", "/v1/roommates", "/v1/events",
                 f"/v1/roommates/{ben.id}"):
        warm(ada, path)
        reply = ada.get(path)
        tag = reply.headers["ETag"]
        fresh = site.request("GET", path, token=ada.token, headers={"If-None-Match": '"other"'})
        assert (fresh.status, fresh.json, fresh.headers["ETag"]) == (200, reply.json, tag)
        same = site.request("GET", path, token=ada.token, headers={"If-None-Match": f'W/{tag}'})
        assert (same.status, same.body, same.headers["ETag"]) == (304, b"", tag)
        if path in ("/v1/tasks", "/v1/room"):
            assert ben.get(path).json == reply.json
    eve = Person(site, "eve")
    eve.join("102")
    assert titles(eve) == [] and titles(ada) == ["Milk"]
    assert refusal(site.request("GET", "/v1/tasks")) == (401, "signin_required")


def test_everyone_reads_a_write_once_it_is_acknowledged(site, room):
    ada, ben = room
    wanted = []
    for number in range(60):
        writer, reader = (ada, ben) if number % 2 else (ben, ada)
        titles(writer), titles(reader)
        task = writer.post("/v1/tasks", {"title": f"task {number}"}).json["task"]
        wanted.append(task["title"])
        assert sorted(titles(reader)) == sorted(titles(writer)) == sorted(wanted)
        if number % 3 == 0:
            assert reader.post(f"/v1/tasks/{task['id']}/complete").status == 200
            wanted.remove(task["title"])
            assert sorted(titles(writer)) == sorted(titles(reader)) == sorted(wanted)
            assert writer.get(f"/v1/tasks/{task['id']}").json["completedBy"] == reader.id


def test_every_kept_list_shows_a_write_once_it_is_acknowledged(site, room):
    ada, ben = room
    events, before = [], hits(site)
    for number in range(20):
        writer, reader = (ada, ben) if number % 2 else (ben, ada)
        for path in ("/v1/home", "/v1/roommates", "/v1/events"):
            writer.get(path), reader.get(path)
        assert writer.patch("/v1/me", {"version": number // 2 + 1, "pronouns": f"p{number}"}).status == 200
        assert reader.get("/v1/roommates").json["items"][0]["profile"]["pronouns"] == f"p{number}"
        assert reader.get(f"/v1/roommates/{writer.id}").json["profile"]["pronouns"] == f"p{number}"
        writer.post("/v1/tasks", {"title": f"task {number}", "isImportant": number % 2 == 0})
        for person in room:
            badges = person.get("/v1/home").json["badges"]
            assert (badges["openTasks"], badges["importantTasks"]) == (number + 1, number // 2 + 1)
        events.append((add_event(writer, f"event {number}"), writer))
        if number % 4 == 3:
            gone, owner = events.pop(0)
            assert owner.delete(f"/v1/events/{gone}").status == 204
        assert {event["id"] for event in reader.get("/v1/events").json["items"]} == {event for event, _ in events}
        answer = site.request("PUT", f"/v1/events/{events[-1][0]}/answer", {"answer": "yes"}, reader.token)
        assert answer.status == 200 and writer.get("/v1/events").json["items"][-1]["answers"]["yes"] == 1
    assert hits(site) > before


def test_what_is_unread_and_who_waits_shows_at_once(site, room):
    ada, ben = room

    def badges(person):
        return person.get("/v1/home").json["badges"]

    warm(ada, "/v1/home")
    hour = ben.post("/v1/messages", {"text": "Who ate the cake?"}).json["hour"]
    assert badges(ada)["unreadMessages"] == badges(ben)["unreadMessages"] == 1
    assert ada.post("/v1/board/read", {"hour": hour, "seen": 1}).status == 200
    assert badges(ada)["unreadMessages"] == 0 and badges(ben)["unreadMessages"] == 1
    warm(ada, "/v1/home")
    eve = Person(site, "eve")
    assert eve.get("/v1/home").json.get("asked") is None
    assert eve.join("101A").json["state"] == "pending"
    assert eve.get("/v1/home").json["asked"]["number"] == "101A"
    assert badges(ada)["joinRequests"] == 1
    assert eve.delete("/v1/room/request").status == 204
    assert eve.get("/v1/home").json.get("asked") is None and badges(ada)["joinRequests"] == 0


def test_nobody_reads_back_in_time_while_others_write(site, room):
    """Readers ask side by side while two people write. Each list that begins later holds what an earlier one held."""
    seen, longest, stop = threading.Lock(), [0], threading.Event()
    problems = []

    def read(person):
        while not stop.is_set():
            with seen:
                least = longest[0]
            found = len(person.get("/v1/tasks?limit=100").json["items"])
            with seen:
                if found < least:
                    problems.append((person.id, found, least))
                longest[0] = max(longest[0], found)

    def write(person):
        for number in range(40):
            assert person.post("/v1/tasks", {"title": f"{person.id} {number}"}).status == 201
            with seen:
                longest[0] = max(longest[0], 1)

    before = hits(site)
    readers = [threading.Thread(target=read, args=(person,)) for person in room * 2]
    for thread in readers:
        thread.start()
    at_once(*(lambda person=person: write(person) for person in room))
    wait_until(lambda: longest[0] == 80, "all tasks are read")
    stop.set()
    for thread in readers:
        thread.join()
    assert problems == [] and hits(site) > before


def test_a_move_a_removal_and_a_sign_out_count_at_once(site, room):
    ada, ben = room
    ada.post("/v1/tasks", {"title": "Milk"})
    for path in ("/v1/tasks", "/v1/room"):
        warm(ben, path)
    assert ben.leave().status == 204
    for path in ("/v1/tasks", "/v1/room"):
        assert refusal(ben.get(path)) == (409, "no_room"), path
    assert ada.room()["members"] == 1
    ben.join("102")
    warm(ben)
    assert ben.room()["number"] == "102" and titles(ben) == [] and titles(ada) == ["Milk"]
    warm(ada)
    assert ada.post("/v1/signout").status == 204
    assert refusal(ada.get("/v1/tasks")) == (401, "signin_required")


def test_a_mark_from_another_gateway_is_waited_for(site, room):
    ada, _ = room
    mark = ada.post("/v1/tasks", {"title": "Milk"}).headers["Quad-Seen"]
    program, epoch, number = mark.split(".")
    assert program == "roomhub"
    warm(ada)

    def kept(seen):
        before = hits(site)
        reply = site.request("GET", "/v1/tasks", token=ada.token, headers={"Quad-Seen": seen})
        assert reply.status == 200 and len(reply.json["items"]) == 1
        return hits(site) > before

    assert kept(mark) and kept(f"auth.1.2, {mark}") and kept("nonsense")
    assert not kept(f"roomhub.{epoch}.{int(number) + 1000}"), "this gateway has not heard of it"
    assert not kept(f"roomhub.00000000.{number}"), "of another epoch"


@pytest.mark.own_site
def test_a_silent_program_is_not_answered_for(site):
    ada = Person(site, "ada")
    ada.join("101A")
    ada.post("/v1/tasks", {"title": "Milk"})
    warm(ada)
    roomhub = site.processes["roomhub"]
    freeze(roomhub.pid)
    try:
        wait_until(lambda: ada.get("/v1/tasks").status == 503, "the gateway notices")
    finally:
        roomhub.send_signal(signal.SIGCONT)
    wait_until(lambda: ada.get("/v1/tasks").status == 200 and is_back(ada), "it is back")
    warm(ada)
    site.stop("roomhub", signal.SIGKILL)
    site.start("roomhub")
    wait_until(lambda: ada.get("/v1/tasks").status == 200 and is_back(ada), "it is back")
    ada.post("/v1/tasks", {"title": "Bread"})
    assert sorted(titles(ada)) == ["Bread", "Milk"]
    warm(ada)
