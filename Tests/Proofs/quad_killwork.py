"""The work that people do while a program is killed, and the judgement of what became of it."""

import collections
import datetime
import json
import threading
import time
import uuid
from pathlib import Path

from quad_courses import teacher
from quad_firing import local, wait_planned
from quad_ledger import file_problems, judge, judged
from quad_site import raw, wait_until
from quad_uploads import png

WRITERS = 4
# A person keeps 5,000 events at most; then the writer goes on as somebody else.
MAX_A_PERSON = 4_000


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
        return judge(ledger, self.site)


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
        with judged(self.site, "events") as database:
            found = file_problems(database)
            ids = dict(database.execute("SELECT id, title FROM event"))
            told = collections.Counter(raw(row[0]) for row in database.execute(
                "SELECT json_extract(CAST(body AS TEXT), '$.id') FROM outbox WHERE type = 'events.event.added'"))
        found += ledger.problems(ids.values())
        if told != collections.Counter(ids.keys()):
            found.append("events and rows differ")
        wait_planned(self.site, len(ids), timeout=120)
        with judged(self.site, "notifier") as database:
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
        with judged(self.site, "attendance") as database:
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


class CheckIns:
    """Check-ins that are opened, in which one of two students presses, and that are closed."""

    look = "/v1/courses"
    # Each is three requests, one after the other.
    least = 20
    # A course has 1,000 at most.
    MAX_A_COURSE = 900
    PLACE = {"latitude": 48.1371, "longitude": 11.5761}
    FIX = {**PLACE, "accuracy": 10, "ageMs": 500}

    def __init__(self, site):
        self.site, self.tokens, self.courses = site, [], [None] * WRITERS
        for number in range(WRITERS):
            self.tokens.append(teacher(site, f"person{number}")["token"])
        self.here, self.away = site.sign_up("here"), site.sign_up("away")
        for number in range(WRITERS):
            for student in (self.here, self.away):
                course = self.course(number, threading.Event())
                wait_until(lambda: self.enroll(course, number, student), "attendance has received the account")

    def enroll(self, course, number, student):
        path = f"/v1/courses/{course}/roster/{student['person']}"
        return self.site.request("PUT", path, {"role": "student"}, self.tokens[number]).status == 200

    def course(self, number, stopping):
        if self.courses[number] is None:
            made = ask(self.site, stopping, "POST", "/v1/courses", {"name": "Kills"}, self.tokens[number])
            self.courses[number] = made and made["id"]
        return self.courses[number]

    def write(self, number, count, text, stopping):
        mine = self.tokens[number]
        if count % self.MAX_A_COURSE == 0:
            self.courses[number] = None
            course = self.course(number, stopping)
            for student in (self.here, self.away):
                path = f"/v1/courses/{course}/roster/{student['person']}"
                ask(self.site, stopping, "PUT", path, {"role": "student"}, mine)
        body = {"mode": "place", "spot": {"name": text, **self.PLACE}}
        opened = ask(self.site, stopping, "POST", f"/v1/courses/{self.courses[number]}/checkins", body, mine)
        path = f"/v1/checkins/{opened and opened['id']}"
        pressed = opened and ask(
            self.site, stopping, "POST", f"{path}/records", {"fix": self.FIX}, self.here["token"])
        return pressed and ask(self.site, stopping, "POST", f"{path}/close", None, mine)

    def problems(self, ledger):
        """A closed check-in has a record of each student, from the transaction that closed it; no other has one of
        whom only the closing marks."""
        with judged(self.site, "attendance") as database:
            found = file_problems(database)
            rows = database.execute("SELECT id, spot_name, closed_at FROM checkin").fetchall()
            marks = collections.defaultdict(list)
            for id_, person, status in database.execute("SELECT checkin, person, status FROM record"):
                marks[id_].append(("here" if person == raw(self.here["person"]) else "away", status))
            told, closings = collections.Counter(), collections.Counter()
            for kind, body in database.execute("SELECT type, body FROM outbox WHERE type GLOB 'attendance.*.changed'"):
                event = json.loads(body)
                told[raw(event.get("checkIn", ""))] += kind == "attendance.record.changed"
                closings[raw(event.get("checkIn", ""))] += event.get("change") == "closed"
        found += ledger.problems([name for _, name, _ in rows])
        for id_, name, closed in rows:
            is_in = ("here", "present") in marks[id_]
            expected = [("away", "absent"), ("here", "present")] if closed else [("here", "present")] if is_in else []
            if sorted(marks[id_]) != expected or closed is None and ledger.attempts.get(name) == "acknowledged":
                found.append(f"{name}, closed at {closed}: {marks[id_]}")
            if (told[id_], closings[id_]) != (is_in, closed is not None):
                found.append(f"{name}: {told[id_]} events of records, {closings[id_]} of its closing")
        return found


