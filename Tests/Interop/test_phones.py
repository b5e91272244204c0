"""O7: the page about phones names settings, files and error codes that exist, and its snippets can be read."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

COMPOSE = Path(__file__).resolve().parents[2] / "compose"
PAGE = (COMPOSE / "phones.md").read_text()


def snippets(language):
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)
    assert found, language
    return found


def test_o7_its_settings_files_and_codes_exist():
    table = (COMPOSE / "settings.md").read_text()
    for name in set(re.findall(r"\bQUAD_[A-Z_]+", PAGE)):
        assert f"`{name}`" in table, name
    for files in re.findall(r"COMPOSE_FILE=(\S+)", PAGE):
        assert all((COMPOSE / file).exists() for file in files.split(":")), files
    edge = (COMPOSE.parent / "Services" / "gateway" / "Edge" / "EdgeFaults.swift").read_text()
    [code] = re.findall(r"fail with `([a-z_]+)`", PAGE)
    assert f'"{code}"' in edge


@pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")
def test_o7_the_snippet_for_caddy_is_valid(tmp_path):
    caddy = shutil.which("caddy")
    file = tmp_path / "Caddyfile"
    file.write_text("".join(snippets("caddy")))
    done = subprocess.run(
        [caddy, "adapt", "--adapter", "caddyfile", "--config", file], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0 and '"warn"' not in done.stderr, done.stderr
    assert re.search(r'"dial":"127\.0\.0\.1:\d+"', done.stdout)


def test_o7_the_snippet_for_nginx_passes_on_what_the_gateway_needs():
    [text] = snippets("nginx")
    assert text.count("{") == text.count("}") and re.search(r"proxy_pass http://127\.0\.0\.1:\d+;", text)
    for line in ("proxy_buffering off;", "proxy_set_header X-Forwarded-For $remote_addr;", "proxy_http_version 1.1;"):
        assert line in text
