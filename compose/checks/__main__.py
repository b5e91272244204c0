"""The checks of compose/check in order, one line each. Exit status 1 if one of them failed."""

import argparse
import json
import os
import re
import signal
import sys
import time
from http.client import HTTPException
from pathlib import Path
from subprocess import SubprocessError

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Interop"))

from containers import CONTROLS, PASSWORD, PROGRAMS, PROJECT, START_LIMIT, Site, docker, inspect, run, wait_until  # noqa: E402
from database import Database  # noqa: E402
from faults import Faults  # noqa: E402
from hardening import SECURITY, USER  # noqa: E402
from load import Load  # noqa: E402
from machine import Machine  # noqa: E402
from quad_scoreboard import record  # noqa: E402
from recipes import Recipes  # noqa: E402

BACK_LIMIT = 5  # seconds until a killed program is healthy again
STOP_LIMIT = 15  # seconds for the whole site; each program drains for 4 at most
IDLE_LIMIT = 3.0  # percent of a core for all containers of a site that nobody uses
IDLE_SECONDS = 60
# The parts that --skip leaves out. These have a row of the scoreboard each.
ROWS = {
    "idle": ("O3", f"at most {IDLE_LIMIT:g} % of a core at rest"),
    "faults": ("E4", "no program ready with data missing, the others serve, back after the remedy"),
    "recipes": ("O2", "the README's commands work and take nothing away"),
    "service": ("O5", "back after a start of the machine; stop, status and backup tell the truth"),
    "postgres": ("O7", "on PostgreSQL: shut in, back after a kill, 0 lost, backup and restore"),
}
PARTS = ("load", *ROWS)
NAMES = ("ada", "ben", "cleo", "dan")


class Report:
    """Says how each check went, and keeps what the scoreboard wants to know."""

    def __init__(self):
        self.failed = []
        self.figures = {}
        self.began = time.monotonic()

    def look(self, row, what, check):
        try:
            figure = check()
        except (AssertionError, OSError, LookupError, ValueError, HTTPException, SubprocessError) as error:
            problem = f"{type(error).__name__}: {error}" if not isinstance(error, AssertionError) else str(error)
            print(f"FAILED  {what}: {problem}", flush=True)
            self.failed.append((row, what))
            return None
        print(f"ok      {what}{f': {figure}' if figure else ''}", flush=True)
        self.figures.setdefault(row, []).append(f"{what}: {figure}" if figure else what)
        return figure or True

    def row(self, row, goal, value):
        missed = [what for failed, what in self.failed if failed == row]
        seconds = round(time.monotonic() - self.began, 1)
        record(row, goal, f"{len(missed)} failed: {', '.join(missed)}"[:160] if missed else value, not missed, seconds)


