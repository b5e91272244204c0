"""Restores that are refused or fail: over running programs, over data, from a damaged backup, or broken off half-way."""

import os
import shutil

import pytest
from quad_backups import back_up, empty_site, quadctl, restore, rows, store, tasks
from quad_catalogue import PROGRAMS, STORES

# They read and replace the whole folder of a site.
pytestmark = pytest.mark.own_site


def test_a_restore_changes_nothing_while_a_program_runs_or_data_is_there(site):
    ada = site.member("ada")
    path = back_up(site, "--plain")
    late = site.request("POST", "/v1/tasks", {"title": "after the backup"}, ada["token"]).json["task"]["id"]
    for words in ((), ("--replace",)):
        ended = restore(site, path, *words)
        assert ended.returncode == 1 and f"{min(STORES)} is running on this data; stop it first" in ended.stderr
    for program in {*STORES} - {"roomhub"}:
        site.stop(program)
    assert "roomhub is running on this data" in restore(site, path, "--replace").stderr
    assert sorted(os.listdir(site.data)) == sorted([*PROGRAMS, "media", "test-site", "backed-up"])
    site.stop("roomhub")
    ended = restore(site, path)
    assert ended.returncode == 1 and "to move it aside, use --replace" in ended.stderr

    # A log that an unclean stop left belongs to the old store, not to the new one.
    shutil.copy(store(site, "roomhub"), store(site, "roomhub") + "-wal")
    ended = restore(site, path, "--replace")
    assert ended.returncode == 0, ended.stderr
    (aside,) = [name for name in os.listdir(site.data) if name.startswith("replaced-")]
    old = os.path.join(site.data, aside, "roomhub")
    assert sorted(os.listdir(old)) == [f"roomhub.sqlite{end}" for end in ("", "-shm", "-wal", ".mark")]
    os.unlink(os.path.join(old, "roomhub.sqlite-wal"))
    assert rows(os.path.join(old, "roomhub.sqlite"), "SELECT title FROM task") == [("after the backup",)]
    site.start_all(STORES)
    site.wait_ready()
    assert late not in tasks(site, ada["token"])


def test_a_damaged_backup_or_a_wrong_passphrase_leaves_the_folder_as_it_is(site):
    site.member("ada")
    path = back_up(site)
    secret = os.path.join(site.folder, "passphrase")
    other = os.path.join(site.folder, "other")
    with open(other, "w") as file:
        file.write("another passphrase\n")
    with open(path, "rb") as file:
        whole = file.read()
    changed = bytearray(whole)
    changed[-100_000] ^= 1
    damaged = os.path.join(site.folder, "damaged.quad")
    with empty_site() as fresh:
        for content, words, problem in (
            (whole, ("--passphrase-file", other), "wrong passphrase"),
            (whole, (), "use --passphrase-file"),
            (changed, ("--passphrase-file", secret), "damaged"),
            (whole[: len(whole) // 2], ("--passphrase-file", secret), "truncated"),
            (whole[:8] + b"\x04" + whole[9:], ("--passphrase-file", secret), "use a newer version"),
        ):
            with open(damaged, "wb") as file:
                file.write(content)
            ended = quadctl(fresh, "restore", damaged, "--data", fresh.data, *words)
            assert ended.returncode == 1 and problem in ended.stderr, ended.stderr
            assert os.listdir(fresh.data) == ["test-site"], ended.stderr
            assert quadctl(fresh, "backup", "--verify", damaged, *words).returncode == 1
        assert quadctl(fresh, "backup", "--verify", path, "--passphrase-file", secret).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_data_are_not_restored_for_another_user(site):
    path = back_up(site, "--plain")
    with empty_site() as other:
        os.chown(other.data, 65534, -1)
        ended = restore(other, path)
        assert ended.returncode == 1 and "belongs to user 65534" in ended.stderr
        assert os.listdir(other.data) == ["test-site"]


def test_a_restore_that_fails_half_way_says_so_and_can_be_repeated(site):
    ada = site.member("ada")
    path = back_up(site, "--plain")
    site.stop_all()
    # The mark of a restored store cannot be written where a folder of its name is.
    obstacle = os.path.join(site.data, "roomhub", "restored")
    os.mkdir(obstacle)
    ended = restore(site, path, "--replace")
    assert ended.returncode == 1
    in_place, missing = ended.stderr.split("in place: ")[1].split("; missing: ")
    assert "auth" in in_place and missing.startswith("roomhub") and "run the same command again" in missing
    for program in STORES:
        site.start(program)
        assert site.processes.pop(program).wait(10) == 78
        assert "a restore that was broken off" in site.log(program)
    os.rmdir(obstacle)
    assert restore(site, path).returncode == 1, "what is in place is data like any"
    assert restore(site, path, "--replace").returncode == 0
    assert len([name for name in os.listdir(site.data) if name.startswith("replaced-")]) == 2
    site.start_all()
    assert tasks(site, ada["token"]) == {}
