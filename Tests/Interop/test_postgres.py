"""Every statement, table and index of every program is PostgreSQL's, too, but for mechanical rewrites (growth.md)."""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from postgres_server import Cluster, rewritten
from quad_site import PROGRAMS, Site
from swift_composed import composed
from swift_statements import ROOT, Collection, Source, Unknown, service_collection, squeezed

STORES = [program for program in PROGRAMS if program != "gateway"]
# A baseline for PostgreSQL writes these in its own language.
TRIGGERS = {"notifier": {"alert_added", "alert_moved", "alert_deleted", "alert_cap", "alert_cap_added"}}


class Store:
    """The tables, indexes and triggers that a program created in its file."""

    def __init__(self, path):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            rows = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
            self.made = {
                kind: {name: sql for type_, name, sql in rows if type_ == kind and not name.startswith("sqlite_")}
                for kind in ("table", "index", "trigger", "view")
            }
            # The sequence of an AUTOINCREMENT table is SQLite's own.
            self.copy = sqlite3.connect(":memory:")
            self.copy.executescript(";".join(sql for _, name, sql in rows if not name.startswith("sqlite_")))
            self.nullable = {
                table: {row[1] for row in db.execute(f"PRAGMA table_info({table})") if not row[3] and not row[5]}
                for table in self.made["table"]
            }

    def refusal(self, sql):
        """SQLite's objection to a statement."""
        try:
            self.copy.execute("EXPLAIN " + sql, [None] * sql.count("?"))
        except sqlite3.Error as error:
            return str(error)


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """The folder with what programs prepared: those of Tests/run's other suites, and of a site of this test's own."""
    return Path(os.environ.get("QUAD_TEST_STATEMENTS") or tmp_path_factory.mktemp("statements"))


@pytest.fixture(scope="module")
def stores(records):
    site = Site(settings={"QUAD_TEST_STATEMENTS": str(records)})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        ada = site.member("ada")["token"]
        for path, body in (("tasks", {"title": "Dust"}), ("messages", {"text": "Hello"})):
            assert site.request("POST", f"/v1/{path}", body, ada).status == 201
        for path in ("tasks", "board", "events", "inbox", "courses", "sessions"):
            assert site.request("GET", f"/v1/{path}", token=ada).status == 200
        return {program: Store(Path(site.data, program, f"{program}.sqlite")) for program in STORES}
    finally:
        site.close()


@pytest.fixture(scope="module")
def collection():
    return service_collection(composed)


@pytest.fixture(scope="module")
def statements(stores, collection):
    """Place and text by program. Statements of Shared count for every store that has their tables."""
    found = {program: [] for program in STORES}
    for place, text in sorted(set(collection.statements())):
        folder = place.split("/")[1]
        programs = [folder] if folder in STORES else STORES
        refusals = {program: stores[program].refusal(text) for program in programs}
        programs = [program for program in programs if refusals[program] is None]
        assert programs, f"{place}: {refusals}: {text}"
        for program in programs:
            found[program].append((place, text))
    return found


@pytest.fixture(scope="module")
def server(stores):
    with Cluster() as server:
        for program in STORES:
            server.psql(f'CREATE SCHEMA "{program}";')
        yield server


@pytest.fixture(scope="module")
def made(server, stores):
    """The server's objections to tables and indexes, which the statements need."""
    said = []
    for program, store in stores.items():
        left = list({**store.made["table"], **store.made["index"]}.items())
        # A table may refer to one that a later step made anew: once more, as long as that helps.
        while True:
            refused = server.refused(program, [rewritten(text) for _, text in left])
            if len(refused) in (0, len(left)):
                break
            left = [left[number] for number in refused]
        said += [f"{program}.{left[number][0]}: {problem}" for number, problem in refused.items()]
    return said


def test_every_table_and_index_is_made(stores, made):
    assert made == []
    for program, store in stores.items():
        assert set(store.made["trigger"]) == TRIGGERS.get(program, set()), "a trigger is SQLite's alone"
        assert store.made["view"] == {}
    tables, indexes = (sum(len(store.made[kind]) for store in stores.values()) for kind in ("table", "index"))
    print(f"{tables} tables, {indexes} indexes")
    assert tables > 80 and indexes > 40


def test_every_statement_is_prepared(server, statements, made):
    said = []
    for program, listed in statements.items():
        refused = server.unprepared(program, [text for _, text in listed])
        said += ["{}: {}\n  {}".format(listed[n][0], problem, listed[n][1]) for n, problem in refused.items()]
    assert said == [], "\n".join(said)
    print(f"{len({item for listed in statements.values() for item in listed})} statements")


def test_no_value_and_no_column_is_of_another_type(server, statements, made):
    """A comparison is no column (CASE WHEN … THEN 1 ELSE 0 END), a sum is CAST(sum(…) AS bigint)."""
    said = []
    for program, listed in statements.items():
        types = server.types(program, [text for _, text in listed])
        for (place, text), (values, columns) in zip(listed, types):
            said += [f"{place}: a value of {type_}\n  {text}" for type_ in values if type_ not in VALUES]
            said += [f"{place}: a column of {type_}\n  {text}" for type_ in columns if type_ not in VALUES]
    assert said == [], "\n".join(said)


VALUES = {"bigint", "integer", "text", "bytea", "double precision"}


