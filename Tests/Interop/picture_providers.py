"""Picture searches of the web: Flickr's and Openverse's forms of replies, and what else a server may send.

The searched word decides the reply: `sun` has 250 results, `NAME-sun` the same under a name of its own, and the words
of `FAILURES` fail in a way of their own.
"""

import contextlib
import http.server
import json
import threading
import time
import urllib.parse

from quad_uploads import png

RESULTS = 250
OPENVERSE_ID = "36537842-b067-4ca0-ad67-{:012d}"


def photo(number, **more):
    return {
        "id": str(1000 + number), "owner": "12037949754@N01", "secret": "ab12cd34ef", "server": "65535", "farm": 66,
        "title": f"Sun {number}", "ispublic": 1, "isfriend": 0, "isfamily": 0, "license": "4", "ownername": "Ada",
        "pathalias": None, "url_l": "http://127.0.0.1/inner", "width_l": 1024, "height_l": "768", **more,
    }


def flickr(total, page, size, items=None):
    if items is None:
        items = [photo(number) for number in range((page - 1) * size, min(page * size, total))]
    return {
        "photos": {"page": page, "pages": -(-total // size), "perpage": size, "total": total, "photo": items},
        "stat": "ok",
    }


def openverse(total, page, size, items=None):
    if items is None:
        items = [
            {
                "id": OPENVERSE_ID.format(number), "title": f"Sun {number}", "creator": "Ada", "license": "by-sa",
                "license_version": "4.0", "url": "http://127.0.0.1/inner", "width": 1024, "height": 768,
                "attribution": f'"Sun {number}" by Ada is licensed under CC BY-SA 4.0.',
                "foreign_landing_url": f"https://www.flickr.com/photos/ada/{number}",
            }
            for number in range((page - 1) * size, min(page * size, total))
        ]
    return {"result_count": total, "page_count": -(-total // size), "page_size": size, "page": page, "results": items}


def fail(code, message):
    return json.dumps({"stat": "fail", "code": code, "message": message}).encode()


# What each word gets instead of results: a status and a body, or a function that writes to the connection itself.
FAILURES = {
    "unavailable": (200, fail(105, "Service currently unavailable")),
    "unavailable-text": (200, fail("10", "Sorry, the Flickr search API is not currently available")),
    "wrong-key": (200, fail(100, "Invalid API Key (Key has invalid format)")),
    "no-stat": (200, b"{}"), "list": (200, b"[]"), "half": (200, b'{"photos": {"total": 3'), "empty": (200, b""),
    "page": (200, b"<html>Down for maintenance</html>"), "error": (500, b"{}"), "moved": (302, b""),
    "wrong-total": (200, json.dumps({**flickr(0, 1, 100), "photos": {"total": "many", "photo": []}}).encode()),
    "short-length": lambda out: out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n" + json.dumps(
        flickr(3, 1, 100)).encode()),
    "long-length": lambda out: out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{}"),
    "endless": lambda out: drip(out, b" " * 65536, 0),
    "no-http": lambda out: out.write(b"220 smtp.example\r\n"),
}


def drip(out, part, seconds):
    out.write(b"HTTP/1.1 200 OK\r\n\r\n")
    until = time.monotonic() + 20
    while time.monotonic() < until:
        out.write(part)
        out.flush()
        time.sleep(seconds)


class Providers(http.server.ThreadingHTTPServer):
    """`asked` are the parameters of each search. `busy` seconds: every search is told to wait that long."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.busy = None
        # The ids of pictures that their owners have withdrawn.
        self.gone = set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address):
        """A client that has had enough of a bad reply leaves."""

    def close(self):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        asked = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        if self.is_of_one_picture(path, asked):
            return
        self.server.asked.append(asked)
        is_flickr = path == "/services/rest/"
        word = asked["text" if is_flickr else "q"]
        if self.server.busy is not None:
            self.answer(429, b"{}", {"Retry-After": str(self.server.busy)})
        elif word == "slow":
            with contextlib.suppress(OSError):
                drip(self.wfile, b" ", 0.5)
        elif callable(FAILURES.get(word)):
            with contextlib.suppress(OSError):
                FAILURES[word](self.wfile)
            self.close_connection = True
        elif word in FAILURES:
            self.answer(*FAILURES[word], {"Location": "/elsewhere"} if word == "moved" else {})
        else:
            self.answer(200, json.dumps(self.results(is_flickr, word, asked)).encode())

    def is_of_one_picture(self, path, asked):
        """The file of a picture, and the question whether it is still there."""
        if path.endswith((".jpg", "/thumb/")):
            number = sum(path.encode()) % 251
            self.answer(200, png(40, 30, (number, 100, 200)))
        elif asked.get("method") == "flickr.photos.getInfo":
            is_gone = asked["photo_id"] in self.server.gone
            self.answer(200, fail(1, "Photo not found") if is_gone else b'{"stat": "ok", "photo": {}}')
        elif path.startswith("/v1/images/") and path != "/v1/images/":
            is_gone = path.split("/")[3] in self.server.gone
            self.answer(404 if is_gone else 200, json.dumps(openverse(1, 1, 1)["results"][0]).encode())
        else:
            return False
        return True

    def results(self, is_flickr, word, asked):
        make = flickr if is_flickr else openverse
        page, size = int(asked["page"]), int(asked["per_page" if is_flickr else "page_size"])
        if word == "nothing":
            return make(0, page, size)
        if word == "mixed":
            bad = [photo(1, license="0"), photo(2, secret="../../x"), photo(3, owner="a/b"), 7, None, {}]
            return make(7, page, size, [*bad, photo(6, title="Good\u202e\n one", ownername="")])
        found = make(RESULTS, page, size)
        if is_flickr and word == "text-total":
            found["photos"]["total"] = str(RESULTS)
        return found

    def answer(self, status, body, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Tests say what matters."""
