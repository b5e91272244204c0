"""OPS2: more requests than the site can serve. Admitted ones are served soon, the others get the time of a retry,
nothing breaks, and afterwards all is as before."""

import http.client
import json
import math
import os
import shutil
import statistics
import subprocess
import threading
import time
from pathlib import Path

import pytest
from quad_launch import wait_until
from quad_scoreboard import Row
from quad_site import Site, send

LONG = bool(os.environ.get("QUAD_TEST_ALL"))
SECONDS = 30 if LONG else 6
GOAL_MS = 500
# Beside other work of the machine the short form shows that nothing waits for its turn for long, not how long.
MAX_MS = GOAL_MS if LONG else 4 * GOAL_MS
MAX_NEWCOMER_MS = 6000
SCRIPT = Path(__file__).parent / "overload.lua"

pytestmark = [
    pytest.mark.alone,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not shutil.which("wrk"), reason="wrk is not installed (compose/packages.debian, test)"),
]


class Probe:
    """A person who sends a request now and then, on a connection of their own, and records the results."""

    def __init__(self, site, method, path, token=None, body=None, pause=0.05):
        self.request = (method, path, body, token)
        self.port = site.port
        self.pause = pause
        self.accepted = []
        self.refused = []
        self.faults = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        while not self.stopped.wait(self.pause):
            began = time.monotonic()
            try:
                answer = send(connection, *self.request)
            except OSError as error:
                self.faults.append(repr(error))
                connection.close()
                continue
            took = (time.monotonic() - began) * 1000
            if answer.status in (429, 503):
                self.refused.append(answer)
            elif answer.status < 300:
                self.accepted.append(took)
            else:
                self.faults.append((answer.status, answer.body))
        connection.close()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join(15)


def flood(site, token, connections, seconds=SECONDS):
    """wrk on GET /v1/tasks: the number of replies by status, and of refusals without a time to retry."""
    output = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "-s", SCRIPT, f"http://127.0.0.1:{site.port}", "--", token],
        check=True, capture_output=True, text=True, timeout=seconds + 60,
    ).stdout
    return json.loads(next(line for line in output.splitlines() if line.startswith("{")))


def p99(times):
    return sorted(times)[math.ceil(len(times) * 0.99) - 1]


def resident_mib(site):
    sizes = {}
    for name, process in site.processes.items():
        status = Path(f"/proc/{process.pid}/status").read_text()
        sizes[name] = int(status.split("VmRSS:")[1].split()[0]) / 1024
    return sizes


def check_refusals(answers):
    for answer in answers:
        assert int(answer.headers["Retry-After"]) >= 1, answer.headers
        assert answer.json["code"] in ("slow_down", "busy", "service_unavailable", "http.overloaded"), answer.json


def calm_again(site, token):
    """Seconds until ten requests in a row are each answered within 100 ms."""
    began = time.monotonic()
    run = 0
    while run < 10:
        sent = time.monotonic()
        answer = site.request("GET", "/v1/tasks", token=token)
        run = run + 1 if answer.status == 200 and time.monotonic() - sent < 0.1 else 0
        assert time.monotonic() - began < 15, "not calm after 15 s"
    return time.monotonic() - began


@pytest.fixture
def limited_site():
    """Limits as a site has them that sets none."""
    site = Site(settings={"QUAD_REQUESTS_PER_PERSON": "", "QUAD_REQUESTS_PER_ADDRESS": "0"})
    site.define_dorm("forbes", "Forbes Hall", 4)
    yield site
    site.close()


@pytest.fixture
def open_site():
    """Nobody is counted: what holds are the queues' limits."""
    site = Site(settings={"QUAD_TEST_PASSWORDS": "usual"})
    site.define_dorm("forbes", "Forbes Hall", 4)
    yield site
    site.close()


def served_as_a_person_is(answered, seconds):
    """Ten seconds' worth at once, 25 a second after that; a little more where the run took longer than it should."""
    return answered <= 250 + 25 * (seconds + 2)


def test_one_person_who_floods_is_slowed_down_and_nobody_else_notices(limited_site):
    flooder = limited_site.member("fay")["token"]
    other = limited_site.member("otto", number="102A")["token"]
    with Probe(limited_site, "GET", "/v1/tasks", other, pause=0.1) as probe:
        result = flood(limited_site, flooder, 256)
    print(f"flood: {result}; the other: {len(probe.accepted)} answers, p99 {p99(probe.accepted):.1f} ms")
    assert result["refused"] > result["accepted"]
    assert served_as_a_person_is(result["accepted"], SECONDS)
    assert result["mute"] == 0, "a refusal did not say when to come back"
    assert result["other"] == 0 and probe.faults == [] and probe.refused == []
    assert p99(probe.accepted) < MAX_MS


def test_without_the_limit_the_same_flood_is_seen_to_pass(open_site):
    result = flood(open_site, open_site.member("fay")["token"], 64, seconds=2)
    assert not served_as_a_person_is(result["accepted"], 2), "the check above would find nothing"


def test_a_site_that_is_asked_three_times_too_much_serves_whom_it_lets_in(open_site):
    token = open_site.member("ada")["token"]
    for number in range(20):
        assert open_site.request("POST", "/v1/tasks", {"title": f"Task {number}"}, token).status == 201
    open_site.sign_up("lena")
    body = {"email": "lena@hilltop.example", "password": open_site.password}
    before = resident_mib(open_site)
    with Row("OPS2", f"p99 of accepted < {GOAL_MS} ms, excess told when, calm after <= 2 s") as row:
        # Who is there already, and who comes with the flood: libmicrohttpd accepts ten connections a turn, and the debug
        # build needs seconds for a thousand of them.
        probes = [Probe(open_site, "GET", "/v1/tasks", token) for _ in range(4)]
        newcomer = Probe(open_site, "GET", "/v1/tasks", token)
        # A sign-in is 85 ms of a core by design: two of these alone would be all that auth lets happen.
        storm = [Probe(open_site, "POST", "/v1/signin", body=body, pause=0.01) for _ in range(24)]
        for probe in probes:
            probe.__enter__()
        wait_until(lambda: all(probe.accepted for probe in probes), "they are served")
        for probe in [newcomer, *storm]:
            probe.__enter__()
        result = flood(open_site, token, 1024)
        for probe in [newcomer, *probes, *storm]:
            probe.__exit__()
        calm = calm_again(open_site, token)
        after = resident_mib(open_site)
        accepted = [took for probe in probes for took in probe.accepted]
        signed_in = [took for probe in storm for took in probe.accepted]
        refused = [answer for probe in probes + storm for answer in probe.refused] + newcomer.refused
        growth = max(after[name] - before[name] for name in after)
        row.value = (
            f"p99 {p99(accepted):.0f} ms of {len(accepted)}, {result['accepted'] / SECONDS:.0f}/s and "
            f"{len(signed_in) / SECONDS:.0f} sign-ins/s, {result['refused'] + len(refused)} told to wait, "
            f"calm after {calm:.1f} s, memory +{growth:.0f} MiB"
        )
        print(row.value, f"median {statistics.median(accepted):.0f} ms", result, after)
        check_refusals(refused)
        assert result["mute"] == 0 and result["other"] == 0
        assert [fault for probe in [newcomer, *probes, *storm] for fault in probe.faults] == []
        assert len(accepted) > 20 and p99(accepted) < MAX_MS
        assert newcomer.accepted and max(newcomer.accepted) < MAX_NEWCOMER_MS
        assert signed_in, "nobody got in during the storm"
        assert calm <= 2
        assert growth < 300 and all(process.poll() is None for process in open_site.processes.values())
