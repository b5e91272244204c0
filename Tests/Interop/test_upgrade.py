"""A site that an earlier release left (upgrade/<release>.tar.xz) runs with today's programs."""

import functools
import json
import sqlite3
import tarfile
import uuid
from contextlib import closing
from pathlib import Path

import pytest
from quad_events import ahead
from quad_site import wait_until
from quad_upgrade import CHANGED, FOLDER, OldSite, differences, read

ARCHIVES = sorted(FOLDER.glob("*.tar.xz"))


@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.xz"))
def archive(request):
    return request.param


@pytest.fixture(scope="module")
def site(archive):
    site = OldSite(archive)
    try:
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def recorded(archive):
    with tarfile.open(archive) as tar:
        return json.load(tar.extractfile("answers.json"))


def test_there_is_an_archive():
    assert ARCHIVES, f"{FOLDER} holds no site of an earlier release"


def test_what_was_answered_is_answered_still_with_the_sessions_of_then(site, recorded):
    unlike = []
    for name, paths in recorded.items():
        now = {}
        for path in paths:
            read(site, site.old["tokens"][name], path, now)
        unlike += [said for said in differences(paths, now, name) if said.split(": ")[0].split(".", 1)[1] not in CHANGED]
    assert unlike == [], "\n".join(unlike)
    assert sum(answer["status"] == 200 for paths in recorded.values() for answer in paths.values()) > 250


def test_each_file_has_the_steps_of_then_and_todays(site):
    for path in Path(site.data).glob("*/*.sqlite"):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            steps = db.execute("SELECT owner, count(*), max(number) FROM migration GROUP BY owner").fetchall()
            assert {owner for owner, _, _ in steps} == {"store", "program"}
            assert all(count == last for _, count, last in steps)
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_events_get_the_look_that_they_were_shown_with(site):
    path = next(Path(site.data).glob("*/events.sqlite"))

    def stored():
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT id, title, drawing, color FROM event").fetchall()

    wait_until(lambda: all(drawing and color for _, _, drawing, color in stored()), "every event has a look")
    assert len(stored()) > 3 and len({drawing for _, _, drawing, _ in stored()}) > 1
    # The color that clients of then made of the id.
    colors = ("indigo", "teal", "purple", "orange", "green", "blue")
    for id_, title, _, color in stored():
        total = functools.reduce(lambda sum_, sign: (sum_ * 31 + ord(sign)) % 65_521, str(uuid.UUID(bytes=id_)), 7)
        assert color == colors[total % 6], title
    shown = site.request("GET", "/v1/events?limit=100", token=site.old["tokens"]["ada"]).json["items"]
    looks = {str(uuid.UUID(bytes=id_)): (drawing, color) for id_, _, drawing, color in stored()}
    assert shown and all((event["drawing"], event["color"]) == looks[event["id"]] for event in shown)


def test_every_program_takes_writes_and_keeps_them(site):
    old = site.old["tokens"]["ada"]
    ada = site.sign_in("ada", site.old["password"])
    magnus = site.old["tokens"]["magnus"]
    writes = (
        (ada, "/v1/tasks", {"title": "Air the room"}),
        (ada, "/v1/messages", {"text": "New programs, old board"}),
        (ada, "/v1/events", {"title": "Rehearsal", "when": ahead(30), "leads": [60]}),
        (ada, "/v1/tokens", {"name": "Door", "scopes": ["room:read"]}),
        (ada, "/v1/channels/webhook", {"name": "Second", "url": "https://second.hilltop.example/quad"}),
        (magnus, "/v1/courses", {"name": "Rhetoric", "code": "PHIL 220", "term": "Fall"}),
    )
    before = counts(site, old)
    for token, path, body in writes:
        answer = site.request("POST", path, body, token)
        assert answer.status in (200, 201), (path, answer.status, answer.body)
    wait_until(lambda: counts(site, old)["planned"] > before["planned"], "the new event's reminder is planned")
    site.restart()
    for token in (old, ada):
        titles = [task["title"] for task in site.request("GET", "/v1/tasks", token=token).json["items"]]
        assert "Air the room" in titles and "Return the drill" in titles
    assert "Rhetoric" in site.request("GET", "/v1/courses", token=magnus).body.decode()
    assert "Rehearsal" in site.request("GET", "/v1/events?limit=100", token=ada).body.decode()
    assert "New programs, old board" in site.request("GET", "/v1/messages", token=ada).body.decode()
    channels = site.request("GET", "/v1/channels", token=ada).body.decode()
    assert "Second" in channels and "Bridge" in channels


def counts(site, token):
    return site.request("GET", "/v1/alerts/counts", token=token).json


def test_years_later_people_sign_in_and_find_their_rooms(archive):
    site = OldSite(archive, is_still=False)
    try:
        ada = site.sign_in("ada", site.old["password"])
        tasks = site.request("GET", "/v1/tasks?limit=100", token=ada).json["items"]
        assert "Return the drill" in [task["title"] for task in tasks]
        assert site.request("POST", "/v1/tasks", {"title": "Begin again"}, ada).status == 201
    finally:
        site.close()
