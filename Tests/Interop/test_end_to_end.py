"""One test for each kind of request, from HTTP over the bus to disk and back as an event."""

import http.client
import os
import signal
import threading
import time

import pytest
from quad_bus import AS_OF, ASSERTION, SEQUENCE, AT, BusClient, Fault
from quad_ports import hold_port
from quad_rooms import events_of
from quad_site import PASSWORD, Site, Stream, freeze, assertion, send, wait_until
from quad_stores import database, reading


def test_a_path_parameter_reaches_the_handler(site):
    ada = site.member("ada")
    task = site.request("POST", "/v1/tasks", {"title": "Buy milk"}, ada["token"]).json["task"]
    done = site.request("POST", f"/v1/tasks/{task['id']}/complete", token=ada["token"])
    assert done.status == 200
    assert done.json["id"] == task["id"]
    assert done.json["completedBy"] == ada["person"]
    missing = site.request("POST", "/v1/tasks/018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7/complete", token=ada["token"])
    assert (missing.status, missing.json["code"]) == (404, "not_found")
    bad = site.request("POST", "/v1/tasks/milk/complete", token=ada["token"])
    assert (bad.status, bad.json["code"], bad.json["errors"][0]["field"]) == (422, "id_bad", "id")


def test_a_success_status_other_than_200(site):
    ada = site.member("ada")
    assert site.request("POST", "/v1/tasks", {"title": "Buy milk"}, ada["token"]).status == 201
    ben = site.sign_up("ben")
    asked = site.request("POST", "/v1/room/join", {"dorm": site.dorm, "number": "rm 101a"}, ben["token"])
    assert (asked.status, asked.json) == (202, {"state": "pending"})
    out = site.request("POST", "/v1/signout", token=ben["token"])
    assert (out.status, out.body) == (204, b"")


def test_a_field_error_names_the_field_and_a_stable_code(site):
    ada = site.member("ada")
    blank = site.request("POST", "/v1/tasks", {"title": " \u200b "}, ada["token"])
    assert blank.status == 422
    assert blank.headers["Content-Type"] == "application/problem+json"
    assert blank.json["code"] == "title_blank"
    assert blank.json["errors"] == [{"field": "title", "code": "title_blank", "message": "Enter a title."}]
    nested = site.request(
        "POST",
        "/v1/signup",
        {"email": "b@c.example", "password": PASSWORD, "firstName": "B", "lastName": "C",
         "room": {"dorm": "forbes", "number": "x" * 9}},
    )
    assert (nested.json["code"], nested.json["errors"][0]["field"]) == ("room_number_bad", "room.number")


def test_a_secret_reply_is_not_stored(site):
    body = {"email": "ada@hilltop.example", "password": PASSWORD, "firstName": "Ada", "lastName": "E", "signIn": True}
    first = site.request("POST", "/v1/signup", body, headers={"Idempotency-Key": "signup-1"})
    assert first.status == 201
    again = site.request("POST", "/v1/signup", body, headers={"Idempotency-Key": "signup-1"})
    assert (again.status, again.json["code"]) == (409, "already_done")
    for secret in (first.json["token"], PASSWORD, "signup-1"):
        assert find_in_files(site, secret.encode()) == []


@pytest.mark.own_site
def test_a_reply_is_stored_for_a_key_that_the_client_sent(site):
    """Nobody repeats a write without one. Board messages always have one, which shows nothing of their writers."""
    ada = site.member("ada")

    def stored(path, body, headers=None):
        with database(site) as rows:
            before = rows.execute("SELECT count(*) FROM idem").fetchone()[0]
            assert site.request("POST", path, body, ada["token"], headers).status == 201
            return rows.execute("SELECT count(*) FROM idem").fetchone()[0] - before

    assert stored("/v1/tasks", {"title": "one"}) == 0
    assert stored("/v1/tasks", {"title": "two"}, {"Idempotency-Key": "two"}) == 1
    assert stored("/v1/tasks", {"title": "two"}, {"Idempotency-Key": "two"}) == 0
    assert stored("/v1/messages", {"text": "Hello."}) == 1


