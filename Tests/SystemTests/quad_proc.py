"""What a running process takes: resident memory and open descriptors, from /proc."""

import os


def resident(pid):
    """Bytes in memory."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def megabytes(count):
    return f"{count / 2**20:.1f} MB"
