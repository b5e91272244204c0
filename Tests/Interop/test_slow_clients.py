"""E1: clients of one address that send or read slowly hold no connection that others need."""

import contextlib
import os
import resource
import select
import socket
import ssl
import statistics
import subprocess
import time

import pytest

from quad_site import PASSWORD, Site, at_once, wait_until

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
# The connections of the attacker's address, and what the site gives one address.
SLOW = 10_000 if LONG else 600
LIMIT = 512 if LONG else 100
HERE, ELSEWHERE = "127.0.0.1", [f"127.0.0.{number}" for number in range(2, 12)]
BODY = b'{"email":"slow@hilltop.example","password":"'
BEGINNINGS = {
    "heads": b"GET /v1/site HTTP/1.1\r\nHost: quad\r\nX-Slow: ",
    "bodies": b"POST /v1/signin HTTP/1.1\r\nHost: quad\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n" + BODY,
    # The answer fills the small buffers of both sides, and nobody reads it.
    "readers": b"GET /openapi.json HTTP/1.1\r\nHost: quad\r\n\r\n",
}
P99_SECONDS = 0.5


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    paths = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", str(paths[1]), "-out", str(paths[0])],
        check=True, capture_output=True)
    paths[1].chmod(0o600)
    return [str(path) for path in paths]


@contextlib.contextmanager
def running(certificate=None):
    settings = {"QUAD_CONNECTIONS_PER_ADDRESS": str(LIMIT)}
    if certificate:
        settings |= {"QUAD_TLS_CERTIFICATE": certificate[0], "QUAD_TLS_KEY": certificate[1]}
    site = Site(programs=("auth", "roomhub"), settings=settings)
    try:
        site.start("gateway")
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def plain():
    with running() as site:
        yield site


@pytest.fixture(scope="module")
def secure(certificate):
    with running(certificate) as site:
        yield site


def connect(site, source=HERE, is_small=False):
    connection = socket.socket()
    connection.settimeout(10)
    if is_small:
        # The other side's buffer grows with the size of a segment.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.bind((source, 0))
    connection.connect((HERE, site.port))
    return connection


def is_open(connection):
    """True while the site holds its end. Bytes that nobody reads are no end."""
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    return not poll.poll(0)


class Ordinary:
    """People at other addresses who ask for one thing after another, each on a connection of their own."""

    def __init__(self, site, certificate=None):
        self.site = site
        self.context = ssl.create_default_context(cafile=certificate[0]) if certificate else None

    def ask(self, source):
        started = time.monotonic()
        with contextlib.ExitStack() as stack:
            connection = stack.enter_context(connect(self.site, source))
            if self.context:
                connection = stack.enter_context(self.context.wrap_socket(connection, server_hostname="localhost"))
            connection.sendall(b"GET /v1/site HTTP/1.1\r\nHost: quad\r\nConnection: close\r\n\r\n")
            answer = b""
            while part := connection.recv(65536):
                answer += part
        assert answer.startswith(b"HTTP/1.1 200 "), answer[:200]
        return time.monotonic() - started

    def all(self, times):
        """The slowest but one in a hundred."""
        taken = []
        at_once(*[lambda source=source: taken.extend(self.ask(source) for _ in range(times)) for source in ELSEWHERE])
        assert len(taken) == times * len(ELSEWHERE)
        return statistics.quantiles(taken, n=100)[98]


@pytest.mark.parametrize("kind", list(BEGINNINGS) + ["handshakes"])
def test_e1_slow_clients_of_one_address_leave_the_site_to_the_others(kind, certificate, request):
    if SLOW > 1000:
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    over_tls = certificate if kind == "handshakes" else None
    site = request.getfixturevalue("secure" if over_tls else "plain")
    with contextlib.ExitStack() as stack:
        ordinary = Ordinary(site, over_tls)
        before = ordinary.all(3)
        slow = []
        for _ in range(SLOW):
            connection = stack.enter_context(connect(site, is_small=kind == "readers"))
            # A site that has let go of the connection already may refuse what comes.
            with contextlib.suppress(OSError):
                connection.sendall(BEGINNINGS.get(kind, b"\x16\x03\x01"))
            slow.append(connection)
        # Each thread of the site may accept one more at the same moment.
        most = LIMIT + 8
        wait_until(lambda: sum(map(is_open, slow)) <= most, f"at most {most} of {SLOW} slow {kind} are still open")
        # The oldest gave way, and not the newest.
        assert sum(map(is_open, slow[-LIMIT // 2:])) >= LIMIT // 4
        after = ordinary.all(30 if LONG else 3)
        print(f"{kind}: p99 {before * 1000:.0f} ms before, {after * 1000:.0f} ms beside {SLOW}")
        if LONG:
            assert after < P99_SECONDS
        assert ordinary.ask(HERE) < 10, "the same address is still served"


def test_e1_live_streams_count_apart_from_the_connections_of_an_address(plain):
    people = [plain.sign_up(f"person{number}") for number in range(LIMIT // 5 + 1)]
    streams = [plain.open_stream(person["token"]) for person in people for _ in range(5)]
    assert len(streams) > LIMIT
    others = [connect(plain) for _ in range(LIMIT)]
    try:
        me = plain.request("GET", "/v1/me", token=people[0]["token"]).json
        changed = plain.request(
            "PATCH", "/v1/me", {"version": me["version"], "hometown": "Oslo"}, people[0]["token"])
        assert changed.status == 200, changed.body
        assert {stream.next()[1] for stream in streams[:5]} == {"auth.profile.changed"}, "they are all still open"
    finally:
        for connection in streams + others:
            connection.close()
