"""A network namespace in which every address in the world is this machine's: a connection to any of them is counted.

`Inside` has listeners on all addresses, a name server, and pages that redirect, stall and lie.
"""

import contextlib
import ipaddress
import os
import socket
import ssl
import struct
import subprocess
import threading
import time
import zlib

from quad_network import Network

HTTP, HTTPS = 80, 443
# Nothing answers there; who connects is counted.
OTHER_PORTS = (1, 22, 25, 81, 5501, 6379, 8080, 8443, 65535)
A, CNAME, AAAA = 1, 5, 28


class NameServer(threading.Thread):
    """Answers each question about a name with the next of its turns, to be kept for 0 s; `silent.…` gets none."""

    def __init__(self, answers):
        super().__init__(daemon=True)
        self.answers = answers
        self.asked = {}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 53))
        self.start()

    def run(self):
        while True:
            try:
                question, peer = self.socket.recvfrom(4096)
            except OSError:
                return
            reply = self.reply(question)
            if reply is not None:
                self.socket.sendto(reply, peer)

    def reply(self, question):
        labels, place = [], 12
        while length := question[place]:
            labels.append(question[place + 1:place + 1 + length].decode("latin-1").lower())
            place += 1 + length
        kind = struct.unpack(">H", question[place + 1:place + 3])[0]
        name = ".".join(labels)
        if name.startswith("silent."):
            return None
        records = self.records(name, kind)
        status = 3 if records is None else 0
        head = question[:2] + struct.pack(">HHHHH", 0x8180 | status, 1, len(records or []), 0, 0)
        return head + question[12:place + 5] + b"".join(records or [])

    def records(self, name, kind):
        turns = self.answers.get(name)
        if turns is None:
            return None
        if isinstance(turns[0], str):
            target = b"".join(bytes([len(label)]) + label.encode() for label in turns[0].split(".")) + b"\0"
            alias = b"\xc0\x0c" + struct.pack(">HHIH", CNAME, 1, 0, len(target)) + target
            values = self.answers[turns[0]][0]
            return [alias, *(self.record(target, kind, value) for value in values if fits(value, kind))]
        number = self.asked[name, kind] = self.asked.get((name, kind), -1) + 1
        turn = turns[number % len(turns)]
        return [self.record(b"\xc0\x0c", kind, value) for value in turn if fits(value, kind)]

    @staticmethod
    def record(name, kind, value):
        data = socket.inet_pton(socket.AF_INET if kind == A else socket.AF_INET6, value)
        return name + struct.pack(">HHIH", kind, 1, 0, len(data)) + data

    def close(self):
        self.socket.close()


def fits(value, kind):
    return kind == (AAAA if ":" in value else A)


class Listener(threading.Thread):
    """Counts connections by the address and the port that they were made to, and serves them if it has a handler."""

    def __init__(self, port, seen, serve=None, context=None):
        super().__init__(daemon=True)
        self.port, self.seen, self.serve, self.context = port, seen, serve, context
        self.socket = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=1024)
        self.start()

    def run(self):
        while True:
            try:
                peer, _ = self.socket.accept()
            except OSError:
                return
            # A link-local address has its link behind it.
            address = ipaddress.IPv6Address(peer.getsockname()[0].partition("%")[0])
            self.seen.append((str(address.ipv4_mapped or address), self.port))
            if self.serve is None:
                peer.close()
            else:
                threading.Thread(target=self.handle, args=(peer,), daemon=True).start()

    def handle(self, peer):
        # A client that has left, or does not speak: only its connection counts.
        with contextlib.suppress(OSError), peer:
            peer.settimeout(3)
            if self.context is not None:
                peer = self.context.wrap_socket(peer, server_side=True)
            head = b""
            while b"\r\n\r\n" not in head:
                part = peer.recv(4096)
                if not part:
                    return
                head += part
            peer.settimeout(20)
            with peer:
                self.serve(peer, head.split(b" ")[1].decode("latin-1"))

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


OK = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"


def endless(peer, head, part, seconds=0.0):
    """Sends the part again and again until the reader leaves."""
    peer.sendall(head)
    until = time.monotonic() + 20
    while time.monotonic() < until:
        peer.sendall(part)
        if seconds:
            time.sleep(seconds)


def length(text, body):
    return lambda peer: peer.sendall(OK + b"Content-Length: " + text + b"\r\n\r\n" + body)


def hold(data):
    """Sends the data, and nothing more while the reader stays."""
    def lie(peer):
        peer.sendall(data)
        peer.recv(1)
    return lie


def packed(size):
    """Zeros, compressed to about a thousandth."""
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(size >> 20)) + packer.flush()


BOMB = packed(64 << 20)
MIB = 1 << 20
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"

