"""Notices in an app of a Gotify server that takes them, rejects them, stalls and sends elsewhere (N1, I9)."""

import json
import time

import pytest
from gotify_server import Gotify
from push_receiver import add, channel, channels, test
from quad_events import add as add_event
from quad_events import ahead
from quad_site import Site, problem, wait_until
from test_notifier_push import sql

ORIGIN = "https://quad.hilltop.example"
TOKEN = "AWHcUIkMPNnVaGj"


@pytest.fixture(scope="module")
def gotify():
    with Gotify(TOKEN) as gotify:
        yield gotify


@pytest.fixture(scope="module")
def site(gotify):
    site = Site(settings={"QUAD_ALLOWED_TARGETS": gotify.target, "QUAD_ORIGIN": ORIGIN, "QUAD_LOG": "debug"})
    yield site
    site.close()


@pytest.fixture(scope="module")
def eve(site):
    return site.sign_up("eve")


@pytest.fixture
def ada(site, gotify, request):
    yield site.sign_up("ada" + "".join(filter(str.isalpha, request.node.name))[-20:])
    gotify.answers.clear()


def app(site, person, gotify, token=TOKEN, path="/"):
    """The id of a new channel."""
    added = add(site, person, "gotify", {"url": gotify.url(path), "token": token})
    assert added.status == 201, added.body
    return added.json["id"]


def failure(site, person, id_):
    return wait_until(lambda: channel(site, person, id_).get("lastFailure"), "the failure is shown", 30)["reason"]


def deliveries(site, id_):
    query = "SELECT state, attempts, reason FROM delivery WHERE hex(channel) = ?"
    return sql(site, query, id_.replace("-", "").upper())


def test_i9_a_gotify_app_gets_title_text_priority_and_link(site, ada, gotify):
    assert site.request("GET", "/v1/channels", token=ada["token"]).json["kinds"] == ["push", "ntfy", "gotify", "webhook"]
    id_ = app(site, ada, gotify)
    made = channel(site, ada, id_)
    assert (made["kind"], made["target"]) == ("gotify", gotify.url("")) and made["name"].startswith("Gotify (127.")
    assert app(site, ada, gotify, path="") == id_, "the same app is there once"
    test(site, ada, id_)
    received, = gotify.at("/message")
    assert received.headers["X-Gotify-Key"] == TOKEN and len(received.headers["X-Quad-ID"]) == 36
    assert gotify.messages == [{
        "title": "Test notification", "message": f"If you can read this, {made['name']} works.", "priority": 5,
        "extras": {
            "client::display": {"contentType": "text/plain"},
            "client::notification": {"click": {"url": f"{ORIGIN}/inbox"}},
        },
    }]
    wait_until(lambda: "lastDelivered" in channel(site, ada, id_), "the list says so")
    event = add_event(site, ada, "**Mülltonne** 🗑️", when=ahead(seconds=2), leads=[0])
    gotify.at("/message", 2)
    wait_until(lambda: len(gotify.messages) == 2, "the event")
    assert gotify.messages[1]["title"] == "**Mülltonne** 🗑️"
    assert gotify.messages[1]["extras"]["client::notification"]["click"]["url"] == f"{ORIGIN}/events/{event['id']}"
    # No reply, export or log contains the token.
    for path in ("/v1/channels", "/v1/me/export"):
        assert TOKEN not in site.request("GET", path, token=ada["token"]).body.decode()
    assert all(TOKEN not in site.log(program) for program in ("notifier", "gateway"))


def test_i9_a_gotify_app_with_a_wrong_token_is_shown_as_broken_and_not_tried_again(site, ada, gotify):
    id_ = app(site, ada, gotify, token="AWrong.Token-12")
    test(site, ada, id_)
    assert failure(site, ada, id_) == "refused 401"
    assert deliveries(site, id_) == [("dead", 1, "refused 401")] and len(channels(site, ada)) == 1
    assert "AWrong.Token-12" not in site.log("notifier")
    # Its person adds the app with the right token, beside it.
    other = app(site, ada, gotify)
    assert other != id_
    test(site, ada, other)
    wait_until(lambda: "lastDelivered" in channel(site, ada, other), "that one works")


