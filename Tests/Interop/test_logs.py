"""The programs' logs: one JSON object a line, the trace on what belongs to a request, and never a secret."""

import json
import secrets

from quad_bus import Fault
from quad_catalogue import PROGRAMS
from quad_site import PASSWORD, Site, wait_until

TEXT = "Who plays the trumpet at midnight?"


def lines(site, program):
    return [json.loads(line) for line in site.log(program).splitlines()]


def access(site):
    return [line for line in lines(site, "gateway") if "http" in line]


def loud_site(**settings):
    site = Site(settings={"QUAD_LOG": "debug", "QUAD_ACCESS_LOG": "yes", "QUAD_TRACE_SAMPLE": "1", **settings})
    site.define_dorm("forbes", "Forbes Hall", 4)
    return site


def test_the_access_log_says_what_was_asked_of_which_route_and_nothing_of_who():
    site = loud_site()
    try:
        person = site.member("ada")
        token = person["token"]
        task = site.request("POST", "/v1/tasks", {"title": "Buy milk"}, token).json["task"]
        answer = site.request("GET", f"/v1/tasks/{task['id']}", token=token)
        assert answer.status in (200, 404, 405)
        site.request("GET", "/v1/tasks?limit=1", token=token)
        for owner in ("tasks", "events", "school"):
            assert site.request("GET", f"/v1/search/{owner}?q=xylophone", token=token).status in (200, 409, 422)
        assert site.request("POST", "/v1/messages", {"text": TEXT}, token).status == 201
        last = site.request("GET", "/v1/me", token=token).headers["traceresponse"].split("-")[1]
        wait_until(lambda: any(line.get("trace") == last for line in access(site)), "the last line")
        log = access(site)
        added = next(line for line in log if line["http"]["route"] == "/v1/tasks" and line["http"]["method"] == "POST")
        assert added["http"]["status"] == 201 and added["http"]["ms"] > 0 and len(added["trace"]) == 32
        assert set(added) == {"time", "level", "program", "message", "trace", "http"}
        assert not [line for line in log if "messages" in line["http"]["route"] and line["http"]["method"] == "POST"]
        text = site.log("gateway")
        for secret in (task["id"], person["person"], "127.0.0.1:", "limit=1"):
            assert secret not in text, secret
        for program in PROGRAMS:
            assert "xylophone" not in site.log(program), f"{program} writes down what somebody looks for"
    finally:
        site.close()


def test_there_is_no_access_log_unless_it_is_asked_for(site):
    token = site.member("ada")["token"]
    assert site.request("GET", "/v1/tasks", token=token).status == 200
    assert not access(site)


def test_no_secret_is_ever_written_however_loud_the_log():
    site = loud_site()
    try:
        person = site.member("ada")
        password, key = "another " + secrets.token_hex(8), "key-" + secrets.token_hex(8)
        token = person["token"]
        site.request("POST", "/v1/messages", {"text": TEXT}, token)
        site.request("POST", "/v1/signin", {"email": "ada@hilltop.example", "password": password})
        site.request(
            "POST", "/v1/tasks", {"title": "Buy milk", "colour": key}, token, {"Idempotency-Key": key})
        site.request("POST", "/v1/tasks", b'{"title": ' + password.encode(), token)
        site.request("GET", f"/v1/tasks?cursor={key}", token=token)
        bad = "x" * 42 + "A"
        site.request("GET", "/v1/tasks", token=bad)
        again = site.sign_in("ada")
        try:
            site.operator("roomhub.task.add", {"title": key})
        except Fault:
            pass
        metrics = site.request("GET", "/metrics").body.decode()
        everything = "".join([site.log(program) for program in PROGRAMS] + [metrics])
        assert len(everything) > 2000
        for secret in (PASSWORD, password, token, again, bad, TEXT, key, "ada@hilltop.example"):
            assert secret not in everything, secret
    finally:
        site.close()


def test_the_level_is_set_by_program():
    site = Site(settings={"QUAD_LOG": "warning,roomhub=debug"})
    try:
        assert [line for line in lines(site, "roomhub") if line["level"] == "info"]
        assert not [line for line in lines(site, "auth") if line["level"] in ("info", "debug")]
    finally:
        site.close()


def test_a_line_about_a_request_carries_its_trace():
    site = loud_site()
    try:
        token = site.member("ada")["token"]
        answer = site.request("POST", "/v1/tasks", {"title": "Buy milk", "unheardOf": 1}, token)
        trace = answer.headers["traceresponse"].split("-")[1]
        found = wait_until(
            lambda: [line for line in lines(site, "roomhub") if "unheardOf" in line["message"]], "the line")
        assert [line["trace"] for line in found] == [trace]
    finally:
        site.close()
