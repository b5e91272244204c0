"""A program that hangs: who asks for it learns which part of the site is away, and only the first waits for that."""

import re
import signal
import time

import pytest
from quad_catalogue import STORES
from quad_languages import OTHERS, WORDS
from quad_site import PASSWORD, freeze, wait_until

BODY = {"email": "ada@hilltop.example", "password": PASSWORD}


@pytest.mark.own_site
def test_e5_a_sign_in_says_which_part_is_away_and_only_the_first_waits(site):
    site.sign_up("ada")
    program = site.processes["auth"]
    freeze(program.pid)
    took = []
    for _ in range(5):
        began = time.monotonic()
        answer = site.request("POST", "/v1/signin", BODY)
        took.append(time.monotonic() - began)
        said = answer.json
        assert (answer.status, said["code"], said["service"]) == (503, "service_unavailable", "auth")
        assert said["detail"] == "Sign-in isn't working right now. Try again in a moment."
    assert sum(took[1:]) < took[0], f"the first took {took[0]:.1f} s, the next four {sum(took[1:]):.1f} s"
    program.send_signal(signal.SIGCONT)
    wait_until(lambda: site.request("POST", "/v1/signin", BODY).status == 200, "sign-in works again")


@pytest.mark.parametrize("language", OTHERS)
def test_e5_pages_of_each_language_have_words_for_each_part(language):
    down = re.search(r"\bdown: \{(.*?)\n    \}", (WORDS / language / "faults.js").read_text(), re.S)[1]
    assert {name for name in re.findall(r'^\s+"?([\w-]+)"?:', down, re.M)} == {*STORES, "then"}
