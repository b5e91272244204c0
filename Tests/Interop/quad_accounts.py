"""Accounts as tests use them: sites with settings, sign-up and sign-in, auth's tables, and the links of mails."""

import contextlib
import os
import re
import time

import pytest
from quad_site import PASSWORD, Site
from quad_stores import database

NEW_PASSWORD = "seven kinds of soup, all cold"
WRONG = "not this one, not today"


@contextlib.contextmanager
def running(clock=None, seeding=False, **settings):
    """A site with these settings; guesses are not limited by address unless a test sets a limit."""
    more = {"QUAD_REFUSALS_PER_ADDRESS": "100000", **settings}
    site = Site(settings=more, clock=clock, seeding=seeding)
    try:
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def open_site():
    """A site where anybody may sign up."""
    with running(QUAD_SITE_NAME="Hilltop") as site:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site


def account(name, **more):
    return {
        "email": f"{name}@hilltop.example", "password": PASSWORD, "firstName": name.title(), "lastName": "Example",
        **more,
    }


def sign_in(site, name, password=PASSWORD, **more):
    return site.request("POST", "/v1/signin", {"email": f"{name}@hilltop.example", "password": password, **more})


def sql(site, text, *values):
    """Reads, or fakes, rows of auth."""
    with database(site, "auth") as rows:
        done = rows.execute(text, values)
        return done.fetchall() if done.description else []


def files_with(site, secret):
    """Every file of the site, data, log and all, that holds these bytes."""
    found = []
    for folder, _, names in os.walk(site.folder):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    if secret.encode() in file.read():
                        found.append(path)
    return found


def link(mail):
    """The one link of a mail as page and secret."""
    found = re.findall(r"(https?://\S+)/(confirm|reset)#(\S+)", mail.get_content())
    assert len(found) == 1, mail.get_content()
    return found[0]


def secret(mail):
    return link(mail)[2]


def is_refused_within(site, token, path="/v1/me", seconds=5.0):
    """True if the token is rejected, at once or within seconds."""
    deadline = time.monotonic() + seconds
    while site.request("GET", path, token=token).status != 401:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)  # poll
    return True
