"""People of a test site: what they do by HTTP, and what comes to them on their live streams."""

import json
import os
import uuid
from datetime import datetime, timedelta

from quad_bus import REPLY, SCHEMA, BusClient
from quad_catalogue import STORES

NOBODY = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"


def advance(site, **duration):
    """Moves the time of every program of a site with a test clock."""
    with open(os.path.join(site.data, "test-clock")) as file:
        now = datetime.fromisoformat(file.read().strip().replace("Z", "+00:00"))
    to = (now + timedelta(**duration)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    client = BusClient(site.keys, site.run, "operator")
    try:
        for program in STORES:
            kind, _, data = client.exchange(program, "$srv.clock", {"to": to})
            assert kind == REPLY, data
    finally:
        client.close()


class Person:
    def __init__(self, site, name, room=None):
        self.site = site
        made = site.sign_up(name, room)
        self.id, self.token = made["person"], made["token"]

    def get(self, path):
        return self.site.request("GET", path, token=self.token)

    def post(self, path, body=None, headers=None):
        return self.site.request("POST", path, body, self.token, headers)

    def patch(self, path, body):
        return self.site.request("PATCH", path, body, self.token)

    def delete(self, path):
        return self.site.request("DELETE", path, token=self.token)

    def join(self, number=None, dorm=None, code=None):
        body = {"dorm": (dorm or self.site.dorm) if number else None, "number": number, "code": code}
        return self.post("/v1/room/join", {name: value for name, value in body.items() if value is not None})

    def room(self):
        return self.get("/v1/room").json

    def code(self):
        return self.room()["joinCode"]

    def leave(self):
        return self.post("/v1/room/leave")

    def home(self):
        return self.get("/v1/home").json

    def requests(self):
        return self.get("/v1/room/requests").json["items"]

    def listen(self):
        return Ear(self)


class Ear:
    """A live stream. A change of the campus list, published to everyone, marks how far it was read."""

    def __init__(self, person):
        self.site = person.site
        self.stream = person.site.open_stream(person.token)
        # Earlier events may still have been on their way.
        self.events()

    def events(self):
        """The events since the last call, as (type, data)."""
        mark = uuid.uuid4().hex[:12]
        self.site.operator("roomhub.dorm.define", {"id": "mark", "name": mark, "roomCapacity": 1})
        heard = []
        while True:
            _, kind, data = self.stream.next()
            if kind == "roomhub.dorm.defined" and data["dorm"]["name"] == mark:
                return heard
            if kind != "roomhub.dorm.defined" or data["dorm"]["id"] != "mark":
                heard.append((kind, data))

    def close(self):
        self.stream.close()


def told(site, kind):
    """The bodies of all events of this type that roomhub published, in order."""
    client = BusClient(site.keys, site.run, "gateway")
    try:
        bodies, start = [], 1
        while True:
            state, events = client.replay("roomhub", start)
            bodies += [json.loads(body) for header, body in events if header.text(SCHEMA).startswith(kind + "@")]
            if not events:
                return bodies
            start += len(events)
    finally:
        client.close()
