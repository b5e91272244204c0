"""Ports for servers of tests that listen where they are told to, and again at the same place after a stop.

They lie below the range from which the system picks ports by itself (32768 to 60999): no connection of another test gets
one while its server is down. A file locked by this process keeps the other test processes away from it.
"""

import fcntl
import os
import random
import socket
from pathlib import Path

RANGE = range(20_000, 32_000)
FOLDER = Path("/tmp/quad-ports")
# The open files that hold this process's ports.
HELD = {}


def hold_port():
    """A port that no other test gets until `release_port` or the end of this process."""
    FOLDER.mkdir(exist_ok=True)
    for _ in range(1000):
        port = random.choice(RANGE)
        if port not in HELD and (file := lock(port)) is not None:
            HELD[port] = file
            return port
    raise AssertionError(f"no free port from {RANGE[0]} to {RANGE[-1]}")


def lock(port):
    file = os.open(FOLDER / str(port), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
        return file
    except OSError:
        os.close(file)
        return None


def release_port(port):
    os.close(HELD.pop(port))
