"""Instances of the stateless program `echo` (Tests/Tools/echo), and a client for each: the bus without a site."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import zmq
from quad_bus import BusClient
from quad_launch import BIN, wait_until

KEYS = ("echo", "desk")


class EchoSite:
    """A folder with the keys of `echo` and `desk`. Instance `3` listens at `ipc://{run}/echo-3.q`."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="quad-")
        self.processes = {}
        public = {}
        for name in KEYS:
            pair = [part.decode() for part in zmq.curve_keypair()]
            public[name] = [pair[0]]
            secret = {"program": name, "curve": {"publicKey": pair[0], "secretKey": pair[1]}}
            key = Path(self.folder, f"{name}.key")
            key.write_text(json.dumps(secret))
            key.chmod(0o400)
        Path(self.folder, "public.json").write_text(json.dumps({"format": 1, "curve": public, "signing": []}))

    def start(self, name, **settings):
        """Starts an instance and waits until it is ready."""
        environment = {
            **os.environ, "QUAD_DATA": self.folder, "QUAD_KEYS": self.folder, "QUAD_RUN": self.folder, "ECHO_NAME": name,
            "BUS_BIND": self.template(name), **settings}
        log = Path(self.folder, f"{name}.log")
        with log.open("wb") as file:
            self.processes[name] = subprocess.Popen(
                [f"{BIN}/echo"], env=environment, stdout=file, stderr=file, stdin=subprocess.DEVNULL)
        wait_until(lambda: '"ready"' in log.read_text(), f"echo {name} is ready")
        return self.processes[name]

    @staticmethod
    def template(name):
        return f"ipc://{{run}}/echo-{name}.{{q|e}}"

    def client(self, name):
        return EchoClient(self.folder, name)

    def close(self):
        for process in self.processes.values():
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class EchoClient(BusClient):
    """Calls one instance with the key `desk`."""

    def __init__(self, folder, name):
        super().__init__(folder, folder, "desk")
        self.name = name

    def address(self, program, suffix):
        return f"ipc://{self.run}/{program}-{self.name}.{suffix}"
