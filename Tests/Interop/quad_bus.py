"""A client of the bus in Python, written from Shared/Bus/README.md alone."""

import json
import os
import struct
import time

import zmq
from quad_catalogue import program_of

REQUEST, REPLY, ERROR, CANCEL, DRAINING = b"QB1Q", b"QB1R", b"QB1E", b"QB1C", b"QB1D"
EVENT, EVENTS, HEARTBEAT, WELCOME = b"QB1V", b"QB1B", b"QB1H", b"QB1W"
SUBJECT, SCHEMA, KEY, TRACE, ASSERTION, PARAM, AS_OF, STATUS, SESSION = 1, 2, 3, 4, 5, 6, 7, 8, 9
STREAM, EPOCH, SEQUENCE, RETAINED, AUDIENCE, AT = 16, 17, 18, 19, 20, 21


def encode_header(id_, subject, *, flags=0, attempt=0, remaining_ms=2000, tlvs=()):
    header = struct.pack(">BBBB16sI", 1, flags, attempt, 0, id_, remaining_ms)
    for tag, value in ((SUBJECT, subject.encode()), *tlvs):
        header += struct.pack(">BH", tag, len(value)) + value
    return header


class Header:
    """The fixed part and the TLVs of a header; unknown tags are kept by number."""

    def __init__(self, data):
        version, self.flags, self.attempt, _, self.id, self.remaining_ms = struct.unpack(">BBBB16sI", data[:24])
        assert version == 1
        self.tlvs = []
        position = 24
        while position < len(data):
            tag, length = struct.unpack(">BH", data[position : position + 3])
            self.tlvs.append((tag, data[position + 3 : position + 3 + length]))
            position += 3 + length
        assert position == len(data)

    def get(self, tag):
        return next((value for found, value in self.tlvs if found == tag), None)

    def text(self, tag):
        value = self.get(tag)
        return None if value is None else value.decode()

    def number(self, tag):
        value = self.get(tag)
        return None if value is None else struct.unpack(">q", value)[0]


class Fault(Exception):
    def __init__(self, body):
        super().__init__(body.get("code"))
        self.body = body
        self.code = body.get("code")
        self.kind = body.get("kind")
        self.processed = body.get("processed")


class BusClient:
    """Calls programs with the key of `program` out of the folder that `quadctl keygen` wrote."""

    def __init__(self, keys, run, program):
        self.context = zmq.Context()
        with open(os.path.join(keys, "public.json")) as file:
            self.public = json.load(file)["curve"]
        with open(os.path.join(keys, program + ".key")) as file:
            self.pair = json.load(file)["curve"]
        self.run = run
        self.links = {}

    def close(self):
        self.context.destroy(linger=0)

    def open(self, kind, program, suffix):
        socket = self.context.socket(kind)
        socket.linger = 0
        socket.immediate = 1
        socket.curve_serverkey = self.public[program][0].encode()
        socket.curve_publickey = self.pair["publicKey"].encode()
        socket.curve_secretkey = self.pair["secretKey"].encode()
        if kind == zmq.SUB:
            socket.subscribe(b"QB1")
        socket.connect(self.address(program, suffix))
        return socket

    def address(self, program, suffix):
        return f"ipc://{self.run}/{program}.{suffix}"

    def link(self, program):
        if program not in self.links:
            self.links[program] = self.open(zmq.DEALER, program, "q")
        return self.links[program]

    def send(self, program, frames, timeout=5.0):
        socket = self.link(program)
        deadline = time.monotonic() + timeout
        while True:
            try:
                return socket.send_multipart(frames, zmq.DONTWAIT)
            except zmq.Again:
                assert time.monotonic() < deadline, f"{program} cannot be reached"
                socket.poll(20, zmq.POLLOUT)

    def receive(self, program, timeout=5.0):
        socket = self.link(program)
        return socket.recv_multipart() if socket.poll(int(timeout * 1000)) else None

    def exchange(self, program, subject, body=None, *, tlvs=(), remaining_ms=2000, flags=0):
        """The kind, header and body of the answer."""
        id_ = os.urandom(16)
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        header = encode_header(id_, subject, flags=flags, remaining_ms=remaining_ms, tlvs=tlvs)
        self.send(program, [REQUEST, header, data])
        while True:
            frames = self.receive(program)
            assert frames is not None, f"{subject}: no answer"
            if frames[0] == DRAINING:
                continue
            kind, answer = frames[0], Header(frames[1])
            if answer.id == id_:
                return kind, answer, frames[2]

    def call(self, subject, body=None, *, program=None, **options):
        kind, _, data = self.exchange(program or program_of(subject), subject, body, **options)
        if kind == ERROR:
            raise Fault(json.loads(data))
        assert kind == REPLY
        return json.loads(data)

    def replay(self, program, start):
        _, _, data = self.exchange(program, "$bus.replay", {"from": start})
        return unpack(data)


def parts_of(data):
    """Parts one after the other, each behind its length."""
    parts = []
    position = 0
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        parts.append(data[position + 4 : position + 4 + length])
        position += 4 + length
    assert position == len(data)
    return parts


def unpack(data):
    """The state and the events of a packed reply."""
    state, *parts = parts_of(data)
    return json.loads(state), [(Header(header), body) for header, body in zip(parts[::2], parts[1::2])]


def events_of(frames):
    """(header, body) of each event of a message of a stream."""
    if frames[0] == EVENT:
        return [(Header(frames[1]), frames[2])]
    assert frames[0] == EVENTS
    parts = parts_of(frames[2])
    return [(Header(header), body) for header, body in zip(parts[::2], parts[1::2])]
