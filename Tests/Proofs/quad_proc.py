"""The resident memory and open descriptors of a process, from /proc, and spans of time."""

import os
import time


def resident(pid):
    """Bytes in memory."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def megabytes(count):
    return f"{count / 2**20:.1f} MB"


def span(seconds, check=lambda: None):
    """Lets so much time pass, in which something goes on; ends at once when `check` fails."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        check()
        time.sleep(min(0.1, max(0.0, end - time.monotonic())))  # poll
