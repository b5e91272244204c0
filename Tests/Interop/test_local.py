"""The rules of compose/local that do not depend on what the programs do: start, stop, seeds, keys, locks, messages.

Stand-ins take the programs' places (QUAD_BIN), so that each case takes a second and can be made to go wrong.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from quad_catalogue import PROGRAMS, STORES, programs_of
from quad_ports import hold_port

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / "compose" / "local"

PROGRAM = r"""#!/usr/bin/python3 -u
import http.server, os, pathlib, signal, sys, threading
name = pathlib.Path(sys.argv[0]).name
data, run = (pathlib.Path(os.environ[key]) for key in ("QUAD_DATA", "QUAD_RUN"))
if (data.parent / f"break-{name}").exists():
    print(f"{name}: the disk speaks in tongues")
    sys.exit(3)
(data / name).mkdir(exist_ok=True)
(run / f"{name}.up").write_text(str(os.getpid()))
print(f"{name} runs", os.environ["QUAD_LOG"], os.environ["QUAD_SIGNUP"], os.environ["TZ"], os.environ["QUAD_KEYS"])
done = threading.Event()
def stop(*_):
    (run / f"{name}.up").unlink(missing_ok=True)
    print(f"{name} drained")
    os._exit(0)
signal.signal(signal.SIGTERM, stop)
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        missing = [p for p in STORES if "QUAD_APPS" not in os.environ and not (run / f"{p}.up").exists()]
        self.send_response(503 if missing else 200)
        self.end_headers()
        self.wfile.write(str(missing).replace("'", '"').encode())
    def log_message(self, *_): pass
if name == "gateway":
    host, port = os.environ["QUAD_LISTEN"].split(":")
    http.server.ThreadingHTTPServer((host, int(port)), Handler).serve_forever()
done.wait()
"""

QUAD = r"""#!/usr/bin/python3 -u
import os, pathlib, sys
command, flag, folder = sys.argv[1:4]
folder = pathlib.Path(folder)
if command == "keygen":
    for program in PROGRAMS:
        if not (folder / f"{program}.key").exists():
            (folder / f"{program}.key").write_bytes(os.urandom(8))
    (folder / "public.json").write_text("{}")
elif command == "seed":
    data = pathlib.Path(os.environ["QUAD_DATA"])
    assert (data / "seeding").exists() and (folder / "people.json").exists()
    with open(data / "auth" / "people", "a") as people:
        people.write("40\n")
    if (data.parent / "break-seed").exists():
        sys.exit("dorms went well, then the power went")
elif command == "where":
    print(pathlib.Path(sys.argv[0]).name, os.getcwd(), *sorted(
        name for name in os.environ if name in ("QUAD_SITE", "QUAD_KEYS", "QUAD_RUN", "QUAD_DATA")))
