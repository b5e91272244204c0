#!/usr/bin/env python3
"""The tests that a change can reach, for `Tests/run --changed [REV]`: one line for each suite that has any.

- A Swift file reaches the test targets that depend on its target, as `swift package describe` lists them.
- A program so reached is part of every site. Of the Python tests those are chosen whose files speak of what it does
  (WORDS).
- A Python file reaches itself and whoever imports it; a conftest.py or the requirements the whole folder.
- The web client reaches the browser, and what speaks of QUAD_WEB.
- Any other file reaches the tests that name it. One that nothing names reaches everything, a document the tidy rules.
"""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
FOLDERS = {"interop": ["Tests/Interop", "Tests/Runner"], "proofs": ["Tests/Proofs"], "browser": ["Tests/Browser"]}
# The words of a program's tests. Every test of a site is one of auth and the gateway.
WORDS = {
    "auth": r"Site\(|\bsite\b",
    "gateway": r"Site\(|\bsite\b",
    "roomhub": r"room|dorm|task|board|message",
    "attendance": r"attendance|course|roster",
    "events": r"event|countdown|calendar|budget|to-do",
    "media-fetcher": r"media|picture|upload",
    "notifier": r"notifier|alert|channel|inbox|push|digest",
    "quad": r"quad_home|\bhome\b|/quad\b",
    "quadctl": r"quad_backups|\bOperator\b|/quadctl\b|\bquadctl\(",
}
WEB = "Services/gateway/web/"
DOCUMENTS = (".md", ".png", ".jpg", ".svg", ".gitignore")
ALL = "all"


def changed_files(rev):
    """The files that differ from where this branch left `rev`, uncommitted ones included."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=TREE, check=True, capture_output=True, text=True).stdout

    base = git("merge-base", rev, "HEAD").strip()
    listed = git("diff", "--name-only", "--no-renames", base) + git("ls-files", "--others", "--exclude-standard")
    return sorted(set(listed.splitlines()))


def described():
    """The package's targets: name, path, type, and the names of the targets that they depend on."""
    text = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=TREE, check=True, capture_output=True, text=True).stdout
    return json.loads(text)["targets"]


class Swift:
    """The targets and who depends on them."""

    def __init__(self, targets):
        self.targets = {target["name"]: target for target in targets}

    def owner(self, file):
        """The target whose folder the file is in; the innermost one."""
        owners = [name for name, target in self.targets.items() if file.startswith(target["path"] + "/")]
        return max(owners, key=lambda name: len(self.targets[name]["path"]), default=None)

    def reached(self, name):
        """The target and all that depend on it."""
        found, new = set(), {name}
        while new:
            found |= new
            new = {
                name for name, target in self.targets.items()
                if name not in found and found & set(target.get("target_dependencies", []))
            }
        return found

    def kind(self, name):
        return self.targets[name]["type"]


class Python:
    """The Python files of the tests: their texts and imports."""

    def __init__(self, texts):
        self.texts = texts
        self.imports = {path: {path_of for path_of in texts if Path(path_of).stem in imported(text)}
                        for path, text in texts.items()}

    def reached(self, path):
        """The tests that are in this file or import it, over others too; a whole folder by its conftest."""
        found, new = set(), {path}
        while new:
            found |= new
            for conftest in [path for path in new if Path(path).name == "conftest.py"]:
                found |= self.below(str(Path(conftest).parent))
            new = {path for path, wanted in self.imports.items() if path not in found and wanted & found}
        return {path for path in found if is_test(path)}

    def below(self, folder):
        return {path for path in self.texts if path.startswith(folder + "/")}

    def that_say(self, pattern):
        """The tests whose own files match this; the names of their imports are among the words."""
        return {path for path, text in self.texts.items() if is_test(path) and re.search(pattern, text)}


def name_of(file):
    """The pattern by which others name a file: alerts.yml stands alone, run and README.md need their folder."""
    path = Path(file)
    alone = path.suffix and path.stem != "README"
    return re.escape(path.name) if alone else rf'{re.escape(path.parent.name)}"?(?:/| / "){re.escape(path.name)}'


def is_test(path):
    return Path(path).name.startswith("test_")


def imported(text):
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def reach(files, swift, python, swift_texts):
    """(names of Swift suites, paths of Python tests, files that everything depends on)."""
    suites, tests, unknown = set(), set(), []
    for file in files:
        name = Path(file).name
        found_suites, found_tests = {"TidyTests"}, set()
        if file.startswith(WEB):
            found_suites.add("GatewayTests")
            found_tests = python.below("Tests/Browser") | python.that_say("QUAD_WEB")
        elif file.endswith(".py") and file.startswith("Tests/"):
            found_tests = python.reached(file)
        elif file.endswith(".swift") and (owner := swift.owner(file)):
            for target in swift.reached(owner):
                if swift.kind(target) == "test":
                    found_suites.add(target)
                elif target in WORDS:
                    found_tests |= python.that_say(WORDS[target])
                if swift.kind(target) == "executable":
                    started = rf'"{re.escape(target)}"'
                    found_suites |= {suite for suite, text in swift_texts.items() if re.search(started, text)}
                    found_tests |= python.that_say(rf"/{re.escape(target)}\b") if target not in WORDS else set()
        elif name == "requirements.txt":
            found_tests = python.below(str(Path(file).parent))
        else:
            named = rf"(?<![\w-]){name_of(file)}(?![\w.-])"
            owner = swift.owner(file)
            found_suites |= {suite for suite, text in swift_texts.items() if suite == owner or re.search(named, text)}
            found_tests = python.that_say(named)
            if found_suites == {"TidyTests"} and not found_tests and not name.endswith(DOCUMENTS):
                unknown.append(file)
        suites |= found_suites
        tests |= found_tests
    return suites, tests, unknown


def lines(suites, tests, unknown):
    """The lines that Tests/run reads: a suite's name, then a filter of Swift suites or files of tests; or `all`."""
    if unknown:
        return [ALL]
    found = [f"unit ^({'|'.join(sorted(suites))})\\."] if suites else []
    for suite, folders in FOLDERS.items():
        chosen = sorted(path for path in tests if is_test(path) and path.startswith(tuple(f"{one}/" for one in folders)))
        if chosen:
            found.append(" ".join([suite, *chosen]))
    return found


def main(rev="origin/main"):
    files = changed_files(rev)
    if any(file in ("Package.swift", "Tests/conftest.py", "Tests/pytest.ini") for file in files):
        print(ALL)
        return
    python = {str(path.relative_to(TREE)): path.read_text(encoding="utf-8")
              for folder in ("Interop", "Proofs", "Browser", "Runner") for path in (TREE / "Tests" / folder).glob("*.py")}
    swift = Swift(described() if files else [])
    texts = {name: "\n".join(path.read_text(encoding="utf-8") for path in (TREE / target["path"]).rglob("*.swift"))
             for name, target in swift.targets.items() if target["type"] == "test"}
    print(*lines(*reach(files, swift, Python(python), texts)), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
