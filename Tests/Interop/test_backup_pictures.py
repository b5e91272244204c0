"""Pictures beside backups: they are written once and come back byte by byte; one that is missing or damaged on the site
is named and fails nothing; one that is missing or damaged beside the backup is named before anything changes, and
written again by the next backup; a kill and a full disk leave nothing that is half."""

import hashlib
import os
import signal
import sqlite3
import stat
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from quad_backups import PASSPHRASE, back_up, empty_site, quadctl, restore, store, write_archive
from quad_catalogue import STORES
from quad_faults import flip
from quad_site import BIN
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


def store_large(site, like, count=1):
    """Pictures of several parts, put beside the others: only their names and their bytes count in a backup."""
    made = {}
    for _ in range(count):
        data = os.urandom(2 * 512 * 1024 + 7)
        name = hashlib.sha256(data).hexdigest()
        os.makedirs(os.path.dirname(original(site, name)))
        write(original(site, name), data)
        made[name] = data
    site.stop("media-fetcher")
    site.forget_mark("media-fetcher")
    with closing(sqlite3.connect(store(site, "media-fetcher"))) as database, database:
        for name, data in made.items():
            database.execute(
                "INSERT INTO picture SELECT ?, width, height, ?, credit, stored_at FROM picture WHERE name = ?",
                (name, len(data), like))
            database.execute(
                "INSERT INTO holding SELECT person, ?, since, until, is_found FROM holding WHERE picture = ?", (name, like))
    site.start("media-fetcher")
    return made


def objects(folder, end=".sealed"):
    """The objects of pictures beside the backups of a folder, with their inodes: one that is written again has another."""
    found = Path(folder, "quad-pictures").glob("*/*")
    return {path: path.stat().st_ino for path in sorted(found) if path.name.endswith(end)}


def verify(site, path):
    return quadctl(site, "backup", "--verify", path, "--passphrase-file", os.path.join(site.folder, "passphrase"))


def test_pictures_come_back_with_their_events(site):
    ada = site.member("ada")["token"]
    kept, lost, rotten = (upload(site, ada, png(color=(40, 90, blue)))["object"] for blue in (10, 110, 210))
    event = site.request(
        "POST", "/v1/events", {"title": "Party", "when": WHEN, "picture": {"object": kept}}, ada).json["event"]
    [(large, data)] = store_large(site, kept).items()
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
        ({name: good[:-1] + bytes([good[-1] ^ 1])}, "does not match its name"),
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


