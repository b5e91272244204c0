"""E4 with volumes: no container of a program whose data is missing, damaged or another's gets ready.

Each fault once, with the programs in turn; every fault of every program with QUAD_TEST_ALL=1.
"""

import contextlib
import itertools
import os
import shutil
import time
from datetime import datetime, timedelta, timezone

from containers import START_LIMIT, docker, run, wait_until
from quad_catalogue import EDGE, PROGRAMS, READY_PATH, STORES
from quad_faults import KILLED, STOPPED, log_missing, missing, older

LONG = os.environ.get("QUAD_TEST_ALL") == "1"
USER = 65532
# A read that each program answers, and a write that each takes from a person.
READS = {
    "auth": "/v1/me", "media-fetcher": "/v1/me/pictures/space", "roomhub": "/v1/tasks", "attendance": "/v1/courses",
    "events": "/v1/events", "notifier": "/v1/alerts", "campus": "/v1/school", "guide": "/v1/me/training"}
PASSPHRASE = "a passphrase of the check\n"


def rows():
    """Program, whether it is killed before, and fault."""
    faults = [(False, fault) for fault in STOPPED]
    if LONG:
        faults += [(True, fault) for fault in KILLED]
        return [(program, *fault) for program in STORES for fault in faults]
    return [(program, *fault) for program, fault in zip(itertools.cycle(STORES), [*faults, (True, log_missing)])]


def in_a_month():
    when = datetime.now(timezone.utc) + timedelta(days=30)
    return {"date": f"{when:%Y-%m-%d}", "time": f"{when:%H:%M:%S}", "zone": "Etc/UTC"}


