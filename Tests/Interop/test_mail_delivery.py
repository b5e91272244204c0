"""Delivery of mails by a real mail server that accepts, refuses, defers and stalls (SEC4)."""

import struct
import time

from mail_server import MailServer
from quad_accounts import NEW_PASSWORD, account, files_with, running, secret, sign_in, sql
from quad_bus import AS_OF, BusClient
from quad_mails import DAY, confirm, forgot, inbox, no_jobs, server, sign_up, site
from quad_site import wait_until


def test_a_mail_that_is_put_off_is_tried_again_under_the_same_id(site, inbox, server):
    for mode in ("defer", "defer-content", "close"):
        server.mode = mode
        name = f"put{mode.replace('-', '')}"
        sign_up(site, name)
        row = lambda: sql(site, "SELECT attempts, due_at - created_at, id FROM mail_job")
        wait_until(lambda: row() and row()[0][0] == 1 and row()[0][1] < 30_000, "the mail is put off")
        ((_, wait, id_),) = row()
        assert 7_000 < wait < 16_000, "10 s, within a quarter"
        server.mode = "accept"
        sql(site, "UPDATE mail_job SET due_at = 1")
        (mail,) = inbox(name)
        assert mail["Message-ID"].replace("-", "").startswith(f"<{id_.hex()}@")
        assert confirm(site, secret(mail)).status == 200
        no_jobs(site)
    log = site.log("auth")
    assert "put off with 451" in log and "put off with 452" in log and "put off without an answer" in log
    assert "@hilltop.example" not in log


def test_a_mail_that_is_refused_for_good_is_not_tried_again(site, inbox, server):
    server.mode = "refuse"
    connections = server.connections
    sign_up(site, "refused")
    wait_until(lambda: "refused for good with 550" in site.log("auth"), "the refusal is logged")
    no_jobs(site)
    assert server.connections == connections + 1
    assert "refused@" not in site.log("auth")


def test_a_mail_is_given_up_after_a_day(site, inbox, server):
    server.mode = "defer"
    sign_up(site, "hopeless")
    wait_until(lambda: sql(site, "SELECT 1 FROM mail_job WHERE attempts = 1"), "one try")
    sql(site, "UPDATE mail_job SET created_at = created_at - ?, due_at = 1", DAY)
    wait_until(lambda: "given up after 2 tries" in site.log("auth"), "it is given up")
    no_jobs(site)


def test_a_server_that_stalls_holds_up_nobody(site, inbox, server):
    server.mode = "stall"
    started = time.monotonic()
    for name in ("stalled1", "stalled2"):
        assert sign_up(site, name).status == 202
    wait_until(lambda: len(sql(site, "SELECT 1 FROM mail_job WHERE attempts = 1")) == 2, "both are on their way")
    server.mode = "accept"
    sign_up(site, "quick")
    inbox("quick", timeout=10)
    assert time.monotonic() - started < 15
    sql(site, "DELETE FROM mail_job")


def test_mails_outlive_the_program(site, inbox, server):
    server.mode = "defer"
    sign_up(site, "patient")
    wait_until(lambda: sql(site, "SELECT 1 FROM mail_job WHERE attempts = 1"), "one try")
    site.stop("auth")
    server.mode = "accept"
    sql(site, "UPDATE mail_job SET due_at = 1")
    site.start("auth")
    assert confirm(site, secret(inbox("patient")[0])).status == 200


def test_no_secret_lies_in_the_queue_or_anywhere(site, inbox, server):
    server.mode = "defer"
    sign_up(site, "canary", password=NEW_PASSWORD + " canary")
    wait_until(lambda: sql(site, "SELECT 1 FROM mail_job WHERE attempts = 1"), "one try")
    ((kind, object_),) = sql(site, "SELECT kind, object FROM mail_job")
    assert kind == "sign_up" and sql(site, "SELECT 1 FROM pending_signup WHERE id = ?", object_)
    server.mode = "accept"
    sql(site, "UPDATE mail_job SET due_at = 1")
    code = secret(inbox("canary")[0])
    assert files_with(site, code) == []
    assert confirm(site, code).status == 200
    forgot(site, "canary")
    again = secret(inbox("canary", 2)[-1])
    for text in (code, again, NEW_PASSWORD + " canary"):
        assert files_with(site, text) == []


def test_a_server_that_wants_a_sign_in_gets_it(tmp_path):
    (tmp_path / "password").write_text("pass word\n")
    settings = {
        "QUAD_SMTP_FROM": "quad@hilltop.example", "QUAD_SMTP_USER": "quad",
        "QUAD_SMTP_PASSWORD_FILE": str(tmp_path / "password")}
    with MailServer(users={"quad": "pass word"}) as server, running(QUAD_SMTP=server.url, **settings) as site:
        sign_up(site, "ada")
        (mail,) = server.mails.wait(1)
        assert mail.user == "quad"
        assert "pass word" not in site.log("auth")


def test_a_relay_needs_neither_user_nor_password():
    """In containers a password that nobody set is /dev/null, and a user an empty text."""
    settings = {"QUAD_SMTP_FROM": "quad@hilltop.example", "QUAD_SMTP_USER": "", "QUAD_SMTP_PASSWORD_FILE": "/dev/null"}
    with MailServer() as server, running(QUAD_SMTP=server.url, **settings) as site:
        sign_up(site, "ada")
        (mail,) = server.mails.wait(1)
        assert mail.user is None


def test_the_seed_loader_needs_no_mail_and_no_invitation():
    settings = {"QUAD_SMTP_FROM": "quad@hilltop.example", "QUAD_SIGNUP": "invite"}
    with MailServer() as server, running(seeding=True, QUAD_SMTP=server.url, **settings) as site:
        seed = BusClient(site.keys, site.run, "seed")
        try:
            past = struct.pack(">q", int(time.time() * 1000) - 30 * DAY)
            made = seed.call("auth.person.signUp", account("seeded", signIn=True), tlvs=[(AS_OF, past)])
        finally:
            seed.close()
        assert made["state"] == "created"
        assert sign_in(site, "seeded").status == 200
        assert server.connections == 0
