"""SEC8: whatever URL a person or a page gives, a guarded request connects to public addresses alone, and ends.

Inside the test's namespace every address belongs to the listeners. The controls fetch the same URLs without the
guard, and the listeners see them in every range.
"""

import ipaddress
import json

import pytest
from mail_server import make_certificate
from quad_hostile_urls import ANSWERS, INNER4, INNER6, PERMITTED, PLACES, UNREACHABLE, corpus
from quad_inside import BOMB, LIES, Inside
from quad_network import need_network
from quad_scoreboard import Row
from quad_site import BIN

TIMEOUT = 8000
# Beyond the stated limits: a busy machine's share.
SLACK = 2500


@pytest.fixture(scope="module")
def inside(tmp_path_factory):
    need_network()
    folder = str(tmp_path_factory.mktemp("tls"))
    make_certificate(folder, "DNS:public.example,DNS:*.names.example")
    inside = Inside(ANSWERS, PLACES, folder)
    try:
        yield inside
    finally:
        inside.close()


def fetch(inside, urls, policy="guarded", **settings):
    """The outcome of each URL, and the connections made for them all."""
    order = {"urls": urls, "policy": policy, "caFile": inside.certificate, "timeout": TIMEOUT, **settings}
    inside.take()
    answer = inside.run(f"{BIN}/fetch-many", input=json.dumps(order))
    assert answer.returncode == 0, answer.stdout + answer.stderr
    outcomes = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [outcome["url"] for outcome in outcomes] == urls
    return outcomes, inside.take()


def is_permitted(connection):
    address, port = connection
    return address in PERMITTED and port in (80, 443)


def ranges(connections):
    """The forbidden ranges that were connected to. The mapped addresses arrive as the IPv4 that they are, those of
    `0.0.0.0` and `::` as the loopback's."""
    found = set()
    for text, _ in connections:
        address = ipaddress.ip_address(text)
        inner = INNER4 if address.version == 4 else INNER6
        found |= {net for net in inner if address in ipaddress.ip_network(net)}
    return found


def test_nothing_private_is_connected_to(inside):
    urls = corpus()
    with Row("SEC8", f"{len(urls)} hostile URLs: 0 connections to non-global addresses") as row:
        assert len({hostile.url for hostile in urls}) >= 300
        outcomes, connections = fetch(inside, [hostile.url for hostile in urls])
        wrong = [connection for connection in connections if not is_permitted(connection)]
        row.value = f"{len(wrong)} of {len(connections)} connections"
        assert wrong == []
        answered = [
            outcome for outcome, hostile in zip(outcomes, urls, strict=True)
            if outcome.get("status") == 200 and not hostile.answers
        ]
        assert answered == []
        # Public pages were reached, by their names and addresses, and redirects followed.
        assert {address for address, _ in connections} == PERMITTED
        assert sum(outcome.get("status") == 200 for outcome in outcomes) > 50


def test_without_the_guard_the_listeners_see_the_same_urls(inside):
    """The control: had the guard let one through, it would have been counted."""
    urls = [hostile.url for hostile in corpus()]
    _, connections = fetch(inside, urls, policy="configuredHost", timeout=1500)
    wrong = [connection for connection in connections if not is_permitted(connection)]
    # A mapped address and `::` are others by the time they connect.
    expected = {*INNER4, *INNER6} - UNREACHABLE - {"::ffff:0:0/96", "::/128", "fe80::/10"}
    assert expected - ranges(connections) == set()
    assert len(wrong) > 250
    redirected = [hostile.url for hostile in corpus() if hostile.is_followed]
    _, connections = fetch(inside, redirected, besides="0.0.0.0/0, ::/0")
    assert {"10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "::1/128", "fd00::/8"} <= ranges(connections)


# Each lie's outcome; a number is that of the body's bytes.
ENDS_AT_ONCE = {
    "honest": 5, "shorter than sent": 5, "a packed body": len(BOMB), "longer than sent": "interrupted",
    "11 MiB announced": "too large", "2^63 announced": "too large", "a negative length": "interrupted",
    "no number": "interrupted", "an endless chunk size": "interrupted", "endless trailers": "too large",
    "endless fields": "too large", "an endless field": "interrupted", "an endless status": "interrupted",
    "endless interim replies": "too large", "endless body": "too large", "endless chunks": "too large",
    "endless tiny chunks": "too large", "a packed transfer": "too large", "packed twice": "interrupted",
    "no HTTP": "interrupted", "HTTP/0.9": "interrupted", "a redirect without an end": "too large",
}
# Below 1 KiB a second for 5 s.
TOO_SLOW = {
    "longer than sent, and held", "no reply", "half a head", "a byte a second", "a field a second",
    "an endless chunk extension",
}
STEADY = "2 KiB a second"


MEANINGS = {"the response is larger than allowed": "too large", "no complete response in time": "timed out"}


def outcome_of(outcome):
    if "bytes" in outcome:
        return outcome["bytes"]
    return MEANINGS.get(outcome["error"], outcome["error"].partition(":")[0])


def lying(*names):
    return [f"http://public.example/lie/{name.replace(' ', '%20')}" for name in names]


@pytest.mark.quiet
def test_slow_endless_and_lying_servers_end_within_their_limits(inside):
    assert set(LIES) == {*ENDS_AT_ONCE, *TOO_SLOW, STEADY}
    outcomes, _ = fetch(inside, lying(*LIES))
    found = {name: outcome_of(outcome) for name, outcome in zip(LIES, outcomes, strict=True)}
    assert found == {**ENDS_AT_ONCE, **dict.fromkeys([*TOO_SLOW, STEADY], "timed out")}
    limits = {name: 5000 if name in TOO_SLOW else TIMEOUT for name in LIES}
    late = {
        name: outcome["milliseconds"] for name, outcome in zip(LIES, outcomes, strict=True)
        if outcome["milliseconds"] > limits[name] + SLACK
    }
    assert late == {}


@pytest.mark.quiet
def test_a_silent_name_server_holds_nobody_else_up(inside):
    """Its question ends with its request, and the others go on meanwhile."""
    outcomes, _ = fetch(inside, ["http://silent.names.example/", *lying(STEADY, STEADY)], timeout=700, atOnce=2)
    assert {outcome_of(outcome) for outcome in outcomes} == {"timed out"}
    assert max(outcome["milliseconds"] for outcome in outcomes) < 700 + SLACK
