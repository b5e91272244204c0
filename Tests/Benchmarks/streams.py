"""Live streams of a whole campus on one gateway: all are open, and a task reaches the streams of its room."""

import http.client
import json
import random
import resource
import select
import socket
import time

import crowd
from processes import Figure, Site, pss_kib

STREAMS = 9_000
# Tasks of random rooms, whose four roommates hear of them.
TASKS = 300
PATIENCE = 20
ADDED = b"roomhub.task.added"


class Streams:
    """The client's side: all streams over one epoll."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        self.port = port
        self.poll = select.epoll()
        self.sockets: list[socket.socket] = []
        self.numbers: dict[int, int] = {}
        for number, token in enumerate(tokens):
            self.open(number, token)

    def open(self, number: int, token: str) -> None:
        made = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        made.sendall(f"GET /v1/stream HTTP/1.1\r\nHost: quad\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            part = made.recv(4096)
            if not part:
                raise RuntimeError(f"stream {number} was closed: {head[:200]}")
            head += part
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"stream {number}: {head[:200]}")
        made.setblocking(False)
        self.sockets.append(made)
        self.numbers[made.fileno()] = number
        self.poll.register(made, select.EPOLLIN)

    def arrivals(self, word: bytes, wanted: set[int]) -> None:
        """Returns once each of the wanted streams has brought the word."""
        left = set(wanted)
        end = time.monotonic() + PATIENCE
        while left:
            if time.monotonic() > end:
                raise RuntimeError(f"{len(left)} of {len(wanted)} streams brought nothing")
            for descriptor, _ in self.poll.poll(0.1):
                number = self.numbers[descriptor]
                data = self.sockets[number].recv(65536)
                if not data:
                    raise RuntimeError(f"stream {number} ended")
                if word in data:
                    left.discard(number)

    def close(self) -> None:
        for made in self.sockets:
            made.close()
        self.poll.close()


def live(side: str, seconds: int) -> Figure | None:
    """Microseconds from the request for a task to its event on the last of four streams."""
    if side == "peer":
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, STREAMS + 1024), hard))
    streams = None
    with Site() as site:
        try:
            site.create()
            site.stop()
            crowd.add_people(site, 0, STREAMS)
            tokens = crowd.sign_in(site, STREAMS)
            site.start()
            began = time.monotonic()
            streams = Streams(site.port, tokens)
            opened = time.monotonic() - began
            took = sorted(added(site, streams, tokens) for _ in range(TASKS))
            return Figure(
                STREAMS / opened, took[len(took) // 2] * 1e6, took[len(took) * 99 // 100] * 1e6,
                pss_kib([site.pid_of("gateway")]))
        finally:
            if streams:
                streams.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def added(site: Site, streams: Streams, tokens: list[str]) -> float:
    person = random.randrange(STREAMS)
    first = person // crowd.PER_ROOM * crowd.PER_ROOM
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        began = time.monotonic()
        connection.request(
            "POST", "/v1/tasks", json.dumps({"title": "Feed the cat"}),
            {"Authorization": f"Bearer {tokens[person]}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        if answer.status != 201:
            raise RuntimeError(f"a task was answered with {answer.status}: {answer.read()[:300]}")
        streams.arrivals(ADDED, set(range(first, first + crowd.PER_ROOM)))
        return time.monotonic() - began
    finally:
        connection.close()


def register(row) -> None:
    row(f"{STREAMS:,} live streams on one gateway: opened a second, an event on all four streams of its room",
        "all open")(live)
