"""CLK1: the wall clock of the real notifier jumps (wallclock.c), by hours, a day, and over the change to summer time.
So does attendance's, and check-ins close.

Only the wall clock jumps, as when an operator sets it: a program sleeps as long as before. Alerts due after a jump fire
within two seconds and once; a step back fires nothing again. The result is read from the notifier's file, because the
other programs' clocks do not jump.
"""

import contextlib
import mmap
import os
import struct
import subprocess
import time
from collections import Counter
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from quad_catalogue import PROGRAMS
from quad_checkins import fix, opened, press, register, seen
from quad_courses import enroll, make, teacher
from quad_firing import Planner, count, fired, local, sums, wait_planned
from quad_ledger import judged
from quad_scoreboard import Row
from quad_site import Site, raw, stays, wait_until
from quad_stores import reading

HOUR, DAY = 3600, 86400
# Alerts of each kind of time.
EACH = 8
WITHIN = 2.0
ZONE = ZoneInfo("America/New_York")


class Clock:
    """One program's wall clock, some seconds ahead of ours."""

    def __init__(self, folder):
        library, path = os.path.join(folder, "wallclock.so"), os.path.join(folder, "wallclock")
        source = os.path.join(os.path.dirname(__file__), "wallclock.c")
        subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
        with open(path, "wb") as file:
            file.write(bytes(8))
        with open(path, "r+b") as file:
            self.file = mmap.mmap(file.fileno(), 8)
        self.offset = 0
        self.environment = {"LD_PRELOAD": library, "WALLCLOCK_OFFSET": path}

    @property
    def now(self):
        return time.time() + self.offset

    def jump(self, offset):
        """Jumps at once; returns the moment by our clock."""
        self.offset = offset
        self.file[:] = struct.pack("q", offset * 10**9)
        return time.time()


@contextlib.contextmanager
def jumping(name):
    """A site on which the clock of one program jumps."""
    site = Site(programs=())
    try:
        site.jumps = Clock(site.folder)
        for program in PROGRAMS:
            site.start(program, **(site.jumps.environment if program == name else {}))
        site.wait_ready()
        yield site
    finally:
        site.close()


@pytest.fixture
def site():
    with jumping("notifier") as site:
        yield site


def titles(site, person):
    """The number of firings of each of a person's alerts."""
    return Counter(title for whose, title, _, _ in fired(site) if whose == person["person"].replace("-", ""))


def plan(site, person, name, moments, minutes=600):
    """Alerts at moments of our clock, of events that last long: however late, they are of use. Their titles."""
    planner = Planner(site, person)
    before = count(site, "SELECT coalesce(sum(planned), 0) FROM slots")
    try:
        for number, moment in enumerate(moments):
            planner.add(f"{name} {number}", moment if isinstance(moment, dict) else local(moment), minutes=minutes)
    finally:
        planner.close()
    wait_planned(site, before + len(moments))
    return {f"{name} {number}" for number in range(len(moments))}


class Proof:
    """Checks the alerts of one person that are due so far, and returns their delay after each jump."""

    def __init__(self, site, person):
        self.site, self.person, self.expected, self.slowest, self.jumps = site, person, set(), 0, 0

    @property
    def there(self):
        return titles(self.site, self.person)

    def problems(self):
        there = self.there
        found = [f"{title} fired {times} times" for title, times in there.items() if times > 1]
        return found + [f"{title} is not due and fired" for title in there if title not in self.expected]

    def fires(self, due, since):
        """Due alerts fire in time after this moment, and no others."""
        self.expected |= due
        self.jumps += 1
        wait_until(lambda: self.expected <= set(self.there), f"{min(due)} and others fire")
        self.slowest = max(self.slowest, time.time() - since)
        assert self.problems() == []

    def marks(self, name):
        """The notifier looks at its clock, at least twice: what it had to fire by then it has fired."""
        moment = int(self.site.jumps.now) + 3
        due = plan(self.site, self.person, name, [moment])
        wait_until(lambda: due <= set(self.there), f"{name} fires")
        self.expected |= due
        assert self.problems() == []


@pytest.mark.timeout(120)
def test_alerts_fire_once_and_in_time_however_the_clock_jumps(site):
    with Row("CLK1", f"each fires once, <= {WITHIN:.0f} s after a jump; none twice after a step back") as row:
        clock, ada = site.jumps, site.sign_up("ada")
        proof = Proof(site, ada)
        base = int(time.time()) + 600
        in_an_hour = plan(site, ada, "Hour", [base + 300 * number for number in range(EACH)])
        in_a_day = plan(site, ada, "Day", [base + DAY - HOUR + 60 * number for number in range(EACH)])
        # One that would be of no use any more is missed, and counts as that.
        plan(site, ada, "Missed", [base + 2 * HOUR], minutes=1)
        proof.fires(in_an_hour, clock.jump(HOUR))
        clock.jump(0)
        proof.marks("Back")
        # A step back: what comes due by our clock waits for the notifier's, and nothing fires again.
        clock.jump(-HOUR)
        due = int(time.time()) + 4
        waiting = plan(site, ada, "Waiting", [due] * EACH)
        wait_until(lambda: is_quiet(proof) and time.time() > due + 1.5, "it was due for longer than a tick")
        proof.fires(waiting, clock.jump(0))
        proof.fires(in_a_day, clock.jump(DAY))
        wait_until(lambda: count(site, "SELECT missed FROM slots WHERE person = ?", raw(ada["person"])) == 1, "missed")
        clock.jump(0)
        proof.marks("Again")
        change = jump_over_the_change(site, clock)
        with reading(site, "notifier") as database:
            assert sums(database) == []
        alerts, jumps = len(proof.expected | change.expected), proof.jumps + change.jumps
        slowest = max(proof.slowest, change.slowest)
        row.value = f"{alerts} alerts, {jumps} jumps, fired within {slowest:.2f} s, none twice"
        print(row.value)
        assert slowest <= WITHIN
        # The control: one that fires when it is not due is seen.
        change.expected.discard("Change 0")
        assert change.problems() == ["Change 0 is not due and fired"]


