"""SEC6: 200 messages by known people; then nothing on the disk joins a message to a person, and no time is finer
than the hour. The same look finds a link that was planted, so it would find a real one."""

import json
import os
import shutil
import sqlite3
import subprocess
import uuid

import pytest
import sqlite_pages
from quad_bus import BusClient
from quad_rooms import live_together
from quad_scoreboard import Row
from quad_site import BIN, Site, raw, token_hash, wait_until
from quad_stores import database

PEOPLE, EACH = 20, 5
HOUR = 3_600_000
# The other rows of a message: its event, the alert it raises, and what becomes of that for each member.
TRACES = (b"roomhub.message.posted", b"board.message", b"notifier.notice.raised")


def is_time(value):
    """True if the number may be Unix milliseconds of these years."""
    return isinstance(value, int) and 1_500_000_000_000 < value < 4_000_000_000_000


def spellings(id_):
    """An id as bytes, as text with and without dashes."""
    bare = id_.replace("-", "")
    return [raw(id_), bare.encode(), id_.encode()]


class Known:
    """The facts that the test knows and the disk must not join."""

    def __init__(self):
        self.people, self.messages, self.keys = {}, {}, []

    def add_person(self, person):
        token = person["token"]
        self.people[person["person"]] = [
            *spellings(person["person"]), *spellings(person["session"]), token.encode(), token_hash(token),
            token_hash(token).hex().encode()]

    def add_message(self, message):
        self.messages[message["id"]] = [*spellings(message["id"]), message["text"].encode()]

    @property
    def of_a_person(self):
        keys = [spelling for key in self.keys for spelling in spellings(key)]
        return [mark for marks in self.people.values() for mark in marks] + keys + [b"127.0.0.1"]

    @property
    def of_a_message(self):
        return [mark for marks in self.messages.values() for mark in marks]


class Marks:
    """Finds any of many byte strings: by their first eight bytes, as a text holds far fewer of those than marks."""

    WIDTH = 8

    def __init__(self, marks):
        self.by_start = {}
        for mark in marks:
            self.by_start.setdefault(mark[: self.WIDTH], []).append(mark)

    def search(self, text):
        starts = {text[at : at + self.WIDTH] for at in range(len(text) - self.WIDTH + 1)} & self.by_start.keys()
        return next((mark for start in starts for mark in self.by_start[start] if mark in text), None)


def files(folder):
    return [os.path.join(at, name) for at, _, names in os.walk(folder) for name in sorted(names)]


def links(folder, known):
    """Records and log lines that join a message to a person, or hold a time finer than the hour beside one."""
    message, person = Marks(known.of_a_message), Marks(known.of_a_person)
    found, seen = [], 0
    for path in files(folder):
        name = os.path.relpath(path, folder)
        if path.endswith((".sqlite", ".sqlite-wal", ".copy")):
            for record in sqlite_pages.records(path):
                text = b"\0".join(value for value in record if isinstance(value, bytes))
                if not message.search(text) and not any(trace in text for trace in TRACES):
                    continue
                seen += 1
                fine = [value for value in record if is_time(value) and value % HOUR]
                if fine:
                    found.append((name, "time", fine))
                if message.search(text) and (mark := person.search(text)):
                    found.append((name, "person", mark))
        else:
            with open(path, "rb") as file:
                for line in file.read().split(b"\n"):
                    if message.search(line):
                        found.append((name, "line", line))
    assert seen > 0, "nothing was looked at"
    return found


def is_in_a_file(folder, marks):
    found = []
    for path in files(folder):
        with open(path, "rb") as file:
            data = file.read()
        found += [(os.path.relpath(path, folder), mark) for mark in marks if mark in data]
    return found


