"""The rows about events and calendars; the peer is Radicale, the usual calendar server of small sites.

Radicale keeps one file for each event and has no JSON: a list is a whole calendar there, and a feed a calendar that is
fetched over HTTP. It has no state of a feed that a client could name: it sends all of it each time.
"""

import base64
import http.client
import json
import statistics
import time

from processes import VENV, Figure, Server, Site, pss_kib

MAX_EVENTS = 5000
FEED_EVENTS = 1000
MEGABYTE = 1 << 20
RULES = ("", "", "", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\n", "RRULE:FREQ=YEARLY\r\n")


def event(number: int, note: str = "") -> str:
    """Every fifth repeats, every tenth is a whole day; the others are spread over three hundred days."""
    month, day, hour = number // 28 % 10 + 1, number % 28 + 1, number % 12 + 8
    start = (f"DTSTART;VALUE=DATE:{YEAR}{month:02}{day:02}" if number % 10 == 5 else
             f"DTSTART;TZID=America/New_York:{YEAR}{month:02}{day:02}T{hour:02}0000")
    return ("BEGIN:VEVENT\r\n"
            f"UID:event-{number}@bench.example\r\nDTSTAMP:20260901T120000Z\r\n{start}\r\n{RULES[number % 5]}"
            f"SUMMARY:Study group {number}\\, chapter {number % 20}\r\nLOCATION:Forbes Hall\\, room {number % 300}\r\n"
            f"DESCRIPTION:Bring the exercises.{note}\r\n"
            "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Study\r\nTRIGGER:-PT30M\r\nEND:VALARM\r\nEND:VEVENT\r\n")


# Next year: a feed shows a year ahead.
YEAR = time.gmtime().tm_year + 1
ZONE = ("BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n"
        "BEGIN:DAYLIGHT\r\nDTSTART:20070311T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\n"
        "TZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nTZNAME:EDT\r\nEND:DAYLIGHT\r\n"
        "BEGIN:STANDARD\r\nDTSTART:20071104T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\n"
        "TZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nTZNAME:EST\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n")


def calendar(events: list[str]) -> bytes:
    return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n" + ZONE + "".join(events)
            + "END:VCALENDAR\r\n").encode()


def calendars(count: int) -> list[bytes]:
    """So many events, in files that each may be imported."""
    return [calendar([event(number) for number in range(first, min(first + 1000, count))])
            for first in range(0, count, 1000)]


def megabyte() -> tuple[bytes, int]:
    """As many events as a file of 1 MiB holds."""
    events, left = [], MEGABYTE - len(calendar([]))
    while left >= (size := len(event(len(events)))):
        events.append(event(len(events)))
        left -= size
    return calendar(events), len(events)


class Client:
    """One connection that stays."""

    def __init__(self, port: int, authorization: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.authorization = authorization

    def ask(self, expected: int, method: str, path: str, body: bytes | None = None, **headers: str):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, {"Authorization": self.authorization, **headers})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != expected:
            raise RuntimeError(f"{method} {path} answered {answer.status}, not {expected}: {text[:300]!r}")
        return answer, text


class Radicale(Server):
    """One process with its files; whoever names themselves is let in."""

    def run_all(self) -> None:
        config = self.folder / "config"
        config.write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n[auth]\ntype = none\n"
            f"[storage]\nfilesystem_folder = {self.folder}/files\n[logging]\nlevel = warning\n"
            "[web]\ntype = none\n")
        self.spawn(VENV / "bin/python", "-m", "radicale", "--config", config)

    def start(self) -> float:
        began = time.monotonic()
        self.run_all()
        while True:
            try:
                Client(self.port, AUTHORIZATION).ask(207, "PROPFIND", "/ada/", b"", Depth="0")
                return time.monotonic() - began
            except OSError:
                if self.processes[0].poll() is not None or time.monotonic() - began > 30:
                    raise RuntimeError(f"Radicale did not get ready:\n{self.logs()}") from None
                time.sleep(0.01)


AUTHORIZATION = "Basic " + base64.b64encode(b"ada:ada").decode()


