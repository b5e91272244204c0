"""A proxy in front of the gateway that plants faults: it changes requests or replies on their way."""

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP = ("connection", "transfer-encoding", "content-length", "keep-alive")


class Proxy:
    """`ask(method, path, headers)` changes the headers of a request, `answer(method, path, status, body)` returns the
    status and body of its reply, or None to cut the connection."""

    def __init__(self, port, ask=None, answer=None):
        proxy = self
        self.ask = ask or (lambda method, path, headers: None)
        self.answer = answer or (lambda method, path, status, body: (status, body))

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def forward(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
                proxy.ask(self.command, self.path, headers)
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                try:
                    connection.request(self.command, self.path, body or None, headers)
                    reply = connection.getresponse()
                    answer = proxy.answer(self.command, self.path, reply.status, reply.read())
                finally:
                    connection.close()
                if answer is None:
                    self.close_connection = True
                    return
                status, changed = answer
                self.send_response_only(status)
                for name, value in reply.headers.items():
                    if name.lower() not in HOP:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(changed)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(changed)

            def __getattr__(self, name):
                if name.startswith("do_"):
                    return self.forward
                raise AttributeError(name)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
