"""The other end of channels in tests: a push service, a topic or a hook on a free port, and browsers that subscribe."""

import base64
import http.server
import json
import os
import threading

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unbase64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Received:
    def __init__(self, path, headers, body):
        self.path, self.headers, self.body = path, headers, body


class Receiver:
    """`with Receiver() as receiver:` takes POSTs at `receiver.url(path)` and keeps them in `receiver.all`.

    `answers[path]` holds what the next requests there are answered, (status, headers); the last one stays. Without
    it the answer is 201. With a Content-Length among the headers as many bytes follow. A status of None is silence
    until the test ends or `release` is called.
    """

    def __init__(self):
        self.all, self.answers = [], {}
        self.changed = threading.Condition()
        self.silence = threading.Event()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, headers = receiver.take(Received(self.path, self.headers, body))
                if status is None:
                    receiver.silence.wait(60)
                    status = 201
                try:
                    self.send_response(status)
                    for name, value in {"Content-Length": "0", **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(b"x" * int(headers.get("Content-Length", 0)))
                except OSError:
                    pass  # whoever asked has gone

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.target = f"127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.release()
        self.server.shutdown()
        self.server.server_close()

    def release(self):
        self.silence.set()

    def url(self, path):
        return f"http://{self.target}{path}"

    def answer(self, path, *answers):
        with self.changed:
            self.answers[path] = [answer if isinstance(answer, tuple) else (answer, {}) for answer in answers]

    def take(self, received):
        with self.changed:
            self.all.append(received)
            self.changed.notify_all()
            answers = self.answers.get(received.path, [(201, {})])
            return answers.pop(0) if len(answers) > 1 else answers[0]

    def at(self, path, count=1, timeout=15.0):
        """The requests to a path, once there are so many."""
        with self.changed:
            def found():
                return [one for one in self.all if one.path == path]

            there = self.changed.wait_for(lambda: len(found()) >= count, timeout)
            assert there, f"{len(found())} of {count} requests to {path} within {timeout} s"
            return found()

    def count(self, path):
        with self.changed:
            return len([one for one in self.all if one.path == path])


class Browser:
    """A subscription with its keys, as a browser makes it; it reads what it is sent with a library of others."""

    def __init__(self, receiver, path):
        self.receiver, self.path = receiver, path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": receiver.url(path), "keys": {"p256dh": base64url(point), "auth": base64url(self.auth)}}

    def read(self, received):
        """The JSON of a push."""
        assert received.headers["Content-Encoding"] == "aes128gcm"
        text = http_ece.decrypt(received.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        assert len(text) < 3000 and len(received.body) <= 4096
        return json.loads(text)

    def pushes(self, count=1, timeout=15.0):
        return [self.read(one) for one in self.receiver.at(self.path, count, timeout)]


def claims(received, audience):
    """The claims of the VAPID token, verified with the key beside it, and that key."""
    scheme, _, rest = received.headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and set(parts) == {"t", "k"}
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbase64url(parts["k"]))
    return jwt.decode(parts["t"], key, algorithms=["ES256"], audience=audience), parts["k"]


def channels(site, person):
    return site.request("GET", "/v1/channels", token=person["token"]).json["items"]


def channel(site, person, id_):
    return next((one for one in channels(site, person) if one["id"] == id_), None)


def add(site, person, kind, body=None, **headers):
    return site.request("POST", f"/v1/channels/{kind}", body if body is not None else {}, person["token"], headers)


def test(site, person, id_):
    answer = site.request("POST", f"/v1/channels/{id_}/test", token=person["token"])
    assert answer.status == 204, answer.body


test.__test__ = False
