"""Pictures in backups: they come back byte by byte; a missing or damaged one is named and fails nothing; an archive
with a picture that is not what its name says is refused."""

import hashlib
import os
import sqlite3
from contextlib import closing

import pytest
from quad_backups import back_up, empty_site, quadctl, restore, store, write_archive
from quad_catalogue import STORES
from quad_uploads import png, upload

# They read and replace the whole folder of a site.
pytestmark = pytest.mark.own_site
WHEN = {"date": "2040-05-01", "time": "19:00", "zone": "Etc/UTC"}


def original(site, name):
    return os.path.join(site.data, "media/objects", name[:2], name, "original")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def store_large(site, like):
    """A picture of several parts, put beside the others: only its name and its bytes count in a backup."""
    data = os.urandom(2 * 512 * 1024 + 7)
    name = hashlib.sha256(data).hexdigest()
    os.makedirs(os.path.dirname(original(site, name)))
    write(original(site, name), data)
    site.stop("media-fetcher")
    site.forget_mark("media-fetcher")
    with closing(sqlite3.connect(store(site, "media-fetcher"))) as database, database:
        database.execute(
            "INSERT INTO picture SELECT ?, width, height, ?, credit, stored_at FROM picture WHERE name = ?",
            (name, len(data), like))
        database.execute(
            "INSERT INTO holding SELECT person, ?, since, until, is_found FROM holding WHERE picture = ?", (name, like))
    site.start("media-fetcher")
    return name, data


def test_pictures_come_back_with_their_events(site):
    ada = site.member("ada")["token"]
    kept, lost, rotten = (upload(site, ada, png(color=(40, 90, blue)))["object"] for blue in (10, 110, 210))
    event = site.request(
        "POST", "/v1/events", {"title": "Party", "when": WHEN, "picture": {"object": kept}}, ada).json["event"]
    large, data = store_large(site, kept)
    before = content(original(site, kept))
    address = f"/v1/events/{event['id']}/picture/480"
    shown = site.request("GET", address, token=ada).body
    os.unlink(original(site, lost))
    write(original(site, rotten), b"no picture")
    path, plain = back_up(site), os.path.join(site.folder, "plain.quad")
    ended = quadctl(site, "backup", plain, "--plain")
    assert "with 2 pictures" in ended.stdout
    assert "2 pictures were missing or damaged" in ended.stderr and lost in ended.stderr and rotten in ended.stderr
    checked = quadctl(site, "backup", "--verify", plain)
    assert "2 pictures: 1.0 MB" in checked.stdout and lost in checked.stderr
    for file, passphrase in ((path, os.path.join(site.folder, "passphrase")), (plain, None)):
        with empty_site() as restored:
            ended = restore(restored, file, passphrase=passphrase)
            assert ended.returncode == 0 and "with 2 pictures" in ended.stdout, ended.stderr
            assert lost in ended.stderr and rotten in ended.stderr
            assert content(original(restored, kept)) == before and content(original(restored, large)) == data
            assert not os.path.exists(original(restored, rotten))
            if passphrase:
                restored.start_all()
                answer = restored.request("GET", address, token=ada)
                assert (answer.status, answer.body) == (200, shown)


def test_a_picture_that_is_not_its_name_is_refused(site):
    site.stop_all()
    stores = {name: content(store(site, name)) for name in STORES}
    path = os.path.join(site.folder, "made.quad")
    good = os.urandom(600_000)
    name = hashlib.sha256(good).hexdigest()
    for pictures, problem in (
        ({name: good[:-1] + b"?"}, "does not match its name"),
        ({f"{name[:-1]}/": good}, "what it says of a picture"),
        ({"../" * 21 + "x": good}, "what it says of a picture"),
        ({name: good, "0" * 64: b""}, "what it says of a picture"),
        ({name: bytes(32 * 1024 * 1024 + 1)}, "what it says of a picture"),
    ):
        write_archive(path, stores, pictures)
        with empty_site() as fresh:
            ended = restore(fresh, path)
            assert ended.returncode == 1 and problem in ended.stderr, ended.stderr
            assert os.listdir(fresh.data) == ["test-site"]
    write_archive(path, stores, {name: good, "f" * 64: b""})
    with empty_site() as fresh:
        # What is there already, damaged or not, is whole afterwards.
        os.makedirs(os.path.dirname(original(fresh, name)))
        write(original(fresh, name), b"damaged")
        ended = restore(fresh, path)
        assert ended.returncode == 0 and "1 picture was missing" in ended.stderr, ended.stderr
        assert content(original(fresh, name)) == good
    write_archive(path, stores)
    with empty_site() as fresh:
        ended = restore(fresh, path)
        assert ended.returncode == 0 and "picture" not in ended.stdout + ended.stderr
