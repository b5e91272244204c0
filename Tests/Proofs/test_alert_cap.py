"""DUR6: at most 64 alerts of a person are armed and 16 pinned, whatever clients add, delete and pin at the same time.

Several clients of each person add events with reminders, delete some again, pin and unpin, while another thread reads
the notifier's store, one transaction a look, and asks by HTTP. At rest the armed ones are the pinned ones and of all
others the soonest, as computed here from what the clients know they did.
"""

import contextlib
import os
import random
import sqlite3
import threading
import time

import pytest
import quad_stores as stores
from quad_firing import MAX_ARMED, MAX_PINNED, Planner, local, rows, side_by_side, sums
from quad_ledger import IS_LONG
from quad_scoreboard import Row
from quad_site import Site, raw, wait_until

CLIENTS, TURNS, PEOPLE = (50, 200, 5) if IS_LONG else (12, 40, 3)
SEED = int(os.environ.get("QUAD_TEST_SEED", "23"))


class Client:
    """Does a number of things, each by chance. `events` are those that stay: (id, start, leads)."""

    def __init__(self, site, person, number):
        self.planner = Planner(site, person)
        self.person, self.chance = person["person"], random.Random(SEED * 1000 + number)
        self.start = int(time.time()) + 86400
        self.events, self.asked, self.pins, self.refused = [], 0, 0, 0

    def work(self):
        try:
            for turn in range(TURNS):
                self.turn(turn)
            # In the end more are pinned than there may be, whatever the seed.
            armed = self.planner.ask("GET", "/v1/alerts/armed").json["items"]
            for alert in self.chance.sample(armed, min(MAX_PINNED + 4, len(armed))):
                self.set_pin(alert, "PUT")
        finally:
            self.planner.close()

    def turn(self, turn):
        kind = self.chance.random()
        if kind < 0.55 or not self.events:
            start = self.start + self.chance.randrange(30 * 86400)
            leads = self.chance.sample((0, 5, 10, 30, 60, 120), self.chance.randint(1, 4))
            self.events.append((self.planner.add(f"Event {turn}", local(start), leads), start, leads))
            self.asked += 1
        elif kind < 0.75:
            self.planner.delete(self.events.pop(self.chance.randrange(len(self.events)))[0])
        else:
            self.pin()

    def pin(self):
        """Pins one of the list, mostly, or unpins it. What went meanwhile is not found."""
        items = self.planner.ask("GET", "/v1/alerts?limit=100").json["items"]
        if not items:
            return
        self.set_pin(self.chance.choice(items), "PUT" if self.chance.random() < 0.8 else "DELETE")

    def set_pin(self, alert, method):
        answer = self.planner.ask(method, f"/v1/alerts/{alert['id']}/pin", {} if method == "PUT" else None)
        if answer.status == 409:
            assert answer.json["code"] == "too_many_pins"
            self.refused += 1
        else:
            assert answer.status in (200, 404), answer.body
            self.pins += answer.status == 200 and method == "PUT"


def problems(database):
    """The rows of one state of the file that break the limit."""
    found = sums(database)
    for armed, pinned, queued, last, first in database.execute("""
            SELECT sum(state = 'armed'), sum(is_pinned), sum(state = 'queued'),
              max(CASE WHEN state = 'armed' AND is_pinned = 0 THEN at END), min(CASE WHEN state = 'queued' THEN at END)
            FROM alert WHERE state IN ('armed', 'queued') GROUP BY person"""):
        if armed > MAX_ARMED:
            found.append(f"{armed} are armed")
        if pinned > MAX_PINNED:
            found.append(f"{pinned} are pinned")
        if queued and armed < MAX_ARMED:
            found.append(f"{armed} are armed and {queued} wait")
        if queued and last is not None and last > first:
            found.append("one that waits is sooner than one that is armed")
    return found


class Looker(threading.Thread):
    """Looks again and again, until stopped; keeps what was wrong. A look at what has not changed is None."""

    def __init__(self, look):
        super().__init__(daemon=True)
        self.look, self.looks, self.found, self.stopping = look, 0, [], threading.Event()
        self.start()

    def run(self):
        try:
            while not self.stopping.wait(0.001):  # poll
                found = self.look()
                if found is not None:
                    self.found += found
                    self.looks += 1
        except BaseException as error:
            self.found.append(repr(error))

    def end(self):
        self.stopping.set()
        self.join()


def in_store(site):
    """Looks at the rows of one moment."""
    if stores.address(site):
        def look_at_copy():
            with stores.copied(site, "notifier") as copy:
                return problems(copy)

        return look_at_copy
    version = [0]

    def look():
        (now,) = database.execute("PRAGMA data_version").fetchone()
        if now == version[0]:
            return None
        version[0] = now
        database.execute("BEGIN")
        try:
            return problems(database)
        finally:
            database.execute("ROLLBACK")

    database = sqlite3.connect(
        f"file:{stores.file_of(site, 'notifier')}?mode=ro", uri=True, timeout=10, isolation_level=None, check_same_thread=False)
    return look