def test_unchanged_pictures_are_written_once_and_damaged_ones_again(site, tmp_path):
    ada = site.member("ada")["token"]
    pictures = {name: content(original(site, name)) for name in
                (upload(site, ada, png(color=(40, 90, blue)))["object"] for blue in (10, 110, 210))}
    pictures |= store_large(site, min(pictures), 2)
    path = back_up(site)
    first = objects(site.folder)
    assert len(first) == 5
    for file in first:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert file.stem not in pictures and not any(data[:64] in file.read_bytes() for data in pictures.values())
    added = upload(site, ada, png(color=(1, 2, 3)))["object"]
    pictures[added] = content(original(site, added))
    # What the site has lost since is still beside the backups.
    os.unlink(original(site, min(pictures)))
    again = os.path.join(site.folder, "again.quad")
    ended = quadctl(site, "backup", again, "--passphrase-file", os.path.join(site.folder, "passphrase"))
    assert "with 6 pictures, 1 new (" in ended.stdout and "missing" not in ended.stderr
    second = objects(site.folder)
    assert second.items() > first.items() and len(second) == 6
    assert os.stat(again).st_size < os.stat(path).st_size + 100_000

    # A bit, two exchanged ones, a missing one: each is named, and nothing is restored without the operator's word.
    flipped, one, other, gone, whole, *_ = sorted(first, key=lambda file: file.stat().st_size)
    changed = bytearray(flipped.read_bytes())
    changed[len(changed) // 2] ^= 1
    flipped.write_bytes(changed)
    kept = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(kept)
    gone.rename(tmp_path / "gone")
    with empty_site() as fresh:
        secret = os.path.join(site.folder, "passphrase")
        ended = restore(fresh, again, passphrase=secret)
        assert ended.returncode == 1 and "--incomplete; nothing was changed" in ended.stderr, ended.stderr
        assert all(file.stem in ended.stderr for file in (flipped, one, other, gone)) and whole.stem not in ended.stderr
        assert os.listdir(fresh.data) == ["test-site"]
        ended = restore(fresh, again, "--incomplete", passphrase=secret)
        assert ended.returncode == 0 and "with 2 pictures" in ended.stdout and gone.stem in ended.stderr, ended.stderr
        found = {file.parent.name: file.read_bytes() for file in Path(fresh.data, "media/objects").rglob("original")}
        assert len(found) == 2 and found.items() < pictures.items()
    ended = verify(site, again)
    assert ended.returncode == 1 and "1 picture of the backup is missing in" in ended.stderr
    assert "3 pictures of the backup are damaged in" in ended.stderr and "is complete" not in ended.stdout
    # The next backup heals what the site still has.
    write(original(site, min(pictures)), pictures[min(pictures)])
    assert "with 6 pictures, 4 new (" in quadctl(
        site, "backup", path, "--passphrase-file", os.path.join(site.folder, "passphrase")).stdout
    assert verify(site, path).returncode == 0 and verify(site, again).returncode == 0

    # A copy of the folder is a backup; what only a deleted one needs is pruned.
    plain = os.path.join(site.folder, "plain.quad")
    assert quadctl(site, "backup", plain, "--plain").returncode == 0
    assert {file.stem for file in objects(site.folder, ".plain")} == set(pictures)
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", site.folder, copy], check=True)
    assert verify(site, str(copy / "again.quad")).returncode == 0
    os.unlink(plain)
    os.unlink(path)
    ended = quadctl(site, "backup", "--prune", site.folder)
    assert ended.returncode == 0 and "deleted 9 pictures" in ended.stdout, ended.stdout + ended.stderr
    assert len(objects(site.folder)) == 6 and not objects(site.folder, "").keys() - objects(site.folder).keys()
    assert verify(site, again).returncode == 0


def test_a_list_that_leaves_its_folder_or_lies_is_refused(site, tmp_path):
    site.stop_all()
    stores = {name: content(store(site, name)) for name in STORES}
    path = str(tmp_path / "made.quad")
    good = os.urandom(5000)
    name = hashlib.sha256(good).hexdigest()
    file = tmp_path / "quad-pictures" / name[:2] / f"{name}.plain"
    file.parent.mkdir(parents=True)
    file.write_bytes(good)
    (tmp_path / "outside").write_bytes(good)
    for listed, problem in (
        ({"../" * 21 + "x": 5000}, "what it says of a picture"),
        ({name: 64 << 20}, "what it says of a picture"),
        ({name: -1}, "what it says of a picture"),
        ({name: 5000, "0" * 64: 5}, "what it says of a picture"),
        ({name: 4999}, "is damaged in"),
        ({name: 5000, "f" * 64: 5}, "is missing in"),
    ):
        write_archive(path, stores, listed=listed)
        with empty_site() as fresh:
            ended = restore(fresh, path)
            assert ended.returncode == 1 and problem in ended.stderr, ended.stderr
            assert os.listdir(fresh.data) == ["test-site"]
    write_archive(path, stores, listed={name: 5000})
    with empty_site() as fresh:
        assert restore(fresh, path).returncode == 0 and content(original(fresh, name)) == good
    # A fifo would never end, a device not either: only files are read.
    for make in (os.mkfifo, os.mkdir, lambda place: os.symlink("/dev/zero", place)):
        file.unlink() if not file.is_dir() else file.rmdir()
        make(file)
        ended = quadctl(site, "backup", "--verify", path, timeout=10)
        assert ended.returncode == 1 and "is damaged in" in ended.stderr
        file.with_name(file.name + ".damaged").rename(file)
    flip(path, -20)
    ended = quadctl(site, "backup", "--prune", str(tmp_path))
    assert ended.returncode == 1 and "made.quad" in ended.stderr and "nothing was deleted" in ended.stderr


def test_a_killed_backup_and_a_full_disk_leave_nothing_half(site, tmp_path):
    ada = site.member("ada")["token"]
    like = upload(site, ada, png())["object"]
    store_large(site, like, 9)
    folder, words = tmp_path / "disk", ("--passphrase-file", os.path.join(site.folder, "passphrase"))
    folder.mkdir()
    write(words[1], PASSPHRASE.encode())
    path = str(folder / "site.quad")
    process = subprocess.Popen([f"{BIN}/quadctl", "backup", path, *words], env=site.environment, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 20
    while not objects(folder) and time.monotonic() < until:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = objects(folder)
    assert 0 < len(before) < 10 and not os.path.exists(path)
    ended = quadctl(site, "backup", path, *words)
    assert f"with 10 pictures, {10 - len(before)} new (" in ended.stdout, ended.stdout + ended.stderr
    assert before.items() < objects(folder).items() and verify(site, path).returncode == 0
    assert quadctl(site, "backup", "--prune", str(folder)).returncode == 0
    assert len(objects(folder, "")) == 10 and not list(folder.rglob("*.part"))
    if os.geteuid() != 0:
        return
    disk = tmp_path / "full"
    disk.mkdir()
    room = os.stat(path).st_size + (5 << 20)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room // 4096 * 4096}", "tmpfs", disk], check=True)
    try:
        ended = quadctl(site, "backup", str(disk / "site.quad"), *words)
        assert ended.returncode == 1 and "No space left" in ended.stderr, ended.stderr
        written = objects(disk)
        assert 0 < len(written) < 10 and os.listdir(disk) == ["quad-pictures"] and len(objects(disk, "")) == len(written)
        subprocess.run(["mount", "-o", f"remount,size={room + (20 << 20)}", disk], check=True)
        assert quadctl(site, "backup", str(disk / "site.quad"), *words).returncode == 0
        assert objects(disk).items() > written.items() and verify(site, str(disk / "site.quad")).returncode == 0
    finally:
        subprocess.run(["umount", disk], check=True)
