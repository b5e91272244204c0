"""Crisis alerts from the sender to every channel of the people who are called: at once, outside of the 64 slots and of
quiet hours, once, and called off.

The rules of who gets one are in Tests/Unit/GuideTests/CrisisTests.swift.
"""

import json
import time
import uuid

import pytest
from gotify_server import Gotify
from mail_server import MailServer
from push_receiver import Browser, Receiver, add
from quad_accounts import running
from quad_events import add as add_event
from quad_events import ahead, ask
from quad_site import problem, wait_until
from quad_stores import database
from test_notifier_push import sql
from test_notifier_ways import joined, mails_to

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PLACE = "Library, ground floor"


@pytest.fixture(scope="module")
def server():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def receiver():
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def gotify():
    with Gotify("AWHcUIkMPNnVaGj") as gotify:
        yield gotify


@pytest.fixture(scope="module")
def site(server, receiver, gotify):
    settings = {
        "QUAD_SMTP": server.url, "QUAD_SMTP_FROM": "quad@hilltop.example",
        "QUAD_ORIGIN": "https://quad.hilltop.example",
        "QUAD_ALLOWED_TARGETS": f"{receiver.target}, {gotify.target}",
    }
    with running(**settings) as site:
        yield site


def train(site, *people):
    """People who have passed the quiz and want to be called."""
    with database(site, "guide") as rows:
        rows.executemany(
            "INSERT INTO training(person, is_called, passed_at) VALUES (?, 1, ?) ON CONFLICT DO NOTHING",
            [(uuid.UUID(person).bytes, int(time.time() * 1000)) for person in people])


def raise_(site, person, key=None, **more):
    answer = ask(site, person, "POST", "/v1/crisis-alerts", {"place": PLACE, **more},
                 {"Idempotency-Key": key} if key else None)
    assert answer.status == 201, answer.body
    return answer.json


def inbox(site, person):
    """The crisis notices, oldest first."""
    items = ask(site, person, "GET", "/v1/inbox?language=de").json["items"]
    return [one for one in items if one["text"]["key"].startswith("crisis.")][::-1]


def me(site, person):
    return ask(site, person, "GET", "/v1/me").json["id"]


def test_every_channel_gets_it_at_once_whatever_the_hour_and_the_queue(site, server, receiver, gotify):
    helper, sender = (joined(site, server, name) for name in ("hal", "sue"))
    train(site, me(site, helper))
    phone = Browser(receiver, "/hal/phone")
    for kind, body in (("email", None), ("push", phone.subscription), ("ntfy", {"url": receiver.url("/hal/ntfy")}),
                       ("webhook", {"url": receiver.url("/hal/hook")}),
                       ("gotify", {"url": gotify.url("/"), "token": gotify.token})):
        assert add(site, helper, kind, body).status == 201
    quiet = {"from": "00:00:00", "to": "23:59:59", "days": DAYS}
    times = ask(site, helper, "PATCH", "/v1/alert-times", {"version": 0, "quiet": quiet, "digest": "08:00:00"})
    assert times.status == 200, times.body
    for hour in range(7):
        add_event(site, helper, "Class", when=ahead(hours=24 + hour), leads=[0, 5, 10, 15, 20, 25, 30, 35, 40, 45])

    def slots():
        return ask(site, helper, "GET", "/v1/alerts").json["slots"]

    taken = wait_until(lambda: slots()["queued"] == 6 and slots(), "every slot is taken")

    aed = uuid.uuid4()
    with database(site, "guide") as rows:
        rows.execute("INSERT INTO aed(id, building, floor, version) VALUES (?, 'Gym', 'Basement', 1)", [aed.bytes])
    began = time.monotonic()
    crisis = raise_(site, sender, note="The side door is open.", aed=str(aed))
    assert (crisis["people"], crisis["isDrill"], crisis["coming"]) == (1, False, 0)
    title = f"Help needed: {PLACE}"
    note = phone.pushes()[0]["notification"]
    assert note["title"] == title and "Call 911 if nobody has." in note["body"]
    assert "Sue Example needs help." in note["body"]
    assert "The side door is open." in note["body"] and "AED: Gym, Basement." in note["body"]
    assert receiver.at("/hal/phone")[0].headers["Urgency"] == "high"
    ntfy, = receiver.at("/hal/ntfy")
    assert (ntfy.headers["Title"], ntfy.headers["Priority"]) == (title, "5")
    hook = json.loads(receiver.at("/hal/hook")[0].body)
    assert hook["title"] == title and hook["importance"] == "crisis"
    assert hook["reasons"] == ["You asked to be called when someone needs first aid."]
    wait_until(lambda: gotify.messages, "Gotify has it")
    assert (gotify.messages[0]["title"], gotify.messages[0]["priority"]) == (title, 10)
    mail, = mails_to(server, "hal")
    assert str(mail["Subject"]).startswith(title)
    print(f"all five channels after {time.monotonic() - began:.2f} s")
    [notice] = inbox(site, helper)
    assert notice["importance"] == "crisis" and notice["rendered"]["title"] == f"Hilfe gebraucht: {PLACE}"
    assert "Ruf 911 an, wenn es noch niemand getan hat." in notice["rendered"]["body"]
    assert inbox(site, sender) == [] and slots() == taken

    coming = ask(site, helper, "PUT", f"/v1/crisis-alerts/{crisis['id']}/coming")
    assert coming.status == 200 and coming.json["coming"] == 1
    assert ask(site, sender, "GET", f"/v1/crisis-alerts/{crisis['id']}").json["coming"] == 1
    for _ in range(2):
        over = ask(site, sender, "POST", f"/v1/crisis-alerts/{crisis['id']}/call-off")
        assert over.status == 200 and over.json["calledOff"]
    assert phone.pushes(2)[1]["notification"]["title"] == f"Called off: {PLACE}"
    wait_until(lambda: len(inbox(site, helper)) == 2, "the inbox has both")
    assert inbox(site, helper)[1]["rendered"]["title"] == f"Entwarnung: {PLACE}"
    assert len(mails_to(server, "hal", 2)) == 2 and receiver.count("/hal/phone") == 2
    with database(site, "guide") as rows:
        rows.execute("DELETE FROM training")
        rows.execute("DELETE FROM aed")


