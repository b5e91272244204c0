"""The rows about the search, on a site of 100,000 tasks in 20 rooms. They have no peer."""

import http.client
import json
import secrets
import time
from concurrent.futures import ThreadPoolExecutor

from attendance import PASSWORD, CheapSite
from processes import Figure

TASKS, ROOMS = 100_000, 20
# Rooms beside them that have fewer tasks.
SMALL = (50, 500)
WORDS = ("buy wash return fix mend fold clean book call print water sweep repair order pay collect sort paint plan bake "
         "milk towels library freezer bicycle heating window kitchen laundry plants printer dishes carpet lamp ticket "
         "groceries recycling mattress curtain mirror").split()
SEARCHES = 400


class Person:
    """A connection of their own, and a room with so many tasks."""

    def __init__(self, site: CheapSite, number: int, count: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
        self.token = ""
        email = f"person{number}@hilltop.example"
        self.ask("POST", "/v1/signup", {"email": email, "password": PASSWORD, "firstName": "P", "lastName": str(number)})
        self.token = self.ask("POST", "/v1/signin", {"email": email, "password": PASSWORD})["token"]
        dorm = self.ask("GET", "/v1/dorms")["items"][0]["id"]
        self.ask("POST", "/v1/room/join", {"dorm": dorm, "number": f"9{number:02}"})
        for _ in range(count):
            self.ask("POST", "/v1/tasks", {"title": title()})

    def ask(self, method: str, path: str, body=None) -> dict:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path} answered {answer.status} {text[:300]}")
        return json.loads(text) if text else {}


class House:
    def __init__(self) -> None:
        self.site = CheapSite()
        self.site.create()
        with ThreadPoolExecutor(ROOMS) as pool:
            counts = [TASKS // ROOMS] * ROOMS + list(SMALL)
            people = list(pool.map(lambda one: Person(self.site, *one), enumerate(counts)))
        self.people = {TASKS // ROOMS: people[:ROOMS], **{count: [people[ROOMS + n]] for n, count in enumerate(SMALL)}}


def title() -> str:
    return " ".join(secrets.choice(WORDS) for _ in range(4)) + f" {secrets.randbelow(10_000)}"


house: House | None = None


def end() -> None:
    if house:
        house.site.__exit__()


def searching(of, count: int = TASKS // ROOMS):
    """Searches of rooms with so many tasks."""
    def measure(side: str, seconds: int) -> Figure | None:
        global house
        if side != "ours":
            return None
        house = house or House()
        times = []
        for number in range(SEARCHES):
            words = of(secrets.choice(WORDS))
            began = time.perf_counter()
            people = house.people[count]
            people[number % len(people)].ask("GET", f"/v1/search/tasks?q={words}")
            times.append((time.perf_counter() - began) * 1e6)
        times.sort()
        return Figure(SEARCHES / (sum(times) / 1e6), times[len(times) // 2], times[int(len(times) * 0.95)])
    return measure


def swapped(word: str) -> str:
    return word[:1] + word[2:3] + word[1:2] + word[3:]


def register(row) -> None:
    """The column of the 99th percentile has the 95th."""
    for count in (*SMALL, TASKS // ROOMS):
        row(f"search: a word, {count:,} of {TASKS:,} tasks in the room", "p95 ≤ 50 ms", "/s")(
            searching(lambda word: word, count))
    row("search: two words, the second one begun", "p95 ≤ 50 ms", "/s")(
        searching(lambda word: f"{word}%20{secrets.choice(WORDS)[:3]}"))
    row("search: a word with two letters swapped", "p95 ≤ 50 ms", "/s")(searching(swapped))
