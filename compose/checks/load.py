"""Four roommates who write and read all the time, and record the acknowledged writes."""

import http.client
import json
import threading
import time
import uuid


class Client(threading.Thread):
    """Asks under an idempotency key and again until it has an answer, as every client of Quad should."""

    patience = 20.0  # seconds for one call, whatever is restarted meanwhile
    pause = 0.1  # between two calls: what the gateway's rate limit lets one person do

    def __init__(self, port, token, stop):
        super().__init__(daemon=True)
        self.port = port
        self.token = token
        self.stop = stop
        self.acknowledged = {}
        self.calls = 0
        self.repeats = 0
        self.longest = 0.0
        self.failed = []
        self.connection = None

    def run(self):
        number = 0
        while not self.stop.is_set():
            number += 1
            title = f"{self.name} {number}"
            added = self.call("POST", "/v1/tasks", {"title": title})
            if added:
                self.acknowledged[added["task"]["id"]] = title
            self.stop.wait(self.pause)
            self.call("GET", "/v1/tasks?limit=20")
            self.stop.wait(self.pause)

    def call(self, method, path, body=None):
        began = time.monotonic()
        key = str(uuid.uuid4())
        self.calls += 1
        why = "no answer"
        while time.monotonic() - began < self.patience:
            try:
                status, answer = self.ask(method, path, body, key)
            except (OSError, http.client.HTTPException) as error:
                why = f"{type(error).__name__}: {error}"
                self.drop()
            else:
                if status in (200, 201):
                    self.longest = max(self.longest, time.monotonic() - began)
                    return json.loads(answer)
                why = f"{status} {answer[:200]!r}"
                if status not in (429, 503):
                    break
            if self.stop.is_set():
                return None  # nobody waits for it any more, and nothing was acknowledged
            self.repeats += 1
            time.sleep(0.05)  # poll
        self.failed.append(f"{method} {path}: {why}")
        return None

    def ask(self, method, path, body, key):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = self.connection.getresponse()
        answer = response.read()
        if response.getheader("Connection") == "close":
            self.drop()
        return response.status, answer

    def drop(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class Load:
    """`with Load(port, tokens) as load:` … then `load.clients` have what happened."""

    def __init__(self, port, tokens):
        self.stop = threading.Event()
        self.clients = [Client(port, token, self.stop) for token in tokens]

    def __enter__(self):
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *error):
        self.stop.set()
        for client in self.clients:
            client.join(Client.patience + 5)
            client.drop()
        return False

    def total(self, name):
        return sum(getattr(client, name) for client in self.clients)

    @property
    def failed(self):
        return [failure for client in self.clients for failure in client.failed]

    @property
    def longest(self):
        return max(client.longest for client in self.clients)

    @property
    def acknowledged(self):
        return {id_: title for client in self.clients for id_, title in client.acknowledged.items()}
