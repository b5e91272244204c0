"""O7: what Alertmanager reports reaches every administrator through Quad, once, and so does its end."""

import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from itertools import count
from pathlib import Path

import pytest
import yaml
from quad_ports import hold_port
from quad_site import Site, problem, wait_until

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "compose" / "prometheus" / "alertmanager.yml"
START = "2026-09-01T19:00:00.123456789+02:00"
numbers = count(1)


class Monitored:
    """A site with two administrators and a member; `token` is what Alertmanager has."""

    def __init__(self):
        self.site = Site()
        self.people = {name: self.site.sign_up(name) for name in ("ada", "eve", "ben")}
        for name in ("ada", "eve"):
            self.site.set_roles(self.people[name]["person"], ["admin", "student"])
        self.sessions = {name: self.site.sign_in(name) for name in self.people}
        self.token = self.token_of("ada", "site:alert")

    def token_of(self, name, scope):
        made = self.site.request("POST", "/v1/tokens", {"name": scope, "scopes": [scope]}, self.sessions[name])
        assert made.status == 201, made.body
        return made.json["secret"]

    def report(self, *alerts, token=None, **members):
        body = {"version": "4", "groupKey": "{}:{}", "receiver": "quad", "alerts": list(alerts), **members}
        return self.site.request("POST", "/v1/admin/alerts", body, token or self.token)

    def told(self, name, start="site."):
        """The notifications of one person, newest first."""
        items = self.site.request("GET", "/v1/inbox?limit=100", token=self.sessions[name]).json["items"]
        return [item for item in items if item["text"]["key"].startswith(start)]

    def notice(self, name, title):
        found = [item for item in self.told(name) if item["rendered"]["title"] == title]
        assert len(found) <= 1, f"{name} is notified {len(found)} times of {title}"
        return found[0] if found else None


@pytest.fixture(scope="module")
def monitored():
    world = Monitored()
    yield world
    world.site.close()


@pytest.fixture
def crowded():
    """A site of its own: the limit for an hour is the site's."""
    world = Monitored()
    yield world
    world.site.close()


def alert(status="firing", fingerprint=None, **annotations):
    fingerprint = fingerprint or f"{next(numbers):016x}"
    return {
        "status": status, "fingerprint": fingerprint, "startsAt": START, "endsAt": "0001-01-01T00:00:00Z",
        "labels": {"alertname": "QuadStorageFull", "severity": "page", "program": "auth"},
        "annotations": {"summary": f"Alert {fingerprint}.", "do": "Make room.", **annotations},
        "generatorURL": "http://prometheus:9090/graph",
    }


def counts(answer):
    assert answer.status == 200, answer.body
    return tuple(answer.json[name] for name in ("told", "resolved", "counted"))


def test_o7_an_alert_reaches_each_administrator_once_and_so_does_its_end(monitored):
    first = alert(summary="auth refuses writes.")
    assert counts(monitored.report(first)) == (1, 0, 0)
    for name in ("ada", "eve"):
        notice = wait_until(lambda: monitored.notice(name, "auth refuses writes."), f"{name} is notified")  # noqa: B023
        assert notice["importance"] == "crisis" and "Make room." in notice["rendered"]["body"]
        assert [reason["key"] for reason in notice["because"]] == ["site.administrator"]
        assert {"name": "start", "text": "2026-09-01T17:00:00.123Z"} in notice["text"]["values"]
    assert counts(monitored.report(first)) == (0, 0, 0), "a repeated report"
    assert counts(monitored.report(first | {"status": "resolved"})) == (0, 1, 0)
    assert counts(monitored.report(first | {"status": "resolved"})) == (0, 0, 0), "a repeated end"
    assert counts(monitored.report(alert("resolved"))) == (0, 0, 0), "the end of what nobody was notified of"
    assert counts(monitored.report(first | {"startsAt": "2026-09-02T17:00:00Z"})) == (1, 0, 0), "it fires again"
    wait_until(lambda: monitored.notice("ada", "Resolved: auth refuses writes."), "its end")
    wait_until(lambda: len(monitored.told("ada", "site.alert")) == 2, "the second time")
    assert monitored.told("ben") == []


def test_an_administrator_s_token_of_this_scope_may_report_and_no_other(monitored):
    assert problem(monitored.report(alert(), token=monitored.token_of("ben", "site:alert"))) == (403, "not_allowed")
    assert problem(monitored.report(alert(), token=monitored.token_of("ada", "admin"))) == (403, "scope_missing")
    assert problem(monitored.report(alert(), token="x")) == (401, "signin_required")
    other = monitored.site.request("GET", "/v1/admin/people", token=monitored.token)
    assert problem(other) == (403, "scope_missing"), "it may do nothing else"


def test_the_token_ends_with_the_role(monitored):
    zoe = monitored.site.sign_up("zoe")
    monitored.site.set_roles(zoe["person"], ["admin", "student"])
    monitored.sessions["zoe"] = monitored.site.sign_in("zoe")
    token = monitored.token_of("zoe", "site:alert")
    assert counts(monitored.report(token=token)) == (0, 0, 0)
    monitored.site.set_roles(zoe["person"], ["student"])
    wait_until(lambda: monitored.report(token=token).status == 401, "the token has ended")


