"""A whole site whose data is in a database on PostgreSQL (QUAD_STORE)."""

import re
import signal
from pathlib import Path

import pytest
from postgres_server import Cluster
from quad_backups import back_up, empty_site, quadctl, restore, tasks
from quad_catalogue import STORES
from quad_metrics import samples, value
from quad_site import PROGRAMS, Site, wait_until


@pytest.fixture(scope="module")
def server():
    with Cluster() as server:
        server.psql("CREATE DATABASE campus;")
        yield server


@pytest.fixture(scope="module")
def site(server):
    site = Site(programs=(), settings={"QUAD_STORE": f"postgres:///campus?host={server.folder}"})
    try:
        server.prepare(site.keys, "campus")
        for program in STORES:
            server.require_passwords(program)
        site.start_all(PROGRAMS)
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


def test_people_use_it_and_a_killed_program_has_kept_what_it_acknowledged(site, server):
    ada = site.member("ada")["token"]
    assert site.request("POST", "/v1/tasks", {"title": "Dust"}, ada).status == 201
    assert site.request("POST", "/v1/messages", {"text": "Hello"}, ada).status == 201
    for path in ("tasks", "board", "events", "inbox", "courses", "sessions", "search/tasks?q=dus"):
        assert site.request("GET", f"/v1/{path}", token=ada).status == 200, path
    site.stop("roomhub", signal.SIGKILL)
    site.start("roomhub")
    tasks = site.request("GET", "/v1/tasks", token=ada)
    assert tasks.status == 200 and b"Dust" in tasks.body
    assert b"Dust" in site.request("GET", "/v1/search/tasks?q=dus", token=ada).body


def test_a_killed_server_is_waited_for_and_no_program_ends(site, server):
    ada = site.sign_in("ada")
    assert site.request("POST", "/v1/tasks", {"title": "Mop"}, ada).status == 201
    before = {program: site.processes[program].pid for program in PROGRAMS}
    server.kill()
    refused = site.request("POST", "/v1/tasks", {"title": "Nobody"}, ada)
    assert refused.status == 503 and refused.json["code"] == "service_unavailable", refused.body
    server.start()

    def added():
        return site.request("POST", "/v1/tasks", {"title": "Rinse"}, ada).status == 201

    def listed():
        answer = site.request("GET", "/v1/tasks", token=ada)
        return answer.body if answer.status == 200 else None

    wait_until(added, "changes are taken again")
    # A connection for reading that was refused is tried again a moment later.
    tasks = wait_until(listed, "tasks are read again")
    assert b"Mop" in tasks and b"Rinse" in tasks
    assert b"Nobody" not in tasks or refused.json["processed"] == "maybe"
    assert {program: site.processes[program].pid for program in PROGRAMS} == before
    assert all(process.poll() is None for process in site.processes.values())


def test_each_program_has_a_schema_and_no_file(site, server):
    schemas = server.psql("\\c campus\nSELECT schemaname FROM pg_tables WHERE tablename = 'outbox';").stdout.split()
    assert set(STORES) <= set(schemas)
    assert not list(Path(site.data).glob("*/*.sqlite"))


def test_no_program_opens_the_schema_of_another(server):
    for program in STORES:
        other = next(name for name in STORES if name != program)
        asking = f'\\c campus\nSET ROLE "{program}"; SELECT count(*) FROM "{{}}".outbox;'
        assert server.psql(asking.format(program)).stdout.strip().isdigit()
        with pytest.raises(AssertionError, match="permission denied for schema"):
            server.psql("\\set ON_ERROR_STOP on\n" + asking.format(other))


def test_a_site_that_may_hold_more_connections_than_there_are_does_not_start(site):
    site.settings["QUAD_STORE_READERS"] = "40"
    try:
        site.stop("notifier")
        site.start("notifier")
        assert site.processes.pop("notifier").wait(10) == 78
        assert "max_connections" in site.log("notifier")
    finally:
        del site.settings["QUAD_STORE_READERS"]
        site.start("notifier")


