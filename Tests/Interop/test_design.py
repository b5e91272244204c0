"""The web client's tokens: text and controls stand out from what is behind them, in light and in dark, and the
style sheet takes every colour from a token and every side from the direction of the text."""

import pathlib
import re

import pytest

WEB = pathlib.Path(__file__).resolve().parents[2] / "Services/gateway/web"
SHEET = re.sub(r"/\*.*?\*/", "", (WEB / "style.css").read_text(), flags=re.S)
PAIRS = (WEB / "app/pages/designtokens.js").read_text()
COLOUR = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
TOKENS = {name: {"light": light, "dark": dark} for name, light, dark in COLOUR.findall(SHEET)}


def pairs(name):
    listed = re.search(rf"export const {name} = \[(.*?)\n\];", PAIRS, re.S).group(1)
    return re.findall(r'\["([a-z0-9-]+)", "([a-z0-9-]+)"\]', listed)


def luminance(colour):
    def linear(at):
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)


def contrast(one, other):
    """WCAG 2.2, 'contrast ratio'."""
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind, least", [("textPairs", 4.5), ("edgePairs", 3)])
def test_tokens_stand_out_from_what_is_behind_them(kind, least, scheme):
    listed = pairs(kind)
    assert len(listed) > 10
    weak = {
        (front, back): round(ratio, 2)
        for front, back in listed
        if (ratio := contrast(TOKENS[front][scheme], TOKENS[back][scheme])) < least
    }
    assert not weak


def test_every_colour_comes_from_a_token():
    rules = SHEET[SHEET.index("* { box-sizing") :]
    rules = re.sub(r":root:root \{.*?\}", "", rules)
    assert not re.findall(r"#[0-9a-f]{3,8}\b(?=[^{]*;)|\brgba?\(|\bhsl\(", rules)


def test_sides_follow_the_direction_of_the_text():
    physical = r"(?:(?:margin|padding|border)-(?:left|right)|^\s*(?:left|right)|float|text-align: (?:left|right))\b"
    assert not re.findall(rf"{physical}[^;]*;", SHEET, re.M)
    boxes = re.findall(r"\b(?:inset|margin|padding): ([^;]+);", SHEET)
    parts = [re.findall(r"(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+", box) for box in boxes]
    assert not [box for box in parts if len(box) == 4 and box[1] != box[3]]


def test_every_token_that_is_used_is_there():
    named = set(re.findall(r"(--[a-z0-9-]+):", SHEET))
    assert not set(re.findall(r"var\((--[a-z0-9-]+)", SHEET)) - named
