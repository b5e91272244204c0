"""The rows about the search, on a site of 100,000 tasks. They have no peer.

The tasks are put into the file of a stopped roomhub as a release without the index left them; the start after it makes
the index, as an upgrade does.
"""

import http.client
import json
import secrets
import sqlite3
import time
import uuid

from attendance import PASSWORD, CheapSite
from processes import Figure

TASKS, OWN = 100_000, 5_000
WORDS = ("buy wash return fix mend fold clean book call print water sweep repair order pay collect sort paint plan bake "
         "milk towels library freezer bicycle heating window kitchen laundry plants printer dishes carpet lamp ticket "
         "groceries recycling mattress curtain mirror").split()
SEARCHES = 400


class Site:
    """One person with a room of 5,000 tasks, and 1,900 rooms of others with 50 each."""

    def __init__(self) -> None:
        self.site = CheapSite()
        self.site.create()
        self.ask("POST", "/v1/signup", {"email": "ada@hilltop.example", "password": PASSWORD, "firstName": "Ada",
                                        "lastName": "Bench"})
        self.token = self.ask("POST", "/v1/signin", {"email": "ada@hilltop.example", "password": PASSWORD})["token"]
        dorm = self.ask("GET", "/v1/dorms")["items"][0]["id"]
        self.ask("POST", "/v1/room/join", {"dorm": dorm, "number": "1"})
        self.file = next(path for path in self.site.folder.rglob("roomhub.db"))
        self.site.stop()
        self.fill(dorm)
        started = time.monotonic()
        self.site.start()
        while self.left():
            time.sleep(0.05)
        self.indexed = time.monotonic() - started

    def ask(self, method: str, path: str, body=None) -> dict:
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        headers = {"Content-Type": "application/json"}
        if getattr(self, "token", ""):
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 300, (path, answer.status, text)
        return json.loads(text) if text else {}

    def left(self) -> int:
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM task_word_due").fetchone()[0]

    def fill(self, dorm: str) -> None:
        with sqlite3.connect(self.file) as db:
            [(own,)] = db.execute("SELECT id FROM room").fetchall()
            (person,) = db.execute("SELECT person FROM member").fetchone()
            rooms = [uuid.uuid4().bytes for _ in range((TASKS - OWN) // 50)]
            db.executemany(
                "INSERT INTO room(id, dorm, number, join_code, opened_at) VALUES (?, ?, ?, ?, 0)",
                [(room, dorm, f"X{number}", secrets.token_hex(4)) for number, room in enumerate(rooms)])
            homes = [own] * OWN + [room for room in rooms for _ in range(50)]
            tasks = [(uuid.uuid4().bytes, room, title(), person) for room in homes]
            db.executemany(
                "INSERT INTO task(id, room, title, rank, due_sort, added_by, added_at) VALUES (?, ?, ?, 1, 0, ?, 0)", tasks)
            db.executemany("INSERT INTO task_word_due(id) VALUES (?)", [(task[0],) for task in tasks])


def title() -> str:
    return " ".join(secrets.choice(WORDS) for _ in range(4)) + f" {secrets.randbelow(10_000)}"


site: Site | None = None


def here() -> Site:
    global site
    site = site or Site()
    return site


def end() -> None:
    if site:
        site.site.__exit__()


def indexing(side: str, seconds: int) -> Figure | None:
    return Figure(TASKS / here().indexed) if side == "ours" else None


def searching(of):
    def measure(side: str, seconds: int) -> Figure | None:
        if side != "ours":
            return None
        times = []
        for _ in range(SEARCHES):
            words = of(secrets.choice(WORDS))
            began = time.perf_counter()
            here().ask("GET", f"/v1/search/tasks?q={words}")
            times.append((time.perf_counter() - began) * 1e6)
        times.sort()
        return Figure(SEARCHES / (sum(times) / 1e6), times[len(times) // 2], times[int(len(times) * 0.95)])
    return measure


def swapped(word: str) -> str:
    return word[:1] + word[2:3] + word[1:2] + word[3:]


def register(row) -> None:
    row(f"search: tasks of before the index, {TASKS:,} of them, indexed at the start", "", "/s")(indexing)
    row(f"search: a word, {OWN:,} of {TASKS:,} tasks in the room", "p95 ≤ 50 ms", "/s")(searching(lambda word: word))
    row("search: two words, the second one begun", "p95 ≤ 50 ms", "/s")(
        searching(lambda word: f"{word}%20{secrets.choice(WORDS)[:3]}"))
    row("search: a word with two letters swapped", "p95 ≤ 50 ms", "/s")(searching(swapped))