def by_http(site, people):
    planners = [Planner(site, person) for person in people]

    def look():
        found = []
        for planner in planners:
            page = planner.ask("GET", "/v1/alerts?limit=100").json
            armed = [alert for alert in page["items"] if alert["state"] == "armed"]
            pinned = [alert for alert in armed if alert["isPinned"]]
            mirrored = planner.ask("GET", "/v1/alerts/armed").json["items"]
            slots = page["slots"]
            if max(len(armed), len(mirrored), slots["armed"]) > MAX_ARMED:
                found.append(f"a client is shown {len(armed)}, {len(mirrored)} and {slots['armed']} armed")
            if max(len(pinned), slots["pinned"]) > MAX_PINNED:
                found.append(f"a client is shown {len(pinned)} pinned")
            if len(armed) != slots["armed"]:
                found.append(f"a client is shown {len(armed)} armed and told of {slots['armed']}")
        return found

    return look


def at_rest(site, person, clients):
    """The differences from the clients' own records."""
    expected = {
        (raw(id_), lead): (start - 60 * lead) * 1000
        for client in clients if client.person == person["person"]
        for id_, start, leads in client.events for lead in leads}
    text = "SELECT object, lead, at, state, is_pinned FROM alert WHERE person = ? AND state IN ('armed', 'queued')"

    def live():
        return rows(site, text, raw(person["person"]))

    wait_until(lambda: {row[:2] for row in live()} == set(expected), "all is planned that there is", 30)
    there = live()
    found = [f"{row[2]} instead of {expected[row[:2]]}" for row in there if row[2] != expected[row[:2]]]
    pinned = {row[:2] for row in there if row[4]}
    others = sorted(at for key, at in expected.items() if key not in pinned)[:MAX_ARMED - len(pinned)]
    armed = sorted(row[2] for row in there if row[3] == "armed" and not row[4])
    return found + (["armed are others than the soonest"] if armed != others else [])


def refuses(site, change):
    """The store itself takes no such change."""
    if stores.address(site):
        with stores.session(site, "notifier") as session, pytest.raises(Exception, match="alert_cap|slots_pinned_check"):
            session.execute(change)
        return
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        with stores.reading(site, "notifier") as file:
            file.backup(copy)
        with pytest.raises(sqlite3.IntegrityError):
            copy.execute(change)


@contextlib.contextmanager
def a_copy(site):
    """A copy of the notifier's data that takes any change."""
    if stores.address(site):
        with stores.copied(site, "notifier") as copy:
            yield copy
        return
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        with stores.reading(site, "notifier") as file:
            file.backup(copy)
        for (trigger,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            copy.execute(f"DROP TRIGGER {trigger}")
        copy.execute("PRAGMA ignore_check_constraints = ON")
        yield copy


def planted(site):
    """The findings of the same checks on a copy that breaks the limit, once each way. The store itself refuses it."""
    queued = "(SELECT id FROM alert WHERE state = 'queued' LIMIT 1)"
    one = "(SELECT person FROM alert WHERE state = 'queued' LIMIT 1)"
    changes = {
        "65th": f"UPDATE alert SET state = 'armed' WHERE id = {queued}",
        "17 pins": "UPDATE alert SET is_pinned = 1 WHERE state = 'armed' AND is_pinned = 0 AND "
                   f"person = {one}",
        "free slot": f"UPDATE alert SET state = 'queued' WHERE state = 'armed' AND is_pinned = 0 AND person = {one}",
        "later one": f"UPDATE alert SET at = 4000000000000 WHERE state = 'armed' AND is_pinned = 0 AND person = {one}",
    }
    said = {}
    for name, change in changes.items():
        if name in ("65th", "17 pins"):
            refuses(site, change)
        with a_copy(site) as copy:
            assert problems(copy) == []
            copy.execute(change)
            said[name] = problems(copy)
    return said


@pytest.mark.timeout(900 if IS_LONG else 120)
def test_never_more_than_64_are_armed_however_many_clients_race():
    site = Site()
    try:
        with Row("DUR6", "never > 64 armed or > 16 pinned, the soonest 64 at rest", SEED) as row:
            people = [site.sign_up(f"person{number}") for number in range(PEOPLE)]
            clients = [Client(site, people[number % PEOPLE], number) for number in range(CLIENTS)]
            lookers = [Looker(in_store(site)), Looker(by_http(site, people))]
            try:
                side_by_side([client.work for client in clients])
                found = [problem for person in people for problem in at_rest(site, person, clients)]
            finally:
                for looker in lookers:
                    looker.end()
            found += lookers[0].found + lookers[1].found
            events, pins, refused = (
                sum(getattr(client, name) for client in clients) for name in ("asked", "pins", "refused"))
            row.value = (
                f"{CLIENTS} clients x {TURNS}: {events} events, {pins} pins, {refused} refused, {lookers[0].looks} + "
                f"{lookers[1].looks} looks, {len(found)} problems")
            print(f"{row.value} (QUAD_TEST_SEED={SEED})")
            assert found == []
            assert pins > MAX_PINNED and refused > 0, "the limit of pins was met"
            assert lookers[0].looks >= 20 and lookers[1].looks >= 3
            said = planted(site)
            print(said)
            assert any("65 are armed" in problem for problem in said["65th"])
            assert any("are pinned" in problem for problem in said["17 pins"])
            assert any("wait" in problem for problem in said["free slot"])
            assert any("sooner" in problem for problem in said["later one"])
    finally:
        site.close()
