"""API1, API2: schemathesis drives every operation with what its schema allows and what it does not, and tries to reach
with one account, or none, what is another's. Each has a control: a proxy that plants the fault to be found."""

import json
import os
import re
import subprocess
import sys

import pytest

from quad_proxy import Proxy
from quad_scoreboard import Row
from quad_site import Site

HERE = os.path.dirname(os.path.abspath(__file__))
IS_LONG = bool(os.environ.get("QUAD_TEST_ALL"))
EXAMPLES = 170 if IS_LONG else 3
FEWEST = 20_000 if IS_LONG else 8_000
SEED = 1


@pytest.fixture
def people():
    """An administrator in a room, with a task and a reported message, and a person whose sessions may end."""
    site = Site(settings={"QUAD_REFUSALS_PER_ADDRESS": "1000000"})
    try:
        site.define_dorm("forbes", "Forbes Hall", 20)
        site.sign_up("ada")
        person = site.sign_up("root")
        site.set_roles(person["person"], ["admin", "student"])
        token = site.sign_in("root")
        other = site.sign_up("other")["token"]
        site.request("POST", "/v1/room/join", {"dorm": "forbes", "number": "1"}, token)
        site.request("POST", "/v1/tasks", {"title": "Sweep"}, token)
        message = site.request("POST", "/v1/messages", {"text": "Hello"}, token).json["id"]
        site.request("POST", f"/v1/messages/{message}/report", {}, token)
        yield site, token, other
    finally:
        site.close()


@pytest.mark.xdist_group("whole")
@pytest.mark.timeout(2400)
def test_schemathesis_finds_nothing(people):
    site, token, other = people
    with Row("API1", "0 failures, every operation, >= 20,000 cases", SEED) as row:
        report = run(site, token, other)
        cases = int((re.search(r"([\d,]+) generated", report) or ["", "0"])[1].replace(",", ""))
        tested = re.search(r"Selected: (\d+)/(\d+)\s+Tested: (\d+)", report)
        row.value = f"{cases} cases, {tested[3] if tested else 0} operations"
        print(f"API1: {row.value}, seed {SEED}")
        assert found_nothing(report), report[-12_000:]
        assert site.request("GET", "/v1/me", token=token).status == 200, "the run ended its own session"
        # All but the live stream, which never ends.
        assert tested and int(tested[1]) == int(tested[3]) == int(tested[2]) - 1, report[-3000:]
        assert cases >= FEWEST


def test_a_reply_that_breaks_its_schema_is_found(people):
    """The control: one member of one reply is a number where the document has text."""
    site, token, other = people

    def answer(method, path, status, body):
        if (method, path, status) != ("GET", "/v1/me", 200):
            return status, body
        return status, json.dumps({**json.loads(body), "firstName": 7}).encode()

    with Proxy(site.port, answer=answer) as proxy:
        only = ("--include-operation-id", "auth.person.me")
        report = run(site, token, other, *only, port=proxy.port, examples=3, phases="fuzzing")
    assert not found_nothing(report)
    assert "Response violates schema" in report, report[-3000:]


def found_nothing(report):
    return "No issues found" in report or re.search(r"\b0 failed\b", report) is not None


def run(site, token, other, *more, port=None, examples=EXAMPLES, phases="examples,coverage,fuzzing,stateful"):
    environment = {
        "QUAD_TEST_OTHER": other,
        "QUAD_TEST_PERSON": site.request("GET", "/v1/me", token=token).json["id"],
        "QUAD_TEST_SESSION": site.request("GET", "/v1/sessions", token=token).json["items"][0]["id"],
    }
    return schemathesis(
        site, f"{HERE}/schemathesis.toml", environment, "--header", f"Authorization: Bearer {token}",
        "--phases", phases, "--checks", "all", "--mode", "all", *more,
        port=port, examples=examples)


def schemathesis(site, config, environment, *arguments, port, examples):
    environment = {
        **os.environ, **environment, "SCHEMATHESIS_HOOKS": "schemathesis_checks", "PYTHONPATH": HERE, "COLUMNS": "160"}
    command = [
        os.path.join(os.path.dirname(sys.executable), "st"), "--config-file", config, "run",
        f"http://127.0.0.1:{port or site.port}/openapi.json", "--max-examples", str(examples), "--seed", str(SEED),
        "--no-color", "--warnings", "off", *arguments,
    ]
    done = subprocess.run(
        command, cwd=site.folder, env=environment, capture_output=True, text=True, timeout=2300)
    return done.stdout + done.stderr


