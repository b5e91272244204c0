"""The duties of a program, as one list: each program of the catalogue has each thing, and a missing one fails by name.

A new program fails here until it has all of it, or a line of `EXEMPT` gives the reason why not.
"""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from access_matrix import MATRIX
from quad_bus import REPLY, BusClient
from quad_catalogue import CATALOGUE, PREFIXES, PROGRAMS, STORES, settings_of
from quad_metrics import samples
from quad_site import BIN, Site

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "Tests" / "Contract" / "Golden"
# The things that a program lacks, and why.
EXEMPT = {
    ("contract tests", "gateway"): "it answers no message; GatewayClientTests speak HTTP to the executable",
    ("backup", "gateway"): "it has no store",
    ("container faults", "gateway"): "it has no store",
    ("export", "gateway"): "it has no store",
    ("erase", "gateway"): "it has no store",
    ("erase", "auth"): "it asks the others, and then deletes the account itself",
    ("seeds", "gateway"): "it has no store",
    ("seeds", "notifier"): "alerts come of the seeded events and tasks",
}


def read(path):
    return (ROOT / path).read_text()


def prefix(program):
    return PREFIXES.get(program, program)


def own(section, key, program):
    return [row for row in CATALOGUE[section] if row[key].startswith(f"{prefix(program)}.")]


class Owed:
    """Each method names what a program lacks of one thing; nothing is fine."""

    def __init__(self, site):
        self.site = site
        self.samples = samples(site)
        self.person = site.sign_up("ada")
        self.compose = yaml.safe_load(read("compose/compose.yaml"))

    def readme(self, program):
        path = ROOT / "Services" / program / "README.md"
        text = path.read_text() if path.exists() else ""
        if len(text.splitlines()) < 10:
            yield f"Services/{program}/README.md"
        everybody = set.intersection(*(settings_of(one) for one in PROGRAMS))
        for setting in sorted(settings_of(program) - everybody):
            if setting not in text:
                yield f"{setting} in Services/{program}/README.md"

    def contract_tests(self, program):
        if "Site.with(Catalogue.programs)" not in read("Tests/Contract/ProgramTests.swift") or program not in STORES:
            yield "the executable in Tests/Contract/ProgramTests.swift"
        built = re.search(r"let programs: \[Target.Dependency\] = \[(.*?)\]", read("Package.swift"), re.S)[1]
        if f'"{program}"' not in built:
            yield "its name in `programs` of Package.swift, so that it is built for the tests"

    def golden_json(self, program):
        names = [row["subject"] for row in own("requests", "subject", program)]
        names += [row["topic"] for row in own("topics", "topic", program)]
        for name in names:
            if not list((GOLDEN / name).glob("*/schema.json")):
                yield f"Tests/Contract/Golden/{name}"

    def compose_service(self, program):
        service = self.compose["services"].get(program, {})
        for limit in ("mem_limit", "cpus", "pids_limit", "ulimits", "healthcheck"):
            if limit not in service:
                yield f"{limit} of services.{program} in compose/compose.yaml"
        for volume in (f"data-{program}", f"keys-{program}"):
            if volume not in self.compose["volumes"] or not any(
                    mounted.startswith(volume + ":") for mounted in service.get("volumes", [])):
                yield f"volume {volume} in compose/compose.yaml"

    def metrics(self, program):
        wanted = ["quad_up", "quad_process_resident_memory_bytes", "quad_process_open_fds"]
        wanted += ["quad_store_commits_total", "quad_stream_head_sequence"] if program in STORES else []
        for name in wanted:
            if (name, (("program", program),)) not in self.samples:
                yield name

    def alert_rules(self, program):
        """Rules are for every program: what they look at is there for this one, too."""
        asked = set(re.findall(r"quad_[a-z_]+", "".join(
            rule["expr"] for group in yaml.safe_load(read("compose/prometheus/alerts.yml"))["groups"]
            for rule in group["rules"])))
        model = "auth" if program in STORES else "gateway"
        alone = {name for name, labels in self.samples if labels == (("program", model),)} & asked
        assert "quad_up" in alone
        for name in sorted(alone):
            if (name, (("program", program),)) not in self.samples:
                yield name

    def health_check(self, program):
        done = subprocess.run(
            [f"{BIN}/{program}", "--health"], env=self.site.environment, capture_output=True, text=True, timeout=20)
        if done.returncode != 0:
            yield done.stderr

    def backup(self, program):
        path = os.path.join(self.site.folder, f"{program}.quad")
        done = subprocess.run(
            [f"{BIN}/quadctl", "backup", path, "--plain"], env=self.site.environment, capture_output=True, text=True, timeout=60)
        if not re.search(rf"\b{program}\b", done.stdout.partition(": ")[0]):
            yield done.stdout + done.stderr

    def export(self, program):
        answer = self.site.request("GET", "/v1/me/export", token=self.person["token"])
        if program not in answer.json.get("programs", {}):
            yield f"{prefix(program)}.person.export"

    def erase(self, program):
        wanted = [row for row in own("requests", "subject", program) if row["subject"] == f"{prefix(program)}.person.erase"]
        if not wanted or wanted[0]["callers"] != ["auth"]:
            yield f"{prefix(program)}.person.erase, asked by auth"

    def snapshot(self, program):
        """A program that publishes returns its state as events."""
        if not own("topics", "topic", program):
            return
        client = BusClient(self.site.keys, self.site.run, "operator")
        try:
            kind, _, body = client.exchange(program, "$bus.snapshot", {})
            if kind != REPLY:
                yield f"$bus.snapshot: {body[:200]}"
        finally:
            client.close()

    def kill_row(self, program):
        rows = re.findall(r'\("([a-z-]+)", [A-Z]\w+\)', read("Tests/Proofs/test_program_kills.py"))
        killed = {path.name for path in (ROOT / "Tests" / "System").glob("*.swift")
                  if f"site.kill(.{program})" in path.read_text()}
        if program not in rows and not killed:
            yield "a row of Tests/Proofs/test_program_kills.py, or a test of SystemTests that kills it"

    def container_faults(self, program):
        reads = re.search(r"^READS = \{(.*?)\}", read("compose/checks/faults.py"), re.M | re.S)[1]
        if f'"{program}": "/v1/' not in reads:
            yield "a read in compose/checks/faults.py (READS)"

    def access_matrix(self, program):
        for row in own("requests", "subject", program):
            if "route" in row and row["subject"] not in MATRIX:
                yield f"{row['subject']} in Tests/Interop/access_matrix.py"
        if not own("requests", "subject", program) and not any(name.startswith(f"{program}.") for name in MATRIX):
            yield f"{program} in Tests/Interop/access_matrix.py"

    def fuzz_targets(self, program):
        """Bodies and values of all declared requests have two; a form that is no JSON needs one of its name."""
        requests = read("Tests/Fuzz/Targets/RequestDecoders.swift")
        if "Catalogue.requests[chosen(&input)]" not in requests:
            yield "bodies in Tests/Fuzz/Targets/RequestDecoders.swift"
        listed = re.search(r"static let all = \[(.*?)\]", read("Tests/Fuzz/Targets/Decoder.swift"), re.S)[1]
        for form in re.findall(r'case (\w+) = "', read("Shared/Schema/Document.swift")):
            if not re.search(rf"\b{form}\b", listed):
                yield f"{form} in Tests/Fuzz/Targets/Decoder.swift"
        # A program's own parser is in a file of that name.
        for path in sorted((ROOT / "Services" / program).rglob("*Parser.swift")):
            target = path.stem.removesuffix("Parser")
            if not re.search(rf"\b{target}\b", listed, re.I):
                yield f"{target} in Tests/Fuzz/Targets/Decoder.swift"

    def seeds(self, program):
        messages = prefix(program).title()
        if not any(re.search(rf"\b{messages}\.[A-Z]\w+\(", path.read_text())
                   for path in (ROOT / "Services" / "quadctl").rglob("Seed*.swift")):
            yield "anything of it in seeds/, which `quadctl seed` loads"


