"""The parts of a site and its launch, as `quadctl catalogue` prints them: tests name no program or setting that they do
not mean by name."""

import json
from pathlib import Path

CATALOGUE = json.loads((Path(__file__).resolve().parents[2] / "compose" / "catalogue.json").read_text())
# In the order of start.
PROGRAMS = tuple(row["name"] for row in CATALOGUE["programs"])
STORES = tuple(row["name"] for row in CATALOGUE["programs"] if row["hasStore"])
# The first part of each program's subjects and topics.
PREFIXES = {row["name"]: row.get("prefix", row["name"]) for row in CATALOGUE["programs"]}
# The apps that a site may leave out.
APPS = tuple(row["name"] for row in CATALOGUE["apps"])
KEYS = (*PROGRAMS, "operator", "seed")
# The program that speaks HTTP, and where it says whether the whole site is ready.
EDGE, READY_PATH = next((row["name"], row["readyPath"]) for row in CATALOGUE["programs"] if "readyPath" in row)
READY_SECONDS, STOP_SECONDS = (row["seconds"] for row in CATALOGUE["launchTimes"])


def program_of(subject):
    """The program of a subject or a topic."""
    prefix = subject.split(".")[0]
    return next((name for name, own in PREFIXES.items() if own == prefix), prefix)


def programs_of(apps):
    """The programs of a site with these apps, in the order of start."""
    rows = [row for row in CATALOGUE["programs"] if "neededBy" not in row or row["neededBy"] in apps]
    return tuple(row["name"] for row in rows)


def settings_of(program):
    """The names of the settings that a program reads."""
    return {row["name"] for row in CATALOGUE["settings"] if {"*", program} & set(row["readers"])}


def launch_rows(kind):
    """The settings of a kind of site, as the catalogue lists them."""
    rows = [row for row in CATALOGUE["launch"] if row["kind"] == kind]
    assert rows, f"no kind of site is called {kind}"
    return rows


def launch_settings(kind, **values):
    """The settings of a kind of site by name; `values` are for the words in braces."""
    return {row["setting"]: filled(row["value"], values) for row in launch_rows(kind)}


def filled(text, values):
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
