"""E1: behind compose's Caddyfile, slow clients of one address leave the site to the others."""

import contextlib
import os
import resource
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
from quad_ports import hold_port
from quad_slow import BEGINNINGS, P99_SECONDS, Ordinary, connect, is_open, make_certificate
from quad_site import Site, wait_until

ROOT = Path(__file__).resolve().parents[2]
LONG = os.environ.get("QUAD_TEST_ALL") == "1"
SLOW = 10_000 if LONG else 100
# Caddy's own limits take half a minute; the short form gives it a second.
SHORT = {} if LONG else {"read_header 10s": "read_header 1s", "read_body 30s": "read_body 1s"}
# What tls.yaml gives the container.
DESCRIPTORS = 16_384

pytestmark = pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")


class Caddy:
    """Debian's caddy with compose's Caddyfile, in front of a site on the loopback."""

    def __init__(self, folder, gateway):
        self.certificate = make_certificate(folder)
        plain, self.port = hold_port(), hold_port()
        text = (ROOT / "compose" / "caddy" / "Caddyfile").read_text()
        for old, new in {
            "http_port 8080": f"http_port {plain}", "https_port 8443": f"https_port {self.port}",
            "gateway:8081": f"127.0.0.1:{gateway}", **SHORT,
        }.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (folder / "Caddyfile").write_text(text)
        self.log = folder / "log"
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], stderr=log,
                env={"PATH": os.environ["PATH"], **homes, "QUAD_DOMAIN": "localhost",
                     "QUAD_TLS": "tls " + " ".join(self.certificate)},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS)))
        wait_until(self.is_up, "caddy listens")

    def is_up(self):
        assert self.process.poll() is None, self.log.read_text()
        try:
            connect(self.port).close()
        except ConnectionRefusedError:
            return False
        return True

    def close(self):
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="module")
def caddy(tmp_path_factory):
    site = Site(programs=("auth", "roomhub"), settings={"QUAD_BEHIND_PROXY": "yes"})
    try:
        site.start("gateway")
        caddy = Caddy(tmp_path_factory.mktemp("caddy"), site.port)
        try:
            yield caddy
        finally:
            caddy.close()
    finally:
        site.close()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["heads", "bodies"])
def test_e1_slow_clients_before_caddy_leave_the_site_to_the_others(caddy, kind):
    if LONG:
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    ordinary = Ordinary(caddy.port, caddy.certificate)
    before = ordinary.all(3)
    with contextlib.ExitStack() as stack:
        slow = []
        for _ in range(SLOW):
            connection = stack.enter_context(connect(caddy.port))
            connection = stack.enter_context(ordinary.context.wrap_socket(connection, server_hostname="localhost"))
            with contextlib.suppress(OSError):
                connection.sendall(BEGINNINGS[kind])
            slow.append(connection)
        beside = ordinary.all(30 if LONG else 3)
        print(f"{kind}: p99 {before * 1000:.0f} ms before, {beside * 1000:.0f} ms beside {SLOW}")
        if LONG:
            assert beside < P99_SECONDS
        wait_until(lambda: not any(map(is_open, slow)), f"caddy ends slow {kind}", 90)
        ordinary.all(1)
