"""The commands of compose/README.md, as its readers see them."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "compose" / "README.md"


def sections():
    """Title and text of each section; the first has no title."""
    parts = re.split(r"^## (.*)$", PAGE.read_text(), flags=re.M)
    return [("", parts[0]), *zip(parts[1::2], parts[2::2])]


def recipes():
    """The blocks of commands, with the title each is under."""
    return [(title, block) for title, text in sections() for block in re.findall(r"^```bash\n(.*?)^```", text, re.M | re.S)]


def recipe(title, word=""):
    """The only block under this title that contains the word."""
    found = [block for under, block in recipes() if under == title and word in block]
    assert len(found) == 1, f"{len(found)} recipes under {title!r} contain {word!r}"
    return found[0]


def sentence_command(title):
    """The command that a sentence of this section asks for."""
    found = re.findall(r"`(docker compose [^`]+)`", dict(sections())[title])
    assert len(found) == 1, f"{title} asks for {found}"
    return found[0]
