"""The drawings of the first-aid guide: SVG that a browser shows as a picture, and that teaches without motion."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "Services/guide/Content/drawings"
DRAWINGS = sorted(FOLDER.glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
NAMES = set("""check-adult check-child check-infant call breathe-adult breathe-infant push-adult push-child push-infant
breaths-adult breaths-infant swap aed-adult aed-infant back-blows-adult thrusts-adult back-blows-infant thrusts-infant
recovery-1 recovery-infant recovery-2 recovery-3 bleeding-press bleeding-tourniquet naloxone""".split())
ALLOWED = {"svg", "style", "g", "rect", "circle", "ellipse", "path", "clipPath"}


def faults(text):
    """The rules that a drawing breaks."""
    root = ET.fromstring(text)
    found = []
    if root.tag != SVG + "svg" or root.get("viewBox") != "0 0 320 240":
        found.append("not 320 by 240")
    for element in root.iter():
        if element.tag.removeprefix(SVG) not in ALLOWED:
            found.append(f"element {element.tag}")
        for name, value in element.attrib.items():
            if name.startswith("on") or "href" in name or re.search(r"url\((?!#)", value):
                found.append(f"attribute {name}")
    style = "".join(element.text or "" for element in root.iter(SVG + "style"))
    if "@import" in style or "url(" in style:
        found.append("style from outside")
    moving = [rule for rule in re.findall(r"([^{}]+)\{[^{}]*animation:(?!none)", style)]
    if any("svg:not(.still)" not in rule for rule in moving):
        found.append("moves although it is still")
    if "display" in style or "visibility" in style:
        found.append("hides a part when it moves or stands")
    if moving and "prefers-reduced-motion" not in style:
        found.append("moves for people who want less motion")
    return found


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_is_a_picture_that_may_stand_still(drawing):
    assert drawing.stat().st_size <= 12_000
    assert faults(drawing.read_text()) == []


@pytest.mark.parametrize("inside, said", [
    ("<script/>", "element"), ('<path onclick="a"/>', "attribute onclick"), ('<rect fill="url(https://a)"/>', "attribute fill"),
    ("<style>@import 'a';</style>", "style from outside"), ("<style>.a{animation:b 1s}</style>", "moves although it is still"),
])
def test_a_fault_is_found(inside, said):
    assert any(said in fault for fault in faults(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">{inside}</svg>'))


def test_every_drawing_is_there_and_every_step_finds_its_own():
    topics = [json.loads(path.read_text()) for path in FOLDER.parent.glob("topics/*.json")]
    used = {case["name"] for topic in topics for step in topic["steps"] for case in step["drawing"]}
    assert {path.stem for path in DRAWINGS} == NAMES
    assert used == NAMES


def test_compressions_move_110_times_a_minute():
    for name in ("push-adult", "push-child", "push-infant"):
        seconds = re.search(r"animation:press (\.\d+)s", (FOLDER / f"{name}.svg").read_text())[1]
        assert 60 / float(seconds) == pytest.approx(110, abs=0.2), name
