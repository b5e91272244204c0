"""Consumers of a stream in Python: one that replays what it missed, and one that does not, for comparison."""

import json
import os
import struct
import threading
import time

from quad_bus import (
    EPOCH, HEADS, HEARTBEAT, REQUEST, SEQUENCE, WELCOME, Header, encode_header, events_of, heads_of, message, split, unpack,
)


class Follower(threading.Thread):
    """Follows one producer's stream, or topic classes of it. `applied` holds the sequence numbers in the order they were
    taken, `sequence` the number up to which there is nothing more of the classes.

    With `replays` it requests missing events, as in Shared/Bus/README.md; without it is a plain subscriber.
    """

    silence = 3.0

    def __init__(self, make_client, producer, *classes, replays=True):
        super().__init__(daemon=True)
        self.make_client = make_client
        self.producer = producer
        self.classes = classes
        self.replays = replays
        self.epoch = None
        self.applied = []
        self.sequence = 0
        self.failure = None
        self.ending = threading.Event()
        self.start()

    def run(self):
        try:
            while not self.ending.is_set():
                self.listen()
        except BaseException as error:
            self.failure = error
            raise

    def listen(self):
        """Until the stream is silent for too long; then a new connection is made."""
        client = self.make_client()
        try:
            stream = client.subscribe(self.producer, *self.classes)
            heard = time.monotonic()
            while not self.ending.is_set() and time.monotonic() - heard < self.silence:
                if not stream.poll(100):
                    continue
                heard = time.monotonic()
                if not self.take(client, stream.recv()):
                    return
        finally:
            client.close()

    def take(self, client, frame):
        if frame.startswith(WELCOME):
            end = frame.index(b"\0", 4)
            head, = struct.unpack(">q", frame[end + 17 : end + 25])
            return self.reach(client, frame[end + 1 : end + 17], head, self.newest(frame[end + 25 :], head))
        kind, header, body = split(frame)
        header = Header(header)
        if kind == HEARTBEAT:
            head = header.number(SEQUENCE)
            return self.reach(client, header.get(EPOCH), head, self.newest(header.get(HEADS), head))
        before = self.newest(header.get(HEADS), None)
        for event, _ in events_of(kind, body):
            sequence = event.number(SEQUENCE)
            if not self.hear(client, event.get(EPOCH), sequence, sequence - 1 if before is None else before):
                return False
            before = None if before is None else sequence
        return True

    def newest(self, heads, head):
        """The newest number of the classes, or that of the whole stream."""
        if not self.classes:
            return head
        heads = heads_of(heads)
        return max(heads.get(name, heads[""]) for name in self.classes)

    def hear(self, client, epoch, sequence, before):
        if not self.replays or (epoch == self.epoch and before <= self.sequence < sequence):
            self.applied.append(sequence)
            self.sequence = sequence
            return True
        return sequence <= self.sequence or self.reach(client, epoch, sequence, sequence)

    def reach(self, client, epoch, head, newest):
        """Replays up to the head, if the classes have anything new. False when the producer does not answer."""
        self.epoch = self.epoch or epoch
        assert epoch == self.epoch, "the producer began another epoch"
        if newest <= self.sequence and self.replays:
            self.sequence = max(self.sequence, head)
        while self.replays and self.sequence < head:
            answer = self.ask(client, self.sequence + 1)
            if answer is None:
                return False
            state, events = answer
            for header, _ in events:
                assert self.sequence < header.number(SEQUENCE) <= state["through"]
                self.applied.append(header.number(SEQUENCE))
                self.sequence = header.number(SEQUENCE)
            self.sequence = state["through"]
        return True

    def ask(self, client, start):
        id_ = os.urandom(16)
        body = {"from": start, **({"classes": self.classes} if self.classes else {})}
        question = message(REQUEST, encode_header(id_, "$bus.replay"), json.dumps(body).encode())
        try:
            client.send(self.producer, question, timeout=2.0)
        except AssertionError:
            return None
        answer = client.receive(self.producer, timeout=2.0)
        return unpack(answer[2]) if answer and Header(answer[1]).id == id_ else None

    def end(self):
        self.ending.set()
        self.join(10)
        assert self.failure is None, self.failure


def judge(caused, effects):
    """The faults in the effects of events: (lost, doubled, out of order), each a count.

    Both arguments are lists of the same marks: of the published events, and of their effects, each in its order.
    """
    seen = set()
    first = []
    doubled = 0
    for effect in effects:
        if effect in seen:
            doubled += 1
        else:
            seen.add(effect)
            first.append(effect)
    places = {cause: place for place, cause in enumerate(caused)}
    order = [places[effect] for effect in first if effect in places]
    misplaced = sum(1 for left, right in zip(order, order[1:]) if left > right)
    misplaced += sum(1 for effect in first if effect not in places)
    return len(set(caused) - seen), doubled, misplaced
