#!/usr/bin/env python3
"""The tests whose failure is printed and not counted: Tests/quarantine, checked and printed by every run.

A line is `TEST | DATE | REASON`: a test as pytest names it from the top of the tree (Tests/Interop/test_x.py::test_y),
or a Swift one as `Swift: ` and what `swift test` calls it; the day it was put there (2026-11-23); why it is unsteady and who looks at it.
"""

import datetime
import sys
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "quarantine"
MAX_ENTRIES = 5


class Bad(Exception):
    """The list breaks its own rules."""


@dataclass(frozen=True)
class Entry:
    test: str
    date: str
    reason: str


def read(text):
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        test, date, reason = (*(part.strip() for part in line.split("|", 2)), "", "")[:3]
        if not test or not reason:
            raise Bad(f"line {number}: an entry is TEST | DATE | REASON")
        try:
            datetime.date.fromisoformat(date)
        except ValueError:
            raise Bad(f"line {number}: {date!r} is no date like 2026-11-23") from None
        entries.append(Entry(test, date, reason))
    if len(entries) > MAX_ENTRIES:
        raise Bad(f"{len(entries)} entries, and at most {MAX_ENTRIES} are allowed: mend one before another is added")
    return entries


def entries():
    return read(FILE.read_text(encoding="utf-8"))


def main(arguments):
    try:
        listed = entries()
    except Bad as bad:
        print(f"Tests/quarantine, {bad}")
        return 1
    if arguments:
        return 0 if arguments[-1] in [entry.test for entry in listed] else 1
    print(f"quarantine: {len(listed)} of at most {MAX_ENTRIES} tests")
    for entry in listed:
        print(f"  {entry.test} since {entry.date}: {entry.reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
