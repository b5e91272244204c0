"""Pushes: an independent library reads them, and a push service answers all that such a service may (N4, N10)."""

import signal
import time
from datetime import datetime, timedelta, timezone

import pytest
from push_receiver import Browser, Receiver, add, channel, channels, claims, test
from quad_events import add as add_event
from quad_events import ahead
from quad_uploads import png, upload
from quad_site import Site, at_once, problem, wait_until
from quad_stores import database

ORIGIN = "https://quad.hilltop.example"


@pytest.fixture(scope="module")
def service():
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def site(service):
    settings = {
        "QUAD_ALLOWED_TARGETS": service.target, "QUAD_ORIGIN": ORIGIN, "QUAD_SITE_NAME": "Hilltop",
        "QUAD_PUSH_CONTACT": "mailto:quad@hilltop.example",
    }
    site = Site(settings=settings)
    yield site
    site.close()


@pytest.fixture(scope="module")
def people(site):
    made = {}

    def person(name):
        if name not in made:
            made[name] = site.sign_up(name)
        return made[name]

    return person


def sql(site, text, *values):
    with database(site, "notifier") as rows:
        done = rows.execute(text, values)
        return done.fetchall() if done.description else []


def subscribe(site, person, browser, **more):
    answer = add(site, person, "push", {**browser.subscription, **more})
    assert answer.status == 201, answer.body
    return answer.json["id"]


def dead(site, id_):
    rows = sql(site, "SELECT reason FROM delivery WHERE state = 'dead' AND hex(channel) = ?",
               id_.replace("-", "").upper())
    return [reason for reason, in rows]


def test_an_independent_library_reads_a_push_and_knows_who_sent_it(site, service, people):
    ada, browser = people("ada"), Browser(service, "/ada")
    key = site.request("GET", "/v1/push/key", token=ada["token"]).json["key"]
    id_ = subscribe(site, ada, browser, name="My laptop")
    shown = channel(site, ada, id_)
    assert (shown["name"], shown["kind"], shown["target"]) == ("My laptop", "push", service.target)
    assert shown["isThisDevice"] is True and shown["isOn"] is True and "lastDelivered" not in shown
    test(site, ada, id_)
    received, = service.at("/ada")
    push = browser.read(received)
    assert push["web_push"] == 8030
    note = push["notification"]
    assert note["title"] == "Test notification" and "My laptop" in note["body"] and note["lang"] == "en"
    assert note["navigate"] == ORIGIN + "/inbox"
    assert note["data"]["key"] == "test" and note["data"]["id"] == note["tag"]
    assert 0 < int(received.headers["TTL"]) <= 600
    assert received.headers["Urgency"] == "normal"
    topic = received.headers["Topic"]
    assert 0 < len(topic) <= 32 and all(c.isalnum() or c in "-_" for c in topic)
    said, used = claims(received, f"http://{service.target}")
    assert used == key and said["sub"] == "mailto:quad@hilltop.example"
    assert time.time() < said["exp"] <= time.time() + 24 * 3600
    wait_until(lambda: "lastDelivered" in channel(site, ada, id_), "the list says that it was delivered")
    # Each has a salt and a key of its own.
    test(site, ada, id_)
    first, second = service.at("/ada", 2)
    assert first.body[:86] != second.body[:86] and first.headers["Topic"] != second.headers["Topic"]