class Checks:
    def __init__(self, site):
        self.site = site
        self.tokens = []
        self.acknowledged = {}

    # --- the files and the image ---

    def files(self):
        combinations = [
            [], ["tls.yaml"], ["proxy.yaml"], ["mail.yaml"], ["push.yaml"], ["pictures.yaml"], ["news.yaml"],
            ["maps.yaml"], ["postgres.yaml"],
            ["tls.yaml", "mail.yaml", "push.yaml", "pictures.yaml", "news.yaml", "maps.yaml", "postgres.yaml"]]
        for files in combinations:
            self.site.files = files
            for profiles in ([], ["--profile", "metrics", "--profile", "alerts"], ["--profile", "tools"]):
                self.site.compose(*profiles, "config", "-q")
        self.site.files = []
        return f"{run(*self.site.command, 'version', '--short').stdout.strip()} reads {len(combinations)} of them together"

    def build(self):
        began = time.monotonic()
        self.site.build("keys-init")
        return f"{time.monotonic() - began:.0f} s"

    def size(self):
        image = inspect("quad-check/quad:latest")
        base = image["RootFS"]["Layers"]
        return f"{image['Size'] / 1e6:.0f} MB in {len(base)} layers"

    def start(self):
        began = time.monotonic()
        self.site.compose("up", "-d", "--no-build", timeout=300)
        wait_until(lambda: all(map(self.site.is_healthy, PROGRAMS)), "every program healthy", START_LIMIT)
        took = time.monotonic() - began
        assert took <= START_LIMIT, f"{took:.1f} s, not {START_LIMIT} s"
        return f"{took:.1f} s to all healthy"

    # --- people ---

    def people(self):
        self.site.quadctl("bus", "call", "roomhub.dorm.define", json.dumps(
            {"id": "forbes", "name": "Forbes Hall", "roomCapacity": len(NAMES)}))
        code = None
        for name in NAMES:
            person = self.site.request("POST", "/v1/signup", {
                "email": f"{name}@hilltop.example", "password": PASSWORD, "firstName": name.title(),
                "lastName": "Example", "signIn": True})
            assert person.status == 201, person.body
            token = person.json["token"]
            room = {"dorm": "forbes", "number": "101A", **({"code": code} if code else {})}
            joined = self.site.request("POST", "/v1/room/join", room, token)
            assert joined.status == 200, joined.body
            code = code or self.site.request("GET", "/v1/room", token=token).json["joinCode"]
            self.tokens.append(token)
        task = self.site.request("POST", "/v1/tasks", {"title": "Buy oat milk"}, self.tokens[0])
        assert task.status == 201, task.body
        self.acknowledged[task.json["task"]["id"]] = "Buy oat milk"
        page = self.site.request("GET", "/")
        assert page.status == 200 and b"<html" in page.body.lower(), "no web client"
        return f"{len(NAMES)} people, a room, a task and the web client at 127.0.0.1 port {self.site.port}"

    def kept(self):
        """Everything that was acknowledged is on the list, once."""
        seen, next_ = [], None
        while True:
            path = "/v1/tasks?limit=100" + (f"&cursor={next_}" if next_ else "")
            answer = self.site.request("GET", path, token=self.tokens[0])
            if answer.status == 429:
                time.sleep(0.2)  # poll
                continue
            assert answer.status == 200, answer.body
            seen += [task["id"] for task in answer.json["items"]]
            next_ = answer.json.get("next")
            if not next_:
                break
        lost = set(self.acknowledged) - set(seen)
        assert not lost, f"{len(lost)} of {len(self.acknowledged)} acknowledged tasks are gone"
        assert len(seen) == len(set(seen)), "a task is listed twice"
        return f"{len(self.acknowledged)} acknowledged, 0 lost"

    # --- life ---

    def killed(self, program):
        before = self.site.state(program)["StartedAt"]
        began = time.monotonic()
        os.kill(self.site.process(program).pid, signal.SIGKILL)
        wait_until(lambda: self.site.state(program)["StartedAt"] != before, f"{program} started again", BACK_LIMIT + 5)
        wait_until(lambda: self.site.is_healthy(program), f"{program} healthy", BACK_LIMIT + 5)
        took = time.monotonic() - began
        assert took <= BACK_LIMIT, f"{took:.1f} s, not {BACK_LIMIT} s"
        return f"healthy after {took:.1f} s"

    def unhealthy(self):
        """A program that hangs is not taken for a healthy one."""
        process = self.site.process("roomhub")
        os.kill(process.pid, signal.SIGSTOP)
        try:
            took = wait_until(lambda: not self.site.is_healthy("roomhub"), "a stopped roomhub is seen", 30)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        wait_until(lambda: self.site.is_healthy("roomhub"), "roomhub goes on", 15)
        return f"unhealthy after {took:.0f} s"

    def rolling(self):
        """Each program is stopped, drains and starts again while people write and read, in either order."""
        with Load(self.site.port, self.tokens) as load:
            for program in (*PROGRAMS, *reversed(PROGRAMS)):
                docker("restart", "-t", str(STOP_LIMIT), self.site.container(program))
                wait_until(lambda: self.site.is_healthy(program), f"{program} healthy", START_LIMIT)
        self.acknowledged |= load.acknowledged
        assert not load.failed, f"{len(load.failed)} of {load.total('calls')} calls failed, such as {load.failed[0]}"
        self.kept()
        return (f"{load.total('calls')} calls, 0 failed, {load.total('repeats')} sent again, "
                f"longest {load.longest:.1f} s, {len(load.acknowledged)} tasks all there")

    def stopped(self):
        """In the middle of the load: what was acknowledged before is there after the next start."""
        slowest = 0.0
        with Load(self.site.port, self.tokens) as load:
            wait_until(lambda: load.total("calls") > 40, "some calls", 20)
            for program in reversed(PROGRAMS):
                began = time.monotonic()
                docker("stop", "-t", str(STOP_LIMIT), self.site.container(program))
                slowest = max(slowest, time.monotonic() - began)
                code = self.site.state(program)["ExitCode"]
                assert code == 0, f"{program} ended with status {code}"
                load.stop.set()
        self.acknowledged |= load.acknowledged
        self.site.compose("up", "-d", "--no-build", timeout=300)
        wait_until(lambda: all(map(self.site.is_healthy, PROGRAMS)), "every program healthy again", START_LIMIT)
        self.kept()
        assert slowest <= 5, f"a program took {slowest:.1f} s to stop, not 5 s"
        return f"slowest {slowest:.1f} s, exit status 0, {len(self.acknowledged)} acknowledged, 0 lost"

    def down(self):
        """The containers and networks go, the volumes stay."""
        began = time.monotonic()
        self.site.compose("down")
        took = time.monotonic() - began
        assert took <= STOP_LIMIT, f"{took:.1f} s, not {STOP_LIMIT} s"
        self.start()
        self.kept()
        return f"{took:.1f} s, {len(self.acknowledged)} acknowledged, 0 lost after the next start"

    def idle(self):
        before = {program: self.site.cpu_seconds(program) for program in PROGRAMS}
        began = time.monotonic()
        time.sleep(IDLE_SECONDS)  # not a wait: it is what is measured
        took = time.monotonic() - began
        used = {program: (self.site.cpu_seconds(program) - before[program]) / took * 100 for program in PROGRAMS}
        told = f"{sum(used.values()):.2f} % of a core ({', '.join(f'{name} {share:.2f}' for name, share in used.items())})"
        assert sum(used.values()) <= IDLE_LIMIT, f"{told}, not {IDLE_LIMIT:g} %"
        return told

    # --- beside the programs ---

    def backup(self):
        def with_passphrase(*words):
            return self.site.compose("run", "--rm", "-T", *words, input="a long enough passphrase\n", timeout=120)
        picture = self.add_picture()
        with_passphrase("quadctl", "backup", "/backups/site.quad", "--passphrase-file", "/dev/stdin")
        before = len(self.acknowledged)
        later = self.site.request("POST", "/v1/tasks", {"title": "After the backup"}, self.tokens[0])
        assert later.status == 201, later.body
        self.site.compose("stop")
        docker("run", "--rm", "--network", "none", "-u", USER, "-v", f"{PROJECT}_media-objects:/objects",
               self.site.environment["QUAD_IMAGE"], "find", "/objects", "-mindepth", "1", "-delete")
        with_passphrase("restore", "/backups/site.quad", "--passphrase-file", "/dev/stdin")
        self.start()
        self.kept()
        answer = self.site.request("GET", picture, token=self.tokens[0])
        assert answer.status == 200 and len(answer.body) > 1000, f"the picture answers {answer.status}"
        gone = self.site.request("GET", f"/v1/tasks/{later.json['task']['id']}", token=self.tokens[0])
        assert gone.status == 404, f"what came after the backup answers {gone.status}"
        return f"{before} tasks and a picture back after restore"

    def add_picture(self):
        """The address of a bundled picture that an event shows."""
        made = self.site.request("POST", "/v1/pictures", {"q": "birthday cake"}, self.tokens[0])
        assert made.status == 201, made.body
        event = self.site.request("POST", "/v1/events", {
            "title": "Birthday", "when": {"date": "2040-05-01", "zone": "Etc/UTC"},
            "picture": {"object": made.json["object"]}}, self.tokens[0])
        assert event.status == 201, event.body
        address = f"/v1/events/{event.json['event']['id']}/picture/480"
        answer = self.site.request("GET", address, token=self.tokens[0])
        assert answer.status == 200, f"the picture answers {answer.status}: {answer.body[:200]}"
        return address

    def demo(self):
        """On a new site: the last of the checks."""
        self.site.close_project()
        self.start()
        self.site.compose("run", "--rm", "-T", "demo", timeout=300)
        seeds = Path(__file__).resolve().parents[2] / "seeds"
        demo = json.loads((seeds / "site.json").read_text())["demo"]
        people = json.loads((seeds / "people.json").read_text())["people"]
        email = next(person["email"] for person in people if person["key"] == demo["person"])
        signin = self.site.request("POST", "/v1/signin", {"email": email, "password": demo["password"]})
        assert signin.status == 200, signin.body
        tasks = self.site.request("GET", "/v1/tasks", token=signin.json["token"]).json["items"]
        assert tasks, "the demo person has no tasks"
        events = self.site.request("GET", "/v1/events", token=signin.json["token"]).json["items"]
        pictured = [event["id"] for event in events if "picture" in event]
        assert pictured, "the demo person's events have no pictures"
        for event in pictured:
            answer = self.site.request("GET", f"/v1/events/{event}/picture/480", token=signin.json["token"])
            assert answer.status == 200, f"a picture answers {answer.status}"
        return f"{len(people)} people, {email} finds {len(tasks)} tasks, {len(pictured)} pictures"

    def tls(self):
        self.site.files = ["tls.yaml"]
        self.site.build("caddy")
        self.site.compose("up", "-d", timeout=300)
        wait_until(lambda: self.site.is_healthy("gateway"), "gateway healthy behind caddy", START_LIMIT)
        url = f"https://localhost:{self.site.environment['QUAD_HTTPS_PORT']}"
        curl = ["curl", "-sS", "-k", "-i", "--http2", "-m", "5", "--noproxy", "*"]
        wait_until(lambda: run(*curl, f"{url}/healthz", check=False).returncode == 0, "caddy answers", 20)
        answer = run(*curl, f"{url}/readyz").stdout
        assert answer.startswith("HTTP/2 200"), answer[:200]
        assert "strict-transport-security" in answer.lower(), "no Strict-Transport-Security"
        signin = json.dumps({"email": "ada@hilltop.example", "password": PASSWORD})
        cookies = run(*curl, f"{url}/v1/signin", "--json", signin).stdout
        assert re.search(r"(?i)set-cookie: __Host-sid=[^\n]*secure", cookies), cookies[:600]
        plain = run("curl", "-sS", "-i", "-m", "5", "--noproxy", "*",
                    f"http://localhost:{self.site.environment['QUAD_HTTP_PORT']}/").stdout
        assert re.search(r"(?i)^HTTP/1.1 308[\s\S]*location: https://localhost/", plain), plain[:300]
        try:
            past = self.site.request("GET", "/healthz").status
        except OSError:
            past = None
        assert past is None, f"port {self.site.port} reaches the gateway past caddy: {past}"
        return "HTTP/2, secure cookies, http redirected, no way past caddy"

    def metrics(self):
        self.site.files = []
        self.site.build("prometheus")
        self.site.compose("--profile", "metrics", "up", "-d", timeout=300)
        url = f"http://127.0.0.1:{self.site.environment['QUAD_PROMETHEUS_PORT']}"

        def ask(path):
            return json.loads(run("curl", "-fsS", "-m", "5", "--noproxy", "*", url + path, check=False).stdout or "{}")

        def targets():
            return ask("/api/v1/targets").get("data", {}).get("activeTargets", [])
        wait_until(lambda: any(target["health"] == "up" for target in targets()), "the gateway is scraped", 60)
        rules = [rule["name"] for group in ask("/api/v1/rules")["data"]["groups"] for rule in group["rules"]]
        assert rules, "no alert rule"
        return f"{len(targets())} target up, {len(rules)} rules"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--without", choices=CONTROLS)
    parser.add_argument("--skip", choices=PARTS, action="append", default=[])
    options = parser.parse_args()
    report = Report()
    site = Site(options.without)
    checks = Checks(site)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    site.close_project()
    try:
        look(report, checks, options)
        if options.keep:
            print(f"The site runs at http://127.0.0.1:{site.port} in project {PROJECT}")
    finally:
        if not options.keep:
            site.close()
    print(f"{sum(map(len, report.figures.values()))} ok, {len(report.failed)} failed")
    return 1 if report.failed else 0


