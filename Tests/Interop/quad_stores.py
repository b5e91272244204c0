"""The data of the programs of a test's site: each in a file, or with QUAD_TEST_ENGINE=postgres each in a schema
of one server, which starts with the first site and has a database for every site.

Tests look into either with the same SQL, SQLite's: `reading` has tables of the server in a database in memory, all of them
as they were at one moment, `database` asks the server itself, for SQL that both know.
"""

import atexit
import contextlib
import itertools
import os
import re
import sqlite3
import unittest

ENGINE = os.environ.get("QUAD_TEST_ENGINE", "sqlite")
IS_ON_SERVER = ENGINE == "postgres"
AFFINITIES = {"bytea": "BLOB", "bigint": "INTEGER", "integer": "INTEGER", "double precision": "REAL"}
# Several sites run at once, and each program has some connections.
SETTINGS = ("max_connections=600", "max_locks_per_transaction=256")

numbers = itertools.count(1)
servers = []


def server():
    """The server of all sites of this process."""
    if not servers:
        from postgres_server import Cluster

        servers.append(Cluster(*SETTINGS))
        atexit.register(servers[0].__exit__)
        servers[0].__enter__()
    return servers[0]


def settings(given):
    """The settings of a new site, with those given."""
    if not IS_ON_SERVER or "QUAD_STORE" in given:
        return given
    name = f"site{next(numbers)}"
    server().psql(f"CREATE DATABASE {name};")
    # Programs sign in as the owner: roles belong to the whole server, and serve one site of it.
    return {"QUAD_STORE": f"postgres://quad@/{name}?host={server().folder}", **given}


def address(site):
    """The address of a site's database; None if its data is in files, or in a database that a test made."""
    found = site.settings.get("QUAD_STORE", "")
    return found if servers and servers[0].folder in found else None


def name(site):
    return re.match(r"postgres://quad@/(\w+)", address(site))[1]


def drop(site):
    """Deletes the data of a site that has ended."""
    if address(site):
        server().psql(f"DROP DATABASE IF EXISTS {name(site)} WITH (FORCE);")


def file_of(site, program):
    """A program's file. A test that asks for it is about files and left out on a server."""
    if address(site):
        raise unittest.SkipTest("looks into a file of SQLite")
    return os.path.join(site.data, program, f"{program}.sqlite")


@contextlib.contextmanager
def reading(site, program):
    """A program's data, to be read alone: `execute` takes SQLite's SQL, as do the rows."""
    if address(site):
        with copied(site, program) as copy:
            yield copy
        return
    file = f"file:{file_of(site, program)}?mode=ro"
    with contextlib.closing(sqlite3.connect(file, uri=True, timeout=10, isolation_level=None)) as database:
        yield database


@contextlib.contextmanager
def database(site, program="roomhub"):
    """A program's data, to be read and changed beside it, or while it is stopped. Changes are kept at the end."""
    if address(site):
        with session(site, program) as connection:
            yield Statements(connection)
            connection.commit()
        return
    if program not in site.processes:
        site.forget_mark(program)
    with contextlib.closing(sqlite3.connect(file_of(site, program), timeout=10)) as connection:
        yield connection
        connection.commit()


class Statements:
    """A session that takes SQLite's `?`."""

    def __init__(self, connection):
        self.connection = connection

    def execute(self, text, values=()):
        return self.connection.execute(self.rewritten(text), values)

    def executemany(self, text, values):
        self.connection.cursor().executemany(self.rewritten(text), values)

    @staticmethod
    def rewritten(text):
        return text.replace("%", "%%").replace("?", "%s")


@contextlib.contextmanager
def copied(site, program):
    """A copy in memory of a program's schema, which may be changed."""
    with session(site, program) as source, contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield Copy(source, program, copy)


@contextlib.contextmanager
def session(site, program):
    """A session on the server that sees a program's tables; what it changes is not kept."""
    import psycopg

    connection = psycopg.connect(address(site), options=f"-c search_path={program}")
    with contextlib.closing(connection):
        yield connection


class Copy:
    """A database in memory that gets each table from the server when a statement first names it."""

    def __init__(self, source, schema, memory):
        self.source, self.schema, self.memory = source, schema, memory
        self.there = set()

    def execute(self, text, values=()):
        for table in re.findall(r"\b(?:FROM|JOIN|UPDATE|INTO)\s+([a-z_]\w*)", text):
            self.take(table)
        return self.memory.execute(text, values)

    def take(self, table):
        if table in self.there:
            return
        self.there.add(table)
        columns = self.source.execute(
            "SELECT column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = %s AND table_name = %s ORDER BY ordinal_position", (self.schema, table)).fetchall()
        # Functions such as json_each stand where tables do.
        if not columns:
            return
        listed = ", ".join(f'"{column}" {AFFINITIES.get(type_, "TEXT")}' for column, type_ in columns)
        self.memory.execute(f"CREATE TABLE {table} ({listed})")
        rows = self.source.cursor(binary=True).execute(
            "SELECT " + ", ".join(f'"{column}"' for column, _ in columns) + f" FROM {table}").fetchall()
        self.memory.execute("BEGIN")
        self.memory.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
        self.memory.execute("COMMIT")
