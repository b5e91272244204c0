"""The rows about pictures.

Sizes: the peer is vipsthumbnail, libvips' own tool, once for each size. Ours is `picture-maker`, which starts a worker as
a program of the site does: one decode for all sizes, in a process that confines itself, with the files put on the disk.
Serving: the peer is nginx, which sends the same bytes as a file and asks nobody who may see them.
"""

import contextlib
import functools
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from processes import BIN, ROOT, Figure, Server, Site, pss_kib

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


NGINX = """
daemon off;
error_log stderr;
pid {folder}/nginx.pid;
worker_processes auto;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  server {{ listen 127.0.0.1:{port}; root {folder}/files; default_type image/jpeg; }}
}}
"""
UPLOADS = 50


class Nginx(Server):
    """The peer: one file."""

    ready_path = "/picture"

    def __init__(self, picture: bytes) -> None:
        super().__init__()
        (self.folder / "files").mkdir()
        (self.folder / "files" / "picture").write_bytes(picture)
        # Its workers are another account's, which has to get in.
        self.folder.chmod(0o755)
        (self.folder / "nginx.conf").write_text(NGINX.format(folder=self.folder, port=self.port))

    def run_all(self) -> None:
        self.spawn("nginx", "-p", self.folder, "-c", self.folder / "nginx.conf")


@contextlib.contextmanager
def site_with_picture():
    """A site with an event that shows a bundled picture, the path of its middle size, and the bytes that come."""
    with Site() as site:
        site.create()
        stored = post(site, (ROOT / "Services/media-fetcher/pictures/concert.webp").read_bytes(), "image/webp")
        event = site.expect(201, "POST", "/v1/events", {
            "title": "Concert", "when": {"date": "2040-05-01", "time": "19:00", "zone": "UTC"},
            "picture": {"object": stored}})["event"]["id"]
        path = f"/v1/events/{event}/picture/480"
        request = urllib.request.Request(site.url + path, headers={"Authorization": f"Bearer {site.token}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            yield site, path, answer.read()


def post(site: Site, picture: bytes, media_type: str) -> str:
    request = urllib.request.Request(f"{site.url}/v1/uploads", picture, {
        "Authorization": f"Bearer {site.token}", "Content-Type": media_type})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().split(b'"object":"')[1][:64].decode()


def served(side: str, seconds: int) -> Figure:
    with site_with_picture() as (site, path, picture):
        if side == "ours":
            return site.load("GET", seconds, path)
    if not shutil.which("nginx"):
        raise RuntimeError("nginx is not installed (compose/packages.debian, group bench)")
    with Nginx(picture) as peer:
        peer.start()
        return peer.load("GET", seconds, "/picture")


def uploads(side: str, seconds: int) -> Figure | None:
    """The most memory that the gateway, media-fetcher and its workers take together meanwhile."""
    if side == "peer":
        return None
    with Site() as site, tempfile.TemporaryDirectory(prefix="qb-", dir="/tmp") as name:
        site.create()
        picture = make_source(Path(name)).read_bytes()
        pids = [site.pid_of("gateway"), site.pid_of("media-fetcher")]
        post(site, picture, "image/jpeg")
        threads = [threading.Thread(target=post, args=(site, picture, "image/jpeg")) for _ in range(UPLOADS)]
        most = 0
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            workers = subprocess.run(
                ["pgrep", "-P", str(pids[1])], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                most = max(most, pss_kib([*pids, *map(int, workers)]))
            time.sleep(0.02)
        return Figure(most * 1024 / 1e6, memory=most)


def register(row) -> None:
    row("pictures: 12 megapixels to three sizes (peer: vipsthumbnail, three times), ms", "≤ 1.2 × peer", "ms")(variants)
    row("pictures: of an event, 480 pixels (peer: nginx, the same file)", "≥ 0.4 × peer", "/s")(served)
    row(f"pictures: {UPLOADS} uploads of 12 megapixels at once: memory, MB", "≤ 250", "MB")(uploads)
