"""Guessed passwords: the attempts that count, the delays, and the timing of replies (SEC2, SEC3)."""

import hashlib
import http.client
import os
import statistics
import time

import pytest

from mail_server import MailServer
from quad_accounts import NEW_PASSWORD, WRONG, account, running, sign_in, sql
from quad_scoreboard import Row
from quad_site import at_once, problem, raw, send

# Seconds between the medians. Where a loaded machine spreads them further apart, neither kind may be the slower one of a
# pair more often than chance allows: 3.3 standard deviations of as many throws of a coin, one in a thousand.
MAX_DIFFERENCE = 0.002
ROUNDS = 60 if os.environ.get("QUAD_TEST_ALL") else 30
MAX_SLOWER = ROUNDS / 2 + 3.3 * ROUNDS ** 0.5 / 2


@pytest.fixture(scope="module")
def site():
    with running() as site:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site


@pytest.fixture(scope="module")
def slow_site():
    """Passwords cost what they do at a school: the time that one takes can be seen from outside."""
    with running(QUAD_TEST_PASSWORDS="usual") as site:
        yield site


def delay_key(email):
    parts = [b"sign-in", email.encode()]
    return hashlib.blake2b(
        b"".join(len(part).to_bytes(8, "big") + part for part in parts), digest_size=32).digest()


def delay(site, name):
    rows = sql(site, "SELECT failures, next_at - last_at FROM sign_in_delay WHERE key = ?",
               delay_key(f"{name}@hilltop.example"))
    return rows[0] if rows else None


def fail(site, name, failures, wait_ms=0):
    """As if that many wrong passwords had just come in."""
    now = int(time.time() * 1000)
    sql(site, "INSERT OR REPLACE INTO sign_in_delay(key, failures, last_at, next_at) VALUES (?, ?, ?, ?)",
        delay_key(f"{name}@hilltop.example"), failures, now, now + wait_ms)


def judged(answers):
    """The number of answers that were compared with the password; all others had to wait."""
    assert {problem(answer) for answer in answers} <= {(401, "bad_credentials"), (429, "slow_down")}
    return sum(answer.status == 401 for answer in answers)


def test_of_three_hundred_guesses_few_are_judged_and_a_known_device_still_signs_in(site):
    ada = site.request("POST", "/v1/signup", account("victim", signIn=True)).json
    answers = []

    def guess(worker):
        for number in range(30):
            answers.append(sign_in(site, "victim", f"guess number {worker} {number}"))

    started = time.monotonic()
    at_once(*[lambda worker=worker: guess(worker) for worker in range(10)])
    seconds = time.monotonic() - started
    assert len(answers) == 300
    # Six at once, then one after 1, 2, 4 … seconds.
    assert 6 <= judged(answers) <= 6 + seconds.__ceil__().bit_length()
    (failures, wait) = delay(site, "victim")
    assert failures == judged(answers)
    fail(site, "victim", failures, 900_000)
    (failures, wait) = delay(site, "victim")
    waiting = sign_in(site, "victim")
    assert problem(waiting) == (429, "slow_down")
    assert 0 < int(waiting.headers["Retry-After"]) <= wait / 1000 + 1
    known = sign_in(site, "victim", deviceToken=ada["deviceToken"])
    assert known.status == 200
    assert "deviceToken" not in known.json, "it was known before"
    # The owner's own sign-ins do not shorten the guesser's delay.
    assert delay(site, "victim")[0] == failures
    assert problem(sign_in(site, "victim")) == (429, "slow_down")


def test_guesses_at_once_do_not_pass_together(site):
    site.sign_up("parallel")
    answers = at_once(*[lambda: sign_in(site, "parallel", WRONG)] * 30)
    assert judged(answers) == 6


def test_an_address_without_an_account_waits_like_one_with(site):
    answers = at_once(*[lambda: sign_in(site, "nobody", WRONG)] * 20)
    assert judged(answers) == 6
    assert delay(site, "nobody") == (6, 1000)


@pytest.mark.parametrize("failures, seconds", [(5, 1), (6, 2), (7, 4), (14, 512), (15, 900), (98, 900), (99, 86_400)])
def test_the_wait_grows(site, failures, seconds):
    site.request("POST", "/v1/signup", account("grower"))
    fail(site, "grower", failures)
    assert problem(sign_in(site, "grower", WRONG)) == (401, "bad_credentials")
    assert delay(site, "grower") == (failures + 1, seconds * 1000)


