"""A stopped site is moved from files to PostgreSQL and back (quadctl move): nothing changes but the place."""

import re
import secrets
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from postgres_server import Cluster
from quad_backups import digests, quadctl, rows, store, tasks, writing
from quad_catalogue import STORES
from quad_site import EDGE, PROGRAMS, Site, wait_until


@pytest.fixture(scope="module")
def server():
    with Cluster() as server:
        server.psql("CREATE ROLE programs;")
        for program in STORES:
            server.psql(f'CREATE ROLE "{program}" LOGIN IN ROLE programs;')
        server.require_passwords("+programs")
        yield server


@pytest.fixture
def database(server):
    """The address of an empty database, in which each program may make its schema."""
    name = f"campus{secrets.token_hex(4)}"
    server.psql(f"CREATE DATABASE {name}; GRANT CREATE ON DATABASE {name} TO programs;")
    return f"postgres:///{name}?host={server.folder}"


@pytest.fixture
def site(server):
    """A site on files that has been used, with an account on the server for each of its programs."""
    site = Site()
    try:
        for program in STORES:
            password = secrets.token_hex(16)
            server.psql(f"ALTER ROLE \"{program}\" PASSWORD '{password}';")
            path = Path(site.keys, f"{program}.postgres")
            path.write_text(f"{password}\n")
            path.chmod(0o400)
        site.define_dorm("forbes", "Forbes Hall", 4)
        site.ada = site.member("ada")["token"]
        for number in range(20):
            add(site, f"task {number}")
        assert site.request("POST", "/v1/messages", {"text": "Hello"}, site.ada).status == 201
        yield site
    finally:
        site.close()


def add(site, title):
    answer = site.request("POST", "/v1/tasks", {"title": title}, site.ada)
    assert answer.status == 201, answer.body


def stop_stores(site):
    """Everything but the gateway, whose live streams go on."""
    for program in reversed(STORES):
        assert site.stop(program) == 0, program


def start_stores(site):
    for program in PROGRAMS:
        if program != EDGE:
            site.start(program)
    site.wait_ready()


def move(site, *words):
    return quadctl(site, "move", *words, "--data", site.data, timeout=120)


def moved(site, *words):
    """The digest that each program's tables have before and after."""
    done = move(site, *words)
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r"^([a-z-]+): \d+ rows in \d+ tables, digest ([0-9a-f]{16})$", done.stdout, re.M))
    assert sorted(found) == sorted(STORES), done.stdout
    return found


def everything(site):
    found = {program: digests(store(site, program)) for program in STORES}
    for tables in found.values():
        # SQLite's own: the numbers of the newest rows.
        tables.pop("sqlite_sequence", None)
    return found


def epoch(site, program):
    return rows(store(site, program), "SELECT epoch FROM stream")


def test_there_and_back_is_the_same(site, database):
    site.stop_all()
    before = everything(site)
    there = moved(site, database)
    assert not list(Path(site.data).glob("*/*.sqlite")), "the files are out of the way"
    back = moved(site, "sqlite", "--from", database)
    assert there == back
    assert everything(site) == before
    assert all(len(tables) > 5 for tables in before.values())
    assert Path(store(site, "auth")).stat().st_mode & 0o777 == 0o600
    site.start_all()
    assert len(tasks(site, site.ada)) == 20


def test_whoever_follows_goes_on_without_a_reset_and_no_change_is_lost(site, database):
    """Programs and a live stream keep their places in the streams of the others while the engine changes twice, and
    people go on changing things: what isn't taken at the moment is once the programs are back, and stands there once."""
    people = [site.member(name, number) for name, number in (("cleo", "103A"), ("dan", "104A"))]
    with writing(site, people) as writers:
        follow(site, database)
    for person, writer in zip(people, writers):
        assert writer.refused, "it wrote while the programs were away"
        assert len(writer.acknowledged) > 20
        assert tasks(site, person["token"]) == writer.acknowledged
    site.stop_all()
    for program in STORES:
        assert rows(store(site, program), "SELECT count(*) FROM dead_letter") == [(0,)]


def follow(site, database):
    stream = site.open_stream(site.ada)
    add(site, "the first")
    assert stream.next()[1] == "roomhub.task.added"
    snapshots = {program: site.log(program).count("fetching a snapshot") for program in PROGRAMS}
    for target, more in ((database, ()), ("sqlite", ("--from", database))):
        stop_stores(site)
        moved(site, target, *more)
        site.settings["QUAD_STORE"] = target
        start_stores(site)
        wait_until(lambda: site.request("GET", "/v1/tasks", token=site.ada).status == 200, "the site is back")
        add(site, f"on {target[:6]}")
        told = stream.next()
        assert told is not None and told[1] == "roomhub.task.added", told
    assert len(tasks(site, site.ada)) == 23
    # auth is heard by the others: a person who signs up now can join.
    site.member("ben", "102A")
    assert {program: site.log(program).count("fetching a snapshot") for program in PROGRAMS} == snapshots
    stream.close()


