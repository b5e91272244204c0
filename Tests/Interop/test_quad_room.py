"""quad in a room: its code and requests, its tasks as they change, its board and the board's integrity."""

import contextlib
import json
import re
import signal
import socket
import subprocess
import threading

import pytest
import zxingcpp
from conftest import FORBES
from quad_home import Home, Operator, Terminal, another
from quad_site import BIN, Site, wait_until
from quad_stores import database

# Requests and the code


def test_somebody_who_asks_is_let_in_or_not(site, ada, tmp_path):
    people = [another(site, tmp_path / name, name) for name in ("ben", "cem", "dee")]
    for person in people:
        person.run("room", "join", person.site.dorm, "101A")
    ben, cem, dee = people
    assert "You asked to join Forbes Hall 101A" in ben.say("home")
    assert dee.say("room", "withdraw") == "request withdrawn\n"
    assert "2 to approve" in ada.say("home")
    assert [line.split()[1] for line in ada.say("room", "requests").splitlines()[1:]] == ["Ben", "Cem"]
    assert ada.say("room", "approve", "1") == "approved\n"
    assert ada.say("room", "decline", "2") == "declined\n"
    assert ada.say("room", "requests") == "No requests to join.\n"
    assert ben.json("room")["members"] == 2
    assert "quad room join" in cem.say("home")
    assert "1 within the last 7 days" in ada.say("home")


def test_a_code_alone_lets_in_until_there_is_a_new_one(site, ada, tmp_path):
    old = ada.json("room", "code")
    assert ada.say("room", "code").splitlines() == [f"Join code  {old['code']}", f"Link       {old['link']}"]
    ben = another(site, tmp_path / "ben", "ben")
    assert ben.say("room", "join", "--code", old["code"]) == "you are in that room\n"
    new = ada.run("room", "code", "--new")
    assert old["code"] not in new.stdout and "no longer works" in new.stderr
    cem = another(site, tmp_path / "cem", "cem")
    assert "join_code_wrong" in cem.refused("room", "join", "--code", old["code"], status="not allowed")
    assert "missing DORM NUMBER" in cem.refused("room", "join", status="usage")


def modules(said, in_colour):
    """The drawing as grey pixels: what a camera sees on a dark terminal."""
    rows = []
    for line in said.replace("\r", "").split("\n"):
        if in_colour:
            found = re.fullmatch(r"\x1b\[38;5;16;48;5;231m([ █▀▄]+)\x1b\[0m", line)
        else:
            found = re.fullmatch(r"([ █▀▄]{20,})", line)
        if found:
            rows.append([character in "█▀" for character in found[1]])
            rows.append([character in "█▄" for character in found[1]])
    # Two modules a line: the last line may have half of one too many.
    del rows[len(rows[0]):]
    edges = rows[:4] + rows[-4:] + [row[:4] + row[-4:] for row in rows]
    assert not any(block == in_colour for row in edges for block in row), "the quiet zone is light"
    width, scale = len(rows[0]), 4
    pixels = bytearray()
    for row in rows:
        # A block is drawn in black on white, or in the terminal's light foreground.
        line = b"".join((b"\x00" if block == in_colour else b"\xff") * scale for block in row)
        pixels += line * scale
    return memoryview(bytes(pixels)).cast("B", (len(rows) * scale, width * scale))


@pytest.mark.parametrize("in_colour", [True, False])
def test_a_terminal_shows_a_qr_code_that_another_reader_reads(ada, in_colour):
    link = ada.json("room", "code")["link"]
    terminal = Terminal(ada, "room", "code", columns=100, **({} if in_colour else {"NO_COLOR": "1"}))
    assert terminal.end() == 0
    found = zxingcpp.read_barcodes(modules(terminal.said.decode(), in_colour))
    assert [code.text for code in found] == [link]
    narrow = Terminal(ada, "room", "code", columns=20)
    assert narrow.end() == 0 and "█".encode() not in narrow.said and link.encode() in narrow.said


def test_a_room_is_left_after_a_question(ada):
    assert "--yes" in ada.refused("room", "leave", status="usage")
    terminal = Terminal(ada, "room", "leave")
    terminal.read_until(b"Leave? [y/N] ")
    terminal.type("n\n")
    assert terminal.end() == 1 and b"last one" in terminal.said
    assert ada.say("room", "leave", "--yes") == "you left your room\n"
    assert "(no_room)" in ada.refused("room")


# Tasks


