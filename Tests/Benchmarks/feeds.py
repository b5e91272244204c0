"""The row about news: 200 feeds, each of a server of its own, that all have a new item.

The peer is newsboat with the same feeds, as a person runs it who reads them in a terminal.
"""

import contextlib
import http.server
import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from attendance import PASSWORD, CheapSite
from processes import Figure, cpu_seconds, pss_kib

FEEDS, ITEMS, MINUTE = 200, 25, 60
SENTENCE = "The team meets in the <b>gym</b> at half past three, and <a href='/more'>parents</a> are welcome. "
TEXT = f"<p>{SENTENCE * 15}</p>"


class Feeds(http.server.ThreadingHTTPServer):
    """Every address of 127.0.0.0/8 is a host."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 0), Handler)
        self.edition = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, number: int) -> str:
        return f"http://127.1.{number // 250}.{number % 250 + 1}:{self.server_port}/{number}.xml"

    def body(self, path: str) -> bytes:
        titles = [f"Edition {number}" for number in range(self.edition, -1, -1)] + [f"Item {n}" for n in range(ITEMS)]
        text = TEXT.replace("<", "&lt;")
        items = "".join(
            f"<item><guid>{path} {title}</guid><title>{title}</title><link>https://hilltop.example/{number}</link>"
            f"<pubDate>{20 - number // 24} Sep 2026 {23 - number % 24}:00:00 GMT</pubDate>"
            f"<description>{text}</description></item>" for number, title in enumerate(titles[:ITEMS]))
        return f"<?xml version='1.0'?><rss version='2.0'><channel><title>{path}</title>{items}</channel></rss>".encode()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = self.server.body(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


class NewsSite(CheapSite):
    def __init__(self, target: str) -> None:
        super().__init__()
        self.target = target

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | {"QUAD_ALLOWED_TARGETS": self.target}


def refreshed(side: str, seconds: int) -> Figure:
    feeds = Feeds()
    try:
        return of_newsboat(feeds) if side == "peer" else of_ours(feeds)
    finally:
        feeds.shutdown()
        feeds.server_close()


def of_ours(feeds: Feeds) -> Figure:
    with NewsSite(f"127.0.0.0/8:{feeds.server_port}") as site:
        site.create()
        site.quadctl("admin", "roles", "load@hilltop.example", "admin")
        account = {"email": "load@hilltop.example", "password": PASSWORD}
        site.token = site.expect(200, "POST", "/v1/signin", account)["token"]
        for number in range(FEEDS):
            site.expect(201, "POST", "/v1/admin/school/sources", {
                "title": f"Feed {number}", "kind": "feed", "address": feeds.url(number)})
        store = site.folder / "data" / "campus" / "campus.sqlite"
        with contextlib.closing(sqlite3.connect(store, timeout=30)) as db:
            wait(lambda: db.execute("SELECT count(*) FROM news_item").fetchone()[0] == FEEDS * ITEMS, site)
            feeds.edition = 1
            pids = [site.pid_of(program) for program in ("campus", "media-fetcher")]
            before = cpu_seconds(pids)
            began = time.monotonic()
            with db:
                db.execute("UPDATE news_source SET next_at = 0")
            wait(lambda: db.execute(
                "SELECT count(*) FROM news_item WHERE title = 'Edition 1'").fetchone()[0] == FEEDS, site)
            took = time.monotonic() - began
            time.sleep(max(0, MINUTE - took))
            used = cpu_seconds(pids) - before
            late = f"took {took:.0f} s" if took > MINUTE else ""
            return Figure(used / MINUTE * 100, memory=pss_kib(pids), warning=late)


def wait(condition, site: NewsSite) -> None:
    deadline = time.monotonic() + 180
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"the feeds are not read:\n{site.logs()}")
        time.sleep(0.05)


def of_newsboat(feeds: Feeds) -> Figure | None:
    newsboat = os.environ.get("NEWSBOAT") or shutil.which("newsboat")
    if newsboat is None:
        return None
    with tempfile.TemporaryDirectory(prefix="qb-") as name:
        folder = Path(name)
        (folder / "urls").write_text("".join(feeds.url(number) + "\n" for number in range(FEEDS)))
        (folder / "config").write_text("reload-threads 8\n")

        def reload() -> None:
            subprocess.run(
                [newsboat, "-u", folder / "urls", "-c", folder / "cache.db", "-C", folder / "config", "-x", "reload"],
                check=True, timeout=300, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                env={**os.environ, "HOME": str(folder)})

        reload()
        feeds.edition = 1
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        reload()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with contextlib.closing(sqlite3.connect(folder / "cache.db")) as db:
            count = db.execute("SELECT count(*) FROM rss_item WHERE title = 'Edition 1'").fetchone()[0]
        if count != FEEDS:
            raise RuntimeError(f"newsboat has the new items of {count} feeds")
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Figure(used / MINUTE * 100)


def register(row) -> None:
    work = f"{FEEDS} feeds with a new item each, read within a minute: % of a core (peer: newsboat)"
    row(work, "≤ 30", "%")(refreshed)
