"""A server of feeds and pictures for campus to read: a page is a reply, or a function that writes to the connection."""

import http.server
import threading


def rss(*titles, more=""):
    items = "".join(
        f"<item><guid isPermaLink='false'>{title}</guid><title>{title}</title><description>About {title}</description>"
        f"<pubDate>{20 - number} Sep 2026 10:00:00 GMT</pubDate></item>"
        for number, title in enumerate(titles))
    return f"<?xml version='1.0'?><rss version='2.0'><channel><title>News</title>{more}{items}</channel></rss>".encode()


class Feeds(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        # Replies by path: status, headers, body.
        self.pages = {}
        # The requests: path and headers.
        self.seen = []
        self.lock = threading.Lock()
        self.running = self.most = 0
        self.never = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def target(self):
        return f"127.0.0.1:{self.server_port}"

    def url(self, path):
        return f"http://{self.target}{path}"

    def show(self, path, body=b"", status=200, **headers):
        """A page. Underscores in the names of headers are hyphens."""
        self.pages[path] = (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)
        return self.url(path)

    def at(self, path):
        with self.lock:
            return [headers for seen, headers in self.seen if seen == path]

    def close(self):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        feeds = self.server
        # A request counts until its reply begins, so that two at once are two that the client did not wait for.
        with feeds.lock:
            feeds.seen.append((self.path, dict(self.headers)))
            feeds.running += 1
            feeds.most = max(feeds.most, feeds.running)
        feeds.never.wait(0.02)
        with feeds.lock:
            feeds.running -= 1
        try:
            page = feeds.pages.get(self.path, (404, {}, b""))
            if callable(page):
                page(self.wfile)
                self.close_connection = True
                return
            status, headers, body = page
            if "ETag" in headers and self.headers.get("If-None-Match") == headers["ETag"]:
                status, body = 304, b""
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            # The client has enough.
            self.close_connection = True

    def log_message(self, *_):
        pass
