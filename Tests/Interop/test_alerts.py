"""Each alert rule of compose/prometheus fires when it should and not before: promtool evaluates them on made-up figures."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "compose" / "prometheus"

AUTH = '{job="quad",program="auth"}'
# Of each rule: the figures that let it fire after 20 minutes, and figures near them that must not.
CASES = {
    "QuadGatewayDown": ([('up{job="quad"}', "0x20")], [('up{job="quad"}', "1x20")]),
    "QuadProgramDown": ([("quad_up" + AUTH, "0x20")], [("quad_up" + AUTH, "1x20")]),
    "QuadProgramRestarts": (
        [("quad_start_time_seconds" + AUTH, "1x10 2 3 4 5 6 7 8 9 9 9")], [("quad_start_time_seconds" + AUTH, "1x15 2x5")]),
    "QuadLogErrors": (
        [('quad_log_lines_total{program="auth",level="error"}', "0x15 1x5")],
        [('quad_log_lines_total{program="auth",level="warning"}', "0+1x20")]),
    "QuadFilesNearlyUsedUp": (
        [("quad_process_open_fds" + AUTH, "900x20"), ("quad_process_max_fds" + AUTH, "1024x20")],
        [("quad_process_open_fds" + AUTH, "200x20"), ("quad_process_max_fds" + AUTH, "1024x20")]),
    "QuadHTTPErrors": (
        [('quad_http_requests_total{route="/v1/tasks",status="5xx"}', "0+10x20"),
         ('quad_http_requests_total{route="/v1/tasks",status="2xx"}', "0+90x20")],
        [('quad_http_requests_total{route="/readyz",status="5xx"}', "0+10x20"),
         ('quad_http_requests_total{route="/v1/tasks",status="2xx"}', "0+90x20")]),
    "QuadBug": (
        [('quad_request_faults_total{program="auth",subject="s",code="internal"}', "0x15 1x5")],
        [('quad_request_faults_total{program="auth",subject="s",code="not_found"}', "0+9x20")]),
    "QuadSlow": (
        [('quad_http_request_duration_seconds_bucket{route="/v1/tasks",le="0.5"}', "0+50x40"),
         ('quad_http_request_duration_seconds_bucket{route="/v1/tasks",le="1"}', "0+100x40"),
         ('quad_http_request_duration_seconds_bucket{route="/v1/tasks",le="+Inf"}', "0+100x40")],
        [('quad_http_request_duration_seconds_bucket{route="/v1/tasks",le="0.5"}', "0+100x40"),
         ('quad_http_request_duration_seconds_bucket{route="/v1/tasks",le="1"}', "0+100x40"),
         ('quad_http_request_duration_seconds_bucket{route="/v1/tasks",le="+Inf"}', "0+100x40"),
         ('quad_http_request_duration_seconds_bucket{route="/v1/signin",le="0.5"}', "0x40"),
         ('quad_http_request_duration_seconds_bucket{route="/v1/signin",le="+Inf"}', "0+100x40")]),
    "QuadProgramSlow": (
        [('quad_request_duration_seconds_bucket{program="roomhub",subject="roomhub.task.add",le="0.5"}', "0+50x40"),
         ('quad_request_duration_seconds_bucket{program="roomhub",subject="roomhub.task.add",le="1"}', "0+100x40"),
         ('quad_request_duration_seconds_bucket{program="roomhub",subject="roomhub.task.add",le="+Inf"}', "0+100x40")],
        [('quad_request_duration_seconds_bucket{program="roomhub",subject="$srv.backup.begin",le="0.5"}', "0x40"),
         ('quad_request_duration_seconds_bucket{program="roomhub",subject="$srv.backup.begin",le="+Inf"}', "0+1x40")]),
    "QuadShedding": ([("quad_bus_shed_total" + AUTH, "0+5x20")], [("quad_bus_shed_total" + AUTH, "7x20")]),
    "QuadBreakerOpen": (
        [('quad_bus_breakers_open{program="gateway",peer="auth"}', "1x20")],
        [('quad_bus_breakers_open{program="gateway",peer="auth"}', "0x20")]),
    "QuadHandshakesFail": (
        [("quad_bus_handshakes_failed_total" + AUTH, "0x15 3x5")], [("quad_bus_handshakes_failed_total" + AUTH, "3x20")]),
    "QuadConsumerLag": (
        [('quad_consumer_lag_events{program="roomhub",producer="auth"}', "900x20")],
        [('quad_consumer_lag_events{program="roomhub",producer="auth"}', "900x8 0x12")]),
    "QuadDeadLetters": ([("quad_dead_letters" + AUTH, "1x20")], [("quad_dead_letters" + AUTH, "0x20")]),
    "QuadStorageNearlyFull": (
        [("quad_disk_free_bytes" + AUTH, "5x20"), ("quad_disk_size_bytes" + AUTH, "100x20")],
        [("quad_disk_free_bytes" + AUTH, "50x20"), ("quad_disk_size_bytes" + AUTH, "100x20")]),
    "QuadStorageFull": ([("quad_store_full" + AUTH, "1x20")], [("quad_store_full" + AUTH, "0x20")]),
    "QuadLostWrites": (
        [("quad_store_lost_writes_total" + AUTH, "0x15 4x5")], [("quad_store_lost_writes_total" + AUTH, "4x20")]),
    # promtool's clock begins at 0.
    "QuadBackupOld": (
        [('quad_backup_last_time_seconds{job="quad"}', "-93600x20")], [('quad_backup_last_time_seconds{job="quad"}', "-86400x20")]),
    "QuadCrisisUnheard": (
        [('quad_crisis_alerts_unheard_total{program="guide"}', "0x15 1x5")],
        [('quad_crisis_alerts_unheard_total{program="guide"}', "3x20")]),
    "QuadTransactionOld": (
        [("quad_store_oldest_transaction_seconds" + AUTH, "1200x20")],
        [("quad_store_oldest_transaction_seconds" + AUTH, "60x20")]),
    "QuadConnectionsNearlyUsedUp": (
        [("quad_database_connections" + AUTH, "95x20"), ("quad_database_max_connections" + AUTH, "97x20")],
        [("quad_database_connections" + AUTH, "50x20"), ("quad_database_max_connections" + AUTH, "97x20")]),
    "QuadLogGrows": ([("quad_store_wal_bytes" + AUTH, "300000000x20")], [("quad_store_wal_bytes" + AUTH, "3000000x20")]),
}


def found_promtool():
    """The tool alone, out of Debian's package: installing that would start a server on whoever runs the tests."""
    if shutil.which("promtool"):
        return "promtool"
    folder = ROOT / ".build" / "promtool"
    if not (folder / "usr" / "bin" / "promtool").exists():
        folder.mkdir(parents=True, exist_ok=True)
        got = subprocess.run(
            ["apt-get", "download", "prometheus"], cwd=folder, capture_output=True, text=True, timeout=100)
        packages = sorted(folder.glob("prometheus_*.deb"))
        if not packages:
            pytest.fail(f"no promtool, and Debian's package prometheus cannot be fetched: {got.stderr}")
        subprocess.run(["dpkg-deb", "-x", packages[-1], folder], check=True, capture_output=True)
    return folder / "usr" / "bin" / "promtool"


