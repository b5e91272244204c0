"""Backups of a site and what tests compare after a restore: stores, tables, and tasks written meanwhile."""

import hashlib
import json
import os
import re
import sqlite3
import stat
import struct
import subprocess
import threading
import time
import uuid
from base64 import urlsafe_b64encode
from contextlib import closing, contextmanager

from quad_catalogue import STORES
from quad_site import BIN, Site

PASSPHRASE = "four words on a card\n"


def quadctl(site, *words, timeout=60):
    return subprocess.run(
        [f"{BIN}/quadctl", *words], env=site.environment, capture_output=True, text=True, timeout=timeout)


def back_up(site, *words):
    path = os.path.join(site.folder, "site.quad")
    if "--plain" not in words:
        secret = os.path.join(site.folder, "passphrase")
        with open(secret, "w") as file:
            file.write(PASSPHRASE)
        words += ("--passphrase-file", secret)
    ended = quadctl(site, "backup", path, *words)
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
    return quadctl(into, "restore", path, "--data", into.data, *words)


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
    """Adds tasks, each until it is acknowledged, and remembers them and how many requests were refused."""

    def __init__(self, site, token, name):
        super().__init__(daemon=True)
        self.site, self.token, self.title = site, token, name
        self.acknowledged, self.refused, self.slowest, self.ended = {}, 0, 0.0, threading.Event()

    def run(self):
        key = None
        while not self.ended.is_set() or key:
            began = time.monotonic()
            title = f"{self.title} {len(self.acknowledged)}"
            key = key or str(uuid.uuid4())
            headers = {"Idempotency-Key": key}
            answer = self.site.request("POST", "/v1/tasks", {"title": title}, self.token, headers)
            self.slowest = max(self.slowest, time.monotonic() - began)
            if answer.status == 201:
                self.acknowledged[answer.json["task"]["id"]] = title
                key = None
            else:
                self.refused += 1
                time.sleep(0.05)  # poll

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


def write_archive(path, stores, pictures=None, listed=None):
    """A plain archive, written from Services/quadctl/README.md alone: of format 1 without pictures, of format 2 with
    them (content by name), of format 3 with a list of them (size by name)."""

    def frame(kind, body):
        return struct.pack(">I", len(body) + 1) + kind + body

    def text(value):
        return json.dumps(value).encode()

    archive = b"QUADBACK" + struct.pack(">BBH", 3 if listed is not None else 1 if pictures is None else 2, 0, 0)
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
    for name, data in (pictures or {}).items():
        archive += frame(b"P", text({"name": name, "size": len(data)}))
        for start in range(0, len(data), 500_000):
            archive += frame(b"D", data[start : start + 500_000])
    for name, size in (listed or {}).items():
        archive += frame(b"P", text({"name": name, "size": size}))
    archive += frame(b"E", hashlib.blake2b(archive, digest_size=32).digest())
    if listed is not None:
        names = sorted(bytes.fromhex(name) for name, size in listed.items() if size and re.fullmatch("[0-9a-f]{64}", name))
        end = b"".join(names) + struct.pack(">I", len(names))
        archive += end + hashlib.blake2b(end, digest_size=32).digest()
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