class Calendars:
    """One side with a calendar on it."""

    def __init__(self, side: str) -> None:
        self.isOurs = side == "ours"
        self.server: Site | Radicale = Site() if self.isOurs else Radicale()
        if self.isOurs:
            self.server.create()
            self.client = Client(self.server.port, f"Bearer {self.server.token}")
        else:
            self.server.start()
            self.client = Client(self.server.port, AUTHORIZATION)

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.server.__exit__()

    def take(self, body: bytes) -> None:
        """Hands a file over: ours adds its events, the peer makes the calendar it."""
        if self.isOurs:
            self.client.ask(200, "POST", "/v1/events/import", body, Content_Type="text/calendar")
        else:
            self.client.ask(201, "PUT", "/ada/events/", body, Content_Type="text/calendar")

    def fill(self, count: int) -> None:
        if self.isOurs:
            for body in calendars(count):
                self.take(body)
        else:
            self.take(calendar([event(number) for number in range(count)]))

    def feed(self) -> str:
        if not self.isOurs:
            return "/ada/events/"
        return json.loads(self.client.ask(201, "POST", "/v1/event-feed")[1])["path"]

    def figure(self, work, seconds: int) -> Figure:
        """The median of a work that is done again and again, in ms; one run to warm up is not counted."""
        work()
        times, until = [], time.monotonic() + seconds
        while time.monotonic() < until or len(times) < 3:
            began = time.monotonic()
            work()
            times.append((time.monotonic() - began) * 1000)
        times.sort()
        return Figure(statistics.median(times), times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000,
                      pss_kib(self.server.pids))


def list_events(side: str, seconds: int) -> Figure:
    with Calendars(side) as site:
        site.fill(MAX_EVENTS)

        def read() -> None:
            if not site.isOurs:
                _, text = site.client.ask(200, "GET", "/ada/events/")
                count = text.count(b"BEGIN:VEVENT")
            else:
                count, cursor = 0, ""
                while cursor is not None:
                    path = "/v1/events?limit=100" + (f"&cursor={cursor}" if cursor else "")
                    page = json.loads(site.client.ask(200, "GET", path)[1])
                    count, cursor = count + len(page["items"]), page.get("next")
            if count < MAX_EVENTS * 0.9:
                raise RuntimeError(f"{count} events")

        return site.figure(read, seconds)


def first_page(side: str, seconds: int) -> Figure | None:
    if side == "peer":
        return None
    with Calendars(side) as site:
        site.fill(MAX_EVENTS)
        return site.figure(lambda: site.client.ask(200, "GET", "/v1/events?limit=100"), seconds)


def read_feed(side: str, seconds: int) -> Figure:
    with Calendars(side) as site:
        site.fill(FEED_EVENTS)
        path = site.feed()

        def read() -> None:
            _, text = site.client.ask(200, "GET", path)
            if text.count(b"BEGIN:VEVENT") < FEED_EVENTS * 0.9:
                raise RuntimeError(f"{text.count(b'BEGIN:VEVENT')} events")

        return site.figure(read, seconds)


def known_feed(side: str, seconds: int) -> Figure:
    with Calendars(side) as site:
        site.fill(FEED_EVENTS)
        path = site.feed()
        state = site.client.ask(200, "GET", path)[0].headers["ETag"]
        status = 304 if site.isOurs else 200
        return site.figure(lambda: site.client.ask(status, "GET", path, If_None_Match=state), seconds)


def import_megabyte(side: str, seconds: int) -> Figure:
    """Each time on a new site: what is there already is no work for ours. Once for the peer, which takes long: it makes
    each event a file, and waits until each is on disk."""
    body, _ = megabyte()
    times, memory = [], 0
    for _ in range(3 if side == "ours" else 1):
        with Calendars(side) as site:
            began = time.monotonic()
            site.take(body)
            times.append((time.monotonic() - began) * 1000)
            memory = pss_kib(site.server.pids)
    return Figure(statistics.median(times), memory=memory)


def import_again(side: str, seconds: int) -> Figure | None:
    if side == "peer":
        return None
    body, _ = megabyte()
    with Calendars(side) as site:
        return site.figure(lambda: site.take(body), seconds)


def register(row) -> None:
    count = megabyte()[1]
    rows = [
        (f"calendar: all of {MAX_EVENTS:,} events (ours: JSON by pages of 100; peer: Radicale, one file), ms", list_events),
        (f"calendar: the first 100 of {MAX_EVENTS:,} events, ms", first_page),
        (f"calendar: feed of {FEED_EVENTS:,} events, made anew (peer: Radicale), ms", read_feed),
        (f"calendar: feed of {FEED_EVENTS:,} events with its ETag (peer sends it again), ms", known_feed),
        (f"calendar: import of 1 MiB, {count:,} events (peer: Radicale), ms", import_megabyte),
        (f"calendar: the same file again, {count:,} events, ms", import_again),
    ]
    for work, measure in rows:
        row(work, "", "ms")(measure)