def promtool(*arguments):
    return subprocess.run([found_promtool(), *map(str, arguments)], capture_output=True, text=True, timeout=60)


def rules():
    text = (FOLDER / "alerts.yml").read_text()
    return re.findall(r"- alert: (\w+)", text)


def firing(tmp_path, alert, series):
    """True if the alert fires after 20 minutes: promtool prints what it got instead of nothing."""
    inputs = "".join(f"      - series: '{name}'\n        values: '{values}'\n" for name, values in series)
    file = tmp_path / "test.yml"
    file.write_text(
        f"rule_files: [{FOLDER / 'alerts.yml'}]\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n"
        f"    input_series:\n{inputs}    alert_rule_test:\n"
        f"      - eval_time: 20m\n        alertname: {alert}\n        exp_alerts: []\n")
    result = promtool("test", "rules", file)
    said = result.stdout + result.stderr
    assert "FAILED" in said or "SUCCESS" in said, said
    assert "parse" not in said, said
    return f'alertname="{alert}"' in said


def test_every_rule_has_a_case():
    assert len(rules()) == len(set(rules()))
    assert set(rules()) == set(CASES)


@pytest.mark.parametrize("alert", CASES)
def test_the_alert_fires_when_it_should_and_not_otherwise(alert, tmp_path):
    bad, good = CASES[alert]
    assert firing(tmp_path, alert, bad), f"{alert} does not fire"
    assert not firing(tmp_path, alert, good), f"{alert} fires without need"


def test_configuration_and_rules_are_well_formed(tmp_path):
    checked = promtool("check", "rules", FOLDER / "alerts.yml")
    assert checked.returncode == 0 and f"{len(rules())} rules found" in checked.stdout, checked.stdout + checked.stderr
    token = tmp_path / "token"
    token.write_text("a-token-for-the-scraper\n")
    (tmp_path / "alerts.yml").write_text((FOLDER / "alerts.yml").read_text())
    config = (FOLDER / "prometheus.yml").read_text()
    assert "/keys/metrics/token" in config
    (tmp_path / "prometheus.yml").write_text(config.replace("/keys/metrics/token", str(token)))
    checked = promtool("check", "config", tmp_path / "prometheus.yml")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    [alertmanager] = yaml.safe_load(config)["alerting"]["alertmanagers"]
    [target] = alertmanager["static_configs"][0]["targets"]
    services = yaml.safe_load((FOLDER.parent / "compose.yaml").read_text())["services"]
    assert target.split(":")[0] in services and services["alertmanager"]["ports"][0].endswith(":" + target.split(":")[1])


def test_rules_and_the_readme_name_figures_and_alerts_that_exist():
    page = (ROOT / "Services" / "gateway" / "README.md").read_text()
    documented = set(re.findall(r"^\| `(quad_[a-z_]+)`", page, re.M))
    expressions = (FOLDER / "alerts.yml").read_text()
    used = {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"\bquad_[a-z_]+", expressions)}
    assert used and used <= documented, used - documented
    assert set(re.findall(r"\bQuad[A-Z]\w+", page)) == set(rules())
