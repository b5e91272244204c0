"""A reminder of a whole campus: as many pushes as people, due in one minute, to four push services over TLS.

The services (push_hosts.py) take 100 ms for each push. The notifier runs with the certificates of this machine and the
services' own, in a mount namespace of its own.
"""

import contextlib
import json
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from alerts import Alerts, timed_id
from processes import BIN, HERE, ROOT, VENV, Figure, Site, edited, pss_kib

sys.path.insert(0, str(ROOT / "Tests/Interop"))
from quad_ports import hold_port  # noqa: E402

PEOPLE = 12_000
HOSTS = [f"127.0.0.{number}" for number in range(1, 5)]
LATENCY_MS = 100
BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
# The subscription of RFC 8291, section 5.
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


class PushSite(Site):
    """A site whose notifier trusts the push services."""

    def __init__(self, bundle: Path, targets: str) -> None:
        super().__init__()
        self.bundle, self.targets = bundle, targets

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, "QUAD_ALLOWED_TARGETS": self.targets}

    def spawn(self, *command, **environment):
        if command[0] == BIN / "notifier":
            trusting = f"mount --bind {self.bundle} {BUNDLE} && exec {command[0]}"
            command = ("/usr/bin/unshare", "-m", "/bin/sh", "-c", trusting)
        super().spawn(*command, **environment)


def certificate(folder: Path) -> tuple[Path, Path, Path]:
    """A certificate of all four services with its key, and a bundle that has it too."""
    key, made, bundle = folder / "key.pem", folder / "made.pem", folder / "bundle.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-keyout", key, "-out", made, "-subj", "/CN=push.example", "-addext",
         "subjectAltName=" + ",".join(f"IP:{host}" for host in HOSTS)],
        check=True, capture_output=True)
    bundle.write_bytes(Path(BUNDLE).read_bytes() + made.read_bytes())
    return made, key, bundle


class PushHosts:
    """push_hosts.py as a process."""

    def __init__(self, port: int, made: Path, key: Path) -> None:
        self.process = subprocess.Popen(
            [VENV / "bin/python", HERE / "push_hosts.py", ",".join(HOSTS), str(port), str(LATENCY_MS), made, key],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError("the push services did not start")

    def counts(self) -> dict:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(10)


def subscribe(alerts: Alerts, port: int) -> None:
    """A push channel of each person, a quarter at each service."""
    now = int(time.time() * 1000)
    with contextlib.closing(edited(alerts.site, "notifier")) as db, db:
        db.executemany(
            "INSERT INTO channel(id, person, kind, name, target, p256dh, auth, session, added_at)"
            " VALUES (?, ?, 'push', 'Phone', ?, ?, ?, ?, ?)",
            ((timed_id(now), uuid.UUID(person).bytes, f"https://{HOSTS[number % 4]}:{port}/{number}", P256DH, AUTH,
              timed_id(now), now) for number, person in enumerate(alerts.persons)))


def push(side: str, seconds: int) -> Figure | None:
    """Seconds from the moment at which all are due to the last push's arrival."""
    if side == "peer":
        return None
    with tempfile.TemporaryDirectory(prefix="qb-", dir="/tmp") as folder:
        made, key, bundle = certificate(Path(folder))
        port = hold_port()
        hosts = PushHosts(port, made, key)
        try:
            with Alerts(PushSite(bundle, ",".join(f"{host}:{port}" for host in HOSTS))) as alerts:
                due = (int(time.time()) + 25) * 1000
                alerts.plan([due] * PEOPLE, PEOPLE)
                subscribe(alerts, port)
                alerts.site.start()
                alerts.until(
                    lambda: alerts.number("SELECT coalesce(sum(planned), 0) FROM slots") == PEOPLE + 1, "all are planned")
                if time.time() * 1000 > due - 500:
                    raise RuntimeError("the alerts were planned too late")
                alerts.until(lambda: hosts.counts()["pushes"] >= PEOPLE, "every push came")
                counts = hosts.counts()
                print(counts, file=sys.stderr)
                return Figure(counts["last"] - due / 1000, memory=pss_kib([alerts.site.pid_of("notifier")]))
        finally:
            hosts.close()