class AEDs:
    """Buildings of AEDs; each writer changes its own, from version to version."""

    look = "/v1/aeds"

    def __init__(self, site):
        self.site, self.tokens, self.aeds = site, [], []
        for number in range(WRITERS):
            self.tokens.append(teacher(site, f"person{number}", ("admin",))["token"])
            answer = site.request("POST", "/v1/admin/aeds", {"building": "new"}, self.tokens[number])
            assert answer.status == 201, answer.body
            self.aeds.append(answer.json)
        self.names = collections.defaultdict(list)

    def write(self, number, count, text, stopping):
        aed = self.aeds[number]
        self.names[aed["id"]].append(text)
        body = {"version": aed["version"], "building": text}
        changed = ask(self.site, stopping, "PATCH", f"/v1/admin/aeds/{aed['id']}", body, self.tokens[number])
        if changed:
            self.aeds[number] = changed
        return changed

    def problems(self, ledger):
        """The version counts the changes, and each has its line in the audit log."""
        with judged(self.site, "guide") as database:
            found = file_problems(database)
            rows = {row[0]: row[1:] for row in database.execute("SELECT id, building, version FROM aed")}
            told = collections.Counter(raw(row[0]) for row in database.execute(
                "SELECT json_extract(CAST(body AS TEXT), '$.entry.object') FROM outbox "
                "WHERE type = 'guide.audit.recorded'"))
        for aed in self.aeds:
            name, version = rows[raw(aed["id"])]
            changes, names = version - 1, self.names[aed["id"]]
            if version != told[raw(aed["id"])]:
                found.append(f"{version} versions, {told[raw(aed['id'])]} lines")
            acknowledged = sum(ledger.attempts[text] == "acknowledged" for text in names)
            if not acknowledged <= changes <= len(names) or name != names[changes - 1]:
                found.append(f"{acknowledged} of {len(names)} acknowledged, {changes} made, the last one {name}")
        return found


class Closings:
    """Days that are closed and opened again: each writer has days of its own, and all move one cycle of day types."""

    look = "/v1/school"
    least = 10
    # A multiple of 3 for each writer, so that a day that stays closed is not closed again.
    DAYS, CYCLE = 300, 5
    # A school has 1,000 closings at most.
    MOST = 1000 // WRITERS - 10
    SLOTS = [{"kind": "class", "period": 1, "starts": "08:00", "ends": "08:45"}]

    def __init__(self, site):
        self.site = site
        self.tokens = [teacher(site, f"person{number}", ("admin",))["token"] for number in range(WRITERS)]
        self.first = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=2)
        bell = self.put("POST", "bells", {"name": "Regular", "slots": self.SLOTS, "isUsual": True})["id"]
        types = [{"name": f"Day {number}", "inRotation": True, "periods": [{"period": 1, "block": number}]}
                 for number in range(1, self.CYCLE + 1)]
        self.put("PUT", "daytypes", {"items": types})
        weekdays = [{"weekday": number, "bell": bell} for number in range(1, 8)]
        self.put("PATCH", "", {"weekdays": weekdays})
        last = self.first + datetime.timedelta(days=self.DAYS - 1)
        self.put("POST", "terms", {"name": "Year", "starts": str(self.first), "ends": str(last)})

    def put(self, method, what, body):
        answer = self.site.request(method, f"/v1/admin/school/{what}".rstrip("/"), body, self.tokens[0])
        assert answer.status in (200, 201), answer.body
        return answer.json

    def write(self, number, count, text, stopping):
        """Closes a day and opens it again, but for every third, which stays closed."""
        stays = count % 3 == 0
        if count >= self.MOST or stays and count >= self.DAYS // WRITERS:
            stopping.wait(0.05)
            return None
        day = self.first + datetime.timedelta(days=(count * WRITERS + number) % self.DAYS)
        token = self.tokens[number]
        closed = ask(self.site, stopping, "POST", "/v1/admin/school/closings", {"date": str(day), "note": text}, token)
        return closed if stays or not closed else ask(
            self.site, stopping, "POST", f"/v1/admin/school/closings/{closed['id']}/undo", None, token)

    def problems(self, ledger):
        """A closing is made as a whole or not at all: its day is closed, the days behind it have moved, and its line
        is in the audit log. The open days have the cycle without a gap, whatever was closed and undone."""
        with judged(self.site, "campus") as database:
            found = file_problems(database)
            rows = database.execute("SELECT date, note, undone_at FROM closing").fetchall()
            days = database.execute("""
                SELECT date, state, name FROM school_day LEFT JOIN day_type ON day_type.id = day_type ORDER BY date
                """).fetchall()
            told = database.execute(
                "SELECT count(*) FROM outbox WHERE type = 'campus.audit.recorded' AND "
                "json_extract(CAST(body AS TEXT), '$.entry.action') IN ('day_closed', 'day_reopened')").fetchone()[0]
        found += ledger.problems([note for _, note, _ in rows])
        closed = {date for date, _, undone in rows if undone is None}
        if closed != {date for date, state, _ in days if state == "closed"}:
            found.append("closed days and closings differ")
        names = [name for _, state, name in days if state == "school"]
        if names != [f"Day {number % self.CYCLE + 1}" for number in range(len(names))]:
            found.append("the cycle has a gap")
        changes = len(rows) + sum(undone is not None for _, _, undone in rows)
        if changes != told:
            found.append(f"{changes} changes, {told} lines")
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
        with judged(self.site, "events") as database:
            found = file_problems(database)
            rows = dict(database.execute("SELECT title, picture FROM event"))
            events = database.execute("SELECT count(*) FROM event").fetchone()[0]
        found += ledger.problems(list(rows))
        found += [f"{title} shows {name}" for title, name in rows.items() if self.objects[title] != name]
        wait_until(lambda: self.uses() == events, "media-fetcher has applied every event")
        with judged(self.site, "media-fetcher") as database:
            found += file_problems(database)
            stored = {row[0] for row in database.execute("SELECT name FROM picture")}
        folder = Path(self.site.data, "media", "objects")
        found += [f"{name} is gone" for name in rows.values()
                  if name not in stored or not (folder / name[:2] / name / "original").exists()]
        return found

    def uses(self):
        with judged(self.site, "media-fetcher") as database:
            return database.execute("SELECT count(*) FROM picture_use").fetchone()[0]
