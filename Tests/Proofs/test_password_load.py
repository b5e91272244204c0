"""I1: more sign-ups and sign-ins at once than passwords can be hashed in time, on cores that are busy already."""

import multiprocessing
import os
import time

import pytest
from quad_accounts import account, running, sql
from quad_scoreboard import Row
from quad_site import PASSWORD, at_once, wait_until

LONG = bool(os.environ.get("QUAD_TEST_ALL"))
# Of each kind.
PEOPLE = 100 if LONG else 16
CORES = 2
# A refusal is told before the caller's deadline of 5 s leaves its mark: at once, or once a hash shows its time.
IMMEDIATE = 2.5

pytestmark = [pytest.mark.alone, pytest.mark.timeout(600)]


def spin(stop):
    while not stop.is_set():
        sum(range(10_000))


@pytest.fixture
def busy_cores():
    stop = multiprocessing.Event()
    workers = [multiprocessing.Process(target=spin, args=(stop,), daemon=True) for _ in range(CORES)]
    for worker in workers:
        worker.start()
    yield
    stop.set()
    for worker in workers:
        worker.join()


def timed(call):
    began = time.monotonic()
    answer = call()
    return answer, time.monotonic() - began


def send(waiting):
    """Sends all at once; returns those refused, their wait, and how long the slowest refusal took."""
    names = list(waiting)
    answers = at_once(*[lambda name=name: timed(waiting[name]) for name in names])
    refused, wait, slowest = {}, 0, 0
    for name, (answer, took) in zip(names, answers, strict=True):
        if answer.status in (200, 201):
            continue
        found = (answer.status, answer.json["code"], answer.json["processed"])
        assert found == (503, "busy", "no"), (name, found, took)
        assert took < IMMEDIATE, (name, took)
        slowest = max(slowest, took)
        wait = max(wait, int(answer.headers["Retry-After"]))
        refused[name] = waiting[name]
    assert wait > 0 or not refused
    return refused, wait, slowest


@pytest.fixture
def site():
    with running(QUAD_TEST_PASSWORDS="usual") as site:
        yield site


def test_i1_every_answer_is_a_success_or_an_immediate_busy(site, busy_cores):
    known = [f"known{number}" for number in range(PEOPLE)]
    for name in known:
        answer = wait_until(lambda name=name: taken(site.request("POST", "/v1/signup", account(name))), name, 60)
        assert answer.status == 201
    waiting = {f"new{number}": sign_up(site, f"new{number}") for number in range(PEOPLE)}
    waiting |= {name: sign_in(site, name) for name in known}
    with Row("I1", f"each refusal within {IMMEDIATE} s") as row:
        slowest, rounds = until_all_are_in(site, waiting)
        row.value = f"{2 * PEOPLE} in after {rounds} rounds, slowest refusal {slowest:.2f} s"


def until_all_are_in(site, waiting):
    rounds, slowest = 0, 0
    while waiting:
        refused, wait, took = send(waiting)
        rounds += 1
        slowest = max(slowest, took)
        # A refused request has no effect: no account, no session, and no counted guess.
        done = 2 * PEOPLE - len(refused)
        accounts = sql(site, "SELECT count(*) FROM person WHERE email LIKE 'new%'")[0][0]
        sessions = sql(site, "SELECT count(*) FROM session")[0][0]
        assert accounts + sessions == done
        assert sql(site, "SELECT count(*) FROM sign_in_delay")[0][0] == 0
        assert len(refused) < len(waiting) and rounds < 60
        print(f"round {rounds}: {len(waiting) - len(refused)} in, {len(refused)} refused for {wait} s")
        waiting = refused
        time.sleep(wait if waiting else 0)
    return slowest, rounds


def sign_up(site, name):
    return lambda: site.request("POST", "/v1/signup", account(name), timeout=30)


def sign_in(site, name):
    body = {"email": f"{name}@hilltop.example", "password": PASSWORD}
    return lambda: site.request("POST", "/v1/signin", body, timeout=30)


def taken(answer):
    return answer if answer.status == 201 else None
