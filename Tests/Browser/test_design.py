"""The design system: its tokens stand out from each other in light and in dark, its style sheet takes every colour
from a token and every side from the direction of the text, and its components do what /design says."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from quad_page import poll, visit
from quad_windows import DESK, PHONE

WEB = pathlib.Path(__file__).resolve().parents[2] / "Services/gateway/web"
LINKED = re.findall(r'<link rel="stylesheet" href="/(styles/[a-z]+\.css)"', (WEB / "index.html").read_text())
SHEETS = {name: re.sub(r"/\*.*?\*/", "", (WEB / name).read_text(), flags=re.S) for name in LINKED}
SHEET = "\n".join(SHEETS.values())
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
    rules = "\n".join(text for name, text in SHEETS.items() if name != "styles/tokens.css")
    # Printed pages have tokens of their own.
    rules = re.sub(r":root \{.*?\}", "", rules, flags=re.S)
    assert not re.findall(r"#[0-9a-f]{3,8}\b(?=[^{]*;)|\brgba?\(|\bhsl\(", rules)


def test_sides_follow_the_direction_of_the_text():
    physical = (r"(?:(?:margin|padding|border)-(?:left|right)|^\s*(?:left|right)"
                r"|float: (?:left|right)|text-align: (?:left|right))\b")
    assert not re.findall(rf"{physical}[^;]*;", SHEET, re.M)
    boxes = re.findall(r"\b(?:inset|margin|padding): ([^;]+);", SHEET)
    parts = [re.findall(r"(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+", box) for box in boxes]
    assert not [box for box in parts if len(box) == 4 and box[1] != box[3]]


def test_every_rule_is_in_a_layer_that_has_its_place():
    order = re.search(r"@layer ([a-z, ]+);", SHEETS["styles/tokens.css"]).group(1).split(", ")
    for name, text in SHEETS.items():
        outside = re.sub(r"^@(?:layer [a-z, ]+;|property .*)$", "", text, flags=re.M)
        assert re.fullmatch(r"\s*@layer ([a-z]+) \{\n(?:(?:  .*)?\n)*\}\n", outside).group(1) in order, name


def test_every_token_that_is_used_is_there():
    named = set(re.findall(r"(--[a-z0-9-]+):", SHEET))
    assert not set(re.findall(r"var\((--[a-z0-9-]+)", SHEET)) - named


@pytest.fixture
def design(windows):
    def open(device=DESK, **options):
        page = windows.open(device, **options)
        visit(page, "/design")
        return page

    return open


def show(page, group, number=0):
    """Presses the button that shows an example, and returns the example."""
    button = page.locator("section", has=page.get_by_role("heading", name=group, exact=True)).get_by_role(
        "button", name="Open"
    ).nth(number)
    button.click()
    return button


def test_a_sheet_takes_the_focus_and_gives_it_back(design):
    page = design()
    button = show(page, "Sheets")
    expect(page.get_by_role("dialog", name="Leave this room?")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_press_beside_a_sheet_closes_it_and_one_inside_does_not(design):
    page = design()
    show(page, "Sheets", 1)
    sheet = page.get_by_role("dialog")
    box = sheet.bounding_box()
    page.mouse.click(box["x"] + 8, box["y"] + 8)
    expect(sheet).to_be_visible()
    page.mouse.click(box["x"] - 20, box["y"] + 8)
    expect(sheet).to_have_count(0)


def test_a_sheet_is_drawn_down_on_a_phone(design):
    page = design(PHONE)
    show(page, "Sheets", 1)
    sheet = page.get_by_role("dialog")
    box = sheet.get_by_role("heading").bounding_box()
    for way, is_open in ((60, 1), (160, 0)):
        page.mouse.move(box["x"] + 20, box["y"] + 5)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] + 5 + way, steps=4)
        page.mouse.up()
        expect(sheet).to_have_count(is_open)


def test_a_sheet_does_not_outlive_its_page(design):
    page = design()
    page.get_by_role("link", name="Buy oat milk").click()
    show(page, "Sheets", 1)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate("history.back()")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_look_is_chosen_over_the_devices(design):
    page = design(color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("radio", name="Dark").check()
    assert page.evaluate(ground) != light
    edges = "[...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)"
    poll(page, lambda: set(page.evaluate(edges)) == {page.evaluate(ground)}, "the browser's bars follow")
    page.get_by_role("radio", name="Device").check()
    assert page.evaluate(ground) == light


def test_every_value_of_a_chart_can_be_read(design):
    page = design()
    figure = page.get_by_role("figure", name="Tasks done this month", exact=True)
    bars = figure.get_by_role("table", name="Values", exact=True)
    expect(bars.get_by_role("row")).to_have_text(["Ada9", "Mei-Ling6", "Nia5", "Priya4"])
    line = page.get_by_role("figure").filter(has_text="At dinner")
    # The drawing would only say the name of its figure once more.
    expect(page.get_by_role("main").get_by_role("figure").get_by_role("img")).to_have_count(0)
    expect(line).to_contain_text("Thursday is the busiest day.")
    line.get_by_text("Show values").click()
    expect(line.get_by_role("table", name="Values", exact=True)).to_be_visible()
    expect(line.get_by_role("row", name="Fri")).to_have_text("Fri–10")


def test_a_chart_stands_still_where_less_motion_is_wanted(design):
    page = design()
    running = "document.getAnimations().filter(({ playState }) => playState === 'running').length"
    # What appears at the start may take a frame.
    poll(page, lambda: page.evaluate(running) == 0, "nothing moves", turns=30)
