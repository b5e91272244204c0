"""Rooms with people in them, and what tests look at in them."""

import base64
import contextlib
import hashlib
import os
import sqlite3
import threading

from quad_bus import BusClient
from quad_site import Site

UNKNOWN = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"


def live_together(site, *names, number="101A", dorm="forbes"):
    """The first opens the room, the others enter with its code. Their tokens are in `token`."""
    people = [site.sign_up(name) for name in names]
    code = None
    for person in people:
        place = {"dorm": dorm, "number": number}
        if code:
            place["code"] = code
        joined = site.request("POST", "/v1/room/join", place, person["token"])
        assert joined.json["state"] == "joined", joined.body
        code = code or site.request("GET", "/v1/room", token=person["token"]).json["joinCode"]
    return people


def at_once(*calls):
    """Runs the calls at the same moment and gives what they returned, in their order."""
    results = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(index):
        barrier.wait()
        results[index] = calls[index]()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert None not in results
    return results


def refusal(answer):
    """Status and code of a problem, and the field at fault where one is named."""
    body = answer.json
    assert answer.headers["Content-Type"] == "application/problem+json", answer.body
    fields = [error["field"] for error in body.get("errors", [])]
    return (answer.status, body["code"], *fields[:1])


@contextlib.contextmanager
def database(site, program="roomhub"):
    """The program's file, open beside it."""
    connection = sqlite3.connect(os.path.join(site.data, program, program + ".sqlite"), timeout=10)
    try:
        yield connection
        connection.commit()
    finally:
        connection.close()


def raw(id_):
    """An id as it is stored."""
    return bytes.fromhex(id_.replace("-", ""))


def token_hash(token):
    """What is stored of a session's token."""
    return hashlib.blake2b(base64.urlsafe_b64decode(token + "="), digest_size=32).digest()


def assertion(site, token):
    """What the gateway would send along: its own key may ask for it."""
    gateway = BusClient(site.keys, site.run, "gateway")
    try:
        digest = base64.urlsafe_b64encode(token_hash(token)).rstrip(b"=").decode()
        text = gateway.call("auth.session.resolve", {"tokenHash": digest})["assertion"]
    finally:
        gateway.close()
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def events_of(stream, last):
    """What the stream tells up to and with an event of type `last`, as (type, data)."""
    events = []
    while not events or events[-1][0] != last:
        _, type_, data = stream.next()
        events.append((type_, data))
    return events


@contextlib.contextmanager
def clocked_site(start, capacity=4):
    """A site whose time stands at `start`; its second value moves roomhub's time."""
    site = Site(clock=start)
    operator = BusClient(site.keys, site.run, "operator")

    def move(to):
        operator.call("$srv.clock", {"to": to}, program="roomhub")

    try:
        operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": capacity})
        yield site, move
    finally:
        operator.close()
        site.close()
