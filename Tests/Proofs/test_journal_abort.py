"""DSK2: an ext4 whose journal aborts under a store that is written to. The kernel's sync of an appended file can report
success in that moment; a log that is written over in place does not depend on the journal, and what a checkpoint
copied into a file that grew is overwritten only after the journal has taken one more change."""

import contextlib
import os
import random
import select
import shutil
import sqlite3
import subprocess
import tempfile

import pytest
from quad_launch import wait_until
from quad_ledger import IS_LONG, only_files, shared
from quad_scoreboard import Row
from quad_site import BIN

pytestmark = [pytest.mark.skipif(os.geteuid() != 0, reason="mounts file systems: root alone may"), only_files]

ROUNDS = 500 if IS_LONG else 12
# The log of a store that appends loses something in one of about 25 aborts.
CONTROL_ROUNDS = 400
SEED = int(os.environ.get("QUAD_TEST_SEED", "7"))
BROKEN = 3


class Disk:
    """An ext4 in a file, mounted between two aborts."""

    def __init__(self, folder):
        self.image, self.path = f"{folder}/image", f"{folder}/disk"
        os.mkdir(self.path)
        with open(self.image, "wb") as file:
            file.truncate(128 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", self.image], check=True)

    @contextlib.contextmanager
    def mounted(self):
        subprocess.run(["mount", "-o", "loop", self.image, self.path], check=True)
        try:
            assert not os.statvfs(self.path).f_flag & os.ST_RDONLY, "mounted read-only"
            yield self.path
        finally:
            subprocess.run(["umount", self.path], check=True)
            # The kernel lets go of the device a moment later. A repair before that is undone by what the device holds.
            wait_until(lambda: not subprocess.check_output(["losetup", "-j", self.image]), "the device is free")

    def abort(self):
        """Aborts the journal, as the kernel does by itself when the journal cannot be written."""
        subprocess.run(["mount", "-o", "remount,abort", self.path], check=True)

    def repair(self):
        fixed = subprocess.run(["e2fsck", "-fy", self.image], capture_output=True)
        assert fixed.returncode in (0, 1), fixed.stdout


def acknowledged_until_abort(disk, mode, after):
    """Lines that the writer acknowledged: `after` of them, then the abort, then what else came."""
    writer = subprocess.Popen([f"{BIN}/store-writer", f"{disk.path}/a.db", mode], stdout=subprocess.PIPE)
    text = b""
    while text.count(b"\n") < after:
        assert select.select([writer.stdout], [], [], 10)[0], "nothing is written"
        more = os.read(writer.stdout.fileno(), 65536)
        assert more, f"the writer ended with {writer.wait()}"
        text += more
    disk.abort()
    text += writer.stdout.read()
    writer.stdout.close()
    assert writer.wait(5) == BROKEN
    return text.decode().split("\n")[:-1]


def missing(path, lines):
    """Acknowledged lines that are no row with the event of that number: all of them in a file that is damaged."""
    # A copy is read: SQLite takes in the log when it closes, and the writer refuses a killed store without its log.
    with tempfile.TemporaryDirectory(prefix="quad-judge-") as copy:
        for end in ("", "-wal"):
            shutil.copy(path + end, f"{copy}/a.db{end}")
        with contextlib.closing(sqlite3.connect(f"{copy}/a.db")) as database:
            try:
                problems = database.execute("PRAGMA quick_check").fetchall()
                rows = database.execute(
                    "SELECT outbox.seq || ' ' || item.key FROM outbox JOIN item ON item.key = CAST(outbox.body AS TEXT)")
                present = {row[0] for row in rows}
            except sqlite3.DatabaseError as damage:
                problems, present = [(str(damage),)], set()
    if problems != [("ok",)]:
        print(problems[0][0])
        return lines
    return [line for line in lines if line not in present]


def lost(mode, rounds, seed, enough=None):
    """The numbers of writes that were acknowledged, and of those that are gone after so many aborts; fewer rounds once
    `enough` are."""
    chance = random.Random(seed)
    acknowledged, gone, made = 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="quad-journal-") as folder, shared(folder):
        disk = Disk(folder)
        while made < rounds and (enough is None or gone < enough):
            # Every other abort meets a new store, whose file grows with each checkpoint; the others one that was not
            # stopped well.
            with disk.mounted() as path:
                if made % 2 == 0:
                    for name in os.listdir(path):
                        if name.startswith("a.db"):
                            os.remove(f"{path}/{name}")
                lines = acknowledged_until_abort(disk, mode, chance.randint(1, 900))
            disk.repair()
            with disk.mounted() as path:
                gone += len(missing(f"{path}/a.db", lines))
            acknowledged += len(lines)
            made += 1
    return acknowledged, gone, made


@pytest.mark.timeout(2400 if IS_LONG else 120)
def test_no_acknowledged_write_is_lost_when_the_journal_aborts():
    with Row("DSK2", "0 acknowledged writes lost when the journal aborts", SEED) as row:
        acknowledged, gone, made = lost("full", ROUNDS, SEED)
        row.value = f"{made} aborts, {gone} of {acknowledged} acknowledged writes lost"
        print(f"DSK2: {row.value}")
        assert gone == 0
        assert acknowledged > 20 * made


@pytest.mark.skipif(not IS_LONG, reason="it takes some hundred aborts")
@pytest.mark.timeout(2400)
def test_the_check_finds_a_log_that_grows_with_each_commit():
    _, gone, made = lost("append", CONTROL_ROUNDS, SEED, enough=1)
    print(f"lost after {made} aborts")
    assert gone > 0
