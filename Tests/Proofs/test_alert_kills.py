"""DUR4: alerts that come due while the notifier is killed again and again, on the real clock.

In the inbox each is there exactly once. A webhook gets each at least once; what it gets again, because nobody knew
whether it had come, has the same id and the same text, and a kill repeats one at most of each channel.
"""

import contextlib
import json
import os
import random
import signal
import threading
import time
from collections import Counter

import pytest
from push_receiver import Receiver, add
from quad_firing import Planner, count, fired, local, side_by_side, sums
from quad_ledger import IS_LONG
from quad_scoreboard import Row
from quad_site import Site, raw, wait_until
from quad_stores import reading

KILLS, PEOPLE, ALERTS, SPAN = (50, 8, 300, 90) if IS_LONG else (5, 8, 28, 7)
# Servers that the hooks are on: one gets two tries at once at most.
SERVERS = 4
# The time a hook takes to reply, so that some deliveries are on their way at a kill.
HOOK_SECONDS = 0.1
SEED = int(os.environ.get("QUAD_TEST_SEED", "29"))


class Hooks(Receiver):
    """Counts what comes at once, and answers a little later."""

    def take(self, received):
        answer = super().take(received)
        self.silence.wait(HOOK_SECONDS)
        return answer


def plan(site, person, number, base):
    """Alerts of one person, spread over the seconds from `base`; their titles. None is in the past when published."""
    planner = Planner(site, person)
    try:
        for alert in range(ALERTS):
            at = max(base + alert * SPAN // ALERTS, int(time.time()) + 2)
            planner.add(f"{number} {alert}", local(at))
    finally:
        planner.close()


def inbox(planner):
    """Every notice of a person, page after page."""
    items, cursor = [], ""
    while cursor is not None:
        page = planner.ask("GET", f"/v1/inbox?limit=100{cursor}").json
        items += page["items"]
        cursor = f"&cursor={page['next']}" if page.get("next") else None
    return items


def title(text):
    return next((value["text"] for value in text["values"] if value["name"] == "title"), None)


def inbox_problems(expected, titles):
    """Exactly once."""
    there = Counter(titles)
    found = [f"{one} is lost" for one in expected if not there[one]]
    found += [f"{one} came {times} times" for one, times in there.items() if times > 1]
    return found + [f"{one} was never planned" for one in there if one not in expected]


def hook_problems(expected, received, max_again):
    """At least once; again only under the same id, in the same words, not often. `received`: (title, id, body)."""
    ids, bodies = {}, {}
    found = []
    for one, id_, body in received:
        if ids.setdefault(one, id_) != id_:
            found.append(f"{one} came under two ids")
        if bodies.setdefault(id_, body) != body:
            found.append(f"{one} came with other words")
    found += [f"{one} never reached the hook" for one in expected if one not in ids]
    found += [f"{one} was never planned" for one in ids if one not in expected]
    again = len(received) - len(ids)
    return found + ([f"{again} came again, {max_again} may"] if again > max_again else [])


def told(hooks):
    """(title, id, body) of what the hooks got so far."""
    found = []
    for one in [one for hook in hooks for one in list(hook.all)]:
        body = json.loads(one.body)
        assert body["id"] == one.headers["X-Quad-ID"]
        found.append((title(body["text"]), body["id"], one.body))
    return found


def kill_while_firing(site, chance, total):
    """Kills it at a moment by chance around a second's start, when some more have fired; what is then on its way."""
    leased = 0
    for kill in range(KILLS):
        step = total * kill // (KILLS + 1)
        wait_until(
            lambda: count(site, "SELECT count(*) FROM notice") >= step, f"{step} have fired", 60)
        # Alerts fire as a second begins.
        time.sleep(1 - time.time() % 1 + chance.uniform(-0.02, 0.25))  # not a wait: the seed decides the moment
        assert site.stop("notifier", signal.SIGKILL) == -signal.SIGKILL
        leased += count(site, "SELECT count(*) FROM delivery WHERE state = 'leased'")
        site.start("notifier")
    return leased


def planted(expected, titles, received):
    """The findings of the two checks for one lost, one doubled, one under another id, and too many repeats."""
    first = received[0]
    return [
        inbox_problems(expected, titles[1:]), inbox_problems(expected, titles + titles[:1]),
        hook_problems(expected, [one for one in received if one[0] != first[0]], len(received)),
        hook_problems(expected, received + [(first[0], "another", first[2])], len(received)),
        hook_problems(expected, received + [first] * (KILLS * PEOPLE + 1), KILLS * PEOPLE),
    ]


@pytest.mark.timeout(900 if IS_LONG else 120)
def test_alerts_that_fire_while_the_notifier_is_killed_come_once():
    chance = random.Random(SEED)
    with contextlib.ExitStack() as stack:
        hooks = [stack.enter_context(Hooks()) for _ in range(SERVERS)]
        targets = ",".join(hook.target for hook in hooks)
        site = Site(settings={"QUAD_ALLOWED_TARGETS": targets, "QUAD_ORIGIN": "https://quad.hilltop.example"})
        try:
            with Row("DUR4", "0 lost, inbox 0 doubled, hook repeats <= 1 a kill and channel, same id", SEED) as row:
                people = [site.sign_up(f"person{number}") for number in range(PEOPLE)]
                for number, person in enumerate(people):
                    url = hooks[number % SERVERS].url(f"/{number}")
                    assert add(site, person, "webhook", {"url": url}).status == 201
                base = int(time.time()) + 3
                planning = threading.Thread(target=side_by_side, args=([
                    lambda number=number, person=person: plan(site, person, number, base)
                    for number, person in enumerate(people)],))
                planning.start()
                try:
                    leased = kill_while_firing(site, chance, PEOPLE * ALERTS)
                finally:
                    planning.join()
                wait_until(
                    lambda: len(fired(site)) >= PEOPLE * ALERTS and count(
                        site, "SELECT count(*) FROM delivery WHERE state IN ('pending', 'leased')") == 0,
                    "all have fired and were delivered", 60)
                site.wait_ready()
                expected = {f"{number} {alert}" for number in range(PEOPLE) for alert in range(ALERTS)}
                notices = []
                for person in people:
                    planner = Planner(site, person)
                    notices += [title(notice["text"]) for notice in inbox(planner)]
                    planner.close()
                received = told(hooks)
                found = inbox_problems(expected, notices) + hook_problems(expected, received, KILLS * PEOPLE)
                with reading(site, "notifier") as database:
                    found += sums(database)
                    for person in people:
                        over = database.execute(
                            "SELECT planned, fired FROM slots WHERE person = ?", (raw(person["person"]),)).fetchone()
                        found += [] if over == (ALERTS, ALERTS) else [f"of {over[0]} planned {over[1]} fired"]
                row.value = (
                    f"{KILLS} kills, {len(expected)} alerts, {leased} under way at a kill, "
                    f"{len(received) - len(expected)} repeats at the hooks, {len(found)} problems")
                print(f"{row.value} (QUAD_TEST_SEED={SEED})")
                assert found == []
                assert leased > 0 and len(received) > len(expected), "some were under way at a kill"
                assert all(planted(expected, notices, received)), "each planted fault is found"
        finally:
            site.close()