def is_quiet(proof):
    assert proof.problems() == []
    return True


def next_change(after):
    """The second at which New York's clocks go an hour ahead next."""
    day = datetime.fromtimestamp(after, timezone.utc)
    while True:
        day += timedelta(days=1)
        night = datetime(day.year, day.month, day.day, 1, 59, 59, tzinfo=ZONE)
        after_it = datetime.fromtimestamp(night.timestamp() + 1, ZONE)
        if after_it.utcoffset() - night.utcoffset() == timedelta(hours=1):
            return int(night.timestamp()) + 1


def jump_over_the_change(site, clock):
    """New York skips the hour from two to three: what is due on both sides and in it, at its right moment."""
    eve = site.sign_up("eve")
    # Its own books: months ahead, what has fired is thrown away some day.
    proof = Proof(site, eve)
    change = next_change(time.time())
    date = datetime.fromtimestamp(change, ZONE).strftime("%Y-%m-%d")
    # Half past two does not exist: an hour after half past one it is half past three.
    moments = {"01:30:00": change - 1800, "02:30:00": change + 1800, "03:00:00": change, "03:45:00": change + 2700}
    whens = [{"date": date, "time": at, "zone": str(ZONE)} for at in moments]
    names = dict(zip(moments, (f"Change {number}" for number in range(len(moments)))))
    plan(site, eve, "Change", whens)
    ahead = change - int(time.time())
    proof.fires({names["01:30:00"]}, clock.jump(ahead - 900))
    # Two seconds before the change; it comes as the seconds go by.
    clock.jump(change - 2 - int(time.time()))
    proof.fires({names["03:00:00"]}, change - clock.offset)
    proof.fires({names["02:30:00"], names["03:45:00"]}, clock.jump(ahead + HOUR))
    due = {title: at // 1000 for _, title, at, _ in fired(site)}
    assert {at: due[names[at]] for at in moments} == moments, "each at its right local time"
    clock.jump(0)
    proof.marks("Winter")
    return proof


class Lessons:
    """Check-ins of an hour and of two in two courses, each with a student who is there and one who is not."""

    def __init__(self, site):
        self.site, self.tess = site, teacher(site)
        self.here, self.away = site.sign_up("here"), site.sign_up("away")
        self.checkins = [self.lesson(minutes) for minutes in (60, 120)]

    def lesson(self, minutes):
        course = make(self.site, self.tess, f"Lesson of {minutes} minutes")
        for student in (self.here, self.away):
            enroll(self.site, self.tess, course, student)
        checkin = opened(self.site, self.tess, course, minutes=minutes)
        assert press(self.site, self.here, checkin, fix=fix()).status == 201
        return checkin

    def unmarked(self):
        return [seen(self.site, self.tess, checkin).json["tally"]["unmarked"] for checkin in self.checkins]

    def marks(self, checkin):
        rows = register(self.site, self.tess, checkin)
        return tuple(rows[student["person"]]["status"] for student in (self.here, self.away))

    def events(self):
        """The closings that attendance has published."""
        with judged(self.site, "attendance") as database:
            return database.execute(
                "SELECT count(*) FROM outbox WHERE type = 'attendance.checkin.changed' "
                "AND CAST(body AS TEXT) LIKE '%\"closed\"%'").fetchone()[0]


@pytest.mark.timeout(60)
def test_check_ins_close_once_and_in_time_however_the_clock_jumps():
    with jumping("attendance") as site, Row("CLK1", f"check-ins close <= {WITHIN:.0f} s after a jump, once") as row:
        clock, lessons = site.jumps, Lessons(site)
        assert lessons.unmarked() == [1, 1]
        slowest = 0
        # The gateway vouches for a person for seconds only, so nobody asks while the clocks differ.
        for hours, left in ((1.5, [0, 1]), (-3, [0, 1]), (2.5, [0, 0])):
            before = lessons.events()
            since = clock.jump(int(hours * HOUR))
            wait_until(lambda: lessons.events() == 2 - sum(left), "those close whose time is over")
            if lessons.events() > before:
                slowest = max(slowest, time.time() - since)
            else:
                stays(lambda: lessons.events() == before, "a step back opens and closes nothing", 1.2)
            clock.jump(0)
            assert lessons.unmarked() == left
        assert [lessons.marks(checkin) for checkin in lessons.checkins] == [("present", "absent")] * 2
        assert press(site, lessons.away, lessons.checkins[0], fix=fix(7)).status == 409, "closed stays closed"
        row.value = f"within {slowest:.2f} s"
        assert slowest <= WITHIN
