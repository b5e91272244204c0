"""A terminal's screen as a person sees it while quad draws on it."""

import codecs
import os
import re
import select
import termios
import time

from quad_home import Terminal

PART = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])|\r|\n|[^\x1b\r\n]+|\x1b")


class Screen(Terminal):
    """A terminal of so many columns and rows, with what stands on it in `lines`."""

    def __init__(self, home, *words, columns=80, rows=24, **environment):
        super().__init__(home, *words, columns=columns, **environment)
        self.before = termios.tcgetattr(self.descriptor)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.pending = ""
        self.style = ""
        self.is_taken = False
        self.was_taken = False
        self.has_cursor = True
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[(" ", "")] * columns for _ in range(rows)]
        self.row = self.column = 0
        termios.tcsetwinsize(self.descriptor, (rows, columns))

    @property
    def lines(self):
        return ["".join(character for character, _ in row).rstrip() for row in self.cells]

    def style_of(self, text):
        """The style of the first cell of a text."""
        for row in self.cells:
            place = "".join(character for character, _ in row).find(text)
            if place >= 0:
                return row[place][1]
        raise AssertionError((text, self.lines))

    def look(self, timeout=0.05):
        """Draws what has come meanwhile."""
        while select.select([self.descriptor], [], [], timeout)[0]:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:
                return
            if not data:
                return
            self.said += data
            text = self.pending + self.decoder.decode(data)
            cut = re.search(r"\x1b(\[[?0-9;]*)?$", text)
            self.pending = cut.group() if cut else ""
            self.draw(text[:len(text) - len(self.pending)])

    def see(self, condition, what, timeout=10):
        """Waits until the condition holds for the screen, and returns its lines."""
        deadline = time.monotonic() + timeout
        while True:
            self.look()
            if condition(self.lines):
                return self.lines
            assert time.monotonic() < deadline, (what, self.lines)

    def press(self, keys, condition, what):
        self.type(keys)
        return self.see(condition, what)

    def draw(self, text):
        for part in PART.finditer(text):
            mark, numbers, letter = part.groups()
            said = part.group()
            if letter is None:
                self.put(said)
            elif mark:
                self.switch(numbers, letter)
            elif letter == "m":
                self.style = "" if numbers in ("", "0") else numbers
            elif letter == "H":
                self.row = self.column = 0
            elif letter in "JK":
                self.clear(letter, numbers)
            else:
                raise AssertionError(("unknown", said))

    def put(self, said):
        if said == "\r":
            self.column = 0
        elif said == "\n":
            self.row += 1
        else:
            assert said != "\x1b", "a sequence was cut"
            for character in said:
                assert self.column < self.columns or not self.is_taken, ("wraps", said, self.columns)
                if self.row < self.rows and self.column < self.columns:
                    self.cells[self.row][self.column] = (character, self.style)
                self.column += 1

    def clear(self, letter, numbers):
        blank = [(" ", "")] * self.columns
        if letter == "J" and numbers == "2":
            self.cells = [list(blank) for _ in range(self.rows)]
            return
        self.cells[self.row][self.column:] = blank[self.column:]
        if letter == "J":
            self.cells[self.row + 1:] = [list(blank) for _ in range(self.rows - self.row - 1)]

    def switch(self, numbers, letter):
        if numbers == "1049":
            self.is_taken = letter == "h"
            self.was_taken |= self.is_taken
        if numbers == "25":
            self.has_cursor = letter == "h"

    def is_as_before(self):
        return termios.tcgetattr(self.descriptor) == self.before and not self.is_taken and self.has_cursor

    def finish(self, timeout=10):
        """The exit status, or the signal as a negative number, and whether the terminal is as it was."""
        deadline = time.monotonic() + timeout
        while True:
            self.look()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                break
            assert time.monotonic() < deadline, self.lines
        self.look()
        is_as_before = self.is_as_before()
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(status), is_as_before
