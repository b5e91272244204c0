"""E9: the reason that keeps a program from starting, in words: the file, what is wrong, what to do."""

import json
import os
import shutil
import subprocess

import pytest
from quad_backups import empty_site, quadctl, store
from quad_catalogue import EDGE, STORES
from quad_site import BIN, wait_until

# How Swift prints what nobody has worded.
DUMPS = ("detail:", "DecodingError", "CodingKeys", "Error Domain", "path:", "Optional(", "debugDescription")


@pytest.fixture
def site():
    with empty_site() as site:
        yield site


def refused(site, program, **more):
    """The status and the last message of a program that does not start."""
    before = len(site.log(program)) if os.path.exists(os.path.join(site.folder, program + ".log")) else 0
    site.start(program, **more)
    status = site.processes.pop(program).wait(30)
    message = json.loads(site.log(program)[before:].splitlines()[-1])["message"]
    assert not [dump for dump in DUMPS if dump in message], message
    return status, message


@pytest.mark.parametrize("program", [*STORES[:2], EDGE])
def test_e9_an_unknown_setting_is_refused_with_the_one_that_was_meant(site, program):
    status, message = refused(site, program, QUAD_SIGNUPS="open")
    assert status == 78 and "QUAD_SIGNUPS is not a setting of Quad" in message
    assert "did you mean QUAD_SIGNUP?" in message


def test_e9_a_key_that_everybody_can_read_is_refused(site):
    key = os.path.join(site.keys, "roomhub.key")
    os.chmod(key, 0o444)
    status, message = refused(site, "roomhub")
    assert status == 78 and f"chmod 400 {key}" in message, message
    operator = os.path.join(site.keys, "operator.key")
    os.chmod(operator, 0o644)
    done = quadctl(site, "bus", "ls")
    assert done.returncode != 0 and f"chmod 400 {operator}" in done.stderr, done.stderr


@pytest.mark.parametrize("tool", ["quad", "quadctl"])
def test_e9_the_command_lines_refuse_an_unknown_setting_too(tool):
    def run(*words, **more):
        return subprocess.run(
            [f"{BIN}/{tool}", *words], env={"HOME": "/nowhere", **more}, capture_output=True, text=True, timeout=30)

    command = {"quad": ["whoami"], "quadctl": ["bus", "ls"]}[tool]
    done = run(*command, QUAD_SIET="http://quad.example")
    assert (done.returncode, done.stdout) == (78, ""), done
    assert "QUAD_SIET is not a setting of Quad" in done.stderr and "did you mean QUAD_SITE?" in done.stderr
    # What tells about the tool itself helps out of the mistake.
    for words in (["--help"], ["help", command[0]], ["--version"], ["completion", "bash"]):
        assert run(*words, QUAD_SIET="x").returncode == 0, words


def test_e9_a_key_of_tls_that_everybody_can_read_is_refused(site):
    key = os.path.join(site.folder, "tls.key")
    more = {"QUAD_TLS_CERTIFICATE": os.path.join(site.folder, "tls.pem"), "QUAD_TLS_KEY": key}
    with open(key, "w"):
        os.chmod(key, 0o644)
    status, message = refused(site, EDGE, **more)
    assert status == 78 and message.startswith("QUAD_TLS_KEY ") and f"`chmod o= {key}`" in message, message
    os.chmod(key, 0o640)
    status, message = refused(site, EDGE, **more)
    assert more["QUAD_TLS_CERTIFICATE"] in message, message


@pytest.mark.parametrize("name", ["roomhub.key", "public.json"])
@pytest.mark.parametrize("content", ["", "{}", "{\"program\": 1}", "not JSON"])
def test_e9_a_damaged_file_of_keys_is_named(site, name, content):
    path = os.path.join(site.keys, name)
    os.chmod(path, 0o600)
    with open(path, "w") as file:
        file.write(content)
    status, message = refused(site, "roomhub")
    assert status == 78 and message.startswith(f"{path} is not a file of keys"), message
    done = quadctl(site, "keygen", "--keys", site.keys)
    assert done.returncode == 1 and path in done.stderr, done.stderr
    assert not [dump for dump in DUMPS if dump in done.stderr], done.stderr


def test_e9_a_store_that_cannot_be_opened_is_named(site):
    for program in ("auth", "roomhub"):
        site.start(program)
        wait_until(lambda program=program: '"ready"' in site.log(program), "ready")
    path = store(site, "roomhub")
    status, message = refused_beside(site, "roomhub")
    assert status == 75 and path in message and "in use by another process" in message, message
    assert site.stop("auth") == 0 and site.stop("roomhub") == 0
    # Another program's file, with an operator's word that would accept any of roomhub's.
    shutil.copy(store(site, "auth"), path)
    open(os.path.join(site.data, "roomhub", "restored"), "w").close()
    status, message = refused(site, "roomhub")
    assert status == 1 and path in message, message
    with open(path, "wb") as file:
        file.write(b"not a database" * 1000)
    status, message = refused(site, "roomhub")
    assert status == 1 and path in message and "quadctl restore" in message, message


def refused_beside(site, program):
    """A second process of a program that runs."""
    running = site.processes[program]
    try:
        return refused(site, program)
    finally:
        site.processes[program] = running
