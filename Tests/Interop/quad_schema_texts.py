"""The descriptions in the OpenAPI document, taken from the doc comments of Schema.

    python3 Tests/Interop/quad_schema_texts.py [MODULES]

reads the symbol graph of the built module (MODULES is its folder, .build/debug/Modules unless given) and writes
Services/gateway/OpenAPI/Texts/. `test_openapi.py` compares these files with the comments.
"""

import functools
import json
import platform
import re
import subprocess
import sys
import tempfile
import textwrap
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Services/gateway/OpenAPI/Texts"
MODULES = ROOT / ".build/debug/Modules"
PROGRAMS = ("Auth", "Roomhub", "Events", "Attendance", "Notifier", "Media", "Guide", "Campus", "Alerts")
# Types around another one: the other one describes the member.
WRAPPERS = {"Patch", "Page", "Optional", "Array", "ID"}
WIDTH = 104


class Graph:
    """The symbols of Schema with what belongs to each."""

    def __init__(self, document):
        self.symbols = {symbol["identifier"]["precise"]: symbol for symbol in document["symbols"]}
        self.members = defaultdict(list)
        self.protocols = defaultdict(set)
        for relation in document["relationships"]:
            if relation["kind"] == "memberOf":
                self.members[relation["target"]].append(self.symbols[relation["source"]])
            if relation["kind"] == "conformsTo" and relation["target"] in self.symbols:
                self.protocols[relation["source"]].add(self.symbols[relation["target"]]["pathComponents"][-1])

    def is_open(self, identifier):
        """True for a request with a route, and for an event."""
        names = {member["pathComponents"][-1] for member in self.members[identifier]}
        protocols = self.protocols[identifier]
        return ("Request" in protocols and "route" in names) or ("Event" in protocols and "audience" in names)

    def visible(self):
        """The types of requests with a route, of their replies and of events, and all types inside them."""
        found = {}
        waiting = [key for key, symbol in self.symbols.items() if is_type(symbol) and self.is_open(key)]
        while waiting:
            key = waiting.pop()
            if key in found or key not in self.symbols or not is_type(self.symbols[key]):
                continue
            found[key] = self.symbols[key]
            for member in self.members[key]:
                if is_stored(member) or member["pathComponents"][-1] == "Reply":
                    waiting += [reference for reference, _ in references(member)]
        return found

    def text(self, symbol):
        """The doc comment of a type with those of its cases, or of a member; else that of the member's type."""
        own = comment(symbol)
        cases = [
            (member["pathComponents"][-1].split("(")[0], comment(member))
            for member in self.members[symbol["identifier"]["precise"]]
            if member["kind"]["identifier"] == "swift.enum.case" and comment(member)
        ]
        if cases:
            own = " ".join([own, *(f"`{name}`: {text}" for name, text in cases)])
        if own or is_type(symbol):
            return own
        types = [key for key, name in references(symbol) if name not in WRAPPERS and key in self.symbols]
        return self.text(self.symbols[types[-1]]) if types else ""

    def texts(self):
        """The texts by name: `RoomhubAddTask` for a type, `RoomhubAddTask.due` for a member."""
        texts = {
            symbol["pathComponents"][0]: comment(symbol) for symbol in self.symbols.values()
            if symbol["pathComponents"][0] in PROGRAMS and len(symbol["pathComponents"]) == 1}
        for key, symbol in self.visible().items():
            name = "".join(symbol["pathComponents"])
            texts[name] = self.text(symbol)
            for member in self.members[key]:
                if is_stored(member):
                    texts[f"{name}.{json_name(member)}"] = self.text(member)
        return {name: text for name, text in sorted(texts.items()) if text}


def is_type(symbol):
    return symbol["kind"]["identifier"] in ("swift.struct", "swift.enum", "swift.typealias")


def is_stored(symbol):
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return symbol["kind"]["identifier"] == "swift.property" and "{ get" not in declaration


@functools.cache
def renamed(path):
    """The names in JSON of the members in a file that have another name in Swift."""
    keys = "".join(re.findall(r"enum CodingKeys: String, CodingKey \{(.*?)\}", Path(path).read_text(), re.S))
    return dict(re.findall(r'case (\w+) = "(\w+)"', keys))


def json_name(symbol):
    name = symbol["pathComponents"][-1]
    return renamed(symbol["location"]["uri"].removeprefix("file://")).get(name, name)


def references(symbol):
    return [
        (part["preciseIdentifier"], part["spelling"])
        for part in symbol["declarationFragments"] if "preciseIdentifier" in part
    ]


def comment(symbol):
    return " ".join(line["text"].strip() for line in symbol.get("docComment", {}).get("lines", [])).strip()


def graph(modules=MODULES):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", "Schema", "-I", str(modules), "-output-dir", folder,
             "-minimum-access-level", "package", "-skip-synthesized-members",
             "-target", f"{platform.machine()}-unknown-linux-gnu"],
            check=True, capture_output=True, text=True, timeout=120)
        return Graph(json.loads((Path(folder) / "Schema.symbols.json").read_text()))


def files(texts):
    """The text of each file by its name."""
    groups = defaultdict(list)
    for name, text in texts.items():
        program = next((program for program in PROGRAMS if name.startswith(program)), "Value")
        groups[program].append((name, text))
    return {f"{program}Texts.swift": swift(program, rows) for program, rows in sorted(groups.items())}


def swift(program, rows):
    lines = [
        "// Written by Tests/Interop/quad_schema_texts.py from the doc comments of Schema.", "",
        "extension SchemaTexts {",
        f'  static let {program.lower()} = #"""',
    ]
    for name, text in rows:
        parts = textwrap.wrap(f"{name} {text}", WIDTH - 2, break_on_hyphens=False, break_long_words=False)
        lines += [f"    {part} \\#" for part in parts[:-1]] + [f"    {parts[-1]}"]
    return "\n".join([*lines, '    """#', "}", ""])


def write(modules):
    FOLDER.mkdir(parents=True, exist_ok=True)
    new = files(graph(modules).texts())
    for old in set(path.name for path in FOLDER.glob("*.swift")) - set(new):
        (FOLDER / old).unlink()
    for name, text in new.items():
        (FOLDER / name).write_text(text)
    print(f"{len(new)} files in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else MODULES)