def unsaid_nulls(store, sql):
    """Nullable columns that a statement sorts by without naming the place of NULL."""
    tables = [table for table in re.findall(r"\b(?:FROM|JOIN) (\w+)\b", sql) if table in store.nullable]
    for terms in re.findall(r"\bORDER BY (.*?)(?= LIMIT\b|\)|$)", sql):
        for term in terms.split(","):
            column = re.fullmatch(r"(?:\w+\.)?(\w+)(?: ASC| DESC)?", term.strip())
            if not column or not any(column[1] in store.nullable[table] for table in tables):
                continue
            name = rf"\b{column[1]}\b"
            if not re.search(rf"{name} (IS NOT NULL|[<>=])|\([^()]*{name}[^()]*\) [<>]", sql):
                yield column[1]


def test_what_is_sorted_says_where_nulls_go(stores, statements):
    said = [
        f"{place}: {column}\n  {text}"
        for program, listed in statements.items()
        for place, text in listed
        for column in unsaid_nulls(stores[program], text)
    ]
    assert said == [], "\n".join(said)


def unknown(record, collection, tests):
    """Recorded texts that are neither in the collection nor in a test's own source."""
    known = {text for _, text in collection.statements()}
    patterns = [
        re.compile("".join(re.escape(squeezed(part)) if isinstance(part, str) else ".*" for part in literal.parts))
        for source in tests
        for literal in source.literals
        if literal.is_statement
    ]
    # A list of values is prepared with as many marks as it has values; the collection has it with two.
    record = {re.sub(r"IN \(\?(, \?)*\)", "IN (?, ?)", squeezed(text)) for text in record}
    for text in sorted(record):
        # A trigger or an index is a mistake that a test plants and takes away again. Quoted names are the baseline's.
        own = (r"(EXPLAIN|PRAGMA|FETCH|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|DROP (TRIGGER|INDEX)|"
               r"(INSERT INTO|SELECT) \W\w+)\b")
        # PostgreSQL's own tables and functions are asked for by its engine alone.
        catalog = r"FROM (information_schema|pragma_table_info|sqlite_schema)\b|\bpg_[a-z]\w*\b|\bto_char\("
        if re.match(own, text) or text in known or re.search(catalog, text):
            continue
        if "pragma_table_list" not in text and not any(pattern.fullmatch(text) for pattern in patterns):
            yield text


def test_nothing_that_was_prepared_is_missing(stores, collection, records):
    record = {text for file in records.iterdir() for text in file.read_text().split("\0")[:-1]}
    assert len(record) > 100, "the programs recorded nothing"
    # The engine for PostgreSQL has some of its own, which run there alone.
    folders = (ROOT / "Tests", ROOT / "Shared/Store/PostgreSQL")
    tests = [Source(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*.swift")]
    missing = list(unknown(record, collection, tests))
    assert missing == [], "\n".join(missing)
    print(f"{len(record)} recorded")


class TestControls:
    """The findings of the tests above."""

    def test_a_statement_that_only_sqlite_takes(self, server, made):
        said = server.unprepared(
            "roomhub",
            [
                "SELECT 1 FROM member WHERE room = ?",
                "UPDATE room SET open_tasks = (closed_at IS NULL) WHERE id = ?",
                "INSERT INTO board_hour(room, hour, posted) VALUES (?, ?, 1) "
                "ON CONFLICT(room, hour) DO UPDATE SET posted = posted + 1",
                "INSERT INTO member(person, room, joined_at) VALUES (?, ?, ?) ON CONFLICT(joined_at) DO NOTHING",
            ],
        )
        assert "boolean" in said[1]
        assert "ambiguous" in said[2]
        assert "ON CONFLICT" in said[3]
        assert set(said) == {1, 2, 3}

    def test_a_column_or_value_of_another_type(self, server, made):
        texts = ["SELECT sum(open_tasks), count(*) > 1 FROM room", "SELECT id FROM room WHERE ?"]
        assert list(server.types("roomhub", texts)) == [([], ["numeric", "boolean"]), (["boolean"], ["bytea"])]

    def test_an_order_that_leaves_nulls_open(self, stores):
        assert list(unsaid_nulls(stores["roomhub"], "SELECT id FROM task ORDER BY completed_at, id LIMIT ?"))
        assert not list(unsaid_nulls(stores["roomhub"], "SELECT id FROM task WHERE completed_at > ? ORDER BY completed_at"))

    def test_a_statement_that_cannot_be_put_together(self):
        source = Source("Services/x/X.swift", 'try db.run("DELETE FROM \\(table.name) WHERE id = ?", id)')
        with pytest.raises(Unknown, match="X.swift:1: .*table.name"):
            list(Collection([source]).statements())

    def test_parts_of_a_statement(self):
        text = '''
        extension XRow {
          static let columns = "id, name"
        }
        let isOpen = all ? "" : "AND closed_at IS NULL"
        // "SELECT nothing"
        try all("""
          SELECT \\(XRow.columns) FROM x WHERE id = ? \\(room == nil ? "" : "AND room = ?")
          """)
        '''
        source = Source("Services/x/X.swift", "\n".join(line[8:] for line in text.splitlines()))
        assert [text for _, text in Collection([source]).statements()] == [
            "SELECT id, name FROM x WHERE id = ?",
            "SELECT id, name FROM x WHERE id = ? AND room = ?",
        ]

    def test_a_prepared_text_that_nobody_knows(self, collection):
        assert list(unknown({"SELECT 7 FROM room"}, collection, [])) == ["SELECT 7 FROM room"]

    def test_rewriting(self):
        assert rewritten("INSERT OR IGNORE INTO a(b) VALUES (?, x'0A', '?')") == (
            "INSERT INTO a(b) VALUES ($1, '\\x0A'::bytea, '?') ON CONFLICT DO NOTHING"
        )
        assert rewritten("CREATE TABLE a(b BLOB, c INTEGER, d REAL) STRICT, WITHOUT ROWID") == (
            "CREATE TABLE a(b bytea, c bigint, d double precision)"
        )
