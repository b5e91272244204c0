"""BUS3: a program that stands still (SIGSTOP) holds up nobody else, is named in the answers, and comes back by itself.

Callers ask by HTTP all the while, each route by its own program: what the stopped one answers is 503 with its name
within the limits of a call; what the others answer comes as ever. After the first refusal the gateway's breaker is open:
what follows is refused at once, not after the time of a call.
"""

import http.client
import os
import signal
import threading
import time

import pytest
from quad_bus import BusClient
from quad_proc import span
from quad_scoreboard import Row
from quad_site import Site, send, wait_until

pytestmark = pytest.mark.quiet

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
SECONDS = 20 if LONG else 7
GOAL_MS = 500
# The first calls last 2 s, and then it is open.
BREAKER_SECONDS = 3.5
# A call waits 1.5 s for a program that is down and 2 s for one that is silent; a busy machine adds to it.
MAX_REFUSAL = 4.0
ROUTES = {"auth": "/v1/site", "roomhub": "/v1/dorms"}


@pytest.fixture
def site():
    site = Site()
    site.define_dorm("forbes", "Forbes Hall", 4)
    yield site
    site.close()


class Caller(threading.Thread):
    """Asks one route again and again on one connection; notes when, how long, what."""

    def __init__(self, site, program, pause=0.01):
        super().__init__(daemon=True)
        self.site = site
        self.program = program
        self.pause = pause
        self.noted = []
        self.failure = None
        self.ending = threading.Event()
        self.start()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=15)
        try:
            while not self.ending.is_set():
                began = time.monotonic()
                answer = send(connection, "GET", ROUTES[self.program])
                code = None if answer.status == 200 else answer.json["code"]
                self.noted.append((began, time.monotonic() - began, answer.status, code, answer.body))
                self.ending.wait(self.pause)
        except BaseException as error:
            self.failure = error
        finally:
            connection.close()

    def end(self):
        self.ending.set()
        self.join(20)
        assert not self.is_alive() and self.failure is None, repr(self.failure)

    def between(self, start, end):
        return [note for note in self.noted if start <= note[0] and note[0] + note[1] <= end]


def answered_since(caller, moment):
    return caller.noted and caller.noted[-1][0] >= moment and caller.noted[-1][2] == 200


def p99(times):
    return sorted(times)[int(len(times) * 0.99)] * 1000


def freeze(site, program):
    """Stops the program for a while under load. Gives (p99 of the others in ms, slowest refusal in s, p99 of refusals
    by the breaker in ms, recovery in s)."""
    operator = BusClient(site.keys, site.run, "operator")
    callers = [Caller(site, name) for name in ROUTES for _ in range(3)]
    stopped = site.processes[program]
    try:
        span(0.5)  # load before it
        stopped.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        span(SECONDS)
        assert breakers_open(operator, program) == 1
        ended = time.monotonic()
        stopped.send_signal(signal.SIGCONT)
        own = [caller for caller in callers if caller.program == program]
        wait_until(lambda: all(answered_since(caller, ended) for caller in own), "it answers again")
        recovered = time.monotonic() - ended
        assert breakers_open(operator, program) == 0
        span(0.3)  # load after it
    finally:
        stopped.send_signal(signal.SIGCONT)
        operator.close()
        for caller in callers:
            caller.end()
    others = [note for caller in callers if caller.program != program for note in caller.noted]
    refused = [note for caller in own for note in caller.noted if note[2] != 200]
    # A request sent just before it stopped may have got its reply.
    silent = [note for caller in own for note in caller.between(began + 0.5, ended)]
    at_once = [note for caller in own for note in caller.between(began + BREAKER_SECONDS, ended)]
    assert len(at_once) > 50, "the breaker did not open"
    assert others and all(status == 200 for _, _, status, _, _ in others), "the others were held up"
    assert refused and all(status != 200 for _, _, status, _, _ in silent), "it was not stopped"
    for _, seconds, status, code, body in refused:
        assert (status, code) == (503, "service_unavailable"), (status, code)
        assert seconds < MAX_REFUSAL
    return p99([note[1] for note in others]), max(note[1] for note in refused), p99([note[1] for note in at_once]), recovered


def breakers_open(operator, program):
    """The gateway's count of open breakers for the program."""
    return operator.call("$srv.stats", {}, program="gateway")["bus"]["peers"][program]["breakersOpen"]


@pytest.mark.timeout(300)
def test_a_program_that_stands_still_holds_up_nobody(site):
    goal = f"others' p99 < {GOAL_MS} ms while one is stopped {SECONDS} s; 503 with a name, soon at once; recovers"
    with Row("BUS3", goal) as row:
        figures = {}
        for program in ROUTES:
            figures[program] = freeze(site, program)
        slow, back = freeze_gateway(site)
        row.value = "; ".join(
            f"{name} stopped: others p99 {slow:.0f} ms, refused in {refusal:.1f} s, then in {at_once:.0f} ms, "
            f"back in {back:.1f} s"
            for name, (slow, refusal, at_once, back) in figures.items()
        ) + f"; gateway stopped: others p99 {slow:.0f} ms, back in {back:.1f} s"
        print(row.value)
        assert all(process.poll() is None for process in site.processes.values())
        assert slow < GOAL_MS and all(slow < GOAL_MS for slow, _, _, _ in figures.values())
        assert all(at_once < GOAL_MS for _, _, at_once, _ in figures.values())
        assert back < 5.0 and all(back < 5.0 for _, _, _, back in figures.values())


def freeze_gateway(site):
    """Without the gateway the programs go on among themselves."""
    gateway = site.processes["gateway"]
    client = BusClient(site.keys, site.run, "operator")
    took = []
    gateway.send_signal(signal.SIGSTOP)
    try:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for program, subject in (("roomhub", "roomhub.dorm.list"), ("auth", "auth.audit.list")):
                began = time.monotonic()
                client.call(subject, {}, program=program, remaining_ms=5000)
                took.append(time.monotonic() - began)
            span(0.01)
    finally:
        gateway.send_signal(signal.SIGCONT)
        client.close()
    back = time.monotonic()
    site.wait_ready()
    return p99(took), time.monotonic() - back


def test_a_caller_that_is_held_up_is_seen(site):
    """The control: asked of the stopped program itself, the same look finds the wait."""
    caller = Caller(site, "roomhub")
    wait_until(lambda: len(caller.noted) > 5, "some answers")
    site.processes["roomhub"].send_signal(signal.SIGSTOP)
    wait_until(lambda: caller.noted[-1][2] == 503, "a refusal")
    site.processes["roomhub"].send_signal(signal.SIGCONT)
    caller.end()
    assert p99([note[1] for note in caller.noted]) > GOAL_MS
