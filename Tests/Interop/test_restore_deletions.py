"""O7: accounts that were deleted after a backup are not brought back by it."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest
from quad_accounts import running, sign_in, sql
from quad_backups import back_up, restore, rows, store
from quad_bus import BusClient
from quad_catalogue import EDGE, STORES
from quad_events import add
from quad_faults import flip
from quad_site import PASSWORD, raw, wait_until

LIST = os.path.join("auth", "erased")


@pytest.fixture
def site():
    with running(clock="2026-09-01T12:00:00.000Z") as site:
        site.define_dorm("forbes", "Forbes Hall", 8)
        yield site


def delete(site, person):
    deleted = site.request("POST", "/v1/me/delete", {"password": PASSWORD}, person["token"])
    assert deleted.status == 202, deleted.body


def erase(site, name, person, instant):
    delete(site, person)
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("$srv.clock", {"to": instant}, program="auth")
    finally:
        operator.close()
    wait_until(lambda: sql(site, "SELECT 1 FROM person WHERE email = ?", site.address(name)) == [], "the erasure ends")


def stored(site, text):
    """The stores, logs and lists of the programs that hold this text, whatever their tables say."""
    found = []
    for program in STORES:
        for name in os.listdir(os.path.join(site.data, program)):
            with open(os.path.join(site.data, program, name), "rb") as file:
                if text in file.read():
                    found.append(f"{program}/{name}")
    return found


def listed(site):
    with open(os.path.join(site.data, LIST)) as file:
        return [line.split(" ")[1:3] for line in file.read().split("\n")[1:-1]]


def test_o7_a_restore_deletes_accounts_again_that_were_deleted_since(site):
    early, late, leaver, back = (
        site.member(name, number) for name, number in (
            ("earlybird", "101"), ("quillon", "102"), ("wanderer", "103"), ("boomerang", "104")))
    for person, title in ((late, "Quillons Geheimnis"), (leaver, "Wanderers Fest")):
        add(site, person, title, when={"date": "2026-12-24", "time": "18:00:00", "zone": "Europe/Berlin"})
    assert site.request("POST", "/v1/tasks", {"title": "Rinse the pan"}, late["token"]).status == 201
    erase(site, "earlybird", early, "2026-09-08T12:00:00.000Z")
    path = back_up(site, "--plain")
    assert len(stored(site, b"quillon@")) > 0

    erase(site, "quillon", late, "2026-09-15T12:00:01.000Z")
    for person in (leaver, back):
        delete(site, person)
    assert site.request("POST", "/v1/me/undelete", token=site.sign_in("boomerang")).status == 200
    expected = [
        ["leaving", early["person"]], ["erasing", early["person"]], ["leaving", late["person"]],
        ["erasing", late["person"]], ["leaving", leaver["person"]], ["leaving", back["person"]],
        ["staying", back["person"]]]
    assert listed(site) == expected
    site.stop("auth", signal.SIGKILL)
    for program in list(site.processes):
        site.stop(program)

    # A damaged list is refused, by file and line, and nothing has changed.
    whole = os.path.join(site.data, LIST)
    shutil.copy(whole, whole + ".whole")
    flip(whole, 100)
    before = sorted(os.listdir(site.data))
    ended = restore(site, path, "--replace")
    assert ended.returncode == 1 and "Nothing was changed" in ended.stderr, ended.stderr
    assert f"{LIST} is damaged at line 2" in ended.stderr and "Put an intact copy back" in ended.stderr
    assert sorted(os.listdir(site.data)) == before
    site.start("auth")
    assert site.processes.pop("auth").wait(10) == 78
    assert "is damaged at line 2" in site.log("auth")
    os.replace(whole + ".whole", whole)
    # The line that a power cut left unfinished does not count.
    with open(whole, "ab") as file:
        file.write(b"2026-09-15T12:00:00.000Z erasing " + leaver["person"].encode())

    ended = restore(site, path, "--replace")
    assert ended.returncode == 0, ended.stderr
    assert stored(site, b"quillon@"), "the backup has the person"
    # Stored replies have expired when an account's week is over; this week was one of the test clock alone.
    for program in STORES:
        with closing(sqlite3.connect(store(site, program))) as database, database:
            database.execute("UPDATE idem SET expires_at = 0")
    # Somebody else may have the gateway's port by now.
    os.unlink(os.path.join(site.data, EDGE, "port"))
    site.start_all()
    site.wait_ready()
    assert sign_in(site, "quillon").status == 401
    assert sign_in(site, "earlybird").status == 401
    # The deletion that was asked for goes on, and the canceled one does not.
    token = site.sign_in("wanderer")
    assert "erases" in site.request("GET", "/v1/me", token=token).json
    assert "erases" not in site.request("GET", "/v1/me", token=site.sign_in("boomerang")).json
    assert [event["title"] for event in site.request("GET", "/v1/events", token=token).json["items"]] == ["Wanderers Fest"]
    assert all("deleted again after the restore: 2 accounts" in site.log(program) for program in STORES)
    assert not any(os.path.exists(os.path.join(site.data, program, "restored")) for program in STORES)
    assert listed(site) == expected
    site.stop_all()
    assert stored(site, b"quillon") == [] == stored(site, b"Quillon")
    # The id alone stays, so that events about the person from before are ignored.
    assert (raw(late["person"]),) in rows(store(site, "notifier"), "SELECT person FROM erased_person")
