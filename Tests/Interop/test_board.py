"""The anonymous board over HTTP: posting and reading, the live stream, and a file that somebody changed.

Its rules are in Tests/Unit/RoomhubTests: BoardRuleTests and BoardHourTests.
"""

import base64
import hashlib
import struct
from datetime import datetime, timedelta, timezone

from quad_rooms import clocked_site, live_together, news
from quad_site import at_once, raw, refusal, wait_until
from quad_stores import database

START = datetime(2026, 9, 1, 12, tzinfo=timezone.utc)


def at(hours):
    return (START + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def post(site, person, text):
    answer = site.request("POST", "/v1/messages", {"text": text}, person["token"])
    assert answer.status == 201, answer.body
    return answer.json


def get(site, person, path):
    answer = site.request("GET", path, token=person["token"])
    assert answer.status == 200, answer.body
    return answer.json


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


def test_a_message_is_posted_read_and_marked_as_read(site):
    ada, ben = live_together(site, "ada", "ben")
    message = post(site, ada, "Please rinse the pan.")
    shown = {"id": message["id"], "text": "Please rinse the pan.", "hour": message["hour"], "isHidden": False,
             "isUnread": True, "isReported": False}
    assert get(site, ben, f"/v1/messages/{message['id']}") == shown
    assert get(site, ben, "/v1/messages")["items"] == [shown]
    board = {"members": 2, "isGuessable": True, "unread": 1, "reportsToHide": 2}
    assert get(site, ben, "/v1/board") == board
    seen = site.request("POST", "/v1/board/read", {"hour": message["hour"], "seen": 1}, ben["token"])
    assert (seen.status, seen.json) == (200, board | {"unread": 0})
    assert get(site, ada, "/v1/board") == board, "what the writer wrote is unread for the writer too"


def test_what_is_wrong_is_refused_by_name(site):
    ada, = live_together(site, "ada")
    for path, body, expected in (
        ("/v1/messages", {"text": " \u200b\n"}, (422, "message_blank", "text")),
        ("/v1/messages", b"[", (400, "bad_json")),
        ("/v1/board/read", {"hour": "noon", "seen": 1}, (422, "date_bad", "hour")),
        ("/v1/board/read", {"hour": at(0), "seen": 0}, (422, "seen_bad", "seen")),
        ("/v1/board/read", b"{", (400, "bad_json")),
    ):
        assert refusal(site.request("POST", path, body, ada["token"])) == expected, body
    answer = site.request("POST", "/v1/messages", {"text": "Hello"}, ada["token"], {"Idempotency-Key": "post-1"})
    assert refusal(answer)[0] == 422, "a key that can be guessed would join the row to its person"
    assert site.request("POST", "/v1/messages", b'{"text":"' + b"x" * 300_000 + b'"}', ada["token"]).status == 413
    assert refusal(site.request("GET", "/v1/messages/x", token=ada["token"])) == (422, "id_bad", "id")
    assert refusal(site.request("GET", "/v1/messages?cursor=x", token=ada["token"])) == (422, "cursor_bad", "cursor")
    assert get(site, ada, "/v1/messages")["items"] == []


def test_nobody_reads_or_posts_without_a_sign_in(site):
    ada, = live_together(site, "ada")
    message = post(site, ada, "For this room alone")
    for method, path, body in (
        ("GET", "/v1/messages", None), ("GET", f"/v1/messages/{message['id']}", None), ("GET", "/v1/board", None),
        ("GET", "/v1/board/hours", None), ("POST", "/v1/board/read", {"hour": message["hour"], "seen": 1}),
        ("POST", "/v1/messages", {"text": "From nowhere"}),
    ):
        assert site.request(method, path, body).status == 401, path


def test_a_message_cannot_be_changed(site):
    ada, = live_together(site, "ada")
    message = post(site, ada, "Carved in stone")
    for method in ("PUT", "PATCH", "DELETE"):
        answer = site.request(method, f"/v1/messages/{message['id']}", {"text": "Changed"}, ada["token"])
        assert answer.status == 405 and "GET" in answer.headers["Allow"], method
    assert get(site, ada, f"/v1/messages/{message['id']}")["text"] == "Carved in stone"


def test_every_member_is_told_and_nobody_else(site):
    ada, ben = live_together(site, "ada", "ben")
    eve, = live_together(site, "eve", number="102")
    streams = [site.open_stream(person["token"]) for person in (ada, ben, eve)]
    post(site, ada, "Somebody's message")
    site.request("POST", "/v1/tasks", {"title": "Hers"}, eve["token"])
    told = [next(news(stream)) for stream in streams]
    assert told[:2] == [("roomhub.message.posted", {})] * 2 and told[2][0] == "roomhub.task.added"
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


def test_a_row_that_was_changed_in_the_file_shows():
    """roomhub closes what is over, and checks all that is closed, right after its start."""
    with clocked_site(at(0)) as (site, move):
        people = live_together(site, "ada", "ben")
        texts = {}
        for hour in range(3):
            move(at(hour))
            for person in people:
                text = f"Hour {hour} \u00fcber \U0001f9fd"
                texts[post(site, person, text)["id"]] = text
        move(at(4))

        def restart(damage=None):
            site.stop("roomhub")
            if damage:
                with database(site) as db:
                    assert db.execute(damage).rowcount == 2
            site.start("roomhub")
            site.wait_ready()

        restart()
        hours = closed_hours(site, people[0], 3)
        assert [hour["hour"] for hour in hours] == [at(0), at(1), at(2)] and breaks(hours) == []
        assert {each["id"]: each["text"] for hour in hours for each in hour["messages"]} == {
            id_: b64(text_hash(text)) for id_, text in texts.items()}
        page = get(site, people[1], "/v1/board/hours?limit=2")
        rest = get(site, people[1], f"/v1/board/hours?limit=2&cursor={page['next']}")
        assert page["items"] + rest["items"] == hours[::-1] and "next" not in rest
        restart("UPDATE message SET text = 'I never said that' WHERE text LIKE 'Hour 1%'")
        wait_until(lambda: "was changed in the file" in site.log("roomhub"), "the program finds it")
        assert site.log("roomhub").count("was changed in the file") == 1, "what was intact was found intact"
        assert breaks(get(site, people[0], "/v1/board/hours")["items"][::-1]) == [at(1)]
