"""The restore drill: a backup taken under load brings back every acknowledged change in an empty folder with new
keys. Also backups of a quiet site and of the first schema, who gets a copy, and the time that 200 MB take."""

import os
import signal
import sqlite3
import stat
import time
from contextlib import closing

import pytest
from quad_backups import (
    back_up, digests, empty_site, first_version, quadctl, restore, rows, store, tasks, write_archive, writing,
)
from quad_bus import BusClient, Fault
from quad_catalogue import STORES
from quad_site import PASSWORD, wait_until

# They read and replace the whole folder of a site.
pytestmark = pytest.mark.own_site


def test_what_was_acknowledged_before_a_backup_is_in_it(site, operator):
    people = [site.member(name, number) for name, number in (("ada", "101"), ("ben", "102"), ("eve", "103"))]
    assert site.request("POST", "/v1/messages", {"text": "Rinse the pan."}, people[0]["token"]).status == 201
    stream = site.open_stream(people[0]["token"])
    site.request("POST", "/v1/tasks", {"title": "the last thing heard"}, people[0]["token"])
    heard = stream.next()[0]
    stream.close()
    with writing(site, people) as writers:
        wait_until(lambda: all(len(writer.acknowledged) >= 20 for writer in writers), "tasks are written")
        before = [dict(writer.acknowledged) for writer in writers]
        path = back_up(site)
        during = [len(writer.acknowledged) for writer in writers]
    assert all(now > len(old) for now, old in zip(during, before)), "writes went on meanwhile"
    epochs = {program: operator.call("$srv.info", {}, program=program)["epoch"] for program in STORES}
    secret = os.path.join(site.folder, "passphrase")

    with empty_site() as restored:
        ended = restore(restored, path, passphrase=secret)
        assert ended.returncode == 0, ended.stderr
        for program in STORES:
            assert stat.S_IMODE(os.stat(store(restored, program)).st_mode) == 0o600
            assert stat.S_IMODE(os.stat(os.path.dirname(store(restored, program))).st_mode) == 0o700
            assert rows(store(restored, program), "PRAGMA integrity_check") == [("ok",)]
        restored.start_all()
        for person, old, writer in zip(people, before, writers):
            found = tasks(restored, person["token"])
            assert old.items() <= found.items(), "acknowledged before the backup, and still signed in"
            known = {**writer.acknowledged}
            assert all(title in ("the last thing heard", known.get(task)) for task, title in found.items())
        for name in ("ada", "ben", "eve"):
            credentials = {"email": f"{name}@hilltop.example", "password": PASSWORD}
            assert restored.request("POST", "/v1/signin", credentials).status == 200
        messages = restored.request("GET", "/v1/messages", token=people[0]["token"]).json["items"]
        assert [message["text"] for message in messages] == ["Rinse the pan."]
        check_new_epochs(restored, epochs, people[0]["token"], heard)


def check_new_epochs(restored, epochs, token, heard):
    """Subscribers of the old streams start over, and new events arrive as usual."""
    operator = BusClient(restored.keys, restored.run, "operator")
    try:
        for program in STORES:
            assert operator.call("$srv.info", {}, program=program)["epoch"] != epochs[program]
            assert not os.path.exists(os.path.join(restored.data, program, "restored"))
        wait_until(lambda: "fetching a snapshot of auth" in restored.log("roomhub"), "roomhub starts over")
        stream = restored.open_stream(token, heard)
        assert stream.next()[1] == "reset"
        stream.close()
        head = operator.call("$srv.stats", {}, program="auth")["head"]
        zoe = restored.sign_up("zoe", {"dorm": "forbes", "number": "104"})
        wait_until(
            lambda: restored.request("GET", "/v1/room", token=zoe["token"]).status == 200, "the sign-up is heard")
        assert operator.call("$srv.stats", {}, program="auth")["head"] == head + 1, "no number is used twice"
        assert rows(store(restored, "roomhub"), "SELECT count(*) FROM dead_letter") == [(0,)]
        restored.stop("auth")
        restored.start("auth")
        restored.wait_ready()
        assert restored.log("auth").count("restored from a backup") == 1, "the epoch is new once"
    finally:
        operator.close()