THINGS = {
    "README": Owed.readme, "contract tests": Owed.contract_tests, "golden JSON": Owed.golden_json,
    "compose service": Owed.compose_service, "metrics": Owed.metrics, "alert rules": Owed.alert_rules,
    "health check": Owed.health_check, "backup": Owed.backup, "export": Owed.export, "erase": Owed.erase,
    "snapshot": Owed.snapshot, "kill -9 row": Owed.kill_row, "container faults": Owed.container_faults,
    "access matrix": Owed.access_matrix, "fuzz targets": Owed.fuzz_targets, "seeds": Owed.seeds,
}


@pytest.fixture(scope="module")
def owed():
    site = Site()
    try:
        yield Owed(site)
    finally:
        site.close()


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("thing", THINGS)
def test_a_program_has_what_it_owes(owed, thing, program):
    missing = list(THINGS[thing](owed, program))
    reason = EXEMPT.get((thing, program))
    if reason:
        assert missing, f"{program} has {thing} and is still exempt: {reason}"
    else:
        assert not missing, f"{program} lacks {thing}: {', '.join(missing)}"


def test_the_list_would_see_a_program_that_owes_everything(owed):
    """The control. Fuzz targets are of the messages of all, and a snapshot is owed by who publishes."""
    lacking = [thing for thing in THINGS if thing not in ("health check",) and list(THINGS[thing](owed, "nobody"))]
    assert lacking == [
        "README", "contract tests", "compose service", "metrics", "alert rules", "backup", "export", "erase",
        "kill -9 row", "container faults", "access matrix", "seeds"]


def test_exemptions_are_of_things_and_programs_that_exist():
    assert {thing for thing, _ in EXEMPT} <= THINGS.keys() and {program for _, program in EXEMPT} <= {*PROGRAMS}


# --- settings ---


TABLES = {"Setting.swift", "SettingNames.swift", "LauncherSettings.swift", "Launch.swift", "CatalogueDocument.swift"}


def settings_in(*folders):
    found = set()
    for folder in folders:
        for path in (ROOT / folder).rglob("*.swift"):
            if path.name not in TABLES:
                found |= set(re.findall(r'"((?:QUAD|BUS)_[A-Z_]+)"', path.read_text()))
    return found


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_settings_of_a_program_are_those_it_reads(program):
    declared = {row["name"] for row in CATALOGUE["settings"] if program in row["readers"]}
    everybody = {row["name"] for row in CATALOGUE["settings"] if "*" in row["readers"]}
    read_here = settings_in(f"Services/{program}")
    assert read_here - everybody == declared, "Shared/Schema/Setting.swift"


def test_every_setting_is_read_by_someone():
    everybody = {row["name"] for row in CATALOGUE["settings"] if "*" in row["readers"]}
    assert settings_in("Shared") == everybody, "Shared/Schema/Setting.swift"
    names = {row["name"] for row in CATALOGUE["settings"]}
    assert settings_in("Services") <= names, "Shared/Schema/Setting.swift"
    assert {row["name"] for row in CATALOGUE["settings"] if "quad" in row["readers"]} <= settings_in("Services/quad")


def test_the_web_client_offers_the_scopes_there_are():
    text = read("Services/gateway/web/app/components/tokenform.js")
    offered = json.loads(re.search(r"const scopes = (\[[^\]]*?),?\s*\]", text)[1] + "]")
    assert sorted(offered) == sorted(CATALOGUE["scopes"])
