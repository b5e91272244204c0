"""The restore drill: a backup taken under load brings back every acknowledged change in an empty folder with new keys."""

import hashlib
import json
import os
import shutil
import signal
import sqlite3
import stat
import struct
import subprocess
import threading
import time
from base64 import urlsafe_b64encode
from contextlib import closing, contextmanager

import pytest
from quad_bus import BusClient, Fault
from quad_catalogue import PROGRAMS, STORES
from quad_site import BIN, PASSWORD, Site, wait_until

# They read and replace the whole folder of a site.
pytestmark = pytest.mark.own_site

PASSPHRASE = "four words on a card\n"


def quad(site, *words, timeout=60):
    return subprocess.run(
        [f"{BIN}/quad", *words], env=site.environment, capture_output=True, text=True, timeout=timeout)


def back_up(site, *words):
    path = os.path.join(site.folder, "site.quad")
    if "--plain" not in words:
        secret = os.path.join(site.folder, "passphrase")
        with open(secret, "w") as file:
            file.write(PASSPHRASE)
        words += ("--passphrase-file", secret)
    ended = quad(site, "backup", path, *words)
    assert ended.returncode == 0, ended.stderr
    named = ended.stdout.removeprefix("backed up ").split(":")[0]
    assert sorted(named.split(", ")) == sorted(STORES)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600 and not os.path.exists(path + ".part")
    return path


@contextmanager
def empty_site():
    """A site with keys of its own, whose programs do not run yet."""
    site = Site(programs=())
    try:
        yield site
    finally:
        site.close()


def restore(into, path, *words, passphrase=None):
    if passphrase:
        words += ("--passphrase-file", passphrase)
    return quad(into, "restore", path, "--data", into.data, *words)


def start(site, programs=PROGRAMS):
    for program in programs:
        site.start(program)
    if "gateway" in programs:
        wait_until(site.is_ready, "the restored site is ready")


def stop(site):
    for program in reversed(PROGRAMS):
        assert site.stop(program) == 0


def store(site, program):
    return os.path.join(site.data, program, program + ".sqlite")


def digests(path):
    """Each table's rows as one hash, whatever order they lie in."""
    with closing(sqlite3.connect(path)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            name: hashlib.sha256(repr(sorted(map(repr, database.execute(f'SELECT * FROM "{name}"')))).encode()).hexdigest()
            for name in names
        }


def rows(path, sql):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


def tasks(site, token):
    found, after = {}, ""
    while after is not None:
        page = site.request("GET", f"/v1/tasks?limit=100{after}", token=token).json
        found.update({task["id"]: task["title"] for task in page["items"]})
        after = "&cursor=" + page["next"] if page.get("next") else None
    return found


class Writer(threading.Thread):
    """Adds tasks and remembers which were acknowledged."""

    def __init__(self, site, token, name):
        super().__init__(daemon=True)
        self.site, self.token, self.title = site, token, name
        self.acknowledged, self.slowest, self.ended = {}, 0.0, threading.Event()

    def run(self):
        while not self.ended.is_set():
            began = time.monotonic()
            title = f"{self.title} {len(self.acknowledged)}"
            answer = self.site.request("POST", "/v1/tasks", {"title": title}, self.token)
            if answer.status == 201:
                self.acknowledged[answer.json["task"]["id"]] = title
            self.slowest = max(self.slowest, time.monotonic() - began)

    def end(self):
        self.ended.set()
        self.join(15)


@contextmanager
def writing(site, people):
    writers = [Writer(site, person["token"], f"by {index}") for index, person in enumerate(people)]
    for writer in writers:
        writer.start()
    try:
        yield writers
    finally:
        for writer in writers:
            writer.end()


