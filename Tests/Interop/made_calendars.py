"""Calendars made by chance from a seed, in the forms that other programs write, with the dates that they show.

Run as a program, it writes the dates of every file in `calendars`, and some made ones as `calendars/made.txt`, for
the tests in Swift.
"""

import datetime
import itertools
import pathlib
import random
import zoneinfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

SEED = 2445
UTC = datetime.UTC
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# The names that programs write, the zone behind them, and how its clocks change: standard and daylight offsets
# with the first Sunday's number and month of each.
BERLIN = ("+0100", "+0200", "-1SU", 10, "030000", "-1SU", 3, "020000")
ZONES = [
    ("Europe/Berlin", "Europe/Berlin", BERLIN),
    ("W. Europe Standard Time", "Europe/Berlin", BERLIN),
    ("Customized Time Zone", "Europe/Berlin", BERLIN),
    ("GMT +0100 (Standard) / GMT +0200 (Daylight)", "Europe/Berlin", BERLIN),
    ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin", BERLIN),
    ("/Europe/Berlin", "Europe/Berlin", BERLIN),
    ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York",
     ("-0500", "-0400", "1SU", 11, "020000", "2SU", 3, "020000")),
    ("Customized Time Zone 1", "Australia/Sydney", ("+1000", "+1100", "1SU", 4, "030000", "1SU", 10, "020000")),
    ("India", "Asia/Kolkata", ("+0530",)),
    ("UK time", "Europe/London", ("+0000", "+0100", "-1SU", 10, "020000", "-1SU", 3, "010000")),
]


def fold(line):
    """A line with its line end, folded as RFC 5545 3.1 asks for."""
    data = line.encode()
    parts = [data[:75]] + [data[at:at + 74] for at in range(75, len(data), 74)]
    return b"\r\n ".join(parts) + b"\r\n"


def observance(kind, begins, before, after, rule):
    return [f"BEGIN:{kind}", f"DTSTART:{begins}", f"TZOFFSETFROM:{before}", f"TZOFFSETTO:{after}", *rule, f"END:{kind}"]


def timezone(name, clocks):
    lines = ["BEGIN:VTIMEZONE", f"TZID:{name}"]
    if len(clocks) == 1:
        lines += observance("STANDARD", "16010101T000000", clocks[0], clocks[0], [])
    else:
        standard, daylight, back_day, back_month, back_time, on_day, on_month, on_time = clocks
        lines += observance("STANDARD", f"16010101T{back_time}", daylight, standard,
                            [f"RRULE:FREQ=YEARLY;BYDAY={back_day};BYMONTH={back_month}"])
        lines += observance("DAYLIGHT", f"16010101T{on_time}", standard, daylight,
                            [f"RRULE:FREQ=YEARLY;BYDAY={on_day};BYMONTH={on_month}"])
    return [*lines, "END:VTIMEZONE"]


