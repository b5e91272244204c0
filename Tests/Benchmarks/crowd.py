"""Many people of a site, put into the stopped programs' files by SQL, because sign-ups would take hours of password
hashing; and the rows in which many different people ask.
"""

import hashlib
import secrets
import time
import uuid
from base64 import urlsafe_b64encode

from processes import CONNECTIONS, Figure, Site, edited

PEOPLE = 20_000
PER_ROOM = 4
TASKS = 20
# Shorter than it takes to ask for half of them, and longer than for all.
FIRST_SECONDS, ALL_SECONDS = 1, 12
DAY_MS = 86_400_000


def number_id(kind, number):
    """An id in the order of its number, as time-ordered ids are."""
    return bytes([1, 0x90, kind, 0, 0, 0, 0x70, 0, 0x80]) + number.to_bytes(7, "big")


def add_people(site, first, end):
    """People `first` to `end`, in rooms of four with twenty open tasks each."""
    now = int(time.time() * 1000)
    auth = edited(site, "auth")
    secret, = auth.execute("SELECT password FROM person LIMIT 1").fetchone()
    auth.executemany(
        "INSERT INTO person(id, email, password, first_name, last_name, roles, version, signed_up_at, sort_name, search)"
        " VALUES (?, ?, ?, 'Pat', ?, 'student', 1, ?, ?, ?)",
        ((number_id(1, n), f"pat{n}@school.example", secret, f"Number{n}", now, f"number{n} pat",
          f"pat number{n} pat pat{n}@school.example") for n in range(first, end)))
    auth.commit()
    auth.close()
    hub = edited(site, "roomhub")
    rooms = range(-(-first // PER_ROOM), -(-end // PER_ROOM))
    hub.executemany(
        "INSERT INTO room(id, dorm, number, join_code, opened_at, open_tasks) VALUES (?, 'forbes', ?, ?, ?, ?)",
        ((number_id(2, r), f"{r + 1000}", f"C{r:07d}", now, TASKS) for r in rooms))
    hub.executemany(
        "INSERT INTO member(person, room, joined_at) VALUES (?, ?, ?)",
        ((number_id(1, n), number_id(2, n // PER_ROOM), now) for n in range(first, end)))
    hub.executemany(
        "INSERT INTO task(id, room, title, rank, due_sort, added_by, added_at) VALUES (?, ?, ?, 1, ?, ?, ?)",
        ((number_id(3, r * TASKS + t), number_id(2, r), f"Water the plants, {t}", 2**62,
          number_id(1, r * PER_ROOM), now) for r in rooms for t in range(TASKS)))
    hub.commit()
    hub.close()


def sign_in(site, people):
    """A session of each of the first people; the answer is their bearer tokens."""
    now = int(time.time() * 1000)
    secret = [secrets.token_bytes(32) for _ in range(people)]
    auth = edited(site, "auth")
    auth.executemany(
        "INSERT INTO session(id, person, token_hash, started_at, last_seen_at, expires_at, ends_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((number_id(6, n), number_id(1, n), hashlib.blake2b(token, digest_size=32).digest(), now, now,
          now + 30 * DAY_MS, now + 14 * DAY_MS) for n, token in enumerate(secret)))
    auth.commit()
    auth.close()
    return [urlsafe_b64encode(token).decode().rstrip("=") for token in secret]


class Crowd:
    """A site of many people with a session each, and files of who asks: all of them, and one alone."""

    def __init__(self) -> None:
        self.site = Site()
        self.site.create()
        self.site.stop()
        add_people(self.site, 0, PEOPLE)
        lines = [
            " ".join([token, *(str(uuid.UUID(bytes=number_id(3, n // PER_ROOM * TASKS + t))) for t in range(2))])
            for n, token in enumerate(sign_in(self.site, PEOPLE))
        ]
        self.many, self.one = self.site.folder / "many.txt", self.site.folder / "one.txt"
        self.many.write_text("\n".join(lines) + "\n")
        self.one.write_text(lines[0] + "\n")
        self.site.start()


crowd: Crowd | None = None


def first(side: str, seconds: int) -> Figure | None:
    """The tasks of everybody, each for the first time since the start of all programs."""
    global crowd
    if side == "peer":
        return None
    if crowd is None:
        crowd = Crowd()
    figure = crowd.site.load("WALK", FIRST_SECONDS, people=crowd.many)
    # Everybody has asked after this, and is in memory for the row below.
    crowd.site.load("WALK", ALL_SECONDS, people=crowd.many)
    return figure


def mixed(side: str, seconds: int) -> Figure:
    """Of 100 requests 80 are for tasks, 15 for Today, and 5 complete a task or open it again."""
    global crowd
    if crowd is None:
        first("ours", seconds)
    return crowd.site.load("MIXED", seconds, people=crowd.many if side == "ours" else crowd.one)


def end() -> None:
    if crowd:
        crowd.site.__exit__()


def register(row) -> None:
    row(f"HTTP GET /v1/tasks of {PEOPLE:,} people, nothing of theirs in memory, {CONNECTIONS} connections")(first)
    row(f"HTTP, 80 % GET /v1/tasks, 15 % GET /v1/home, 5 % writes, {PEOPLE:,} people (peer: the same by one person), "
        f"{CONNECTIONS} connections", "≥ 0.83 × peer", by_turns=True)(mixed)