# API2: two people in rooms of their own.

# These would end the sessions that the run stands on, or take the people out of their rooms.
ENDING = (
    "auth.session.signOut", "auth.session.revokeOthers", "auth.session.revoke", "auth.password.change",
    "auth.email.change", "auth.person.deleteMe", "roomhub.room.leave", "gateway.stream.open")


@pytest.fixture
def pair():
    site = Site(settings={"QUAD_REFUSALS_PER_ADDRESS": "1000000"})
    try:
        site.define_dorm("forbes", "Forbes Hall", 20)
        tokens = {name: site.member(name, number)["token"] for name, number in (("ada", "1"), ("ben", "2"))}
        for token in tokens.values():
            for number in range(3):
                site.request("POST", "/v1/tasks", {"title": f"task {number}"}, token)
            site.request("POST", "/v1/messages", {"text": "Hello"}, token)
        yield site, tokens
    finally:
        site.close()


def attack(site, tokens, *more, port=None, examples):
    """The report of schemathesis after it tried to reach the objects of others with each account, and with none."""
    users = [
        {"name": name, "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {token}"}]}
        for name, token in tokens.items()
    ]
    path = os.path.join(site.folder, "users.json")
    with open(path, "w") as file:
        json.dump({"auth": users}, file)
    config = os.path.join(site.folder, "schemathesis.toml")
    with open(config, "w") as file:
        file.write(f'[auth.wfc]\npath = "{path}"\npeers = {json.dumps(list(tokens))}\n')
    excluded = [word for name in ENDING for word in ("--exclude-operation-id", name)]
    environment = {"QUAD_TEST_PERSON": "", "QUAD_TEST_SESSION": ""}
    return schemathesis(
        site, config, environment, "--phases", "fuzzing,stateful",
        "--checks", "ignored_auth,object_level_authorization", *excluded, *more, port=port, examples=examples)


@pytest.mark.timeout(900)
def test_nobody_reaches_what_is_anothers(pair):
    site, tokens = pair
    with Row("API2", "ignored_auth, object_level_authorization: 0 failures", SEED) as row:
        report = attack(site, tokens, examples=100 if IS_LONG else 4)
        row.value = (re.search(r"([\d,]+ generated)", report) or ["nothing generated"])[0]
        assert found_nothing(report), report[-12_000:]
        assert re.search(r"[\d,]{3,} generated", report), report[-3000:]


def test_a_door_left_open_is_found(pair):
    """The control: a proxy signs in every caller without an account."""
    site, tokens = pair

    def ask(method, path, headers):
        if method == "GET" and path.startswith("/v1/tasks") and headers.get("Authorization") not in signed:
            headers["Authorization"] = signed[0]

    signed = [f"Bearer {token}" for token in tokens.values()]
    with Proxy(site.port, ask=ask) as proxy:
        report = attack(site, tokens, "--include-path", "/v1/tasks", port=proxy.port, examples=5)
    assert not found_nothing(report)
    assert "uthentication" in report, report[-3000:]


def test_an_object_that_another_can_reach_is_found(pair):
    """The control: a proxy fetches a single task as the one of the two whose it is."""
    site, tokens = pair
    signed = [f"Bearer {token}" for token in tokens.values()]

    def ask(method, path, headers):
        is_theirs = method == "GET" and re.fullmatch(r"/v1/tasks/[0-9a-f-]{36}", path)
        if is_theirs and headers.get("Authorization") in signed:
            for one in tokens.values():
                if site.request("GET", path, token=one).status == 200:
                    headers["Authorization"] = f"Bearer {one}"

    with Proxy(site.port, ask=ask) as proxy:
        report = attack(site, tokens, "--include-path-regex", "^/v1/tasks", port=proxy.port, examples=10)
    assert not found_nothing(report), report[-3000:]
    assert "received the" in report, report[-3000:]
