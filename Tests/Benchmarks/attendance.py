"""The rows about attendance. They have no peer: nothing that small schools run has a check-in by code.

Passwords are cheap to check on these sites, so that making the students is quick; nothing here measures a sign-in.
"""

import contextlib
import http.client
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from alerts import timed_id
from processes import Figure, Site, edited, pss_kib, read

STUDENTS = 300
WINDOW_SECONDS = 10
FULL_ROSTER = 499
COURSES, CHECK_INS, RECORDS_EACH = 50, 40, 500
PASSWORD = "a long enough password"
DAY_MS = 86_400_000


class CheapSite(Site):
    @property
    def environment(self) -> dict[str, str]:
        return super().environment | {"QUAD_TEST_PASSWORDS": "cheap", "QUAD_REFUSALS_PER_ADDRESS": "100000"}

    def run_all(self) -> None:
        self.site_folder.mark("test-site")
        super().run_all()


class School:
    """A teacher with a course, and its students' tokens."""

    def __init__(self, students: int) -> None:
        self.site = CheapSite()
        self.site.create()
        self.local = threading.local()
        self.sign_up("teacher")
        self.site.quadctl("admin", "roles", "teacher@hilltop.example", "staff")
        # A new role signs the person out.
        self.teacher = self.ask("POST", "/v1/signin", {"email": "teacher@hilltop.example", "password": PASSWORD})["token"]
        self.course = self.add_course("Statistics")
        with ThreadPoolExecutor(4) as pool:
            self.students = list(pool.map(lambda number: self.sign_up(f"student{number}"), range(students)))
            list(pool.map(self.enroll, range(students)))

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.site.__exit__()

    def request(self, method: str, path: str, body=None, token: str = "") -> tuple[int, dict]:
        """One connection for each thread, as a phone has one of its own."""
        if not hasattr(self.local, "connection"):
            self.local.connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.local.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.local.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text.startswith(b"{") else {}

    def ask(self, method: str, path: str, body=None, token: str = "") -> dict:
        status, answer = self.request(method, path, body, token)
        if status >= 300:
            raise RuntimeError(f"{method} {path} answered {status} {answer}\n{self.site.logs()}")
        return answer

    def sign_up(self, name: str) -> str:
        return self.ask("POST", "/v1/signup", {
            "email": f"{name}@hilltop.example", "password": PASSWORD, "firstName": name, "lastName": "Load",
            "signIn": True})["token"]

    def add_course(self, name: str) -> str:
        return self.ask("POST", "/v1/courses", {"name": name}, self.teacher)["id"]

    def enroll(self, number: int) -> None:
        body = {"email": f"student{number}@hilltop.example", "role": "student"}
        # attendance learns of an account a moment after auth has made it.
        for _ in range(500):
            status, _ = self.request("POST", f"/v1/courses/{self.course}/roster", body, self.teacher)
            if status == 201:
                return
            time.sleep(0.01)
        raise RuntimeError(f"student{number} was not enrolled: {status}")

    def open(self, **members) -> str:
        return self.ask("POST", f"/v1/courses/{self.course}/checkins", {"mode": "code", **members}, self.teacher)["id"]

    def press(self, check_in: str, token: str) -> float:
        """The milliseconds of a check-in."""
        code = self.code
        began = time.monotonic()
        self.ask("POST", f"/v1/checkins/{check_in}/records", {"code": code}, token)
        return (time.monotonic() - began) * 1000

    @contextlib.contextmanager
    def shown(self, check_in: str):
        """The code in the room, which changes every 15 seconds."""
        def read() -> None:
            self.code = self.ask("GET", f"/v1/checkins/{check_in}/code", token=self.teacher)["code"]

        def follow() -> None:
            while not ended.wait(2):
                read()

        ended = threading.Event()
        read()
        follower = threading.Thread(target=follow)
        follower.start()
        try:
            yield
        finally:
            ended.set()
            follower.join()

    def tally(self, check_in: str) -> dict:
        return self.ask("GET", f"/v1/checkins/{check_in}", token=self.teacher)["tally"]


