"""compose/postgres.yaml as text: every program with a store has the database, and nobody else has a way to it."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from postgres_server import QUAD, Cluster
from quad_catalogue import PROGRAMS, STORES
from quad_ports import hold_port, release_port

COMPOSE = Path(__file__).resolve().parents[2] / "compose"


def read(name):
    return yaml.safe_load((COMPOSE / name).read_text())


def test_every_program_with_a_store_is_told_the_database_and_reaches_it_alone():
    file = read("postgres.yaml")
    services = file["services"]
    for program in PROGRAMS:
        if program in STORES:
            told = services[program]
            assert told["environment"]["QUAD_STORE"].startswith("postgres://postgres/quad?"), program
            assert told["networks"] == ["database"]
            # The server itself, too: compose stops first what depends on what runs.
            assert told["depends_on"] == {"postgres": {"condition": "service_healthy"},
                                          "postgres-roles": {"condition": "service_completed_successfully"}}
        else:
            assert program not in services, f"{program} stores nothing"
    assert file["networks"] == {"database": {"internal": True}}
    assert services["postgres"]["networks"] == ["database"] and "network_mode" not in services["postgres"]
    # The way in without a password is a socket that no program has.
    has_socket = {name for name, what in services.items() if "postgres-socket:/run/postgresql" in what.get("volumes", [])}
    assert has_socket == {"postgres", "postgres-roles"}
    assert services["postgres-roles"]["network_mode"] == "none"
    for path in COMPOSE.glob("*.yaml"):
        for service, what in read(path.name)["services"].items():
            keys = [volume for volume in what.get("volumes", []) if volume.startswith("keys-postgres:")]
            assert not keys or (path.name, service) in {("postgres.yaml", "keys-init"), ("postgres.yaml", "postgres-roles")}


@pytest.fixture(scope="module")
def server():
    """A server with the rules of the one in containers, whose superuser comes by the socket."""
    port = hold_port()
    try:
        with Cluster(port=port) as server:
            rules = (COMPOSE / "postgres" / "pg_hba.conf").read_text()
            assert re.search(r"^local +all +quad +peer$", rules, re.M)
            # The account of the tests has another name.
            Path(server.folder, "data", "pg_hba.conf").write_text(rules.replace("peer", "trust"))
            server.psql("SELECT pg_reload_conf();")
            yield server
    finally:
        release_port(port)


def test_the_database_is_made_with_what_keys_init_left_and_again(server, tmp_path):
    keys = tmp_path / "keys"
    keys.mkdir()
    text = (COMPOSE / "postgres" / "database.sh").read_text()
    script = tmp_path / "quad-database"
    script.write_text(text.replace("/run/postgresql", server.folder).replace("/keys/postgres", str(tmp_path)))
    for words in (["keygen", "--postgres"], ["postgres"]):
        done = subprocess.run([f"{QUAD}/quadctl", *words, "--keys", keys], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    (tmp_path / "roles.sql").write_text(done.stdout)
    for _ in range(2):
        done = subprocess.run(
            ["sh", script, "roles"], capture_output=True, text=True, env={**os.environ, "PGPORT": str(server.port)})
        assert done.returncode == 0, done.stderr
    for program in STORES:
        password = (keys / f"{program}.postgres").read_text().strip()

        def ask(database="quad", host="127.0.0.1", role=program, password=password, status=0):
            return server.run_as(role, database, "SELECT current_user;", password, status, host)

        assert ask() == program
        assert "password authentication failed" in ask(password="wrong", status=1)
        for refused in ({"database": "postgres"}, {"host": server.folder}, {"role": "quad"}):
            assert "pg_hba.conf" in ask(status=1, **refused), refused
    # A roles file that fails is noticed.
    (tmp_path / "roles.sql").write_text("SELECT nothing;\nSELECT 1;\n")
    done = subprocess.run(
        ["sh", script, "roles"], capture_output=True, text=True, env={**os.environ, "PGPORT": str(server.port)})
    assert done.returncode != 0 and "nothing" in done.stderr


def test_a_check_of_the_server_ends_at_once_the_first_time_and_then_watches(server, tmp_path):
    script = tmp_path / "quad-database"
    text = (COMPOSE / "postgres" / "database.sh").read_text()
    script.write_text(text.replace("/run/postgresql", server.folder).replace("/tmp/healthy", f"{tmp_path}/healthy"))
    environment = {**os.environ, "PGPORT": str(server.port)}
    assert subprocess.run(["sh", script, "healthy"], env=environment, timeout=10).returncode == 0
    watching = subprocess.Popen(["sh", script, "healthy"], env=environment)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            watching.wait(3)
        server.kill()
        assert watching.wait(10) != 0
        assert subprocess.run(["sh", script, "healthy"], env=environment, timeout=10).returncode != 0
    finally:
        watching.kill()
        watching.wait()
        server.start()
