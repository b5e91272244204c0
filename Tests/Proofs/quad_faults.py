"""System calls of a real program that fail where a test wants it (strace), while people write to it over the bus."""

import json
import os
import subprocess
import time

import zmq
from quad_bus import ASSERTION, ERROR, REPLY, REQUEST, BusClient, Header, encode_header, message, read
from quad_ledger import outcome
from quad_site import BIN, assertion

CALLS = "pwrite64,fdatasync,fsync,ftruncate"


class Traced:
    """roomhub under strace: the N-th `call` of each of its threads fails (`error=EIO`) or kills it (`signal=KILL`)."""

    def __init__(self, site, call, fault, nth):
        self.log = os.path.join(site.folder, "strace.log")
        command = [
            # -D: the program is our child and strace is not, so that signals and the exit status are its own.
            "strace", "-D", "-f", "-y", "-ttt", *([] if "signal" in fault else ["--seccomp-bpf"]), "-o", self.log, "-e", f"trace={CALLS}",
            "-e", f"inject={call}:{fault}:when={nth}", f"{BIN}/roomhub",
        ]
        with open(os.path.join(site.folder, "roomhub.log"), "ab") as log:
            self.process = subprocess.Popen(
                command, env=site.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        site.processes["roomhub"] = self.process
        self.site = site

    @property
    def has_ended(self):
        return self.process.poll() is not None

    @property
    def was_met(self):
        """True once the fault happened."""
        return self.has_ended or self.failed is not None

    @property
    def failed(self):
        """The call that failed, as strace shows it."""
        return next((line for line in self.lines() if "(INJECTED)" in line), None)

    def lines(self):
        try:
            with open(self.log, encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def end(self, timeout=10):
        """The exit status; -9 when it was killed. What still runs is stopped well."""
        self.site.processes.pop("roomhub", None)
        if not self.has_ended:
            self.process.terminate()
        return self.process.wait(timeout)


class Writer:
    """A person who adds tasks over the bus, four at a time. The ledger has the outcome of each."""

    WINDOW = 4

    def __init__(self, site, token, ledger):
        self.site, self.token, self.ledger = site, token, ledger
        self.signed = (-1e9, b"")

    def tlvs(self):
        # An assertion is good for three minutes.
        if time.monotonic() - self.signed[0] > 60:
            self.signed = (time.monotonic(), assertion(self.site, self.token))
        return ((ASSERTION, self.signed[1]),)

    def write(self, traced, name, most, after):
        """Writes until the program ended, or the fault was met and `after` more were answered; at most `most`.
        Gives the moments of the first error, if one came."""
        client = BusClient(self.site.keys, self.site.run, "gateway")
        waiting, answered, left, first_error = {}, 0, None, None
        tlvs = self.tlvs()
        socket = client.link("roomhub")
        try:
            while answered < most and (left is None or left > 0):
                while len(waiting) < self.WINDOW:
                    id_, text = os.urandom(16), f"{name} {answered + len(waiting)}"
                    body = json.dumps({"title": text}).encode()
                    header = encode_header(id_, "roomhub.task.add", remaining_ms=3000, tlvs=tlvs)
                    if not send(socket, message(REQUEST, header, body), traced):
                        return first_error
                    waiting[id_] = text
                    self.ledger.add(text, "unknown")
                while not socket.poll(50):
                    if traced.has_ended:
                        return first_error
                kind, header, body = read(socket)
                text = waiting.pop(Header(header).id, None) if kind in (REPLY, ERROR) else None
                if text is None:
                    continue
                answered += 1
                if kind == REPLY:
                    self.ledger.add(text, "acknowledged")
                else:
                    first_error = first_error or time.monotonic()
                    self.ledger.add(text, outcome(json.loads(body).get("processed")))
                if left is not None:
                    left -= 1
                elif first_error or answered % 16 == 0 and traced.was_met:
                    left = after
            return first_error
        finally:
            # Replies that came before the program died are still queued.
            self.take_rest(socket, waiting)
            client.close()

    def take_rest(self, socket, waiting):
        while waiting and socket.poll(20):
            kind, header, body = read(socket)
            text = waiting.pop(Header(header).id, None) if kind in (REPLY, ERROR) else None
            if text is not None and kind == REPLY:
                self.ledger.add(text, "acknowledged")
            elif text is not None:
                self.ledger.add(text, outcome(json.loads(body).get("processed")))


def send(socket, frame, traced):
    """False when the program ended before it could be reached."""
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.send(frame, zmq.DONTWAIT)
            return True
        except zmq.Again:
            if traced.has_ended:
                return False
            assert time.monotonic() < deadline, "roomhub cannot be reached"
            socket.poll(20, zmq.POLLOUT)
