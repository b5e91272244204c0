"""FUZ2: valid messages with small damage, sent to the running programs with real keys, and to the gateway by HTTP.

No program may end, and every answer is a reply or a fault of the declared form; `internal` would be a bug.
"""

import json
import os
import random
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zmq
from quad_bus import (
    ASSERTION, CANCEL, DRAINING, ERROR, EVENTS, KEY, REPLY, REQUEST, TRACE, BusClient, Header, encode_header, message,
    split,
)
from quad_catalogue import PROGRAMS, program_of
from quad_mutation import mutate, mutate_json, written
from quad_scoreboard import Row
from quad_site import Site, assertion

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
MESSAGES = 100_000 if LONG else 5_000
REQUESTS = 20_000 if LONG else 1_000
SEED = int(os.environ.get("QUAD_TEST_SEED", "0")) or random.SystemRandom().randrange(1, 2**32)
GOLDEN = Path(__file__).resolve().parents[1] / "Contract" / "Golden"
KINDS = {
    "invalid_argument", "unauthenticated", "permission_denied", "not_found", "already_exists", "failed_precondition",
    "resource_exhausted", "unavailable", "deadline_exceeded", "cancelled", "unimplemented", "version_mismatch",
    "internal", "storage_full", "bad_upstream",
}
CONTROL = ("$srv.ping", "$srv.info", "$srv.stats", "$srv.clock", "$srv.backup.read", "$srv.backup.end", "$bus.replay",
           "$bus.snapshot")
# Each of these takes the time of a password's hash: a few are enough.
SLOW = re.compile("password|signUp|signIn|deleteMe|email|invite")
# At once on their way: fewer than a program takes without shedding.
WINDOW = 48
# Seconds without a byte after which an answer by HTTP is taken as it is.
PATIENCE = 0.5


@pytest.fixture(scope="module")
def site():
    site = Site()
    yield site
    site.close()


def examples():
    """The golden request of the newest version of each subject."""
    found = {}
    for path in sorted(GOLDEN.glob("*/*/request.json")):
        version = tuple(int(part) for part in path.parent.name.split("."))
        subject = path.parent.parent.name
        if subject.startswith("$"):
            continue  # `CONTROL` names those that end nothing
        if subject not in found or version > found[subject][0]:
            found[subject] = version, json.loads(path.read_text(encoding="utf-8"))
    assert len(found) > 60, "the golden requests are somewhere else"
    return {subject: body for subject, (_, body) in found.items()}


class Message:
    """A damaged message. `id` is answered for certain when only the body is damaged."""

    def __init__(self, program, subject, body, proof, chance):
        self.program = program
        self.id = chance.randbytes(16)
        tlvs = [(TRACE, b"\0" + chance.randbytes(24) + b"\1")]
        if chance.random() < 0.9:
            tlvs.append((ASSERTION, proof))
        if chance.random() < 0.3:
            tlvs.append((KEY, b"key-%d" % chance.randrange(20)))
        kind, header = REQUEST, encode_header(self.id, subject, remaining_ms=4000, tlvs=tlvs)
        data = written(body)
        damage = chance.random()
        self.is_answered = damage < 0.7
        if damage < 0.4:
            data = written(mutate_json(body, chance))
        elif damage < 0.7:
            data = mutate(data, chance)
        elif damage < 0.9:
            header = mutate(header, chance)
        elif damage < 0.95:
            kind = mutate(kind, chance) if chance.random() < 0.5 else chance.choice((CANCEL, EVENTS, REPLY, ERROR, DRAINING))
        self.frames = [message(kind, header[:0xFFFF], data)]
        if damage >= 0.95:
            frame = self.frames[0]
            parts = [frame, mutate(frame, chance), frame[: chance.randrange(len(frame))], kind, header, data]
            self.frames = [chance.choice(parts) for _ in range(chance.randrange(1, 6))]


def messages(chance, proof):
    bodies = examples()
    subjects = [subject for subject in bodies if not SLOW.search(subject)]
    slow = [subject for subject in bodies if SLOW.search(subject)]
    while True:
        draw = chance.random()
        if draw < 0.2:
            subject = chance.choice(CONTROL)
            program = chance.choice(PROGRAMS)
            body = chance.choice(({"from": 1}, {"page": 0}, {"to": "2026-09-01T12:00:00.000Z"}, {}))
        else:
            subject = chance.choice(slow if draw < 0.22 else subjects)
            program, body = program_of(subject), bodies[subject]
        yield Message(program, subject, body, proof, chance)