def test_a_backup_goes_from_one_engine_to_the_other_and_back(site, server):
    eva = site.member("eva", "105A")["token"]
    assert site.request("POST", "/v1/tasks", {"title": "Sweep"}, eva).status == 201
    path = back_up(site)
    passphrase = Path(site.folder, "passphrase")
    with empty_site() as files:
        done = restore(files, path, passphrase=passphrase)
        assert done.returncode == 0, done.stderr
        files.start_all()
        assert tasks(files, eva) == tasks(site, eva) != {}
        assert files.request("POST", "/v1/tasks", {"title": "Mop"}, eva).status == 201
        assert files.request("GET", "/v1/search/tasks?q=swep", token=eva).json["items"]
        path, expected = back_up(files), tasks(files, eva)
        # A folder of a site on a server is no empty one, and its programs are not restored under their feet.
        done = restore(site, path, passphrase=passphrase)
        assert done.returncode == 1 and "is running on this data" in done.stderr, done.stderr
        site.stop_all()
        done = restore(site, path, passphrase=passphrase)
        assert done.returncode == 1 and "already has data of " + ", ".join(sorted(STORES)) in done.stderr, done.stderr
        done = restore(site, path, "--replace", passphrase=passphrase)
        assert done.returncode == 0 and "on PostgreSQL, each program moves" in done.stdout, done.stderr
    site.start_all()
    assert tasks(site, eva) == expected
    assert site.request("POST", "/v1/tasks", {"title": "Wipe"}, eva).status == 201
    assert not [path for path in Path(site.data).glob("*/*.sqlite*") if path.suffix != ".lock"]
    schemas = server.psql("\\c campus\nSELECT nspname FROM pg_namespace WHERE nspname LIKE '% replaced-%';").stdout
    assert len(schemas.splitlines()) == len(STORES)
    # A week later they are gone, as a folder of a restore is.
    old = "\\c campus\nALTER SCHEMA \"{}\" RENAME TO \"roomhub replaced-20260102T030405Z\";"
    server.psql(old.format(next(name for name in schemas.splitlines() if name.startswith("roomhub "))))
    site.stop("roomhub")
    site.start("roomhub")
    site.wait_ready()
    assert "roomhub replaced" not in server.psql("\\c campus\nSELECT nspname FROM pg_namespace;").stdout


def test_a_program_begins_with_an_empty_schema_when_its_operator_says_so(site, server):
    ada = site.sign_in("ada")
    assert site.request("GET", "/v1/inbox", token=ada).status == 200
    asking = "\\c campus\nSELECT count(*) FROM notifier.idem; SELECT generation FROM notifier.stream;"
    before = server.psql(asking).stdout.split()
    assert int(before[1]) > 1
    assert quadctl(site, "restore", "--empty", "notifier", "--data", site.data).returncode == 1, "it runs"
    site.stop_all()
    done = quadctl(site, "restore", "--empty", "notifier", "--data", site.data)
    assert done.returncode == 0 and "on PostgreSQL, each program moves" in done.stdout, done.stderr
    site.start_all()
    assert server.psql(asking).stdout.split()[1] == "1"


def test_metrics_and_doctor_tell_of_the_database(site):
    now = samples(site)
    for program in STORES:
        assert value(now, "quad_store_file_bytes", program=program) > 100_000
        assert value(now, "quad_database_size_bytes", program=program) > 1_000_000
        assert 0 <= value(now, "quad_store_oldest_transaction_seconds", program=program) < 60
        used = value(now, "quad_database_connections", program=program)
        assert len(STORES) <= used <= value(now, "quad_database_max_connections", program=program)
    said = quadctl(site, "bus", "doctor").stdout
    assert re.search(r"^ok +the database has .*B, and \d+ of \d+ connections are in use$", said, re.M), said


@pytest.mark.parametrize(
    "place, problem",
    [("mysql://a/b", "neither"), ("postgres://a:b@c/d", "a password"), ("postgres:///a?schema=b", "a schema")])
def test_a_setting_that_is_no_place_is_refused(place, problem):
    site = Site(programs=())
    try:
        site.settings["QUAD_STORE"] = place
        site.start("auth")
        assert site.processes.pop("auth").wait(10) == 78
        assert problem in site.log("auth")
    finally:
        site.close()
