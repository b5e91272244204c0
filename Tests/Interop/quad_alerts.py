"""Alerts that programs plan, as a subscriber receives them."""

import json

from quad_bus import SEQUENCE, SUBJECT, BusClient, unpack


class Alerts:
    """The alerts that a program has planned, kept as a consumer of its stream keeps them; on a shared site, from now
    on."""

    def __init__(self, site, program="events"):
        self.program = program
        self.client = BusClient(site.keys, site.run, "operator")
        self.position = 0
        self.planned = {}
        if site.is_shared:
            self.read()
            self.planned.clear()

    def close(self):
        self.client.close()

    def read(self):
        """Applies the events since the last call, and returns them."""
        told = []
        while True:
            state, events = self.client.replay(self.program, self.position + 1)
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
        elif topic == "alert.cancelled":
            self.planned.pop(place(body), None)

    def of(self, thing):
        """(person, lead, when it fires) of what alerts are about, by time."""
        self.read()
        found = [body for body in self.planned.values() if body["key"]["object"] == thing["id"]]
        return sorted(((body["person"], body["key"]["lead"], body["at"]) for body in found), key=lambda item: item[2])

    def snapshot(self):
        """The snapshot that a consumer gets when it starts over."""
        found, question = {}, {}
        while True:
            state, events = unpack(self.client.exchange(self.program, "$bus.snapshot", question)[2])
            told = [json.loads(body) for header, body in events if header.text(SUBJECT) == "alert.planned"]
            found.update({place(body): body for body in told})
            if "more" not in state:
                return found
            question = {"snapshot": state["more"]}


def place(body):
    return body["person"], body["key"]["object"], body["key"]["lead"]