def test_an_alert_that_fires_reaches_every_channel_that_takes_it(site, service, people):
    eve = people("eve")
    phone, quiet, off = (Browser(service, f"/eve/{name}") for name in ("phone", "quiet", "off"))
    subscribe(site, eve, phone)
    edits = {"/eve/quiet": {"least": "high"}, "/eve/off": {"isOn": False}}
    for browser in (quiet, off):
        id_ = subscribe(site, eve, browser)
        answer = site.request("PATCH", f"/v1/channels/{id_}", edits[browser.path], eve["token"])
        assert answer.status == 200, answer.body
    picture = {"object": upload(site, eve["token"], png(60, 40))["object"]}
    event = add_event(site, eve, "Fire drill", when=ahead(seconds=3), leads=[0], place="Yard", picture=picture)
    note = phone.pushes()[0]["notification"]
    assert note["image"] == f"{ORIGIN}/v1/events/{event['id']}/picture/480"
    assert site.request("GET", note["image"].removeprefix(ORIGIN), token=eve["token"]).status == 200
    assert note["title"] == "Fire drill" and "Yard" in note["body"]
    assert note["navigate"] == f"{ORIGIN}/events/{event['id']}"
    assert note["data"]["key"] == "event.reminder" and note["data"]["values"]["zone"] == "Etc/UTC"
    notice = site.request("GET", "/v1/inbox", token=eve["token"]).json["items"][0]
    assert note["tag"] == notice["id"], "a page can close it when it is read elsewhere"
    assert service.count("/eve/quiet") == service.count("/eve/off") == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_ends(site, service, people, status):
    ben, browser = people("ben"), Browser(service, f"/gone{status}")
    service.answer(browser.path, status)
    id_ = subscribe(site, ben, browser)
    test(site, ben, id_)
    wait_until(lambda: channel(site, ben, id_) is None, "the channel has ended")
    assert dead(site, id_) == ["gone"]
    assert service.count(browser.path) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_what_is_refused_for_good_is_not_sent_again_and_the_subscription_stays(site, service, people, status):
    cid, browser = people("cid"), Browser(service, f"/refused{status}")
    service.answer(browser.path, status, 201)
    id_ = subscribe(site, cid, browser)
    test(site, cid, id_)
    wait_until(lambda: "lastFailure" in channel(site, cid, id_), "the failure is shown")
    assert channel(site, cid, id_)["lastFailure"]["reason"] == f"refused {status}"
    assert dead(site, id_) == [f"refused {status}"]
    if status in (401, 403):
        assert f"does not take this site's key: {status}" in site.log("notifier")
    # The next one may go: it was the message, or the key, and not the subscription.
    test(site, cid, id_)
    service.at(browser.path, 2)
    wait_until(lambda: "lastFailure" not in channel(site, cid, id_), "it is well again")


def test_a_service_that_asks_for_time_gets_it_and_one_that_fails_is_tried_again(site, service, people):
    dan = people("dan")
    asks, fails = Browser(service, "/asks"), Browser(service, "/fails")
    service.answer("/asks", (429, {"Retry-After": "3"}), 201)
    service.answer("/fails", 500, 503, 201)
    ids = [subscribe(site, dan, browser) for browser in (asks, fails)]
    at_once(*[lambda id_=id_: test(site, dan, id_) for id_ in ids])
    service.at("/asks")
    began = time.monotonic()
    test(site, dan, ids[0])
    first, *others = service.at("/asks", 3)
    assert time.monotonic() - began >= 2.9, "the second message of the channel waits as well"
    assert first.headers["Topic"] in {other.headers["Topic"] for other in others}
    # The waits themselves are DeliveryTests' to prove: here the clock of the row is turned.
    for count in (2, 3):
        wait_until(lambda: sql(
            site, "UPDATE delivery SET due_at = 0 WHERE state = 'pending' AND attempts = ? RETURNING id", count - 1),
            f"try {count} waits")
        tries = service.at("/fails", count)
    assert len({one.headers["Topic"] for one in tries}) == 1
    assert len({fails.read(one)["notification"]["tag"] for one in tries}) == 1
    assert len({one.body for one in tries}) == 3, "each try is encrypted anew"
    wait_until(lambda: "lastDelivered" in channel(site, dan, ids[1]), "delivered in the end")
    assert channel(site, dan, ids[1])["waiting"] == 0


