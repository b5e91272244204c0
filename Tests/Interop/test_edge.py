"""The gateway's own rules: guesses per address, messages per hour, the device cookie, the export."""

import os
import signal
import threading
import time
import uuid

import pytest

from quad_site import PASSWORD, Site, at_once, wait_until


def key():
    return {"Idempotency-Key": str(uuid.uuid4())}


@pytest.fixture
def strict():
    site = Site(settings={"QUAD_REFUSALS_PER_ADDRESS": "10"})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


def spray(site, beginning, count):
    """Wrong passwords for as many accounts, one after another."""
    return [
        site.request("POST", "/v1/signin", {"email": f"{beginning}{number}@hilltop.example", "password": "wrong wrong"})
        for number in range(count)
    ]


def test_e2_an_address_that_guesses_is_slowed_down_and_nobody_behind_it_is_stopped(strict):
    ada, bea = strict.member("ada"), strict.sign_up("bea")
    assert {answer.status for answer in spray(strict, "guess", 10)} == {401}
    # From now on the strangers of this address share a pace.
    began = time.monotonic()
    held = spray(strict, "more", 3)
    assert [answer.status for answer in held] == [401] * 3
    assert time.monotonic() - began > 2 * 0.2, "guesses are held back"
    crowd = at_once(*[lambda number=number: spray(strict, f"crowd{number}-", 1)[0] for number in range(40)])
    slowed = [answer for answer in crowd if answer.status == 429]
    assert slowed and {answer.json["code"] for answer in slowed} == {"slow_down"}
    assert all(1 <= int(answer.headers["Retry-After"]) <= 5 for answer in slowed)
    # The first sign-in of an account waits for its turn; who is known does not even do that.
    right = {"email": "bea@hilltop.example", "password": PASSWORD}
    first = wait_until(lambda: (answer := strict.request("POST", "/v1/signin", right)).status == 200 and answer, "bea is in")
    known = right | {"deviceToken": first.json["deviceToken"]}
    assert strict.request("POST", "/v1/signin", known).status == 200
    codes = strict.request("POST", "/v1/email/confirm", {"code": "0000-0000-0000"})
    assert codes.status in (422, 403, 404, 429), codes.body
    assert strict.request("GET", "/v1/tasks", token=ada["token"]).status == 200


PEOPLE = 400 if os.environ.get("QUAD_TEST_ALL") else 10


@pytest.mark.timeout(300)
def test_e2_a_dorm_behind_one_address_signs_in_while_one_guesses(strict):
    """All of them come from 127.0.0.1, as a dorm does, and none has a known device."""
    for number in range(PEOPLE):
        strict.request("POST", "/v1/signup", {
            "email": f"person{number}@hilltop.example", "password": PASSWORD, "firstName": "A", "lastName": "B"})
    spray(strict, "guess", 10)
    is_over = threading.Event()

    def guess():
        count = 0
        while not is_over.is_set() and count < 5000:
            spray(strict, f"all-day-{count}-", 1)
            count += 1
        return count

    def come():
        try:
            for number in range(PEOPLE):
                right = {"email": f"person{number}@hilltop.example", "password": PASSWORD}
                wait_until(lambda: strict.request("POST", "/v1/signin", right).status == 200, f"person{number} is in")
                if number == PEOPLE // 2:
                    again = strict.request("POST", "/v1/signin", right)
                    assert again.status == 200, "an address that has opened the account passes"
            return PEOPLE
        finally:
            is_over.set()

    guessed, came = at_once(guess, come)
    assert came == PEOPLE and guessed > 0


def test_five_anonymous_messages_an_hour(site):
    ada, bea = site.member("ada"), site.member("bea", "102")
    first = key()
    statuses = [
        site.request("POST", "/v1/messages", {"text": f"message {number}"}, ada["token"],
                     first if number == 0 else key()).status
        for number in range(5)
    ]
    assert statuses == [201] * 5
    sixth = site.request("POST", "/v1/messages", {"text": "one too many"}, ada["token"], key())
    assert (sixth.status, sixth.json["code"]) == (429, "slow_down")
    assert 0 < int(sixth.headers["Retry-After"]) <= 3600
    again = site.request("POST", "/v1/messages", {"text": "message 0"}, ada["token"], first)
    assert again.status == 201, "a repeat has no effect, so it does not count"
    assert site.request("POST", "/v1/messages", {"text": "mine"}, bea["token"], key()).status == 201
    assert len(site.request("GET", "/v1/messages?limit=100", token=ada["token"]).json["items"]) == 5


def test_a_refused_message_does_not_count(site):
    ada = site.member("ada")
    for _ in range(7):
        assert site.request("POST", "/v1/messages", {"text": " "}, ada["token"], key()).status == 422
    assert site.request("POST", "/v1/messages", {"text": "hello"}, ada["token"], key()).status == 201


def test_the_key_of_an_anonymous_message_is_a_uuid(site):
    ada = site.member("ada")
    bad = site.request("POST", "/v1/messages", {"text": "x"}, ada["token"], {"Idempotency-Key": "guess-me"})
    assert (bad.status, bad.json["code"]) == (422, "idempotency_key_bad")


@pytest.mark.own_site
def test_an_unknown_member_is_ignored_and_logged_once(site):
    ada = site.member("ada")
    for _ in range(3):
        body = {"title": "Sweep", "colour": "indigo", "nested": {"title": "no"}}
        assert site.request("POST", "/v1/tasks", body, ada["token"]).status == 201
    lines = [line for line in site.log("roomhub").splitlines() if "is unknown and ignored" in line]
    assert len(lines) == 2 and "colour" in lines[0] and "nested" in lines[1]
    site.request("POST", "/v1/messages", {"text": "Hello", "signed": "ada"}, ada["token"], key())
    assert "signed" not in site.log("roomhub"), "of an anonymous message nothing is logged"


