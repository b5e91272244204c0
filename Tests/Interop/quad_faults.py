"""Faults of a store: each changes the files of a program that is stopped. E4 expects that no program takes what is left
for its data. The tests apply them to programs of this machine, compose/check to the volumes of containers.

`path` is the store, `early` an older copy of it.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

PAGE = 4096


def flip(path, place):
    """Changes a byte of a file, whatever it is; a negative place counts from the end."""
    with open(path, "r+b") as file:
        file.seek(place, os.SEEK_SET if place >= 0 else os.SEEK_END)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def missing(path, early):
    os.unlink(path)


def emptied(path, early):
    os.truncate(path, 0)


def anothers(path, early):
    """The same program's store of another site."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE stream SET epoch = randomblob(16)")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def older(path, early):
    """A whole store of a time before."""
    shutil.copy(early, path)


def cut(path, early):
    os.truncate(path, os.path.getsize(path) // PAGE // 2 * PAGE)


def flipped(path, early):
    """One byte of text, which no check of the structure sees."""
    content = bytearray(Path(path).read_bytes())
    place = content.rindex(b"CREATE")
    content[place + 1] ^= 0x20
    Path(path).write_bytes(content)


def flipped_row(path, early):
    flip(path, -PAGE // 2)


def log_missing(path, early):
    os.unlink(path + "-wal")


def log_emptied(path, early):
    Path(path + "-wal").write_bytes(bytes(os.path.getsize(path + "-wal")))


def log_cut(path, early):
    """All but the first frame of the log is gone."""
    os.truncate(path + "-wal", 32 + 24 + PAGE)


def log_flipped(path, early):
    flip(path + "-wal", 32 + 24 + PAGE + 24 + 100)


# After a clean stop, and after a kill, which leaves the newest changes in the log alone.
STOPPED = [missing, emptied, anothers, older, cut, flipped, flipped_row]
KILLED = [missing, emptied, log_missing, log_emptied, log_cut, log_flipped]