def within_ten_seconds(side: str, seconds: int) -> Figure | None:
    if side == "peer":
        return None
    with School(STUDENTS) as school:
        check_in = school.open()
        began = time.monotonic()

        def press(number: int) -> float:
            time.sleep(max(began + number * WINDOW_SECONDS / STUDENTS - time.monotonic(), 0))
            return school.press(check_in, school.students[number])

        with school.shown(check_in), ThreadPoolExecutor(32) as pool:
            times = sorted(pool.map(press, range(STUDENTS)))
        if school.tally(check_in)["present"] != STUDENTS:
            raise RuntimeError(f"{school.tally(check_in)}")
        p99 = times[len(times) * 99 // 100]
        return Figure(p99, times[len(times) // 2] * 1000, p99 * 1000, pss_kib([school.site.pid_of("attendance")]))


def all_at_once(side: str, seconds: int) -> Figure | None:
    if side == "peer":
        return None
    with School(STUDENTS) as school:
        check_in = school.open()
        with school.shown(check_in), ThreadPoolExecutor(32) as pool:
            began = time.monotonic()
            times = sorted(pool.map(lambda token: school.press(check_in, token), school.students))
            took = time.monotonic() - began
        if school.tally(check_in)["present"] != STUDENTS:
            raise RuntimeError(f"{school.tally(check_in)}")
        return Figure(STUDENTS / took, times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000)


def report(side: str, seconds: int) -> Figure | None:
    """The numbers of all courses of a teacher, counted from a million records."""
    if side == "peer":
        return None
    with School(0) as school:
        courses = [school.course] + [school.add_course(f"Course {number}") for number in range(1, COURSES)]
        school.site.stop()
        fill(school.site, courses)
        school.site.start()
        del school.local.connection
        began = time.monotonic()
        items = school.ask("GET", "/v1/attendance?limit=100", token=school.teacher)["items"]
        took = time.monotonic() - began
        counted = sum(item["tally"]["present"] + item["tally"]["absent"] for item in items)
        if counted != COURSES * CHECK_INS * RECORDS_EACH:
            raise RuntimeError(f"{counted} records are counted")
        return Figure(took)


def fill(site: Site, courses: list[str]) -> None:
    now = int(time.time() * 1000)
    with contextlib.closing(edited(site, "attendance")) as db, db:
        for course in courses:
            people = [timed_id(now) for _ in range(RECORDS_EACH)]
            for number in range(CHECK_INS):
                at = now - (number + 1) * DAY_MS
                check_in = timed_id(at)
                db.execute(
                    "INSERT INTO checkin(id, course, mode, starts_at, opens_at, closes_at, closed_at)"
                    " VALUES (?, ?, 'code', ?, ?, ?, ?)",
                    (check_in, bytes.fromhex(course.replace("-", "")), at, at, at + 600_000, at + 600_000))
                db.executemany(
                    "INSERT INTO record(checkin, person, id, status, means, at) VALUES (?, ?, ?, ?, ?, ?)",
                    ((check_in, person, timed_id(at), "absent" if os.urandom(1)[0] < 20 else "present", "code", at)
                     for person in people))


def full_roster(side: str, seconds: int) -> Figure | None:
    """From the press of the teacher until the alerts of the whole roster are in the store of the notifier."""
    if side == "peer":
        return None
    with School(FULL_ROSTER) as school:
        query = "SELECT count(*) FROM notice"
        with contextlib.closing(read(school.site, "notifier")) as db:
            before = db.execute(query).fetchone()[0]
            began = time.monotonic()
            school.open()
            while db.execute(query).fetchone()[0] < before + FULL_ROSTER:
                if time.monotonic() - began > 60:
                    raise RuntimeError(f"{db.execute(query).fetchone()[0] - before} of {FULL_ROSTER} alerts")
                time.sleep(0.005)
            return Figure(time.monotonic() - began)


def register(row) -> None:
    row(f"{STUDENTS} check-ins within {WINDOW_SECONDS} s, p99, ms", "≤ 150", "ms")(within_ten_seconds)
    row("check-ins, each on disk")(all_at_once)
    row("report over 1,000,000 records, s", "≤ 1", "s")(report)
    row(f"check-in of a roster of {FULL_ROSTER} until all are alerted, s", "≤ 1", "s")(full_roster)
