"""What a site consists of, as `quad catalogue` prints it: tests name no program that they do not mean by name."""

import json
from pathlib import Path

CATALOGUE = json.loads((Path(__file__).resolve().parents[2] / "compose" / "catalogue.json").read_text())
# In the order of start.
PROGRAMS = tuple(row["name"] for row in CATALOGUE["programs"])
STORES = tuple(row["name"] for row in CATALOGUE["programs"] if row["hasStore"])
KEYS = (*PROGRAMS, "operator", "seed")


def settings_of(program):
    """The names of the settings that a program reads."""
    return {row["name"] for row in CATALOGUE["settings"] if {"*", program} & set(row["readers"])}