def test_what_is_in_the_way_is_named_and_nothing_changes(site, database):
    refused = move(site, database)
    assert refused.returncode == 1 and "stop it first" in refused.stderr, refused.stderr
    site.stop("roomhub", signal.SIGKILL)
    site.start("roomhub")
    site.wait_ready()
    site.stop_all()
    moved(site, database)
    again = move(site, database)
    assert again.returncode == 1 and "already" in again.stderr
    # The old place is closed.
    site.start("auth")
    assert site.processes.pop("auth").wait(10) == 78
    assert "QUAD_STORE must be postgres://" in site.log("auth")
    # A site that was moved there and forgotten is not overwritten unless told.
    Path(site.data, "moved").unlink()
    for program in STORES:
        old, = Path(site.data, program).glob("replaced-*")
        for file in old.iterdir():
            file.rename(Path(site.data, program, file.name))
    occupied = move(site, database)
    assert occupied.returncode == 1 and "already data of auth" in occupied.stderr and "--replace" in occupied.stderr
    assert moved(site, database, "--replace")
    Path(site.data, "moving").write_text("sqlite\n")
    site.settings["QUAD_STORE"] = database
    site.start("auth")
    assert site.processes.pop("auth").wait(10) == 78
    assert "run the same `quadctl move` again" in site.log("auth")


def test_a_program_that_was_killed_has_to_be_started_once(site, database):
    site.stop("roomhub", signal.SIGKILL)
    for program in reversed(PROGRAMS):
        if program != "roomhub":
            assert site.stop(program) == 0
    refused = move(site, database)
    assert refused.returncode == 1 and "roomhub did not stop in order" in refused.stderr, refused.stderr


@contextmanager
def blocked(server, database, sql):
    """Holds what a statement of another session took, until it is told to go."""
    name = re.search(r"/(campus\w+)", database)[1]
    session = subprocess.Popen(
        ["psql", "-X", "-q", "-h", server.folder, "-U", "quad", "-d", name], stdin=subprocess.PIPE, text=True)
    session.stdin.write(f"BEGIN; {sql};\n")
    session.stdin.flush()
    try:
        yield
    finally:
        session.communicate("ROLLBACK;\n", timeout=10)


def test_a_move_that_is_killed_leaves_the_data_in_use_and_begins_again(site, server, database):
    site.stop_all()
    epochs = {program: epoch(site, program) for program in STORES}
    # It waits for the last program's schema when the others are copied.
    with blocked(server, database, 'CREATE SCHEMA "notifier"'):
        moving = subprocess.Popen(
            [f"{site.command('quadctl')[0]}", "move", database, "--data", site.data], env=site.environment,
            stdout=subprocess.PIPE, text=True)
        for line in moving.stdout:
            if line.startswith("guide:"):
                break
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted;"
        wait_until(lambda: server.psql(waiting).stdout.strip() != "0", "the move waits")
        moving.kill()
        moving.wait(10)
    site.start_all()
    assert len(tasks(site, site.ada)) == 20
    site.stop_all()
    assert {program: epoch(site, program) for program in STORES} == epochs
    moved(site, database)
    site.settings["QUAD_STORE"] = database
    site.start_all()
    assert len(tasks(site, site.ada)) == 20
    name = re.search(r"/(campus\w+)", database)[1]
    triggers = server.psql(f"\\c {name}\nSELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1;").stdout.split()
    assert triggers == ["alert_added", "alert_cap", "alert_cap_added", "alert_deleted", "alert_moved"]


def test_a_move_that_is_cut_in_its_last_steps_is_finished(site, database):
    site.stop_all()
    there = moved(site, database)
    # As if it had been killed with the data at the new place, and the old one not cleared.
    for program in ("auth", "roomhub"):
        old, = Path(site.data, program).glob("replaced-*")
        for file in old.iterdir():
            file.rename(Path(site.data, program, file.name))
        old.rmdir()
    Path(site.data, "moving").write_text(f"{database}\n")
    done = move(site, database)
    assert done.returncode == 0, done.stderr
    assert not list(Path(site.data).glob("*/*.sqlite")) and not Path(site.data, "moving").exists()
    # As if it had been killed before: what has arrived is taken for the rest of that.
    Path(site.data, "moved").unlink()
    for program in STORES:
        old, = Path(site.data, program).glob("replaced-*")
        for file in old.iterdir():
            file.rename(Path(site.data, program, file.name))
        old.rmdir()
    Path(site.data, "moving").write_text(f"{database}\n")
    assert moved(site, database) == there


@pytest.mark.parametrize(
    "words, problem",
    [
        (("mysql://a/b",), "neither"), (("postgres://a:b@c/d",), "password"), (("postgres:///a?schema=b",), "schema"),
        ((), "missing"), (("sqlite",), "--from"), (("sqlite", "--from", "sqlite"), "neither"),
    ])
def test_words_that_are_no_place_are_refused(words, problem):
    site = Site(programs=())
    try:
        refused = move(site, *words)
        assert refused.returncode == 64 and problem in refused.stderr, refused.stderr
    finally:
        site.close()