def test_a_task_is_shown_edited_and_guarded_by_its_version(ada):
    ada.run("tasks", "add", "Buy milk", "--notes", "two litres")
    ada.run("tasks")
    said = ada.say("tasks", "show", "1")
    assert "Buy milk" in said and "two litres" in said and "by you" in said
    before = ada.json("tasks", "show", "1")["version"]
    edited = ada.json(
        "tasks", "edit", "1", "--title", "Buy oat milk", "--due", "2031-05-01 18:00", "--important", "yes",
        "--notes", "none",
    )
    assert (edited["title"], edited["isImportant"], edited["due"]) == ("Buy oat milk", True, "2031-05-01T18:00:00.000Z")
    assert "notes" not in edited and edited["version"] > before
    ended = ada.run("tasks", "edit", "1", "--title", "Mine", "--version", str(before), status="failed")
    assert "changed_elsewhere" in ended.stderr and "it is now:" in ended.stderr
    assert "Buy oat milk" in ended.stdout
    assert "due" not in ada.json("tasks", "edit", "1", "--due", "none", "--important", "no")
    assert "nothing to change" in ada.refused("tasks", "edit", "1", status="usage")
    assert "yes or no" in ada.refused("tasks", "edit", "1", "--important", "maybe", status="usage")


def test_deleted_tasks_come_back(ada):
    for title in ("one", "two", "three"):
        ada.run("tasks", "add", title)
    ada.run("tasks")
    assert "not deleted anything yet" in ada.refused("tasks", "restore", "last", status="usage")
    ada.run("tasks", "rm", "1", "3")
    assert [item["title"] for item in ada.json("tasks")["items"]] == ["two"]
    assert ada.say("tasks", "restore", "last") == "restored: one\nrestored: three\n"
    ada.run("tasks", "rm", "2")
    assert ada.say("tasks", "restore", "2") == "restored: two\n"
    assert len(ada.json("tasks")["items"]) == 3


def test_completed_tasks_are_found_by_who_and_when(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"])
    for person, title in ((ada, "Sweep"), (ben, "Mop")):
        person.run("tasks", "add", title)
        person.run("tasks")
        person.run("tasks", "done", "1")
    def titles(*words):
        return {item["title"] for item in ada.json("tasks", "completed", *words)["items"]}
    assert titles() == {"Sweep", "Mop"}
    assert titles("--by", "me") == {"Sweep"}
    assert titles("--by", "ben") == titles("--by", "Ben Example") == {"Mop"}
    assert titles("--from", "today", "--until", "today") == {"Sweep", "Mop"}
    assert titles("--until", "yesterday") == titles("--until", "-1d") == set()
    assert titles("--from", "-7d") == {"Sweep", "Mop"}
    assert ada.say("tasks", "completed", "--until", "-7d") == "No completed tasks match.\n"
    assert 'no roommate is called "eve"' in ada.refused("tasks", "completed", "--by", "eve", status="usage")
    assert "enter a time like" in ada.refused("tasks", "completed", "--from", "soon", status="usage")


class Watch:
    """`quad tasks watch` whose output is a file."""

    def __init__(self, home, path, *words, **environment):
        self.path = path
        with open(path, "wb") as output:
            self.process = subprocess.Popen(
                [f"{BIN}/quad", "tasks", "watch", *words], env={**home.environment, **environment}, stdout=output,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            )

    def said(self):
        with open(self.path) as file:
            return file.read()

    def wait(self, text):
        wait_until(lambda: text in self.said(), f"{text} in {self.said()}", timeout=40)

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)


