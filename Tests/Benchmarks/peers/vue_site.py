"""The peer of the web client: Debian's Vue 2 and one page, gzipped, nothing kept on disk.

vue_site.py PORT VUE [PAGE REPLIES]

Without a page, it is one of 5,000 tasks. REPLIES is a JSON file with the reply to each address.
"""

import gzip
import http.server
import json
import sys
from pathlib import Path

port, vue, *given = sys.argv[1:]
name, replies = given or ("vue_tasks.html", None)
tasks = [
    {"id": str(number), "title": f"Take the recycling down, week {number + 1}", "isImportant": number % 10 == 0}
    for number in range(5000)
]
page = Path(__file__).with_name(name).read_bytes()
answers = json.loads(Path(replies).read_text()) if replies else {"/tasks.json": {"items": tasks}}
FILES = {
    "/": ("text/html; charset=utf-8", page),
    "/vue.js": ("text/javascript; charset=utf-8", Path(vue).read_bytes()),
    **{path: ("application/json", json.dumps(answer).encode()) for path, answer in answers.items()},
}
PACKED = {path: (kind, gzip.compress(data, 9)) for path, (kind, data) in FILES.items()}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        kind, data = PACKED.get(self.path, ("text/plain", gzip.compress(b"")))
        self.send_response(200 if self.path in PACKED else 404)
        for name, value in (("Content-Type", kind), ("Content-Encoding", "gzip"), ("Content-Length", str(len(data)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()
