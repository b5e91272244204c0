"""The rows about the school day, at a school of 5,000 students with 8 blocks and a 4-day cycle. They have no peer.

One site serves all rows: making its students takes longer than everything that is measured.
"""

import contextlib
import datetime
import http.client
import itertools
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from attendance import PASSWORD, CheapSite
from processes import Figure, pss_kib, read

STUDENTS, BLOCKS, CLASSES_A_BLOCK = 5_000, 8, 25
ALERTS = 2 * STUDENTS
MINUTE = 60
CLIENTS = 16
# Seconds after which a connection is made anew.
IDLE = 5
# More than a person may have armed or pinned is a broken promise.
OVER = "SELECT count(*) FROM slots WHERE armed > 64 OR pinned > 16 OR planned <> armed + queued + fired + cancelled + missed"


def day(ahead: int) -> str:
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=ahead)).isoformat()


class School:
    """Everybody has a full schedule and a reminder of the first class; the notifier has planned two days.

    The term begins tomorrow, so that both days are ahead at whatever hour this runs.
    """

    def __init__(self) -> None:
        self.site = CheapSite()
        self.site.create()
        self.local = threading.local()
        self.sign_up("head")
        self.site.quadctl("admin", "roles", "head@hilltop.example", "admin")
        self.head = self.ask("POST", "/v1/signin", {"email": "head@hilltop.example", "password": PASSWORD})["token"]
        self.set_up()
        with ThreadPoolExecutor(CLIENTS) as pool:
            self.students = list(pool.map(lambda number: self.sign_up(f"student{number}"), range(STUDENTS)))
            self.until(lambda: self.number("campus", "SELECT count(*) FROM person") > STUDENTS, "campus knows everybody")
            list(pool.map(self.choose, range(STUDENTS)))
        self.until(lambda: self.planned() >= ALERTS, f"{ALERTS:,} reminders are planned")

    def close(self) -> None:
        self.site.__exit__()

    def set_up(self) -> None:
        hours = [8 * 60 + 50 * period for period in range(6)]
        slots = [{"kind": "class", "period": period, "starts": clock(at), "ends": clock(at + 45)}
                 for period, at in enumerate(hours, 1)]
        bell = self.admin("POST", "bells", {"name": "Regular", "slots": slots, "isUsual": True})["id"]
        cycle = self.admin("POST", "daytypes/generate", {
            "kind": "rotatingDrop", "days": 4, "blocks": BLOCKS, "periods": 6})["items"]
        self.admin("PUT", "daytypes", {"items": cycle})
        self.admin("PATCH", "", {
            "weekdays": [{"weekday": number, "bell": bell} for number in range(1, 8)], "blocks": BLOCKS,
            "grades": [9, 10, 11, 12]})
        self.term = self.admin("POST", "terms", {"name": "Fall", "starts": day(1), "ends": day(120)})["id"]
        self.classes = [
            [self.admin("POST", "classes", {
                "name": f"Class {block}-{number}", "grades": [9, 10, 11, 12], "blocks": [block],
                "room": f"{block}{number:02}"})["id"] for number in range(CLASSES_A_BLOCK)]
            for block in range(1, BLOCKS + 1)]

    def admin(self, method: str, what: str, body: dict) -> dict:
        return self.ask(method, f"/v1/admin/school/{what}".rstrip("/"), body, self.head)

    def ask(self, method: str, path: str, body=None, token: str = "") -> dict:
        """One connection for each thread, as a phone has one of its own. The gateway closes one that is idle."""
        if time.monotonic() - getattr(self.local, "used", 0) > IDLE:
            self.local.connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        self.local.used = time.monotonic()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.local.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.local.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path} answered {answer.status} {text[:300]}\n{self.site.logs()}")
        return json.loads(text) if text.startswith(b"{") else {}

    def sign_up(self, name: str) -> str:
        return self.ask("POST", "/v1/signup", {
            "email": f"{name}@hilltop.example", "password": PASSWORD, "firstName": name, "lastName": "Load",
            "signIn": True})["token"]

    def choose(self, number: int) -> None:
        token = self.students[number]
        self.ask("PUT", "/v1/me/schedule", {
            "term": self.term, "grade": 9 + number % 4, "version": 0,
            "choices": [{"block": block, "class": classes[number % CLASSES_A_BLOCK]}
                        for block, classes in enumerate(self.classes, 1)]}, token)
        self.ask("PATCH", "/v1/me/school", {"reminder": 10, "reminderFor": "first"}, token)

    def number(self, program: str, query: str, *values) -> int:
        with contextlib.closing(read(self.site, program)) as db:
            return db.execute(query, values).fetchone()[0]

    def planned(self, on: str | None = None) -> int:
        """The reminders of the school that wait, of this day or of all."""
        query = "SELECT count(*) FROM alert WHERE program = 'campus' AND state IN ('armed', 'queued')"
        if on is None:
            return self.number("notifier", query)
        start = int(datetime.datetime.fromisoformat(f"{on}T00:00:00+00:00").timestamp() * 1000)
        return self.number("notifier", f"{query} AND at BETWEEN ? AND ?", start, start + 86_399_999)

    def told(self) -> int:
        return self.number("notifier", "SELECT count(*) FROM notice WHERE program = 'campus' AND kind = 'raised'")

    @staticmethod
    def until(condition, what: str, seconds: float = 300) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise RuntimeError(f"not within {seconds} s: {what}")
            time.sleep(0.02)

    def close_day(self, on: str) -> tuple[float, str]:
        """The seconds until everybody has been told and has a reminder of another day; and the closing."""
        told = self.told()
        began = time.monotonic()
        closing = self.admin("POST", "closings", {"date": on, "note": "Snow"})["id"]
        self.until(lambda: self.told() >= told + STUDENTS and self.planned(on) == 0
                   and self.planned() >= ALERTS, "the closing has reached everybody")
        return time.monotonic() - began, closing

    def undo(self, closing: str) -> None:
        told = self.told()
        self.admin("POST", f"closings/{closing}/undo", {})
        self.until(lambda: self.told() >= told + STUDENTS and self.planned() >= ALERTS, "the day is open again")


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