@pytest.mark.own_site
def test_a_watch_tells_changes_and_goes_on_after_a_break(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"])
    watch = Watch(ada, tmp_path / "watched")
    try:
        added = 0

        def is_heard():
            nonlocal added
            added += 1
            ben.run("tasks", "add", f"try {added}")
            return "try" in watch.said()

        wait_until(is_heard, "the watch stands")
        ben.run("tasks", "add", "Buy milk")
        watch.wait("added by Ben Example: Buy milk\n")
        ben.run("tasks", "done", ben.json("tasks")["items"][-1]["id"])
        watch.wait("done by Ben Example: Buy milk\n")
        site.stop("gateway")
        watch.wait("lost the connection to the site; trying again\n")
        site.start("gateway")
        site.wait_ready()
        ben.run("tasks", "add", "After the break")
        wait_until(
            lambda: "After the break" in watch.said() or "changes were missed" in watch.said(), "it goes on", timeout=40
        )
    finally:
        assert watch.end() == -signal.SIGINT


class Line:
    """A TCP line to the site that can be cut, and mended."""

    def __init__(self, port):
        self.port = port
        self.is_cut = False
        self.open = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.port))
            self.open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(source, target), daemon=True).start()

    def carry(self, source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        self.is_cut = True
        for end in self.open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.cut()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def test_a_watch_misses_nothing_that_happened_while_its_line_was_cut(site, ada, tmp_path):
    line = Line(site.port)
    token = json.load(open(ada.file("session.json")))["token"]
    watch = Watch(ada, tmp_path / "watched", QUAD_SITE=line.url, QUAD_TOKEN=token)
    number = 0

    def is_heard():
        nonlocal number
        number += 1
        ada.run("tasks", "add", f"try {number}")
        return "try" in watch.said()

    try:
        wait_until(is_heard, "the watch stands")
        line.cut()
        watch.wait("lost the connection to the site; trying again\n")
        ada.run("tasks", "add", "While it was cut")
        line.is_cut = False
        watch.wait("added by you: While it was cut\n")
        assert "missed" not in watch.said()
        assert watch.said().count("While it was cut") == 1
    finally:
        assert watch.end() == -signal.SIGINT
        line.close()


def test_a_watch_on_a_terminal_draws_the_list_anew(ada):
    terminal = Terminal(ada, "tasks", "watch")
    terminal.read_until(b"Nothing to do.")
    ada.run("tasks", "add", "Buy milk")
    terminal.read_until(b"Buy milk")
    terminal.type("\x03")
    assert terminal.end() == -signal.SIGINT


def test_a_watch_in_json_is_a_line_an_event_and_ends_without_a_session(ada, tmp_path):
    terminal_free = Watch(ada, tmp_path / "watched", "--json")
    number = 0

    def is_heard():
        nonlocal number
        number += 1
        ada.run("tasks", "add", f"try {number}")
        return '"type":"roomhub.task.added"' in terminal_free.said()

    try:
        wait_until(is_heard, "the watch stands")
    finally:
        assert terminal_free.end() == -signal.SIGINT
    ada.run("signout")
    ada.refused("tasks", "watch", status="not allowed")


# The board


def test_unread_messages_have_a_dot_until_they_are_read(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"])
    assert ben.say("board", "post", "-", "--yes", stdin="from a\npipe\n") == "posted\n"
    ben.run("board", "post", "second", "--yes")
    assert ada.say("board").count("●") == 2
    assert "2 unread" in ada.say("home")
    assert ada.say("board", "read").count("●") == 2
    assert ada.say("board").count("●") == 0
    assert "nothing unread" in ada.say("home")
    texts = {ada.json("board", "show", row)["text"] for row in ("1", "2")}
    assert texts == {"from a\npipe", "second"}
    assert "(too_long, text)" in ada.refused("board", "post", "-", "--yes", stdin="x" * 1001)


def test_a_report_is_made_and_taken_back(site, ada, tmp_path):
    code = ada.json("room")["joinCode"]
    ben, cem = (another(site, tmp_path / name, name, code) for name in ("ben", "cem"))
    ben.run("board", "post", "a rude word", "--yes")
    for person in (ada, cem):
        person.run("board")
    assert ada.say("board", "report", "1") == "reported\n"
    assert "reported by you" in ada.say("board")
    assert ada.say("board", "withdraw", "1") == "report withdrawn\n"
    ada.run("board", "report", "1")
    assert cem.say("board", "report", "1") == "reported; the message is now hidden\n"


@pytest.fixture
def clocked(tmp_path):
    """A site whose time is moved, and ada in a room of it."""
    site = Site(clock="2026-11-02T09:10:00.000Z")
    try:
        site.operator("roomhub.dorm.define", FORBES)
        home = Home(site, tmp_path / "home").sign_up("ada")
        home.run("room", "join", "forbes", "101A")
        yield site, home
    finally:
        site.close()


def advance(site, home, duration, hours):
    Operator(site, home.folder).run("clock", "advance", duration)

    def closed():
        token = site.sign_in("ada")
        return len(site.request("GET", "/v1/board/hours", token=token).json["items"]) == hours

    wait_until(closed, f"{hours} closed hours", timeout=30)


def test_a_changed_history_is_said_loudly(clocked):
    site, ada = clocked
    assert "Nothing to check yet" in ada.say("board", "verify")
    ada.run("board", "post", "first", "--yes")
    advance(site, ada, "2h", 1)
    first = ada.say("board", "verify")
    assert "1 messages in 1 closed hours are intact" in first and "first check" in first
    ada.run("board", "post", "second", "--yes")
    advance(site, ada, "2h", 2)
    head = ada.json("board", "verify")
    assert head["hours"] == 2 and head["since"] == "2026-11-02T09:00:00.000Z"
    ada.run("signout")
    ada.run("signin", ada.address("ada"), "--password-stdin", stdin=Site.password)
    assert "nothing was changed" in ada.say("board", "verify")
    site.stop("roomhub")
    with database(site) as store:
        store.execute("UPDATE message SET text = 'never said' WHERE text = 'first'")
    site.start("roomhub")
    site.wait_ready()
    for _ in range(2):
        said = ada.refused("board", "verify")
        assert "THE HISTORY OF THIS BOARD WAS CHANGED" in said and "do not give the hash" in said
