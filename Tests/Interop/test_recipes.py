"""O2: the commands of compose/README.md, word for word: none takes a part of the site away. O7: the daily backup.

A stand-in for `docker compose` reads the files as Debian's docker-compose does, with .env of the folder it is called in.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import yaml
from quad_catalogue import APPS
from quad_recipes import PAGE, recipes
from test_local import wait_for

ROOT = Path(__file__).resolve().parents[2]
DOCKER = r"""#!/bin/sh
# Stands in for docker: notes the arguments and the site that docker-compose would see for them.
[ "$1" = compose ] || exit 64
shift
printf '%s\n' "$*" >>"$NOTES/commands"
[ -t 0 ] || cat >/dev/null
[ -e "$NOTES/site.yaml" ] || docker-compose config >"$NOTES/site.yaml"
"""
EVERYTHING = {
    "COMPOSE_FILE": "compose.yaml:tls.yaml:mail.yaml:push.yaml:pictures.yaml",
    "COMPOSE_PROFILES": "${QUAD_APPS},metrics,alerts,backup",
    "QUAD_DOMAIN": "quad.school.example", "QUAD_SMTP": "smtp://relay.school.example?tls=off",
    "QUAD_SMTP_FROM": "quad@school.example", "QUAD_PUSH_CONTACT": "mailto:you@school.example",
}


@pytest.fixture
def follow(tmp_path):
    """Runs a recipe in a copy of the checkout and returns its commands and the site that they are about."""
    compose = tmp_path / "quad" / "compose"
    shutil.copytree(ROOT / "compose", compose, ignore=shutil.ignore_patterns(".env", "__pycache__"))
    (tmp_path / "bin").mkdir()
    for name, text in (("docker", DOCKER), ("git", "#!/bin/sh\n")):
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    environment = {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "HOME": str(tmp_path), "NOTES": str(tmp_path)}

    def run(recipe, settings=None):
        folder = compose.parent
        if settings is not None:
            folder = compose
            lines = (compose / ".env.example").read_text() + "".join(f"{name}={value}\n" for name, value in settings.items())
            (compose / ".env").write_text(lines)
            (compose / "passphrase").write_text("a passphrase of the tests\n")
        for name in ("commands", "site.yaml"):
            (tmp_path / name).unlink(missing_ok=True)
        done = subprocess.run(["bash", "-euc", recipe], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        return (tmp_path / "commands").read_text().splitlines(), yaml.safe_load((tmp_path / "site.yaml").read_text())

    return run


def test_o2_the_page_has_the_recipes_and_none_names_files():
    assert [title for title, _ in recipes()] == [
        "", "Apps", "Keys", *["Data, backup, restore"] * 3, "Upgrade"]
    text = PAGE.read_text()
    assert " -f " not in text and "--profile" not in text


def test_o2_a_new_site_starts_with_the_first_recipe(follow):
    commands, site = follow(recipes()[0][1])
    assert commands[0] == "up --build --detach"
    assert site["services"]["gateway"]["environment"]["QUAD_ORIGIN"].startswith("http://127.0.0.1:")
    assert {"data-auth", "keys-auth"} <= site["volumes"].keys()
    # The apps are written once: the profiles are made from them.
    assert site["services"]["keys-init"]["labels"]["quad.apps"] == ",".join(APPS)
    assert site["services"]["gateway"]["environment"]["QUAD_APPS"] == ",".join(APPS)


@pytest.mark.parametrize("title, recipe", recipes()[1:], ids=lambda text: text.split("\n")[0][:40])
def test_o2_a_recipe_leaves_a_site_what_it_has(follow, title, recipe):
    commands, site = follow(recipe, EVERYTHING)
    services = site["services"]
    assert services["gateway"]["environment"]["QUAD_ORIGIN"] == "https://quad.school.example"
    assert services["keys-init"]["labels"]["quad.apps"] == ",".join((*APPS, "metrics", "alerts", "backup"))
    assert "caddy" in services and "metrics" in services["prometheus"]["profiles"]
    assert services["alertmanager"]["command"] == ["--config.file=/etc/quad/alertmanager-tls.yml"]
    for program in ("auth", "notifier"):
        assert services[program]["environment"]["QUAD_SMTP"] == EVERYTHING["QUAD_SMTP"]
        assert "outside" in services[program]["networks"]
    for command in commands:
        words = command.split()
        assert words[0] in ("up", "stop", "run", "restart"), command
        named = [word for word in words[1:] if not word.startswith("-")]
        assert words[0] not in ("run", "restart") or named[0] in services, command


def test_o2_nothing_starts_without_settings(follow, tmp_path):
    with pytest.raises(AssertionError, match="copy compose/.env.example to compose/.env"):
        follow("cd compose; docker compose up --detach")


def test_o2_settings_of_a_site_are_not_in_git():
    listed = subprocess.check_output(["git", "ls-files", "compose"], cwd=ROOT, text=True).split()
    assert "compose/.env.example" in listed and "compose/.env" not in listed
    assert subprocess.run(["git", "check-ignore", "-q", "compose/.env"], cwd=ROOT).returncode == 0


def test_o7_a_relay_needs_no_user(follow):
    """A site without QUAD_SMTP_USER hands empty ones to the programs, which Fetch takes for none."""
    _, site = follow("docker compose up --detach", EVERYTHING)
    assert site["services"]["auth"]["environment"]["QUAD_SMTP_USER"] == ""
    assert json.dumps(site["secrets"]["smtp-password"]) == '{"file": "/dev/null"}'


QUADCTL = r"""#!/bin/sh
# Stands in for quadctl: writes a backup, reads back what is not damaged, and notes what a folder had when it was pruned.
case $2 in
  --verify) [ ! -e "$QUAD_DATA/is-damaged" ] || exit 1 ;;
  --prune) ls "$3" >"$QUAD_DATA/pruned" ;;
  *) echo whole >"$2" && date >"$QUAD_DATA/backed-up" ;;
