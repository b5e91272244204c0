"""A small network for tests: each program in a network namespace of its own, joined by a bridge, cut with nft.

Nothing of it touches the machine's own network: bridge and addresses live in the namespace `hub`, in which the
test itself talks to the programs. `close` takes everything away again.
"""

import contextlib
import ctypes
import http.client
import os
import shutil
import subprocess

import pytest
from quad_bus import BusClient
from quad_catalogue import EDGE, PROGRAMS, READY_PATH
from quad_launch import LaunchedSite
from quad_site import send

CLONE_NEWNET = 0x40000000


def need_network():
    """Skips the test where namespaces cannot be had."""
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    for tool in ("ip", "nft"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (compose/packages.debian, group test)")
    name = f"quad-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(f"no network namespace can be made here: {made.stderr.strip()}")
    subprocess.run(["ip", "netns", "del", name], check=True)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr.strip()}"
    return done.stdout


class Network:
    """Namespaces by name, each with the address `self.addresses[name]`; `hub` is where the test sits."""

    def __init__(self, names):
        self.prefix = f"q{os.getpid()}"
        self.names = list(names)
        self.addresses = {name: f"10.77.0.{index + 2}" for index, name in enumerate(self.names)}
        self.made = []
        try:
            self.make()
        except BaseException:
            self.close()
            raise

    def space(self, name):
        return f"{self.prefix}-{name}"

    def make(self):
        for name in ("hub", *self.names):
            run("ip", "netns", "add", self.space(name))
            self.made.append(name)
            self.ip(name, "link", "set", "lo", "up")
        self.ip("hub", "link", "add", "bridge", "type", "bridge")
        self.ip("hub", "addr", "add", "10.77.0.1/24", "dev", "bridge")
        self.ip("hub", "link", "set", "bridge", "up")
        hosts = "127.0.0.1 localhost\n" + "".join(f"{ip} {name}\n" for name, ip in self.addresses.items())
        for name, ip in self.addresses.items():
            self.ip("hub", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", self.space(name))
            self.ip("hub", "link", "set", name, "master", "bridge", "up")
            self.ip(name, "addr", "add", ip + "/24", "dev", "eth0")
            self.ip(name, "link", "set", "eth0", "up")
            folder = f"/etc/netns/{self.space(name)}"
            os.makedirs(folder, exist_ok=True)
            with open(f"{folder}/hosts", "w") as file:
                file.write(hosts)

    def ip(self, name, *words):
        return run("ip", "-n", self.space(name), *words)

    def nft(self, name, rules):
        command = ["ip", "netns", "exec", self.space(name), "nft", "-f", "-"]
        done = subprocess.run(command, input=rules, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def command(self, name, *words):
        """The words of a command that runs in the namespace."""
        return ["ip", "netns", "exec", self.space(name), *words]

    def filter(self, name, verdict):
        """`verdict` holds one rule for packets in (`saddr`) and out (`daddr`); `{side}` stands for the word."""
        chains = "".join(
            f"chain {hook} {{ type filter hook {hook} priority 0; "
            + " ".join(rule.format(side=side) + ";" for rule in verdict) + " }\n"
            for hook, side in (("input", "saddr"), ("output", "daddr"))
        )
        self.nft(name, f"table inet quad_cut {{\n{chains}}}\n")

    def cut(self, name, *others):
        """Drops every packet between `name` and the others, both ways."""
        self.filter(name, [f"ip {{side}} {self.addresses[other]} drop" for other in others])

    def lossy(self, name, percent):
        """Drops that share of all packets, each way, at random."""
        self.filter(name, [f"numgen random mod 100 < {percent} drop"])

    def heal(self, name):
        self.nft(name, "delete table inet quad_cut")

    def limit(self, name, rate):
        """Limits what `name` sends and receives to this rate."""
        shape = ("tbf", "rate", rate, "burst", "4kb", "latency", "400ms")
        run("ip", "netns", "exec", self.space(name), "tc", "qdisc", "replace", "dev", "eth0", "root", *shape)
        run("ip", "netns", "exec", self.space("hub"), "tc", "qdisc", "replace", "dev", name, "root", *shape)

    def unlimit(self, name):
        run("ip", "netns", "exec", self.space(name), "tc", "qdisc", "del", "dev", "eth0", "root")
        run("ip", "netns", "exec", self.space("hub"), "tc", "qdisc", "del", "dev", name, "root")

    @contextlib.contextmanager
    def inside(self, name="hub"):
        """Sockets that this thread, or a thread it starts, opens within are in the namespace."""
        own = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        other = os.open(f"/run/netns/{self.space(name)}", os.O_RDONLY)
        try:
            set_namespace(other)
            yield
        finally:
            set_namespace(own)
            os.close(other)
            os.close(own)

    def close(self):
        for name in reversed(self.made):
            space = self.space(name)
            subprocess.run(["ip", "netns", "del", space], capture_output=True)
            shutil.rmtree(f"/etc/netns/{space}", ignore_errors=True)
        with contextlib.suppress(OSError):
            os.rmdir("/etc/netns")
        self.made = []


def set_namespace(descriptor):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(descriptor, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


class NetworkClient(BusClient):
    """A client of the bus that speaks TCP to the addresses of a network."""

    def __init__(self, site, key):
        super().__init__(site.keys, "", key)
        self.addresses = site.network.addresses

    def address(self, program, suffix):
        return f"tcp://{self.addresses[program]}:{5501 if suffix == 'q' else 5502}"


class NetworkSite(LaunchedSite):
    """Every program, each in its own namespace, over TCP."""

    kind = "network"

    def __init__(self, *others):
        self.network = Network((*PROGRAMS, *others))
        super().__init__()
        try:
            self.make_keys()
            self.start_all()
        except BaseException:
            self.close()
            raise

    def command(self, program):
        return self.network.command(program, *map(os.path.abspath, super().command(program)))

    def request(self, method, path, body=None, token=None, headers=None, timeout=10):
        """Answers only inside the hub."""
        connection = http.client.HTTPConnection(self.network.addresses[EDGE], int(self.saved_port()), timeout=timeout)
        try:
            return send(connection, method, path, body, token, headers)
        finally:
            connection.close()

    def is_ready(self):
        if self.saved_port() is None:
            return False
        try:
            with self.network.inside():
                return self.request("GET", READY_PATH, timeout=3).status == 200
        except OSError:
            return False

    def client(self, key="operator"):
        return NetworkClient(self, key)

    def ended(self):
        """Programs that are no longer there, with their status."""
        return {name: process.poll() for name, process in self.processes.items() if process.poll() is not None}

    def close(self):
        super().close()
        self.network.close()
