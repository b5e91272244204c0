"""A real site for tests: the executables, their keys and data in a temporary folder."""

import base64
import hashlib
import http.client
import json
import threading
import time

from quad_bus import BusClient
from quad_catalogue import EDGE, PROGRAMS, READY_PATH
from quad_launch import BIN, LaunchedSite, freeze, wait_until

PASSWORD = "a quiet evening in the library"


def stays(condition, what, seconds):
    """Looks again and again whether it is so still: for what may not happen."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert condition(), f"not for {seconds} s: {what}"
        time.sleep(0.02)


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)


class Site(LaunchedSite):
    password = PASSWORD
    is_shared = False
    # The dorm of people unless a test names another.
    dorm = "forbes"

    def __init__(self, programs=PROGRAMS, seeding=False, settings=None, clock=None):
        super().__init__(settings)
        # Who joined a room as its member from the start. A new stream may still tell of it.
        self.joined = set()
        try:
            if seeding:
                self.mark("seeding")
            if clock:
                self.mark("test-clock", clock)
            self.make_keys()
            self.start_all(programs)
        except BaseException:
            self.close()
            raise

    @property
    def port(self):
        return int(wait_until(self.saved_port, "the gateway's port"))

    def is_ready(self):
        if self.saved_port() is None:
            return False
        try:
            return self.request("GET", READY_PATH).status == 200
        except OSError:
            return False

    def request(self, method, path, body=None, token=None, headers=None, timeout=30):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            return send(connection, method, path, body, token, headers)
        finally:
            connection.close()

    def address(self, name):
        """The email address of a person."""
        return f"{name}@hilltop.example"

    def sign_up(self, name, room=None):
        body = {
            "email": self.address(name), "password": PASSWORD, "firstName": name.title(), "lastName": "Example",
            "signIn": True,
        }
        if room:
            body["room"] = room
        answer = self.request("POST", "/v1/signup", body)
        assert answer.status == 201, answer.body
        return answer.json

    def sign_in(self, name, password=PASSWORD):
        answer = self.request("POST", "/v1/signin", {"email": self.address(name), "password": password})
        assert answer.status == 200, answer.body
        return answer.json["token"]

    def member(self, name, number="101A"):
        """A person who has opened, or joined, a room of Forbes Hall."""
        person = self.sign_up(name)
        token = person["token"]
        joined = self.request("POST", "/v1/room/join", {"dorm": self.dorm, "number": number}, token)
        assert joined.json["state"] == "joined", joined.body
        self.joined.add(person["person"])
        return person

    def operator(self, subject, body, key="operator"):
        """A request with the operator's key, as `quadctl` sends it, or another program's."""
        client = BusClient(self.keys, self.run, key)
        try:
            return client.call(subject, body, remaining_ms=5000)
        finally:
            client.close()

    def define_dorm(self, id_, name, capacity):
        return self.operator("roomhub.dorm.define", {"id": id_, "name": name, "roomCapacity": capacity})

    def set_roles(self, person, roles):
        """Sets roles; the person then has to sign in again."""
        return self.operator("auth.person.setRoles", {"id": person, "roles": roles})

    def open_stream(self, token, last_id=None, with_alerts=False, query=""):
        earlier = () if last_id or "after=" in query else tuple(self.joined)
        return Stream(self.port, token, last_id, with_alerts, query, earlier)


class Stay(Site):
    """A part of a running site that one test has to itself: its people have addresses of their own, and its dorm has
    nobody else in it. What the whole site shares (its programs, settings, time, lists of everything) it leaves alone."""

    is_shared = True

    def __init__(self, site, number):
        self.__dict__.update(site.__dict__)
        self.number = number
        self.dorm = f"forbes{number}"
        self.define_dorm(self.dorm, "Forbes Hall", 4)

    def address(self, name):
        return f"{name}{self.number}@hilltop.example"

    def start(self, program, **more):
        raise AssertionError("others use this site: mark the test with own_site")

    def stop(self, program, how=None, timeout=None):
        raise AssertionError("others use this site: mark the test with own_site")


def send(connection, method, path, body=None, token=None, headers=None):
    headers = dict(headers or {})
    data = None
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers.setdefault("Content-Type", "application/json")
    if token:
        headers["Authorization"] = "Bearer " + token
    connection.request(method, path, data, headers)
    response = connection.getresponse()
    return Answer(response.status, response.headers, response.read())


class Stream:
    """Server-sent events of one person. Events of the notifier come only `with_alerts`, in no order with
    the events they are about. That somebody of `earlier` has joined does not come."""

    def __init__(self, port, token, last_id=None, with_alerts=False, query="", earlier=()):
        self.with_alerts = with_alerts
        self.earlier = earlier
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        headers = {"Authorization": "Bearer " + token, "Accept": "text/event-stream"}
        if last_id:
            headers["Last-Event-ID"] = last_id
        self.connection.request("GET", "/v1/stream" + query, headers=headers)
        self.response = self.connection.getresponse()
        if self.response.status != 200:
            raise AssertionError(Answer(self.response.status, self.response.headers, self.response.read()))
        assert self.response.headers["Content-Type"] == "text/event-stream"

    def next(self):
        """The next event as (id, type, data); None at the end of the stream."""
        fields = {}
        while True:
            line = self.response.readline()
            if not line:
                return None
            line = line.decode().rstrip("\n")
            if line.startswith(":"):
                continue
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif fields.get("event") == "position":
                fields = {}
            elif "data" in fields and not self.with_alerts and fields.get("event", "").startswith("notifier."):
                fields = {}
            elif "data" in fields:
                event = fields.get("id"), fields.get("event"), json.loads(fields["data"])
                fields = {}
                if not self.tells_of_joining(*event[1:]):
                    return event
            else:
                fields = {}

    def tells_of_joining(self, topic, data):
        """True for the joining of somebody of `earlier`, on a stream with names or without."""
        if topic is None:
            topic, data = data.get("topic"), data.get("data", {})
        return topic == "roomhub.member.joined" and data["person"] in self.earlier

    def close(self):
        self.connection.close()


def at_once(*calls):
    """Runs the calls side by side and returns their results."""
    answers = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(index, call):
        gate.wait()
        answers[index] = call()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def problem(answer):
    """Status and code of a refusal."""
    return answer.status, answer.json["code"]


def refusal(answer):
    """Status and code of a problem, and the fields at fault where some are named."""
    fields = [error["field"] for error in answer.json.get("errors", [])]
    return (answer.status, answer.json["code"], *fields)


def raw(id_):
    """An id as it is stored."""
    return bytes.fromhex(id_.replace("-", ""))


def token_hash(token):
    """A session's token as it is stored."""
    return hashlib.blake2b(base64.urlsafe_b64decode(token + "="), digest_size=32).digest()


def assertion(site, token):
    """The assertion that the gateway would send along: its own key may ask for it."""
    gateway = BusClient(site.keys, site.run, EDGE)
    try:
        digest = base64.urlsafe_b64encode(token_hash(token)).rstrip(b"=").decode()
        text = gateway.call("auth.session.resolve", {"tokenHash": digest})["assertion"]
    finally:
        gateway.close()
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
