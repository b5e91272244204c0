"""Check-ins as instructors open them and students press."""

import math

from quad_events import ask

EARTH = 6_371_008.8
SPOT = {"name": "Aula 9", "latitude": 48.137154, "longitude": 11.576124}


def start(site, instructor, course, mode="place", **members):
    if mode in ("place", "place_and_code"):
        members.setdefault("spot", SPOT)
    return ask(site, instructor, "POST", f"/v1/courses/{course['id']}/checkins", {"mode": mode, **members})


def opened(site, instructor, course, mode="place", **members):
    answer = start(site, instructor, course, mode, **members)
    assert answer.status == 201, answer.body
    return answer.json


def fix(meters=5.0, accuracy=10, age=1000, east=0.0):
    """A position so many meters north of the spot."""
    return {
        "latitude": SPOT["latitude"] + math.degrees(meters / EARTH), "longitude": SPOT["longitude"] + east,
        "accuracy": accuracy, "ageMs": age,
    }


def press(site, person, checkin, **proof):
    return ask(site, person, "POST", f"/v1/checkins/{checkin['id']}/records", proof)


def verdict(site, person, checkin, **proof):
    return ask(site, person, "POST", f"/v1/checkins/{checkin['id']}/verdict", proof)


def code(site, instructor, checkin):
    answer = ask(site, instructor, "GET", f"/v1/checkins/{checkin['id']}/code")
    assert answer.status == 200, answer.body
    return answer.json["code"]


def scan(site, checkin, its_code):
    return site.request("POST", f"/v1/checkins/{checkin['id']}/ticket", {"code": its_code})


def close(site, instructor, checkin):
    return ask(site, instructor, "POST", f"/v1/checkins/{checkin['id']}/close")


def seen(site, person, checkin):
    return ask(site, person, "GET", f"/v1/checkins/{checkin['id']}")


def register(site, instructor, checkin):
    """Its rows, by person."""
    rows, cursor = {}, ""
    while True:
        answer = ask(site, instructor, "GET", f"/v1/checkins/{checkin['id']}/register?limit=100{cursor}")
        assert answer.status == 200, answer.body
        for row in answer.json["items"]:
            assert row["person"] not in rows, "a student is listed once"
            rows[row["person"]] = row
        if not answer.json.get("next"):
            return rows
        cursor = f"&cursor={answer.json['next']}"