@pytest.mark.own_site
def test_an_unlinkable_request_leaves_no_trace_of_its_writer(site):
    ada = site.member("ada")
    # Her first lines in the log and in the rows of membership are not about the message.
    log_before = site.log("roomhub") + site.log("gateway")
    posted = site.request("POST", "/v1/messages", {"text": "Please rinse the pan."}, ada["token"])
    assert posted.status == 201
    message = posted.json
    assert set(message) == {"id", "text", "hour"}
    assert message["hour"].endswith(":00:00.000Z")
    assert message["id"][14] == "4", "a UUIDv4 tells nothing of the time"
    assert site.log("roomhub") + site.log("gateway") == log_before
    person = bytes.fromhex(ada["person"].replace("-", ""))
    with reading(site, "roomhub") as store:
        rows = store.execute("SELECT * FROM message").fetchall()
        event = store.execute(
            "SELECT at, trace, body, id FROM outbox WHERE type = 'roomhub.message.posted'").fetchone()
        expires = store.execute("SELECT expires_at FROM idem WHERE instr(CAST(reply AS TEXT), 'rinse')").fetchone()
    assert len(rows) == 1 and all(person not in bytes(cell) for cell in rows[0] if isinstance(cell, bytes))
    assert event[0] % 3_600_000 == 0 and event[1] == b"" and event[2] == b"{}"
    assert expires[0] % 3_600_000 == 0


def test_a_resumed_stream_misses_nothing_and_an_unknown_one_resets(site):
    ada = site.member("ada")
    eve = site.member("eve", "102")
    stream = site.open_stream(ada["token"])
    foreign = site.open_stream(eve["token"])
    site.request("POST", "/v1/tasks", {"title": "one"}, ada["token"])
    first = stream.next()
    assert first[1] == "roomhub.task.added" and first[2]["task"]["title"] == "one"
    stream.close()
    for title in ("two", "three"):
        site.request("POST", "/v1/tasks", {"title": title}, ada["token"])
    resumed = site.open_stream(ada["token"], first[0])
    titles = [resumed.next()[2]["task"]["title"] for _ in range(2)]
    assert titles == ["two", "three"]
    resumed.close()
    unknown = site.open_stream(ada["token"], "1.1")
    assert unknown.next()[1] == "reset"
    unknown.close()
    # Another room sees nothing of it: the first task that eve hears of is her own. What she did before her stream was
    # open may still have been on its way.
    site.request("POST", "/v1/tasks", {"title": "hers"}, eve["token"])
    *before, (_, told) = events_of(foreign, "roomhub.task.added")
    assert told["task"]["title"] == "hers"
    assert not [kind for kind, _ in before if kind.startswith("roomhub.task")]
    foreign.close()


def test_a_stream_begins_where_a_reply_ended(site):
    ada = site.member("ada")
    reply = site.request("GET", "/v1/tasks", token=ada["token"])
    added = site.request("POST", "/v1/tasks", {"title": "between"}, ada["token"])
    stream = site.open_stream(ada["token"], query=f"?after={reply.headers['Quad-Event-ID']}")
    assert events_of(stream, "roomhub.task.added")[-1][1]["task"]["title"] == "between"
    stream.close()
    unknown = site.open_stream(ada["token"], query="?named=no&after=1.1")
    assert unknown.next()[1:] == (None, {"topic": "reset", "data": {}})
    unknown.close()
    others = [added, site.request("GET", "/v1/site"), site.request("GET", "/v1/tasks")]
    assert [one.headers["Quad-Event-ID"] for one in others] == [None] * 3


@pytest.mark.own_site
def test_a_stream_that_is_older_than_the_first_contact_with_a_program_is_reset(site):
    ada = site.member("ada")
    seen = site.request("GET", "/v1/tasks", token=ada["token"]).headers["Quad-Event-ID"]
    for title in ("before", "also before"):
        site.request("POST", "/v1/tasks", {"title": title}, ada["token"])
    site.stop("gateway")
    site.stop("roomhub")
    site.start("gateway")
    only = 'Not ready: "roomhub".'
    wait_until(lambda: unready(site) == only, "the gateway follows all but roomhub")
    stream = site.open_stream(ada["token"])
    back = site.open_stream(ada["token"], seen)
    site.start("roomhub")
    assert stream.next()[1] == "reset", "what roomhub published before is not in the stream"
    # Whoever says what it has seen gets the rest, from before this gateway's start.
    assert [told["task"]["title"] for _, told in [back.next()[1:] for _ in range(2)]] == ["before", "also before"]
    back.close()
    site.wait_ready()
    site.request("POST", "/v1/tasks", {"title": "one"}, ada["token"])
    assert stream.next()[1] == "roomhub.task.added"
    stream.close()