def test_what_was_acknowledged_before_a_backup_is_in_it(site, operator):
    people = [site.member(name, number) for name, number in (("ada", "101"), ("ben", "102"), ("eve", "103"))]
    assert site.request("POST", "/v1/messages", {"text": "Rinse the pan."}, people[0]["token"]).status == 201
    stream = site.open_stream(people[0]["token"])
    site.request("POST", "/v1/tasks", {"title": "the last thing heard"}, people[0]["token"])
    heard = stream.next()[0]
    stream.close()
    with writing(site, people) as writers:
        wait_until(lambda: all(len(writer.acknowledged) >= 20 for writer in writers), "tasks are written")
        before = [dict(writer.acknowledged) for writer in writers]
        path = back_up(site)
        during = [len(writer.acknowledged) for writer in writers]
    assert all(now > len(old) for now, old in zip(during, before)), "writes went on meanwhile"
    epochs = {program: operator.call("$srv.info", {}, program=program)["epoch"] for program in STORES}
    secret = os.path.join(site.folder, "passphrase")

    with empty_site() as restored:
        ended = restore(restored, path, passphrase=secret)
        assert ended.returncode == 0, ended.stderr
        for program in STORES:
            assert stat.S_IMODE(os.stat(store(restored, program)).st_mode) == 0o600
            assert stat.S_IMODE(os.stat(os.path.dirname(store(restored, program))).st_mode) == 0o700
            assert rows(store(restored, program), "PRAGMA integrity_check") == [("ok",)]
        start(restored)
        for person, old, writer in zip(people, before, writers):
            found = tasks(restored, person["token"])
            assert old.items() <= found.items(), "acknowledged before the backup, and still signed in"
            known = {**writer.acknowledged}
            assert all(title in ("the last thing heard", known.get(task)) for task, title in found.items())
        for name in ("ada", "ben", "eve"):
            credentials = {"email": f"{name}@hilltop.example", "password": PASSWORD}
            assert restored.request("POST", "/v1/signin", credentials).status == 200
        messages = restored.request("GET", "/v1/messages", token=people[0]["token"]).json["items"]
        assert [message["text"] for message in messages] == ["Rinse the pan."]
        check_new_epochs(restored, epochs, people[0]["token"], heard)


def check_new_epochs(restored, epochs, token, heard):
    """Whoever followed the old streams starts over, and what happens from now on is heard as ever."""
    operator = BusClient(restored.keys, restored.run, "operator")
    try:
        for program in STORES:
            assert operator.call("$srv.info", {}, program=program)["epoch"] != epochs[program]
            assert not os.path.exists(os.path.join(restored.data, program, "restored"))
        wait_until(lambda: "fetching a snapshot of auth" in restored.log("roomhub"), "roomhub starts over")
        stream = restored.open_stream(token, heard)
        assert stream.next()[1] == "reset"
        stream.close()
        head = operator.call("$srv.stats", {}, program="auth")["head"]
        zoe = restored.sign_up("zoe", {"dorm": "forbes", "number": "104"})
        wait_until(
            lambda: restored.request("GET", "/v1/room", token=zoe["token"]).status == 200, "the sign-up is heard")
        assert operator.call("$srv.stats", {}, program="auth")["head"] == head + 1, "no number is used twice"
        assert rows(store(restored, "roomhub"), "SELECT count(*) FROM dead_letter") == [(0,)]
        restored.stop("auth")
        restored.start("auth")
        wait_until(restored.is_ready, "ready again")
        assert restored.log("auth").count("restored from a backup") == 1, "the epoch is new once"
    finally:
        operator.close()


def test_a_backup_of_a_quiet_site_is_the_site(site):
    ada = site.member("ada")
    for number in range(30):
        assert site.request("POST", "/v1/tasks", {"title": f"task {number}"}, ada["token"]).status == 201
    path = back_up(site, "--plain")
    stop(site)
    with empty_site() as restored:
        assert restore(restored, path).returncode == 0
        for program in STORES:
            found, there = digests(store(restored, program)), digests(store(site, program))
            # How far a program has read what is nothing to it is noted a moment later.
            del found["cursor"], there["cursor"]
            assert len(found) > 5 and found == there, program


def test_a_restore_changes_nothing_while_a_program_runs_or_data_is_there(site):
    ada = site.member("ada")
    path = back_up(site, "--plain")
    late = site.request("POST", "/v1/tasks", {"title": "after the backup"}, ada["token"]).json["task"]["id"]
    for words in ((), ("--replace",)):
        ended = restore(site, path, *words)
        assert ended.returncode == 1 and f"{min(STORES)} runs on this data: stop it first" in ended.stderr
    for program in {*STORES} - {"roomhub"}:
        site.stop(program)
    assert "roomhub runs on this data" in restore(site, path, "--replace").stderr
    assert sorted(os.listdir(site.data)) == sorted([*PROGRAMS, "test-site"])
    site.stop("roomhub")
    ended = restore(site, path)
    assert ended.returncode == 1 and "--replace moves them aside" in ended.stderr

    # A log that an unclean stop left belongs to the old store, not to the new one.
    shutil.copy(store(site, "roomhub"), store(site, "roomhub") + "-wal")
    ended = restore(site, path, "--replace")
    assert ended.returncode == 0, ended.stderr
    (aside,) = [name for name in os.listdir(site.data) if name.startswith("replaced-")]
    old = os.path.join(site.data, aside, "roomhub")
    assert sorted(os.listdir(old)) == ["roomhub.sqlite", "roomhub.sqlite-shm", "roomhub.sqlite-wal"]
    os.unlink(os.path.join(old, "roomhub.sqlite-wal"))
    assert rows(os.path.join(old, "roomhub.sqlite"), "SELECT title FROM task") == [("after the backup",)]
    start(site, STORES)
    wait_until(site.is_ready, "ready")
    assert late not in tasks(site, ada["token"])


