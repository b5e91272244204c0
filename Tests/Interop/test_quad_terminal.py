"""quad and the terminal: completion in the shells, passwords, widths, and text with control sequences."""

import json
import os
import re
import shutil
import signal
import subprocess

import pytest
from quad_home import CODES, Home, Impostor, Operator, Terminal, another
from quad_site import PASSWORD


# Help, completion and the manual


@pytest.fixture(params=[Home, Operator], ids=["quad", "quadctl"])
def tool(request, site, tmp_path):
    """Either command line."""
    return request.param(site, tmp_path / "tool")


def commands(home):
    """Every command, with its verbs, as --help lists them."""
    found = {}
    for line in home.say("--help").splitlines():
        if re.match("  [a-z]", line):
            found[line.split()[0]] = []
    for name, verbs in found.items():
        usage = home.say(name, "--help").split("\n\n")[1]
        for line in usage.splitlines():
            words = line.split()
            if line.startswith(f"  {home.tool} {name} ") and words[2].islower():
                verbs.append(words[2])
    return found


def test_every_command_and_verb_says_what_it_takes(tool):
    found = commands(tool)
    assert {"help", "completion", "man", "admin"} <= set(found)
    for name, verbs in found.items():
        for verb in verbs:
            said = tool.say(name, verb, "--help")
            assert f"{tool.tool} {name} {verb}" in said and said == tool.say("help", name, verb)


def test_help_names_verbs_and_options(home):
    found = commands(home)
    assert {"tasks", "signin", "events"} <= set(found) and "bus" not in found
    assert found["tasks"] == [
        "list", "completed", "add", "done", "reopen", "show", "edit", "rm", "restore", "watch",
    ]
    said = home.say("tasks", "add", "--help")
    assert said.startswith("Add a task\n\nUsage: quad tasks add TITLE…")
    assert "--important" in said and "--due WHEN" in said and "--json" in said


def test_no_line_of_the_overview_is_wider_than_a_terminal(tool):
    assert all(len(line) <= 80 for line in tool.say("--help").splitlines())


def test_the_manual_pages_are_sound(tool, tmp_path):
    tool.run("man", "--folder", str(tmp_path))
    pages = sorted(tmp_path.glob("*.1"))
    assert [page.name for page in pages] == sorted(
        [f"{tool.tool}.1", *(f"{tool.tool}-{name}.1" for name in commands(tool))])
    for page in pages:
        assert page.stat().st_mode & 0o777 == 0o644
        # Lines of unlike length and the date that is left out are matters of taste.
        checked = subprocess.run(
            ["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, timeout=60)
        said = [line for line in checked.stdout.splitlines() if "missing date" not in line]
        assert said == [], page.name
    shown = subprocess.run(
        ["mandoc", "-T", "utf8", tmp_path / f"{tool.tool}.1"], capture_output=True, text=True, timeout=60)
    plain = re.sub(".\b", "", shown.stdout)
    assert shown.returncode == 0 and all(str(code) in plain for code in CODES.values())
    assert tool.say("man") == (tmp_path / f"{tool.tool}.1").read_text()
    assert tool.say("man", "help") == (tmp_path / f"{tool.tool}-help.1").read_text()


def complete_in_bash(home, *words):
    script = home.say("completion", "bash") + (
        f"\nCOMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}\n"
        f'_{home.tool}; printf "%s\\n" "${{COMPREPLY[@]}}"'
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
def test_completion_knows_every_command_and_verb(tool, shell):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    complete = complete_in_bash if shell == "bash" else complete_in_fish
    found = commands(tool)
    assert set(found) <= set(complete(tool, tool.tool, ""))
    for name in ("admin", "help"):
        assert set(found[name]) <= set(complete(tool, tool.tool, name, ""))
    assert set(found) - {"help"} <= set(complete(tool, tool.tool, "help", ""))
    assert "zsh" in complete(tool, tool.tool, "completion", "z")


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_completion_knows_options(home, shell):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    complete = complete_in_bash if shell == "bash" else complete_in_fish
    assert {"--important", "--due", "--json"} <= set(complete(home, "quad", "tasks", "add", "--"))
    assert "--important" not in complete(home, "quad", "tasks", "done", "--")


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
    assert b"do not match" in terminal.said and PASSWORD.encode() not in terminal.said


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
    # A title with marks of direction is refused; those in bodies, and separators of lines, are shown harmlessly.
    assert "text_bad" in ada.refused("tasks", "add", "Look \u202egnp", status="failed")
    hostile, marks = "\u2028gnp", "\u2066gnp\u2069"
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"], last="Bob")
    ben.run("tasks", "add", f"Look {hostile}", "--notes", "a\u2028b")
    ben.run("board", "post", f"See {marks}", "--yes")
    for words in (("tasks",), ("board",), ("tasks", "done", "1"), ("tasks", "completed")):
        terminal = Terminal(ada, *words, NO_COLOR="1")
        assert terminal.end() == 0
        said = terminal.said.decode()
        assert not set(said) & set("\u202e\u2066\u2069\u2028\x1b\x9b"), (words, said)
        assert "\ufffd" in said, (words, said)
    raw = ada.say("tasks", "completed", "--json")
    assert "\u2028" not in raw and json.loads(raw)["items"][0]["title"] == f"Look {hostile}"


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