def test_roommates_are_alerted_once_and_a_drill_says_so_in_its_first_word(site, server):
    site.define_dorm("forbes", "Forbes Hall", 4)
    ada, ben = (joined(site, server, name) for name in ("ada", "ben"))
    room = {"dorm": "forbes", "number": "101A"}
    assert ask(site, ada, "POST", "/v1/room/join", room).json["state"] == "joined"
    code = ask(site, ada, "GET", "/v1/room").json["joinCode"]
    assert ask(site, ben, "POST", "/v1/room/join", {**room, "code": code}).json["state"] == "joined"
    with database(site, "guide") as rows:
        wait_until(lambda: rows.execute("SELECT count(*) FROM membership").fetchone() == (2,), "guide has the room")
    key = str(uuid.uuid4())
    crisis = raise_(site, ada, key, drill=True)
    assert raise_(site, ada, key, drill=True) == crisis
    [notice] = wait_until(lambda: inbox(site, ben), "the roommate has it")
    assert notice["rendered"]["title"] == f"ÜBUNG: Hilfe gebraucht, {PLACE}"
    assert [reason["key"] for reason in notice["because"]] == ["crisis.roommate"]
    assert {value["name"]: value["text"] for value in notice["text"]["values"]}["by"] == "Ada Example"
    assert problem(ask(site, ada, "POST", "/v1/crisis-alerts", {"place": PLACE, "drill": True})) == (
        429, "too_many_drills")
    assert len(inbox(site, ben)) == 1 and inbox(site, ada) == []


def test_500_people_have_it_in_their_inbox_within_a_second(site, server):
    train(site, *(str(uuid.uuid4()) for _ in range(500)))
    zoe = joined(site, server, "zoe")
    began = time.monotonic()
    crisis = raise_(site, zoe)
    replied = time.monotonic() - began
    object_ = uuid.UUID(crisis["id"]).bytes
    assert crisis["people"] == 500

    def stored():
        return sql(site, "SELECT count(*) FROM alert WHERE object = ? AND state = 'fired'", object_) == [(500,)]

    wait_until(stored, "everybody has it", 20)
    seconds = time.monotonic() - began
    print(f"500 people: replied after {replied:.2f} s, in every inbox after {seconds:.2f} s")
    # A release build on a quiet machine needs a tenth of it.
    assert seconds < 5