known: list[School] = []


def school() -> School:
    if not known:
        known.append(School())
    return known[0]


def end() -> None:
    """Stops the site that the rows share."""
    while known:
        known.pop().close()


def closing(side: str, seconds: int) -> Figure | None:
    if side == "peer":
        return None
    here = school()
    took, made = here.close_day(day(1))
    here.undo(made)
    return Figure(took * 1000, memory=pss_kib([here.site.pid_of("campus")]))


def now_and_next(side: str, seconds: int) -> Figure | None:
    """Each student asks once within the minute of the bell."""
    if side == "peer":
        return None
    here, began = school(), time.monotonic()
    numbers = itertools.count()

    def client(_: int) -> list[float]:
        times = []
        while (number := next(numbers)) < STUDENTS:
            time.sleep(max(began + number * MINUTE / STUDENTS - time.monotonic(), 0))
            asked = time.monotonic()
            here.ask("GET", f"/v1/me/day?date={day(1)}", token=here.students[number])
            times.append((time.monotonic() - asked) * 1e6)
        return times

    with ThreadPoolExecutor(CLIENTS) as pool:
        times = sorted(itertools.chain.from_iterable(pool.map(client, range(CLIENTS))))
    rate = len(times) / (time.monotonic() - began)
    return Figure(rate, times[len(times) // 2], times[int(len(times) * 0.99)],
                  memory=pss_kib([here.site.pid_of("campus")]))


def cap(side: str, seconds: int) -> Figure | None:
    """A day closes and opens again while another thread counts in the notifier's file, one look a transaction."""
    if side == "peer":
        return None
    here, looks, over, ended = school(), [], [], threading.Event()

    def look() -> None:
        while not ended.wait(0.005):
            found = here.number("notifier", OVER)
            looks.append(found)
            if found:
                over.append(found)

    looker = threading.Thread(target=look)
    looker.start()
    try:
        for ahead in (1, 2):
            _, made = here.close_day(day(ahead))
            here.undo(made)
    finally:
        ended.set()
        looker.join()
    warning = f"the limit was broken in {len(over)} of {len(looks)} looks" if over else ""
    return Figure(len(looks), warning=warning)


def register(row) -> None:
    row(f"school: closing a day, {STUDENTS:,} told and {ALERTS:,} reminders re-dated, ms", "≤ 5,000", "ms")(closing)
    row(f"school: now and next for {STUDENTS:,} students within a minute", "p99 ≤ 50 ms", "/s")(now_and_next)
    row(f"school: looks at the notifier while {ALERTS:,} reminders move, the limit held in each", "", "looks")(cap)
