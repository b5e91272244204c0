"""A site of compose/check's own: docker-compose, the containers of its services, and what their processes may do."""

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE.parent / "Tests" / "Interop"))

from quad_catalogue import APPS, PROGRAMS  # noqa: E402

PROJECT = "quad-check"
PASSWORD = "a quiet evening in the library"
START_LIMIT = 30  # seconds until every program is healthy


def run(*words, check=True, timeout=120, env=None, **more):
    done = subprocess.run(words, capture_output=True, text=True, timeout=timeout, env=env, **more)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(words[:6])} …: {(done.stderr or done.stdout).strip()[-600:]}")
    return done


def docker(*words, **more):
    return run("docker", *words, **more).stdout.strip()


def inspect(name):
    return json.loads(docker("inspect", name))[0]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what, seconds):
    """The time it took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)  # poll
    return time.monotonic() - began


class Process:
    """The kernel's status of a program's process, by its id outside of the container."""

    def __init__(self, pid):
        self.pid = pid
        self.status = dict(
            line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line)

    def __getitem__(self, name):
        return self.status[name].strip()

    def mount(self, at):
        """The options of what is mounted there."""
        for line in Path(f"/proc/{self.pid}/mountinfo").read_text().splitlines():
            words = line.split()
            if words[4] == at:
                return set(words[5].split(",")) | set(words[-1].split(","))
        raise AssertionError(f"nothing is mounted at {at}")


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Site:
    """A project of its own: containers, networks and volumes, which `close` takes away again."""

    def __init__(self, without=None, project=PROJECT):
        self.project = project
        self.port = int(os.environ.get("QUAD_PORT") or free_port())
        self.folder = Path(tempfile.mkdtemp(prefix="quad-check-"))
        self.file = HERE / "compose.yaml"
        if without:
            self.file = self.folder / "compose.yaml"
            self.file.write_text(weakened((HERE / "compose.yaml").read_text(), without))
        self.environment = {
            **os.environ, "COMPOSE_PROJECT_NAME": project, "COMPOSE_FILE": "compose.yaml",
            "QUAD_APPS": ",".join(APPS), "COMPOSE_PROFILES": ",".join(APPS), "QUAD_IMAGE": "quad-check/quad:latest",
            "QUAD_CADDY_IMAGE": "quad-check/caddy:latest", "QUAD_PROMETHEUS_IMAGE": "quad-check/prometheus:latest",
            "QUAD_POSTGRES_IMAGE": "quad-check/postgres:latest", "QUAD_TILES": "https://tiles.invalid/{z}/{x}/{y}.png",
            "QUAD_PORT": str(self.port), "QUAD_PROMETHEUS_PORT": str(free_port()),
            "QUAD_ALERTMANAGER_PORT": str(free_port()), "QUAD_SIGNUP": "open",
            "QUAD_HTTP_PORT": str(free_port()), "QUAD_HTTPS_PORT": str(free_port()), "QUAD_DOMAIN": "localhost",
            "QUAD_TLS": "tls internal", "QUAD_SMTP": "smtp://mail.invalid", "QUAD_SMTP_FROM": "quad@mail.invalid",
            "QUAD_SMTP_USER": "quad", "QUAD_SMTP_PASSWORD": "/dev/null", "QUAD_PUSH_CONTACT": "mailto:quad@mail.invalid",
        }
        self.command = ["docker-compose"] if shutil.which("docker-compose") else ["docker", "compose"]
        self.files = []

    def built_services(self, files):
        """Base images that stand in for the named ones, and the machine's own network while building."""
        def build(**images):
            arguments = {name: os.environ[variable] for name, variable in images.items() if os.environ.get(variable)}
            proxies = [name for name in ("http_proxy", "https_proxy", "no_proxy") if os.environ.get(name)]
            return {"build": {"network": "host", "args": {**arguments, **{name: os.environ[name] for name in proxies}}}}

        debian = build(DEBIAN_IMAGE="QUAD_DEBIAN_IMAGE")
        both = build(DEBIAN_IMAGE="QUAD_DEBIAN_IMAGE", SWIFT_IMAGE="QUAD_SWIFT_IMAGE")
        return {"keys-init": both, "prometheus": debian, **({"caddy": debian} if "tls.yaml" in files else {}),
                **({"postgres": debian} if "postgres.yaml" in files else {})}

    def override(self):
        path = self.folder / "override.yaml"
        path.write_text(json.dumps({"services": self.built_services(self.files)}))
        return path

    def compose(self, *words, **more):
        files = [self.file, *(HERE / name for name in self.files), self.override()]
        flags = [word for file in files for word in ("-f", str(file))]
        return run(*self.command, *flags, "--project-directory", str(HERE), *words, env=self.environment, **more)

    def build(self, *services):
        self.compose("build", *services, timeout=3600)

    def container(self, service):
        labels = (f"com.docker.compose.project={self.project}", f"com.docker.compose.service={service}",
                  "com.docker.compose.oneoff=False")
        names = docker("ps", "-aq", *(word for label in labels for word in ("--filter", f"label={label}"))).split()
        assert len(names) == 1, f"{service} has {len(names)} containers"
        return names[0]

    def state(self, service):
        return inspect(self.container(service))["State"]

    def runs(self, service):
        return self.state(service)["Running"]

    def is_healthy(self, service):
        return self.state(service).get("Health", {}).get("Status") == "healthy"

    def restarts(self, service):
        return inspect(self.container(service))["RestartCount"]

    def log(self, service, since="0"):
        done = run("docker", "logs", "--since", since, self.container(service))
        return done.stdout + done.stderr

    def store(self, program):
        """The file of a program's store, where the engine keeps it on this machine."""
        folder = docker("volume", "inspect", "-f", "{{.Mountpoint}}", f"{self.project}_data-{program}")
        return Path(folder) / f"{program}.sqlite"

    def cpu_seconds(self, service):
        """Seconds of processor time that the container's processes, checks of health included, have taken."""
        groups = dict(
            line.rstrip("\n").split(":", 2)[1:] for line in open(f"/proc/{self.state(service)['Pid']}/cgroup", encoding="ascii"))
        if "" in groups and Path("/sys/fs/cgroup/cgroup.controllers").exists():
            text = Path(f"/sys/fs/cgroup{groups['']}/cpu.stat").read_text()
            return int(re.search(r"^usage_usec (\d+)$", text, re.M)[1]) / 1e6
        name = next(name for name in groups if "cpuacct" in name.split(","))
        return int(Path(f"/sys/fs/cgroup/cpuacct{groups[name]}/cpuacct.usage").read_text()) / 1e9

    def process(self, service):
        """The program itself; the container's first process is only its init."""
        first = self.state(service)["Pid"]
        for pid in [first, *Path(f"/proc/{first}/task/{first}/children").read_text().split()]:
            if Path(f"/proc/{pid}/comm").read_text().strip() == service:
                return Process(int(pid))
        raise AssertionError(f"no process of {service}")

    def inside(self, service, script, user=None, check=False):
        words = ["exec", *(("-u", user) if user else ()), self.container(service), "bash", "-c", script]
        return run("docker", *words, check=check, timeout=30)

    def quadctl(self, *words):
        return self.compose("run", "--rm", "-T", "quadctl", *words).stdout

    def request(self, method, path, body=None, token=None, headers=None, timeout=10):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            headers = dict(headers or {})
            if token:
                headers["Authorization"] = f"Bearer {token}"
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def sign_in(self, email):
        """A new token."""
        answer = self.request("POST", "/v1/signin", {"email": email, "password": PASSWORD})
        assert answer.status == 200, answer.body
        return answer.json["token"]

    def close_project(self):
        """Also removes everything that an earlier run left behind."""
        self.files = ["tls.yaml", "mail.yaml", "push.yaml", "pictures.yaml", "news.yaml", "postgres.yaml"]
        profiles = [word for name in (*APPS, "metrics", "alerts", "tools", "backup") for word in ("--profile", name)]
        self.compose(*profiles, "down", "-v", "--remove-orphans", check=False)
        self.files = []
        volumes = docker("volume", "ls", "-q", "--filter", f"label=com.docker.compose.project={self.project}").split()
        if volumes:
            docker("volume", "rm", "-f", *volumes, check=False)

    def close(self):
        self.close_project()
        shutil.rmtree(self.folder, ignore_errors=True)


# The edits of compose.yaml that the control makes, one promise each.
CONTROLS = {
    "cap_drop": (r"^  cap_drop: .*\n", ""),
    "read_only": (r"^  read_only: .*\n", ""),
    "no-new-privileges": (r"^  security_opt: .*\n", ""),
    "user": (r'^  user: .*\n', '  user: "0:0"\n'),
    "internal": (r"(?<=^  bus:\n)    internal: true\n", "    driver: bridge\n"),
    "restart": (r"^  restart: unless-stopped\n", ""),
}


def weakened(text, option):
    assert option in CONTROLS, f"the control knows {', '.join(CONTROLS)}"
    pattern, instead = CONTROLS[option]
    changed = re.sub(pattern, instead, text, flags=re.MULTILINE)
    assert changed != text, f"compose.yaml holds nothing of {option}"
    return changed