def check_answer(parts):
    """Fails unless it is a reply or a fault as in Shared/Bus/README.md. Returns the id and the fault's code."""
    kind, header, body = parts
    header = Header(header)
    if kind == REPLY:
        return header.id, None
    assert kind == ERROR, kind
    fault = json.loads(body)
    assert fault["kind"] in KINDS, fault
    assert re.fullmatch("[a-z][a-z0-9_]*", fault["code"]), fault
    assert fault["processed"] in ("no", "maybe", "yes") and isinstance(fault["message"], str), fault
    assert fault["kind"] != "internal", fault
    for field in fault.get("fields", []):
        assert set(field) >= {"field", "code", "message"}, fault
    return header.id, fault["code"]


class Tally:
    def __init__(self):
        self.replies = 0
        self.codes = {}

    def add(self, code):
        if code is None:
            self.replies += 1
        else:
            self.codes[code] = self.codes.get(code, 0) + 1


def send_all(site, chance, proof, tally):
    """Sends the messages, at most `WINDOW` at once, and waits for the answer of each that must have one."""
    clients = {key: BusClient(site.keys, site.run, key) for key in ("gateway", "operator", "roomhub")}
    poller = zmq.Poller()
    waiting = {}

    def collect(timeout):
        """Reads what is there; false after so many milliseconds without an answer."""
        ready = poller.poll(timeout)
        for socket_, _ in ready:
            while socket_.poll(0):
                frames = socket_.recv_multipart()
                assert len(frames) == 1, frames
                id_, code = check_answer(split(frames[0]))
                tally.add(code)
                waiting.pop(id_, None)
        return bool(ready)

    try:
        source = messages(chance, proof)
        for _ in range(MESSAGES):
            damaged = next(source)
            key = chance.choice(("gateway", "gateway", "gateway", "operator", "roomhub"))
            client = clients["operator" if key == damaged.program else key]
            client.send(damaged.program, *damaged.frames)
            poller.register(client.link(damaged.program), zmq.POLLIN)
            if damaged.is_answered:
                waiting[damaged.id] = damaged
            collect(0)
            while len(waiting) >= WINDOW:
                assert collect(10_000), f"no answer to {next(iter(waiting.values())).frames}"
        while waiting:
            assert collect(10_000), f"no answer to {next(iter(waiting.values())).frames}"
    finally:
        for client in clients.values():
            client.close()


def assert_alive(site):
    ended = {name: process.poll() for name, process in site.processes.items() if process.poll() is not None}
    assert ended == {}, {name: (status, site.log(name)[-2000:]) for name, status in ended.items()}


def instances(site):
    client = BusClient(site.keys, site.run, "operator")
    try:
        return {name: client.call("$srv.ping", program=name)["instance"] for name in site.processes}
    finally:
        client.close()


@pytest.mark.timeout(900 if LONG else 180)
def test_damaged_messages_get_well_formed_answers(site):
    chance = random.Random(SEED)
    print(f"QUAD_TEST_SEED={SEED}")
    person = site.sign_up("ada")
    proof = assertion(site, person["token"])
    before = instances(site)
    tally = Tally()
    with Row("FUZ2 bus", f"{MESSAGES} damaged messages: 0 exits, every answer well-formed", SEED) as row:
        try:
            send_all(site, chance, proof, tally)
        finally:
            assert_alive(site)
        row.value = f"0 exits, {tally.replies} replies, {sum(tally.codes.values())} faults of {len(tally.codes)} codes"
        print(row.value, dict(sorted(tally.codes.items())))
        assert instances(site) == before
        assert len(tally.codes) >= 8 and tally.replies > MESSAGES / 100, "the damage was too much or too little"