def test_six_tries_and_a_dead_letter_that_says_why(site, service, people):
    fay, browser = people("fay"), Browser(service, "/never")
    service.answer("/never", 502)
    id_ = subscribe(site, fay, browser)
    test(site, fay, id_)
    for count in range(1, 7):
        service.at("/never", count)
        if count < 6:
            wait_until(lambda: sql(
                site, "UPDATE delivery SET due_at = 0, expires_at = expires_at + 100000000 "
                "WHERE state = 'pending' AND host = ? AND attempts = ? RETURNING id", service.target, count),
                f"try {count} is over")
    wait_until(lambda: dead(site, id_) == ["refused 502"], "it is dead")
    site.set_roles(fay["person"], ["student", "admin"])
    token = site.sign_in("fay")
    page = site.request("GET", "/v1/admin/dead-deliveries?limit=1", token=token).json
    letter, = page["items"]
    assert letter["person"] == fay["person"] and letter["attempts"] == 6 and letter["kind"] == "push"
    assert letter["reason"] == "refused 502" and letter["host"] == service.target
    rest = site.request("GET", f"/v1/admin/dead-deliveries?cursor={page['next']}", token=token).json["items"]
    assert letter["id"] not in {one["id"] for one in rest} and rest
    assert problem(site.request("GET", "/v1/admin/dead-deliveries?cursor=x", token=token)) == (422, "cursor_bad")
    assert site.operator("notifier.delivery.listDead", {})["items"][0]["id"] == letter["id"]


def test_what_a_crash_left_on_its_way_goes_again_under_the_same_key(site, service, people):
    gus, browser = people("gus"), Browser(service, "/crash")
    service.answer("/crash", None, 201)
    id_ = subscribe(site, gus, browser)
    key = site.request("GET", "/v1/push/key", token=gus["token"]).json["key"]
    test(site, gus, id_)
    service.at("/crash")
    assert site.stop("notifier", signal.SIGKILL) == -signal.SIGKILL
    site.start("notifier")
    first, second = service.at("/crash", 2)
    assert first.headers["Topic"] == second.headers["Topic"]
    assert browser.read(first)["notification"]["tag"] == browser.read(second)["notification"]["tag"]
    wait_until(lambda: sql(
        site, "SELECT 1 FROM delivery WHERE state = 'delivered' AND attempts = 2 AND hex(channel) = ?",
        id_.replace("-", "").upper()), "it is delivered")
    assert service.count("/crash") == 2
    # The key is the store's: no subscription is lost.
    site.wait_ready()
    assert site.request("GET", "/v1/push/key", token=gus["token"]).json["key"] == key


def test_a_silent_service_holds_up_nobody_else(site, service, people):
    hal, stuck, other = people("hal"), Browser(service, "/stuck"), Browser(service, "/other")
    service.answer("/stuck", None)
    ids = [subscribe(site, hal, browser) for browser in (stuck, other)]
    for _ in range(3):
        test(site, hal, ids[0])
    service.at("/stuck")
    began = time.monotonic()
    test(site, hal, ids[1])
    service.at("/other")
    assert time.monotonic() - began < 5
    assert service.count("/stuck") == 1, "one try at a time"
    assert channel(site, hal, ids[0])["waiting"] == 3
    assert site.request("DELETE", f"/v1/channels/{ids[0]}", token=hal["token"]).status == 204
    assert sql(site, "SELECT 1 FROM delivery WHERE hex(channel) = ?", ids[0].replace("-", "").upper()) == []


def test_a_subscription_ends_with_its_session(site, service, people):
    ida = people("ida")
    phone = {"token": site.sign_in("ida")}
    mine, theirs = Browser(service, "/ida/laptop"), Browser(service, "/ida/phone")
    kept, ended = subscribe(site, ida, mine), subscribe(site, phone, theirs)
    assert [one["isThisDevice"] for one in channels(site, phone)] == [False, True]
    session = next(one for one in site.request("GET", "/v1/sessions", token=phone["token"]).json["items"]
                   if one["isCurrent"])
    assert site.request("DELETE", f"/v1/sessions/{session['id']}", token=ida["token"]).status == 204
    wait_until(lambda: channel(site, ida, ended) is None, "the phone's subscription has ended")
    assert channel(site, ida, kept) is not None
    assert sql(site, "SELECT count(*) FROM ended_session")[0][0] >= 1