def test_a_token_hears_only_what_it_may_read(site):
    ada = site.member("ada")
    made = {}
    for scope in ("room:read", "profile:read"):
        answer = site.request("POST", "/v1/tokens", {"name": scope, "scopes": [scope]}, ada["token"])
        assert answer.status == 201, answer.body
        made[scope] = answer.json["secret"]
    room, profile = site.open_stream(made["room:read"]), site.open_stream(made["profile:read"])
    site.request("POST", "/v1/tasks", {"title": "one"}, ada["token"])
    me = site.request("GET", "/v1/me", token=ada["token"]).json
    site.request("PATCH", "/v1/me", {"version": me["version"], "hometown": "Oslo"}, ada["token"])
    assert room.next()[1] == "roomhub.task.added"
    assert profile.next()[1] == "auth.profile.changed"
    room.close()
    profile.close()


def test_a_seventh_stream_takes_the_place_of_the_oldest_of_its_session(site):
    ada = site.member("ada")
    streams = [site.open_stream(ada["token"]) for _ in range(8)]

    def heard(stream):
        """The next event's type, or None at the end."""
        event = stream.next()
        return event and event[1]

    assert heard(streams[0]) is None and heard(streams[1]) is None, "the two oldest ended"
    site.request("POST", "/v1/tasks", {"title": "heard by all"}, ada["token"])
    assert {heard(stream) for stream in streams[2:]} == {"roomhub.task.added"}
    elsewhere = site.sign_in("ada")
    with pytest.raises(AssertionError) as refused:
        site.open_stream(elsewhere)
    assert (refused.value.args[0].status, refused.value.args[0].json["code"]) == (429, "too_many_streams")
    for stream in streams:
        stream.close()


def test_the_export_holds_what_is_ones_own(site):
    ada, bea = site.member("ada"), site.member("bea", "102")
    for number in range(130):
        site.request("POST", "/v1/tasks", {"title": f"ada's task {number}"}, ada["token"])
    site.request("POST", "/v1/tasks", {"title": "bea's task"}, bea["token"])
    site.request("POST", "/v1/messages", {"text": "who wrote this?"}, ada["token"], key())
    answer = site.request("GET", "/v1/me/export", token=ada["token"])
    assert answer.status == 200 and "attachment" in answer.headers["Content-Disposition"]
    document = answer.json
    assert (document["format"], document["version"], document["person"]) == ("quad-person", 1, ada["person"])
    assert document["programs"]["auth"][0]["account"]["email"] == site.address("ada")
    titles = [task["title"] for page in document["programs"]["roomhub"] for task in page["tasks"]]
    assert len(titles) == 130 and len(set(titles)) == 130, "all pages, each task once"
    text = answer.body.decode()
    assert "bea's task" not in text and "bea@" not in text and "who wrote this" not in text and ada["token"] not in text
    assert PASSWORD not in text and "argon2" not in text
    assert site.request("GET", "/v1/me/export").status == 401
    assert site.request("POST", "/v1/me/export", {}, ada["token"]).status == 405


@pytest.mark.own_site
def test_no_export_is_better_than_half_of_one(site):
    ada = site.member("ada")
    site.stop("roomhub", signal.SIGKILL)
    begin = time.monotonic()
    answer = site.request("GET", "/v1/me/export", token=ada["token"])
    assert (answer.status, answer.json["service"]) == (503, "roomhub")
    assert time.monotonic() - begin < 6
    site.start("roomhub")
    wait_until(lambda: site.request("GET", "/v1/me/export", token=ada["token"]).status == 200, "it is whole again")


def test_e10_no_title_turns_the_text_beside_it(site):
    ada = site.member("ada")
    for title, notes, field in (
        ("Look \u202egnp", None, "title"), ("Look \u2066gnp\u2069", None, "title"), ("Look", "a \u202e b", "notes"),
    ):
        answer = site.request("POST", "/v1/tasks", {"title": title, "notes": notes}, ada["token"])
        assert (answer.status, answer.json["errors"]) == (
            422, [{"field": field, "code": "text_bad", "message": answer.json["detail"]}]), answer.body
    body = {"title": "\u05d0\u200f\u05d1", "notes": "a \u2067\u05d0\u2069 b"}
    made = site.request("POST", "/v1/tasks", body, ada["token"])
    assert made.status == 201, made.body
    kept = site.request("GET", "/v1/tasks", token=ada["token"]).json["items"]
    assert [(task["title"], task["notes"]) for task in kept] == [(body["title"], body["notes"])]


def test_the_device_cookie_is_set_once_and_passed_on(site):
    site.sign_up("ada")
    body = {"email": site.address("ada"), "password": PASSWORD}
    first = site.request("POST", "/v1/signin", body)
    cookie = next(text for text in first.headers.get_all("Set-Cookie") if text.startswith("device="))
    pair = cookie.split(";")[0]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    again = site.request("POST", "/v1/signin", body, headers={"Cookie": pair, "Sec-Fetch-Site": "same-origin"})
    assert again.status == 200
    assert not any(text.startswith("device=") for text in again.headers.get_all("Set-Cookie")), "it is known already"
    # Six wrong passwords from elsewhere: the account waits, the known device does not.
    for _ in range(6):
        site.request("POST", "/v1/signin", body | {"password": "wrong wrong wrong"})
    assert site.request("POST", "/v1/signin", body).status == 429
    known = site.request("POST", "/v1/signin", body, headers={"Cookie": pair, "Sec-Fetch-Site": "same-origin"})
    assert known.status == 200, known.body
