"""Notices by mail, ntfy and webhook, quiet hours and digests, with real receivers that refuse, stall and come back."""

import hashlib
import hmac
import json
import time
from email.header import decode_header, make_header

import pytest
from mail_server import MailServer
from push_receiver import Receiver, add, channel, channels, test
from quad_accounts import account, running, secret
from quad_bus import BusClient
from quad_events import add as add_event
from quad_events import ahead
from quad_site import PASSWORD, problem, wait_until
from test_notifier_push import sql

ORIGIN = "https://quad.hilltop.example"


@pytest.fixture(scope="module")
def server():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def receiver():
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def site(server, receiver):
    settings = {
        "QUAD_SMTP": server.url, "QUAD_SMTP_FROM": "quad@hilltop.example", "QUAD_ORIGIN": ORIGIN,
        "QUAD_SITE_NAME": "Hilltop", "QUAD_ALLOWED_TARGETS": receiver.target,
    }
    with running(**settings) as site:
        yield site


def joined(site, server, name):
    """A person with a confirmed address."""
    server.mode = "accept"
    assert site.request("POST", "/v1/signup", account(name)).status == 202
    mail = wait_until(
        lambda: next((one for one in list(server.mails) if one.recipient == f"{name}@hilltop.example"), None),
        "the link came")
    assert site.request("POST", "/v1/email/confirm", {"code": secret(mail)}).status == 200
    made = site.request("POST", "/v1/signin", {"email": f"{name}@hilltop.example", "password": PASSWORD}).json
    return {"token": made["token"], "name": name}


@pytest.fixture
def person(site, server):
    yield lambda name: joined(site, server, name)
    server.mode = "accept"


@pytest.fixture(scope="module")
def somebody(site, server):
    return joined(site, server, "hal")


def mails_to(server, name, count=1):
    def mine():
        found = [mail for mail in list(server.mails) if mail.recipient == f"{name}@hilltop.example"
                 and "List-Unsubscribe" in mail]
        return found if len(found) >= count else None

    return wait_until(mine, f"{count} notices to {name}", 40)


def turn(site, attempts):
    """The clock of the row that waits for another try."""
    wait_until(lambda: sql(
        site, "UPDATE delivery SET due_at = 0 WHERE state = 'pending' AND attempts = ? RETURNING id", attempts),
        f"try {attempts} is over", 30)


def test_a_notice_by_mail(site, server, person):
    ada = person("ada")
    added = add(site, ada, "email")
    assert added.status == 201, added.body
    assert added.json["target"] == "ada@hilltop.example" and added.json["name"] == "Email"
    assert add(site, ada, "email").json["id"] == added.json["id"], "there is one a person"
    test(site, ada, added.json["id"])
    mail, = mails_to(server, "ada")
    assert mail["Subject"] == "Test notification" and mail["From"] == "Hilltop <quad@hilltop.example>"
    assert mail["List-Unsubscribe"] == f"<{ORIGIN}/settings/alerts>"
    text = mail.get_body(("plain",)).get_content()
    html = mail.get_body(("html",)).get_content()
    assert text.startswith("Hello Ada,") and f"{ORIGIN}/inbox" in text and f'href="{ORIGIN}/inbox"' in html
    wait_until(lambda: "lastDelivered" in channel(site, ada, added.json["id"]), "the list says so")
    assert site.request("GET", "/v1/channels", token=ada["token"]).json["kinds"] == ["push", "email", "ntfy", "gotify", "webhook"]


def test_a_mail_that_is_put_off_goes_again_under_the_same_id(site, server, person):
    ben = person("ben")
    id_ = add(site, ben, "email").json["id"]
    server.mode = "defer"
    test(site, ben, id_)
    reason = wait_until(lambda: channel(site, ben, id_).get("lastFailure"), "the failure is shown")["reason"]
    assert reason == "put off 451"
    server.mode = "stall"
    turn(site, 1)
    wait_until(lambda: server.connections and sql(site, "SELECT 1 FROM delivery WHERE state = 'leased'"), "it stalls")
    # The program is killed while the server has the mail: nobody knows whether it was taken.
    site.stop("notifier", 9)
    server.mode = "accept"
    site.start("notifier")
    mail, = mails_to(server, "ben")
    wait_until(lambda: sql(site, "SELECT 1 FROM delivery WHERE state = 'delivered' AND attempts = 3"), "delivered")
    (delivery,), = sql(site, "SELECT lower(hex(id)) FROM delivery WHERE state = 'delivered' AND attempts = 3")
    assert mail["Message-ID"].strip("<>").partition("@")[0].replace("-", "") == delivery
    site.wait_ready()


