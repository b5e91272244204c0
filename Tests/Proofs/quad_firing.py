"""Alerts planned by the events of people, many at once, and their state in the notifier's store."""

import http.client
import threading
import time
import uuid
from datetime import datetime, timezone

from quad_site import raw, send, wait_until
from quad_stores import reading

MAX_ARMED, MAX_PINNED = 64, 16


def side_by_side(works):
    """Runs all of these at the same time; raises the first error of one of them."""
    errors = []

    def run(work):
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def local(moment, zone="Etc/UTC"):
    """A whole second (of the epoch) as events are given it."""
    at = datetime.fromtimestamp(moment, timezone.utc)
    return {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M:%S}", "zone": zone}


class Planner:
    """One person's client, on one connection."""

    def __init__(self, site, person):
        self.token, self.put_off = person["token"], 0
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)

    def ask(self, method, path, body=None):
        """Asks until there is an answer: with the same key, so that a busy site does it once."""
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else None
        deadline = time.monotonic() + 60
        while True:
            answer = send(self.connection, method, path, body, self.token, headers)
            if answer.status != 503:
                return answer
            self.put_off += 1
            assert time.monotonic() < deadline, answer.body

    def add(self, title, when, leads=(0,), **members):
        """An event with reminders; its id."""
        answer = self.ask("POST", "/v1/events", {"title": title, "when": when, "leads": list(leads), **members})
        assert answer.status == 201, answer.body
        return answer.json["event"]["id"]

    def delete(self, id_):
        answer = self.ask("DELETE", f"/v1/events/{id_}")
        assert answer.status == 204 or answer.status == 404 and self.put_off, answer.body

    def close(self):
        self.connection.close()


def rows(site, text, *values):
    with reading(site, "notifier") as database:
        return database.execute(text, values).fetchall()


def count(site, text, *values):
    return rows(site, text, *values)[0][0]


def planned(site, person):
    """The number of alerts ever planned for a person."""
    return count(site, "SELECT coalesce(max(planned), 0) FROM slots WHERE person = ?", raw(person["person"]))


def wait_planned(site, expected, timeout=60):
    """Until so many alerts of all people are known to the notifier."""
    wait_until(
        lambda: count(site, "SELECT coalesce(sum(planned), 0) FROM slots") >= expected, f"{expected} planned", timeout)


def fired(site):
    """(person, title of the event, milliseconds when it was due, when its notice came) of each notice of an alert."""
    return rows(site, """
        SELECT lower(hex(n.person)), (SELECT json_extract(v.value, '$.text')
            FROM json_each(CAST(n.body AS TEXT), '$.text.values') AS v WHERE json_extract(v.value, '$.name') = 'title'),
          a.at, n.at
        FROM notice AS n JOIN alert AS a ON a.id = n.alert WHERE n.kind IN ('fired', 'late') ORDER BY n.at, n.id
    """)


def sums(database):
    """The faults in the counts: every alert ever planned is accounted for, and the counts match the rows."""
    found = []
    for person, armed, pinned, queued, planned_, over in database.execute(
            "SELECT person, armed, pinned, queued, planned, fired + cancelled + missed FROM slots"):
        if planned_ != armed + queued + over:
            found.append(f"{planned_} planned, but {armed} armed, {queued} queued and {over} over")
        there = database.execute("""
            SELECT coalesce(sum(state = 'armed'), 0), coalesce(sum(is_pinned), 0), coalesce(sum(state = 'queued'), 0)
            FROM alert WHERE person = ? AND state IN ('armed', 'queued')""", (person,)).fetchone()
        if there != (armed, pinned, queued):
            found.append(f"(armed, pinned, queued) are counted as {(armed, pinned, queued)}, there are {there}")
    return found
