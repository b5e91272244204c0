"""Traces end to end: one request's spans from every program reach a collector as one tree."""

import http.client
import http.server
import json
import os
import secrets
import subprocess
import threading
import time

import pytest
from quad_bus import AUDIENCE, TRACE, BusClient
from quad_catalogue import PROGRAMS
from quad_metrics import samples, value
from quad_site import BIN, Site, send, wait_until


class Collector:
    """An OTLP collector that keeps what it gets; `status` is what it answers."""

    def __init__(self, port=0):
        self.spans, self.requests, self.status = [], [], 200
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.requests.append((self.path, self.headers["Content-Type"], len(body)))
                if collector.status == 200:
                    for resource in json.loads(body)["resourceSpans"]:
                        names = {item["key"]: item["value"] for item in resource["resource"]["attributes"]}
                        for scope in resource["scopeSpans"]:
                            for span in scope["spans"]:
                                collector.spans.append((names["service.name"]["stringValue"], span))
                self.send_response(collector.status)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, trace):
        return [(service, span) for service, span in list(self.spans) if span["traceId"] == trace]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def collector():
    collector = Collector()
    yield collector
    collector.close()


@pytest.fixture
def traced(collector):
    site = Site(settings={"QUAD_OTLP": f"http://127.0.0.1:{collector.port}/v1/traces"})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


def new_trace(sampled=True):
    trace = secrets.token_hex(16)
    return trace, f"00-{trace}-{secrets.token_hex(8)}-{'01' if sampled else '00'}"


def add_task(site, token, parent, title="Buy milk"):
    answer = site.request("POST", "/v1/tasks", {"title": title}, token, {"traceparent": parent})
    assert answer.status == 201, answer.body
    return answer


def by_name(spans):
    return {(service, span["name"], span["kind"]): span for service, span in spans}


SERVER, CLIENT, INTERNAL, CONSUMER = 2, 3, 1, 5


def test_one_request_is_one_tree_from_the_gateway_to_the_live_stream(traced, collector):
    token = traced.member("ada")["token"]
    # A fresh sign-in: the gateway has to ask auth who this is, in the same trace.
    token = traced.sign_in("ada")
    stream = traced.open_stream(token)
    trace, parent = new_trace()
    answer = add_task(traced, traced.sign_in("ada"), parent)
    assert stream.next()[1] == "roomhub.task.added"
    stream.close()

    wanted = {
        ("gateway", "POST /v1/tasks", SERVER), ("gateway", "auth.session.resolve", CLIENT),
        ("auth", "auth.session.resolve", SERVER), ("gateway", "roomhub.task.add", CLIENT),
        ("roomhub", "roomhub.task.add", SERVER), ("roomhub", "store.write", INTERNAL),
        ("gateway", "live roomhub.task.added", CONSUMER),
    }
    wait_until(lambda: wanted <= set(by_name(collector.of(trace))), "every span of the trace")
    found = by_name(collector.of(trace))
    assert set(found) == wanted and len(collector.of(trace)) == len(wanted)

    def is_part(child, whole):
        assert found[child]["parentSpanId"] == found[whole]["spanId"], (child, whole)

    root = found["gateway", "POST /v1/tasks", SERVER]
    assert root["parentSpanId"] == parent.split("-")[2]
    assert answer.headers["traceresponse"] == f"00-{trace}-{root['spanId']}-01"
    is_part(("gateway", "auth.session.resolve", CLIENT), ("gateway", "POST /v1/tasks", SERVER))
    is_part(("auth", "auth.session.resolve", SERVER), ("gateway", "auth.session.resolve", CLIENT))
    is_part(("gateway", "roomhub.task.add", CLIENT), ("gateway", "POST /v1/tasks", SERVER))
    is_part(("roomhub", "roomhub.task.add", SERVER), ("gateway", "roomhub.task.add", CLIENT))
    is_part(("roomhub", "store.write", INTERNAL), ("roomhub", "roomhub.task.add", SERVER))
    is_part(("gateway", "live roomhub.task.added", CONSUMER), ("roomhub", "roomhub.task.add", SERVER))
    assert len({span["spanId"] for span in found.values()}) == len(found)
    by_id = {span["spanId"]: span for span in found.values()}
    for span in found.values():
        start, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
        assert start <= end and abs(time.time() - start / 1e9) < 60
        whole = by_id.get(span.get("parentSpanId"))
        if whole:
            assert int(whole["startTimeUnixNano"]) <= start
    assert {"key": "http.response.status_code", "value": {"intValue": "201"}} in root["attributes"]
    assert all(path == "/v1/traces" and kind == "application/json" for path, kind, _ in collector.requests)


def test_a_fault_marks_the_spans_it_passed_through(traced, collector):
    token = traced.member("ada")["token"]
    trace, parent = new_trace()
    assert traced.request("POST", "/v1/tasks", {"title": " "}, token, {"traceparent": parent}).status == 422
    wait_until(lambda: len(collector.of(trace)) >= 3, "the spans")
    found = by_name(collector.of(trace))
    refused = found["roomhub", "roomhub.task.add", SERVER]
    assert refused["status"] == {"code": 2, "message": "title_blank"}
    assert found["gateway", "POST /v1/tasks", SERVER]["status"]["code"] == 0, "the asker's mistake is no failure"


