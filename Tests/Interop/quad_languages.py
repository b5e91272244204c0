"""The languages of the web client, and single words of them."""

import json
import re
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "Services" / "gateway" / "web"
WORDS = WEB / "app" / "words"


def texts(source):
    """The texts of a JavaScript object by their keys."""
    return {name: json.loads(text) for name, text in re.findall(r'\b(\w+): ("[^"]*")', source)}


# The names of the languages by their codes, English first.
LANGUAGES = texts(re.search(r"languages = \{(.*?)\}", (WORDS / "language.js").read_text())[1])
OTHERS = [code for code in LANGUAGES if code != "en"]

# The areas of each part of the words: `first` comes with the client, the others with the pages that use them.
PARTS = {part: re.findall(r"\w+", areas) for part, areas in re.findall(
    r"^  (\w+): \[([^\]]*)\],$", (WORDS / "areas.js").read_text(), re.M)}


def words(language, area, group):
    """The texts of a group, without those of the groups in it."""
    source = (WORDS / language / f"{area}.js").read_text()
    short = re.search(rf"^  {group}: \{{ ([^{{}}]*) \}},$", source, re.M)
    if short:
        return texts(short[1])
    block = re.search(rf"^  {group}: \{{\n(.*?)^  \}}", source, re.S | re.M)[1]
    return texts(re.sub(r"\{[^{}]*\}", "", re.sub(r"^ {6}.*\n", "", block, flags=re.M)))
