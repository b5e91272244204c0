"""Runs the commands in README.md as they are printed there, against a seeded site."""

import itertools
import os
import queue
import re
import signal
import subprocess
import threading
import time

import pytest
from quad_site import BIN, Site

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PORT = "8080"
LIMIT = 15.0  # seconds for one command


class Mismatch(Exception):
    pass


def steps(text):
    """The commands of the console blocks, each with the lines it is expected to print."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                assert found, f"output before the first command: {line}"
                found[-1][1].append(line)
    return found


def matches(expected, line):
    """`…` alone between quotes is any string, elsewhere anything."""
    pattern = re.escape(expected).replace('"…"', '"[^"]+"').replace("…", ".*")
    return re.fullmatch(pattern, line) is not None


class Shell:
    """One bash that lives as long as the conversation."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, bufsize=1, start_new_session=True)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def run(self, command, expected):
        """Runs a command until it has ended; it has to print exactly the expected lines, in order."""
        end = "--- end of command ---"
        self.process.stdin.write(f"{command}\necho '{end}'\n")
        self.process.stdin.flush()
        deadline = time.monotonic() + LIMIT
        rest, has_ended = list(expected), False

        def following():
            try:
                return self.lines.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                raise Mismatch(f"$ {command}\nstill expected after {LIMIT} s: {rest}") from None

        while rest or not has_ended:
            said = [following()]
            if said[0] == end:
                has_ended = True
                continue
            if said[0].startswith("id: "):
                said.append(following())
                if said[1] == "" and rest[1:2] != [""]:
                    # The live stream's pulse, every 15 s: an id without an event.
                    continue
                if said[1].startswith("event: notifier."):
                    # A notification of what was done before, in no order with other events and commands.
                    while following():
                        pass
                    continue
            for line in said:
                if not rest or not matches(rest.pop(0), line):
                    wanted = "\n".join(expected) or "no more"
                    raise Mismatch(f"$ {command}\nexpected: {wanted}\nsaid:     " + "\n".join(said))

    def close(self):
        """Ends it with what it left in the background."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(LIMIT)
        self.process.stdin.close()


takes = itertools.count(1)


def play(text, site):
    """Runs the conversation; raises Mismatch at the first line that is not as it is written.

    A site remembers, so each take has a key and a task of its own.
    """
    take = next(takes)
    text = text.replace(":" + PORT, f":{site.port}").replace("milk-1", f"milk-{take}")
    text = text.replace("oat milk", f"oat milk {take}")
    shell = Shell()
    try:
        for command, expected in steps(text):
            shell.run(command, expected)
    finally:
        shell.close()


def readme():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return file.read()


@pytest.fixture(scope="module")
def campus():
    site = Site(seeding=True)
    try:
        seeds = os.path.join(ROOT, "seeds")
        subprocess.run(
            [f"{BIN}/quadctl", "seed", "--seeds", seeds], env=site.environment, check=True, capture_output=True,
            timeout=100)
        os.rename(os.path.join(site.data, "seeding"), os.path.join(site.data, "seeded"))
        yield site
    finally:
        site.close()


def test_the_conversation_of_the_readme_goes_as_it_says(campus):
    conversation = steps(readme())
    assert len(conversation) >= 10 and sum(len(expected) for _, expected in conversation) >= 10
    play(readme(), campus)


@pytest.mark.parametrize(
    "written, broken, found",
    [
        ('"members":4', '"members":5', '"members":5'),
        ('"next":"…"}', '"more":"…"}', '"more":"…"}'),
        ("$ ada() {", "$ ida() {", "ada: command not found"),
        ("\nthe same task\n", "\nanother task\n", "another task"),
        ("\nthe same task\n", "\n", "expected: no more\nsaid:     the same task"),
        ('{"code":"title_blank"', '{"code":"title_empty"', '"title_empty"'),
        ("event: roomhub.task.completed", "event: roomhub.task.reopened", "roomhub.task.reopened"),
    ],
)
def test_a_line_that_is_not_true_is_found(campus, written, broken, found):
    assert written in readme()
    with pytest.raises(Mismatch, match=re.escape(found)):
        play(readme().replace(written, broken), campus)


def test_what_never_comes_is_missed(campus, monkeypatch):
    monkeypatch.setattr("test_readme.LIMIT", 1.0)
    with pytest.raises(Mismatch, match="still expected.*and more"):
        play(readme().replace("\nthe same task\n", "\nthe same task\nand more\n"), campus)


def test_a_notification_may_come_with_any_command_and_nothing_else_may():
    shell = Shell()
    try:
        shell.run(r"printf 'id: 1\nevent: notifier.inbox.changed\ndata: {}\n\n'", [])
        with pytest.raises(Mismatch, match="expected: no more\nsaid:     id: 2\nevent: roomhub.task.added"):
            shell.run(r"printf 'id: 2\nevent: roomhub.task.added\ndata: {}\n\n'", [])
    finally:
        shell.close()


def test_dots_match_what_they_stand_for():
    assert matches('{"id":"…"}', '{"id":"018f"}')
    assert not matches('{"id":"…"}', '{"id":"018f","other":"1"}')
    assert matches('{"id":"…",…}', '{"id":"018f","other":"1"}')
    assert not matches("{…}", "[]")
    assert matches("", "") and not matches("", "x")


def test_the_first_screen_names_the_two_commands():
    first = readme().splitlines()[:24]
    assert any("compose/local" in line for line in first) and any("Tests/run" in line for line in first)
    assert len(readme().splitlines()) <= 150


@pytest.mark.parametrize(
    "page, source",
    [
        ("Shared/Schema/README.md", "Shared/Schema/Messages/RoomhubTasks.swift"),
        ("Shared/ServiceKit/README.md", "Services/roomhub/Rooms/RoomAdminHandlers.swift"),
    ],
)
def test_an_example_taken_from_the_code_is_still_in_it(page, source):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        examples = re.findall(r"^```swift\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    assert examples
    with open(os.path.join(ROOT, source), encoding="utf-8") as file:
        code = iter([line.strip() for line in file])
    for line in examples[0].splitlines():
        assert line.strip() in code, f"{page}: {line}"
