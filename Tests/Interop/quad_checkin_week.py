"""The school week of `checkins/week.txt`, played through the gateway of a site with a test clock."""

import csv
import math
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from quad_bus import REPLY, BusClient
from quad_catalogue import STORES
from quad_courses import enroll, make, remove, teacher
from quad_site import Site, wait_until

FILES = Path(__file__).parent / "checkins"
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
EARTH = 6_371_008.8


@dataclass
class Line:
    number: int
    at: datetime
    who: list
    verb: str
    words: list
    names: dict
    answer: str


@dataclass
class Course:
    name: str
    instructors: list
    students: list


@dataclass
class Script:
    """The file: its people, places and lines, in the order of time."""

    zone: ZoneInfo = None
    monday: datetime = None
    term: str = None
    spots: dict = field(default_factory=dict)
    courses: dict = field(default_factory=dict)
    lines: list = field(default_factory=list)

    def read(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if words[0] in DAYS:
                self.lines.append(self.line(number, line))
            else:
                self.define(*words)
        self.lines.sort(key=lambda line: line.at)
        return self

    def define(self, kind, *words):
        match kind:
            case "zone":
                self.zone = ZoneInfo(words[0])
            case "monday":
                self.monday = datetime.fromisoformat(words[0])
            case "term":
                self.term = " ".join(words)
            case "spot":
                self.spots[words[0]] = tuple(map(float, words[1:]))
            case "course":
                *name, instructors, students = words[1:]
                self.courses[words[0]] = Course(" ".join(name), people(instructors), people(students))
            case _:
                raise AssertionError(f"no word of the week: {kind}")

    def course_of(self, key):
        """The course of a check-in."""
        return next(line.names["course"] for line in self.lines if line.verb == "opens" and line.words == [key])

    def line(self, number, line):
        action, _, answer = line.partition(" -> ")
        day, time, who, verb, *rest = action.split()
        names = dict(word.split("=", 1) for word in rest if "=" in word)
        words = [word for word in rest if "=" not in word]
        return Line(number, self.moment(f"{day}-{time}"), people(who), verb, words, names, answer.strip())

    def moment(self, text, day=None):
        """`Mon-09:00:00`, in UTC with a `Z`; without a day it is that of another moment."""
        if "-" not in text:
            text = f"{DAYS[day.astimezone(self.zone).weekday()]}-{text}"
        name, _, time = text.partition("-")
        hours, minutes, seconds = time.removesuffix("Z").split(":")
        wall = self.monday + timedelta(days=DAYS.index(name), hours=int(hours), minutes=int(minutes))
        zone = timezone.utc if text.endswith("Z") else self.zone
        milliseconds = round(float(seconds) * 1000)
        return wall.replace(tzinfo=zone).astimezone(timezone.utc) + timedelta(milliseconds=milliseconds)

    def date(self, day):
        return (self.monday + timedelta(days=DAYS.index(day))).date().isoformat()


def people(text):
    """`s1-s3,t1` as a list."""
    found = []
    for part in text.split(","):
        span = re.fullmatch(r"s(\d+)-s(\d+)", part)
        found += [f"s{number}" for number in range(int(span[1]), int(span[2]) + 1)] if span else [part]
    return found


def written(moment):
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def expected_register():
    """The rows of `register.csv` by check-in and student."""
    lines = [line for line in (FILES / "register.csv").read_text().splitlines() if not line.startswith("#")]
    found = {}
    for row in csv.DictReader(lines):
        student = row.pop("student")
        assert student not in found.setdefault(row.pop("checkin"), {}), student
        found[list(found)[-1]][student] = row
    return found


class Week:
    def __init__(self):
        self.script = Script().read((FILES / "week.txt").read_text())
        self.people, self.courses, self.checkins, self.owners = {}, {}, {}, {}
        self.codes, self.tickets, self.excuses, self.ends = {}, {}, {}, {}
        start = written(self.script.monday.replace(tzinfo=self.script.zone))
        self.site = Site(clock=start + "\n", settings={"TZ": str(self.script.zone)})
        self.bus = BusClient(self.site.keys, self.site.run, "operator")
        self.now = datetime.fromisoformat(start)

    def close(self):
        self.bus.close()
        self.site.close()

    # The school

    def found(self):
        """The accounts, courses and rosters."""
        for number in range(1, 6):
            self.people[f"t{number}"] = teacher(self.site, f"t{number}")
        self.people["admin"] = teacher(self.site, "admin", roles=["admin"])
        for number in range(1, 121):
            self.people[f"s{number}"] = self.site.sign_up(f"s{number}")
        self.names = {person["person"]: name for name, person in self.people.items()}
        for key, course in self.script.courses.items():
            owner = self.people[course.instructors[0]]
            made = make(self.site, owner, course.name, code=key, term=self.script.term)
            self.courses[key] = made
            for name in course.instructors[1:]:
                enroll(self.site, owner, made, self.people[name], "instructor")
            for name in course.students:
                enroll(self.site, owner, made, self.people[name])

    def ask(self, name, method, path, body=None):
        return self.site.request(method, path, body, self.people[name]["token"])

    def owner(self, key):
        return self.script.courses[key].instructors[0]

    # Time

    def go(self, to):
        if to <= self.now:
            return
        for program in STORES:
            kind, _, data = self.bus.exchange(program, "$srv.clock", {"to": written(to)})
            assert kind == REPLY, data
        self.now = to
        for key, end in list(self.ends.items()):
            if end <= to:
                wait_until(lambda: self.seen(key)["tally"]["unmarked"] == 0, f"{key} is closed")
                del self.ends[key]

    def seen(self, key):
        answer = self.ask(self.owners[key], "GET", f"/v1/checkins/{self.checkins[key]}")
        assert answer.status == 200, answer.body
        return answer.json

    # The week

    def play(self):
        shows = sorted({self.wanted(line) for line in self.script.lines} - {None})
        steps = [(at, 0, number, lambda key=key: self.show(key)) for number, (at, key) in enumerate(shows)]
        steps += [(line.at, 1, number, lambda line=line: self.act(line))
                  for number, line in enumerate(self.script.lines)]
        for at, _, _, step in sorted(steps, key=lambda step: step[:3]):
            self.go(at)
            step()

    def wanted(self, line):
        """The code that a line needs, as the moment and the check-in that shows it."""
        code = line.names.get("code")
        if not code or code == "now" or re.fullmatch("[A-Z]{8}", code):
            return None
        key, _, moment = code.rpartition("@")
        return self.script.moment(moment, line.at), key or line.words[0]

    def show(self, key):
        """The instructor's screen shows the code."""
        answer = self.ask(self.owners[key], "GET", f"/v1/checkins/{self.checkins[key]}/code")
        assert answer.status == 200, answer.body
        self.codes[self.now, key] = answer.json["code"]

    def act(self, line):
        for name in line.who:
            answer = getattr(self, line.verb.replace("try", "tries"))(name, line, *line.words)
            said = self.said(answer)
            expected = line.answer
            isRight = answer.status >= 400 if expected == "refused" else said == expected
            assert isRight, f"line {line.number}, {name}: {said}, not {expected}: {answer.body}"

    @staticmethod
    def said(answer):
        if answer.status >= 400:
            return answer.json["code"]
        body = answer.json if answer.body else {}
        if "isOpen" in body:
            if not body["isOpen"]:
                return body["reason"]
            return "open to confirm" if body["needsConfirming"] else "open"
        return body["status"] if "means" in body and "person" not in body else ""

    # What instructors do

    def opens(self, name, line, key):
        names = line.names
        course = names["course"]
        body = {"mode": names["mode"]}
        if "starts" in names:
            body["starts"] = written(self.script.moment(names["starts"]))
        for member, its in (("minutes", "minutes"), ("early", "early"), ("late", "lateAfter")):
            if member in names:
                body[its] = int(names[member])
        if "range" in names:
            body["range"] = float(names["range"])
        if "spot" in names:
            latitude, longitude = self.script.spots[names["spot"]]
            body["spot"] = {"name": names["spot"], "latitude": latitude, "longitude": longitude}
        answer = self.ask(name, "POST", f"/v1/courses/{self.courses[course]['id']}/checkins", body)
        if answer.status == 201:
            self.checkins[key], self.owners[key] = answer.json["id"], self.owner(course)
            self.end(key, answer)
        return answer

    def end(self, key, answer):
        assert answer.status < 300, answer.body
        self.ends[key] = datetime.fromisoformat(answer.json["closes"])
        return answer

    def path(self, key, more=""):
        return f"/v1/checkins/{self.checkins[key]}{more}"

    def edits(self, name, line, key):
        body = {"version": self.seen(key)["version"], "minutes": int(line.names["minutes"])}
        return self.end(key, self.ask(name, "PATCH", self.path(key), body))

    def closes(self, name, line, key):
        del self.ends[key]
        return self.ask(name, "POST", self.path(key, "/close"))

    def reopens(self, name, line, key):
        body = {"minutes": int(line.names["minutes"])}
        return self.end(key, self.ask(name, "POST", self.path(key, "/reopen"), body))

    def deletes(self, name, line, key):
        self.ends.pop(key, None)
        return self.ask(name, "DELETE", self.path(key))

    def restores(self, name, line, key):
        return self.ask(name, "POST", self.path(key, "/restore"))

    def marks(self, name, line, key, students, status):
        body = {"status": status}
        if "reason" in line.names:
            body["reason"] = line.names["reason"].replace("_", " ")
        for student in people(students):
            answer = self.ask(name, "PUT", self.path(key, f"/records/{self.people[student]['person']}"), body)
            assert answer.status == 200 or line.answer, f"line {line.number}: {answer.body}"
        return answer

    def enrolls(self, name, line, course, student):
        place = f"/v1/courses/{self.courses[course]['id']}/roster/{self.people[student]['person']}"
        return self.ask(name, "PUT", place, {"role": "student"})

    def removes(self, name, line, course, student):
        return remove(self.site, self.people[name], self.courses[course], self.people[student])

    def answers(self, name, line, course, student, day, accept):
        id_ = self.excuses[course, student, day]
        return self.ask(name, "POST", f"/v1/excuses/{id_}/answer", {"accept": accept == "accept"})

    def locks(self, name, line):
        term = self.script.term.replace(" ", "%20")
        return self.ask(name, "PUT", f"/v1/attendance/terms/{term}/lock")

    # What students do

    def excuse(self, name, line, course, day):
        body = {"day": self.script.date(day), "note": "A family matter."}
        answer = self.ask(name, "POST", f"/v1/courses/{self.courses[course]['id']}/excuses", body)
        self.excuses[course, name, day] = answer.json.get("id")
        return answer

    def withdraws(self, name, line, course, day):
        return self.ask(name, "DELETE", f"/v1/excuses/{self.excuses[course, name, day]}")

    def scan(self, name, line, key):
        answer = self.site.request("POST", self.path(key, "/ticket"), {"code": self.code(line, key)})
        assert answer.status == 201, answer.body
        self.tickets[name] = answer.json["ticket"]
        return answer

    def press(self, name, line, key):
        return self.ask(name, "POST", self.path(key, "/records"), self.proof(name, line, key, device=True))

    def tries(self, name, line, key):
        return self.ask(name, "POST", self.path(key, "/verdict"), self.proof(name, line, key))

    def code(self, line, key):
        code = line.names["code"]
        if code == "now":
            if (self.now, key) not in self.codes:
                self.show(key)
            code = self.codes[self.now, key]
        elif not re.fullmatch("[A-Z]{8}", code):
            at, key = self.wanted(line)
            code = self.codes[at, key]
        if line.names.get("typed") == "dashed":
            code = f" {code[:2]} {code[2:]} ".lower().translate(str.maketrans("oib", "018"))
        return code

    def proof(self, name, line, key, device=False):
        names, body = line.names, {}
        held = timedelta()
        if "held" in names:
            held = line.at - self.script.moment(names["held"], line.at)
            body["heldMs"] = held // timedelta(milliseconds=1)
        if "at" in names:
            body["fix"] = self.fix(name, names, held)
        if "code" in names:
            body["code"] = self.code(line, key)
        if "ticket" in names:
            body["ticket"] = self.tickets[names["ticket"]]
        if device:
            body["deviceToken"] = names.get("device", name.replace("s", "d"))
        return body

    def fix(self, name, names, held):
        spot, _, meters = names["at"].partition("+")
        latitude, longitude = self.script.spots[spot]
        north = float(meters) if meters else 0.25 * ((int(name[1:]) - 1) % 40)
        age = timedelta(seconds=float(names.get("age", 1))) + held
        return {
            "latitude": latitude + math.degrees(north / EARTH), "longitude": longitude,
            "accuracy": float(names.get("acc", 10)), "ageMs": age // timedelta(milliseconds=1),
        }

    # The register

    def pages(self, name, path):
        """The items of all pages."""
        items, cursor = [], ""
        while True:
            answer = self.ask(name, "GET", f"{path}?limit=100{cursor}")
            assert answer.status == 200, answer.body
            items += answer.json["items"]
            if not answer.json.get("next"):
                return items
            cursor = f"&cursor={answer.json['next']}"

    def register(self, key):
        """The rows as `register.csv` writes them, by student."""
        return {self.names[row["person"]]: {
            "status": row["status"], "means": row.get("means") or "", "was": row.get("original") or "",
            "feet": str(row.get("distanceFeet") or ""), "flags": " ".join(row["flags"]),
            "left": "left" if row["hasLeft"] else "", "excuse": row.get("excuse") or "",
        } for row in self.pages(self.owners[key], self.path(key, "/register"))}
