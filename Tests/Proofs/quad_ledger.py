"""A ledger of the clients' writes, compared with the disk afterwards."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
from collections import Counter

import pytest
import quad_stores as stores
from quad_bus import BusClient
from quad_site import Site

only_files = pytest.mark.skipif(stores.IS_ON_SERVER, reason="about SQLite's files")
IS_LONG = os.environ.get("QUAD_TEST_ALL") == "1"


class Ledger:
    """Acknowledged means once, refused means never, unknown means at most once."""

    def __init__(self):
        self.attempts = {}
        self.lock = threading.Lock()

    def add(self, text, outcome):
        with self.lock:
            self.attempts[text] = outcome

    def count(self, outcome):
        return sum(found == outcome for found in self.attempts.values())

    def problems(self, rows):
        found, strangers = [], Counter(rows)
        for text, outcome in self.attempts.items():
            count = strangers.pop(text, 0)
            if outcome == "acknowledged" and count == 0:
                found.append(f"{text} was acknowledged and is lost")
            elif outcome == "refused" and count:
                found.append(f"{text} was refused and is there")
            elif count > 1:
                found.append(f"{text} is there {count} times")
        return found + [f"{text} was never asked for" for text in strangers]


def outcome(fault_processed):
    """The outcome of a write that was not acknowledged, from its error's `processed`."""
    return "refused" if fault_processed == "no" else "unknown"


@contextlib.contextmanager
def judged(site, program):
    """A copy of a program's data: the program itself has to recover from what it left."""
    if stores.address(site):
        with stores.copied(site, program) as copy:
            yield copy
        return
    folder = tempfile.mkdtemp(prefix="quad-judge-")
    try:
        for name in os.listdir(f"{site.data}/{program}"):
            # The index of the log is made anew from the log, as after a crash of the machine.
            if name.startswith(f"{program}.sqlite") and not name.endswith("-shm"):
                shutil.copy(f"{site.data}/{program}/{name}", folder)
        file = f"{folder}/{program}.sqlite"
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
            yield database
    finally:
        shutil.rmtree(folder)


def file_problems(database):
    """The faults that SQLite itself finds in the file, and gaps in the stream."""
    problems = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
    (gaps,) = database.execute("SELECT coalesce(max(seq), 0) - count(*) FROM outbox").fetchone()
    return problems + ([f"{gaps} gaps in the stream"] if gaps else [])


def judge(ledger, site, change=None):
    """The ledger's problems with roomhub's tasks and their events."""
    with judged(site, "roomhub") as database:
        if change:
            database.execute(change)
        problems = file_problems(database)
        titles = Counter(row[0] for row in database.execute("SELECT title FROM task"))
        told = Counter(row[0] for row in database.execute(
            "SELECT json_extract(CAST(body AS TEXT), '$.task.title') FROM outbox WHERE type = 'roomhub.task.added'"))
    problems += ledger.problems(titles)
    if change is None and told != titles:
        problems.append("events and rows differ")
    return problems


def planted_faults(ledger, site):
    """Plants one false acknowledgment, one lost and one doubled row; returns the judge's findings."""
    acknowledged = [text for text, found in ledger.attempts.items() if found == "acknowledged"]
    first, second = acknowledged[:2]
    planted = Ledger()
    planted.attempts = {**ledger.attempts, "never written": "acknowledged"}
    return first, second, [
        judge(planted, site),
        judge(ledger, site, f"DELETE FROM task WHERE title = '{first}'"),
        judge(ledger, site, f"UPDATE task SET title = '{first}' WHERE title = '{second}'"),
    ]


@contextlib.contextmanager
def mounted(folder, *options):
    """A file system of its own at `folder`."""
    with shared(os.path.dirname(folder)):
        subprocess.run(["mount", *options, folder], check=True)
        try:
            yield
        finally:
            subprocess.run(["umount", folder], check=True)


@contextlib.contextmanager
def shared(parent):
    """Lets what is unmounted below `parent` go everywhere: `ip netns exec` of a test beside this one copies all mounts,
    and a copy would keep the file system, its faults and its device for as long as that test's programs run."""
    subprocess.run(["mount", "--bind", "--make-shared", parent, parent], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", parent], check=True)


@contextlib.contextmanager
def site_on(folder_of, *options, **settings):
    """A site with one dorm, a part of whose data (`folder_of` names it) lies on a file system of its own."""
    site = Site(programs=(), settings=settings)
    try:
        folder = folder_of(site)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with mounted(folder, *options):
            site.mark("test-site")
            try:
                site.start_all()
                site.define_dorm("forbes", "Forbes Hall", 4)
                yield site
            finally:
                # Nothing may be open on a file system that goes.
                site.end_all()
    finally:
        site.close()


def ping(site, program):
    """The program's reply to `$srv.ping`, once it can be reached."""
    client = BusClient(site.keys, site.run, "operator")
    try:
        return client.call("$srv.ping", program=program)
    finally:
        client.close()


class Writers:
    """People of a room who add tasks by HTTP without a pause, each with a ledger entry, until they are stopped."""

    def __init__(self, site, token, ledger, notes="", count=4, name="w"):
        self.site, self.token, self.ledger, self.notes, self.name = site, token, ledger, notes, name
        self.stopping = threading.Event()
        self.met = threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def write(self, number):
        count = 0
        while not self.stopping.is_set():
            count += 1
            self.add(f"{self.name} {number} task {count}")

    def add(self, text):
        """One write; what it is answered."""
        body = {"title": text, **({"notes": self.notes} if self.notes else {})}
        try:
            answer = self.site.request("POST", "/v1/tasks", body, self.token)
        except OSError:
            self.ledger.add(text, "unknown")
            return None
        if answer.status == 201:
            self.ledger.add(text, "acknowledged")
        elif answer.status == 507:
            self.ledger.add(text, "refused")
            self.met.set()
        else:
            self.ledger.add(text, "unknown")
        return answer
