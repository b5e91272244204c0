"""BUS4: random bytes from strangers on the bus's sockets: the program keeps running, stays small and keeps serving."""

import os
import random
import socket
import struct
import threading
import time

import pytest
from quad_bus import BusClient
from quad_catalogue import PROGRAMS, STORES
from quad_proc import descriptors, megabytes, resident
from quad_scoreboard import Row
from quad_site import Site, wait_until

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
CONNECTIONS = 100_000 if LONG else 5_000
# Descriptors that a program opens and closes by itself, as readers of its store are.
OWN = 8
MAX_GROWTH = 20 * 2**20
SEED = int(os.environ.get("QUAD_TEST_SEED", "0")) or random.SystemRandom().randrange(1, 2**32)
PORTS = (*(f"{program}.{port}" for program in STORES for port in "qe"), "gateway.q")

SIGNATURE = b"\xff" + bytes(8) + b"\x7f"


@pytest.fixture
def site():
    site = Site()
    yield site
    site.close()


def greeting(mechanism=b"CURVE", version=b"\x03\x01", as_server=b"\0"):
    """The 64 bytes that a ZMTP 3.1 peer begins with."""
    return SIGNATURE + version + mechanism.ljust(20, b"\0") + as_server + bytes(31)


def command(name, body, length=None):
    content = bytes([len(name)]) + name + body
    return b"\x04" + bytes([min(len(content) if length is None else length, 255)]) + content


def long_command(length, content):
    return b"\x06" + struct.pack(">Q", length) + content


def flood(kind, chance):
    """The bytes of one hostile connection."""
    noise = chance.randbytes(chance.randrange(1, 400))
    hello = command(b"HELLO", b"\x01\0" + bytes(72) + chance.randbytes(32 + 8 + 80))
    return {
        "noise": noise,
        "nothing": b"",
        "half a greeting": greeting()[: chance.randrange(1, 64)],
        "http": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + noise,
        "greeting, then noise": greeting() + noise,
        "no encryption": greeting(b"NULL") + command(b"READY", b"\x0bSocket-Type\0\0\0\x06DEALER"),
        "a password": greeting(b"PLAIN") + command(b"HELLO", b"\x05admin\x05admin"),
        "an unknown mechanism": greeting(noise[:20]),
        "an old version": SIGNATURE + b"\x01" + noise,
        "two servers": greeting(as_server=b"\1") + noise,
        "a random hello": greeting() + hello,
        "a short hello": greeting() + command(b"HELLO", noise[:20]),
        "a long name": greeting() + b"\x04\xff" + b"\xff" + noise,
        "a huge frame": greeting() + long_command(2**62, noise),
        "a negative frame": greeting() + long_command(2**64 - 1, noise),
        "hello twice": greeting() + hello + hello,
        "initiate first": greeting() + command(b"INITIATE", chance.randbytes(200)),
        "a message first": greeting() + b"\0\x05hello",
        "an error": greeting() + command(b"ERROR", b"\xff" + noise[:10]),
    }[kind]


KINDS = (
    "noise", "nothing", "half a greeting", "http", "tls", "greeting, then noise", "no encryption", "a password",
    "an unknown mechanism", "an old version", "two servers", "a random hello", "a short hello", "a long name",
    "a huge frame", "a negative frame", "hello twice", "initiate first", "a message first", "an error",
)


def connect(path):
    """A connection; the listener's queue is short, so it may take a moment."""
    deadline = time.monotonic() + 10
    while True:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.settimeout(0.2)
        try:
            client.connect(path)
            return client
        except (BlockingIOError, TimeoutError):
            client.close()
            assert time.monotonic() < deadline, f"{path} takes no connection"
            time.sleep(0.002)  # poll


def attack(site, count, chance, held):
    """Opens so many hostile connections; some are left standing in `held`, the oldest go."""
    for number in range(count):
        client = connect(os.path.join(site.run, PORTS[number % len(PORTS)]))
        try:
            client.sendall(flood(KINDS[chance.randrange(len(KINDS))], chance))
            if chance.random() < 0.02:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass  # closed on us: that is one right answer
        if chance.random() < 0.05:
            held.append(client)
            if len(held) > 100:
                held.pop(0).close()
        else:
            client.close()


class Caller(threading.Thread):
    """An honest program that goes on asking meanwhile."""

    def __init__(self, site):
        super().__init__(daemon=True)
        self.client = BusClient(site.keys, site.run, "operator")
        self.ending = threading.Event()
        self.took = []
        self.failure = None
        self.start()

    def run(self):
        try:
            while not self.ending.is_set():
                for program in PROGRAMS:
                    began = time.monotonic()
                    assert self.client.call("$srv.ping", program=program, remaining_ms=5000)["isReady"]
                    self.took.append(time.monotonic() - began)
                self.ending.wait(0.02)
        except BaseException as error:
            self.failure = error

    def end(self):
        self.ending.set()
        self.join(20)
        self.client.close()
        assert self.failure is None, repr(self.failure)


def sizes(site):
    return {name: (resident(process.pid), descriptors(process.pid)) for name, process in site.processes.items()}


@pytest.mark.timeout(600 if LONG else 120)
def test_garbage_does_a_program_no_harm(site):
    chance = random.Random(SEED)
    print(f"QUAD_TEST_SEED={SEED}")
    with Row("BUS4", f"{CONNECTIONS} malformed connections: alive, < 20 MB more, descriptors as before", SEED) as row:
        caller = Caller(site)
        held = []
        attack(site, CONNECTIONS // 10, chance, held)  # what a program takes once, whoever connects
        drop(held)
        settled(site, max_wait=15)
        before = sizes(site)
        attack(site, CONNECTIONS, chance, held)
        drop(held)
        settled(site, max_wait=15, like=before)
        caller.end()
        after = sizes(site)
        growth = {name: after[name][0] - before[name][0] for name in before}
        row.value = (
            f"{CONNECTIONS} connections, {megabytes(max(growth.values()))} more at most, "
            f"{len(caller.took)} calls beside it, slowest {max(caller.took) * 1000:.0f} ms"
        )
        print(row.value, before, after)
        assert all(process.poll() is None for process in site.processes.values())
        assert max(growth.values()) < MAX_GROWTH, growth
        assert len(caller.took) > 30


def drop(held):
    while held:
        held.pop().close()


def settled(site, max_wait, like=None):
    """Waits until no hostile connection is left: the handshake's time-out takes five seconds."""
    def steady():
        now = {name: size[1] for name, size in sizes(site).items()}
        if like is not None:
            return all(now[name] <= like[name][1] + OWN for name in now)
        for _ in range(10):
            if now != {name: size[1] for name, size in sizes(site).items()}:
                return False
            time.sleep(0.05)
        return True

    wait_until(steady, "the descriptors are as before", timeout=max_wait)


def test_a_stranger_who_stays_is_seen_and_sent_away(site):
    """The control: open connections show in the descriptors, and a handshake that does not end is ended."""
    settled(site, max_wait=15)  # a site that has just started still connects its programs
    before = sizes(site)
    held = [connect(os.path.join(site.run, "roomhub.q")) for _ in range(50)]
    for client in held:
        client.sendall(greeting())
    wait_until(lambda: sizes(site)["roomhub"][1] >= before["roomhub"][1] + 50, "fifty connections stand")
    settled(site, max_wait=15, like=before)
    drop(held)
