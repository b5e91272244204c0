"""Slow clients of one address, and ordinary people at others, for tests of the edge and of the proxy in front of it."""

import contextlib
import select
import socket
import ssl
import statistics
import subprocess
import time

from quad_site import at_once

HERE, ELSEWHERE = "127.0.0.1", [f"127.0.0.{number}" for number in range(2, 12)]
BODY = b'{"email":"slow@hilltop.example","password":"'
BEGINNINGS = {
    "heads": b"GET /v1/site HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "bodies": b"POST /v1/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
    + BODY,
    # The answer fills the small buffers of both sides, and nobody reads it.
    "readers": b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
}
P99_SECONDS = 0.5


def make_certificate(folder):
    """The paths of a certificate of localhost and of its key."""
    paths = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", str(paths[1]), "-out", str(paths[0])],
        check=True, capture_output=True)
    paths[1].chmod(0o600)
    return [str(path) for path in paths]


def connect(port, source=HERE, is_small=False):
    connection = socket.socket()
    connection.settimeout(10)
    if is_small:
        # The other side's buffer grows with the size of a segment.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.bind((source, 0))
    connection.connect((HERE, port))
    return connection


def is_open(connection):
    """True while the site holds its end. Bytes that nobody reads are no end."""
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    return not poll.poll(0)


class Ordinary:
    """People at other addresses who ask for one thing after another, each on a connection of their own."""

    def __init__(self, port, certificate=None):
        self.port = port
        self.context = ssl.create_default_context(cafile=certificate[0]) if certificate else None

    def ask(self, source):
        started = time.monotonic()
        with contextlib.ExitStack() as stack:
            connection = stack.enter_context(connect(self.port, source))
            if self.context:
                connection = stack.enter_context(self.context.wrap_socket(connection, server_hostname="localhost"))
            connection.sendall(b"GET /v1/site HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
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