@pytest.fixture(scope="module")
def posted():
    """A site on which 40 people in two rooms have posted five messages each, and read them."""
    site, known = Site(), Known()
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": PEOPLE})
        rooms = [
            live_together(site, *[f"{side}{number}" for number in range(PEOPLE)], number=side)
            for side in ("101", "102")]
        for person in rooms[0] + rooms[1]:
            known.add_person(person)
        for turn in range(EACH):
            for index, person in enumerate(rooms[0] + rooms[1]):
                # Writers do other things as well, and some send no key of their own.
                if index % 5 == turn:
                    site.request("POST", "/v1/tasks", {"title": f"Task {index}"}, person["token"])
                headers = {}
                if index % 2:
                    known.keys.append(str(uuid.uuid4()))
                    headers["Idempotency-Key"] = known.keys[-1]
                text = f"canary-{uuid.uuid4()} {turn}"
                answer = site.request("POST", "/v1/messages", {"text": text}, person["token"], headers)
                assert answer.status == 201, answer.body
                known.add_message(answer.json)
                if index % 4 == turn:
                    site.request("GET", f"/v1/messages/{answer.json['id']}", token=person["token"])
                    site.request(
                        "POST", "/v1/board/read", {"hour": answer.json["hour"], "seen": 100}, person["token"])
        assert len(known.messages) == 2 * PEOPLE * EACH
        wait_until(lambda: len(notices(site)) == len(known.messages) * PEOPLE, "everybody is told of every message", 60)
        yield site, known, rooms
    finally:
        operator.close()
        site.close()


def notices(site):
    """The notices about messages: recipient, time and object."""
    with database(site, "notifier") as db:
        return db.execute("SELECT person, at, object, id, alert, body FROM notice WHERE kind = 'raised'").fetchall()


def quadctl(site, *words):
    subprocess.run([f"{BIN}/quadctl", *words], env=site.environment, check=True, capture_output=True, timeout=60)


def disk(site, target):
    """A copy of all that is on the disk, taken while the programs run, with a backup of each database beside it, and
    what `quadctl backup` took of the whole site. Keys are not data of the site."""
    shutil.copytree(site.folder, target, ignore=shutil.ignore_patterns("run", "keys"))
    for path in files(site.data):
        if path.endswith(".sqlite"):
            source = sqlite3.connect(path)
            backup = sqlite3.connect(os.path.join(target, os.path.basename(path) + ".copy"))
            source.backup(backup)
            source.close()
            backup.close()
    archive = os.path.join(target, "site.quad")
    quadctl(site, "backup", archive, "--plain")
    quadctl(site, "restore", archive, "--data", os.path.join(target, "restored"))
    os.remove(archive)  # the databases in it have just been laid beside
    return target


def test_nothing_on_the_disk_joins_a_message_to_its_writer(posted, tmp_path):
    site, known, _ = posted
    folder = disk(site, str(tmp_path / "disk"))
    names = [os.path.basename(path) for path in files(folder)]
    assert {"roomhub.sqlite", "roomhub.sqlite-wal", "roomhub.sqlite.copy", "roomhub.log", "gateway.log"} <= set(names)
    assert names.count("roomhub.sqlite") == 2, "the one in the backup too"
    with Row("SEC6", "0 links from a message to its writer on the disk") as row:
        found = links(folder, known)
        row.value = f"{len(found)} of {len(known.messages)} messages and {len(known.people)} people"
        assert found == []
    secrets = [mark for key in known.keys for mark in spellings(key)]
    secrets += [marks[6] for marks in known.people.values()]
    assert is_in_a_file(folder, secrets) == [], "keys and tokens are nowhere"


def test_the_events_of_all_writers_are_alike(posted):
    site, known, rooms = posted
    with database(site) as db:
        rows = db.execute(
            "SELECT id, at, flags, trace, audience, body FROM outbox WHERE type = 'roomhub.message.posted'").fetchall()
        idem = db.execute("SELECT scope, reply, expires_at FROM idem WHERE reply LIKE '%canary%'").fetchall()
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {row[1] for row in db.execute("PRAGMA table_info(message)")}
    assert len(rows) == len(known.messages)
    assert len({row[1:] for row in rows}) <= 2 * len({row[1] for row in rows}), "one form for each room and hour"
    for id_, at, flags, trace, audience, body in rows:
        assert id_[6] >> 4 == 4 and at % HOUR == 0 and (flags, trace, body) == (0, b"", b"{}")
        members = [room for room in rooms if all(raw(person["person"]) in audience for person in room)]
        assert len(members) == 1, "every member, the writer too"
    assert all(expires % HOUR == 0 for _, _, expires in idem)
    assert columns == {"room", "hour", "id", "text"}
    assert "sqlite_stat1" not in tables


