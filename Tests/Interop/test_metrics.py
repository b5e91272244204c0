"""/metrics of a whole site, read by Prometheus's own parser."""

import itertools
import re
import secrets
from pathlib import Path

import pytest
from quad_bus import BusClient
from quad_catalogue import PROGRAMS, STORES
from quad_metrics import families, samples, scrape, value
from quad_site import Site, problem, wait_until

# The figures are those of a whole site.
pytestmark = pytest.mark.own_site

PAGE = Path(__file__).resolve().parents[2] / "Services" / "gateway" / "README.md"
OF_A_SERVER = {
    "quad_store_oldest_transaction_seconds", "quad_database_size_bytes", "quad_database_connections",
    "quad_database_max_connections"}
TOKEN = "a-token-for-the-scraper"
# A room of its own for each call: whoever joins a room that has people waits for their yes.
ROOMS = itertools.count(101)


def traffic(site):
    token = site.member("ada" + secrets.token_hex(3), f"{next(ROOMS)}A")["token"]
    added = site.request("POST", "/v1/tasks", {"title": "Buy milk"}, token)
    assert added.status == 201, added.body
    assert site.request("GET", "/v1/tasks", token=token).status == 200
    assert problem(site.request("POST", "/v1/tasks", {"title": " "}, token)) == (422, "title_blank")
    return token


def test_every_figure_has_help_type_and_a_line_in_the_readme_and_counters_only_rise(site):
    traffic(site)
    text = scrape(site)
    first = families(text)
    documented = set(re.findall(r"^\| `(quad_[a-z_]+)`", PAGE.read_text(), re.M))
    shown = set(re.findall(r"^# TYPE (\S+) ", text, re.M))
    assert shown <= documented
    # These wait for something to happen, or for a database on PostgreSQL (test_postgres_site.py).
    assert documented - shown <= {"quad_bus_peer_retry_tokens", *OF_A_SERVER}, documented - shown
    assert shown == set(re.findall(r"^# HELP (\S+) \S", text, re.M))
    assert all(family.name.startswith("quad_") for family in first.values())
    before = samples(site)
    traffic(site)
    after = samples(site)
    counters = {sample.name for family in first.values() if family.type in ("counter", "histogram")
                for sample in family.samples}
    assert len(counters) > 30
    assert set(before) <= set(after), "a figure does not go away"
    for key, earlier in before.items():
        if key[0] in counters:
            assert after[key] >= earlier, key


def test_histograms_are_consistent_and_count_what_was_asked(site):
    traffic(site)
    found = families(scrape(site))
    seen = 0
    for family in found.values():
        if family.type != "histogram":
            continue
        series = {}
        for sample in family.samples:
            labels = {name: text for name, text in sample.labels.items() if name != "le"}
            series.setdefault(tuple(sorted(labels.items())), []).append(sample)
        for parts in series.values():
            buckets = [(float(part.labels["le"]), part.value) for part in parts if part.name.endswith("_bucket")]
            assert buckets == sorted(buckets) and buckets[-1][0] == float("inf")
            assert [count for _, count in buckets] == sorted(count for _, count in buckets)
            count = next(part.value for part in parts if part.name.endswith("_count"))
            assert count == buckets[-1][1]
            assert next(part.value for part in parts if part.name.endswith("_sum")) >= 0
            seen += 1
    assert seen > 10
    now = samples(site)
    assert value(now, "quad_http_requests_total", method="POST", route="/v1/tasks", status="2xx") == 1
    assert value(now, "quad_http_requests_total", method="POST", route="/v1/tasks", status="4xx") == 1
    assert value(now, "quad_requests_total", program="roomhub", subject="roomhub.task.add") == 2
    assert value(
        now, "quad_request_faults_total", program="roomhub", subject="roomhub.task.add", code="title_blank") == 1
    assert value(now, "quad_request_duration_seconds_count", program="roomhub", subject="roomhub.task.add") == 2