def test_an_answer_of_another_form_is_seen():
    """The control: the same look finds what is no answer."""
    good = encode_header(os.urandom(16), "")
    fault = {"kind": "not_found", "code": "not_found", "message": "", "processed": "no"}
    check_answer([ERROR, good, json.dumps(fault).encode()])
    for frames in (
        [REPLY, good], [REPLY, good[:20], b""], [EVENTS, good, b""], [ERROR, good, b"{"],
        [ERROR, good, json.dumps({**fault, "kind": "sorry"}).encode()],
        [ERROR, good, json.dumps({**fault, "kind": "internal"}).encode()],
        [ERROR, good, json.dumps({**fault, "code": "Not Found"}).encode()],
    ):
        with pytest.raises(Exception):
            check_answer(frames)


def http_examples(token):
    """Valid requests of several shapes."""
    def request(method, path, body=None, *fields):
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *fields]
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + data

    bearer = f"Authorization: Bearer {token}"
    return [
        request("GET", "/v1/me", None, bearer),
        request("GET", "/v1/tasks?state=open&limit=20&cursor=abc", None, bearer),
        request("GET", "/v1/dorms", None, "Cookie: sid=abc; device=\"x\"", "Accept-Encoding: gzip, br;q=0.5"),
        request("PATCH", "/v1/me", {"version": 1, "hometown": "Dresden"}, bearer),
        request("POST", "/v1/room/join", {"dorm": "forbes", "number": "101A"}, bearer),
        request("POST", "/v1/tasks", {"title": "Bins"}, bearer, "Idempotency-Key: 1", "traceparent: 00-" + "ab" * 16 + "-" + "cd" * 8 + "-01"),
        request("GET", "/v1/tasks/018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7", None, bearer, "Sec-Fetch-Site: same-origin"),
        request("GET", "/openapi.json", None, "If-None-Match: \"x\"", "Range: bytes=0-10"),
        request("GET", "/healthz"),
        b"POST /v1/tasks HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
        + bearer.encode() + b"\r\nContent-Type: application/json\r\n\r\n10\r\n{\"title\":\"Bins\"}\r\n0\r\n\r\n",
    ]


def exchange(port, data, patience=PATIENCE):
    """The bytes that come back until the server closes; none if it waits for the rest of a damaged request."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        answer = b""
        try:
            connection.sendall(data)
            connection.settimeout(patience)
            while part := connection.recv(65536):
                answer += part
        except (ConnectionResetError, BrokenPipeError, TimeoutError):
            pass
        return answer


def check_http(answer):
    """Fails unless the bytes are none, or replies with a status line; returns the first status. 500 is a bug."""
    if not answer:
        return 0
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    assert found, answer[:200]
    status = int(found[1])
    assert status != 500, answer[:2000]
    head, _, body = answer.partition(b"\r\n\r\n")
    if status >= 400 and b"application/problem+json" in head and body:
        # Behind it may stand the answer to what followed, where the damage kept the connection open.
        length = re.search(rb"(?i)\r\nContent-Length: (\d+)", head)
        problem = json.loads(body[: int(length[1])])
        assert re.fullmatch(r"[a-z][a-z0-9_.]*", problem["code"]) and problem["status"] == status, problem
    return status


@pytest.mark.timeout(900 if LONG else 180)
def test_damaged_requests_get_well_formed_answers(site):
    chance = random.Random(SEED)
    print(f"QUAD_TEST_SEED={SEED}")
    token = site.sign_up("bob")["token"]
    sources = http_examples(token)
    statuses = {}
    with Row("FUZ2 http", f"{REQUESTS} damaged requests: 0 exits, no 500, every answer well-formed", SEED) as row:
        for source in sources:
            assert 200 <= check_http(exchange(site.port, source, patience=20)) < 500
        damaged = [mutate(chance.choice(sources), chance) for _ in range(REQUESTS)]
        with ThreadPoolExecutor(64) as pool:
            for status in pool.map(lambda data: check_http(exchange(site.port, data)), damaged):
                statuses[status] = statuses.get(status, 0) + 1
        assert_alive(site)
        assert site.is_ready()
        row.value = f"0 exits, statuses {', '.join(f'{s} x{n}' for s, n in sorted(statuses.items()))}"
        print(row.value)
        assert len(statuses) >= 5


def test_an_answer_that_is_none_is_seen():
    for answer in (b"nonsense", b"HTTP/1.1 500 Oops\r\n\r\n",
                   b"HTTP/1.1 400 Bad\r\nContent-Type: application/problem+json\r\n\r\n{"):
        with pytest.raises(Exception):
            check_http(answer)
