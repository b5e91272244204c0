"""O1: the settings of a site are in one file that every command reads, and every setting is in one table."""

import re
import subprocess
import tempfile
from pathlib import Path

import pytest
from quad_catalogue import CATALOGUE, PROGRAMS, launch_rows
from quad_launch import BIN
from quad_ports import hold_port
from test_local import LOCAL, ROOT, Place

SETTINGS = {row["name"]: row for row in CATALOGUE["settings"]}
# Read by what builds or tests Quad, never by a site.
OF_TOOLS = {
    "QUAD_ENGINE": "compose/check", "QUAD_ONLY_PROGRAMS": "Package.swift, for the image", "QUAD_SWIFT_IMAGE": "compose/check", "QUAD_DEBIAN_IMAGE": "compose/check",
    "QUAD_TEST_ALL": "compose/check",
}


def in_file(name):
    return {row["name"] for row in CATALOGUE["settings"] if name in row["files"]}


@pytest.fixture
def site():
    with tempfile.TemporaryDirectory(prefix="ql-") as folder:
        place = Place(Path(folder))
        place.var.mkdir()
        yield place
        if place.supervisor():
            place("stop")


def settings(site, **more):
    """The settings as the real `quadctl` shows them; the programs of these sites are imitations."""
    return site("settings", QUAD_PORT="-", QUAD_BIN=BIN, **more)


def test_o1_a_port_is_remembered_by_the_next_start(site):
    address = f"http://127.0.0.1:{site.port}"
    started = site("--background", "--no-seeds", "--port", str(site.port), QUAD_PORT="-")
    assert address in started
    assert re.search("^Become its administrator: .*quadctl setup$", started, re.MULTILINE), "O4: there is none yet"
    site("stop", QUAD_PORT="-")
    assert address in site("--background", QUAD_PORT="-")
    assert address in site("status", QUAD_PORT="-")
    assert re.search(rf"^QUAD_PORT +site\.conf +{site.port} ", settings(site), re.M)

    other = hold_port()
    assert f"has port {other}" in site("--background", "--port", str(other), QUAD_PORT="-")
    assert address in site("status", QUAD_PORT="-")


def test_o1_every_command_reads_the_file(site):
    (site.var / "site.conf").write_text(
        f"# ours\n\nQUAD_SITE_NAME='Forbes Hall'\nQUAD_LOG=warning\r\n  QUAD_SIGNUP=off\nQUAD_PORT={site.port}\n")
    site("--background", "--no-seeds", QUAD_PORT="-", TZ="Europe/Berlin", QUAD_LOG="debug")
    said = site("logs", "auth", QUAD_PORT="-")
    assert "auth runs debug off Europe/Berlin" in said, "the environment counts more than the file"
    shown = settings(site, QUAD_LOG="debug")
    for line in ("QUAD_SITE_NAME +site.conf +Forbes Hall +Forbes Hall +- +at once",
                 "QUAD_LOG +environment +debug +warning +- +with a restart", "QUAD_LANGUAGE +default +en +- +- +at once",
                 "QUAD_OTLP +default +- +- +- +with a restart"):
        assert re.search(f"^{line}$", shown, re.M), shown


@pytest.mark.parametrize("text, said", [
    ("QUAD_SINGUP=open\n", "line 1: there is no setting QUAD_SINGUP"),
    ("#\nQUAD_DATA=/elsewhere\n", "line 2: there is no setting QUAD_DATA"),
    ("QUAD_TEST_PASSWORDS=cheap\n", "there is no setting QUAD_TEST_PASSWORDS"),
    ("open\n", "line 1: this is not NAME=value: open"),
    ("QUAD_PORT=99999\n", "99999 is not a port"),
])
def test_o1_a_line_that_means_nothing_is_refused(site, text, said):
    (site.var / "site.conf").write_text(text)
    assert said in site("status", status=1, QUAD_PORT="-")


def test_o1_a_port_replaces_its_line_and_no_other(site):
    (site.var / "site.conf").write_text("# ours\nQUAD_PORT=1\nQUAD_SIGNUP=off\n")
    site("--background", "--no-seeds", "--port", str(site.port), QUAD_PORT="-")
    assert (site.var / "site.conf").read_text() == f"# ours\nQUAD_SIGNUP=off\nQUAD_PORT={site.port}\n"


def test_o1_the_table_has_every_setting_that_the_code_reads():
    """Swift's are those of test_owed.py; here what starts a site and the files of compose."""
    used = {}
    for path in (ROOT / "compose").rglob("*"):
        if path.is_file() and path.suffix in ("", ".sh", ".yaml", ".py", ".yml"):
            for name in re.findall(r"\b((?:QUAD|COMPOSE|BUS)_[A-Z_]*[A-Z])\b", path.read_text(errors="replace")):
                used.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    unknown = {name: files for name, files in used.items() if name not in SETTINGS and name not in OF_TOOLS}
    assert not {name for name in unknown if name != "COMPOSE_DOCKER_CLI_BUILD"}, unknown
    assert set(OF_TOOLS) <= used.keys()


def test_o1_the_files_have_the_settings_that_what_reads_them_takes():
    named = set()
    for path in (ROOT / "compose").glob("*.yaml"):
        named |= set(re.findall(r"\$\{([A-Z_]+)", path.read_text()))
    of_compose = {"COMPOSE_FILE", "COMPOSE_PROFILES", "COMPOSE_PROJECT_NAME"}
    assert in_file(".env") - of_compose == named - of_compose, "Shared/Schema/Setting.swift"
    fixed = {row["setting"] for row in launch_rows("local") if not row["isDefault"]}
    assert not in_file("site.conf") & fixed
    reader = ["bash", "-c", "source compose/lib.sh; source compose/settings.sh; settings_of_file"]
    lines = subprocess.check_output(reader, cwd=ROOT, text=True).splitlines()
    assert dict(line.split("\t") for line in lines) == {
        name: SETTINGS[name]["fallback"] for name in in_file("site.conf")}


def test_o1_a_readme_states_the_default_of_the_table():
    wrong = []
    for program in PROGRAMS:
        text = (ROOT / "Services" / program / "README.md").read_text()
        for name, value in re.findall(r"^\| `([A-Z_]+)` \| `([^`]*)` \|", text, re.M):
            if name in SETTINGS and SETTINGS[name]["fallback"] != value:
                wrong.append(f"{program}: {name}: {value}, not {SETTINGS[name]['fallback']}")
    assert wrong == []


def test_o1_the_example_names_settings_that_exist():
    names = re.findall(r"^#?([A-Z_]+)=", (ROOT / "compose" / ".env.example").read_text(), re.M)
    assert names and set(names) <= in_file(".env")


def test_o1_help_says_where_settings_are():
    assert "site.conf" in subprocess.check_output([LOCAL, "--help"], text=True)