def test_a_backup_of_a_quiet_site_is_the_site(site):
    ada = site.member("ada")
    for number in range(30):
        assert site.request("POST", "/v1/tasks", {"title": f"task {number}"}, ada["token"]).status == 201
    path = back_up(site, "--plain")
    site.stop_all()
    with empty_site() as restored:
        assert restore(restored, path).returncode == 0
        for program in STORES:
            found, there = digests(store(restored, program)), digests(store(site, program))
            # Cursors past events that do not concern a program are stored a moment later.
            del found["cursor"], there["cursor"]
            # Starts and stops are counted in it.
            del found["stream"], there["stream"]
            assert len(found) > 5 and found == there, program


def test_only_the_operator_gets_a_copy_and_no_program_is_left_out_by_accident(site, operator):
    for key in ("gateway", "seed", "auth"):
        client = BusClient(site.keys, site.run, key)
        try:
            for subject in ("$srv.backup.begin", "$srv.backup.read", "$srv.backup.end"):
                with pytest.raises(Fault) as refused:
                    client.call(subject, {"id": "x", "offset": 0, "length": 1}, program="roomhub")
                assert refused.value.code == "not_allowed"
        finally:
            client.close()
    copy = operator.call("$srv.backup.begin", {}, program="roomhub", remaining_ms=10_000)
    path = os.path.join(site.folder, "b.quad")
    busy = quadctl(site, "backup", path, "--plain")
    assert busy.returncode == 1 and "another backup of roomhub is running" in busy.stderr
    operator.call("$srv.backup.end", {"id": copy["id"]}, program="roomhub")
    site.stop("auth")
    missing = quadctl(site, "backup", path, "--plain")
    assert missing.returncode == 1 and "--without auth" in missing.stderr
    assert not os.path.exists(path) and not os.path.exists(path + ".part")
    assert quadctl(site, "backup", path, "--plain", "--without", "auth").returncode == 0
    assert quadctl(site, "backup", path).returncode == 64, "neither sealed nor --plain"


def test_a_backup_of_the_first_schema_is_upgraded(site):
    site.sign_up("ada")
    path = os.path.join(site.folder, "old.quad")
    write_archive(
        path, {name: first_version(name, site, os.path.join(site.folder, name + ".old")) for name in STORES})
    steps = "SELECT owner, number, sql FROM migration ORDER BY owner, number"
    with empty_site() as restored:
        ended = restore(restored, path)
        assert ended.returncode == 0, ended.stderr
        restored.start_all()
        for program in STORES:
            assert rows(store(restored, program), steps) == rows(store(site, program), steps)
        zoe = restored.sign_up("zoe")
        dorms = restored.request("GET", "/v1/dorms", token=zoe["token"]).json["items"]
        assert [dorm["name"] for dorm in dorms] == ["Olden Hall"]


@pytest.mark.skipif(not os.environ.get("QUAD_TEST_ALL"), reason="a long measurement: QUAD_TEST_ALL=1")
def test_two_hundred_megabytes_go_there_and_back_in_time(site, capsys):
    ada = site.member("ada")
    site.stop("roomhub", signal.SIGTERM)
    site.forget_mark("roomhub")
    with closing(sqlite3.connect(store(site, "roomhub"))) as database:
        forever = 1 << 52
        for _ in range(200):
            database.executemany(
                "INSERT INTO idem VALUES (?, ?, ?, ?)",
                [(os.urandom(32), os.urandom(32), os.urandom(900), forever) for _ in range(1000)])
            database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    megabytes = os.stat(store(site, "roomhub")).st_size / 1e6
    site.start("roomhub")
    site.wait_ready()
    with writing(site, [ada]) as (writer,):
        wait_until(lambda: writer.acknowledged, "a task is written")
        writer.slowest = 0.0
        began = time.monotonic()
        path = back_up(site)
        backup = time.monotonic() - began
    with empty_site() as restored:
        began = time.monotonic()
        assert restore(restored, path, passphrase=os.path.join(site.folder, "passphrase")).returncode == 0
        took = time.monotonic() - began
        restored.start_all()
        assert len(tasks(restored, ada["token"])) > 0
    with capsys.disabled():
        print(
            f"\nbackup {megabytes:.0f} MB: {backup:.1f} s, {megabytes / backup:.0f} MB/s; restore {took:.1f} s, "
            f"{megabytes / took:.0f} MB/s; slowest write meanwhile {writer.slowest * 1000:.0f} ms")
    # 1 GB within a minute each way.
    assert megabytes / backup > 17 and megabytes / took > 17
