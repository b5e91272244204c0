"""The SQL statements that stand in the Swift sources, also those that are put together from parts.

SQL that cannot be put together raises `Unknown`: no statement is skipped silently. Parts that only values decide (a column
by a case, a table by a row) stand in `swift_composed`; a row that is missing there shows in what programs prepared.
"""

import itertools
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The store's functions that take SQL first, and those of services that hand it on to them.
CALLS = {"run", "one", "all", "with", "first", "count", "unread"}
KEYWORD = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|VALUES)\s")
SQL_INSIDE = re.compile(r"\b(SELECT|WHERE|FROM|JOIN|SET|VALUES|ORDER BY)\b")
# Statements for one engine alone, by the store itself.
OF_THE_ENGINE = re.compile(r"(PRAGMA|VACUUM|BEGIN|COMMIT|ROLLBACK|EXPLAIN|SELECT (pg_advisory_lock|set_config))\b")
# A regular expression, a comment or a literal begins.
TOKEN = re.compile(r"#/|//|/\*|#*\"")
TABLES_OF_THE_ENGINE = re.compile(r"\b(pragma_\w+|sqlite_schema|pg_tables|information_schema)\b")


class Unknown(Exception):
    pass


class Literal:
    """A string literal: texts, and a tuple with the expression of each interpolation."""

    def __init__(self, source, start, end, parts):
        self.source = source
        self.start = start
        self.end = end
        self.parts = parts

    @property
    def place(self):
        return f"{self.source.path}:{self.source.text.count(chr(10), 0, self.start) + 1}"

    @property
    def call(self):
        """The name of the function whose first argument it is."""
        found = re.search(r"(\w+)\(\s*$", self.source.text[max(0, self.start - 80) : self.start])
        return found and found[1]

    @property
    def is_statement(self):
        text = "".join(part for part in self.parts if isinstance(part, str))
        if OF_THE_ENGINE.match(text.lstrip()) or TABLES_OF_THE_ENGINE.search(text):
            return False
        first = self.parts[0] if self.parts else ""
        begins = isinstance(first, str) and KEYWORD.match(first.lstrip())
        return bool(begins or self.call in CALLS and SQL_INSIDE.search(text))


class Source:
    """A Swift file with its string literals; those inside an interpolation belong to their expression."""

    def __init__(self, path, text=None):
        self.path = str(path)
        self.text = (ROOT / path).read_text() if text is None else text
        self.literals = list(literals(self))

    def type_at(self, offset):
        """The type, at the file's top level, that a place is in."""
        found = re.findall(
            r"^(?:[a-z]+ )*(?:struct|enum|extension|class|actor|protocol) ([\w.]+)", self.text[:offset], re.M
        )
        return found[-1].split(".")[-1] if found else None

    def literal_at(self, offset):
        return next((literal for literal in self.literals if literal.start == offset), None)


def literals(source):
    text, at = source.text, 0
    while found := TOKEN.search(text, at):
        if found[0] == "//":
            at = (text.find("\n", found.end()) + 1) or len(text)
        elif found[0] == "/*":
            at = text.index("*/", found.end()) + 2
        elif found[0] == "#/":
            at = text.index("/#", found.end()) + 2
        else:
            literal = read(source, text, found.start())
            yield literal
            at = literal.end


def read(source, text, start):
    """The literal that begins at `start`."""
    hashes = "#" * (text.index('"', start) - start)
    quote = '"""' if text.startswith('"""\n', start + len(hashes)) else '"'
    at, parts, plain, escape = start + len(hashes + quote), [], "", "\\" + hashes
    while not text.startswith(quote + hashes, at):
        if text.startswith(escape + "(", at):
            end = closing(text, at + len(escape))
            parts += [plain, (text[at + len(escape) + 1 : end].strip(),)]
            plain, at = "", end + 1
        elif text.startswith(escape, at):
            plain += {"\n": "", "n": "\n"}.get(text[at + len(escape)], text[at + len(escape)])
            at += len(escape) + 1
        else:
            plain += text[at]
            at += 1
    parts.append(plain)
    if len(quote) == 3:
        # The line breaks beside the quotes are not of the text.
        parts[0] = parts[0].lstrip("\n ")
        parts[-1] = parts[-1].rstrip(" ").removesuffix("\n")
    return Literal(source, start, at + len(quote + hashes), [part for part in parts if part])


