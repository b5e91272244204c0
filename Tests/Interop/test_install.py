"""O5: quad on the PATH, units of systemd by one command, relative paths, and what the READMEs say is needed. O7: backups
on a schedule."""

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from quad_site import BIN, Site, wait_until
from test_local import LOCAL, ROOT, Place

UNITS = ("quad.service", "quad-backup.service", "quad-backup.timer")


@pytest.fixture
def site():
    with tempfile.TemporaryDirectory(prefix="ql-") as folder:
        place = Place(Path(folder))
        place.data.mkdir(parents=True)
        yield place


def test_o5_link_puts_both_command_lines_on_the_path(site, tmp_path):
    said = site("link", str(site.bin.parent / "linked"))
    assert "is not on your PATH" in said
    path = f"{site.bin.parent}/linked:{os.environ['PATH']}"
    for tool, settings in (("quad", "QUAD_SITE"), ("quadctl", "QUAD_DATA QUAD_KEYS QUAD_RUN")):
        said = subprocess.check_output([tool, "where", "is", "it"], cwd=tmp_path, env=site.environment(PATH=path), text=True)
        assert said == f"{tool} {tmp_path} {settings}\n"
    assert "PATH" not in site("link", str(site.bin.parent / "linked"), PATH=path), "again, and the PATH has it"


def test_o5_link_overwrites_nobody_elses_file(site):
    folder = site.bin.parent / "linked"
    folder.mkdir()
    (folder / "quad").write_text("#!/bin/sh\necho another quad\n")
    assert "not Quad's" in site("link", str(folder), status=1)
    assert "another quad" in (folder / "quad").read_text()


def test_o5_one_command_writes_units_that_systemd_takes(site):
    root = site.bin.parent / "root"
    said = site("service", DESTDIR=str(root))
    folder = root / "etc" / "systemd" / "system"
    assert sorted(path.name for path in folder.iterdir()) == sorted(UNITS)
    assert "no daily backup" in said
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(folder / name for name in UNITS)], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    text = (folder / "quad.service").read_text()
    for line in (f"ExecStart={LOCAL} --data {site.var} --no-seeds", "Restart=on-failure", "KillMode=mixed",
                 "WantedBy=multi-user.target"):
        assert f"{line}\n" in text
    # The control: systemd would see a wrong one.
    (folder / "quad.service").write_text(text.replace("ExecStart=", "ExecStart=/nowhere"))
    assert subprocess.run(
        ["systemd-analyze", "verify", "--man=no", folder / "quad.service"], capture_output=True).returncode != 0

    site("service", "remove", DESTDIR=str(root))
    assert not list(folder.iterdir())
    (folder / "quad.service").write_text("[Unit]\nDescription=another quad\n")
    for more in ((), ("remove",)):
        assert "not Quad's" in site("service", *more, DESTDIR=str(root), status=1)
    assert "another quad" in (folder / "quad.service").read_text()


def test_o5_a_unit_starts_and_stops_a_site(site):
    """As systemd does it: the command of ExecStart in the foreground, SIGTERM to it alone."""
    root = site.bin.parent / "root"
    site("service", DESTDIR=str(root))
    unit = (root / "etc" / "systemd" / "system" / "quad.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.M)[1].split()
    process = subprocess.Popen(command, env=site.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while "Ctrl-C" not in (line := process.stdout.readline()):
        assert line, "it ended"
    process.terminate()
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    assert not site.supervisor() and "not running" in site("status", status=3)


def test_o5_a_file_named_on_the_command_line_is_the_callers(tmp_path):
    """`compose/local quadctl backup FILE` and `… --passphrase-file F` from another folder."""
    site = Site()
    try:
        var = tmp_path / "var"
        var.mkdir()
        for name, folder in (("data", site.data), ("keys", site.environment["QUAD_KEYS"])):
            (var / name).symlink_to(folder)
        (var / "run-folder").write_text(site.environment["QUAD_RUN"] + "\n")
        # A path too long for sockets: the folder of run-folder counts.
        long = tmp_path / ("long" * 20)
        var.rename(long)
        (tmp_path / "passphrase").write_text("a passphrase of the tests\n")
        environment = {**os.environ, "QUAD_BIN": BIN}
        command = [LOCAL, "--data", long]
        subprocess.run(
            [*command, "quadctl", "backup", "site.quad", "--passphrase-file", "passphrase"], cwd=tmp_path, env=environment,
            check=True, timeout=60)
        assert (tmp_path / "site.quad").exists() and not (ROOT / "site.quad").exists()
        assert abs(last_backup(site) - time.time()) < 600

        # O7: with a schedule. Old ones go after a good one only.
        backups = long / "backups"
        backups.mkdir()
        old, other = backups / "quad-20250101T000000Z.quad", backups / "mine.quad"
        for file in (old, other):
            file.write_text("old")
            os.utime(file, (time.time() - 30 * 86400,) * 2)
        (long / "site.conf").write_text(f"QUAD_BACKUP_PASSPHRASE={tmp_path}/nowhere\n")
        assert subprocess.run([*command, "backup"], env=environment, capture_output=True).returncode != 0
        assert old.exists(), "an old backup went, although the new one failed"
        (long / "site.conf").write_text(f"QUAD_BACKUP_PASSPHRASE={tmp_path}/passphrase\n")
        done = subprocess.run([*command, "backup"], env=environment, capture_output=True, text=True, check=True, timeout=60)
        assert "is complete" in done.stdout
        assert not old.exists() and other.exists() and len(list(backups.glob("quad-*.quad"))) == 1
    finally:
        site.close()


def last_backup(site):
    line = next(line for line in site.request("GET", "/metrics").body.decode().splitlines()
                if line.startswith("quad_backup_last_time_seconds "))
    return float(line.split()[1])


def test_o7_a_site_without_a_backup_says_so():
    site = Site()
    try:
        assert last_backup(site) == 0
        mark = Path(site.data) / "backed-up"
        mark.write_text("2026-09-01T00:00:00.000Z\n")
        wait_until(lambda: last_backup(site) == 1788220800, "the time of the last backup")
    finally:
        site.close()


def test_o5_the_readme_lists_what_the_toolchain_needs():
    packages = re.findall(r"^swift +(\S+)", (ROOT / "compose" / "packages.debian").read_text(), re.M)
    assert len(packages) > 10
    assert "packages_of swift" in (ROOT / "compose" / "check").read_text()
    page = (ROOT / "README.md").read_text()
    assert "`swift`" in page and "compose/packages.debian" in page
    said = subprocess.run(
        ["bash", "-c", "source compose/lib.sh; need_swift"], cwd=ROOT, env={"PATH": "/nowhere:/bin:/usr/bin"},
        capture_output=True, text=True)
    assert said.returncode == 0 or all(name in said.stderr for name in packages)


def test_o5_no_page_states_a_size_that_nobody_measures():
    for page in ("README.md", "compose/README.md"):
        assert not re.findall(r"\b(?:170|25) MB\b", (ROOT / page).read_text()), page