def test_what_does_not_ask_for_it_leaves_no_span(traced, collector):
    token = traced.member("ada")["token"]
    asked, parent = new_trace(sampled=False)
    answer = add_task(traced, token, parent)
    assert answer.headers["traceresponse"].split("-")[1] == asked and answer.headers["traceresponse"].endswith("-00")
    plain = traced.request("GET", "/v1/tasks", token=token).headers["traceresponse"]
    assert plain.endswith("-00")
    last, parent = new_trace()
    add_task(traced, token, parent)
    wait_until(lambda: len(collector.of(last)) >= 4, "the spans of the last one")
    assert {span["traceId"] for _, span in collector.spans} == {last}


def test_an_anonymous_message_leaves_no_span_whatever_its_sender_asks_for(collector):
    settings = {"QUAD_OTLP": f"http://127.0.0.1:{collector.port}/v1/traces", "QUAD_TRACE_SAMPLE": "1"}
    site = Site(settings=settings)
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        token = site.member("ada")["token"]
        trace, parent = new_trace()
        answer = site.request(
            "POST", "/v1/messages", {"text": "Who has a drill?"}, token, {"traceparent": parent})
        assert answer.status == 201 and "traceresponse" not in answer.headers
        last = site.request("GET", "/v1/tasks", token=token).headers["traceresponse"].split("-")[1]
        wait_until(lambda: len(collector.of(last)) >= 3, "the spans of the request after it")
        client = BusClient(site.keys, site.run, "operator")
        try:
            for program in PROGRAMS:
                kept = client.call("$srv.spans", {"from": 1}, program=program)["spans"]
                assert not [span for span in kept if span["trace"] == trace or "message.post" in span["name"]]
        finally:
            client.close()
        assert not collector.of(trace)
        names = {span["name"] for _, span in collector.spans}
        assert "GET /v1/tasks" in names and not [name for name in names if "essage" in name]
    finally:
        site.close()


def test_a_collector_that_is_away_costs_spans_and_nothing_else(collector):
    port = collector.port
    collector.close()
    site = Site(settings={
        "QUAD_OTLP": f"http://127.0.0.1:{port}/v1/traces", "QUAD_TRACE_SAMPLE": "1",
        "QUAD_REQUESTS_PER_ADDRESS": "0", "QUAD_REQUESTS_PER_PERSON": "0"})
    back = None
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        token = site.member("ada")["token"]

        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)

        def burst(times):
            for _ in range(times):
                assert send(connection, "GET", "/v1/tasks?limit=1", token=token).status == 200

        burst(50)
        wait_until(lambda: value(samples(site), "quad_trace_export_failures_total") >= 1, "a try that failed")
        wait_until(lambda: value(samples(site), "quad_trace_spans_waiting") > 50, "the spans wait")
        # More than all queues hold: what is dropped is counted.
        deadline = time.monotonic() + 60

        def dropped():
            return sum(number for key, number in samples(site).items() if key[0] == "quad_trace_spans_dropped_total")

        while dropped() == 0:
            assert time.monotonic() < deadline, "nothing was dropped"
            burst(400)
        assert value(samples(site), "quad_trace_spans_waiting") <= 8192

        back = Collector(port)
        assert wait_until(lambda: value(samples(site), "quad_trace_spans_exported_total") > 0, "it recovers", 45)
        last = site.request("GET", "/v1/tasks", token=token).headers["traceresponse"].split("-")[1]
        wait_until(lambda: back.of(last), "new spans arrive", 45)
        assert max(size for _, _, size in back.requests) < 512 * 1024
    finally:
        site.close()
        if back:
            back.close()


def test_quad_bus_trace_draws_the_tree(site):
    token = site.member("ada")["token"]
    trace, parent = new_trace()
    add_task(site, token, parent)
    environment = {**os.environ, "QUAD_KEYS": site.keys, "QUAD_RUN": site.run}

    def run(*arguments):
        return subprocess.run(
            [f"{BIN}/quadctl", "bus", "trace", *arguments], env=environment, capture_output=True, text=True, timeout=30)

    drawn = wait_until(lambda: (lambda done: done if "live roomhub" in done.stdout else None)(run(trace)), "the tree")
    lines = drawn.stdout.splitlines()
    assert lines[1].startswith("POST /v1/tasks") and "gateway" in lines[1] and "█" in lines[1]
    assert any(line.startswith("  roomhub.task.add") for line in lines)
    assert any(line.startswith("      store.write") for line in lines)
    rows = [json.loads(line) for line in run(parent, "--json").stdout.splitlines()]
    assert {row["span"]["trace"] for row in rows} == {trace} and rows[0]["depth"] == 0
    unknown = run("0" * 31 + "1")
    assert unknown.returncode == 1 and "no program knows the trace" in unknown.stderr
    assert run("nonsense").returncode == 64


@pytest.mark.own_site
def test_the_trace_travels_with_the_event(site):
    token = site.member("ada")["token"]
    trace, parent = new_trace()
    add_task(site, token, parent)
    client = BusClient(site.keys, site.run, "operator")
    try:
        _, events = client.replay("roomhub", 1)
    finally:
        client.close()
    carried = [header.get(TRACE) for header, _ in events if header.text(1) == "roomhub.task.added"]
    assert [packed[1:17].hex() for packed in carried] == [trace]
    assert carried[0][17:25].hex() != parent.split("-")[2], "a span of its own"
    assert all(header.get(AUDIENCE) for header, _ in events)