LIES = {
    "honest": length(b"5", b"hello"),
    "shorter than sent": length(b"5", b"hello" * 1000),
    "longer than sent": length(b"500", b"hello"),
    "longer than sent, and held": hold(OK + b"Content-Length: 500\r\n\r\nhello"),
    "11 MiB announced": length(str(11 * MIB).encode(), b""),
    "2^63 announced": length(b"9223372036854775808", b"hello"),
    "a negative length": length(b"-5", b"hello"),
    "no number": length(b"five", b"hello"),
    "endless body": lambda peer: endless(peer, OK + b"\r\n", bytes(65536)),
    "endless chunks": lambda peer: endless(peer, CHUNKED, b"10000\r\n" + bytes(65536) + b"\r\n"),
    "endless tiny chunks": lambda peer: endless(peer, CHUNKED, b"8\r\nxxxxxxxx\r\n" * 4096),
    "an endless chunk size": lambda peer: endless(peer, CHUNKED, b"0" * 4096),
    "an endless chunk extension": lambda peer: endless(peer, CHUNKED + b"5;", b"x" * 65536),
    "endless trailers": lambda peer: endless(peer, CHUNKED + b"0\r\n", b"X: y\r\n" * 1000),
    "endless fields": lambda peer: endless(peer, OK, b"X: y\r\n" * 1000),
    "an endless field": lambda peer: endless(peer, OK + b"X: ", b"x" * 4096),
    "an endless status": lambda peer: endless(peer, b"HTTP/1.1 200 ", b"x" * 4096),
    "endless interim replies": lambda peer: endless(peer, b"", b"HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n" * 100),
    "no reply": hold(b""),
    "half a head": hold(OK),
    "a byte a second": lambda peer: endless(peer, OK + b"\r\n", b"x", 1),
    "a field a second": lambda peer: endless(peer, OK, b"X: y\r\n", 1),
    "2 KiB a second": lambda peer: endless(peer, OK + b"\r\n", bytes(512), 0.25),
    "a packed body": length(str(len(BOMB)).encode() + b"\r\nContent-Encoding: gzip", BOMB),
    "a packed transfer": lambda peer: peer.sendall(OK + b"Transfer-Encoding: gzip\r\n\r\n" + BOMB),
    "packed twice": lambda peer: peer.sendall(OK + b"Transfer-Encoding: gzip, gzip\r\n\r\n" + BOMB),
    "no HTTP": lambda peer: peer.sendall(b"220 smtp.example ESMTP\r\n" * 10),
    "HTTP/0.9": lambda peer: peer.sendall(b"hello"),
    "a redirect without an end": lambda peer: endless(
        peer, b"HTTP/1.1 302 Found\r\nLocation: https://public.example/\r\n\r\n", bytes(65536)),
}


class Inside:
    """`run` runs a command inside; `seen` are the connections made since `forget`, each an address and a port."""

    def __init__(self, answers, places, folder):
        self.places = places
        self.seen = []
        self.running = []
        self.network = Network(["fetcher"])
        try:
            self.make(answers, folder)
        except BaseException:
            self.close()
            raise

    def make(self, answers, folder):
        self.network.ip("fetcher", "route", "add", "local", "0.0.0.0/0", "dev", "lo")
        self.network.ip("fetcher", "-6", "route", "add", "local", "::/0", "dev", "lo")
        etc = f"/etc/netns/{self.network.space('fetcher')}"
        for name, text in {
            "resolv.conf": "nameserver 127.0.0.1\noptions timeout:5 attempts:1\n",
            "nsswitch.conf": "hosts: files dns\n",
        }.items():
            with open(os.path.join(etc, name), "w") as file:
                file.write(text)
        self.certificate = os.path.join(folder, "cert.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, os.path.join(folder, "key.pem"))
        with self.network.inside("fetcher"):
            self.running.append(NameServer(answers))
            self.running.append(Listener(HTTP, self.seen, self.serve))
            self.running.append(Listener(HTTPS, self.seen, self.serve, context))
            self.running += [Listener(port, self.seen) for port in OTHER_PORTS]

    def serve(self, peer, path):
        kind, _, rest = path[1:].partition("/")
        if kind == "lie":
            LIES[rest.replace("%20", " ")](peer)
            return
        place = None
        if kind == "to" and not rest.isdigit():
            # A place that is a path here.
            peer.sendall(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            return
        if kind == "to":
            place = self.places[int(rest)]
        elif kind == "again":
            place = "/"
        elif kind == "hop":
            left, _, end = rest.partition("/")
            place = f"/hop/{int(left) - 1}/{end}" if int(left) > 0 else "https://10.1.2.3/" if end == "in" else None
        if place is None:
            peer.sendall(OK + b"Content-Length: 5\r\n\r\nhello")
        else:
            status = [301, 302, 303, 307, 308][len(self.seen) % 5]
            head = f"HTTP/1.1 {status} Go\r\nConnection: close\r\nContent-Length: 0\r\nLocation: {place}\r\n\r\n"
            peer.sendall(head.encode())

    def run(self, *command, **settings):
        return subprocess.run(
            self.network.command("fetcher", *command), capture_output=True, text=True, timeout=60, **settings)

    def take(self):
        """The connections since the last call. They are accepted in order: after a connection to each listener the
        count is complete."""
        ports = (HTTP, HTTPS, *OTHER_PORTS)
        with self.network.inside("fetcher"):
            for port in ports:
                socket.create_connection(("127.255.0.1", port), timeout=5).close()
        until = time.monotonic() + 10
        while sum(address == "127.255.0.1" for address, _ in list(self.seen)) < len(ports):
            assert time.monotonic() < until, "the listeners are stuck"
            time.sleep(0.005)
        taken = [one for one in self.seen if one[0] != "127.255.0.1"]
        self.seen.clear()
        return taken

    def close(self):
        for one in self.running:
            one.close()
        self.network.close()
