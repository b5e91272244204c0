"""People's events as tests create and read them."""

import datetime

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
    """An event for the room, once events has received its members."""
    wait_until(
        lambda: try_add(site, person, "Probe", visibility="room").status == 201, "events knows the room")
    return add(site, person, title, visibility="room", **members)
