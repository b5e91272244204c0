"""DUR1 over HTTP: the gateway, events, attendance, media-fetcher and the notifier, each killed again and again while people write.

What was acknowledged is there once, and what follows from it in another program too. Each writer repeats a write with
its key until it is answered, as a browser does.
"""

import collections
import os
import random
import signal
import threading
import time
import uuid
from pathlib import Path

import pytest
from quad_firing import local, wait_planned
from quad_ledger import IS_LONG, Ledger, file_problems, judge, judged
from quad_uploads import png
from quad_scoreboard import Row
from quad_site import Site, raw, wait_until

KILLS = 100 if IS_LONG else 8
WRITERS = 4
# A person keeps 5,000 events at most; then the writer goes on as somebody else.
MAX_A_PERSON = 4_000
SEED = int(os.environ.get("QUAD_TEST_SEED", "11"))


def ask(site, stopping, method, path, body, token, media_type="application/json"):
    """Asks with one key until there is an answer; None when the writers are to stop first."""
    headers = {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": media_type}
    while True:
        try:
            answer = site.request(method, path, body, token, headers)
        except OSError:
            if stopping.is_set():
                return None
            time.sleep(0.005)  # poll
            continue
        if answer.status in (200, 201):
            return answer.json
        assert answer.status in (503, 504), answer.body
        if stopping.is_set():
            return None


class Tasks:
    """Tasks of rooms; roomhub stores them."""

    look = "/v1/tasks"

    def __init__(self, site):
        self.site = site
        site.define_dorm("forbes", "Forbes Hall", 4)
        self.tokens = [site.member(f"person{number}", f"10{number}")["token"] for number in range(WRITERS)]

    def write(self, number, count, text, stopping):
        return ask(self.site, stopping, "POST", "/v1/tasks", {"title": text}, self.tokens[number])

    def problems(self, ledger):
        return judge(ledger, self.site.data)


class Events:
    """Events with one reminder each; the notifier plans it when it receives the event."""

    look = "/v1/events?limit=1"

    def __init__(self, site):
        self.site = site
        self.tokens = [site.sign_up(f"person{number}")["token"] for number in range(WRITERS)]
        self.when = local(int(time.time()) + 30 * 86400)

    def write(self, number, count, text, stopping):
        if count % MAX_A_PERSON == 0:
            while not stopping.is_set():
                try:
                    self.tokens[number] = self.site.sign_up(f"person{number}-{count}")["token"]
                    break
                except (OSError, AssertionError):
                    time.sleep(0.05)  # poll
        body = {"title": text, "when": self.when, "leads": [15]}
        return ask(self.site, stopping, "POST", "/v1/events", body, self.tokens[number])

    def problems(self, ledger):
        with judged(self.site.data, "events") as database:
            found = file_problems(database)
            ids = dict(database.execute("SELECT id, title FROM event"))
            told = collections.Counter(raw(row[0]) for row in database.execute(
                "SELECT json_extract(CAST(body AS TEXT), '$.id') FROM outbox WHERE type = 'events.event.added'"))
        found += ledger.problems(ids.values())
        if told != collections.Counter(ids.keys()):
            found.append("events and rows differ")
        wait_planned(self.site, len(ids), timeout=120)
        with judged(self.site.data, "notifier") as database:
            found += file_problems(database)
            planned = collections.Counter(row[0] for row in database.execute("SELECT object FROM alert"))
        found += [f"of {ids.get(one, one)} {planned[one]} alerts are planned"
                  for one in planned.keys() | ids.keys() if planned[one] != (one in ids)]
        return found


class Alerts(Events):
    """The same; the notifier is asked whether it is back."""

    look = "/v1/alerts/counts"


class Courses:
    """Names of courses; each writer changes its own, from version to version."""

    look = "/v1/courses"

    def __init__(self, site):
        self.site, self.tokens, self.courses = site, [], []
        for number in range(WRITERS):
            person = site.sign_up(f"person{number}")
            site.set_roles(person["person"], ["staff"])
            self.tokens.append(site.sign_in(f"person{number}"))
            answer = site.request("POST", "/v1/courses", {"name": "new"}, self.tokens[number])
            assert answer.status == 201, answer.body
            self.courses.append(answer.json)
        self.names = collections.defaultdict(list)

    def write(self, number, count, text, stopping):
        course = self.courses[number]
        self.names[course["id"]].append(text)
        body = {"version": course["version"], "name": text}
        changed = ask(self.site, stopping, "PATCH", f"/v1/courses/{course['id']}", body, self.tokens[number])
        if changed:
            self.courses[number] = changed
        return changed

    def problems(self, ledger):
        """A name is written over by the next: the version counts the changes, and so do the events."""
        with judged(self.site.data, "attendance") as database:
            found = file_problems(database)
            rows = {row[0]: row[1:] for row in database.execute("SELECT id, name, version FROM course")}
            told = collections.Counter(raw(row[0]) for row in database.execute(
                "SELECT json_extract(CAST(body AS TEXT), '$.id') FROM outbox WHERE type = 'attendance.course.changed'"))
        for course in self.courses:
            name, version = rows[raw(course["id"])]
            changes, names = version - 1, self.names[course["id"]]
            if changes != told[raw(course["id"])]:
                found.append(f"{changes} changes, {told[raw(course['id'])]} events")
            acknowledged = sum(ledger.attempts[text] == "acknowledged" for text in names)
            if not acknowledged <= changes <= len(names) or name != names[changes - 1]:
                found.append(f"{acknowledged} of {len(names)} acknowledged, {changes} made, the last one {name}")
        return found


class Pictures:
    """Events with a picture of their own, uploaded just before."""

    look = "/v1/me/pictures/space"
    # Each is a process's work.
    least = 10

    def __init__(self, site):
        self.site = site
        self.tokens = [site.sign_up(f"person{number}")["token"] for number in range(WRITERS)]
        self.when = local(int(time.time()) + 30 * 86400)
        self.objects = {}

    def write(self, number, count, text, stopping):
        token = self.tokens[number]
        picture = png(20, 20, (number, count % 256, count // 256))
        stored = ask(self.site, stopping, "POST", "/v1/uploads", picture, token, "image/png")
        if not stored:
            return None
        self.objects[text] = stored["object"]
        body = {"title": text, "when": self.when, "picture": {"object": stored["object"]}}
        return ask(self.site, stopping, "POST", "/v1/events", body, token)

    def problems(self, ledger):
        """Each event shows its own picture, and media-fetcher knows that it is used."""
        with judged(self.site.data, "events") as database:
            found = file_problems(database)
            rows = dict(database.execute("SELECT title, picture FROM event"))
            events = database.execute("SELECT count(*) FROM event").fetchone()[0]
        found += ledger.problems(list(rows))
        found += [f"{title} shows {name}" for title, name in rows.items() if self.objects[title] != name]
        wait_until(lambda: self.uses() == events, "media-fetcher has applied every event")
        with judged(self.site.data, "media-fetcher") as database:
            found += file_problems(database)
            stored = {row[0] for row in database.execute("SELECT name FROM picture")}
        folder = Path(self.site.data, "media", "objects")
        found += [f"{name} is gone" for name in rows.values()
                  if name not in stored or not (folder / name[:2] / name / "original").exists()]
        return found

    def uses(self):
        with judged(self.site.data, "media-fetcher") as database:
            return database.execute("SELECT count(*) FROM picture_use").fetchone()[0]


def write(work, number, ledger, stopping):
    count = 0
    while not stopping.is_set():
        count += 1
        text = f"person {number} write {count}"
        ledger.add(text, "unknown")
        if work.write(number, count, text, stopping):
            ledger.add(text, "acknowledged")


def seconds_to_answer(site, program, path, token, began):
    while True:
        try:
            if site.request("GET", path, token=token, timeout=5).status == 200:
                return time.monotonic() - began
        except OSError:
            pass
        assert time.monotonic() - began < 20, site.log(program)[-2000:]
        time.sleep(0.005)  # poll


def kill_again_and_again(site, program, work, chance):
    """Kills the program at moments by chance; how long it took each time until it answered."""
    back = []
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.02, 0.5))  # not a wait: the seed decides the moment of the kill
        assert site.stop(program, signal.SIGKILL) == -signal.SIGKILL
        began = time.monotonic()
        site.start(program)
        back.append(seconds_to_answer(site, program, work.look, work.tokens[0], began))
    return back


@pytest.mark.timeout(900 if IS_LONG else 120)
@pytest.mark.parametrize(
    ("program", "kind"), [("gateway", Tasks), ("events", Events), ("notifier", Alerts), ("attendance", Courses),
                         ("media-fetcher", Pictures)])
def test_what_was_acknowledged_is_there_once_however_often_a_program_is_killed(program, kind):
    goal = "0 acknowledged writes lost over kill -9, back <= 2 s (p95)"
    site = Site()
    try:
        with Row("DUR1", goal, SEED) as row:
            work, chance, ledger, stopping = kind(site), random.Random(SEED), Ledger(), threading.Event()
            threads = [
                threading.Thread(target=write, args=(work, number, ledger, stopping)) for number in range(WRITERS)]
            for thread in threads:
                thread.start()
            try:
                back = kill_again_and_again(site, program, work, chance)
            finally:
                stopping.set()
                for thread in threads:
                    thread.join()
            problems = work.problems(ledger)
            slow = sorted(back)[int(0.95 * (len(back) - 1))]
            row.value = (
                f"{program}: {KILLS} kills, {ledger.count('acknowledged')} acknowledged, {len(problems)} problems, back "
                f"in p95 {slow * 1000:.0f} ms")
            print(f"{row.value} (QUAD_TEST_SEED={SEED})")
            assert problems == []
            assert ledger.count("acknowledged") > getattr(work, "least", 50)
            assert slow <= 2
            # The control: a write that was never made is missed.
            ledger.add("never made", "acknowledged")
            if kind is Courses:
                work.names[work.courses[0]["id"]] += ["never made"] * 2
            assert work.problems(ledger) != []
    finally:
        site.close()
