"""The anonymous board over HTTP: unread counts, the chain of hours, and messages that never change."""

import base64
import hashlib
import os
import struct
from datetime import datetime, timedelta, timezone

import pytest
from quad_bus import AS_OF, ASSERTION, BusClient
from quad_rooms import UNKNOWN, clocked_site, database, live_together
from quad_site import Site, assertion, at_once, raw, refusal, wait_until

START = datetime(2026, 9, 1, 12, tzinfo=timezone.utc)


def at(hours=0, minutes=0):
    return (START + timedelta(hours=hours, minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def post(site, person, text):
    answer = site.request("POST", "/v1/messages", {"text": text}, person["token"])
    assert answer.status == 201, answer.body
    return answer.json


def get(site, person, path):
    answer = site.request("GET", path, token=person["token"])
    assert answer.status == 200, answer.body
    return answer.json


def mark(site, person, hour, seen):
    return site.request("POST", "/v1/board/read", {"hour": hour, "seen": seen}, person["token"])


def unread(site, person):
    """The count, which is that of the messages shown as unread."""
    count = get(site, person, "/v1/board")["unread"]
    items = get(site, person, "/v1/messages?limit=100")["items"]
    assert count == sum(item["isUnread"] for item in items)
    return count


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def chain_hash(previous, hour, messages):
    """The formula of the service's README: messages are (id, hash of the text)."""
    moment = datetime.fromisoformat(hour.replace("Z", "+00:00"))
    data = (previous or bytes(32)) + struct.pack(">q", int(moment.timestamp() * 1000))
    for id_, text in sorted((raw(id_), text) for id_, text in messages):
        data += id_ + text
    return hashlib.blake2b(data, digest_size=32).digest()


def text_hash(text):
    return hashlib.blake2b(text.encode(), digest_size=32).digest()


def closed_hours(site, person, count):
    """The chain, oldest first, once it has `count` hours."""
    def hours():
        items = get(site, person, "/v1/board/hours?limit=100")["items"]
        return items if len(items) == count else None

    return wait_until(hours, f"{count} hours are closed")[::-1]


def breaks(hours):
    """Hours whose listed messages do not give their hash."""
    broken, previous = [], None
    for hour in hours:
        listed = [(each["id"], base64.urlsafe_b64decode(each["text"] + "=")) for each in hour["messages"]]
        if b64(chain_hash(previous, hour["hour"], listed)) != hour["hash"]:
            broken.append(hour["hour"])
        previous = base64.urlsafe_b64decode(hour["hash"] + "=")
    return broken


def test_a_board_says_how_anonymous_it_is(site):
    people = live_together(site, "ada")
    assert get(site, people[0], "/v1/board") == {
        "members": 1, "isGuessable": True, "unread": 0, "reportsToHide": 2}
    code = get(site, people[0], "/v1/room")["joinCode"]
    for name, state in (("ben", (2, True, 2)), ("cem", (3, False, 2)), ("dua", (4, False, 3))):
        person = site.sign_up(name)
        place = {"dorm": site.dorm, "number": "101A", "code": code}
        assert site.request("POST", "/v1/room/join", place, person["token"]).status == 200
        board = get(site, person, "/v1/board")
        assert (board["members"], board["isGuessable"], board["reportsToHide"]) == state


@pytest.mark.own_site
def test_the_writers_own_message_is_unread_for_the_writer_too(site):
    ada, ben = live_together(site, "ada", "ben")
    message = post(site, ada, "Please rinse the pan.")
    for person in (ada, ben):
        assert get(site, person, f"/v1/messages/{message['id']}") == {
            "id": message["id"], "text": "Please rinse the pan.", "hour": message["hour"], "isHidden": False,
            "isUnread": True, "isReported": False}
        assert unread(site, person) == 1
    with database(site) as db:
        assert db.execute("SELECT count(*) FROM read_mark").fetchone() == (0,)


def test_a_mark_reaches_as_far_as_there_is_something_to_read():
    with clocked_site(at()) as (site, move):
        ada, ben = live_together(site, "ada", "ben")
        first = [post(site, ada, f"First hour {number}")["hour"] for number in range(3)][0]
        move(at(1))
        post(site, ben, "Second hour")
        move(at(4))
        last = [post(site, ben, f"Last hour {number}")["hour"] for number in range(2)][0]
        assert (first, last) == (at(), at(4))
        assert unread(site, ada) == 6
        assert mark(site, ada, first, 2).json["unread"] == 6, "one of that hour is new, and nobody can say which"
        assert mark(site, ada, first, 3).json["unread"] == unread(site, ada) == 3
        assert mark(site, ada, first, 1).json["unread"] == 3, "a mark never moves back"
        assert mark(site, ada, at(2), 1).json["unread"] == 2, "an hour without messages: what is before it was read"
        assert mark(site, ada, at(-5), 1_000_000).json["unread"] == 2, "before the first message is nothing"
        assert mark(site, ada, last, 1_000_000).json["unread"] == 0, "no more can be seen than there is"
        post(site, ben, "And another one")
        assert unread(site, ada) == 3, "one came since"
        assert mark(site, ada, "2031-01-01T00:00:00.000Z", 1).json["unread"] == 0
        move(at(5))
        post(site, ben, "A later hour")
        assert unread(site, ada) == 1, "a mark in the future holds only what there was"
        assert unread(site, ben) == 8
        with database(site) as db:
            rows = db.execute("SELECT person, hour, seen FROM read_mark").fetchall()
        assert rows == [(raw(ada["person"]), int((START + timedelta(hours=4)).timestamp() * 1000), 3)]


def test_marks_at_once_keep_the_furthest():
    with clocked_site(at()) as (site, move):
        ada, = live_together(site, "ada")
        for hour in range(5):
            move(at(hour))
            post(site, ada, f"Hour {hour}")
        at_once(*[lambda hour=hour: mark(site, ada, at(hour), 1) for hour in range(5)])
        assert unread(site, ada) == 0


def test_who_moves_in_has_nothing_to_catch_up_with():
    with clocked_site(at()) as (site, move):
        ada, = live_together(site, "ada")
        post(site, ada, "Long ago")
        move(at(3))
        post(site, ada, "Within the hour")
        place = {"dorm": site.dorm, "number": "101A", "code": get(site, ada, "/v1/room")["joinCode"]}
        ben = site.sign_up("ben")
        assert site.request("POST", "/v1/room/join", place, ben["token"]).status == 200
        assert unread(site, ben) == 1
        assert len(get(site, ben, "/v1/messages")["items"]) == 2


@pytest.mark.parametrize("body, expected", [
    ({"hour": at(0, 1), "seen": 1}, (422, "seen_bad", "hour")),
    ({"hour": at(), "seen": 0}, (422, "seen_bad", "seen")),
    ({"hour": at(), "seen": -1}, (422, "seen_bad", "seen")),
    ({"hour": at(), "seen": 1_000_001}, (422, "seen_bad", "seen")),
    ({"hour": "noon", "seen": 1}, (422, "date_bad", "hour")),
    ({"hour": at(), "seen": "all"}, (422, "wrong_type", "seen")),
    (b"{", (400, "bad_json")),
])
def test_bad_marks_name_the_field(shared, body, expected):
    site, person = shared
    assert refusal(site.request("POST", "/v1/board/read", body, person["token"])) == expected


@pytest.fixture(scope="module")
def shared():
    with clocked_site(at()) as (site, _):
        yield site, live_together(site, "ada")[0]


def test_bad_messages_are_refused(shared):
    site, person = shared
    for body, expected in (
        ({"text": " \u200b\n"}, (422, "message_blank", "text")),
        ({"text": "x" * 1001}, (422, "too_long", "text")),
        ({"text": "bell\u0007"}, (422, "text_bad", "text")),
        ({"text": 5}, (422, "wrong_type", "text")),
        (b"[", (400, "bad_json")),
    ):
        answer = site.request("POST", "/v1/messages", body, person["token"])
        assert refusal(answer) == expected, body
    for key in ("post-1", "1"):
        answer = site.request("POST", "/v1/messages", {"text": "Hello"}, person["token"], {"Idempotency-Key": key})
        assert refusal(answer)[0] == 422, "a key that can be guessed would join the row to its person"
    assert site.request("POST", "/v1/messages", b'{"text":"' + b"x" * 300_000 + b'"}', person["token"]).status == 413
    assert get(site, person, "/v1/messages")["items"] == []


def test_a_message_cannot_be_changed(site):
    ada, = live_together(site, "ada")
    message = post(site, ada, "Carved in stone")
    for method in ("PUT", "PATCH", "DELETE"):
        answer = site.request(method, f"/v1/messages/{message['id']}", {"text": "Changed"}, ada["token"])
        assert answer.status == 405 and "GET" in answer.headers["Allow"], method
    assert get(site, ada, f"/v1/messages/{message['id']}")["text"] == "Carved in stone"


def test_other_rooms_and_nobody_see_nothing(site):
    ada, = live_together(site, "ada")
    eve, = live_together(site, "eve", number="102")
    fay = site.sign_up("fay")
    message = post(site, ada, "For this room alone")
    assert refusal(site.request("GET", f"/v1/messages/{message['id']}", token=eve["token"])) == (404, "not_found")
    assert refusal(site.request("GET", f"/v1/messages/{UNKNOWN}", token=ada["token"])) == (404, "not_found")
    assert refusal(site.request("GET", "/v1/messages/x", token=ada["token"])) == (422, "id_bad", "id")
    for path in ("/v1/messages?cursor=x", "/v1/board/hours?cursor=x"):
        assert refusal(site.request("GET", path, token=ada["token"])) == (422, "cursor_bad", "cursor")
    assert get(site, eve, "/v1/messages")["items"] == []
    for method, path, body in (
        ("GET", "/v1/messages", None), ("GET", f"/v1/messages/{message['id']}", None), ("GET", "/v1/board", None),
        ("GET", "/v1/board/hours", None), ("POST", "/v1/board/read", {"hour": message["hour"], "seen": 1}),
        ("POST", "/v1/messages", {"text": "From nowhere"}),
    ):
        assert site.request(method, path, body, fay["token"]).json["code"] == "no_room"
        assert site.request(method, path, body).status == 401


def test_every_member_is_told_and_nobody_else(site):
    ada, ben = live_together(site, "ada", "ben")
    eve, = live_together(site, "eve", number="102")
    streams = [site.open_stream(person["token"]) for person in (ada, ben, eve)]
    post(site, ada, "Somebody's message")
    for stream in streams[:2]:
        assert stream.next()[1:] == ("roomhub.message.posted", {})
    site.request("POST", "/v1/tasks", {"title": "Hers"}, eve["token"])
    assert streams[2].next()[1] == "roomhub.task.added"
    for stream in streams:
        stream.close()


def test_five_an_hour_and_no_more(site):
    ada, ben = live_together(site, "ada", "ben")
    answers = at_once(*[
        lambda n=n: site.request("POST", "/v1/messages", {"text": f"Number {n}"}, ada["token"]) for n in range(8)])
    # An hour may end meanwhile: then there are a few more.
    assert [answer.status for answer in answers].count(201) >= 5
    refused = [answer for answer in answers if answer.status != 201]
    assert all(refusal(answer) == (429, "slow_down") for answer in refused)
    post(site, ben, "Others are not held up")


def test_a_page_after_page_gives_every_message_once():
    with clocked_site(at()) as (site, move):
        people = live_together(site, "ada", "ben", "cem", "dua")
        sent = {}
        for number in range(20):
            move(at(number // 7))
            message = post(site, people[number // 5], f"Message {number}")
            sent[message["id"]] = message["hour"]
        found, cursor = [], ""
        while cursor is not None:
            page = get(site, people[0], f"/v1/messages?limit=3{cursor}")
            found += page["items"]
            cursor = f"&cursor={page['next']}" if "next" in page else None
        assert {item["id"]: item["hour"] for item in found} == sent and len(found) == 20
        order = [(item["hour"], item["id"]) for item in found]
        assert order == sorted(sorted(order, key=lambda each: each[1]), key=lambda each: each[0], reverse=True)


def test_a_closed_hour_is_hashed_over_the_one_before():
    with clocked_site(at()) as (site, move):
        ada, ben = live_together(site, "ada", "ben")
        texts = {}
        for hour in (0, 1, 5):
            move(at(hour))
            for person in (ada, ben):
                text = f"Hour {hour} \u00fcber \U0001f9fd"
                texts[post(site, person, text)["id"]] = text
        move(at(6, 4))
        assert len(closed_hours(site, ada, 2)) == 2, "an hour stays open for five minutes after its end"
        move(at(6, 5))
        hours = closed_hours(site, ada, 3)
        assert [hour["hour"] for hour in hours] == [at(0), at(1), at(5)] and breaks(hours) == []
        assert {each["id"]: each["text"] for hour in hours for each in hour["messages"]} == {
            id_: b64(text_hash(text)) for id_, text in texts.items()}
        page = get(site, ben, "/v1/board/hours?limit=2")
        rest = get(site, ben, f"/v1/board/hours?limit=2&cursor={page['next']}")
        assert page["items"] + rest["items"] == hours[::-1] and "next" not in rest


@pytest.mark.parametrize("damage", [
    "UPDATE message SET text = 'I never said that' WHERE text = 'Hour 1'",
    "DELETE FROM message WHERE text = 'Hour 1'",
    "UPDATE message SET hour = hour - 3600000 WHERE text = 'Hour 1'",
    "DELETE FROM board_hour WHERE hour = (SELECT hour FROM message WHERE text = 'Hour 1')",
    "INSERT INTO message SELECT room, hour, zeroblob(16), 'Put in' FROM message WHERE text = 'Hour 1'",
])
def test_a_row_that_was_changed_in_the_file_shows(damage):
    with clocked_site(at()) as (site, move):
        ada, = live_together(site, "ada")
        for hour in range(3):
            move(at(hour))
            post(site, ada, f"Hour {hour}")
        move(at(4))
        assert breaks(closed_hours(site, ada, 3)) == []
        site.stop("roomhub")
        with database(site) as db:
            assert db.execute(damage).rowcount == 1
        site.start("roomhub")
        wait_until(lambda: "was changed in the file" in site.log("roomhub"), "the program finds it")
        wait_until(site.is_ready, "roomhub is back")
        assert breaks(get(site, ada, "/v1/board/hours")["items"][::-1]) != []


def test_an_intact_board_is_found_intact():
    with clocked_site(at()) as (site, move):
        ada, = live_together(site, "ada")
        for hour in range(3):
            move(at(hour))
            post(site, ada, f"Hour {hour}")
        move(at(4))
        closed_hours(site, ada, 3)
        site.stop("roomhub")
        site.start("roomhub")
        wait_until(site.is_ready, "roomhub is back")
        # The look-through comes right after the start, before the next hour is closed.
        post(site, ada, "Hour 4")
        move(at(6))
        closed_hours(site, ada, 4)
        assert "was changed in the file" not in site.log("roomhub")


def test_seeded_messages_find_their_hours_open():
    site = Site(seeding=True)
    seed = BusClient(site.keys, site.run, "seed")
    try:
        seed.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        ada, = live_together(site, "ada")
        hour = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) - timedelta(days=3)

        def say(text, when):
            tlvs = ((ASSERTION, assertion(site, ada["token"])), (AS_OF, int(when.timestamp() * 1000).to_bytes(8, "big")))
            return seed.call("roomhub.message.post", {"text": text}, tlvs=tlvs)

        say("First", hour)
        # The program closes what is over right after its start.
        for _ in range(2):
            site.stop("roomhub")
            site.start("roomhub")
            wait_until(site.is_ready, "roomhub is back")
        say("Second, of the same hour", hour + timedelta(minutes=30))
        os.rename(os.path.join(site.data, "seeding"), os.path.join(site.data, "seeded"))
        hours = closed_hours(site, ada, 1)
        assert len(hours[0]["messages"]) == 2 and breaks(hours) == []
        # Seeds that come later do not slip into what is closed.
        os.rename(os.path.join(site.data, "seeded"), os.path.join(site.data, "seeding"))
        late = say("Much later", hour + timedelta(minutes=40))
        assert datetime.fromisoformat(late["hour"].replace("Z", "+00:00")) == hour + timedelta(hours=1)
        assert closed_hours(site, ada, 1) == hours
    finally:
        seed.close()
        site.close()
