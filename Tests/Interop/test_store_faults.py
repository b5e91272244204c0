"""E4: a store that is missing, emptied, swapped, cut, damaged, or without its log is never taken for a new one."""

import os
import shutil
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from quad_bus import BusClient
from quad_backups import empty_site, quadctl, restore, rows, store, tasks
from quad_catalogue import EDGE, STORES
from quad_events import ahead
from quad_faults import KILLED, PAGE, STOPPED, emptied, missing
from quad_site import Site, wait_until

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
MODEL = "roomhub"
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="mounts file systems: root alone may")


class Campus:
    """The data of every program: twice after a clean stop (`early`, `late`), and once after a kill."""

    def __init__(self, folder):
        self.folder = folder
        site = Site()
        try:
            site.operator("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
            site.set_roles(site.member("ada")["person"], ["student", "staff"])
            self.ada = site.sign_in("ada")
            self.write(site, "Sweep")
            self.keep(site, "early")
            self.write(site, "Mop")
            self.keep(site, "late")
            self.write(site, "Dust")
            for program in STORES:
                site.stop(program, signal.SIGKILL)
            self.copy(site, "killed")
            self.keys = os.path.join(folder, "keys")
            shutil.copytree(site.keys, self.keys)
        finally:
            site.close()

    def write(self, site, word):
        site.sign_in("ada")
        for path, body in (
            ("/v1/tasks", {"title": word}),
            ("/v1/events", {"title": word, "when": ahead(30), "leads": [60]}),
            ("/v1/courses", {"name": word, "code": word.upper(), "term": "Fall"}),
        ):
            answer = site.request("POST", path, body, self.ada)
            assert answer.status in (200, 201), (path, answer.body)
        wait_until(
            lambda: site.request("GET", "/v1/alerts", token=self.ada).body.decode().count(word), f"{word} is planned")
        # A second later, what is outside of the stores knows of these events, too.
        for program in STORES:
            wait_until(lambda program=program: is_marked(site, program), f"{program} has marked its newest change")

    def keep(self, site, name):
        site.stop_all()
        self.copy(site, name)
        site.start_all()

    def copy(self, site, name):
        shutil.copytree(site.data, os.path.join(self.folder, name))

    @contextmanager
    def site(self, name):
        with empty_site() as site:
            shutil.rmtree(site.data)
            shutil.copytree(os.path.join(self.folder, name), site.data)
            # Another process may have the port by now.
            os.unlink(os.path.join(site.data, EDGE, "port"))
            shutil.rmtree(site.keys)
            shutil.copytree(self.keys, site.keys)
            yield site


def ask(site, program, subject):
    client = BusClient(site.keys, site.run, "operator")
    try:
        return client.call(subject, {}, program=program)
    finally:
        client.close()


def is_marked(site, program):
    """True once the mark outside of a store has its newest event and the end of its log."""
    path = Path(store(site, program) + ".mark")
    if not path.exists():
        return True  # a version without marks
    mark = dict(line.split(" ", 1) for line in path.read_text().splitlines() if " " in line)
    stats = ask(site, program, "$srv.stats")
    frames = stats["store"]["logBytes"] // (PAGE + 24)
    return (mark["head"], mark["log"].split(" ")[-1]) == (str(stats["head"]), str(frames))


@pytest.fixture(scope="module")
def campus(tmp_path_factory):
    return Campus(str(tmp_path_factory.mktemp("campus")))


MATRIX = [("late", fault) for fault in STOPPED] + [("killed", fault) for fault in KILLED]
# The whole matrix with QUAD_TEST_ALL=1; otherwise every fault of one program, and one fault of every program.
ROWS = [
    pytest.param(program, after, fault, id=f"{program}-{after}-{fault.__name__}")
    for program in STORES for after, fault in MATRIX
    if LONG or program == MODEL or fault is missing and after == "late"
]


def ended(site, program):
    """Starts the program until it ends; the status is None if it gets ready instead."""
    before = len(site.log(program)) if Path(site.folder, f"{program}.log").exists() else 0
    site.start(program)
    process = site.processes[program]
    wait_until(lambda: process.poll() is not None or '"ready"' in site.log(program)[before:], f"{program} ends", 30)
    if process.poll() is None:
        return None, site.log(program)[before:]
    del site.processes[program]
    return process.returncode, site.log(program)[before:]


@pytest.mark.parametrize("program, after, fault", ROWS)
def test_e4_a_store_with_data_missing_is_refused_with_what_to_do(campus, program, after, fault):
    with campus.site(after) as site:
        path = store(site, program)
        fault(path, os.path.join(campus.folder, "early", program, f"{program}.sqlite"))
        status, log = ended(site, program)
        assert status is not None and '"ready"' not in log, f"{program} is ready with data missing: {log[-300:]}"
        assert status == 78, log
        assert f"{program}.sqlite" in log and f"quadctl restore --empty {program}" in log, log
        # Nothing makes it start but the data, or an operator's word.
        assert ended(site, program)[0] == 78


@pytest.mark.parametrize("program", STORES)
def test_e4_a_store_that_is_whole_starts(campus, program):
    with campus.site("late") as site:
        os.unlink(store(site, program) + "-wal")  # after a clean stop there is nothing in it
        site.start(program)
        wait_until(lambda: '"ready"' in site.log(program), f"{program} is ready: {site.log(program)}")
        assert site.stop(program) == 0


def test_e4_a_store_of_a_version_without_marks_is_adopted_once(campus):
    with campus.site("late") as site:
        path = store(site, MODEL)
        os.unlink(path + ".mark")
        site.start(MODEL)
        wait_until(lambda: '"ready"' in site.log(MODEL), "ready")
        assert site.stop(MODEL) == 0
        assert os.path.exists(path + ".mark")
        # Its clean stop was noted even then, so a lost file is noticed before the first mark.
        os.unlink(path + ".mark")
        missing(path, None)
        assert ended(site, MODEL)[0] == 78


def test_e4_an_operator_begins_anew_and_the_others_follow(campus):
    with campus.site("late") as site:
        missing(store(site, MODEL), None)
        assert ended(site, MODEL)[0] == 78
        done = quadctl(site, "restore", "--empty", MODEL, "--data", site.data)
        assert done.returncode == 0, done.stderr
        site.start_all()
        assert rows(store(site, MODEL), "SELECT count(*) FROM task") == [(0,)]
        wait_until(lambda: "fetching a snapshot of roomhub" in site.log("notifier"), "the notifier follows")
        site.wait_ready()
        site.stop_all()
        site.start_all()


def test_e4_nobody_follows_a_program_whose_whole_folder_is_gone(campus):
    """It cannot know that it was ever there, but those who have read its events do."""
    with campus.site("late") as site:
        shutil.rmtree(os.path.join(site.data, MODEL))
        for program in STORES:
            site.start(program)
        for program in ("events", "notifier"):
            wait_until(lambda program=program: f"quadctl restore --empty {MODEL}" in site.log(program),
                       f"{program} says what to do: {site.log(program)[-500:]}", timeout=30)
            assert ask(site, program, "$srv.ping")["isReady"] is False
            assert "fetching a snapshot of roomhub" not in site.log(program)
        assert rows(store(site, "notifier"), "SELECT count(*) FROM alert WHERE state = 'cancelled'") == [(0,)]


@ROOT_ONLY
@pytest.mark.parametrize("program", STORES if LONG else [MODEL])
def test_e4_a_folder_that_is_read_only_is_named(campus, program):
    with campus.site("late") as site:
        folder = os.path.join(site.data, program)
        subprocess.run(["mount", "--bind", folder, folder], check=True)
        try:
            subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
            status, log = ended(site, program)
        finally:
            subprocess.run(["umount", folder], check=True)
        assert status == 1 and folder in log and "Read-only file system" in log and "writable" in log, log
        site.start(program)
        wait_until(lambda: '"ready"' in site.log(program), "ready again")


@ROOT_ONLY
def test_e4_a_full_disk_is_named_and_loses_nothing(campus):
    with campus.site("late") as site:
        folder = os.path.join(site.data, MODEL)
        disk = os.path.join(site.folder, "disk")
        os.mkdir(disk)
        size = sum(file.stat().st_size for file in Path(folder).iterdir()) + (64 << 10)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size // 4096 * 4096},mode=0700", "tmpfs", disk], check=True)
        try:
            for file in Path(folder).iterdir():
                shutil.copy(file, disk)
            subprocess.run(["mount", "--bind", disk, folder], check=True)
            try:
                site.start_all()
                token = site.sign_in("ada")
                assert {"Sweep", "Mop"} <= set(tasks(site, token).values())
                site.end_all()
            finally:
                subprocess.run(["umount", folder], check=True)
        finally:
            subprocess.run(["umount", disk], check=True)


def test_e4_a_restore_is_the_operators_word(campus):
    with campus.site("late") as site:
        site.start_all()
        path = os.path.join(site.folder, "site.quad")
        assert quadctl(site, "backup", path, "--plain").returncode == 0
        site.stop_all()
        emptied(store(site, MODEL), None)
        assert ended(site, MODEL)[0] == 78
        assert restore(site, path, "--replace").returncode == 0
        site.start_all()
        assert {"Sweep", "Mop"} <= set(tasks(site, site.sign_in("ada")).values())
