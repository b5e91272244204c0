"""compose/local with the real programs: started, seeded, supervised, drained, as a new user would see it."""

import json
import os
import signal
import subprocess
import tempfile
import shutil
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from quad_catalogue import PROGRAMS
from quad_ports import hold_port, release_port
from quad_site import BIN, wait_until

ROOT = Path(__file__).resolve().parents[2]
DEMO = json.loads((ROOT / "seeds" / "site.json").read_text())["demo"]


@pytest.fixture
def local():
    """Runs compose/local on a folder and a free port of its own."""
    folder = tempfile.mkdtemp(prefix="quad-")
    port = hold_port()

    def run(*arguments):
        return subprocess.run(
            [ROOT / "compose" / "local", *arguments, "--data", folder, "--port", str(port)],
            env={**os.environ, "QUAD_BIN": os.path.abspath(BIN)}, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=300)

    run.folder, run.port = Path(folder), port
    yield run
    run("stop")
    release_port(port)
    shutil.rmtree(folder)


def request(port, method, path, body=None, token=None):
    call = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    if token:
        call.add_header("Authorization", "Bearer " + token)
    if body is not None:
        call.add_header("Content-Type", "application/json")
        call.data = json.dumps(body).encode()
    with urllib.request.urlopen(call, timeout=10) as answer:
        return json.loads(answer.read() or b"{}")


@pytest.mark.timeout(400)
def test_a_new_site_is_seeded_supervised_and_drained(local):
    begin = local("--background")
    assert begin.returncode == 0, begin.stdout + begin.stderr
    assert f"http://127.0.0.1:{local.port}" in begin.stdout and DEMO["password"] in begin.stdout
    assert oct((local.folder / "data").stat().st_mode)[-3:] == "700"
    assert oct((local.folder / "keys" / "auth.key").stat().st_mode)[-3:] == "400"

    signed_in = request(
        local.port, "POST", "/v1/signin", {"email": "ada@hilltop.example", "password": DEMO["password"]})
    token = signed_in["token"]
    tasks = request(local.port, "GET", "/v1/tasks", token=token)["items"]
    assert len(tasks) > 3
    assert len(request(local.port, "GET", "/v1/dorms", token=token)["items"]) == 12

    again = local("--background")
    assert again.returncode == 0 and "already running" in again.stdout

    # A program that dies comes back by itself, with what it acknowledged.
    added = request(local.port, "POST", "/v1/tasks", {"title": "Outlive a crash"}, token)["task"]
    os.kill(pid_of(local.folder, "roomhub"), signal.SIGKILL)

    def is_back():
        try:
            found = request(local.port, "GET", "/v1/tasks?limit=100", token=token)["items"]
            return any(task["id"] == added["id"] for task in found)
        except (urllib.error.URLError, OSError):
            return False

    wait_until(is_back, "roomhub is back", 20)

    stopped = local("stop")
    assert stopped.returncode == 0, stopped.stdout + stopped.stderr
    for name in PROGRAMS:
        last = (local.folder / "log" / f"{name}.log").read_text().strip().splitlines()[-1]
        assert json.loads(last)["message"] == "stopped", f"{name} did not drain"
    assert local("status").returncode == 3

    # The second start finds everything, and seeds nothing twice.
    assert local("--background").returncode == 0
    after = request(local.port, "GET", "/v1/tasks?limit=100", token=token)["items"]
    assert {task["id"] for task in tasks} < {task["id"] for task in after}


def pid_of(folder, name):
    """The process of a program: the one whose environment names this site's data."""
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "comm").read_text().strip() == name:
                if str(folder).encode() in (entry / "environ").read_bytes():
                    return int(entry.name)
        except OSError:
            continue
    raise AssertionError(f"{name} does not run")
