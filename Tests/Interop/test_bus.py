"""The bus as an independent implementation sees it: pyzmq, and Shared/Bus/README.md."""

import base64
import json
import os
import struct

import pytest
import zmq
from quad_bus import (
    ASSERTION, AUDIENCE, CANCEL, EPOCH, ERROR, EVENTS, HEADS, HEARTBEAT, REPLY, REQUEST, RETAINED, SCHEMA, SEQUENCE, STREAM,
    SUBJECT, WELCOME, BusClient, Fault, Header, encode_header, events_of, heads_of, message, read,
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
            client.send("roomhub", message(REQUEST, encode_header(id_, "$srv.ping", remaining_ms=60_000), b"{}"))
        answered = set()
        while len(answered) < len(asked) and (answer := client.receive("roomhub")):
            answered.add(Header(answer[1]).id)
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
        stranger.send("roomhub", message(REQUEST, encode_header(os.urandom(16), "$srv.ping")), timeout=1)
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
    asked = message(REQUEST, good)
    frames = [
        b"", REQUEST, asked[:5], asked[:-1], b"QB3" + asked[3:], message(b"QB2?", good), message(WELCOME, good),
        message(REQUEST, good[:20]), message(REQUEST, b"\x02" + good[1:]), message(REQUEST, good + b"\x01\xff\xff"),
        message(REQUEST, good + struct.pack(">BH", SUBJECT, 2) + b"\xff\xfe"), message(REQUEST, os.urandom(17_000)),
        REQUEST + b"\xff\xff" + good, message(EVENTS, good),
    ]
    before = operator.call("$srv.stats", program="roomhub")["bus"]["malformed"]
    for frame in frames:
        operator.send("roomhub", frame)
    # More than one frame is no message, whatever is in them.
    for several in ([asked, b""], [asked, asked], [REQUEST, good, b"{}"], [asked, b"", b"", b""]):
        operator.send("roomhub", *several)
    operator.send("roomhub", message(CANCEL, good))
    assert operator.call("$srv.ping", program="roomhub")["isReady"]
    assert operator.call("$srv.stats", program="roomhub")["bus"]["malformed"] - before == len(frames) + 4


@pytest.mark.own_site
def test_a_caller_of_the_former_version_is_refused_in_its_own_form(site, operator):
    """Three frames with the same header, as messages were before QB2."""
    for number in range(2):
        id_ = os.urandom(16)
        operator.send("roomhub", b"QB1Q", encode_header(id_, "roomhub.dorm.list"), b"{}")
        socket = operator.link("roomhub")
        assert socket.poll(5000), "no answer"
        kind, header, body = socket.recv_multipart()
        assert (kind, Header(header).id) == (b"QB1E", id_)
        fault = json.loads(body)
        assert (fault["code"], fault["processed"], fault["service"]) == ("version_mismatch", "no", "roomhub")
    assert operator.call("roomhub.dorm.list", {})["items"]
    assert site.log("roomhub").count("operator speaks an older version of the bus") == 1
    # What it would not read as a request is dropped.
    for frames in ([b"QB1Q", b"", b""], [b"QB1C", encode_header(os.urandom(16), ""), b""], [b"QB1Q"]):
        operator.send("roomhub", *frames)
    assert operator.call("$srv.ping", program="roomhub")["isReady"]


@pytest.mark.own_site
def test_a_stream_greets_tells_and_beats(site, operator):
    stream = operator.subscribe("roomhub")
    welcome, = (stream.poll(5000), stream.recv_multipart())[1]
    assert welcome.startswith(WELCOME + b"roomhub\0")
    rest = welcome[len(WELCOME + b"roomhub\0") :]
    epoch, head, heads = rest[:16], struct.unpack(">q", rest[16:24])[0], heads_of(rest[24:])
    assert head == 2, "the dorm, and that the operator put it there"
    assert heads == {"": 0, "roomhub.dorm": 1, "roomhub.audit": 2}
    operator.call("roomhub.dorm.define", {"id": "baker", "name": "Baker Hall", "roomCapacity": 2})
    # The change and its entry in the audit log are one transaction, and a message for each class.
    told = next_of(stream, EVENTS)
    assert (Header(told[1]).text(STREAM), Header(told[1]).get(EPOCH)) == ("roomhub", epoch)
    assert heads_of(Header(told[1]).get(HEADS)) == heads
    (header, body), = events_of(told[0], told[2])
    assert header.text(SUBJECT) == "roomhub.dorm.defined"
    assert header.text(SCHEMA) == "roomhub.dorm.defined@1.0"
    assert (header.text(STREAM), header.get(EPOCH), header.number(SEQUENCE)) == ("roomhub", epoch, 3)
    assert header.get(AUDIENCE) == b"\x01"
    assert json.loads(body) == {"dorm": {"id": "baker", "name": "Baker Hall", "roomCapacity": 2}}
    audited = next_of(stream, EVENTS)
    assert heads_of(Header(audited[1]).get(HEADS)) == {**heads, "roomhub.dorm": 3}
    (header, _), = events_of(audited[0], audited[2])
    assert (header.text(SUBJECT), header.number(SEQUENCE)) == ("roomhub.audit.recorded", 4)
    beat = Header(next_of(stream, HEARTBEAT)[1])
    assert (beat.number(SEQUENCE), beat.number(RETAINED), beat.get(EPOCH)) == (4, 1, epoch)
    assert heads_of(beat.get(HEADS)) == {"": 0, "roomhub.dorm": 3, "roomhub.audit": 4}


@pytest.mark.own_site
def test_a_subscriber_of_one_class_hears_it_alone(site, operator):
    stream = operator.subscribe("roomhub", "roomhub.dorm")
    assert stream.poll(5000) and stream.recv().startswith(WELCOME + b"roomhub\0")
    next_of(stream, HEARTBEAT)
    before = operator.call("$srv.stats", program="roomhub")["bus"]["published"]
    for number in range(3):
        operator.call("roomhub.dorm.define", {"id": f"d{number}", "name": f"D {number}", "roomCapacity": 2})
    operator.call("roomhub.dorm.remove", {"id": "d1"})
    heard, newest = [], []
    while len(heard) < 4:
        kind, header, body = read(stream)
        if kind == HEARTBEAT:
            continue
        newest.append(heads_of(Header(header).get(HEADS))["roomhub.dorm"])
        heard += [(event.text(SUBJECT), event.number(SEQUENCE)) for event, _ in events_of(kind, body)]
    names = [name for name, _ in heard]
    assert names == ["roomhub.dorm.defined"] * 3 + ["roomhub.dorm.removed"]
    # Each says which of its class came before: nothing is missing, though the numbers have gaps.
    assert newest == [1, 3, 5, 7] and [number for _, number in heard] == [3, 5, 7, 9]
    assert operator.call("$srv.stats", program="roomhub")["bus"]["published"] - before == 8
    state, events = operator.replay("roomhub", 4, "roomhub.dorm")
    assert [header.number(SEQUENCE) for header, _ in events] == [5, 7, 9]
    assert (state["head"], state["through"]) == (10, 10)
    assert operator.replay("roomhub", 1, "roomhub.nothing")[1] == []


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
        received = read(stream)
        if received[0] == kind:
            return received