def test_a_damaged_backup_or_a_wrong_passphrase_leaves_the_folder_as_it_is(site):
    site.member("ada")
    path = back_up(site)
    secret = os.path.join(site.folder, "passphrase")
    other = os.path.join(site.folder, "other")
    with open(other, "w") as file:
        file.write("another passphrase\n")
    with open(path, "rb") as file:
        whole = file.read()
    changed = bytearray(whole)
    changed[-100_000] ^= 1
    damaged = os.path.join(site.folder, "damaged.quad")
    with empty_site() as fresh:
        for content, words, problem in (
            (whole, ("--passphrase-file", other), "wrong passphrase"),
            (whole, (), "--passphrase-file is needed"),
            (changed, ("--passphrase-file", secret), "damaged"),
            (whole[: len(whole) // 2], ("--passphrase-file", secret), "truncated"),
            (whole[:8] + b"\x02" + whole[9:], ("--passphrase-file", secret), "use a newer quad"),
        ):
            with open(damaged, "wb") as file:
                file.write(content)
            ended = quad(fresh, "restore", damaged, "--data", fresh.data, *words)
            assert ended.returncode == 1 and problem in ended.stderr, ended.stderr
            assert os.listdir(fresh.data) == ["test-site"], ended.stderr
            assert quad(fresh, "backup", "--verify", damaged, *words).returncode == 1
        assert quad(fresh, "backup", "--verify", path, "--passphrase-file", secret).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_data_are_not_restored_for_another_user(site):
    path = back_up(site, "--plain")
    with empty_site() as other:
        os.chown(other.data, 65534, -1)
        ended = restore(other, path)
        assert ended.returncode == 1 and "belongs to user 65534" in ended.stderr
        assert os.listdir(other.data) == ["test-site"]


def test_a_restore_that_fails_half_way_says_so_and_can_be_repeated(site):
    ada = site.member("ada")
    path = back_up(site, "--plain")
    stop(site)
    # The mark of a restored store cannot be written where a folder of its name is.
    obstacle = os.path.join(site.data, "roomhub", "restored")
    os.mkdir(obstacle)
    ended = restore(site, path, "--replace")
    assert ended.returncode == 1
    in_place, missing = ended.stderr.split("in place: ")[1].split("; missing: ")
    assert "auth" in in_place and missing.startswith("roomhub") and "run the same command again" in missing
    for program in STORES:
        site.start(program)
        assert site.processes.pop(program).wait(10) == 78
        assert "a restore that was broken off" in site.log(program)
    os.rmdir(obstacle)
    assert restore(site, path).returncode == 1, "what is in place is data like any"
    assert restore(site, path, "--replace").returncode == 0
    assert len([name for name in os.listdir(site.data) if name.startswith("replaced-")]) == 2
    start(site)
    assert tasks(site, ada["token"]) == {}


def test_only_the_operator_gets_a_copy_and_no_program_is_left_out_by_accident(site, operator):
    for key in ("gateway", "seed", "auth"):
        client = BusClient(site.keys, site.run, key)
        try:
            for subject in ("$srv.backup.begin", "$srv.backup.read", "$srv.backup.end"):
                with pytest.raises(Fault) as refused:
                    client.call(subject, {"id": "x", "offset": 0, "length": 1}, program="roomhub")
                assert refused.value.code == "not_allowed"
        finally:
            client.close()
    copy = operator.call("$srv.backup.begin", {}, program="roomhub", remaining_ms=10_000)
    path = os.path.join(site.folder, "b.quad")
    busy = quad(site, "backup", path, "--plain")
    assert busy.returncode == 1 and "roomhub is being backed up" in busy.stderr
    operator.call("$srv.backup.end", {"id": copy["id"]}, program="roomhub")
    site.stop("auth")
    missing = quad(site, "backup", path, "--plain")
    assert missing.returncode == 1 and "--without auth" in missing.stderr
    assert not os.path.exists(path) and not os.path.exists(path + ".part")
    assert quad(site, "backup", path, "--plain", "--without", "auth").returncode == 0
    assert quad(site, "backup", path).returncode == 64, "neither sealed nor --plain"


def write_archive(path, stores):
    """A plain archive, written from Services/quad/README.md alone."""

    def frame(kind, body):
        return struct.pack(">I", len(body) + 1) + kind + body

    def text(value):
        return json.dumps(value).encode()

    archive = b"QUADBACK" + struct.pack(">BBH", 1, 0, 0)
    site = {"quad": "0.0.1", "made": "2026-09-01T12:00:00.000Z", "programs": list(stores)}
    archive += frame(b"S", text(site))
    for program, data in stores.items():
        digest = hashlib.blake2b(data, digest_size=32).digest()
        about = {
            "program": program, "size": len(data), "hash": urlsafe_b64encode(digest).decode().rstrip("="), "steps": 1,
            "epoch": "018f3a2b-4c5d-4e6f-8091-a2b3c4d5e6f7", "head": 0,
        }
        archive += frame(b"F", text(about))
        for start in range(0, len(data), 500_000):
            archive += frame(b"D", data[start : start + 500_000])
    archive += frame(b"E", hashlib.blake2b(archive, digest_size=32).digest())
    with open(path, "wb") as file:
        file.write(archive)


def first_version(program, site, path):
    """A store as the first version of the program made it: step 1 of its schema alone."""
    steps = rows(store(site, program), "SELECT owner, number, name, sql FROM migration WHERE number = 1")
    assert len(steps) == 2
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(
            "CREATE TABLE migration(owner TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,"
            " sql TEXT NOT NULL, PRIMARY KEY (owner, number)) STRICT, WITHOUT ROWID")
        for step in sorted(steps, reverse=True):
            database.executescript(step[3])
            database.execute("INSERT INTO migration VALUES (?, ?, ?, ?)", step)
        database.execute("INSERT INTO stream VALUES (?, ?, 1)", (program, os.urandom(16)))
        if program == "roomhub":
            database.execute("INSERT INTO dorm(id, name, room_capacity) VALUES ('olden', 'Olden Hall', 3)")
    with open(path, "rb") as file:
        return file.read()


def test_a_backup_of_the_first_schema_is_upgraded(site):
    site.sign_up("ada")
    path = os.path.join(site.folder, "old.quad")
    write_archive(
        path, {name: first_version(name, site, os.path.join(site.folder, name + ".old")) for name in STORES})
    steps = "SELECT owner, number, sql FROM migration ORDER BY owner, number"
    with empty_site() as restored:
        ended = restore(restored, path)
        assert ended.returncode == 0, ended.stderr
        start(restored)
        for program in STORES:
            assert rows(store(restored, program), steps) == rows(store(site, program), steps)
        zoe = restored.sign_up("zoe")
        dorms = restored.request("GET", "/v1/dorms", token=zoe["token"]).json["items"]
        assert [dorm["name"] for dorm in dorms] == ["Olden Hall"]


@pytest.mark.skipif(not os.environ.get("QUAD_TEST_ALL"), reason="a long measurement: QUAD_TEST_ALL=1")
def test_two_hundred_megabytes_go_there_and_back_in_time(site, capsys):
    ada = site.member("ada")
    site.stop("roomhub", signal.SIGTERM)
    with closing(sqlite3.connect(store(site, "roomhub"))) as database:
        forever = 1 << 52
        for _ in range(200):
            database.executemany(
                "INSERT INTO idem VALUES (?, ?, ?, ?)",
                [(os.urandom(32), os.urandom(32), os.urandom(900), forever) for _ in range(1000)])
            database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    megabytes = os.stat(store(site, "roomhub")).st_size / 1e6
    site.start("roomhub")
    wait_until(site.is_ready, "ready", 60)
    with writing(site, [ada]) as (writer,):
        wait_until(lambda: writer.acknowledged, "a task is written")
        writer.slowest = 0.0
        began = time.monotonic()
        path = back_up(site)
        backup = time.monotonic() - began
    with empty_site() as restored:
        began = time.monotonic()
        assert restore(restored, path, passphrase=os.path.join(site.folder, "passphrase")).returncode == 0
        took = time.monotonic() - began
        start(restored)
        assert len(tasks(restored, ada["token"])) > 0
    with capsys.disabled():
        print(
            f"\nbackup {megabytes:.0f} MB: {backup:.1f} s, {megabytes / backup:.0f} MB/s; restore {took:.1f} s, "
            f"{megabytes / took:.0f} MB/s; slowest write meanwhile {writer.slowest * 1000:.0f} ms")
    # 1 GB within a minute each way.
    assert megabytes / backup > 17 and megabytes / took > 17