def test_the_right_password_forgets_the_failures(site):
    site.sign_up("clumsy")
    fail(site, "clumsy", 60)
    assert sign_in(site, "clumsy").status == 200
    assert delay(site, "clumsy") is None


def test_after_a_hundred_failures_only_a_new_password_helps(site):
    ada = site.sign_up("stopped")
    fail(site, "stopped", 99)
    assert problem(sign_in(site, "stopped", WRONG)) == (401, "bad_credentials")
    stopped = sign_in(site, "stopped")
    assert problem(stopped) == (429, "slow_down")
    assert int(stopped.headers["Retry-After"]) > 86_000
    code = site.operator("auth.password.makeCode", {"id": ada["person"]})["code"]
    assert site.request("POST", "/v1/password/reset", {"code": code, "password": NEW_PASSWORD}).status == 204
    assert sign_in(site, "stopped", NEW_PASSWORD).status == 200


def test_a_day_later_all_is_forgotten(site):
    site.sign_up("yesterday")
    fail(site, "yesterday", 100, 86_400_000)
    sql(site, "UPDATE sign_in_delay SET last_at = last_at - 86400000, next_at = next_at - 86400000 WHERE key = ?",
        delay_key("yesterday@hilltop.example"))
    assert problem(sign_in(site, "yesterday", WRONG)) == (401, "bad_credentials")
    assert delay(site, "yesterday") == (1, 0)


def test_a_device_that_fails_ten_times_waits_like_a_stranger(site):
    device = site.request("POST", "/v1/signup", account("stolen", signIn=True)).json["deviceToken"]
    fail(site, "stolen", 20, 900_000)
    answers = [sign_in(site, "stolen", WRONG, deviceToken=device) for _ in range(12)]
    assert [answer.status for answer in answers] == [401] * 10 + [429] * 2
    assert problem(sign_in(site, "stolen", deviceToken=device)) == (429, "slow_down")
    fail(site, "stolen", 20)
    again = sign_in(site, "stolen", deviceToken=device)
    assert again.status == 200 and "deviceToken" not in again.json
    fail(site, "stolen", 20, 900_000)
    assert sign_in(site, "stolen", deviceToken=device).status == 200


def test_a_device_of_somebody_else_helps_nobody(site):
    device = site.request("POST", "/v1/signup", account("mallory", signIn=True)).json["deviceToken"]
    site.sign_up("target")
    fail(site, "target", 20, 900_000)
    for token in (device, "x", "A" * 43):
        assert problem(sign_in(site, "target", deviceToken=token)) == (429, "slow_down")


def test_a_person_has_at_most_twenty_devices(site):
    first = site.request("POST", "/v1/signup", account("devices", signIn=True)).json
    for _ in range(20):
        assert sign_in(site, "devices").json["deviceToken"]
    ((count,),) = sql(site, "SELECT count(*) FROM known_device WHERE person = ?", raw(first["person"]))
    assert count == 20
    fail(site, "devices", 20, 900_000)
    forgotten = sign_in(site, "devices", deviceToken=first["deviceToken"])
    assert problem(forgotten) == (429, "slow_down")


def test_asking_for_the_password_again_counts_too(site):
    ada = site.sign_up("laptop")
    requests = [
        ("/v1/me/password", {"current": WRONG, "password": NEW_PASSWORD}),
        ("/v1/me/email", {"email": "laptop2@hilltop.example", "password": WRONG}),
        ("/v1/me/delete", {"password": WRONG}),
    ]
    for number in range(6):
        path, body = requests[number % 3]
        assert problem(site.request("POST", path, body, ada["token"])) == (403, "password_wrong")
    for path, body in requests:
        assert problem(site.request("POST", path, body, ada["token"])) == (429, "slow_down")
    assert problem(sign_in(site, "laptop")) == (429, "slow_down")


def test_a_blocked_account_says_so_after_the_right_password_alone(site):
    ada = site.sign_up("blocked")
    site.operator("auth.person.setBlocked", {"id": ada["person"], "isBlocked": True})
    assert problem(sign_in(site, "blocked", WRONG)) == (401, "bad_credentials")
    for _ in range(8):
        assert problem(sign_in(site, "blocked")) == (403, "account_blocked")
    site.operator("auth.person.setBlocked", {"id": ada["person"], "isBlocked": False})
    assert sign_in(site, "blocked").status == 200