def test_the_alerts_of_all_writers_are_alike(posted):
    site, known, rooms = posted
    with database(site) as db:
        rows = db.execute(
            "SELECT id, at, flags, trace, body FROM outbox WHERE type = 'alert.raised'").fetchall()
    assert len(rows) == len(known.messages)
    objects, told = set(), set()
    for id_, at, flags, trace, body in rows:
        assert id_[6] >> 4 == 4 and at % HOUR == 0 and (flags, trace) == (0, b"")
        raised = json.loads(body)
        objects.add(raised.pop("object"))
        told.add(json.dumps(raised))
    assert len(objects) == len(rows) and not objects & set(known.messages)
    people = [{person["person"] for person in room} for room in rooms]
    assert len(told) == 2 and all(set(json.loads(one)["people"]) in people for one in told), "one form a room"
    kept = notices(site)
    for person, at, object_, id_, alert, body in kept:
        assert at % HOUR == 0 and alert is None and id_[6] >> 4 == 4, "no time, nothing planned"
        assert json.loads(body) == {"because": [], "text": {"key": "board.message", "values": []}}
    assert {object_ for _, _, object_, _, _, _ in kept} == {raw(object_) for object_ in objects}
    each = [sum(row[0] == raw(person["person"]) for row in kept) for room in rooms for person in room]
    assert each == [PEOPLE * EACH] * len(each), "everybody is told of all of their room, the writers too"


def test_the_order_shown_is_not_the_order_written(posted):
    site, known, rooms = posted
    found, cursor = [], ""
    while cursor is not None:
        answer = site.request("GET", f"/v1/messages?limit=100{cursor}", token=rooms[0][0]["token"]).json
        found += answer["items"]
        cursor = f"&cursor={answer['next']}" if "next" in answer else None
    written = [id_ for id_ in known.messages if id_ in {item["id"] for item in found}]
    assert len(written) == PEOPLE * EACH
    shown = [item["id"] for item in found]
    assert shown != written and shown != written[::-1]
    for hour in {item["hour"] for item in found}:
        ids = [item["id"] for item in found if item["hour"] == hour]
        assert ids == sorted(ids)


def test_a_planted_link_is_found(posted, tmp_path):
    """The control: whatever form a link takes, in a row, in a row deleted again, or in a log."""
    site, known, rooms = posted
    message, person = next(iter(known.messages)), rooms[0][0]["person"]

    def planted(*row, then=None, copy=None, program="roomhub"):
        folder = str(tmp_path / uuid.uuid4().hex)
        if copy:
            shutil.copytree(copy, folder)
        os.makedirs(folder, exist_ok=True)
        db = sqlite3.connect(os.path.join(folder, program + ".sqlite"), isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("CREATE TABLE planted(a, b)")
        db.execute("INSERT INTO planted VALUES (?, ?)", row)
        if then:
            db.execute(then)
        found = [kind for _, kind, _ in links(folder, known)]
        db.close()
        return found

    for form in known.people[person]:
        assert planted(raw(message), form) == ["person"], form
        reply = json.dumps({"id": message, "text": "x"}).encode() + form
        assert planted(b"scope", reply) == ["person"], form
    assert planted(known.messages[message][3].decode(), b"from 127.0.0.1") == ["person"]
    assert planted(message, known.keys[0]) == ["person"]
    assert planted(raw(message), 1_790_000_000_001) == ["time"]
    assert "person" in planted(raw(message), raw(person), then="DELETE FROM planted"), "it is still in the log"
    folder = disk(site, str(tmp_path / "disk"))
    real = os.path.join(folder, "data", "roomhub")
    assert "person" in planted(raw(message), person, copy=real)
    event = "UPDATE outbox SET at = at + 1 WHERE type = 'roomhub.message.posted'"
    assert "time" in planted(b"", b"", then=event, copy=real)
    assert "time" in planted(b"", b"", then=event.replace("roomhub.message.posted", "alert.raised"), copy=real)
    kept = os.path.join(folder, "data", "notifier")
    assert planted(b"", b"", copy=kept, program="notifier") == []
    for change in ("UPDATE notice SET at = at + 1 WHERE kind = 'raised'",
                   "UPDATE outbox SET at = at + 1 WHERE type = 'notifier.notice.raised'"):
        assert "time" in planted(b"", b"", then=change, copy=kept, program="notifier"), change
    with open(os.path.join(folder, "roomhub.log"), "a") as log:
        log.write(json.dumps({"message": f"posted {message}"}) + "\n")
    assert any(kind == "line" for _, kind, _ in links(folder, known))
