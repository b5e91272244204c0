"""E3: compose/local on a full or read-only disk, and after its supervisor died: it says what is true and stops all."""

import contextlib
import os
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from quad_catalogue import PROGRAMS
from test_local import Place, alive, wait_for


def accepts(port):
    with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", port), timeout=2):
        return True
    return False


@pytest.fixture
def disk():
    """A site on a small file system of its own."""
    if os.geteuid() != 0:
        pytest.skip("mounts file systems: root alone may")
    # A path too long for sockets: they are under /tmp then, as are the stand-ins' marks.
    with tempfile.TemporaryDirectory(prefix="ql-") as folder, tempfile.NamedTemporaryFile(prefix="ql-ext4-") as image:
        place = Place(Path(folder) / ("long" * 20))
        place.var.mkdir()
        image.truncate(8 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", "-b", "1024", image.name], check=True)
        subprocess.run(["mount", "-o", "loop", image.name, place.var], check=True)
        try:
            (place.var / "lost+found").rmdir()
            yield place
            place("stop")
        finally:
            subprocess.run(["umount", place.var], check=True)


def fill(folder):
    """To the last block."""
    for name, size in (("filler", 65536), ("more", 1024)):
        with open(folder / name, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * size) == size:
                pass


def comes_back(place, name):
    """A program that is killed is started again, which the supervisor logs."""
    old = wait_for(lambda: place.pid(name))
    os.kill(old, signal.SIGKILL)
    wait_for(lambda: place.pid(name) not in (0, old))


def test_e3_supervision_survives_a_full_and_a_read_only_disk(disk):
    disk("--background", "--no-seeds")
    wait_for(lambda: disk("status").count("RUNNING") == len(PROGRAMS))
    fill(disk.var)
    # More lines of the supervisor than its log's last block has room for.
    for name in PROGRAMS:
        comes_back(disk, name)
    wait_for(lambda: disk.says("status").count("RUNNING") == len(PROGRAMS))
    assert "cannot be written" in disk.says("status")

    (disk.var / "filler").unlink()
    comes_back(disk, "roomhub")
    wait_for(lambda: "pieces of this log were lost" in (disk.var / "log" / "supervisord.log").read_text())
    wait_for(lambda: disk("status").count("RUNNING") == len(PROGRAMS))

    # As the kernel does by itself when an ext4 fails under it; open files do not prevent that.
    subprocess.run(["mount", "-o", "remount,abort", disk.var], check=True)
    comes_back(disk, "auth")
    wait_for(lambda: disk.says("status").count("RUNNING") == len(PROGRAMS))
    assert "cannot be written" in disk.says("status")
    pids = [disk.pid(name) for name in PROGRAMS]
    disk("stop")
    assert not any(alive(pid) for pid in pids) and not accepts(disk.port)
    assert "not running" in disk("status", status=3)
    assert "cannot be written" in disk("--background", status=1)


@pytest.fixture
def site():
    with tempfile.TemporaryDirectory(prefix="ql-") as folder:
        place = Place(Path(folder))
        yield place
        place("stop")


def test_e3_status_and_stop_tell_the_truth_after_the_supervisor_died(site):
    site("--background", "--no-seeds")
    pids = {name: site.pid(name) for name in PROGRAMS}
    os.kill(site.supervisor(), signal.SIGKILL)
    wait_for(lambda: not site.supervisor())
    said = site("status", status=1)
    assert "supervisor" in said and all(f"{name} ({pid})" in said for name, pid in pids.items()), said
    assert "not running" not in said and accepts(site.port)
    site("stop")
    assert not any(alive(pid) for pid in pids.values()) and not accepts(site.port)
    assert "not running" in site("status", status=3)


def test_e3_a_lost_process_id_hides_nothing(site):
    site("--background", "--no-seeds")
    pid, supervisor = site.pid("gateway"), site.supervisor()
    (site.var / "supervisord.pid").unlink()
    wait_for(lambda: site("status").count("RUNNING") == len(PROGRAMS))
    assert "already running" in site("--background")
    site("stop")
    assert not alive(pid) and not alive(supervisor) and not accepts(site.port)


def test_e3_stop_ends_a_supervisor_that_hangs(site):
    site("--background", "--no-seeds")
    pids = [site.pid(name) for name in PROGRAMS]
    os.kill(site.supervisor(), signal.SIGSTOP)
    said = site("stop", QUAD_STOP_SECONDS="1")
    assert "did not end" in said
    assert not site.supervisor() and not any(alive(pid) for pid in pids) and not accepts(site.port)