@pytest.mark.own_site
def test_a_stream_goes_on_at_any_gateway(site, tmp_path):
    ada = site.member("ada")
    eve = site.member("eve", "102")
    stream = site.open_stream(ada["token"])
    site.request("POST", "/v1/tasks", {"title": "one"}, ada["token"])
    id_ = stream.next()[0]
    stream.close()

    def resumes_at(port, id_):
        """Ada hears at that gateway what she missed, and then what happens; the id of the last event."""
        site.request("POST", "/v1/tasks", {"title": "hers"}, eve["token"])
        site.request("POST", "/v1/tasks", {"title": "missed"}, ada["token"])
        resumed = Stream(port, ada["token"], id_)
        kind, told = resumed.next()[1:]
        assert (kind, told["task"]["title"]) == ("roomhub.task.added", "missed")
        site.request("POST", "/v1/tasks", {"title": "now"}, ada["token"])
        id_, _, told = resumed.next()
        assert told["task"]["title"] == "now"
        resumed.close()
        return id_

    first = site.processes["gateway"]
    port = hold_port()
    site.start(
        "gateway", QUAD_LISTEN=f"127.0.0.1:{port}", QUAD_DATA=str(tmp_path), BUS_BIND="ipc://{run}/gateway-2.{q|e}")
    wait_until(lambda: is_ready(port), "the second gateway is ready")
    for place in (port, site.port, port):
        id_ = resumes_at(place, id_)
    assert site.stop("gateway") == 0
    site.processes["gateway"] = first
    # Nor does it matter that a gateway was killed and has forgotten everything.
    site.stop("gateway", how=signal.SIGKILL)
    site.start("gateway")
    site.wait_ready()
    resumes_at(site.port, id_)


def is_ready(port):
    try:
        return send(http.client.HTTPConnection("127.0.0.1", port, timeout=5), "GET", "/readyz").status == 200
    except OSError:
        return False


def unready(site):
    """The part of the site that readiness waits for; None before the gateway listens."""
    try:
        return site.request("GET", "/readyz").json.get("detail")
    except OSError:
        return None


def test_a_stream_without_names_has_the_topic_beside_the_data(site):
    ada = site.member("ada")
    named, unnamed = (site.open_stream(ada["token"], query=query) for query in ("", "?named=no"))
    for title in ("one", "two"):
        site.request("POST", "/v1/tasks", {"title": title}, ada["token"])
    first, said = named.next(), unnamed.next()
    assert said == (first[0], None, {"topic": first[1], "data": first[2]})
    for stream in (named, unnamed):
        stream.close()
    resumed = site.open_stream(ada["token"], first[0], query="?named=no")
    assert resumed.next()[2]["data"]["task"]["title"] == "two"
    resumed.close()
    unknown = site.open_stream(ada["token"], "1.1", query="?named=no")
    assert unknown.next()[1:] == (None, {"topic": "reset", "data": {}})
    unknown.close()


def test_signing_out_ends_the_stream_and_the_token(site):
    ada = site.member("ada")
    stream = site.open_stream(ada["token"])
    assert site.request("POST", "/v1/signout", token=ada["token"]).status == 204
    assert stream.next() is None
    stream.close()
    wait_until(lambda: site.request("GET", "/v1/me", token=ada["token"]).status == 401, "the token is refused", 5)


def test_a_seeded_row_lies_in_the_past():
    site = Site(seeding=True)
    seed = BusClient(site.keys, site.run, "seed")
    try:
        seed.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        ada = site.member("ada")
        past = int(time.time() * 1000) - 21 * 86_400_000
        tlvs = ((ASSERTION, assertion(site, ada["token"])), (AS_OF, past.to_bytes(8, "big")))
        added = seed.call("roomhub.task.add", {"title": "Wash the windows"}, tlvs=tlvs)
        assert instant(added["task"]["added"]) == past
        assert site.request("GET", "/v1/tasks", token=ada["token"]).json["items"][0]["added"] == added["task"]["added"]
        state, events = seed.replay("roomhub", 1)
        told = events[-1][0]
        assert told.number(AT) == past and told.flags & 4
        assert told.number(SEQUENCE) == state["head"]
        os.rename(os.path.join(site.data, "seeding"), os.path.join(site.data, "seeded"))
        try:
            seed.call("roomhub.task.add", {"title": "Too late"}, tlvs=tlvs)
            raise AssertionError("the seed key counts after the seeding")
        except Fault as fault:
            assert fault.code == "not_allowed"
    finally:
        seed.close()
        site.close()