esac
"""


@pytest.fixture
def backups(tmp_path):
    """A folder of backups with an old one in it, and the service that fills it."""
    for name in ("bin", "data", "backups"):
        (tmp_path / name).mkdir()
    (tmp_path / "bin" / "quadctl").write_text(QUADCTL)
    (tmp_path / "bin" / "quadctl").chmod(0o755)
    (tmp_path / "passphrase").write_text("a passphrase of the tests\n")
    old = tmp_path / "backups" / "quad-20250101T000000Z.quad"
    old.touch()
    os.utime(old, (time.time() - 15 * 86400,) * 2)
    started = []

    def start(passphrase="passphrase"):
        environment = {
            "PATH": f"{tmp_path}/bin:/usr/bin:/bin", "QUAD_DATA": f"{tmp_path}/data", "QUAD_BACKUP_DAYS": "14"}
        started.append(subprocess.Popen(
            ["sh", ROOT / "compose" / "site.sh", "backups", tmp_path / "backups", tmp_path / passphrase],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True))
        return started[-1]

    yield start, tmp_path
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def names(folder):
    return sorted(re.sub(r"\d{8}T\d{6}Z", "TIME", path.name) for path in (folder / "backups").iterdir())


def test_o7_the_service_makes_a_backup_and_then_drops_old_ones(backups):
    start, folder = backups
    process = start()
    wait_for(lambda: names(folder) == ["quad-TIME.quad"] and not (folder / "backups" / "quad-20250101T000000Z.quad").exists())
    assert (folder / "data" / "backed-up").exists()
    wait_for(lambda: (folder / "data" / "pruned").exists() and (folder / "data" / "pruned").read_text() != "")
    assert "20250101" not in (folder / "data" / "pruned").read_text(), "pictures go after the backups that needed them"
    process.terminate()
    assert process.wait(10) == 0


def test_o7_a_backup_that_cannot_be_read_back_does_not_count(backups):
    start, folder = backups
    (folder / "data" / "is-damaged").touch()
    process = start()
    assert "could not be read back" in process.stderr.readline()
    assert "next try is in ten minutes" in process.stderr.readline()
    assert names(folder) == ["quad-TIME.quad", "quad-TIME.quad.damaged"], "the old one stays"
    assert not (folder / "data" / "backed-up").exists() and not (folder / "data" / "pruned").exists()


def test_o7_the_service_says_that_a_passphrase_is_missing(backups):
    start, _ = backups
    process = start("nowhere")
    assert process.wait(10) == 78 and "QUAD_BACKUP_PASSPHRASE" in process.stderr.read()