def test_i9_a_busy_gotify_gets_it_later(site, ada, gotify):
    id_ = app(site, ada, gotify)
    gotify.answer("/message", (429, {"Retry-After": "70"}), 500, 200)
    began = time.time()
    test(site, ada, id_)
    assert failure(site, ada, id_) == "refused 429"
    (waits,), = sql(site, "SELECT waits_until FROM channel WHERE hex(id) = ?", id_.replace("-", "").upper())
    assert began + 69 < waits / 1000 < began + 70 * 1.2 + 15
    for attempts in (1, 2):
        sql(site, "UPDATE channel SET waits_until = 0")
        turned = "UPDATE delivery SET due_at = 0 WHERE state = 'pending' AND attempts = ? RETURNING id"
        wait_until(lambda: sql(site, turned, attempts), f"try {attempts} is over", 30)
    wait_until(lambda: deliveries(site, id_) == [("delivered", 3, None)], "the third arrives")
    last = gotify.all[-3:]
    assert len({json.dumps([one.headers["X-Quad-ID"], one.body.decode()]) for one in last}) == 1, "the same each time"


def test_i9_a_gotify_that_does_not_respond_is_tried_again(site, ada, gotify):
    id_ = app(site, ada, gotify)
    gotify.answer("/message", None)
    test(site, ada, id_)
    assert failure(site, ada, id_) == "timed out"
    assert deliveries(site, id_) == [("pending", 1, "timed out")]
    gotify.release()


def test_i9_a_gotify_that_redirects_does_not_pass_the_token_on(site, ada, gotify):
    id_ = app(site, ada, gotify)
    gotify.answer("/message", (307, {"Location": gotify.url("/elsewhere")}))
    test(site, ada, id_)
    assert failure(site, ada, id_) == "refused 307" and gotify.count("/elsewhere") == 0
    assert deliveries(site, id_) == [("dead", 1, "refused 307")]


def test_i9_a_gotify_below_a_path_and_one_that_is_none(site, ada, gotify):
    id_ = app(site, ada, gotify, path="/push/")
    test(site, ada, id_)
    gotify.at("/push/message")
    assert failure(site, ada, id_) == "refused 404"


@pytest.mark.parametrize("body, code", [
    ({"url": "http://127.0.0.2"}, "target_refused"), ({"url": "https://10.0.0.1"}, "target_refused"),
    ({"url": "https://[::1]"}, "target_refused"), ({"url": "http://gotify.example"}, "target_refused"),
    ({"url": "https://gotify.example:8080"}, "target_refused"), ({"url": "https://169.254.169.254"}, "target_refused"),
    ({"url": "https://ada:pass@gotify.example"}, "url_bad"), ({"url": "gotify.example"}, "url_bad"),
    ({"url": "https://gotify.example/message?token=A"}, "url_bad"), ({"url": "https://gotify.example/#x"}, "url_bad"),
    ({"token": ""}, "gotify_token_bad"), ({"token": "A\r\nX-Evil: 1"}, "gotify_token_bad"),
    ({"token": "A B"}, "gotify_token_bad"), ({"token": "A" * 101}, "gotify_token_bad"), ({"token": None}, "wrong_type"),
])
def test_i9_what_is_no_gotify_is_refused(site, eve, body, code):
    body = {"url": "https://gotify.example", "token": TOKEN, **body}
    assert problem(add(site, eve, "gotify", body)) == (422, code)
    assert channels(site, eve) == []


def test_i9_a_name_that_leads_inside_is_refused_when_it_connects(site, ada, gotify):
    id_ = add(site, ada, "gotify", {"url": "https://localhost", "token": TOKEN}).json["id"]
    test(site, ada, id_)
    assert failure(site, ada, id_) == "not allowed"