def test_a_repeated_request_with_a_key_has_one_effect(site):
    ada = site.member("ada")
    key = {"Idempotency-Key": "add-milk"}
    answers = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(site.request("POST", "/v1/tasks", {"title": "milk"}, ada["token"], key)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body for answer in answers}) == 1
    assert len(site.request("GET", "/v1/tasks", token=ada["token"]).json["items"]) == 1
    other = site.request("POST", "/v1/tasks", {"title": "bread"}, ada["token"], key)
    assert (other.status, other.json["code"]) == (409, "key_reused")


@pytest.mark.own_site
def test_a_program_that_is_down_is_named_within_two_seconds(site):
    ada = site.member("ada")
    site.stop("roomhub", signal.SIGKILL)
    begin = time.monotonic()
    down = site.request("GET", "/v1/tasks", token=ada["token"])
    assert time.monotonic() - begin < 2.3
    assert (down.status, down.json["code"], down.json["service"]) == (503, "service_unavailable", "roomhub")
    assert "Retry-After" in down.headers
    assert site.request("GET", "/v1/me", token=ada["token"]).status == 200, "other pages keep working"
    not_ready = site.request("GET", "/readyz")
    assert not_ready.status == 503 and '\\"roomhub\\"' in not_ready.body.decode()
    site.start("roomhub")
    wait_until(lambda: site.request("GET", "/v1/tasks", token=ada["token"]).status == 200, "roomhub is back")


@pytest.mark.own_site
def test_a_silent_program_is_named_within_two_seconds(site):
    ada = site.member("ada")
    freeze(site.processes["roomhub"].pid)
    try:
        begin = time.monotonic()
        silent = site.request("GET", "/v1/tasks", token=ada["token"])
        assert time.monotonic() - begin < 2.5
        assert (silent.status, silent.json["code"], silent.json["service"]) == (503, "service_unavailable", "roomhub")
    finally:
        site.processes["roomhub"].send_signal(signal.SIGCONT)
    wait_until(lambda: site.request("GET", "/v1/tasks", token=ada["token"]).status == 200, "roomhub goes on")


@pytest.mark.own_site
def test_a_drain_under_load_fails_no_call(site):
    ada = site.member("ada")
    failures, acknowledged = [], []
    over = threading.Event()

    def work(number):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
        count = 0
        while not over.is_set():
            title = f"task {number}.{count}"
            answer = send(connection, "POST", "/v1/tasks", {"title": title}, ada["token"])
            if answer.status == 201:
                acknowledged.append(title)
            else:
                failures.append((answer.status, answer.body))
            answer = send(connection, "GET", "/v1/room", token=ada["token"])
            if answer.status != 200:
                failures.append((answer.status, answer.body))
            count += 1
        connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            count = len(acknowledged) + 40
            wait_until(lambda: len(acknowledged) >= count, "the load is on")
            assert site.stop("roomhub") == 0
            site.start("roomhub")
            site.wait_ready()
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert failures == []
    titles = all_titles(site, ada["token"])
    assert sorted(titles) == sorted(acknowledged), "every acknowledged task is there once"


def all_titles(site, token):
    titles, cursor = [], ""
    while True:
        page = site.request("GET", f"/v1/tasks?limit=100{cursor}", token=token).json
        titles += [task["title"] for task in page["items"]]
        if "next" not in page:
            return titles
        cursor = "&cursor=" + page["next"]


def find_in_files(site, needle):
    found = []
    for folder, _, files in os.walk(site.folder):
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.isfile(path):
                continue  # a socket
            with open(path, "rb") as file:
                if needle in file.read():
                    found.append(path)
    return found


def instant(text):
    from datetime import datetime

    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)
