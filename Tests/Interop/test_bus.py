"""The bus as an independent implementation sees it: pyzmq, and Shared/Bus/README.md."""

import base64
import json
import os
import struct

import pytest
import zmq
from quad_bus import (
    ASSERTION, AUDIENCE, CANCEL, EPOCH, ERROR, EVENT, EVENTS, HEARTBEAT, REPLY, REQUEST, RETAINED, SCHEMA, SEQUENCE, STREAM,
    SUBJECT, BusClient, Fault, Header, encode_header, events_of,
)
from quad_catalogue import PROGRAMS
from quad_site import wait_until


@pytest.mark.own_site
def test_a_request_gets_its_reply(operator):
    kind, header, body = operator.exchange("roomhub", "roomhub.dorm.list", {})
    assert kind == REPLY
    assert json.loads(body)["items"] == [{"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4}]
    assert header.remaining_ms == 0


def test_every_program_answers_ping(operator):
    for program in PROGRAMS:
        pong = operator.call("$srv.ping", program=program)
        assert pong["program"] == program and pong["isReady"] is True


def test_a_caller_that_reads_late_gets_every_answer(site):
    client = BusClient(site.keys, site.run, "operator")
    client.context.rcvhwm = 1
    try:
        asked = {os.urandom(16) for _ in range(6000)}
        for id_ in asked:
            client.send("roomhub", [REQUEST, encode_header(id_, "$srv.ping", remaining_ms=60_000), b"{}"])
        answered = set()
        while len(answered) < len(asked) and (frames := client.receive("roomhub")):
            answered.add(Header(frames[1]).id)
        assert len(answered) == len(asked)
    finally:
        client.close()


def test_unknown_tags_are_skipped(operator):
    assert operator.call("roomhub.dorm.list", {}, tlvs=[(200, b"future")])["items"]


def test_an_unknown_subject_is_an_error(operator):
    with pytest.raises(Fault) as caught:
        operator.call("roomhub.dorm.burn", {})
    assert (caught.value.kind, caught.value.processed) == ("unimplemented", "no")


def test_a_key_may_call_only_what_is_declared_for_it(site, operator):
    with pytest.raises(Fault) as caught:
        operator.call("auth.session.resolve", {"tokenHash": "x"})
    assert caught.value.code == "not_allowed"
    gateway = BusClient(site.keys, site.run, "gateway")
    with pytest.raises(Fault) as caught:
        gateway.call("roomhub.membership.check", {})
    assert caught.value.code == "not_allowed"
    with pytest.raises(Fault) as caught:
        gateway.call("roomhub.dorm.define", {"id": "x", "name": "X", "roomCapacity": 2})
    assert caught.value.code == "signin_required", "the gateway asks for people, and this takes an administrator"
    gateway.close()


def test_a_person_is_needed_where_the_declaration_says_so(operator):
    with pytest.raises(Fault) as caught:
        operator.call("roomhub.task.list", {})
    assert caught.value.code == "signin_required"
    with pytest.raises(Fault) as caught:
        operator.call("roomhub.task.list", {}, tlvs=[(ASSERTION, os.urandom(114))])
    assert caught.value.code == "signin_required"


def test_a_request_whose_time_is_over_is_not_started(operator):
    with pytest.raises(Fault) as caught:
        operator.call("roomhub.dorm.list", {}, remaining_ms=0)
    assert (caught.value.code, caught.value.processed) == ("deadline_exceeded", "no")


@pytest.mark.own_site
def test_an_unknown_key_gets_no_further_than_the_handshake(site):
    stranger = BusClient(site.keys, site.run, "operator")
    public, secret = zmq.curve_keypair()
    stranger.pair = {"publicKey": public.decode(), "secretKey": secret.decode()}
    with pytest.raises(AssertionError, match="cannot be reached"):
        stranger.send("roomhub", [REQUEST, encode_header(os.urandom(16), "$srv.ping"), b""], timeout=1)
    stranger.close()
    wait_until(lambda: "refused an unknown key" in site.log("roomhub"), "the refusal is in the log")


def test_without_curve_nobody_gets_in(site):
    context = zmq.Context()
    socket = context.socket(zmq.DEALER)
    socket.linger = 0
    socket.immediate = 1
    socket.connect(f"ipc://{site.run}/roomhub.q")
    assert not socket.poll(700, zmq.POLLOUT)
    context.destroy(linger=0)


def test_malformed_messages_are_dropped_and_the_program_lives(operator):
    good = encode_header(os.urandom(16), "$srv.ping")
    for frames in (
        [b""], [REQUEST], [REQUEST, good], [REQUEST, good, b"", b""], [b"QB2Q", good, b""], [b"QB1?", good, b""],
        [REQUEST, good[:20], b""], [REQUEST, b"\x02" + good[1:], b""], [REQUEST, good + b"\x01\xff\xff", b""],
        [REQUEST, good + struct.pack(">BH", SUBJECT, 2) + b"\xff\xfe", b""], [REQUEST, os.urandom(17_000), b""],
        [EVENT, good, b""], [CANCEL, good, b""],
    ):
        operator.send("roomhub", frames)
    assert operator.call("$srv.ping", program="roomhub")["isReady"]
    assert operator.call("$srv.stats", program="roomhub")["bus"]["malformed"] >= 11


@pytest.mark.own_site
def test_a_stream_greets_tells_and_beats(site, operator):
    stream = operator.open(zmq.SUB, "roomhub", "e")
    assert stream.poll(5000)
    welcome = stream.recv_multipart()
    assert len(welcome) == 1 and welcome[0].startswith(b"QB1Wroomhub\0")
    epoch, head = welcome[0][-24:-8], struct.unpack(">q", welcome[0][-8:])[0]
    assert head == 2, "the dorm, and that the operator put it there"
    operator.call("roomhub.dorm.define", {"id": "baker", "name": "Baker Hall", "roomCapacity": 2})
    # The change and its entry in the audit log are one transaction, and so one message.
    together = next_of(stream, EVENTS)
    assert (Header(together[1]).text(STREAM), Header(together[1]).get(EPOCH)) == ("roomhub", epoch)
    (header, body), (audited, _) = events_of(together)
    assert (audited.text(SUBJECT), audited.number(SEQUENCE)) == ("roomhub.audit.recorded", 4)
    assert header.text(SUBJECT) == "roomhub.dorm.defined"
    assert header.text(SCHEMA) == "roomhub.dorm.defined@1.0"
    assert (header.text(STREAM), header.get(EPOCH), header.number(SEQUENCE)) == ("roomhub", epoch, 3)
    assert header.get(AUDIENCE) == b"\x01"
    assert json.loads(body) == {"dorm": {"id": "baker", "name": "Baker Hall", "roomCapacity": 2}}
    beat = Header(next_of(stream, HEARTBEAT)[1])
    assert (beat.number(SEQUENCE), beat.number(RETAINED), beat.get(EPOCH)) == (4, 1, epoch)


@pytest.mark.own_site
def test_a_replay_gives_what_was_told(operator):
    for number in range(5):
        operator.call("roomhub.dorm.define", {"id": f"d{number}", "name": f"D {number}", "roomCapacity": 2})
    state, events = operator.replay("roomhub", 9)
    assert [header.number(SEQUENCE) for header, _ in events] == [9, 10, 11, 12]
    assert state["head"] == 12 and state["retainedFrom"] == 1
    assert all(header.flags & 2 for header, _ in events)
    assert operator.replay("roomhub", 13)[1] == []


@pytest.mark.own_site
def test_a_snapshot_rebuilds_the_public_state(operator):
    from quad_bus import unpack

    for number in range(3):
        operator.call("roomhub.dorm.define", {"id": f"d{number}", "name": f"D {number}", "roomCapacity": 2})
    operator.call("roomhub.dorm.define", {"id": "d1", "name": "Renamed", "roomCapacity": 2})
    kind, _, data = operator.exchange("roomhub", "$bus.snapshot", {})
    assert kind == REPLY
    state, events = unpack(data)
    assert state["head"] == 10 and "more" not in state
    assert sorted(json.loads(body)["dorm"]["name"] for _, body in events) == ["D 0", "D 2", "Forbes Hall", "Renamed"]


def test_the_largest_numbers_do_no_harm(operator):
    largest = 2**63 - 1
    before = operator.call("$srv.ping", program="roomhub")["instance"]
    assert operator.replay("roomhub", largest)[1] == []
    epoch = operator.replay("roomhub", 1)[0]["epoch"]
    parts = "\0".join((epoch, str(largest), str(largest)))
    cursor = base64.urlsafe_b64encode(parts.encode()).decode().rstrip("=")
    with pytest.raises(Fault) as caught:
        operator.call("$bus.snapshot", {"snapshot": cursor}, program="roomhub")
    assert caught.value.body["code"] == "cursor_bad"
    assert operator.call("$srv.ping", program="roomhub")["instance"] == before


def test_the_wrong_type_names_its_member(operator):
    with pytest.raises(Fault) as caught:
        operator.call("roomhub.dorm.define", {"id": "x", "name": 7, "roomCapacity": 2})
    assert caught.value.body["fields"][0]["field"] == "name"
    kind, _, data = operator.exchange("roomhub", "roomhub.dorm.define", b"{no json")
    assert kind == ERROR and json.loads(data)["code"] == "bad_json"


def next_of(stream, kind):
    while True:
        assert stream.poll(5000), "the stream is silent"
        frames = stream.recv_multipart()
        if frames[0] == kind:
            return frames
