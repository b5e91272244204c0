"""People's events, and what tests look at in them."""

import datetime
import json

from quad_bus import SEQUENCE, SUBJECT, BusClient, unpack
from quad_site import wait_until

ZONE = "America/New_York"


def ahead(days=0, **more):
    """A date and a time of day so far ahead of now, on the clocks of UTC."""
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days, **more)
    return {"date": moment.strftime("%Y-%m-%d"), "time": moment.strftime("%H:%M:%S"), "zone": "Etc/UTC"}


def day(days, zone=ZONE):
    return {"date": ahead(days)["date"], "zone": zone}


def ask(site, person, method, path, body=None, headers=None):
    return site.request(method, path, body, person and person["token"], headers)


def try_add(site, person, title="Dinner", headers=None, **members):
    members.setdefault("when", ahead(10))
    return ask(site, person, "POST", "/v1/events", {"title": title, **members}, headers)


def add(site, person, title="Dinner", **members):
    answer = try_add(site, person, title, **members)
    assert answer.status == 201, answer.body
    return answer.json["event"]


def get(site, person, event):
    return ask(site, person, "GET", f"/v1/events/{event['id']}")


def edit(site, person, event, headers=None, **members):
    body = {"version": event["version"], **members}
    return ask(site, person, "PATCH", f"/v1/events/{event['id']}", body, headers)


def delete(site, person, event):
    return ask(site, person, "DELETE", f"/v1/events/{event['id']}")


def restore(site, person, event):
    return ask(site, person, "POST", f"/v1/events/{event['id']}/restore")


def answer(site, person, event, word):
    return ask(site, person, "PUT", f"/v1/events/{event['id']}/answer", {"answer": word})


def titles(site, person, query=""):
    return [event["title"] for event in ask(site, person, "GET", f"/v1/events{query}").json["items"]]


def share(site, person, title="Party", **members):
    """An event for the room, once events has heard who lives there."""
    wait_until(
        lambda: try_add(site, person, "Probe", visibility="room").status == 201, "events knows the room")
    return add(site, person, title, visibility="room", **members)


class Alerts:
    """The alerts that events has planned, kept as a consumer of its stream keeps them."""

    def __init__(self, site):
        self.client = BusClient(site.keys, site.run, "operator")
        self.position = 0
        self.planned = {}

    def close(self):
        self.client.close()

    def read(self):
        """Applies what was told since the last look, and gives it."""
        told = []
        while True:
            state, events = self.client.replay("events", self.position + 1)
            for header, body in events:
                self.position = header.number(SEQUENCE)
                if header.text(SUBJECT).startswith("alert."):
                    told.append((header.text(SUBJECT), json.loads(body)))
                    self.apply(*told[-1])
            if not events or self.position >= state["head"]:
                return told

    def apply(self, topic, body):
        if topic == "alert.planned":
            self.planned[place(body)] = body
        else:
            self.planned.pop(place(body), None)

    def of(self, event):
        """(person, lead, when it fires) of an event, by time."""
        self.read()
        found = [body for body in self.planned.values() if body["key"]["object"] == event["id"]]
        return sorted(((body["person"], body["key"]["lead"], body["at"]) for body in found), key=lambda item: item[2])

    def snapshot(self):
        _, _, data = self.client.exchange("events", "$bus.snapshot", {"page": 0})
        return {place(json.loads(body)): json.loads(body) for _, body in unpack(data)[1]}


def place(body):
    return body["person"], body["key"]["object"], body["key"]["lead"]
