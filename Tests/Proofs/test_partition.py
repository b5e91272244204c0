"""The network between two programs is cut and comes back: no event is lost, doubled or out of order.

The programs run in network namespaces and speak TCP. While both producers publish events as fast as they
are asked to, nft drops every packet between them. The effect of each event is found by the trace of its request:
auth's `auth.profile.changed` makes roomhub publish `roomhub.roommate.changed`, roomhub's
`roomhub.audit.recorded` makes a row in auth's audit log.
"""

import base64
import contextlib
import itertools
import json
import os
import threading
import time

import pytest
from quad_bus import ASSERTION, ERROR, REPLY, REQUEST, TRACE, Header, encode_header, message
from quad_follower import Follower, judge
from quad_network import NetworkSite, need_network
from quad_proc import span
from quad_scoreboard import Row
from quad_site import token_hash, wait_until
from quad_stores import reading

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
SECONDS = 30 if LONG else 7
LINKS = [("auth", "roomhub"), ("auth", "gateway"), ("roomhub", "gateway")] if LONG else [("auth", "roomhub")]
# Beside other work of the machine the short form shows that they catch up, not how fast.
MAX_SECONDS = 5.0 if LONG else 10.0
# Between two requests of a producer: about 250 a second of each of the two, and twice as many events.
PACE = 0.004
PEOPLE = 6
GOAL = "0 lost, 0 doubled, 0 out of order, caught up <= 5 s"


@pytest.fixture(scope="module")
def site():
    need_network()
    site = NetworkSite("witness")
    try:
        yield site
    finally:
        site.close()


class Producer(threading.Thread):
    """Keeps a few requests of its own making on the way, each with a trace; `done` are the traces answered."""

    def __init__(self, client, program, questions):
        super().__init__(daemon=True)
        self.client = client
        self.program = program
        self.questions = questions
        self.done = []
        self.refused = []
        self.ending = threading.Event()
        self.start()

    def run(self):
        under_way = {}
        for question in self.questions:
            self.ask(question, under_way)
        while under_way:
            frames = self.client.receive(self.program, timeout=10.0)
            if frames is None:
                self.refused.append("no answer")
                return
            header = Header(frames[1])
            question, trace = under_way.pop(header.id, (None, None))
            if question is None:
                continue
            if frames[0] == REPLY:
                self.done.append(trace)
            elif frames[0] == ERROR:
                self.refused.append(json.loads(frames[2])["code"])
            if not self.ending.wait(PACE):
                self.ask(question, under_way)

    def ask(self, question, under_way):
        subject, body, tlvs = next(question)
        id_, trace = os.urandom(16), os.urandom(16)
        packed = b"\0" + trace + os.urandom(7) + b"\1\1"
        header = encode_header(id_, subject, remaining_ms=5000, tlvs=((TRACE, packed), *tlvs))
        under_way[id_] = question, trace
        self.client.send(self.program, message(REQUEST, header, json.dumps(body).encode()))

    def end(self):
        self.ending.set()
        self.join(20)
        assert not self.is_alive() and self.refused == []


def changes_of(person, proof):
    """Changes of one profile, one after the other: each names the version before it."""
    for version in itertools.count(person["version"]):
        body = {"version": version, "hometown": f"Town {version}"}
        yield "auth.person.updateMe", body, ((ASSERTION, proof),)


def dorms(first):
    for number in itertools.count():
        yield "roomhub.dorm.define", {"id": f"d{first}", "name": f"Dorm {number}", "roomCapacity": 4}, ()


def rows(site, program, query, *values):
    with reading(site, program) as database:
        return database.execute(query, values).fetchall()


def cursor(site, consumer, producer):
    found = rows(site, consumer, "SELECT seq FROM cursor WHERE producer = ?", producer)
    return found[0][0] if found else 0


def head(site, program):
    return rows(site, program, "SELECT coalesce(max(seq), 0) FROM outbox")[0][0]


def numbers(site, witness):
    """The numbers of a producer's events, or of those of the witness's topic classes."""
    found = rows(site, witness.producer, "SELECT seq, type FROM outbox ORDER BY seq")
    return [seq for seq, topic in found if not witness.classes or topic.rpartition(".")[0] in witness.classes]


def traces(site, program, topic, after):
    query = "SELECT trace FROM outbox WHERE type = ? AND seq > ? ORDER BY seq"
    return [row[0][1:17] for row in rows(site, program, query, topic, after)]


def begin(site):
    """People in rooms of their own, and the producers that change their profiles and the campus list."""
    operator = site.client()
    operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
    operator.close()
    changes = []
    for number in range(PEOPLE):
        body = {
            "email": f"p{number}@hilltop.example", "password": "a quiet evening in the library", "firstName": "Ada",
            "lastName": "Example", "signIn": True,
        }
        token = site.request("POST", "/v1/signup", body).json["token"]
        joined = site.request("POST", "/v1/room/join", {"dorm": "forbes", "number": f"10{number}A"}, token)
        assert joined.json["state"] == "joined", joined.body
        changes.append((site.request("GET", "/v1/me", token=token).json, token))
    gateway = site.client("gateway")
    proofs = [proof(gateway, token) for _, token in changes]
    wait_until(lambda: cursor(site, "roomhub", "auth") == head(site, "auth"), "roomhub has heard of everybody")
    wait_until(lambda: cursor(site, "auth", "roomhub") == head(site, "roomhub"), "auth has heard of every room")
    starts = head(site, "auth"), head(site, "roomhub")
    producers = [
        Producer(gateway, "auth", [changes_of(person, proof) for (person, _), proof in zip(changes, proofs)]),
        Producer(site.client(), "roomhub", [dorms(number) for number in range(4)]),
    ]
    return producers, starts