def test_every_program_tells_of_its_process_its_store_and_its_streams(site):
    traffic(site)
    now = samples(site)
    for program in PROGRAMS:
        assert value(now, "quad_up", program=program) == 1
        assert value(now, "quad_process_resident_memory_bytes", program=program) > 1e6
        assert value(now, "quad_process_open_fds", program=program) > 3
        assert value(now, "quad_process_cpu_seconds_total", program=program) > 0
        assert value(now, "quad_start_time_seconds", program=program) > 1.7e9
    for program in STORES:
        head = value(now, "quad_stream_head_sequence", program=program)
        # This traffic is signing up and a task: events of auth and roomhub.
        least = 1 if program in ("auth", "roomhub") else 0
        assert head >= least
        assert value(now, "quad_store_wal_bytes", program=program) >= least
        assert value(now, "quad_disk_free_bytes", program=program) > 0
        assert value(now, "quad_dead_letters", program=program) == 0
        commits = value(now, "quad_store_commits_total", program=program)
        assert least <= commits <= value(now, "quad_store_writes_total", program=program)
        assert value(now, "quad_store_batch_writes_count", program=program) == commits
    assert wait_until(
        lambda: value(samples(site), "quad_consumer_lag_events", program="roomhub", producer="auth") == 0,
        "roomhub has applied what auth told")


def test_a_program_that_is_down_is_told_of_and_the_page_still_comes(site):
    traffic(site)
    site.stop("roomhub")
    now = samples(site)
    assert value(now, "quad_up", program="roomhub") == 0
    assert value(now, "quad_up", program="auth") == 1
    assert not [key for key in now if key[0] == "quad_stream_head_sequence" and ("program", "roomhub") in key[1]]
    site.start("roomhub")
    assert wait_until(lambda: value(samples(site), "quad_up", program="roomhub") == 1, "roomhub is back")


def test_made_up_paths_methods_and_subjects_add_no_figures(site):
    traffic(site)
    client = BusClient(site.keys, site.run, "operator")

    def ask_nonsense(times):
        for _ in range(times):
            word = secrets.token_hex(4)
            site.request("GET", f"/v1/{word}")
            site.request("GET", f"/v1/tasks/{word}")
            site.request("GET", f"/{word}/x")
            site.request("BREW", f"/v1/{word}")
            client.exchange("roomhub", f"roomhub.{word}.get", {})

    try:
        ask_nonsense(1)
        samples(site)  # the first scrape is counted, too
        before = set(samples(site))
        ask_nonsense(40)
    finally:
        client.close()
    assert set(samples(site)) == before


def test_an_anonymous_message_moves_no_figure_of_its_own(site):
    token = traffic(site)
    subject, route = ("subject", "roomhub.message.post"), (("method", "POST"), ("route", "/v1/messages"))
    before = {
        key: number for key, number in samples(site).items() if subject in key[1] or set(route) <= set(key[1])}
    assert {key[0] for key in before} >= {"quad_requests_total", "quad_http_requests_total"}
    for _ in range(3):
        assert site.request("POST", "/v1/messages", {"text": "Who has a drill?"}, token).status == 201
    after = samples(site)
    assert {key: number for key, number in after.items() if key in before} == before


@pytest.mark.parametrize("headers", [
    {"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}, {"Via": "1.1 caddy"},
    {"X-Real-IP": "203.0.113.9"}, {"Host": "quad.example"}, {"Authorization": "Bearer wrong", "Via": "1.1 x"},
])
def test_whoever_comes_from_elsewhere_finds_nothing(site, headers):
    answer = site.request("GET", "/metrics", headers=headers)
    assert problem(answer) == (404, "not_found")
    assert b"quad_" not in answer.body


def test_the_token_lets_a_scraper_in_from_anywhere(tmp_path):
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    site = Site(settings={"QUAD_METRICS_TOKEN_FILE": str(file)})
    try:
        outside = {"X-Forwarded-For": "203.0.113.9"}
        assert site.request("GET", "/metrics", headers=outside).status == 404
        assert "quad_up" in scrape(site, headers=outside, token=TOKEN)
        assert site.request("GET", "/metrics", headers=outside, token=TOKEN + "x").status == 404
        assert site.request("POST", "/metrics", {}, token=TOKEN).status == 405
        assert TOKEN not in site.log("gateway")
    finally:
        site.close()
