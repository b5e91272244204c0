"""E1: clients of one address that send or read slowly hold no connection that others need."""

import contextlib
import os
import resource

import pytest

from quad_site import Site, wait_until
from quad_slow import BEGINNINGS, HERE, P99_SECONDS, Ordinary, connect, is_open, make_certificate

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
# The connections of the attacker's address, and what the site gives one address.
SLOW = 10_000 if LONG else 600
LIMIT = 512 if LONG else 100


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("tls"))


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


@pytest.mark.parametrize("kind", list(BEGINNINGS) + ["handshakes"])
def test_e1_slow_clients_of_one_address_leave_the_site_to_the_others(kind, certificate, request):
    if SLOW > 1000:
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    over_tls = certificate if kind == "handshakes" else None
    site = request.getfixturevalue("secure" if over_tls else "plain")
    with contextlib.ExitStack() as stack:
        ordinary = Ordinary(site.port, over_tls)
        before = ordinary.all(3)
        slow = []
        for _ in range(SLOW):
            connection = stack.enter_context(connect(site.port, is_small=kind == "readers"))
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
    others = [connect(plain.port) for _ in range(LIMIT)]
    try:
        me = plain.request("GET", "/v1/me", token=people[0]["token"]).json
        changed = plain.request(
            "PATCH", "/v1/me", {"version": me["version"], "hometown": "Oslo"}, people[0]["token"])
        assert changed.status == 200, changed.body
        assert {stream.next()[1] for stream in streams[:5]} == {"auth.profile.changed"}, "they are all still open"
    finally:
        for connection in streams + others:
            connection.close()
