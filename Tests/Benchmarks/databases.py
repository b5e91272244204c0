"""PostgreSQL servers to measure on: one that keeps what it acknowledges, its synchronous standby, and a wire of a length."""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from processes import C_PEERS, ROOT

sys.path.insert(0, str(ROOT / "Tests/Interop"))
from postgres_server import BIN, Cluster  # noqa: E402

# Against the settings of tests, which forgo the disk.
KEPT = ("fsync=on", "synchronous_commit=on", "full_page_writes=on", "autovacuum=on", "shared_buffers=128MB")


class Server(Cluster):
    """A server as Debian sets it up."""

    def __init__(self) -> None:
        super().__init__(*KEPT)

    def address(self, database: str, folder: str | None = None) -> str:
        return f"postgres:///{database}?host={folder or self.folder}"

    def make(self, database: str) -> str:
        self.psql(f"CREATE DATABASE {database};")
        return database

    def standbys(self) -> str:
        return self.psql("SELECT string_agg(sync_state, ' ') FROM pg_stat_replication;").stdout.strip()


class Standby(Cluster):
    """A copy on this machine that has each commit on disk before the server acknowledges it."""

    def __init__(self, server: Server) -> None:
        super().__init__(*KEPT)
        self.first = server

    def make_data(self) -> None:
        self.call(f"{BIN}/pg_basebackup", "-h", self.first.folder, "-U", "quad", "-D", f"{self.folder}/data", "-R",
                  "-c", "fast")

    def begin(self) -> None:
        super().begin()
        self.wait_for("'*'", "sync")

    def wait_for(self, names: str, state: str) -> None:
        self.first.psql(f"ALTER SYSTEM SET synchronous_standby_names = {names};")
        self.first.psql("SELECT pg_reload_conf();")
        deadline = time.monotonic() + 20
        while self.first.standbys() != state:
            if time.monotonic() > deadline:
                raise RuntimeError(f"the standby is {self.first.standbys() or 'away'}, not {state}")
            time.sleep(0.05)

    def __exit__(self, *_) -> None:
        self.wait_for("''", "async")
        super().__exit__()


class Wire:
    """A folder with a socket that leads to the server, so many milliseconds there and back."""

    def __init__(self, server: Server, milliseconds: float) -> None:
        self.folder = tempfile.mkdtemp(prefix="qw-", dir="/tmp")
        name = ".s.PGSQL.5432"
        self.process = subprocess.Popen(
            [C_PEERS / "late_wire", Path(self.folder, name), Path(server.folder, name), str(int(milliseconds * 500))],
            stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder)
