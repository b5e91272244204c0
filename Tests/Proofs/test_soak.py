"""SAN3: a site that is used for a while at half its load neither grows nor keeps descriptors.

Two minutes with QUAD_TEST_ALL=1; QUAD_SOAK_MINUTES sets another length, and then the slope counts as well.
"""

import os
import statistics
import threading
import time

import pytest
from quad_proc import descriptors, megabytes, resident, span
from quad_scoreboard import Row
from quad_site import Site, wait_until

pytestmark = pytest.mark.alone

MINUTES = float(os.environ.get("QUAD_SOAK_MINUTES", "2" if os.environ.get("QUAD_TEST_ALL") == "1" else "0"))
# Within minutes allocators still find their size; a slope by the hour is meant for half an hour and more.
MAX_GROWTH = 8 * 2**20
MAX_AN_HOUR = 2**20
CALLERS = 4
PACE = 0.02
# The gateway's ring for live streams that come back grows up to a limit, which is reached within the warm-up.
SETTINGS = {"QUAD_LIVE_MIB": "2"}


def slope(samples):
    """Bytes an hour by least squares; samples are (seconds, bytes)."""
    return statistics.linear_regression([at for at, _ in samples], [size for _, size in samples]).slope * 3600


class Caller(threading.Thread):
    """A person who looks, adds, completes, and once in a while opens and leaves a live stream."""

    def __init__(self, site, number):
        super().__init__(daemon=True)
        self.site = site
        self.token = site.member(f"p{number}", f"10{number}A")["token"]
        self.asked = 0
        self.failure = None
        self.ending = threading.Event()
        self.start()

    def run(self):
        try:
            while not self.ending.wait(PACE):
                self.round()
        except BaseException as error:
            self.failure = error

    def round(self):
        task = self.site.request("POST", "/v1/tasks", {"title": f"Task {self.asked % 50}"}, self.token)
        assert task.status == 201, task.body
        for method, path in (
            ("GET", "/v1/tasks"), ("GET", "/v1/home"), ("POST", f"/v1/tasks/{task.json['task']['id']}/complete"),
            ("DELETE", f"/v1/tasks/{task.json['task']['id']}"), ("GET", "/v1/me"),
        ):
            answer = self.site.request(method, path, None, self.token)
            assert answer.status < 300 or answer.json["code"] == "not_found", answer.body
        if self.asked % 20 == 0:
            self.site.open_stream(self.token).close()
        self.asked += 1

    def end(self):
        self.ending.set()
        self.join(20)
        assert self.failure is None, repr(self.failure)


@pytest.mark.skipif(not MINUTES, reason="the soak takes minutes: QUAD_TEST_ALL=1 or QUAD_SOAK_MINUTES")
@pytest.mark.timeout(int(MINUTES * 60) + 300)
def test_a_site_in_use_does_not_grow():
    site = Site(settings=SETTINGS)
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        with Row("SAN3", f"{MINUTES:g} min of use: memory and descriptors stand still") as row:
            callers = [Caller(site, number) for number in range(CALLERS)]
            span(max(20.0, MINUTES * 60 * 0.25))  # to its working size
            samples = {name: [] for name in site.processes}
            files = {name: [] for name in site.processes}

            def sample():
                for name, process in site.processes.items():
                    samples[name].append((time.monotonic(), resident(process.pid)))
                    files[name].append(descriptors(process.pid))

            span(MINUTES * 60, sample)
            for caller in callers:
                caller.end()
            # The median of a tenth at each end: a single moment says little.
            part = {name: max(1, len(noted) // 10) for name, noted in samples.items()}
            growth = {
                name: statistics.median(size for _, size in noted[-part[name]:])
                - statistics.median(size for _, size in noted[: part[name]])
                for name, noted in samples.items()
            }
            opened = {name: max(noted[-part[name]:]) - max(noted[: part[name]]) for name, noted in files.items()}
            slopes = {name: slope(noted) for name, noted in samples.items()}
            row.value = (
                f"{sum(caller.asked for caller in callers)} rounds, most growth {megabytes(max(growth.values()))}, "
                f"slope {megabytes(max(slopes.values()))}/h, descriptors {max(opened.values()):+d}"
            )
            print(row.value, growth, opened)
            assert max(growth.values()) < MAX_GROWTH, growth
            assert max(opened.values()) <= 4, opened
            if MINUTES >= 30:
                assert max(slopes.values()) < MAX_AN_HOUR, slopes
    finally:
        site.close()


def test_what_the_soak_asks_for_is_answered():
    """Once a push: the soak itself runs seldom, and would not be missed."""
    site = Site()
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        caller = Caller(site, 1)
        wait_until(lambda: caller.asked > 1 or caller.failure, "two rounds")
        caller.end()
    finally:
        site.close()


def test_growth_is_seen():
    """The control: a megabyte and a half an hour is over the line, noise around a level is not."""
    level = [(at, 30e6 + (at * 7919) % 65536) for at in range(0, 1800, 10)]
    assert slope(level) < MAX_AN_HOUR
    assert slope([(at, size + at / 3600 * 1.5 * 2**20) for at, size in level]) > MAX_AN_HOUR