def test_a_mail_that_is_refused_is_dead_and_nothing_of_the_answer_is_kept(site, server, person):
    cid = person("cid")
    id_ = add(site, cid, "email").json["id"]
    server.mode = "refuse"
    test(site, cid, id_)
    wait_until(lambda: "lastFailure" in channel(site, cid, id_), "the failure is shown")
    assert channel(site, cid, id_)["lastFailure"]["reason"] == "refused 550"
    assert "no such mailbox" not in site.log("notifier") and "cid@" not in site.log("notifier")


def test_a_mail_server_that_is_down_stops_no_other_channel(site, server, person, receiver):
    dan = person("dan")
    mail, hook = add(site, dan, "email").json["id"], add(site, dan, "ntfy", {"url": receiver.url("/dan")}).json["id"]
    server.mode = "silent"
    for _ in range(3):
        test(site, dan, mail)
    began = time.monotonic()
    test(site, dan, hook)
    receiver.at("/dan")
    assert time.monotonic() - began < 4
    wait_until(lambda: "lastFailure" in channel(site, dan, mail), "the silence is noticed", 30)
    server.mode = "accept"
    # The channel has one mail on its way at a time: that one goes again, the others go when it is their turn.
    turn(site, 1)
    assert len(mails_to(server, "dan", 3)) == 3


def test_a_topic_of_ntfy_gets_the_text_and_the_rest_in_headers(site, person, receiver):
    eve = person("eve")
    added = add(site, eve, "ntfy", {"url": receiver.url("/eve-topic?auth=c2VjcmV0"), "name": "Ö-Phone"})
    assert added.status == 201 and added.json["target"] == receiver.url("/eve-topic")
    test(site, eve, added.json["id"])
    received, = receiver.at("/eve-topic?auth=c2VjcmV0")
    assert received.body.decode() == "If you can read this, Ö-Phone works."
    assert received.headers["Title"] == "Test notification" and received.headers["Priority"] == "3"
    assert received.headers["Tags"] == "bell" and received.headers["Click"] == f"{ORIGIN}/inbox"
    assert received.headers["X-Sequence-ID"] == received.headers["X-Quad-ID"]
    add_event(site, eve, "Mülltonne", when=ahead(seconds=2), leads=[0])
    later = receiver.at("/eve-topic?auth=c2VjcmV0", 2)[1]
    assert str(make_header(decode_header(later.headers["Title"]))) == "Mülltonne"
    assert later.headers["Tags"] == "calendar" and "/events/" in later.headers["Click"]


def is_signed(received, key):
    parts = dict(part.split("=", 1) for part in received.headers["X-Quad-Signature"].split(","))
    expected = hmac.new(key.encode(), parts["t"].encode() + b"." + received.body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts["v1"]) and abs(time.time() - int(parts["t"])) < 60


def test_a_webhook_is_signed_with_a_secret_that_is_shown_once(site, person, receiver):
    fay = person("fay")
    key = "0190-a-key-of-the-client"
    added = add(site, fay, "webhook", {"url": receiver.url("/hook")}, **{"Idempotency-Key": key})
    assert added.status == 201
    made, id_ = added.json["secret"], added.json["channel"]["id"]
    assert len(made) == 43 and made not in site.request("GET", "/v1/channels", token=fay["token"]).body.decode()
    again = add(site, fay, "webhook", {"url": receiver.url("/hook")}, **{"Idempotency-Key": key})
    assert problem(again) == (409, "already_done") and len(channels(site, fay)) == 1
    # A long answer is cut off; its status counts all the same.
    receiver.answer("/hook", (500, {"Content-Length": "200000"}), 204)
    test(site, fay, id_)
    receiver.at("/hook")
    turn(site, 1)
    first, second = receiver.at("/hook", 2)
    for received in (first, second):
        assert is_signed(received, made) and not is_signed(received, made + "x")
        body = json.loads(received.body)
        assert body["title"] == "Test notification" and body["language"] == "en"
        assert body["reasons"] == ["You sent a test from your settings."]
        assert body["channel"] == id_ and body["text"]["key"] == "test"
        assert body["id"] == received.headers["X-Quad-ID"] and body["link"] == f"{ORIGIN}/inbox"
    assert first.headers["X-Quad-ID"] == second.headers["X-Quad-ID"], "a receiver sees that both are one"
    assert made not in site.log("notifier")
    receiver.answer("/hook", (410, {"Content-Length": "200000"}))
    test(site, fay, id_)
    wait_until(lambda: channels(site, fay) == [], "a hook that says it is gone ends")


