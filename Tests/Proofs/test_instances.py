"""BUS5: an instance that is frozen or gone is out of rotation within 3 s, and holds up no call to its program.

Three instances of the stateless echo program, and a caller that asks them all the while: a fourth process (`relay`) with
the bus of every program, so that choosing, noticing and repeating are the real ones. A call that may be repeated takes
less than a second more than calls took before.
"""

import json
import os
import signal
import threading
import time
from collections import Counter

import pytest
from quad_bus import ERROR, REPLY, REQUEST, Header, encode_header, message
from quad_echo import EchoSite
from quad_proc import span
from quad_scoreboard import Row
from quad_site import freeze, wait_until

pytestmark = pytest.mark.quiet

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
ROUNDS = 5 if LONG else 1
SECONDS = 6 if LONG else 1.5
OUT_SECONDS = 3.0
HELD_SECONDS = 1.0
ASKING = 8
NAMES = ("1", "2", "3")


@pytest.fixture
def site():
    site = EchoSite()
    addresses = ",".join(site.template(name) for name in NAMES)
    for name in NAMES:
        site.start(name)
    site.start("relay", BUS_ECHO=addresses)
    yield site
    site.close()


class Asker(threading.Thread):
    """Has so many calls in flight all the while; notes of each when it began, how long it took, and who replied."""

    def __init__(self, site, body=b""):
        super().__init__(daemon=True)
        self.client = site.client("relay")
        self.body = body
        self.noted = []
        self.failure = None
        self.ending = threading.Event()
        self.start()

    def ask(self, waiting):
        id_ = os.urandom(16)
        self.client.send("echo", message(REQUEST, encode_header(id_, "echo.relay.name", remaining_ms=10_000), self.body))
        waiting[id_] = time.monotonic()

    def run(self):
        try:
            waiting = {}
            for _ in range(ASKING):
                self.ask(waiting)
            while waiting:
                frames = self.client.receive("echo", 15)
                assert frames is not None, "no answer"
                began = waiting.pop(Header(frames[1]).id)
                what = frames[2].decode() if frames[0] == REPLY else json.loads(frames[2])["code"]
                self.noted.append((began, time.monotonic() - began, frames[0] != ERROR, what))
                if not self.ending.is_set():
                    self.ask(waiting)
        except BaseException as error:
            self.failure = error
        finally:
            self.client.close()

    def end(self):
        self.ending.set()
        self.join(20)
        assert not self.is_alive() and self.failure is None, repr(self.failure)

    def slowest(self, start, end):
        return max(took for began, took, _, _ in self.noted if start <= began <= end)


def halted(site, halt, body=b""):
    """Halts instance 1 under load. Gives the calls, the slowest before and after, and when nothing went to it any more."""
    asker = Asker(site, body)
    operator = site.client("relay")
    try:
        began = time.monotonic()
        wait_until(lambda: Counter(what for _, _, _, what in asker.noted).keys() >= set(NAMES), "each replies")
        span(0.5)
        at = time.monotonic()
        halt(site.processes["1"])

        def rotation():
            peer = operator.call("echo.bus.read", program="echo")["peers"]["echo"]
            return peer["up"] - peer["silent"], peer["outstanding"]

        wait_until(lambda: rotation()[0] == len(NAMES) - 1, "it is out of rotation")
        out = time.monotonic() - at
        span(max(SECONDS - out, 0))
    finally:
        asker.end()
        operator.close()
    return asker, asker.slowest(began, at - 0.1), asker.slowest(at - 0.1, time.monotonic()), out


def resume(site):
    """Instance 1 as before, and called again."""
    process = site.processes["1"]
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
    else:
        site.start("1")
    client = site.client("relay")
    try:
        wait_until(lambda: client.exchange("echo", "echo.relay.name")[2] == b"1", "it is called again")
    finally:
        client.close()


def suspend(process):
    freeze(process.pid)


def kill(process):
    process.kill()
    process.wait()


@pytest.mark.timeout(120)
def test_an_instance_that_is_frozen_or_gone_holds_up_no_call(site):
    goal = f"out of rotation < {OUT_SECONDS:.0f} s, no call held up {HELD_SECONDS:.0f} s, 0 failed"
    with Row("BUS5", goal) as row:
        figures = {}
        for _ in range(ROUNDS):
            for how, halt in (("frozen", suspend), ("killed", kill)):
                asker, before, after, out = halted(site, halt)
                failed = Counter(what for _, _, is_reply, what in asker.noted if not is_reply)
                assert not failed, f"{how}: {failed} of {len(asker.noted)}"
                figures[how] = max(figures.get(how, (0, 0, 0)), (after, before, out))
                resume(site)
        row.value = "; ".join(
            f"{how}: out in {out:.1f} s, slowest call {after * 1000:.0f} ms ({before * 1000:.0f} before)"
            for how, (after, before, out) in figures.items())
        print(row.value)
        assert all(out < OUT_SECONDS for _, _, out in figures.values())
        assert all(after - before < HELD_SECONDS for after, before, _ in figures.values())


@pytest.mark.timeout(60)
def test_calls_that_are_held_up_are_seen(site):
    """The control: calls that nobody may repeat wait for the frozen instance, and the same look finds that."""
    asker, before, after, _ = halted(site, suspend, b"once")
    resume(site)
    assert after - before >= HELD_SECONDS
    assert {what for _, _, is_reply, what in asker.noted if not is_reply} <= {"service_unavailable"}
