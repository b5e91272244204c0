"""The to-do list and the budget sheet of an event, as one person uses them, and the fixtures of tests of both."""

import pytest
from quad_bus import BusClient
from quad_rooms import live_together
from quad_site import Site, wait_until


class Lists:
    """One person and the lists of one event."""

    def __init__(self, site, person, event):
        self.site, self.token, self.person = site, person["token"], person["person"]
        self.path = f"/v1/events/{event}"
        self.event = event

    def of(self, person):
        return Lists(self.site, person, self.event)

    def ask(self, method, path="", body=None, headers=None):
        return self.site.request(method, self.path + path, body, self.token, headers)

    def to_dos(self):
        return self.ask("GET", "/to-dos").json["items"]

    def texts(self):
        return [item["text"] for item in self.to_dos()]

    def add(self, text="Order the cake", **members):
        answer = self.ask("POST", "/to-dos", {"text": text, **members})
        assert answer.status == 201, answer.body
        return answer.json

    def edit(self, to_do, **members):
        return self.ask("PATCH", f"/to-dos/{to_do['id']}", {"version": to_do["version"], **members})

    def move(self, to_do, after=None):
        body = {"after": after["id"]} if after else {}
        return self.ask("POST", f"/to-dos/{to_do['id']}/move", body)

    def budget(self):
        return self.ask("GET", "/budget").json

    def set_budget(self, **members):
        return self.ask("PATCH", "/budget", {"version": self.budget()["version"], **members})

    def line(self, text="Paper cups", **members):
        answer = self.ask("POST", "/budget/lines", {"text": text, **members})
        assert answer.status == 201, answer.body
        return answer.json

    def edit_line(self, line, **members):
        return self.ask("PATCH", f"/budget/lines/{line['id']}", {"version": line["version"], **members})

    def shown(self):
        return self.ask("GET").json


@pytest.fixture(scope="module")
def site():
    site = Site()
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        yield site
    finally:
        operator.close()
        site.close()


@pytest.fixture(scope="module")
def people(site):
    """Ada and Ben share a room; Eve lives elsewhere."""
    ada, ben = live_together(site, "ada", "ben")
    return ada, ben, site.member("eve", "102")


def new_event(site, person, title="Mom’s Birthday", **members):
    when = {"date": "2036-10-15", "time": "19:00", "zone": "Europe/Berlin"}
    answer = site.request("POST", "/v1/events", {"title": title, "when": when, **members}, person["token"])
    assert answer.status == 201, answer.body
    return answer.json["event"]["id"]


@pytest.fixture
def mine(site, people):
    """A private event of Ada."""
    return Lists(site, people[0], new_event(site, people[0]))


@pytest.fixture
def ours(site, people):
    """An event that Ada shares with the room, as she and as Ben see it."""
    ada, ben, _ = people
    def share():
        answer = site.request(
            "POST", "/v1/events", {
                "title": "Room party", "visibility": "room",
                "when": {"date": "2036-10-15", "time": "19:00", "zone": "Europe/Berlin"}}, ada["token"])
        return answer.status == 201 and answer.json["event"]["id"]
    hers = Lists(site, ada, wait_until(share, "events knows the room"))
    his = hers.of(ben)
    wait_until(lambda: his.ask("GET").status == 200, "events knows the roommate")
    return hers, his