def test_a_wrong_room_is_told_after_the_right_password_alone(site):
    site.member("roomy", "501")
    room = lambda number: {"dorm": "forbes", "number": number}
    assert sign_in(site, "roomy", room=room("501")).status == 200
    for _ in range(8):
        assert problem(sign_in(site, "roomy", room=room("502"))) == (403, "not_in_room")
    assert problem(sign_in(site, "roomy", WRONG, room=room("502"))) == (401, "bad_credentials")


def test_more_sign_ins_than_can_be_judged_are_told_to_wait_and_not_counted(slow_site):
    site = slow_site
    site.sign_up("crowd")
    # Far more than can be judged within the deadline of a sign-in.
    crowd = 160
    for number in range(crowd):
        fail(site, f"crowd{number}", 3)
    answers = at_once(*[lambda number=number: sign_in(site, f"crowd{number}", WRONG) for number in range(crowd)])
    assert any(answer.status == 503 for answer in answers), "more than 2 threads and 32 waiting"
    for number, answer in enumerate(answers):
        if answer.status == 401:
            assert delay(site, f"crowd{number}") == (4, 0)
        elif answer.json["code"] == "busy":
            assert delay(site, f"crowd{number}") == (3, 0)
            assert 1 <= int(answer.headers["Retry-After"]) <= 60


def timed(port, path, known, unknown):
    """Times and answers of both kinds, asked in pairs over one connection, each kind first as often as the other."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    times, answers = ([], []), ([], [])
    try:
        for number in range(ROUNDS):
            bodies = [known(number), unknown(number)]
            for kind in (0, 1) if number % 2 else (1, 0):
                started = time.perf_counter()
                answer = send(connection, "POST", path, bodies[kind])
                times[kind].append(time.perf_counter() - started)
                answers[kind].append((answer.status, {
                    key: value for key, value in answer.json.items() if key not in ("traceId", "instance")}))
    finally:
        connection.close()
    return times, answers


def expect_alike(what, times, answers):
    with Row("SEC3", "known and unknown addresses: < 2 ms apart, or neither the slower") as row:
        row.value = what
        compare(row, times, answers)


def compare(row, times, answers):
    assert {repr(answer) for answer in answers[0]} == {repr(answer) for answer in answers[1]}
    medians = [statistics.median(kind) for kind in times]
    slower = sum(known > unknown for known, unknown in zip(*times))
    row.value += f": {abs(medians[0] - medians[1]) * 1000:.2f} ms apart, known slower in {slower} of {ROUNDS}"
    assert abs(medians[0] - medians[1]) < MAX_DIFFERENCE or ROUNDS - MAX_SLOWER <= slower <= MAX_SLOWER, (
        medians, slower)


def test_a_refused_sign_in_does_not_tell_who_has_an_account(slow_site):
    site = slow_site
    for number in range(ROUNDS):
        site.request("POST", "/v1/signup", account(f"known{number}"))
    body = lambda name: {"email": f"{name}@hilltop.example", "password": WRONG}
    expect_alike("sign-in", *timed(
        site.port, "/v1/signin", lambda number: body(f"known{number}"), lambda number: body(f"unknown{number}")))


def test_sign_up_and_forgotten_passwords_do_not_tell_who_has_an_account():
    with MailServer() as mail, running(
        QUAD_SMTP=mail.url, QUAD_SMTP_FROM="quad@hilltop.example", QUAD_TEST_PASSWORDS="usual",
    ) as site:
        seed_known(site)
        # The request is compared: the mails that it causes are sent later.
        mail.mode = "defer"
        expect_alike("sign-up", *timed(
            site.port, "/v1/signup", lambda number: account(f"known{number}"),
            lambda number: account(f"unknown{number}")))
        email = lambda name: {"email": f"{name}@hilltop.example"}
        expect_alike("forgotten password", *timed(
            site.port, "/v1/password/forgot", lambda number: email(f"known{number}"),
            lambda number: email(f"unknown{number}")))


def seed_known(site):
    """Accounts of known0 and so on, without a mail each."""
    for number in range(ROUNDS):
        sql(site, """
            INSERT INTO person(id, email, password, first_name, last_name, roles, version, signed_up_at)
            VALUES (randomblob(16), ?, '$argon2id$', 'Known', 'Example', 'student', 1, 1)""",
            f"known{number}@hilltop.example")
