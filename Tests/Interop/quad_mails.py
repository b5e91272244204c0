"""A site that sends mail: its fixtures, and what people ask of it."""

import pytest
from mail_server import MailServer
from quad_accounts import NEW_PASSWORD, account, running, secret, sign_in, sql
from quad_site import wait_until

ORIGIN = "https://quad.hilltop.example"
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture(scope="module")
def server():
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def site(server):
    settings = {"QUAD_SMTP": server.url, "QUAD_SMTP_FROM": "quad@hilltop.example", "QUAD_ORIGIN": ORIGIN + "/"}
    with running(QUAD_SITE_NAME="Hilltop", **settings) as site:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site


@pytest.fixture
def inbox(server):
    """The mails since the test began, by recipient."""
    server.mode = "accept"
    start = len(server.mails)

    def of(name, count=1, timeout=20.0):
        def mine():
            found = [mail for mail in list(server.mails)[start:] if mail.recipient == f"{name}@hilltop.example"]
            return found if len(found) >= count else None

        return wait_until(mine, f"{count} mails to {name}", timeout)

    yield of
    server.mode = "accept"


def sign_up(site, name, **more):
    return site.request("POST", "/v1/signup", account(name, **more))


def confirm(site, code):
    return site.request("POST", "/v1/email/confirm", {"code": code})


def forgot(site, name, headers=None):
    return site.request("POST", "/v1/password/forgot", {"email": f"{name}@hilltop.example"}, headers=headers)


def reset(site, code, password=NEW_PASSWORD):
    return site.request("POST", "/v1/password/reset", {"code": code, "password": password})


def joined(site, inbox, name, **more):
    """A person who followed the link of their sign-up, signed in."""
    assert sign_up(site, name, **more).status == 202
    assert confirm(site, secret(inbox(name)[-1])).status == 200
    return sign_in(site, name).json


def no_jobs(site):
    wait_until(lambda: sql(site, "SELECT 1 FROM mail_job") == [], "no mail waits")
