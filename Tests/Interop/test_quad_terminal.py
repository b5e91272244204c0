"""quad and the terminal: completion in the shells, passwords, widths, and text with control sequences."""

import json
import os
import shutil
import signal
import subprocess

import pytest
from quad_home import CODES, Impostor, Terminal, another
from quad_site import PASSWORD


# Help and completion


def commands(home):
    """Every command, with its verbs, as --help lists them."""
    found = {}
    overview = home.say("--help").split("quad COMMAND --help")[0]
    for line in overview.splitlines():
        if line.startswith("  "):
            found[line.split()[0]] = []
    for name, verbs in found.items():
        for line in home.say(name, "--help").splitlines():
            words = line.split()
            if line.startswith(f"  quad {name} ") and words[2].islower():
                verbs.append(words[2])
    return found


def test_every_command_and_verb_says_what_it_takes(home):
    found = commands(home)
    assert {"tasks", "signin", "bus", "completion"} <= set(found)
    assert found["tasks"] == [
        "list", "completed", "add", "done", "reopen", "show", "edit", "rm", "restore", "watch",
    ]
    for name, verbs in found.items():
        for verb in verbs:
            assert home.say(name, verb, "--help").startswith(f"quad {name} {verb}")
    said = home.say("tasks", "add", "--help")
    assert "--important" in said and "--due WHEN" in said and "--json" in said
    assert all(str(code) in home.say("--help") for code in CODES.values())


def complete_in_bash(home, *words):
    script = home.say("completion", "bash") + (
        f"\nCOMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}\n"
        '_quad; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()


def complete_in_fish(home, *words):
    script = home.say("completion", "fish") + f"\ncomplete -C'{' '.join(words)}'"
    environment = {**os.environ, "HOME": home.folder, "XDG_CONFIG_HOME": home.folder + "/fish"}
    os.makedirs(home.folder, exist_ok=True)
    said = subprocess.run(
        ["fish", "--private", "-c", script], capture_output=True, text=True, check=True, env=environment, timeout=60
    ).stdout
    return [line.split("\t")[0] for line in said.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_completion_knows_every_command_verb_and_option(home, shell):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    complete = complete_in_bash if shell == "bash" else complete_in_fish
    found = commands(home)
    assert set(found) <= set(complete(home, "quad", ""))
    for name in ("tasks", "bus", "room"):
        assert set(found[name]) <= set(complete(home, "quad", name, ""))
    assert {"--important", "--due", "--json"} <= set(complete(home, "quad", "tasks", "add", "--"))
    assert "--important" not in complete(home, "quad", "tasks", "done", "--")
    assert "zsh" in complete(home, "quad", "completion", "z")


def test_completion_loads_in_zsh_with_every_command(home):
    if not shutil.which("zsh"):
        pytest.skip("there is no zsh")
    check = "autoload -Uz compinit; compinit -u -D\n" + home.say("completion", "zsh") + (
        "\n_describe() { print -rl -- $found }\n_files() { : }\n"
        "show() { local -a words=(\"$@\"); local CURRENT=$# PREFIX=; _quad_; }\n"
        "functions[_quad_]=$functions[_quad]\n"
        "print -r -- handler $_comps[quad]; show quad ''; show quad tasks ''; show quad tasks add --\n"
    )
    said = subprocess.run(["zsh", "-f", "-c", check], capture_output=True, text=True, timeout=60)
    assert said.returncode == 0 and said.stderr == "", said.stderr
    lines = said.stdout.splitlines()
    assert lines[0] == "handler _quad"
    names = {line.split(":")[0] for line in lines}
    assert set(commands(home)) | {"reopen", "--important"} <= names


# The terminal


def test_a_password_is_asked_for_and_not_shown(home):
    home.sign_up("ada")
    home.run("signout")
    terminal = Terminal(home, "signin", home.address("ada"))
    terminal.read_until(b"Password: ")
    assert not terminal.echoes()
    terminal.type(PASSWORD + "\n")
    terminal.read_until(f"signed in as {home.address('ada')}".encode())
    assert terminal.end() == 0
    assert PASSWORD.encode() not in terminal.said


def test_a_new_password_is_asked_for_twice(home):
    words = ("signup", home.address("ada"))
    terminal = Terminal(home, *words)
    for question, answer in ((b"First name: ", "Ada"), (b"Last name: ", "Okafor")):
        terminal.read_until(question)
        terminal.type(answer + "\n")
    terminal.read_until(b"New password: ")
    terminal.type(PASSWORD + "\n")
    terminal.read_until(b"again: ")
    terminal.type("something else\n")
    assert terminal.end() == 1
    assert b"differ" in terminal.said and PASSWORD.encode() not in terminal.said


@pytest.mark.parametrize("way", ["key", "signal"])
def test_the_terminal_shows_what_is_typed_again_when_the_question_is_broken_off(home, way):
    terminal = Terminal(home, "signin", home.address("ada"))
    terminal.read_until(b"Password: ")
    assert not terminal.echoes()
    if way == "key":
        terminal.type("\x03")
    else:
        os.kill(terminal.pid, signal.SIGTERM)
    _, status = os.waitpid(terminal.pid, 0)
    assert os.waitstatus_to_exitcode(status) == -(signal.SIGINT if way == "key" else signal.SIGTERM)
    assert terminal.echoes()
    os.close(terminal.descriptor)


def test_a_narrow_terminal_cuts_and_a_pipe_does_not(ada):
    title = "Return the very long extension cord to the office on the ground floor, please"
    ada.run("tasks", "add", title, "--important")
    terminal = Terminal(ada, "tasks", columns=40)
    assert terminal.end() == 0
    assert "…".encode() in terminal.said and b"\x1b[1m" in terminal.said
    assert title in ada.say("tasks") and "\x1b" not in ada.say("tasks")
    plain = Terminal(ada, "tasks", columns=40, NO_COLOR="1")
    assert plain.end() == 0
    assert b"\x1b" not in plain.said


def test_text_of_others_cannot_steer_the_terminal(site, ada, tmp_path):
    hostile = "\u202e\u2066gnp\u2069"
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"], last="Bo\u202eb")
    ben.run("tasks", "add", f"Look {hostile}", "--notes", "a\u2028b")
    ben.run("board", "post", f"See {hostile}", "--yes")
    for words in (("tasks",), ("board",), ("room", "mates"), ("tasks", "done", "1"), ("tasks", "completed")):
        terminal = Terminal(ada, *words, NO_COLOR="1")
        assert terminal.end() == 0
        said = terminal.said.decode()
        assert not set(said) & set("\u202e\u2066\u2069\u2028\x1b\x9b"), (words, said)
        assert "\ufffd" in said, (words, said)
    raw = ada.say("tasks", "completed", "--json")
    assert "\u202e" not in raw and json.loads(raw)["items"][0]["title"] == f"Look {hostile}"


def test_nor_can_a_site(home):
    problem = {"detail": "\x1b]0;owned\x07\x9b31m", "code": "x\x1b[2J", "errors": []}
    for status, headers, body in (
        (409, {"Content-Type": "application/problem+json"}, json.dumps(problem).encode()),
        (200, {"Content-Type": "application/json"}, b'{"items":[{"id":"\\u001b[2J","name":"x","roomCapacity":1}]}'),
        (500, {"Content-Type": "text/\x1b[2Jhtml"}, b"\x1b[2J"),
    ):
        site = Impostor(status, headers, body)
        try:
            said = home.refused("dorms", QUAD_SITE=site.url)
        finally:
            site.close()
        assert not set(said) & set("\x1b\x07\x9b"), said
