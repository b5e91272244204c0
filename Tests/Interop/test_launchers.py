"""Everything that starts a whole site reads programs and settings from the catalogue (Shared/Schema/Launch.swift)."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from quad_catalogue import CATALOGUE, PROGRAMS, launch_rows

ROOT = Path(__file__).resolve().parents[2]
LAUNCHERS = (
    "compose/local", "compose/lib.sh", "compose/supervisor.sh", "Tests/Interop/quad_launch.py",
    "Tests/Interop/quad_site.py", "Tests/Proofs/quad_network.py", "Tests/Benchmarks/processes.py",
    "Tests/Support/Site.swift", "Services/quadctl/Demo/DemoSite.swift",
)
# The ends of paths of other files that give QUAD_DATA a value, and why.
OTHERS = {
    "compose/compose.yaml": "YAML reads nothing: test_compose.py compares it with the catalogue",
    "Tests/Support/ProgramInProcess.swift": "one program, in the process of its test",
    "Tests/Unit/BusTests/EchoSite.swift": "one program that is not a site's",
    "Tests/Interop/quad_echo.py": "as above",
    "Tests/Unit/NotifierTests/ChannelRuleTests.swift": "how one program reads its settings",
    "Tests/Unit/MediaFetcherTests/FolderTests.swift": "how one program reads its settings",
    "Tests/Unit/ServiceKitTests/LogLevelTests.swift": "how one program reads its settings",
    "Tests/Interop/test_sign_up.py": "one program that must not start",
    "Tests/Interop/test_launchers.py": "the examples below",
    "Tests/Interop/test_compose.py": "one program's health check that must fail",
    "Tests/Interop/test_end_to_end.py": "a second gateway beside a site's own",
    "Tests/Interop/test_recipes.py": "quadctl alone, and a stand-in for it",
}
# Set but empty has a meaning there: no web client.
BY_HAND = {("compose/local", name) for name in ("QUAD_WEB", "QUAD_MEDIA_PICTURES", "QUAD_GUIDE_CONTENT")}
# The command lines' own settings, such as QUAD_SITE, are no part of a launch.
SETTINGS = {row["name"] for row in CATALOGUE["settings"] if {"*", *PROGRAMS} & set(row["readers"])}


def values_given(text):
    """The settings that a text gives a value: "NAME": …, NAME=… as a word of its own, or NAME: … of YAML."""
    named = re.findall(r'"([A-Z_]+)": |(?:^|[\s(])([A-Z_]+)=(?!=)|^ *([A-Z_]+): ', text, re.M)
    return {name for found in named for name in found if name in SETTINGS}


def programs_named(text):
    """The programs that a text names: in quotes, as an element of a path, or as a case of Swift. The
    folder of its sources is not the program."""
    return {program for program in PROGRAMS if re.search(rf"""(?<!Services)["'/]{program}["'/]|[\s(\[]\.{program}\b""", text)}


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_a_launcher_names_no_program_and_no_setting(launcher):
    text = (ROOT / launcher).read_text()
    assert programs_named(text) == set()
    assert {name for name in values_given(text) if (launcher, name) not in BY_HAND} == set()


def test_no_other_file_launches_a_site():
    found = set()
    for folder in ("Tests", "compose", "Services", "Shared"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in ("", ".py", ".swift", ".sh", ".yaml"):
                if "QUAD_DATA" in values_given(path.read_text(errors="ignore")):
                    found.add(str(path.relative_to(ROOT)))
    assert {path for path in found if not path.endswith(tuple(OTHERS))} == set()
    assert [other for other in OTHERS if not any(path.endswith(other) for path in found)] == []


@pytest.mark.parametrize("text, programs, settings", [
    ('for name in ("auth", "gateway"):', {"auth", "gateway"}, set()),
    ('environment = {"QUAD_DATA": data, "QUAD_LOG": "info"}', set(), {"QUAD_DATA", "QUAD_LOG"}),
    ("Site(QUAD_SIGNUP=\"open\")", set(), {"QUAD_SIGNUP"}),
    ("  export QUAD_DATA=$data QUAD_RUN=$run", set(), {"QUAD_DATA", "QUAD_RUN"}),
    ('try await Site.with([.auth, .roomhub]) {', {"auth", "roomhub"}, set()),
    ('path = f"{data}/gateway/port"', {"gateway"}, set()),
    ("  QUAD_DATA: /data", set(), {"QUAD_DATA"}),
    ('own=$(site_setting QUAD_DATA); environ["QUAD_DATA"]; x == QUAD_LOG', set(), set()),
    ("# the gateway's port; events of a stream", set(), set()),
])
def test_the_check_sees_a_name_and_a_value(text, programs, settings):
    assert (programs_named(text), values_given(text)) == (programs, settings)


def test_a_kind_of_site_has_settings_that_exist_once_each():
    for kind in {row["kind"] for row in CATALOGUE["launch"]}:
        names = [row["setting"] for row in launch_rows(kind)]
        assert len(names) == len(set(names)) and {"QUAD_DATA", "QUAD_KEYS"} <= set(names) <= SETTINGS, kind


def test_the_benchmarks_find_all_that_they_import():
    ended = subprocess.run([sys.executable, ROOT / "Tests/Benchmarks/run", "--help"], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
