"""DSK1: a site on a disk of 36 MiB that gets full. Changes are refused, reading goes on, no program ends, and
changes are taken again as soon as there is room: after the operator deletes a program's ballast, or makes the disk
larger."""

import itertools
import json
import os
import signal
import subprocess
import time

import pytest
from quad_bus import Fault
from quad_ledger import Ledger, Writers, judge, only_files, ping, planted_faults, site_on
from quad_scoreboard import Row
from quad_site import BIN, Site, wait_until

pytestmark = [pytest.mark.skipif(os.geteuid() != 0, reason="mounts file systems: root alone may"), only_files]

NOTES = "milk, bread and apples; " * 60


def small_disk(**settings):
    return site_on(
        # Ballast is taken where as much again is free: in any order each of the programs has it.
        lambda site: site.data, "-t", "tmpfs", "-o", "size=36m,mode=0700", "tmpfs", QUAD_BALLAST_MIB="3", **settings)


def fill(site, token, ledger, name):
    with Writers(site, token, ledger, NOTES, name=name) as writers:
        assert writers.met.wait(60), "the disk did not get full"
        # Small writes fit longer: the rest of the room goes too.
        wait_until(lambda: site.request("POST", "/v1/tasks", {"title": 7}, token).status == 422, "it answers")
    take_the_rest(site)


