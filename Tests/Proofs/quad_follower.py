"""Consumers of a stream in Python: one that replays what it missed, and one that does not, for comparison."""

import os
import struct
import threading
import time

import zmq
from quad_bus import EPOCH, HEARTBEAT, REQUEST, SEQUENCE, Header, encode_header, events_of, unpack


class Follower(threading.Thread):
    """Follows one producer's stream. `applied` holds the sequence numbers in the order they were taken.

    With `replays` it requests missing events, as in Shared/Bus/README.md; without it is a plain subscriber.
    """

    silence = 3.0

    def __init__(self, make_client, producer, replays=True):
        super().__init__(daemon=True)
        self.make_client = make_client
        self.producer = producer
        self.replays = replays
        self.epoch = None
        self.applied = []
        self.head = 0
        self.failure = None
        self.ending = threading.Event()
        self.start()

    @property
    def sequence(self):
        return self.applied[-1] if self.applied else 0

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
            stream = client.open(zmq.SUB, self.producer, "e")
            heard = time.monotonic()
            while not self.ending.is_set() and time.monotonic() - heard < self.silence:
                if not stream.poll(100):
                    continue
                heard = time.monotonic()
                if not self.take(client, stream.recv_multipart()):
                    return
        finally:
            client.close()

    def take(self, client, frames):
        if len(frames) == 1:
            epoch, head = frames[0][-24:-8], struct.unpack(">q", frames[0][-8:])[0]
            return self.reach(client, epoch, head)
        if frames[0] == HEARTBEAT:
            header = Header(frames[1])
            return self.reach(client, header.get(EPOCH), header.number(SEQUENCE))
        return all(self.hear(client, header) for header, _ in events_of(frames))

    def hear(self, client, header):
        epoch, sequence = header.get(EPOCH), header.number(SEQUENCE)
        if not self.replays or (epoch == self.epoch and sequence == self.sequence + 1):
            self.applied.append(sequence)
            return True
        return sequence <= self.sequence or self.reach(client, epoch, sequence)

    def reach(self, client, epoch, head):
        """Replays up to the head. False when the producer does not answer."""
        self.epoch = self.epoch or epoch
        assert epoch == self.epoch, "the producer began another epoch"
        self.head = max(self.head, head)
        while self.replays and self.sequence < head:
            answer = self.ask(client, self.sequence + 1)
            if answer is None:
                return False
            _, events = answer
            for header, _ in events:
                assert header.number(SEQUENCE) == self.sequence + 1
                self.applied.append(header.number(SEQUENCE))
        return True

    def ask(self, client, start):
        id_ = os.urandom(16)
        question = [REQUEST, encode_header(id_, "$bus.replay"), b'{"from":%d}' % start]
        try:
            client.send(self.producer, question, timeout=2.0)
        except AssertionError:
            return None
        frames = client.receive(self.producer, timeout=2.0)
        return unpack(frames[2]) if frames and Header(frames[1]).id == id_ else None

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
