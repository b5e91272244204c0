"""DUR3: at each of the first write and sync calls of a real roomhub, one fails or the program is killed there.
Whatever it acknowledged is on the disk, whatever it refused is not, and it ends or answers an error."""

import contextlib
import os
import random
import signal

import pytest
from quad_faults import Traced, Writer
from quad_ledger import IS_LONG, Ledger, judge, only_files, planted_faults
from quad_scoreboard import Row
from quad_site import Site

pytestmark = only_files

SEED = int(os.environ.get("QUAD_TEST_SEED", "7"))
# The call, what happens to it, and how the program may end: None means that it goes on.
FAULTS = {
    "a write fails": ("pwrite64", "error=EIO", (1,)),
    "a write finds no room": ("pwrite64", "error=ENOSPC", (None, 1)),
    "killed at a write": ("pwrite64", "signal=KILL", (-signal.SIGKILL,)),
    "a sync fails": ("fdatasync", "error=EIO", (1,)),
    "killed at a sync": ("fdatasync", "signal=KILL", (-signal.SIGKILL,)),
    "the folder's sync fails": ("fsync", "error=EIO", (1,)),
}
# The store syncs the folder once, when it is opened.
DEEPEST = {name: 300 for name in FAULTS} | {"the folder's sync fails": 1}


IS_WHOLE = os.environ.get("QUAD_TEST_POINTS") == "all"


def points():
    """(fault, N): a few that the seed picks, the early ones more often; in the long form the first 20 and every tenth
    after them. Each of the 300 takes an hour: QUAD_TEST_POINTS=all."""
    if IS_LONG or IS_WHOLE:
        chosen = [nth for nth in range(1, 301) if IS_WHOLE or nth <= 20 or nth % 10 == 0]
        return [(name, nth) for name in FAULTS for nth in chosen if nth <= DEEPEST[name]]
    chance = random.Random(SEED)
    depths = [1] + chance.sample(range(2, 8), 2) + chance.sample(range(8, 40), 3) + chance.sample(range(40, 160), 2)
    return [(name, nth) for name in FAULTS for nth in depths if nth <= DEEPEST[name]]


# Points on one site: its files grow with each, and each is judged against all of them.
ON_ONE_SITE = 40


@contextlib.contextmanager
def home():
    """A site whose only roomhub is the traced one, a person with a room, and the ledger of their writes."""
    site = Site()
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        token = site.member("ada")["token"]
        ledger = Ledger()
        writer = Writer(site, token, ledger)
        writer.tlvs()
        assert site.stop("roomhub") == 0
        assert site.stop("gateway") == 0
        yield site, writer, ledger
    finally:
        site.close()


def meet(site, writer, fault, nth, after=8):
    """Lets the program meet the fault under writes: whether it did, its exit status, None if it went on, and whether
    it was a sync that need not succeed."""
    call, what, _ = FAULTS[fault]
    traced = Traced(site, call, what, nth)
    writer.write(traced, f"{fault} {nth}:", most=16 + 4 * nth, after=after)
    went_on = not traced.has_ended
    met = traced.was_met
    status = traced.end()
    # SQLite syncs the folder again with the first commit and does not mind; the store did so before.
    is_second = call == "fdatasync" and "/roomhub>" in (traced.failed or "")
    return met, None if went_on and status == 0 else status, is_second


@pytest.mark.timeout(7200 if IS_WHOLE else 3600 if IS_LONG else 120)
def test_no_fault_of_a_write_or_sync_makes_a_false_acknowledgement():
    with Row("DUR3", "0 false acks, 0 damage; it ends or answers an error", SEED) as row:
        chosen = points()
        reached, acknowledged, refused, wrong = 0, 0, 0, []
        for start in range(0, len(chosen), ON_ONE_SITE):
            with home() as (site, writer, ledger):
                for fault, nth in chosen[start : start + ON_ONE_SITE]:
                    met, status, is_harmless = meet(site, writer, fault, nth)
                    reached += met
                    if met and status not in FAULTS[fault][2] and not (is_harmless and status is None):
                        wrong.append(f"{fault} {nth}: ended with {status}")
                    found = judge(ledger, site)
                    assert found == [], f"{fault} {nth}: {found[:5]}"
                acknowledged += ledger.count("acknowledged")
                refused += ledger.count("refused")
        row.value = (
            f"{reached} of {len(chosen)} points met, {acknowledged} acknowledged and there, {refused} refused and not, "
            f"{len(wrong)} ended otherwise")
        print(f"DUR3: {row.value} (QUAD_TEST_SEED={SEED})")
        assert wrong == []
        assert reached >= 0.9 * len(chosen), "too few faults were met"
        assert acknowledged > 5 * reached and refused


def test_the_check_finds_what_is_planted():
    """The control of the check itself."""
    with home() as (site, writer, ledger):
        meet(site, writer, "killed at a sync", 20)
        assert judge(ledger, site) == []
        first, second, found = planted_faults(ledger, site)
        assert found[0] == ["never written was acknowledged and is lost"]
        assert found[1] == [f"{first} was acknowledged and is lost"]
        assert sorted(found[2]) == sorted([f"{first} is there 2 times", f"{second} was acknowledged and is lost"])


def test_the_check_finds_a_program_that_acknowledges_before_it_commits():
    """The control: the same faults, and a real roomhub with QUAD_TEST_ACKNOWLEDGE=early."""
    with home() as (site, writer, ledger):
        site.settings["QUAD_TEST_ACKNOWLEDGE"] = "early"
        for nth in range(3, 23):
            meet(site, writer, "a write fails", nth)
            if judge(ledger, site):
                break
        assert any("was acknowledged and is lost" in problem for problem in judge(ledger, site))