@pytest.mark.parametrize("url, code", [
    ("http://127.0.0.2/", "target_refused"), ("https://127.0.0.1/", "target_refused"),
    ("https://[::1]/", "target_refused"), ("https://0x7f000001/", "target_refused"),
    ("https://10.0.0.1/", "target_refused"), ("http://example.org/", "target_refused"),
    ("https://example.org:22/", "target_refused"), ("https://user:pass@example.org/", "url_bad"),
    ("ftp://example.org/", "url_bad"), ("https://", "url_bad"), ("file:///etc/passwd", "url_bad"),
    ("https://example.org/\r\nX-Evil: 1", "url_bad"),
])
def test_a_url_that_leads_inside_or_nowhere_is_refused(site, somebody, url, code):
    for kind in ("ntfy", "webhook"):
        assert problem(add(site, somebody, kind, {"url": url})) == (422, code), (kind, url)


def test_a_name_that_leads_inside_is_refused_when_it_connects(site, person):
    gus = person("gus")
    id_ = add(site, gus, "webhook", {"url": "https://localhost/hook"}).json["channel"]["id"]
    test(site, gus, id_)
    reason = wait_until(lambda: channel(site, gus, id_).get("lastFailure"), "it was judged")["reason"]
    assert reason == "not allowed"


# Quiet hours and digests, on a clock that the test moves


NOW = "2026-09-01T21:30:00.000Z"


def move(site, to):
    client = BusClient(site.keys, site.run, "operator")
    try:
        for program in ("events", "notifier"):
            client.call("$srv.clock", {"to": to}, program=program)
    finally:
        client.close()


@pytest.fixture(scope="module")
def clocked(receiver):
    with running(clock=NOW, QUAD_ALLOWED_TARGETS=receiver.target) as site:
        yield site


def at(day, time_):
    return {"date": f"2026-09-{day:02}", "time": time_, "zone": "Etc/UTC"}


def test_quiet_hours_put_off_and_what_was_read_meanwhile_is_not_sent(clocked, receiver):
    ada = clocked.sign_up("ada")
    assert add(clocked, ada, "ntfy", {"url": receiver.url("/night")}).status == 201
    days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    quiet = {"from": "22:00:00", "to": "07:00:00", "days": days}
    answer = clocked.request("PATCH", "/v1/alert-times", {"version": 0, "quiet": quiet}, ada["token"])
    assert answer.status == 200, answer.body
    add_event(clocked, ada, "Evening", when=at(1, "21:45:00"), leads=[0])
    add_event(clocked, ada, "Midnight", when=at(2, "00:00:00"), leads=[0])
    add_event(clocked, ada, "Small hours", when=at(2, "03:00:00"), leads=[0])
    wait_until(lambda: len(clocked.request("GET", "/v1/alerts", token=ada["token"]).json["items"]) == 3, "planned")
    move(clocked, "2026-09-01T21:45:00.000Z")
    assert receiver.at("/night")[0].headers["Title"] == "Evening"

    def inbox():
        return clocked.request("GET", "/v1/inbox", token=ada["token"]).json["items"]

    move(clocked, "2026-09-02T00:00:00.000Z")
    wait_until(lambda: len(inbox()) == 2, "midnight is in the inbox at once")
    move(clocked, "2026-09-02T03:00:00.000Z")
    wait_until(lambda: len(inbox()) == 3, "and so is the other")
    assert channels(clocked, ada)[0]["waiting"] == 2
    read = next(one for one in inbox() if {"name": "title", "text": "Midnight"} in one["text"]["values"])
    assert clocked.request("PUT", f"/v1/inbox/{read['id']}/read", token=ada["token"]).status == 200
    assert receiver.count("/night") == 1
    move(clocked, "2026-09-02T07:00:00.000Z")
    assert [one.headers["Title"] for one in receiver.at("/night", 2)] == ["Evening", "Small hours"]
    wait_until(lambda: channels(clocked, ada)[0]["waiting"] == 0, "nothing is left")
    assert sql(clocked, "SELECT reason FROM delivery WHERE state = 'expired'") == [("read",)]
    assert receiver.count("/night") == 2
