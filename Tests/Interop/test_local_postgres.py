"""A site of compose/local whose data is in a PostgreSQL of its own (--postgres)."""

import http.client
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest
from quad_catalogue import STORES
from quad_launch import wait_until
from quad_ports import hold_port, release_port
from quad_site import BIN, PASSWORD, send

LOCAL = Path(__file__).resolve().parents[2] / "compose" / "local"


class Place:
    """The folder of one site."""

    def __init__(self, folder):
        self.var = Path(folder, "var")
        self.port = hold_port()

    def run(self, *arguments, **more):
        # Without a web client: building it takes longer than all the rest.
        environment = {
            **os.environ, "QUAD_BIN": os.path.abspath(BIN), "QUAD_PORT": str(self.port), "QUAD_SIGNUP": "open",
            "QUAD_WEB": "", **more}
        return subprocess.run(
            [LOCAL, *arguments, "--data", self.var], env=environment, stdin=subprocess.DEVNULL, timeout=90,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def says(self, *arguments, status=0, **more):
        done = self.run(*arguments, **more)
        assert done.returncode == status, done.stdout
        return done.stdout

    def start(self, *options):
        return self.says("--background", "--no-seeds", *options)

    def ask(self, method, path, body=None, token=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            return send(connection, method, path, body, token)
        finally:
            connection.close()

    def processes(self):
        """The server's, and the supervisor's."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_text().split("\0")
            except OSError:
                continue
            if str(self.var / "postgres" / "data") in words:
                found["postgres"] = int(folder.name)
            if str(self.var / "supervisor.conf") in words and "supervis" in "".join(words[:3]):
                found["supervisor"] = int(folder.name)
        return found


@pytest.fixture
def place():
    # A short name: pytest's folders are too long for a socket.
    with tempfile.TemporaryDirectory(prefix="ql-") as folder:
        place = Place(folder)
        try:
            yield place
            place.run("stop")
        finally:
            release_port(place.port)


def test_its_data_outlives_a_stop_and_a_dead_supervisor(place):
    assert "Making a database on PostgreSQL" in place.start("--postgres")
    body = {"email": "ada@hilltop.example", "password": PASSWORD, "firstName": "Ada", "lastName": "Example", "signIn": True}
    answer = place.ask("POST", "/v1/signup", body)
    assert answer.status == 201, answer.body
    token = answer.json["token"]
    assert not list((place.var / "data").glob("*/*.sqlite"))
    assert re.search(r"^postgres +RUNNING", place.says("status"), re.M)

    assert "killed" not in place.says("stop")
    assert not place.processes()
    assert "database system is shut down" in place.says("logs", "postgres")

    # A later start needs no option.
    assert "Making" not in place.start()
    assert place.ask("GET", "/v1/me", token=token).json["firstName"] == "Ada"
    before = place.processes()
    os.kill(before["supervisor"], signal.SIGKILL)
    wait_until(lambda: "supervisor" not in place.processes(), "the supervisor is gone")
    assert "Ending programs left over" in place.start()
    assert place.ask("GET", "/v1/me", token=token).json["firstName"] == "Ada"
    assert place.processes()["postgres"] != before["postgres"]


def owners(place):
    """The owner of each schema and of a table in it, as the superuser sees it over the server's socket."""
    sql = "SELECT nspname, pg_get_userbyid(nspowner), pg_get_userbyid(relowner) FROM pg_class" \
        " JOIN pg_namespace n ON n.oid = relnamespace WHERE relname = 'outbox'"
    elsewhere = place.var / "run-folder"
    sockets = elsewhere.read_text().strip() if elsewhere.exists() else place.var / "run"
    done = subprocess.run(
        ["psql", "-X", "-A", "-t", "-w", "-h", sockets, "-U", "quad", "-d", "quad", "-c", sql],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return sorted(tuple(row.split("|")) for row in done.stdout.split())


def test_each_program_has_a_role_also_on_a_site_where_all_were_the_superuser(place):
    place.start("--postgres")
    roles = sorted((program, program, program) for program in STORES)
    assert owners(place) == roles
    place.says("stop")
    # As it was before: no role, no password, and the superuser owns everything.
    data = place.var / "postgres" / "data"
    (data / "pg_hba.conf").write_text("local all all trust\n")
    for program in STORES:
        (place.var / "keys" / f"{program}.postgres").unlink()
    sql = "".join(
        f'REASSIGN OWNED BY "{name}" TO quad;\n\nDROP OWNED BY "{name}";\n\nDROP ROLE "{name}";\n\n' for name in STORES)
    as_server = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"] if os.getuid() == 0 else []
    done = subprocess.run(
        [*as_server, "/usr/lib/postgresql/15/bin/postgres", "--single", "-j", "-D", data, "quad"], input=sql,
        capture_output=True, text=True)
    assert "ERROR" not in done.stdout + done.stderr, done.stderr
    place.start()
    assert owners(place) == roles
    said = place.says("stop") + "".join(path.read_text() for path in (place.var / "log").glob("*.log"))
    assert "password authentication failed" not in said


def test_a_site_of_files_and_a_second_place_are_refused(place):
    (place.var / "data").mkdir(parents=True)
    (place.var / "data" / "seeded").touch()
    said = place.says("--background", "--postgres", status=1)
    assert "--postgres is for a new site" in said and not (place.var / "postgres").exists()
    (place.var / "data" / "seeded").unlink()
    said = place.says("--background", "--postgres", status=1, QUAD_STORE="postgres://db/quad")
    assert "QUAD_STORE in the environment says postgres://db/quad" in said and not (place.var / "postgres").exists()
