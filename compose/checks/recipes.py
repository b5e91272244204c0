"""The commands of compose/README.md, word for word, for a site with TLS, mail and backups.

They run in a copy of the checkout, which `git pull` updates. The copy's .env.example has another project, image and
ports, and names check.yaml, which has the base images of this machine.
"""

import contextlib
import json
import os
import pty
import re
import shutil
import subprocess
import threading

from containers import HERE, PASSWORD, START_LIMIT, Site, docker, inspect, run, wait_until
from quad_catalogue import APPS, PROGRAMS, programs_of
from quad_recipes import recipe, sentence_command

ROOT = HERE.parent
DOMAIN = "quad.school.example"
DATA = "Data, backup, restore"
# `docker compose` of machines that have Debian's docker-compose alone.
DOCKER = """#!/bin/sh
[ "$1" != compose ] || { shift; exec docker-compose "$@"; }
exec %s "$@"
"""
COMMAND_LIMIT = 600  # seconds for one recipe; building a changed image takes the most


class Recipes:
    def __init__(self, report):
        self.report = report
        self.site = Site(project="quad-check-recipes")
        self.checkout = self.site.folder / "quad"
        self.compose = self.checkout / "compose"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("QUAD_", "COMPOSE_"))},
            "DOCKER_BUILDKIT": "0", "COMPOSE_DOCKER_CLI_BUILD": "0", "GIT_CONFIG_GLOBAL": "/dev/null"}
        if self.site.command == ["docker-compose"]:
            tools = self.site.folder / "bin"
            tools.mkdir()
            (tools / "docker").write_text(DOCKER % shutil.which("docker"))
            (tools / "docker").chmod(0o755)
            self.environment["PATH"] = f"{tools}:{os.environ['PATH']}"
        self.token = None
        self.tasks = {}

    # --- the copy ---

    def copy(self):
        """With the files' modes, which the engine compares with those of an earlier build."""
        listed = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).stdout.split("\n")
        for name in filter(None, listed):
            source, copy = ROOT / name, self.checkout / name
            if source.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, copy)
        example = self.compose / ".env.example"
        text = example.read_text()
        for name, value in (("COMPOSE_FILE", "compose.yaml:check.yaml"), ("COMPOSE_PROJECT_NAME", self.site.project)):
            text, found = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.M)
            assert found == 1, f"{found} lines of .env.example set {name}"
        ports = ("QUAD_PORT", "QUAD_HTTP_PORT", "QUAD_HTTPS_PORT", "QUAD_PROMETHEUS_PORT", "QUAD_ALERTMANAGER_PORT")
        names = {name: self.site.environment[name] for name in (*ports, "QUAD_CADDY_IMAGE", "QUAD_PROMETHEUS_IMAGE")}
        names["QUAD_IMAGE"] = "quad-check/recipes:latest"
        example.write_text(text + "".join(f"{name}={value}\n" for name, value in names.items()))
        with (self.checkout / ".gitignore").open("a") as ignored:
            ignored.write("/compose/check.yaml\n/compose/passphrase\n")
        self.base_images([])
        self.git(self.checkout, "init", "-q", "-b", "main")
        self.commit(self.checkout, "This version")
        origin = self.site.folder / "origin.git"
        self.git(self.site.folder, "clone", "-q", "--bare", str(self.checkout), str(origin))
        self.git(self.checkout, "remote", "add", "origin", str(origin))
        self.git(self.checkout, "fetch", "-q")
        self.git(self.checkout, "branch", "-q", "-u", "origin/main")

    def git(self, folder, *words):
        return run("git", "-c", "user.name=check", "-c", "user.email=check@quad.example", "-C", str(folder), *words,
                   env=self.environment)

    def commit(self, folder, message):
        self.git(folder, "add", "-A")
        self.git(folder, "commit", "-q", "-m", message)

    def base_images(self, files):
        (self.compose / "check.yaml").write_text(json.dumps({"services": self.site.built_services(files)}))

    def set(self, **settings):
        """Edits .env, as the page asks its reader to: a line in its place, because others name its value."""
        path = self.compose / ".env"
        text = path.read_text()
        for name, value in settings.items():
            text, found = re.subn(rf"^{name}=.*$", lambda _, line=f"{name}={value}": line, text, flags=re.M)
            if not found:
                text = f"{text.rstrip()}\n{name}={value}\n"
        path.write_text(text)

    def secret(self, name, text):
        """A file that the programs' user alone reads, as the page has its reader make it."""
        path = self.site.folder / name
        path.write_text(text)
        os.chown(path, 65532, 65532)
        path.chmod(0o400)
        return path

    def follow(self, commands, folder=None):
        """Runs the commands at a terminal, as a reader does, and returns what they print."""
        near, far = pty.openpty()
        printed = bytearray()

        def read():
            with contextlib.suppress(OSError):  # the end of a terminal
                while piece := os.read(near, 65536):
                    printed.extend(piece)
        process = subprocess.Popen(
            ["bash", "-euc", commands], cwd=folder or self.compose, env=self.environment, stdin=far, stdout=far, stderr=far,
            start_new_session=True)
        os.close(far)
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            status = process.wait(COMMAND_LIMIT)
        except subprocess.TimeoutExpired as error:
            os.killpg(process.pid, 9)
            process.wait()
            raise AssertionError(f"not within {COMMAND_LIMIT} s: {commands.strip()[:200]}: {printed[-300:]!r}") from error
        finally:
            reader.join(5)
            os.close(near)
        # Without colors and moves of the cursor.
        text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\r", " ", printed.decode(errors="replace"))
        assert status == 0, f"exit status {status} of: {commands.strip()}\n{text[-1500:]}"
        return text

    # --- the site ---

    def healthy(self):
        wait_until(lambda: all(map(self.site.is_healthy, PROGRAMS)), "every program healthy", START_LIMIT)

    def https(self, method, path, body=None):
        """Status and body of an answer that came through caddy."""
        port = self.site.environment["QUAD_HTTPS_PORT"]
        words = ["curl", "-sS", "-k", "-m", "10", "--noproxy", "*", "-X", method, "-w", "\n%{http_code}",
                 "--resolve", f"{DOMAIN}:{port}:127.0.0.1"]
        if self.token:
            words += ["-H", f"Authorization: Bearer {self.token}"]
        if body is not None:
            words += ["-H", "Content-Type: application/json", "-d", json.dumps(body)]
        text, _, status = run(*words, f"https://{DOMAIN}:{port}{path}", check=False).stdout.rpartition("\n")
        return int(status or 0), text

    def add(self, title):
        status, text = self.https("POST", "/v1/tasks", {"title": title})
        assert status == 201, (status, text)
        self.tasks[title] = json.loads(text)["task"]["id"]

    def listed(self):
        status, text = self.https("GET", "/v1/tasks")
        assert status == 200, (status, text)
        return {task["title"] for task in json.loads(text)["items"]}

    def whole(self):
        """TLS, mail and backups are still there, and no way past caddy is."""
        self.healthy()
        wait_until(lambda: self.https("GET", "/readyz")[0] == 200, "ready over TLS", 30)
        for service in ("caddy", "backup"):
            assert self.site.state(service)["Running"], f"{service} does not run"
        settings = inspect(self.site.container("auth"))["Config"]["Env"]
        assert f"QUAD_ORIGIN=https://{DOMAIN}" in settings, "auth has another origin"
        assert any(setting.startswith("QUAD_SMTP=smtp") for setting in settings), "auth sends no mail"
        try:
            past = self.site.request("GET", "/healthz").status
        except OSError:
            past = None
        assert past is None, f"port {self.site.port} reaches the gateway past caddy: {past}"

    # --- the recipes ---

    def start(self):
        """The last line prints the address of the page on which somebody becomes the first administrator."""
        said = self.follow(recipe("", "docker compose up"), self.checkout)
        code = re.search(r"/setup#([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b", said)
        assert code, f"no setup code in {said[-400:]}"
        made = self.site.request("POST", "/v1/setup", {
            "email": "ruth@school.example", "password": PASSWORD, "firstName": "Ruth", "lastName": "Example",
            "code": code[1], "name": "Hilltop School", "zone": "Europe/Berlin", "language": "de", "signUp": "invite"})
        assert made.status == 201, made.body
        self.token = self.site.sign_in("ruth@school.example")
        me = self.site.request("GET", "/v1/me", token=self.token)
        assert "admin" in me.json["roles"], me.body
        name = self.site.request("GET", "/v1/site").json["name"]
        assert name == "Hilltop School", name
        return "set up, administrator"

    def tls(self):
        (self.compose / "passphrase").write_text("a passphrase of the check\n")
        self.secret("passphrase", (self.compose / "passphrase").read_text())
        self.set(
            COMPOSE_FILE="compose.yaml:tls.yaml:mail.yaml:check.yaml", COMPOSE_PROFILES="${QUAD_APPS},backup",
            QUAD_DOMAIN=DOMAIN, QUAD_TLS="tls internal", QUAD_SMTP="smtp://relay.school.example?tls=off", QUAD_SMTP_FROM="quad@school.example",
            QUAD_BACKUP_PASSPHRASE=self.site.folder / "passphrase")
        self.base_images(["tls.yaml"])
        self.follow(sentence_command("TLS"))
        self.whole()
        dorm = {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4}
        self.follow(f"docker compose run --rm -T quadctl bus call roomhub.dorm.define '{json.dumps(dorm)}' </dev/null")
        status, text = self.https("POST", "/v1/room/join", {"dorm": "forbes", "number": "101A"})
        assert status == 200, (status, text)
        self.add("Buy oat milk")
        return f"https://{DOMAIN}"

    def apps(self):
        """A shorter list, and the whole one again: nothing is left of what it leaves out, and nothing of its data is lost."""
        self.set(QUAD_APPS="room")
        self.follow(recipe("Apps"))
        wait_until(lambda: self.https("GET", "/readyz")[0] == 200, "ready with one app", 30)
        left = {program for program in PROGRAMS if not self.site.runs(program)}
        assert left == set(PROGRAMS) - set(programs_of(["room"])), f"{left} do not run"
        assert self.https("GET", "/v1/events")[0] == 404, "events still has requests"
        assert self.listed() == set(self.tasks)
        self.set(QUAD_APPS=",".join(APPS))
        self.follow(recipe("Apps"))
        self.whole()
        status, text = self.https("GET", "/v1/events")
        assert status == 200, (status, text)
        assert self.listed() == set(self.tasks)
        return f"without {' and '.join(sorted(left))}, then all {len(PROGRAMS)} programs"

    def alerts(self):
        """One that fires in the profile's Alertmanager reaches the administrator, once."""
        status, text = self.https("POST", "/v1/tokens", {"name": "alertmanager", "scopes": ["site:alert"]})
        assert status == 201, (status, text)
        token = self.secret("token", json.loads(text)["secret"])
        before = (self.compose / ".env").read_text()
        self.set(COMPOSE_PROFILES="${QUAD_APPS},metrics,alerts,backup", QUAD_ALERT_TOKEN=token)
        self.follow(sentence_command("Alerts"))
        self.whole()
        url = f"http://127.0.0.1:{self.site.environment['QUAD_ALERTMANAGER_PORT']}/api/v2"
        curl = ("curl", "-fsS", "-m", "5", "--noproxy", "*")
        wait_until(lambda: run(*curl, f"{url}/status", check=False).returncode == 0, "Alertmanager answers", 30)
        alert = {"labels": {"alertname": "QuadChecked", "severity": "warning", "instance": "the check"},
                 "annotations": {"summary": "An alert of the check"}}

        def report(**times):
            run(*curl, f"{url}/alerts", "-H", "Content-Type: application/json", "-d", json.dumps([alert | times]))

        def told(words):
            status, text = self.https("GET", "/v1/inbox?limit=20")
            assert status == 200, (status, text)
            return [item for item in json.loads(text)["items"]
                    if item["text"]["key"].startswith("site.") and words in json.dumps(item)]
        report()
        took = wait_until(lambda: told("An alert of the check"), "the administrator is notified", 60)
        assert len(told("An alert of the check")) == 1, told("An alert of the check")
        (self.compose / ".env").write_text(before)
        self.follow("docker compose rm --force --stop alertmanager prometheus")
        return f"notified after {took:.0f} s"

    def keys(self):
        self.follow(recipe("Keys"))
        self.whole()
        assert self.listed() == set(self.tasks)
        return "a new key for roomhub, all ready"

    def backup(self):
        said = self.follow(recipe(DATA, "backup --verify"))
        assert "complete" in said, said[-400:]
        return "made, and read back"

    def restore(self):
        self.add("After the backup")
        self.follow(recipe(DATA, "restore /backups"))
        self.whole()
        assert self.listed() == {"Buy oat milk"}, self.listed()
        del self.tasks["After the backup"]
        return "what was backed up, and nothing later"

    def upgrade(self):
        before = inspect(self.site.container("roomhub"))["Image"]
        editor = self.site.folder / "editor"
        self.git(self.site.folder, "clone", "-q", str(self.site.folder / "origin.git"), str(editor))
        with (editor / "compose" / "site.sh").open("a") as script:
            script.write("# The next version.\n")
        self.commit(editor, "The next version")
        self.git(editor, "push", "-q")
        self.follow(recipe("Upgrade"))
        self.whole()
        for program in PROGRAMS:
            assert inspect(self.site.container(program))["Image"] != before, f"{program} runs the earlier version"
        assert self.listed() == set(self.tasks)
        return f"{len(PROGRAMS)} programs of a new image, TLS and data kept"

    def empty(self):
        """The store of a running roomhub is lost, and noticed at its next start."""
        container = self.site.container("roomhub")
        docker("stop", "-t", "15", container)
        self.site.store("roomhub").unlink()
        docker("start", container)
        wait_until(lambda: "restore --empty roomhub" in self.site.log("roomhub"), "roomhub says what to do", 30)
        self.follow(recipe(DATA, "restore --empty"))
        self.whole()
        assert "Buy oat milk" not in self.https("GET", "/v1/tasks")[1]
        return "roomhub begins again, the others follow"

    def nightly(self):
        files = self.follow("docker compose run --rm -T --entrypoint 'ls -1 /backups' quadctl </dev/null")
        made = re.findall(r"\bquad-\d{8}T\d{6}Z\.quad\b", files)
        assert made, files
        return f"{len(made)} by the service"

    def run(self):
        look = self.report.look
        if os.geteuid() != 0:
            print("left out the recipes of the README: only root gives a passphrase to user 65532", flush=True)
            return
        try:
            self.copy()
            start = look("O2", "README: the first start", self.start)
            if start and look("O2", "README: TLS, mail and backups", self.tls):
                look("O2", "README: a shorter list of apps", self.apps)
                look("O2", "README: alerts", self.alerts)
                look("O2", "README: a rotated key", self.keys)
                look("O2", "README: a daily backup", self.nightly)
                if look("O2", "README: a backup by hand", self.backup):
                    look("O2", "README: restore", self.restore)
                look("O2", "README: upgrade", self.upgrade)
                look("O2", "README: restore --empty", self.empty)
        finally:
            self.close()

    def close(self):
        self.site.close()
        docker("image", "rm", "-f", "quad-check/recipes:latest", check=False)
