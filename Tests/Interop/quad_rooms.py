"""Rooms with people in them, their events and their rows."""

import contextlib

from quad_bus import BusClient
from quad_site import Site

UNKNOWN = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"


def live_together(site, *names, number="101A", dorm=None):
    """The first opens the room, the others enter with its code. Their tokens are in `token`."""
    people = [site.sign_up(name) for name in names]
    code = None
    for person in people:
        place = {"dorm": dorm or site.dorm, "number": number}
        if code:
            place["code"] = code
        joined = site.request("POST", "/v1/room/join", place, person["token"])
        assert joined.json["state"] == "joined", joined.body
        site.joined.add(person["person"])
        code = code or site.request("GET", "/v1/room", token=person["token"]).json["joinCode"]
    return people


def events_of(stream, last):
    """The stream's events up to and including one of type `last`, as (type, data)."""
    events = []
    while not events or events[-1][0] != last:
        _, type_, data = stream.next()
        events.append((type_, data))
    return events


def news(stream, *earlier):
    """The stream's events as (type, data), without those that may still have been on their way when it opened: that
    people moved in, and of the types in `earlier`."""
    for _, type_, data in iter(stream.next, None):
        if type_ not in ("roomhub.member.joined", *earlier):
            yield type_, data


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
