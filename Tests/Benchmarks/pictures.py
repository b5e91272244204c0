"""The row about pictures; the peer is vipsthumbnail, libvips' own tool, once for each size.

Ours is `picture-maker`, which starts a worker as a program of the site does: one decode for all sizes, in a process that
confines itself, with the files put on the disk.
"""

import functools
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from processes import BIN, Figure

SIZES = (160, 480, 1200)
OPTIONS = "[Q=80,strip,interlace,optimize_coding,subsample_mode=on]"


def vips(*words) -> None:
    subprocess.run(["vips", *map(str, words)], check=True, stdin=subprocess.DEVNULL)


def make_source(folder: Path) -> Path:
    """Twelve megapixels with edges and grain, as a camera's."""
    vips("worley", folder / "cells.v", 4000, 3000)
    vips("gaussnoise", folder / "grain.v", 4000, 3000, "--mean", 128, "--sigma", 20)
    vips("bandjoin", f"{folder}/cells.v {folder}/grain.v {folder}/cells.v", folder / "bands.v")
    vips("cast", folder / "bands.v", folder / "bytes.v", "uchar")
    vips("copy", folder / "bytes.v", f"{folder}/source.jpg[Q=90]", "--interpretation", "srgb")
    return folder / "source.jpg"


def ours(source: Path, folder: Path) -> None:
    variants = [f"{folder}/{size}.jpg:{size}:jpeg" for size in SIZES]
    subprocess.run([BIN / "picture-maker", "render", source, *variants], check=True, stdin=subprocess.DEVNULL)


def peer(source: Path, folder: Path) -> None:
    for size in SIZES:
        subprocess.run(
            ["vipsthumbnail", source, "-s", str(size), "-o", f"{folder}/peer-{size}.jpg{OPTIONS}"], check=True,
            stdin=subprocess.DEVNULL)


@functools.cache
def by_turns(seconds: int) -> dict[str, list[float]]:
    """Milliseconds of each side, one after the other: what else the machine does slows both."""
    times: dict[str, list[float]] = {"ours": [], "peer": []}
    with tempfile.TemporaryDirectory(prefix="qb-", dir="/tmp") as name:
        folder = Path(name)
        source = make_source(folder)
        end = time.monotonic() + 2 * seconds
        while time.monotonic() < end or len(times["ours"]) < 5:
            for side, work in (("ours", ours), ("peer", peer)):
                began = time.monotonic()
                work(source, folder)
                times[side].append((time.monotonic() - began) * 1000)
    return times


def variants(side: str, seconds: int) -> Figure:
    times = sorted(by_turns(seconds)[side])
    return Figure(statistics.median(times), statistics.median(times) * 1000, times[len(times) * 99 // 100] * 1000)


def register(row) -> None:
    row("pictures: 12 megapixels to three sizes (peer: vipsthumbnail, three times), ms", "≤ 1.2 × peer", "ms")(variants)
