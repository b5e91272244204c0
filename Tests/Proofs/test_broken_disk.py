"""DSK2: a disk that goes read-only or fails a sync under a running roomhub. The program ends at once, tries nothing
again, and starts clean when the disk is well."""

import os
import subprocess
import tempfile
import time

import pytest
from quad_faults import Traced, Writer
from quad_ledger import Ledger, Writers, judge, only_files, ping, site_on
from quad_scoreboard import Row
from quad_site import Site, wait_until

pytestmark = [pytest.mark.quiet, only_files]

GOAL = "ends non-zero <= 1 s after the write, starts clean, no sync twice, 0 false acks"
SYNCS = ("fdatasync(", "fsync(")


@pytest.fixture
def disk():
    """An image of an ext4, and roomhub's data on it."""
    if os.geteuid() != 0:
        pytest.skip("mounts file systems: root alone may")
    with tempfile.NamedTemporaryFile(prefix="quad-ext4-") as image:
        image.truncate(128 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", image.name], check=True)
        yield image.name


def ended_within(process, seconds):
    """The exit status and how long it took; None if it still runs."""
    began = time.monotonic()
    try:
        return process.wait(seconds), time.monotonic() - began
    except subprocess.TimeoutExpired:
        return None, seconds


def test_a_disk_that_goes_read_only_ends_the_program_at_once(disk):
    with Row("DSK2", GOAL) as row, site_on(lambda site: f"{site.data}/roomhub", "-o", "loop", disk) as site:
        folder = f"{site.data}/roomhub"
        token = site.member("ada")["token"]
        ledger = Ledger()
        with Writers(site, token, ledger) as writers:
            wait_until(lambda: ledger.count("acknowledged") > 100, "people write")
            # As the kernel does by itself when an ext4 fails under it; open files do not prevent that.
            subprocess.run(["mount", "-o", "remount,abort", folder], check=True)
            status, took = ended_within(site.processes["roomhub"], 5)
            del site.processes["roomhub"]
        assert status == 1 and took <= 1, (status, took)
        assert "the store is broken" in site.log("roomhub")
        assert site.request("GET", "/healthz").status == 200

        site.start("roomhub")
        status, _ = ended_within(site.processes.pop("roomhub"), 5)
        assert status == 1, "it started on a disk that it cannot write to"

        subprocess.run(["umount", folder], check=True)
        fixed = subprocess.run(["e2fsck", "-fy", disk], capture_output=True)
        try:
            assert fixed.returncode in (0, 1), fixed.stdout
        finally:
            subprocess.run(["mount", "-o", "loop", disk, folder], check=True)
        site.start("roomhub")
        site.wait_ready()
        assert writers.add("afterwards").status == 201
        assert judge(ledger, site) == []
        row.value = f"read-only: ended after {took * 1000:.0f} ms, {ledger.count('acknowledged')} acknowledged and there"


@pytest.fixture
def home():
    site = Site()
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        writer = Writer(site, site.member("ada")["token"], Ledger())
        writer.tlvs()
        assert site.stop("gateway") == 0 and site.stop("roomhub") == 0
        yield site, writer
    finally:
        site.close()


def moment(line):
    return float(line.split()[1])


def syncs_after(lines):
    """The syncs after the one that failed, as strace shows them."""
    failed = next(index for index, line in enumerate(lines) if "(INJECTED)" in line)
    return [line for line in lines[failed + 1 :] if any(call in line for call in SYNCS)]


def fail(site, writer, call, error, nth):
    """Exit status, seconds from the failed call to the end, and what was synced in between."""
    traced = Traced(site, call, f"error={error}", nth)
    writer.write(traced, f"{call} {error} {nth}:", most=400, after=8)
    status, _ = ended_within(traced.process, 1)
    if status is None:
        assert traced.end() == 0
    site.processes.pop("roomhub", None)
    lines = traced.lines()
    took = moment(lines[-1]) - moment(traced.failed)
    return status, took, syncs_after(lines)


def test_a_sync_that_fails_ends_the_program_and_is_never_tried_again(home):
    site, writer = home
    with Row("DSK2", GOAL) as row:
        slowest = 0
        # The folder and the log, when the store is opened; then commits. The third is SQLite's own of the folder, whose
        # failure it does not mind: the store did that before.
        for call, nth in (("fsync", 1), ("fdatasync", 2), ("fdatasync", 4), ("fdatasync", 10), ("fdatasync", 40)):
            status, took, syncs = fail(site, writer, call, "EIO", nth)
            assert (status, syncs) == (1, []), (call, nth)
            slowest = max(slowest, took)
            site.start("roomhub")
            assert ping(site, "roomhub")["isReady"]
            assert judge(writer.ledger, site) == [], nth
            assert site.stop("roomhub") == 0
        assert slowest <= 1
        row.value = f"failed sync: ended after {slowest * 1000:.0f} ms at most, nothing synced again"


def test_the_checks_find_a_program_that_goes_on(home):
    """The controls: a full disk ends nobody, which the same check sees; and a second sync is found in a trace."""
    site, writer = home
    status, _, syncs = fail(site, writer, "pwrite64", "ENOSPC", 20)
    assert status is None and syncs
    calm = ["7 1.0 fdatasync(3) = 0", "7 2.0 fdatasync(3) = -1 EIO (INJECTED)", "7 2.1 +++ exited with 1 +++"]
    assert syncs_after(calm) == []
    assert syncs_after(calm[:2] + ["7 2.0 fsync(4) = 0"] + calm[2:]) == ["7 2.0 fsync(4) = 0"]
