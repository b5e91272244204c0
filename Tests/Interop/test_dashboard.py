"""O7: the Grafana dashboard is valid, and asks for metrics that the site has."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOARD = json.loads((ROOT / "compose" / "grafana" / "quad.json").read_text())
METRIC = re.compile(r"\bquad_[a-z_]+")


def panels():
    return [panel for panel in BOARD["panels"] if panel["type"] != "row"]


def metrics():
    """Every name that /metrics may show; test_metrics.py compares this table with the page."""
    table = (ROOT / "Services" / "gateway" / "README.md").read_text()
    known = set()
    for name, kind in re.findall(r"^\| `(quad_[a-z_]+)` \| (\w+) \|", table, re.M):
        known |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return known


def test_o7_each_panel_asks_for_metrics_that_the_site_has():
    known = metrics()
    asked = {name for panel in panels() for target in panel["targets"] for name in METRIC.findall(target["expr"])}
    assert len(asked) > 20 and asked - known == set()


def test_o7_panels_do_not_overlap_and_have_one_data_source_that_people_choose():
    assert [variable["name"] for variable in BOARD["templating"]["list"]] == ["datasource"]
    ids = [panel["id"] for panel in BOARD["panels"]]
    assert len(ids) == len(set(ids)) and "id" not in BOARD, "Grafana gives the dashboard its id"
    cells = set()
    for panel in BOARD["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        mine = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & mine, panel["title"]
        cells |= mine
    for panel in panels():
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert [target["refId"] for target in panel["targets"]] == [chr(65 + n) for n in range(len(panel["targets"]))]
        assert all(target["expr"].count("(") == target["expr"].count(")") for target in panel["targets"])
