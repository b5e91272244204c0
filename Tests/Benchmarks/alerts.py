"""The rows about alerts; the peer is APScheduler 3 with its SQLite job store, the usual scheduler of small sites.

Ours are planned as programs plan them: events in the stream of `events`, which the notifier follows. The peer is asked
in its own process, without a network: each alert is a job, and firing it calls a function.
"""

import contextlib
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

from processes import HERE, ROOT, VENV, Figure, Site, edited, pss_kib, read

sys.path.insert(0, str(ROOT / "Tests/Interop"))

PLANNED, PEOPLE = 20_000, 200
PEER_PLANNED = 2_000
PENDING, PENDING_PEOPLE = 1_000_000, 20_000
FIRING_PEOPLE = 100


def timed_id(milliseconds: int) -> bytes:
    """UUID version 7."""
    random = bytearray(struct.pack(">Q", milliseconds)[2:] + os.urandom(10))
    random[6], random[8] = random[6] & 0x0F | 0x70, random[8] & 0x3F | 0x80
    return bytes(random)


def text_of(raw: bytes) -> str:
    digits = raw.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def instant(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000)) + f".{milliseconds % 1000:03}Z"


class Alerts:
    """A site whose `events` has planned alerts that the notifier has not heard of yet."""

    def __init__(self, site: Site | None = None) -> None:
        self.site = site or Site()
        self.site.create()
        tomorrow = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86400))
        self.site.expect(201, "POST", "/v1/events", {
            "title": "Sample", "when": {"date": tomorrow, "time": "12:00", "zone": "UTC"}, "leads": [0]})
        self.until(lambda: self.number("SELECT coalesce(sum(planned), 0) FROM slots") == 1, "the sample is planned")

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.site.__exit__()

    def number(self, query: str, *values) -> int:
        with contextlib.closing(read(self.site, "notifier")) as db:
            return db.execute(query, values).fetchone()[0]

    def moments(self) -> list[tuple[str, int]]:
        """Each alert and when it is due."""
        with contextlib.closing(read(self.site, "notifier")) as db:
            return [(text_of(id_), at) for id_, at in db.execute("SELECT id, at FROM alert")]

    @staticmethod
    def until(condition, what: str, seconds: float = 300) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise RuntimeError(f"not within {seconds} s: {what}")
            time.sleep(0.01)

    def plan(self, moments: list[int], people: int) -> None:
        """Writes `alert.planned` into the stream of events, which is stopped meanwhile; the notifier hears them next."""
        self.site.stop()
        self.persons = persons = [text_of(timed_id(1_700_000_000_000 + number)) for number in range(people)]
        now = int(time.time() * 1000)
        with contextlib.closing(edited(self.site, "events")) as db, db:
            type_, schema, flags, trace, audience, body = db.execute(
                "SELECT type, schema, flags, trace, audience, body FROM outbox WHERE type = 'alert.planned'").fetchone()
            sample = json.loads(body)
            for number, at in enumerate(moments):
                sample |= {"person": persons[number % people], "at": instant(at), "until": instant(at + 3_600_000)}
                sample["key"]["object"] = text_of(timed_id(now + number))
                db.execute(
                    "INSERT INTO outbox(id, type, schema, at, flags, trace, audience, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (timed_id(now), type_, schema, now, flags, trace, audience, json.dumps(sample).encode()))


def plan(side: str, seconds: int) -> Figure:
    if side == "peer":
        return peer("plan", PEER_PLANNED)
    with Alerts() as alerts:
        soonest = int(time.time() * 1000) + 86_400_000
        alerts.plan([soonest + number for number in range(PLANNED)], PEOPLE)
        alerts.site.start()
        counts = []
        while not counts or counts[-1][1] <= PLANNED:
            counts.append((time.monotonic(), alerts.number("SELECT coalesce(sum(planned), 0) FROM slots")))
            if counts[-1][1] == PLANNED + 1:
                break
            time.sleep(0.01)
        began, first = next((at, count) for at, count in counts if count > 1)
        ended, last = counts[-1]
        return Figure((last - first) / (ended - began), memory=pss_kib([alerts.site.pid_of("notifier")]))


def fire(count: int):
    def measure(side: str, seconds: int) -> Figure:
        if side == "peer":
            return peer("fire", count)
        with Alerts() as alerts:
            return fired(alerts, count)
    return measure


def fired(alerts: Alerts, count: int, move=None) -> Figure:
    """The lateness of so many alerts that are due in one second. `move` takes the stopped site elsewhere first."""
    # Time for the site to move, to start and to plan them.
    due = (int(time.time()) + 6 + count // 2_000 + (30 if move else 0)) * 1000
    alerts.plan([due + number * 1000 // count for number in range(count)], FIRING_PEOPLE)
    if move:
        move()
    alerts.site.start()
    if time.time() * 1000 > due - 500:
        raise RuntimeError("the site was ready too late")
    told = follow(alerts, count)
    moments = dict(alerts.moments())
    late = sorted((came - moments[id_]) * 1000 for id_, came in told)
    return Figure(statistics.median(late) / 1000, late[len(late) // 2], late[len(late) * 99 // 100])


def follow(alerts: Alerts, count: int) -> list[tuple[str, float]]:
    """(alert, milliseconds) of everything that the notifier tells to have fired, when it is on disk."""
    from quad_bus import EVENTS, SUBJECT, BusClient, events_of, split

    client = BusClient(str(alerts.site.folder / "keys"), str(alerts.site.folder / "run"), "operator")
    told: list[tuple[str, float]] = []
    try:
        socket = client.subscribe("notifier", "notifier.alert")
        while len(told) < count:
            if not socket.poll(60_000):
                raise RuntimeError(f"{len(told)} of {count} have fired")
            frame, now = socket.recv(), time.time() * 1000
            if not frame.startswith(EVENTS):
                continue
            kind, _, events = split(frame)
            for header, body in events_of(kind, events):
                if header.text(SUBJECT) == "notifier.alert.fired":
                    told += [(id_, now) for id_ in json.loads(body)["alerts"]]
    finally:
        client.close()
    return told


def fill(alerts: Alerts, people: int, each: int) -> None:
    """So many alerts in the notifier's file, which its own triggers count; 60 of them are of who asks."""
    alerts.site.stop()
    now = int(time.time() * 1000)
    with contextlib.closing(edited(alerts.site, "notifier")) as db, db:
        me, body = db.execute("SELECT person, body FROM alert").fetchone()
        for number in range(people):
            person = timed_id(1_700_000_000_000 + number) if number else me
            for place in range(each if number else 60):
                at = now + 86_400_000 + (number * 7919 + place * 104_729) % 2_000_000_000
                db.execute(
                    "INSERT INTO alert(id, person, program, object, lead, is_snoozed, state, at, until, rank, created_at, "
                    "is_pinned, is_dropped, body) VALUES (?, ?, 'events', ?, 0, 0, 'armed', ?, ?, 1, ?, 0, 0, ?)",
                    (timed_id(now), person, timed_id(now), at, at, now, body))


def drop(alerts: Alerts) -> list[float]:
    """The times in µs, sorted, for dropping an alert over HTTP; the change is then on disk."""
    ids = [item["id"] for item in alerts.site.expect(200, "GET", "/v1/alerts?limit=60")["items"]]
    times = []
    for id_ in ids[:50]:
        began = time.monotonic()
        alerts.site.expect(204, "DELETE", f"/v1/alerts/{id_}")
        times.append((time.monotonic() - began) * 1e6)
    return sorted(times)


def pending(side: str, seconds: int) -> Figure | None:
    """The time until all programs are ready again, the cost of dropping an alert, and the notifier's memory."""
    if side == "peer":
        return None
    with Alerts() as alerts:
        fill(alerts, PENDING_PEOPLE, PENDING // PENDING_PEOPLE)
        ready = alerts.site.start()
        times = drop(alerts)
        return Figure(ready * 1000, times[len(times) // 2], times[-1], pss_kib([alerts.site.pid_of("notifier")]))


def cost(people: int):
    def measure(side: str, seconds: int) -> Figure | None:
        if side == "peer":
            return None
        with Alerts() as alerts:
            fill(alerts, people, 10)
            alerts.site.start()
            times = drop(alerts)
            return Figure(times[len(times) // 2] / 1000, times[len(times) // 2], times[-1])
    return measure


def peer(work: str, count: int) -> Figure:
    with tempfile.TemporaryDirectory(prefix="qb-", dir="/tmp") as folder:
        output = subprocess.run(
            [VENV / "bin/python", HERE / "peers/scheduler.py", work, str(count), f"{folder}/jobs.sqlite"], check=True,
            timeout=300, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL).stdout
        return Figure(**json.loads(output.splitlines()[-1]))


def register(row) -> None:
    row("alerts planned, durable (peer: APScheduler, SQLite)", "≥ 20,000")(plan)
    row("alerts: lateness of 1,000 due in one second (peer: APScheduler), ms", "p50 ≤ 5 ms, p99 ≤ 20 ms", "ms")(fire(1_000))
    row("alerts: lateness of 10,000 due in one second (peer: APScheduler), ms", "", "ms")(fire(10_000))
    row("alerts: 1,000,000 pending: all ready again after, ms; dropping one (p50 / max); the notifier's memory",
        "≤ 2,000 ms, ≤ 200 MB", "ms")(pending)
    for people in (10, 1_000, 100_000):
        row(f"alerts: dropping one over HTTP, {people:,} people with 10 each, ms", "flat", "ms")(cost(people))
