"""The machine that figures come from, for the top of a table."""

import datetime
import os
import subprocess
from pathlib import Path

from processes import ROOT


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
         if line.startswith("model name")), "unknown processor")
    memory_kib = int(Path("/proc/meminfo").read_text().split()[1])
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.strip()
    return (f"{datetime.date.today()}, commit {commit}: {os.cpu_count()} cores ({model}), "
            f"{memory_kib / 1024 / 1024:.0f} GiB; the load runs on the same cores. Rates per second unless the row says otherwise.")