@pytest.mark.parametrize("change", [
    {"version": "3"}, {"version": 4}, {"alerts": None}, {"alerts": "all"}, {"alerts": [{}]},
    {"alerts": [alert() | {"status": "pending"}]}, {"alerts": [alert() | {"startsAt": "yesterday"}]},
    {"alerts": [alert(), alert() | {"startsAt": "0001-01-01T00:00:00Z"}]},
    {"alerts": [alert() | {"fingerprint": "<script>"}]}, {"alerts": [alert() | {"fingerprint": "a" * 65}]},
    {"alerts": [alert() | {"labels": ["page"]}]}, {"truncatedAlerts": "many"},
], ids=str)
def test_a_report_of_another_form_is_rejected_whole(monitored, change):
    body = {"version": "4", "alerts": [alert()], **change}
    answer = monitored.site.request("POST", "/v1/admin/alerts", body, monitored.token)
    assert answer.status in (400, 422) and answer.json["code"], answer.body


def test_beyond_the_limits_alerts_are_counted_and_the_urgent_ones_come_first(crowded):
    many = [alert() for _ in range(29)]
    for one in many:
        one["labels"] = {"severity": "ticket"}
    urgent = alert(summary="The site burns.")
    assert counts(crowded.report(*many, urgent, truncatedAlerts=5)) == (10, 0, 25)
    wait_until(lambda: crowded.notice("eve", "The site burns."), "what cannot wait")
    more = wait_until(lambda: crowded.told("eve", "site.more"), "how many others there are")
    assert [item["rendered"]["title"] for item in more] == ["25 more alerts"]
    told = 10
    for _ in range(7):
        new, _, counted = counts(crowded.report(*(alert() for _ in range(12))))
        assert new + counted == 12 and new <= 10
        told += new
    assert 40 <= told <= 60 and new == 0, "60 in an hour are the most"
    assert len(crowded.told("eve", "site.more")) == 1, "it is said once in a quarter of an hour"


# --- The real Alertmanager ---


def alertmanager():
    """The command, out of Debian's package: installing that would start a server on whoever runs the tests."""
    if found := shutil.which("prometheus-alertmanager"):
        return [found]
    folder = ROOT / ".build" / "alertmanager"
    program = folder / "usr" / "bin" / "prometheus-alertmanager"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        got = subprocess.run(
            ["apt-get", "download", "prometheus-alertmanager"], cwd=folder, capture_output=True, text=True, timeout=100)
        packages = sorted(folder.glob("prometheus-alertmanager_*.deb"))
        if not packages:
            pytest.fail(f"no Alertmanager, and Debian's package cannot be fetched: {got.stderr}")
        subprocess.run(["dpkg-deb", "-x", packages[-1], folder], check=True, capture_output=True)
    # It reads its templates from /usr/share, where a namespace of its own puts them.
    layers = f"lowerdir={folder}/usr/share:/usr/share"
    enter = f'mount -t overlay overlay -o "{layers}" /usr/share && exec "$0" "$@"'
    return ["unshare", "--map-root-user", "--mount", "sh", "-c", enter, str(program)]


def post(url, body):
    asked = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, ConnectionError):
        return False


def test_o7_alertmanager_reports_with_the_configuration_of_compose(monitored, tmp_path):
    configuration = yaml.safe_load(CONFIGURATION.read_text())
    [webhook] = configuration["receivers"][0]["webhook_configs"]
    assert webhook["url"] == "http://gateway:8080/v1/admin/alerts"
    assert webhook["http_config"]["authorization"] == {"credentials_file": "/run/secrets/token"}
    webhook["url"] = f"http://127.0.0.1:{monitored.site.port}/v1/admin/alerts"
    webhook["http_config"]["authorization"]["credentials_file"] = str(tmp_path / "token")
    (tmp_path / "token").write_text(monitored.token + "\n")
    configuration["route"] |= {"group_wait": "10ms", "group_interval": "100ms"}
    (tmp_path / "alertmanager.yml").write_text(yaml.safe_dump(configuration))
    port = hold_port()
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [*alertmanager(), f"--config.file={tmp_path}/alertmanager.yml", f"--storage.path={tmp_path}/data",
             f"--web.listen-address=127.0.0.1:{port}", "--cluster.listen-address="], stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}/api/v2/alerts"
        fired = {
            "labels": {"alertname": "QuadBackupOld", "severity": "ticket"},
            "annotations": {"summary": "The last backup is old."},
            "startsAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60)),
        }
        wait_until(lambda: post(url, [fired]), "Alertmanager takes the alert")
        notice = wait_until(lambda: monitored.notice("eve", "The last backup is old."), "eve is notified")
        assert notice["importance"] == "high"
        ended = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        assert post(url, [fired | {"endsAt": ended}])
        wait_until(lambda: monitored.notice("eve", "Resolved: The last backup is old."), "its end")
    except BaseException:
        print((tmp_path / "log").read_text())
        raise
    finally:
        process.kill()
        process.wait()
