"""schemathesis drives every operation with what its schema allows and what it does not."""

import os
import re
import subprocess
import sys

import pytest

from quad_site import Site

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = 300 if os.environ.get("QUAD_TEST_ALL") else 20
SEED = 1


@pytest.fixture
def people():
    """An administrator in a room, with a task and a reported message, and somebody whose sessions may end."""
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


@pytest.mark.timeout(1800)
def test_schemathesis_finds_nothing(people):
    site, token, other = people
    report, cases = run(site, token, other)
    assert "No issues found" in report or re.search(r"\b0 failed\b", report), report[-12_000:]
    assert site.request("GET", "/v1/me", token=token).status == 200, "the run ended its own session"
    print(f"API1: {cases} cases, 0 failures, seed {SEED}")


def run(site, token, other):
    environment = {
        **os.environ, "SCHEMATHESIS_HOOKS": "schemathesis_checks", "PYTHONPATH": HERE, "QUAD_TEST_OTHER": other,
        "QUAD_TEST_PERSON": site.request("GET", "/v1/me", token=token).json["id"],
        "QUAD_TEST_SESSION": site.request("GET", "/v1/sessions", token=token).json["items"][0]["id"],
        "COLUMNS": "160",
    }
    command = [
        os.path.join(os.path.dirname(sys.executable), "st"), "--config-file", f"{HERE}/schemathesis.toml", "run",
        f"http://127.0.0.1:{site.port}/openapi.json", "--header", f"Authorization: Bearer {token}",
        "--phases", "examples,coverage,fuzzing,stateful", "--checks", "all", "--mode", "all",
        "--max-examples", str(EXAMPLES), "--seed", str(SEED), "--no-color", "--warnings", "off",
    ]
    done = subprocess.run(
        command, cwd=site.folder, env=environment, capture_output=True, text=True, timeout=1500)
    report = done.stdout + done.stderr
    generated = re.search(r"([\d,]+) generated", report)
    return report, generated.group(1) if generated else "no"