def test_one_browser_is_one_channel_whoever_is_signed_in_there(site, service, people):
    jan, kim, browser = people("jan"), people("kim"), Browser(service, "/shared")
    first = subscribe(site, jan, browser, name="Library")
    assert subscribe(site, jan, browser) == first
    assert channel(site, jan, first)["name"] == "Library"
    second = subscribe(site, kim, browser)
    assert second != first and channels(site, jan) == []
    assert problem(site.request("DELETE", f"/v1/channels/{second}", token=jan["token"])) == (404, "not_found")
    assert problem(site.request("POST", f"/v1/channels/{second}/test", token=jan["token"])) == (404, "not_found")
    edit = site.request("PATCH", f"/v1/channels/{second}", {"isOn": False}, jan["token"])
    assert problem(edit) == (404, "not_found")


@pytest.mark.parametrize("endpoint", [
    "http://127.0.0.2/x", "https://evil.example/x", "https://fcm.googleapis.com.evil.example/x",
    "https://169.254.169.254/latest/meta-data", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:22/x",
])
def test_an_endpoint_that_is_no_push_service_is_refused(site, service, people, endpoint):
    keys = Browser(service, "/x").subscription["keys"]
    assert problem(add(site, people("ada"), "push", {"endpoint": endpoint, "keys": keys})) == (422, "target_refused")


@pytest.mark.parametrize("keys", [
    {"p256dh": "AA", "auth": "AA"},
    {"p256dh": "B" + "A" * 86, "auth": "A" * 22},  # no point of the curve
    {"p256dh": "!", "auth": "A" * 22},
])
def test_keys_that_are_none_are_refused(site, service, people, keys):
    body = {"endpoint": service.url("/x"), "keys": keys}
    assert problem(add(site, people("ada"), "push", body)) == (422, "push_keys_bad")


def test_an_api_token_cannot_bring_a_subscription(site, service, people):
    ada = people("ada")
    scopes = {"name": "script", "scopes": ["alerts:read", "alerts:write"]}
    token = site.request("POST", "/v1/tokens", scopes, ada["token"]).json["secret"]
    assert site.request("GET", "/v1/channels", token=token).status == 200
    refused = add(site, {"token": token}, "push", Browser(service, "/x").subscription)
    assert problem(refused) == (403, "scope_missing")


def test_twenty_channels_are_the_most(site, service, people):
    lea = people("lea")
    for number in range(20):
        subscribe(site, lea, Browser(service, f"/lea/{number}"))
    one_more = add(site, lea, "push", Browser(service, "/lea/20").subscription)
    assert problem(one_more) == (409, "too_many_channels")


def test_i9_a_site_without_mail_and_https_names_a_contact_and_is_told_to_set_one(service):
    site = Site(settings={"QUAD_ALLOWED_TARGETS": service.target, "QUAD_ORIGIN": "http://quad.lan:8080"})
    try:
        nia, browser = site.sign_up("nia"), Browser(service, "/nia")
        test(site, nia, subscribe(site, nia, browser))
        said, _ = claims(service.at("/nia")[0], f"http://{service.target}")
        assert said["sub"] == "mailto:webmaster@quad.lan"
        assert "set QUAD_PUSH_CONTACT" in site.log("notifier")
        service.answer("/nia", 403)
        test(site, nia, channels(site, nia)[0]["id"])
        wait_until(lambda: "does not take this site's key: 403; push services get" in site.log("notifier"), "why")
    finally:
        site.close()


def test_an_event_soon_is_kept_by_the_service_no_longer_than_it_is_of_use(site, service, people):
    mia, browser = people("mia"), Browser(service, "/mia")
    subscribe(site, mia, browser)
    add_event(site, mia, "Soon", when=ahead(seconds=3), leads=[0])
    received, = service.at("/mia")
    at = datetime.fromisoformat(browser.read(received)["notification"]["data"]["at"].replace("Z", "+00:00"))
    assert abs(datetime.now(timezone.utc) - at) < timedelta(seconds=30)
    assert 23 * 3600 < int(received.headers["TTL"]) <= 28 * 24 * 3600
