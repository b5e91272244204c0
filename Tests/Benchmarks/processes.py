"""The processes behind a row: our site, the FastAPI peer, the C peers and wrk; and their memory."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Interop"))
from quad_catalogue import PROGRAMS, READY_PATH, READY_SECONDS, STOP_SECONDS  # noqa: E402
from quad_launch import SiteFolder  # noqa: E402
from quad_ports import hold_port, release_port  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
BUILD = ROOT / ".build"
BIN = Path(os.environ.get("QUAD_BIN", BUILD / "release"))
VENV = BUILD / "bench-venv"
C_PEERS = BUILD / "bench-peers"

# Of the benchmarks, beside the programs.
TOOLS = ("bus-bench", "image-worker", "picture-maker")
CONNECTIONS, THREADS = 64, 2


@dataclass
class Figure:
    """One side of a row. Latencies in µs, memory in KiB, costs in µs of the processor for a request, by program."""

    rate: float | None = None
    p50: float | None = None
    p99: float | None = None
    memory: int | None = None
    warning: str = ""
    costs: dict[str, float] = field(default_factory=dict)
    spread: tuple[float, float] | None = None


def prepare(ours: bool, tools: tuple[str, ...] = TOOLS) -> None:
    """Installs and builds what is missing."""
    subprocess.run(
        ["bash", "-euo", "pipefail", "-c",
         "source compose/lib.sh; need_packages build test bench;"
         "need_python_environment .build/bench-venv Tests/Benchmarks/requirements.txt"],
        cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    C_PEERS.mkdir(parents=True, exist_ok=True)
    for source in sorted((HERE / "peers").glob("*.c")):
        subprocess.run(
            ["cc", "-O2", "-Wall", "-Wextra", "-o", C_PEERS / source.stem, source, "-lzmq"], check=True)
    if ours and "QUAD_BIN" not in os.environ:
        # One by one: the support of tests doesn't compile for release.
        for product in (*PROGRAMS, "quad", "quadctl", *tools):
            subprocess.run(
                ["swift", "build", "-c", "release", "--product", product], cwd=ROOT, check=True, stdin=subprocess.DEVNULL)


def line_of_figures(command: list, seconds: float, **options) -> Figure:
    """Runs a command that prints `rate p50_us p99_us` as its last line."""
    output = subprocess.run(
        [str(part) for part in command], check=True, timeout=seconds + 60, stdout=subprocess.PIPE, text=True,
        stdin=subprocess.DEVNULL, **options).stdout
    rate, p50, p99 = map(float, output.strip().splitlines()[-1].split())
    return Figure(rate, p50, p99)


def memory_kib(pids: list[int], *kinds: str) -> int:
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(kinds):
                total += int(line.split()[1])
    return total


def pss_kib(pids: list[int]) -> int:
    """Proportional set size: what each process holds alone and its share of what it shares."""
    return memory_kib(pids, "Pss:")


def private_kib(pids: list[int]) -> int:
    """The memory that each process holds alone, whatever else runs on the machine."""
    return memory_kib(pids, "Private_Clean:", "Private_Dirty:")


def cpu_seconds(pids: list[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Server:
    """Some processes behind one HTTP port, in a folder of their own that goes with them."""

    ready_path = "/"

    def __init__(self) -> None:
        # Directly under /tmp: the path of a socket is short.
        self.folder = Path(tempfile.mkdtemp(prefix="qb-", dir="/tmp"))
        self.port = hold_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen] = []
        self.token = ""

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self.processes]

    def spawn(self, *command, **environment) -> None:
        name = Path(str(command[0])).name
        with open(self.folder / f"{len(self.processes)}-{name}.log", "a") as log:
            self.processes.append(subprocess.Popen(
                [str(part) for part in command], env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True))

    def run_all(self) -> None:
        raise NotImplementedError

    def start(self) -> float:
        """Starts every process; the answer is the time until ready, in seconds."""
        began = time.monotonic()
        self.run_all()
        while True:
            with contextlib.suppress(OSError):
                if self.request("GET", self.ready_path)[0] == 200:
                    return time.monotonic() - began
            for process in self.processes:
                if process.poll() is not None:
                    raise RuntimeError(f"{process.args[0]} ended with {process.returncode}:\n{self.logs()}")
            if time.monotonic() - began > READY_SECONDS:
                raise RuntimeError(f"{type(self).__name__} did not get ready:\n{self.logs()}")
            time.sleep(0.002)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.processes.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.stop()
        release_port(self.port)
        shutil.rmtree(self.folder, ignore_errors=True)

    def logs(self) -> str:
        return "\n".join(
            f"--- {log.name}\n{log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.log")))

    def request(self, method: str, path: str, body: dict | None = None) -> tuple[int, dict]:
        request = urllib.request.Request(self.url + path, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text.startswith(b"{") else {}
        except urllib.error.HTTPError as refusal:
            return refusal.code, {"refused": refusal.read().decode(errors="replace")[:500]}

    def expect(self, status: int, method: str, path: str, body: dict | None = None) -> dict:
        got, answer = self.request(method, path, body)
        if got != status:
            raise RuntimeError(f"{method} {path} answered {got} {answer}, not {status}\n{self.logs()}")
        return answer

    def sign_in(self) -> None:
        raise NotImplementedError

    def fill(self) -> None:
        """Twenty open tasks, and a list that shows them."""
        for number in range(20):
            self.expect(201, "POST", "/v1/tasks", {
                "title": f"Take the recycling down, week {number + 1}", "isImportant": number % 5 == 0})
        count = len(self.expect(200, "GET", "/v1/tasks")["items"])
        if count != 20:
            raise RuntimeError(f"{count} open tasks, not 20")

    def processor_times(self) -> dict[str, float]:
        """The seconds that each program has used so far, by name."""
        times: dict[str, float] = {}
        for process in self.processes:
            name = Path(str(process.args[0])).name
            times[name] = times.get(name, 0) + cpu_seconds([process.pid])
        return times

    def load(self, method: str, seconds: int, path: str = "/v1/tasks", people: Path | None = None) -> Figure:
        """wrk over every connection, after a second of warming up. `people` lists who asks, for MIXED."""
        def once(duration: int, begin: float) -> dict:
            output = subprocess.run(
                ["wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{duration}s", "--latency", "-s", HERE / "load.lua",
                 self.url, "--", method, self.token],
                check=True, timeout=duration + 60, stdout=subprocess.PIPE, text=True,
                env={**os.environ, "LOAD_METHOD": method, "LOAD_PATH": path, "LOAD_PEOPLE": str(people or ""),
                     "LOAD_BEGIN": str(begin)}).stdout
            return json.loads(next(l for l in output.splitlines() if l.startswith("RESULT ")).removeprefix("RESULT "))

        once(1, begin=0.5)
        before = self.processor_times()
        result = once(seconds, begin=0)
        costs = {name: (used - before[name]) / max(result["requests"], 1) * 1e6
                 for name, used in self.processor_times().items()}
        faults = [f"{result[kind]} {kind}" for kind in ("refused", "broken") if result[kind]]
        return Figure(result["rate"], result["p50"], result["p99"], pss_kib(self.pids), ", ".join(faults), costs)


class BenchmarkFolder(SiteFolder):
    kind = "benchmark"


class Site(Server):
    """Our programs as compose/local runs them, without the supervisor."""

    ready_path = READY_PATH

    @property
    def environment(self) -> dict[str, str]:
        return {**self.site_folder.settings_on(self.port), "TZ": "UTC"}

    def quadctl(self, *arguments: str) -> None:
        subprocess.run(
            [BIN / "quadctl", *arguments], env={**os.environ, **self.environment}, check=True, timeout=60,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def create(self) -> None:
        """Keys and folders, the dorms, a signed-in person: a site before its first request."""
        self.site_folder = BenchmarkFolder(self.folder)
        self.quadctl("keygen", "--keys", self.site_folder.keys)
        self.site_folder.mark("seeding")
        self.start()
        self.quadctl("seed", "--only", "dorms", "--seeds", str(ROOT / "seeds"))
        mark = self.folder / "data" / "seeding"
        mark.rename(mark.with_name("seeded"))
        self.sign_in()

    def run_all(self) -> None:
        for program in PROGRAMS:
            self.spawn(BIN / program, **self.environment)

    def pid_of(self, program: str) -> int:
        return self.processes[PROGRAMS.index(program)].pid

    def sign_in(self) -> None:
        self.token = self.expect(201, "POST", "/v1/signup", {
            "email": "load@hilltop.example", "password": "a long enough password", "firstName": "Lena",
            "lastName": "Load", "room": {"dorm": "forbes", "number": "101A"}, "signIn": True,
        })["token"]


def file_of(site: Site, program: str) -> Path:
    return site.folder / "data" / program / f"{program}.sqlite"


def edited(site: Site, program: str) -> sqlite3.Connection:
    """The file of a stopped program, to be filled. A program refuses a file that was changed while it was stopped, and
    adopts one without a mark."""
    path = file_of(site, program)
    Path(f"{path}.mark").unlink(missing_ok=True)
    file = sqlite3.connect(path)
    file.execute("PRAGMA synchronous = OFF")
    return file


def read(site: Site, program: str) -> sqlite3.Connection:
    """The file of a running program."""
    return sqlite3.connect(f"file:{file_of(site, program)}?mode=ro", uri=True, timeout=10)


class FastAPIPeer(Server):
    """FastAPI + pyzmq + a task service: two processes, as small Python teams build it."""

    ready_path = "/openapi.json"

    def create(self) -> None:
        self.start()
        self.sign_in()

    def run_all(self) -> None:
        endpoint = f"ipc://{self.folder}/tasks"
        self.spawn(VENV / "bin/python", HERE / "peers/task_service.py", endpoint, self.folder / "tasks.db")
        self.spawn(
            VENV / "bin/uvicorn", "--app-dir", HERE / "peers", "fastapi_app:app", "--port", self.port,
            "--no-access-log", "--log-level", "warning", PEER_ENDPOINT=endpoint)

    def sign_in(self) -> None:
        self.token = self.expect(201, "POST", "/v1/signin")["token"]