class Faults:
    def __init__(self, site, report):
        self.site = site
        self.report = report
        self.token = None
        self.task = None  # one of the backup
        self.number = 0

    def run(self):
        if os.geteuid() != 0:
            print("left out faults of the stores: only root reaches the volumes", flush=True)
            return
        if not self.report.look("E4", "data in every store", self.prepare):
            return
        for program, is_killed, fault in rows():
            what = f"{fault.__name__.replace('_', ' ')}{' after a kill' if is_killed else ''}"
            self.look(f"{program}: {what}", lambda: self.refused(program, is_killed, fault))
        for program in STORES if LONG else ["events"]:
            self.look(f"{program}: read-only", lambda: self.read_only(program))
        for program in WRITES if LONG else ["roomhub"]:
            self.look(f"{program}: full", lambda: self.full(program))

    def look(self, what, check):
        """The next check begins with the backup, whatever this one left."""
        self.report.look("E4", what, check)
        self.report.look("E4", f"{what}, restored", self.restore)

    # --- the site ---

    def operate(self, *words, **more):
        return self.site.compose("run", "--rm", "-T", *words, timeout=120, **more)

    def prepare(self):
        self.site.quadctl("admin", "roles", "ada@hilltop.example", "student", "staff")
        self.token = self.site.sign_in("ada@hilltop.example")  # other roles end what was signed in
        for program in WRITES:
            answer = self.write(program)
            self.task = answer.json["task"]["id"] if program == "roomhub" else self.task
        self.operate("quadctl", "backup", "/backups/faults.quad", "--passphrase-file", "/dev/stdin", input=PASSPHRASE)
        return f"{', '.join(WRITES)} by a person, alerts by events"

    def ask(self, method, path, body=None):
        """Again while the gateway asks for patience."""
        deadline = time.monotonic() + 20
        while True:
            answer = self.site.request(method, path, body, self.token)
            if answer.status != 429 or time.monotonic() > deadline:
                return answer
            time.sleep(0.1)  # poll

    def write(self, program, padding=""):
        self.number += 1
        path, body = WRITES[program](f"Sweep {self.number}{padding}")
        answer = self.ask("POST", path, body)
        if not padding:
            assert answer.status in (200, 201), (path, answer.body)
        return answer

    def write_much(self, program):
        """A write of which a person may make any number; of courses a person has 50 at most."""
        if program != "attendance":
            return self.write(program, padding=" " + "x" * 80)
        self.number += 1
        course = self.ask("GET", READS[program]).json["items"][0]
        return self.ask("PATCH", f"/v1/courses/{course['id']}", {
            "name": f"Sweep {self.number} " + "x" * 80, "version": course["version"]})

    def ready(self):
        wait_until(lambda: all(map(self.site.is_healthy, PROGRAMS)), "every program healthy", START_LIMIT)
        wait_until(lambda: self.site.request("GET", READY_PATH).status == 200, "the site is ready", START_LIMIT)

    def restore(self):
        """The commands of the page."""
        self.site.compose("stop")
        self.operate("restore", "/backups/faults.quad", "--passphrase-file", "/dev/stdin", input=PASSPHRASE)
        self.site.compose("up", "-d", "--no-build", timeout=300)
        self.ready()
        for path in READS.values():
            answer = self.ask("GET", path)
            assert answer.status == 200, (path, answer.body)
        assert self.ask("GET", f"/v1/tasks/{self.task}").status == 200, "a task of the backup is gone"

    def others(self, program):
        """Every other program is healthy, answers, and the gateway names the one that is not."""
        for other in PROGRAMS:
            assert other == program or self.site.is_healthy(other), f"{other} is not healthy without {program}"
        wait_until(lambda: self.site.request("GET", READY_PATH).status == 503, f"the gateway misses {program}", 30)
        said = self.site.request("GET", READY_PATH).json["detail"]
        assert f'"{program}"' in said, f"the gateway names another: {said[:300]}"
        for other in STORES:
            # Without auth there is nobody to answer to.
            if program != "auth" and other != program:
                answer = self.ask("GET", READS[other])
                assert answer.status == 200, f"{other} answers {answer.status} without {program}: {answer.body[:200]}"
        page = self.site.request("GET", "/")
        assert page.status == 200, f"{EDGE} serves no page without {program}"

    def since(self):
        return (datetime.now(timezone.utc) - timedelta(milliseconds=1)).isoformat().replace("+00:00", "Z")

    def ends(self, program):
        """The exit status of a program that ends again and again."""
        def state():
            return self.site.state(program)
        wait_until(lambda: state()["Restarting"] and self.site.restarts(program) >= 2, f"{program} ends, and ends again", 30)
        return state()["ExitCode"]

    # --- the faults ---

    def refused(self, program, is_killed, fault):
        container, store = self.site.container(program), self.site.store(program)
        early = self.site.folder / "early.sqlite"
        if fault is older:
            docker("stop", "-t", "15", container)
            shutil.copy(store, early)
            docker("start", container)
            self.ready()
        wrote = time.time()
        for other in WRITES:
            self.write(other)
        if is_killed:
            mark = store.parent / f"{store.name}.mark"
            wait_until(lambda: wrote < mark.stat().st_mtime < time.time() - 2, f"{program} has marked the change", 15)
            docker("kill", container)
        else:
            docker("stop", "-t", "15", container)
        fault(str(store), str(early))
        for file in store.parent.iterdir():
            os.chown(file, USER, USER)
        since = self.since()
        docker("start", container)
        self.ends(program)
        self.others(program)
        log = self.site.log(program, since)
        assert '"ready"' not in log and not self.site.is_healthy(program), f"{program} is ready with data missing: {log[-400:]}"
        code = self.ends(program)
        assert code == 78, f"exit status {code}: {log[-400:]}"
        assert f"{program}.sqlite" in log and f"restore --empty {program}" in log, f"no word on what to do: {log[-400:]}"
        if fault is not missing:
            return "refused with status 78, the others serve"
        docker("stop", "-t", "15", container)
        self.operate("restore", "--empty", program)
        docker("start", container)
        self.ready()
        return "refused with status 78, the others serve; begins again when told to"

    def read_only(self, program):
        container, folder = self.site.container(program), self.site.store(program).parent
        docker("stop", "-t", "15", container)
        run("mount", "--bind", str(folder), str(folder))
        try:
            run("mount", "-o", "remount,bind,ro", str(folder))
            since = self.since()
            docker("start", container)
            self.ends(program)
            self.others(program)
            assert not self.site.is_healthy(program), f"{program} is healthy without a disk"
        finally:
            run("umount", str(folder))
        log = self.site.log(program, since)
        for word in (f"/data/{program}", "Read-only file system", "writable"):
            assert word in log, f"no {word} in {log[-400:]}"
        back = wait_until(lambda: self.site.is_healthy(program), f"{program} starts by itself", 60)
        self.ready()
        return f"named, the others serve; back by itself after {back:.0f} s"

    def full(self, program):
        """Reads go on, a write is refused, and goes on as soon as there is room."""
        container, folder = self.site.container(program), self.site.store(program).parent
        docker("stop", "-t", "15", container)
        disk = self.site.folder / "disk"
        disk.mkdir(exist_ok=True)
        size = (sum(file.stat().st_size for file in folder.iterdir() if file.is_file()) + (96 << 10)) // 4096 * 4096
        run("mount", "-t", "tmpfs", "-o", f"size={size},mode=0700,uid={USER},gid={USER}", "tmpfs", str(disk))
        mounted = [disk]
        try:
            for file in folder.iterdir():
                if file.is_file():
                    shutil.copy2(file, disk)
                    os.chown(disk / file.name, USER, USER)
            run("mount", "--bind", str(disk), str(folder))
            mounted.append(folder)
            since = self.since()
            docker("start", container)
            self.ready()
            answers = (self.write_much(program) for _ in range(400))
            refused = next((answer for answer in answers if answer.status not in (200, 201)), None)
            assert refused and refused.status == 507 and refused.json["code"] == "storage_full", \
                f"a full disk takes everything: {refused and refused.body}"
            assert self.ask("GET", READS[program]).status == 200, "reads do not go on"
            assert all(map(self.site.is_healthy, PROGRAMS)), "a full disk makes a program unhealthy"
            wait_until(lambda: "the disk is full" in self.site.log(program, since), "the log names the full disk", 10)
            run("mount", "-o", f"remount,size={size + (64 << 20)}", str(disk))
            back = wait_until(lambda: self.write(program, padding=" again").status in (200, 201), "room is noticed", 30)
            docker("stop", "-t", "15", container)
        finally:
            docker("stop", "-t", "15", container)
            for folder in reversed(mounted):
                with contextlib.suppress(AssertionError):
                    run("umount", str(folder))
        return f"507 storage_full, reads go on; writes again {back:.1f} s after there is room"


WRITES = {
    "roomhub": lambda title: ("/v1/tasks", {"title": title}),
    "attendance": lambda title: ("/v1/courses", {"name": title, "code": f"C{time.monotonic_ns() % 10**9}", "term": "Fall"}),
    "events": lambda title: ("/v1/events", {"title": title, "when": in_a_month(), "leads": [60]}),
}