def look(report, checks, options):
    """The control ends where the promises do; it tells the scoreboard nothing."""
    site = checks.site
    report.look("OPS1", "the files are read", checks.files)
    built = options.no_build or report.look("OPS1", "the image is built", checks.build)
    size = built and report.look("OPS1", "the image's size", checks.size)
    start = size and report.look("OPS1", "the site starts", checks.start)
    people = start and report.look("OPS1", "people use it", checks.people)
    if built and not people:
        print(site.compose("logs", "--tail", "20", check=False).stdout)
    if people:
        for what, check in SECURITY:
            report.look("SEC13", what, lambda: check(site))
    if people and not options.without and "idle" not in options.skip:
        report.look("O3", f"the site at rest for {IDLE_SECONDS} s", checks.idle)
    back = [report.look("OPS1", f"{program} is killed", lambda: checks.killed(program)) for program in PROGRAMS if people]
    if options.without:
        return
    stop = rolling = None
    if people and "load" not in options.skip:
        stop = report.look("OPS1", "the programs stop", checks.stopped)
        rolling = report.look("OPS1", "each program restarts under load", checks.rolling)
        report.look("OPS1", "a program that hangs", checks.unhealthy)
        report.look("OPS1", "down and up", checks.down)
        report.look("OPS1", "backup and restore", checks.backup)
    if people and "faults" not in options.skip:
        Faults(site, report).run()
    if people and "load" not in options.skip:
        report.look("OPS1", "TLS by caddy", checks.tls)
        report.look("OPS1", "metrics by prometheus", checks.metrics)
        report.look("OPS1", "the demo campus", checks.demo)
    if not people:
        report.failed.append(("SEC13", "there was no site to look at"))
    report.row("SEC13", "no secret in image or inspect; uid 65532, CapEff 0, read-only", "all held")
    value = f"start {start}; back {max(map(str, back), default='')}; stop {stop}; rolling {rolling}"
    report.row("OPS1", "healthy <= 30 s, stop <= 5 s, back <= 5 s, 0 lost", value)
    if people:
        if not options.keep:
            site.close_project()
        if "recipes" not in options.skip:
            Recipes(report).run()
        if "service" not in options.skip:
            Machine(site, report).run()
        if "postgres" not in options.skip:
            Database(site, report, Checks(site)).run()
        for part, (row, goal) in ROWS.items():
            if part not in options.skip:
                report.row(row, goal, "; ".join(report.figures.get(row, ["left out"]))[:160])


sys.exit(main())