class MadeCalendar:
    """One calendar: an event that repeats, some of its dates skipped, canceled or moved."""

    def __init__(self, number):
        self.number = number
        self.chance = random.Random(SEED * 1000 + number)
        self.name, zone, self.clocks = self.chance.choice(ZONES)
        self.zone = zoneinfo.ZoneInfo(zone)
        self.is_day = self.chance.random() < 0.25
        self.rule = self.made_rule()
        self.dates = self.first_dates()
        self.length = datetime.timedelta(days=1)
        if not self.is_day:
            self.length = datetime.timedelta(minutes=self.chance.choice([45, 90]))
        changed = self.chance.sample(self.dates[:14], min(len(self.dates) - 1, self.chance.randint(0, 6)))
        cut = self.chance.randint(0, len(changed))
        self.skipped, self.changed = sorted(changed[:cut]), sorted(changed[cut:])

    def made_rule(self):
        chance = self.chance
        frequency = chance.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "YEARLY"])
        parts = [f"FREQ={frequency}"]
        if chance.random() < 0.4:
            parts.append(f"INTERVAL={chance.choice([2, 3])}")
        if frequency == "WEEKLY":
            parts.append("BYDAY=" + ",".join(chance.sample(WEEKDAYS, chance.randint(1, 3))))
        elif frequency != "DAILY" and chance.random() < 0.5:
            parts.append(f"BYDAY={chance.choice([-1, 1, 2, 3])}{chance.choice(WEEKDAYS)}")
            if frequency == "YEARLY":
                parts.append("BYMONTH=" + ",".join(map(str, sorted(chance.sample(range(1, 13), 2)))))
        elif frequency == "MONTHLY" and chance.random() < 0.5:
            parts.append(f"BYMONTHDAY={chance.choice([1, 15, 28, -1])}")
        if frequency in ("DAILY", "WEEKLY") and chance.random() < 0.3:
            parts.append("BYMONTH=" + ",".join(map(str, sorted(chance.sample(range(1, 13), 5)))))
        end = chance.random()
        if end < 0.3:
            parts.append(f"COUNT={chance.randint(4, 12)}")
        elif end < 0.5:
            parts.append(f"UNTIL={2028 + chance.randint(0, 2)}0630" + ("" if self.is_day else "T120000Z"))
        return ";".join(parts)

    def first_dates(self):
        """The first dates by the rule. The event begins with the first of them, as programs write it."""
        month, day, hour = (self.chance.randint(*span) for span in ((1, 12), (1, 28), (6, 21)))
        start = datetime.datetime(2026, month, day, hour, 30)
        until = self.rule.replace("T120000Z", "T120000")
        begins = next(iter(rrulestr(until.split(";COUNT")[0], dtstart=start)))
        found = rrulestr(until, dtstart=begins)
        dates = list(itertools.islice(found, 20))
        return [date.date() for date in dates] if self.is_day else dates

    def written(self, name, date):
        if isinstance(date, datetime.datetime):
            return f"{name};TZID=\"{self.name}\":{date:%Y%m%dT%H%M%S}"
        return f"{name};VALUE=DATE:{date:%Y%m%d}"

    def utc(self, date):
        return date.replace(tzinfo=self.zone).astimezone(UTC)

    def event(self, start, length, *lines):
        return ["BEGIN:VEVENT", f"UID:made-{self.number}@test", "DTSTAMP:20260101T000000Z", *lines,
                self.written("DTSTART", start), self.written("DTEND", start + length),
                f"SUMMARY:Made {self.number}\\, a title that is long enough for a line that has to be folded",
                "X-MICROSOFT-CDO-BUSYSTATUS:BUSY", "TRANSP:OPAQUE", "END:VEVENT"]

    def exclusions(self):
        """EXDATE in one of the forms of other programs: a list, a line each, or in UTC."""
        if not self.skipped:
            return []
        form = self.chance.choice(["list", "lines", "utc"])
        if form == "utc" and not self.is_day:
            return ["EXDATE:" + ",".join(f"{self.utc(date):%Y%m%dT%H%M%SZ}" for date in self.skipped)]
        lines = [self.written("EXDATE", date) for date in self.skipped]
        return lines if form == "lines" else [",".join([lines[0]] + [line.split(":")[-1] for line in lines[1:]])]

    def change(self, date):
        chance = self.chance
        identity = self.written("RECURRENCE-ID", date)
        if not self.is_day and chance.random() < 0.3:
            identity = f"RECURRENCE-ID:{self.utc(date):%Y%m%dT%H%M%SZ}"
        if chance.random() < 0.25:
            return self.event(date, self.length, identity, "SEQUENCE:1", "STATUS:CANCELLED")
        moved = date + datetime.timedelta(days=chance.randint(-2, 2))
        # Two dates of an event that begin at once are one.
        while self.is_day and moved in self.dates and moved != date:
            moved -= datetime.timedelta(days=1)
        if self.is_day:
            return self.event(moved, self.length * chance.randint(1, 2), identity, "SEQUENCE:1")
        moved = moved.replace(hour=chance.randint(6, 21), minute=chance.choice([5, 40]))
        return self.event(moved, chance.choice([self.length, datetime.timedelta(minutes=150)]), identity, "SEQUENCE:1")

    def parts(self):
        """The zone's description, and the events."""
        events = [self.event(self.dates[0], self.length, f"RRULE:{self.rule}", *self.exclusions())]
        events += [self.change(date) for date in self.changed]
        self.chance.shuffle(events)
        return timezone(self.name, self.clocks), list(itertools.chain(*events))

    def text(self):
        zone, events = self.parts()
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//made//EN", "METHOD:PUBLISH", *zone, *events,
                 "END:VCALENDAR"]
        return b"".join(map(fold, lines))


FOLDER = pathlib.Path(__file__).with_name("calendars")
FROM, TO = datetime.datetime(2025, 12, 1, tzinfo=UTC), datetime.datetime(2027, 5, 1, tzinfo=UTC)


def moment(date):
    if not isinstance(date, datetime.datetime):
        return f"{date}"
    return f"{date.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def shown(text):
    """The dates that other programs show from a file: each event's start and end, in order, without canceled ones."""
    # It would keep the zones of an earlier file by their names.
    icalendar.use_zoneinfo()
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(FROM, TO)
    return sorted((moment(event.start), moment(event.end)) for event in found if event.get("STATUS") != "CANCELLED")


def main():
    for path in sorted(FOLDER.glob("*.ics")):
        data = path.read_bytes()
        text = data.decode("windows-1252").encode() if "latin1" in path.name else data
        path.with_suffix(".dates").write_text("".join(f"{start} {end}\n" for start, end in shown(text)))
    blocks = []
    for number in range(0, 240, 4):
        text = MadeCalendar(number).text()
        dates = "".join(f"= {start} {end}\n" for start, end in shown(text))
        blocks.append(text.decode().replace("\r\n", "\n") + dates)
    (FOLDER / "made.txt").write_text("".join(blocks))


if __name__ == "__main__":
    main()
