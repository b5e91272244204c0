"""Launches the programs of a site as the catalogue describes them: settings, order of start, readiness, stop."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import quad_stores as stores
from quad_catalogue import EDGE, PROGRAMS, READY_SECONDS, STOP_SECONDS, launch_settings
from quad_ports import hold_port, release_port

BIN = os.environ.get("QUAD_BIN", ".build/debug")


def wait_until(condition, what, timeout=15.0):
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {timeout} s: {what}"
        time.sleep(0.02)  # poll


def state_of(*path):
    """The state of a process, or of a thread by its path below /proc; None if there is none."""
    try:
        # It follows the name, which stands in parentheses.
        return Path("/proc", *path, "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def freeze(pid):
    """Stops a process where it is. Its threads stop one after another: a request could still find one that runs."""
    os.kill(pid, signal.SIGSTOP)
    threads = Path("/proc", str(pid), "task")
    wait_until(lambda: all(state_of(thread) == "T" for thread in threads.iterdir()), "every thread is stopped")


class SiteFolder:
    """A folder with the data, keys and sockets of one site, which no program uses yet."""

    # The kind of site in the catalogue.
    kind = "test"

    def __init__(self, folder):
        self.folder = folder
        self.data = os.path.join(self.folder, "data")
        self.run = os.path.join(self.folder, "run")
        self.keys = os.path.join(self.folder, "keys")
        for path in (self.data, self.run, self.keys):
            os.mkdir(path, 0o700)

    def mark(self, name, text=""):
        """A mark in the data folder, such as `seeding`, which every program sees."""
        with open(os.path.join(self.data, name), "w") as file:
            file.write(text)

    def make_keys(self):
        """Also completes a folder of keys: programs that are new get theirs."""
        subprocess.run([f"{BIN}/quadctl", "keygen", "--keys", self.keys], check=True, capture_output=True)

    def settings_on(self, port):
        return launch_settings(self.kind, data=self.data, keys=self.keys, run=self.run, port=port)

    def saved_port(self):
        """The port that the gateway listens on; None until it has had one."""
        try:
            with open(os.path.join(self.data, EDGE, "port")) as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return None


class LaunchedSite(SiteFolder):
    """The processes of a site in a temporary folder. Subclasses define how a request reaches it (`is_ready`)."""

    def __init__(self, settings=None):
        super().__init__(tempfile.mkdtemp(prefix="quad-"))
        self.settings = stores.settings(settings or {})
        self.processes = {}
        self.first_port = hold_port()
        # Settings that make a program worse count only there.
        self.mark("test-site")

    @property
    def environment(self):
        return {**os.environ, **self.settings_on(self.saved_port() or self.first_port), **self.settings}

    def command(self, program):
        return [f"{BIN}/{program}"]

    def start(self, program, **more):
        """`more` stands in this one process's environment alone."""
        with open(os.path.join(self.folder, program + ".log"), "ab") as log:
            self.processes[program] = subprocess.Popen(
                self.command(program), env={**self.environment, **more}, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL)

    def start_all(self, programs=PROGRAMS):
        for program in programs:
            self.start(program)
        if EDGE in programs:
            self.wait_ready()

    def wait_ready(self):
        try:
            wait_until(self.is_ready, "all programs ready", READY_SECONDS)
        except AssertionError:
            for program, process in self.processes.items():
                print(f"{program}, {process.poll()}: {self.log(program)[-1500:]}")
            raise

    def log(self, program):
        with open(os.path.join(self.folder, program + ".log")) as file:
            return file.read()

    def forget_mark(self, program):
        """For a test that changes the file of a stopped program: it refuses such a file, and adopts one without a mark."""
        Path(self.data, program, f"{program}.sqlite.mark").unlink(missing_ok=True)

    def stop(self, program, how=signal.SIGTERM, timeout=STOP_SECONDS):
        process = self.processes.pop(program)
        process.send_signal(how)
        return process.wait(timeout)

    def stop_all(self):
        """Every program in turn, so that nobody calls one that is gone."""
        for program in reversed(PROGRAMS):
            assert self.stop(program) == 0, f"{program} did not stop cleanly"

    def end_all(self):
        """Ends all programs side by side: each takes its time to finish what it has begun."""
        ending = list(self.processes.values())
        self.processes.clear()
        for process in ending:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in ending:
            try:
                process.wait(max(deadline - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def close(self):
        self.end_all()
        stores.drop(self)
        release_port(self.first_port)
        shutil.rmtree(self.folder, ignore_errors=True)