def take_the_rest(site):
    with open(os.path.join(site.data, "rest"), "ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


def seconds_until(condition, what):
    began = time.monotonic()
    wait_until(condition, what, timeout=10)
    return time.monotonic() - began


def check_full(site, token, ledger, name):
    """The replies of a site whose disk is full."""
    writers = Writers(site, token, ledger, NOTES)
    refused = [writers.add(f"{name}, refused {number}") for number in range(20)]
    answer = refused[-1]
    assert (answer.status, answer.json["code"]) == (507, "storage_full"), answer.body
    assert answer.headers["Content-Type"] == "application/problem+json"
    task = site.request("GET", "/v1/tasks", token=token).json["items"][0]
    for path in ("/v1/tasks?limit=100", "/v1/room", f"/v1/tasks/{task['id']}", "/v1/me", "/v1/home"):
        assert site.request("GET", path, token=token).status == 200, path
    # The other programs' logs give room back now and then, and then it is well for a moment.
    wait_until(lambda: says_it_is_full(site), "every page and command says so", timeout=60)


def says_it_is_full(site):
    take_the_rest(site)
    with pytest.raises(Fault) as fault:
        # A small change may still find room at the end of the log.
        for number in range(500):
            site.define_dorm("alder", f"Alder House {number}", 4)
    assert (fault.value.code, fault.value.kind) == ("storage_full", "storage_full")
    pong, ready = ping(site, "roomhub"), site.request("GET", "/readyz")
    assert pong["isReady"] and ready.status == 200
    listed, doctor = [subprocess.run([f"{BIN}/quadctl", "bus", verb], env=site.environment, capture_output=True, text=True)
                      for verb in ("ls", "doctor")]
    return (pong["isDegraded"] and "roomhub" in ready.json["degraded"] and "degraded" in listed.stdout
            and "roomhub rejects changes because its disk is full" in doctor.stdout)


def writes_again(site, token, ledger, name):
    """Seconds until a change is accepted, and until the program reports that it is healthy."""
    numbers = iter(range(10_000))
    writers = Writers(site, token, ledger, NOTES, name=name)
    taken = seconds_until(lambda: writers.add(f"{name} {next(numbers)}").status == 201, "a change is taken")
    return taken, seconds_until(lambda: not ping(site, "roomhub")["isDegraded"], "it is well")


def test_a_full_disk_refuses_changes_loses_nothing_and_ends_by_itself():
    with Row("DSK1", "507, reads 200, no restart, writes <= 5 s after room, 0 false acks") as row, small_disk() as site:
        ballast = os.path.join(site.data, "roomhub", "ballast")
        assert os.stat(ballast).st_blocks * 512 >= 3 << 20, "ballast is blocks, not a hole"
        assert site.request("GET", "/readyz").json["degraded"] == []
        token = site.member("ada")["token"]
        before = {name: process.pid for name, process in site.processes.items()}
        ledger = Ledger()
        fill(site, token, ledger, "first")
        check_full(site, token, ledger, "first")

        os.remove(ballast)
        with_ballast, _ = writes_again(site, token, ledger, "after the ballast")
        task = site.request("GET", "/v1/tasks", token=token).json["items"][0]
        assert site.request("DELETE", f"/v1/tasks/{task['id']}", token=token).status == 204

        fill(site, token, ledger, "second")
        check_full(site, token, ledger, "second")
        assert {name: process.pid for name, process in site.processes.items()} == before
        assert all(process.poll() is None for process in site.processes.values()), "a program ended"
        # Killed while the disk is full, without ballast of its own: it has to come back.
        site.stop("roomhub", signal.SIGKILL)
        site.start("roomhub")
        site.wait_ready()
        check_full(site, token, ledger, "third")

        subprocess.run(["mount", "-o", "remount,size=64m", site.data], check=True)
        unasked = seconds_until(lambda: not ping(site, "roomhub")["isDegraded"], "it looks by itself")
        larger, _ = writes_again(site, token, ledger, "after the larger disk")
        assert max(with_ballast, unasked, larger) <= 5
        for program in ("gateway", "roomhub", "auth"):
            assert site.stop(program) == 0, program
        assert judge(ledger, site) == []
        row.value = (
            f"{ledger.count('acknowledged')} acknowledged and there, {ledger.count('refused')} refused; writes "
            f"{with_ballast:.1f} s after the ballast went, {larger:.1f} s after a larger disk")
        first, second, found = planted_faults(ledger, site)
        assert found[0] == ["never written was acknowledged and is lost"]
        assert found[1] == [f"{first} was acknowledged and is lost"]
        assert sorted(found[2]) == sorted([f"{first} is there 2 times", f"{second} was acknowledged and is lost"])


def test_the_check_finds_a_program_that_acknowledges_before_it_commits():
    """The control: with QUAD_TEST_ACKNOWLEDGE=early the real program acknowledges writes that the full disk refused."""
    with small_disk() as site:
        site.stop("roomhub")
        site.settings["QUAD_TEST_ACKNOWLEDGE"] = "early"
        site.start("roomhub")
        site.wait_ready()
        token = site.member("ada")["token"]
        ledger = Ledger()
        with Writers(site, token, ledger, NOTES) as writers:
            wait_until(lambda: ping(site, "roomhub")["isDegraded"], "the disk is full", timeout=60)
        numbers = itertools.count()

        def is_found():
            # What met the full disk first may have been a write that nobody was told of, such as a cursor.
            take_the_rest(site)
            writers.add(f"late {next(numbers)}")
            return any("was acknowledged and is lost" in problem for problem in judge(ledger, site))

        wait_until(is_found, "an acknowledged write is lost", timeout=60)


def test_a_program_that_was_killed_starts_on_a_full_disk_by_giving_up_its_ballast():
    with small_disk() as site:
        token = site.member("ada")["token"]
        ledger = Ledger()
        fill(site, token, ledger, "first")
        site.stop("roomhub", signal.SIGKILL)
        # Without it SQLite needs room before it can read anything.
        os.remove(os.path.join(site.data, "roomhub", "roomhub.sqlite-shm"))
        with open(os.path.join(site.data, "rest"), "ab", buffering=0) as file, pytest.raises(OSError):
            while True:
                file.write(bytes(4096))
        site.start("roomhub")
        site.wait_ready()
        assert not os.path.exists(os.path.join(site.data, "roomhub", "ballast"))
        assert "the ballast is gone to be able to start" in site.log("roomhub")
        assert site.request("GET", "/v1/tasks", token=token).status == 200
        assert judge(ledger, site) == []


def test_ballast_is_kept_where_there_is_room_for_it_and_goes_when_it_is_not_wanted():
    site = Site(programs=(), settings={"QUAD_BALLAST_MIB": ""})
    ballast = os.path.join(site.data, "auth", "ballast")
    try:
        for mebibytes, size in (("", 32), ("1", 1), ("2", 2), ("0", None)):
            site.settings["QUAD_BALLAST_MIB"] = mebibytes
            site.start("auth")
            wait_until(lambda: '"ready"' in site.log("auth"), "auth is ready")
            wait_until(lambda: ping(site, "auth")["isReady"], "auth answers")
            if size is None:
                assert not os.path.exists(ballast)
            else:
                assert (os.path.getsize(ballast), os.stat(ballast).st_mode & 0o777) == (size << 20, 0o600)
            assert site.stop("auth") == 0
        site.settings["QUAD_BALLAST_MIB"] = "lots"
        site.start("auth")
        assert site.processes.pop("auth").wait(10) == 78
    finally:
        site.close()


def test_a_disk_too_small_for_ballast_is_used_without():
    options = ("-t", "tmpfs", "-o", "size=20m,mode=0700", "tmpfs")
    with site_on(lambda site: site.data, *options, QUAD_BALLAST_MIB="32") as site:
        assert not os.path.exists(os.path.join(site.data, "roomhub", "ballast"))
        lines = [json.loads(line) for line in site.log("roomhub").splitlines()]
        assert any(line["level"] == "warning" and line["message"].startswith("no ballast") for line in lines)
        assert site.request("POST", "/v1/tasks", {"title": "a"}, site.member("ada")["token"]).status == 201
