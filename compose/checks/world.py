"""A host outside of the machine: a network namespace with a listener, behind a link of its own."""

import os
import subprocess

from containers import run, wait_until

# Of the addresses that are kept for documentation.
OUTSIDE, HERE = "192.0.2.1", "192.0.2.2"
LISTENER = f"""
import socket
server = socket.create_server(("{OUTSIDE}", 0))
print(server.getsockname()[1], flush=True)
while True:
    server.accept()[0].close()
"""


class World:
    def __init__(self):
        self.name = f"quad-check-{os.getpid()}"
        self.cable = (f"qc{os.getpid() % 100000}a", f"qc{os.getpid() % 100000}b")

    def __enter__(self):
        run("ip", "netns", "add", self.name)
        try:
            near, far = self.cable
            run("ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", self.name)
            run("ip", "addr", "add", f"{HERE}/30", "dev", near)
            run("ip", "link", "set", near, "up")
            run("ip", "-n", self.name, "addr", "add", f"{OUTSIDE}/30", "dev", far)
            run("ip", "-n", self.name, "link", "set", far, "up")
            run("ip", "-n", self.name, "route", "add", "default", "via", HERE)
            self.listener = subprocess.Popen(
                ["ip", "netns", "exec", self.name, "python3", "-c", LISTENER], stdout=subprocess.PIPE, text=True)
            self.port = int(self.listener.stdout.readline())
            wait_until(lambda: run("bash", "-c", f"echo > /dev/tcp/{OUTSIDE}/{self.port}", check=False).returncode == 0,
                       "the listener outside answers this machine", 5)
        except BaseException:
            self.close()
            raise
        return self

    def is_reached_from(self, site, program):
        return site.inside(program, f"timeout 3 bash -c 'echo > /dev/tcp/{OUTSIDE}/{self.port}'").returncode == 0

    def close(self):
        listener = getattr(self, "listener", None)
        if listener:
            listener.kill()
            listener.wait()
        run("ip", "link", "del", self.cable[0], check=False)
        run("ip", "netns", "del", self.name, check=False)

    def __exit__(self, *error):
        self.close()
        return False