def proof(gateway, token):
    """The assertion that the gateway sends along for that token."""
    digest = base64.urlsafe_b64encode(token_hash(token)).rstrip(b"=").decode()
    text = gateway.call("auth.session.resolve", {"tokenHash": digest})["assertion"]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_alive(site):
    assert site.ended() == {}


def cut_and_heal(site, link, witnesses):
    """Cuts the link, and the witness off both producers, for a while. Gives how long each took to catch up."""
    network = site.network
    left, right = link
    network.cut(left, right)
    network.cut("witness", "auth", "roomhub")
    span(SECONDS, lambda: check_alive(site))
    network.heal(left)
    network.heal("witness")
    healed = time.monotonic()
    aims = [
        (lambda a=a, b=b, aim=head(site, b): cursor(site, a, b) >= aim, f"{a} after {b}")
        for a, b in (("roomhub", "auth"), ("auth", "roomhub")) if {a, b} == set(link)
    ]
    aims += [
        (lambda w=w, aim=head(site, w.producer): w.sequence >= aim, f"the witness after {w.producer}")
        for w in witnesses
    ]
    took = {}
    for reached, name in aims:
        wait_until(reached, f"{name} caught up", timeout=30)
        took[name] = round(time.monotonic() - healed, 1)
    return took


@contextlib.contextmanager
def followers(site):
    """The witnesses behind the cut, and one that never asks for what it missed."""
    with site.network.inside("witness"):
        witnesses = [Follower(site.client, program) for program in ("auth", "roomhub")]
        witnesses += [Follower(site.client, "auth", "auth.profile"), Follower(site.client, "roomhub", "roomhub.audit")]
        plain = Follower(site.client, "auth", replays=False)
    try:
        yield witnesses, plain
    finally:
        for follower in (*witnesses, plain):
            follower.end()


@contextlib.contextmanager
def busy(site):
    """Both producers at work; whatever happens, they end."""
    producers, starts = begin(site)
    try:
        yield producers, starts
    finally:
        for producer in producers:
            producer.end()
            producer.client.close()


def settle(site, witnesses):
    """Waits until every program has read every stream, and returns the newest number of each."""
    # roomhub publishes events because of auth's, so its own stream ends later.
    for consumer, producer in (("roomhub", "auth"), ("auth", "roomhub")):
        wait_until(lambda: cursor(site, consumer, producer) == head(site, producer), f"{consumer} has heard all")
    for witness in witnesses:
        wait_until(lambda: witness.sequence == head(site, witness.producer), "the witness has heard all")
    return {program: head(site, program) for program in ("auth", "roomhub")}


@pytest.mark.timeout(400 if LONG else 120)
def test_a_partition_costs_no_event(site):
    with Row("BUS1", GOAL) as row, site.network.inside(), followers(site) as (witnesses, plain):
        with busy(site) as (producers, starts):
            began = time.monotonic()
            span(1)  # events before the cut
            took = {}
            for link in LINKS:
                for name, seconds in cut_and_heal(site, link, witnesses).items():
                    took[name] = max(seconds, took.get(name, 0))
        rate = sum(len(producer.done) for producer in producers) / (time.monotonic() - began)
        heads = settle(site, witnesses)
        found = [
            judge(*effects_of_profiles(site, producers[0], starts)), judge(*effects_in_audit(site, starts)),
            *(judge(numbers(site, w), w.applied) for w in witnesses),
        ]
        lost, doubled, misplaced = (sum(column) for column in zip(*found))
        row.value = (
            f"{lost} lost, {doubled} doubled, {misplaced} out of order of {sum(heads.values())}, caught up in "
            f"{max(took.values())} s, {rate:.0f} requests/s"
        )
        print(row.value, took, found)
        assert (lost, doubled, misplaced) == (0, 0, 0)
        for program in ("auth", "roomhub"):
            assert rows(site, program, "SELECT count(*) FROM dead_letter") == [(0,)]
        check_alive(site)
        assert max(took.values()) <= MAX_SECONDS, took
        # The control: without replay the same witness must have lost some, or nothing was cut.
        lost, _, _ = judge(range(1, heads["auth"] + 1), plain.applied)
        print(f"without replay: {lost} of {heads['auth']} lost")
        assert lost > 0, "a plain subscriber lost nothing: the partition proves nothing"


def effects_of_profiles(site, producer, starts):
    """Traces of the changed profiles that auth published, and of roomhub's events because of them."""
    told = traces(site, "auth", "auth.profile.changed", starts[0])
    assert set(producer.done) <= set(told) and len(told) == len(set(told)), "an answered request was told once"
    return told, traces(site, "roomhub", "roomhub.roommate.changed", starts[1])


def effects_in_audit(site, starts):
    """Ids of roomhub's entries as published, and of those that auth stores."""
    told = rows(
        site, "roomhub", "SELECT body FROM outbox WHERE type = 'roomhub.audit.recorded' AND seq > ? ORDER BY seq",
        starts[1])
    ids = [bytes.fromhex(json.loads(body)["entry"]["id"].replace("-", "")) for (body,) in told]
    kept = {id_ for (id_,) in rows(site, "auth", "SELECT id FROM audit")}
    return ids, [id_ for id_ in ids if id_ in kept]


def test_the_judge_finds_what_is_wrong():
    told = list(range(1, 11))
    assert judge(told, told) == (0, 0, 0)
    assert judge(told, [n for n in told if n != 4]) == (1, 0, 0)
    assert judge(told, [*told, 4]) == (0, 1, 0)
    assert judge(told, [1, 3, 2, *range(4, 11)])[2] == 1
    assert judge(told, [*told, 11])[2] == 1
