"""Calendar files: ours as others read them, and those of others."""

import datetime

import icalendar
from quad_events import ask

UTC = datetime.timezone.utc


def feed(site, person):
    """The path of a new feed."""
    made = ask(site, person, "POST", "/v1/event-feed")
    assert made.status == 201, made.body
    return made.json["path"]


def fetch(site, path, etag=None, person=None):
    headers = {"If-None-Match": etag} if etag else {}
    return site.request("GET", path, token=person and person["token"], headers=headers)


def parsed(body):
    """The events that icalendar reads, by title."""
    return {str(event["SUMMARY"]): event for event in icalendar.Calendar.from_ical(body).walk("VEVENT")}


def take(site, person, body, type_="text/calendar"):
    """Imports a file."""
    data = body.encode() if isinstance(body, str) else body
    return ask(site, person, "POST", "/v1/events/import", data, {"Content-Type": type_})


def counts(answer):
    assert answer.status == 200, answer.body
    return tuple(answer.json[name] for name in ("added", "updated", "unchanged", "skipped"))


def problems(answer):
    return [(problem["line"], problem["code"]) for problem in answer.json["problems"]]


def calendar(*events, lines=()):
    """A file with these events, each a list of its lines."""
    found = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", *lines]
    for event in events:
        found += ["BEGIN:VEVENT", *event, "END:VEVENT"]
    return "\r\n".join([*found, "END:VCALENDAR", ""])


def one(uid="1@test", title="Dinner", start="DTSTART:20400501T190000Z", *more):
    return [f"UID:{uid}", "DTSTAMP:20260901T120000Z", start, f"SUMMARY:{title}", *more]


def items(site, person, query="?limit=100"):
    """The person's events by title."""
    return {event["title"]: event for event in ask(site, person, "GET", f"/v1/events{query}").json["items"]}
