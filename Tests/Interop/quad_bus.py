"""A client of the bus in Python, written from Shared/Bus/README.md alone."""

import json
import os
import struct
import time

import zmq
from quad_catalogue import program_of

REQUEST, REPLY, ERROR, CANCEL, DRAINING = b"QB2Q", b"QB2R", b"QB2E", b"QB2C", b"QB2D"
EVENTS, HEARTBEAT, WELCOME = b"QB2V", b"QB2H", b"QB2W"
SUBJECT, SCHEMA, KEY, TRACE, ASSERTION, PARAM, AS_OF, STATUS, SESSION = 1, 2, 3, 4, 5, 6, 7, 8, 9
STREAM, EPOCH, SEQUENCE, RETAINED, AUDIENCE, AT, HEADS = 16, 17, 18, 19, 20, 21, 22


def encode_header(id_, subject, *, flags=0, attempt=0, remaining_ms=2000, tlvs=()):
    header = struct.pack(">BBBB16sI", 1, flags, attempt, 0, id_, remaining_ms)
    for tag, value in ((SUBJECT, subject.encode()), *tlvs):
        header += struct.pack(">BH", tag, len(value)) + value
    return header


def message(kind, header, body=b""):
    """The one frame of a message."""
    return kind + struct.pack(">H", len(header)) + header + body


def split(frame):
    """The kind, header and body of a message's frame."""
    start = 4
    if frame.startswith(EVENTS):
        start = frame.index(b"\0", 4) + 1
        assert 4 < start <= 4 + 129, frame
    length, = struct.unpack(">H", frame[start : start + 2])
    start += 2
    assert len(frame) >= start + length, frame
    return frame[:4], frame[start : start + length], frame[start + length :]


def read(socket):
    """The kind, header and body of the next message of a socket."""
    frame, = socket.recv_multipart()
    return split(frame)


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

    def subscribe(self, program, *classes):
        """A subscription to topic classes of a stream, or to all of it."""
        socket = self.open(zmq.SUB, program, "e", connects=False)
        for prefix in [WELCOME, HEARTBEAT, *(EVENTS + name.encode() + b"\0" for name in classes)] if classes else [b"QB2"]:
            socket.subscribe(prefix)
        socket.connect(self.address(program, "e"))
        return socket

    def open(self, kind, program, suffix, connects=True):
        socket = self.context.socket(kind)
        socket.linger = 0
        socket.immediate = 1
        socket.curve_serverkey = self.public[program][0].encode()
        socket.curve_publickey = self.pair["publicKey"].encode()
        socket.curve_secretkey = self.pair["secretKey"].encode()
        if connects:
            socket.connect(self.address(program, suffix))
        return socket

    def address(self, program, suffix):
        return f"ipc://{self.run}/{program}.{suffix}"

    def link(self, program):
        if program not in self.links:
            self.links[program] = self.open(zmq.DEALER, program, "q")
        return self.links[program]

    def send(self, program, *frames, timeout=5.0):
        """Sends a message, or frames that are none."""
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
        return read(socket) if socket.poll(int(timeout * 1000)) else None

    def exchange(self, program, subject, body=None, *, tlvs=(), remaining_ms=2000, flags=0):
        """The kind, header and body of the answer."""
        id_ = os.urandom(16)
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        header = encode_header(id_, subject, flags=flags, remaining_ms=remaining_ms, tlvs=tlvs)
        self.send(program, message(REQUEST, header, data))
        while True:
            received = self.receive(program)
            assert received is not None, f"{subject}: no answer"
            kind, answer, data = received
            if kind == DRAINING:
                continue
            answer = Header(answer)
            if answer.id == id_:
                return kind, answer, data

    def call(self, subject, body=None, *, program=None, **options):
        kind, _, data = self.exchange(program or program_of(subject), subject, body, **options)
        if kind == ERROR:
            raise Fault(json.loads(data))
        assert kind == REPLY
        return json.loads(data)

    def replay(self, program, start, *classes):
        body = {"from": start, **({"classes": classes} if classes else {})}
        _, _, data = self.exchange(program, "$bus.replay", body)
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


def events_of(kind, body):
    """(header, body) of each event of a message of a stream."""
    assert kind == EVENTS
    parts = parts_of(body)
    return [(Header(header), body) for header, body in zip(parts[::2], parts[1::2])]


def heads_of(data):
    """The newest number of each topic class; that of the empty name is every other class's."""
    heads, position = {}, 0
    while position < len(data):
        end = position + 1 + data[position]
        heads[data[position + 1 : end].decode()], = struct.unpack(">q", data[end : end + 8])
        position = end + 8
    assert position == len(data) and "" in heads, data
    return heads
