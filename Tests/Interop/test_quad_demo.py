"""quadctl demo: a whole site that it starts, plays a semester on and stops again, whatever happens to it."""

import glob
import os
import re
import signal
import subprocess
import time

import pytest
from quad_catalogue import PROGRAMS
from quad_home import Terminal
from quad_site import BIN, wait_until

ALL = os.environ.get("QUAD_TEST_ALL") == "1"
SEMESTER = "for everyone: total = waiting + scheduled + sent + canceled + missed, and nothing was sent twice"


def folder_of(parent):
    """The folder of the site whose programs this process has started; others may run beside it."""
    for place in glob.glob("/proc/[0-9]*"):
        try:
            with open(f"{place}/stat") as file:
                if int(file.read().rpartition(")")[2].split()[1]) != parent:
                    continue
            with open(f"{place}/environ", "rb") as file:
                found = re.search(rb"QUAD_DATA=(/tmp/quad-demo-\w+)/data\0", file.read())
        except OSError:
            continue
        if found:
            return found[1].decode()
    return None


def programs(folder):
    """The processes whose data is there."""
    found = []
    for place in glob.glob("/proc/[0-9]*"):
        try:
            with open(f"{place}/environ", "rb") as file:
                if f"QUAD_DATA={folder}/data".encode() in file.read().split(b"\0"):
                    found.append(int(place.split("/")[-1]))
        except OSError:
            continue
    return found


def start(*words):
    environment = {**os.environ, "TZ": "UTC"}
    return subprocess.Popen(
        [f"{BIN}/quadctl", "demo", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def play(people, events, timeout):
    process = start("--people", str(people), "--events", str(events))
    said, errors = process.communicate(timeout=timeout)
    assert process.returncode == 0, said + errors
    folder = re.search(r"/tmp/quad-demo-\w+", said)[0]
    assert not os.path.exists(folder) and programs(folder) == []
    return said


def check(said, people, events):
    assert f"{people} people signed up" in said
    problems = re.findall(r"semester\.ics:(\d+): ", said)
    assert len(problems) == 5 and problems == sorted(problems, key=int)
    assert re.search(rf"has {events} more events with 3 reminders each: 64/64 scheduled, [1-9]\d* waiting", said)
    assert "and 3 others wait again: 64/64 scheduled" in said
    assert "one reminder, at 2026-11-01T05:30:00.000Z" in said
    assert "reminders at 2026-10-26T13:00:00.000Z and 2026-11-02T14:00:00.000Z" in said
    table = [re.split(r"  +", line.strip()) for line in said.splitlines()]
    sums = next(row for row in table if row[0] == f"all {people}")
    planned, queued, armed, fired, cancelled, missed = (int(cell.replace(",", "")) for cell in sums[1:7])
    assert planned == queued + armed + fired + cancelled + missed
    assert queued == armed == 0 and fired > 0 and cancelled > 0 and missed > 0
    assert said.endswith(SEMESTER + "\n")


def test_a_small_semester_adds_up():
    check(play(4, 30, 60), 4, 30)


@pytest.mark.skipif(not ALL, reason="half a minute: QUAD_TEST_ALL=1")
def test_the_whole_semester_adds_up_in_under_a_minute():
    began = time.monotonic()
    check(play(40, 90, 120), 40, 90)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_whatever_ends_it_ends_its_programs_and_removes_its_folder(how):
    process = start("--people", "2", "--events", "30")
    try:
        folder = wait_until(lambda: folder_of(process.pid), "its folder")
        running = wait_until(lambda: len(programs(folder)) == len(PROGRAMS) and programs(folder), "its programs", timeout=30)
        process.send_signal(how)
        process.wait(20)
        if how in (signal.SIGINT, signal.SIGTERM):
            assert process.returncode == 1 and "interrupted" in process.stderr.read()
        wait_until(lambda: not programs(folder), f"the end of {running}", timeout=20)
        wait_until(lambda: not os.path.exists(folder), "no folder", timeout=20)
    finally:
        process.kill()
        process.wait()
        process.stdout.close(), process.stderr.close()


def test_a_program_that_is_missing_is_named(tmp_path):
    quadctl = tmp_path / "quadctl"
    quadctl.write_bytes(open(f"{BIN}/quadctl", "rb").read())
    quadctl.chmod(0o700)
    calendar = os.path.join(os.path.dirname(__file__), "..", "..", "seeds", "semester.ics")
    ended = subprocess.run([quadctl, "demo", "--calendar", calendar], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1 and "auth is missing" in ended.stderr
    ended = subprocess.run([f"{BIN}/quadctl", "demo", "--people", "0"], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 64


def test_a_terminal_shows_the_slots_while_time_goes_by(tmp_path):
    class Nobody:
        tool = "quadctl"
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TZ": "UTC"}

    terminal = Terminal(Nobody, "demo", "--people", "1", "--events", "30", columns=100)
    terminal.read_until("█".encode(), timeout=40)
    terminal.read_until(b"/64 scheduled", timeout=10)
    terminal.type("\x03")
    assert terminal.end() == 1
    assert "interrupted" in terminal.said.decode()
