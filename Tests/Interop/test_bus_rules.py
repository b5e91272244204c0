"""One answer a request, whatever a caller does: ids sent twice, replies left unread, messages that are too large."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from quad_bus import ERROR, REPLY, REQUEST, SCHEMA, Fault, Header, encode_header, message
from quad_echo import EchoSite
from quad_launch import wait_until

# A connection holds 8,192 replies for a caller, and the program 16,384 more.
FLOOD = 20_000
MIB = 1024 * 1024
# A caller that sends heartbeats as Shared/Bus/README.md says, and a request that takes 8 s.
CALLER = '''
import sys
sys.path.insert(0, sys.argv[1])
from quad_bus import REQUEST, encode_header, message
from quad_echo import EchoClient
client = EchoClient(sys.argv[2], "1")
link = client.link("echo")
link.disconnect(client.address("echo", "q"))
link.heartbeat_ivl, link.heartbeat_timeout, link.heartbeat_ttl = 1000, 1800, 4000
link.connect(client.address("echo", "q"))
client.send("echo", message(REQUEST, encode_header(bytes(16), "echo.text.work", remaining_ms=60_000), b"8000"))
print("sent", flush=True)
client.receive("echo", timeout=60)
'''


@pytest.fixture(scope="module")
def echo_site():
    site = EchoSite()
    site.start("1")
    yield site
    site.close()


@pytest.fixture
def client(echo_site):
    client = echo_site.client("1")
    yield client
    client.close()


def send(client, id_, subject, body=b"", remaining_ms=60_000, tlvs=()):
    client.send("echo", message(REQUEST, encode_header(id_, subject, remaining_ms=remaining_ms, tlvs=tlvs), body))


def answer(client):
    """The kind, id and body of the next answer."""
    frames = client.receive("echo")
    assert frames is not None, "no answer"
    return frames[0], Header(frames[1]).id, frames[2]


def bus_stats(client):
    return client.call("echo.bus.read", program="echo")


def test_e7_a_second_request_with_an_id_in_flight_is_refused_and_the_first_is_answered(client):
    id_ = os.urandom(16)
    for body in (b"400", b"1"):
        send(client, id_, "echo.text.work", body)
    first, second = answer(client), answer(client)
    assert (first[:2], json.loads(first[2])["code"]) == ((ERROR, id_), "id_in_use")
    assert json.loads(first[2])["processed"] == "no"
    assert second == (REPLY, id_, b"400")
    send(client, id_, "echo.text.work", b"1")
    assert answer(client) == (REPLY, id_, b"1"), "an id that was answered is free again"


def test_e7_an_id_that_waits_for_a_handler_is_in_flight_too(echo_site):
    echo_site.start("narrow", ECHO_AT_ONCE="1")
    client = echo_site.client("narrow")
    try:
        busy, waiting = os.urandom(16), os.urandom(16)
        for id_, body in ((busy, b"400"), (waiting, b"2"), (waiting, b"3")):
            send(client, id_, "echo.text.work", body)
        answers = [answer(client) for _ in range(3)]
        assert json.loads(answers[0][2])["code"] == "id_in_use" and answers[0][1] == waiting
        assert answers[1:] == [(REPLY, busy, b"400"), (REPLY, waiting, b"2")]
    finally:
        client.close()


def test_e7_every_request_of_a_flood_gets_one_answer(echo_site, client):
    other = echo_site.client("1")
    asked = [os.urandom(16) for _ in range(FLOOD)]
    for id_ in asked:
        send(client, id_, "echo.text.echo")
    wait_until(lambda: bus_stats(other)["repliesHeld"] > FLOOD // 4, "replies wait in the program")
    answered, codes = Counter(), Counter()
    while answered.total() < FLOOD and (frames := client.receive("echo", timeout=30)):
        answered[Header(frames[1]).id] += 1
        codes["done" if frames[0] == REPLY else json.loads(frames[2])["code"]] += 1
    assert answered.total() == FLOOD, f"{FLOOD - answered.total()} of {FLOOD} requests have no answer; {dict(codes)}"
    assert answered == Counter(asked)
    assert codes.keys() == {"done", "busy"}
    stats = bus_stats(other)
    other.close()
    assert (stats.get("repliesDropped", 0), stats["lateReplies"]) == (0, 0), "the connection stood"


def test_a_caller_that_is_frozen_is_cut_off_by_the_end_of_its_heartbeats(echo_site, client):
    late = bus_stats(client)["lateReplies"]
    began = client.call("echo.counts.read", program="echo")["began"]
    caller = subprocess.Popen(
        [sys.executable, "-c", CALLER, str(Path(__file__).parent), echo_site.folder], stdout=subprocess.PIPE, text=True)
    try:
        assert caller.stdout.readline() == "sent\n"
        wait_until(lambda: client.call("echo.counts.read", program="echo")["began"] == began + 1, "the request arrives")
        caller.send_signal(signal.SIGSTOP)
        # The reply has nobody to go to, and does not wait in the program either.
        wait_until(lambda: bus_stats(client)["lateReplies"] == late + 1, "the reply is late")
        assert bus_stats(client)["repliesHeld"] == 0
    finally:
        caller.kill()
        caller.wait()


def test_e7_a_message_over_the_limit_is_refused_counted_and_leaves_the_connection(client):
    before = client.call("echo.counts.read", program="echo")
    id_ = os.urandom(16)
    send(client, id_, "echo.text.echo", bytes(5 * MIB))
    kind, answered, body = answer(client)
    assert (kind, answered, json.loads(body)["code"]) == (ERROR, id_, "too_large")
    assert client.call("echo.counts.read", program="echo") == before
    assert bus_stats(client)["tooLarge"] >= 1


@pytest.mark.parametrize("version, code", [
    ("2.0", "version_mismatch"), ("0.9", "version_mismatch"), ("1", "version_mismatch"), ("", "version_mismatch"),
    ("1.0", None), ("1.7", None)])
def test_e7_the_schema_version_of_a_request_is_checked(client, version, code):
    subject = "echo.text.echo"
    for name in (subject, "echo.text.other"):
        kind, _, body = client.exchange("echo", subject, b"text", tlvs=[(SCHEMA, f"{name}@{version}".encode())])
        wanted = code if name == subject else "version_mismatch"
        assert (json.loads(body)["code"] if kind == ERROR else None) == wanted, (name, version)
    assert client.exchange("echo", subject, b"text")[0] == REPLY, "a caller need not say it"