"""


def wait_for(claim, seconds=20):
    end = time.monotonic() + seconds
    while not (answer := claim()):
        assert time.monotonic() < end, "did not happen"
        time.sleep(0.02)  # poll
    return answer


def alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


class Place:
    def __init__(self, folder: Path):
        self.bin = folder / "bin"
        self.bin.mkdir(parents=True)
        programs = dict.fromkeys(PROGRAMS, PROGRAM.replace("STORES", repr(STORES)))
        quad = QUAD.replace("PROGRAMS", repr(PROGRAMS))
        for name, text in (programs | {"image-worker": quad, "quad": quad, "quadctl": quad}).items():
            (self.bin / name).write_text(text)
            (self.bin / name).chmod(0o755)
        self.var = folder / "var"
        self.data = self.var / "data"
        self.port = hold_port()

    def command(self, *arguments: str) -> list[str]:
        return [str(LOCAL), *arguments, "--data", str(self.var)]

    def environment(self, **more: str) -> dict[str, str]:
        # Without a web client: building it takes longer than all the rest. "-" takes a variable away.
        settings = {
            **os.environ, "QUAD_BIN": str(self.bin), "QUAD_PORT": str(self.port), "QUAD_READY_SECONDS": "25",
            "QUAD_WEB": "", **more,
        }
        return {name: value for name, value in settings.items() if value != "-"}

    def run(self, *arguments: str, **more: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            self.command(*arguments), env=self.environment(**more), stdin=subprocess.DEVNULL, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )

    def __call__(self, *arguments: str, status: int = 0, **more: str) -> str:
        done = self.run(*arguments, **more)
        assert done.returncode == status, done.stdout
        return done.stdout

    def says(self, *arguments: str) -> str:
        """The output, whatever the exit status."""
        return self.run(*arguments).stdout

    def supervisor(self) -> int | None:
        """Found by its arguments, as a file may be lost."""
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_text().split("\0")
                if str(self.var / "supervisor.conf") in words and "supervis" in "".join(words[:3]):
                    return int(folder.name)

    def foreground(self) -> subprocess.Popen:
        return subprocess.Popen(
            self.command(), env=self.environment(), stdin=subprocess.DEVNULL, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )

    def pid(self, name: str) -> int:
        run = Path((self.var / "run-folder").read_text().strip()) if (self.var / "run-folder").exists() else self.var / "run"
        # A program that is just starting has not written it yet.
        return int((run / f"{name}.up").read_text() or 0)

    def seeded(self) -> int:
        people = self.data / "auth" / "people"
        return len(people.read_text().split()) if people.exists() else 0


@pytest.fixture
def site(tmp_path):
    # A short name of its own: pytest's folders are too long for a socket.
    with tempfile.TemporaryDirectory(prefix="ql-") as folder:
        place = Place(Path(folder))
        yield place
        if (place.var / "supervisord.pid").exists():
            place("stop")


def test_a_first_start_makes_everything_and_a_second_changes_nothing(site):
    output = site("--background")
    address = f"http://127.0.0.1:{site.port}"
    assert f"Quad is ready: {address}" in output and "ada@hilltop.example" in output and "hilltop-demo-2026" in output
    for name in ("", "keys", "data", "log", "run"):
        assert stat.S_IMODE((site.var / name).stat().st_mode) == 0o700, name
    assert site.seeded() == 1
    assert (site.data / "seeded").exists() and not (site.data / "seeding").exists()
    key, pid = (site.var / "keys" / "auth.key").read_bytes(), site.pid("auth")
    assert "info open" in site("logs", "auth")
    wait_for(lambda: site("status").count("RUNNING") == len(PROGRAMS))

    again = site("--background")
    assert "already running" in again and address in again
    assert site.pid("auth") == pid

    stopped = site("stop")
    assert "killed" not in stopped
    for name in PROGRAMS:
        assert f"{name} drained" in (site.var / "log" / f"{name}.log").read_text()
    assert not alive(pid)
    assert "not running" in site("status", status=3)
    assert "not running" in site("stop")

    site("--background")
    assert site.seeded() == 1
    assert (site.var / "keys" / "auth.key").read_bytes() == key


def test_a_site_runs_the_programs_of_the_apps_that_it_lists(site):
    site.var.mkdir()
    (site.var / "site.conf").write_text("QUAD_APPS = nothing\n")
    assert "this is not NAME=value" in site("status", status=1)
    (site.var / "site.conf").write_text("QUAD_APPS=events, dining\n")
    said = site("--background", status=78)
    assert f"QUAD_APPS in {site.var}/site.conf lists dining, which is not an app" in said
    assert "allowed are: room, events, school, courses, aid" in said and not site.data.exists()

    (site.var / "site.conf").write_text("QUAD_APPS= courses ,events\n")
    few = programs_of(["courses", "events"])
    (site.var / "break-roomhub").touch()
    assert "All programs are ready after" in (said := site("--background", "--no-seeds")) and " ".join(few) in said
    wait_for(lambda: site("status").count("RUNNING") == len(few))
    assert not (site.data / "roomhub").exists() and "there is no program roomhub" in site("logs", "roomhub", status=1)
    # An operator edits the list first and stops the site afterwards.
    supervisor, attendance = int((site.var / "supervisord.pid").read_text()), site.pid("attendance")
    (site.var / "site.conf").write_text("QUAD_APPS=events\n")
    os.kill(supervisor, signal.SIGKILL)
    wait_for(lambda: not alive(supervisor))
    assert f"attendance ({attendance})" in site("status", status=1)
    site("stop")
    assert not alive(attendance)


@pytest.mark.parametrize("apps, said", [
    ("", "lists no app"), (" , ", "lists no app"), ("room,", "has a comma too many"), ("room, room", "lists room twice"),
    ("school, courses", ""), ("Room", "lists Room, which is not an app"),
    ("room, events, school, courses, aid", ""), ("events", ""), (" courses ,room", ""), ("*", "lists *, which is not an app"),
])
def test_the_shell_judges_a_list_of_apps_as_the_programs_do(apps, said):
    judge = ["bash", "-c", 'source compose/lib.sh; apps_problem "$1"', "sh", apps]
    assert subprocess.check_output(judge, cwd=ROOT, text=True) == said


def test_ctrl_c_drains(site):
    shell = site.foreground()
    wait_for(lambda: (site.data / "seeded").exists())
    wait_for(lambda: "Ctrl-C" in shell.stdout.readline())
    os.killpg(shell.pid, signal.SIGINT)
    output, _ = shell.communicate(timeout=60)
    assert shell.returncode == 0, output
    assert "Stopped after" in output
    assert "gateway drained" in (site.var / "log" / "gateway.log").read_text()


def test_stop_from_elsewhere_ends_the_foreground(site):
    shell = site.foreground()
    wait_for(lambda: "Ctrl-C" in shell.stdout.readline())
    site("stop")
    output, _ = shell.communicate(timeout=60)
    assert shell.returncode == 0 and "Quad was stopped" in output


def test_a_busy_port_is_named_with_the_next_step(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        output = site("--background", status=1)
    assert f"port {site.port} is taken" in output and f"--port {site.port + 1}" in output
    assert not (site.data / "seeding").exists()


def test_a_program_that_cannot_start_is_shown_with_its_log(site):
    site.var.mkdir()
    (site.var / "break-roomhub").touch()
    output = site("--background", status=1)
    assert "roomhub keeps ending" in output and "speaks in tongues" in output
    assert "last lines of auth" not in output
    assert "not running" in site("status", status=3)
    (site.var / "break-roomhub").unlink()
    site("--background")
    assert site.seeded() == 1


def test_a_killed_program_comes_back(site):
    site("--background")
    old = site.pid("roomhub")
    os.kill(old, signal.SIGKILL)
    assert wait_for(lambda: site.pid("roomhub") not in (0, old))


def test_a_broken_load_starts_again_from_an_empty_site(site):
    site.var.mkdir()
    (site.var / "break-seed").touch()
    output = site("--background", status=1)
    assert "then the power went" in output
    assert (site.data / "seeding").exists() and site.seeded() == 1
    (site.var / "break-seed").unlink()
    assert "starting again" in site("--background")
    assert site.seeded() == 1 and (site.data / "seeded").exists() and not (site.data / "seeding").exists()


def test_without_seeds_stays_without(site):
    assert "hilltop" not in site("--background", "--no-seeds")
    site("stop")
    assert "hilltop" not in site("--background")
    assert site.seeded() == 0


def test_leftovers_of_a_dead_supervisor_are_ended(site):
    site("--background")
    supervisor, program = int((site.var / "supervisord.pid").read_text()), site.pid("roomhub")
    os.kill(supervisor, signal.SIGKILL)
    wait_for(lambda: not alive(supervisor))
    assert alive(program)
    assert "left over" in site("--background")
    assert not alive(program) and site.pid("roomhub") != program


def test_the_number_of_another_process_is_not_taken_for_the_supervisor(site):
    site.var.mkdir()
    (site.var / "supervisord.pid").write_text(f"{os.getpid()}\n")
    assert "not running" in site("stop")
    assert "Quad is ready" in site("--background")


def test_two_starts_at_once_make_one_site(site):
    shells = [
        subprocess.Popen(site.command("--background"), env=site.environment(), stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = sorted(shell.communicate(timeout=60)[0] for shell in shells)
    assert [shell.returncode for shell in shells] == [0, 0], outputs
    assert sum("already running" in output for output in outputs) == 1, outputs
    assert site.seeded() == 1


def test_a_long_or_odd_path_gets_a_short_folder_for_its_sockets(tmp_path):
    place = Place(tmp_path / "a folder (odd)" / ("long" * 20))
    folder = None
    try:
        place("--background")
        folder = Path((place.var / "run-folder").read_text().strip())
        assert str(folder).startswith("/tmp/quad-") and stat.S_IMODE(folder.stat().st_mode) == 0o700
        wait_for(lambda: place("status").count("RUNNING") == len(PROGRAMS))
        place("stop")
        place("--background")
        assert Path((place.var / "run-folder").read_text().strip()) == folder
    finally:
        place("stop")
        if folder:
            shutil.rmtree(folder)


def test_the_command_lines_run_where_they_are_called(site, tmp_path):
    """With what each of them needs, and no more: people have no keys."""
    for tool, settings in (("quad", "QUAD_SITE"), ("quadctl", "QUAD_DATA QUAD_KEYS QUAD_RUN")):
        said = subprocess.check_output(
            [LOCAL, "--data", site.var, tool, "where", "is", "it"], cwd=tmp_path, env=site.environment(), text=True)
        assert said == f"{tool} {tmp_path} {settings}\n"


def test_wrong_arguments_are_refused(site):
    assert "is not a port" in site("--port", "70000", status=1)
    assert "there is no --lan" in site("--lan", status=1)
    assert "there is no program nobody" in site("logs", "nobody", status=1)


def test_the_demo_sign_in_is_that_of_the_seeds():
    demo = json.loads((ROOT / "seeds" / "site.json").read_text())["demo"]
    assert demo == {"person": "ada", "password": "hilltop-demo-2026"}