def closing(text, opened):
    """The index at which the parenthesis at `opened` is closed."""
    depth, at = 0, opened
    while True:
        if text[at] == '"':
            at = read(None, text, at).end
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
        at += 1


def squeezed(sql):
    return " ".join(sql.split())


class Collection:
    """All statements of some files, with the constants that they are put together from."""

    def __init__(self, sources, composed=None):
        self.sources = sources
        self.composed = composed or {}
        self.constants = {}
        for source in sources:
            for found in re.finditer(r"\b(let|var) (\w+)(?:: String)?(?: =\s*| \{\s*)(?=\"|\[\")", source.text):
                key = (found[2], source.type_at(found.start()) if is_static(source, found.start()) else source.path)
                self.constants.setdefault(key, []).append((source, found.end()))

    def statements(self):
        """Each text with the place it stands at."""
        for source in self.sources:
            for literal in source.literals:
                if literal.is_statement:
                    for text in self.texts(literal):
                        yield literal.place, squeezed(text)

    def texts(self, literal):
        """Every text that a literal can stand for."""
        names = [part[0] for part in literal.parts if isinstance(part, tuple)]
        bound = [
            {**row, **dict(zip(rest, values))}
            for row in self.rows(literal.source, names)
            for rest in [[name for name in names if name not in row]]
            for values in itertools.product(*(self.values(name, literal.source, literal) for name in rest))
        ]
        for row in bound:
            yield "".join(part if isinstance(part, str) else row[part[0]] for part in literal.parts)

    def rows(self, source, names):
        """The entries about the file: rows that name one of the expressions; else one that names none."""
        rows = [row for row in self.composed.get(source.path, []) if any(name in row for name in names)]
        return rows or [{}]

    def values(self, expression, source, literal):
        """The possible values of an expression inside a literal."""
        choice = re.match(r"[^\"?]*\? (?=\")", expression)
        if choice:
            inner = Source(source.path, expression)
            return [text for part in inner.literals for text in self.texts(part)]
        name = expression.split(".")[-1]
        owner = expression.split(".")[-2] if "." in expression else None
        if owner == "Self" or owner is None and (name, source.path) not in self.constants:
            local = self.local(name, source, literal.start)
            if local:
                return local
            owner = source.type_at(literal.start)
        found = self.constants.get((name, owner or source.path), [])
        found = found if len(found) == 1 else [item for item in found if item[0].path == source.path]
        if len(found) != 1:
            raise Unknown(f"{literal.place}: what \\({expression}) can be is not known; see swift_composed")
        place, offset = found[0]
        if place.text[offset] == "[":
            end = place.text.index("]", offset)
            return [", ".join(part.parts[0] for part in Source(place.path, place.text[offset:end]).literals)]
        return list(self.texts(place.literal_at(offset)))

    def local(self, name, source, before):
        """A constant of the same function, with a text for each case."""
        pattern = rf"^ +let {name} = [^\n\"?]*\? (?=\")([^\n]*)$"
        found = re.findall(pattern, source.text[:before], re.M)
        return found and self.values("x ? " + found[-1], source, source.literal_at(before))


def is_static(source, offset):
    line = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
    return "static" in line


def service_collection(composed):
    """The statements that the programs send to their stores."""
    paths = sorted(
        path.relative_to(ROOT)
        for folder in ("Services", "Shared/Store", "Shared/ServiceKit")
        for path in (ROOT / folder).rglob("*.swift")
        # These copy each table of one engine to the other, or speak PostgreSQL's language alone.
        if path.parent.name != "PostgreSQL"
    )
    sources = [Source(path) for path in paths]
    return Collection(sources, composed({source.path: source for source in sources}))
