"""The administrators' overview: what each program says about itself, also while one of them is away."""

import signal
import time
from uuid import uuid4

import pytest
from quad_catalogue import PROGRAMS, STORES
from quad_site import problem, wait_until

PATH = "/v1/admin/overview"
# Started, stopped and counted: others would change the numbers.
pytestmark = pytest.mark.own_site


@pytest.fixture
def admin(site):
    ada = site.sign_up("ada")
    site.set_roles(ada["person"], ["admin", "student"])
    return site.sign_in("ada")


def overview(site, token):
    answer = site.request("GET", PATH, token=token)
    assert answer.status == 200, answer.body
    return answer.json


def counted(site, token, **expected):
    """The overview once it has these counts: some follow from events."""
    def has_them():
        counts = overview(site, token)["counts"]
        return expected.items() <= counts.items() and counts
    return wait_until(has_them, f"the counts {expected}")


def test_the_numbers_are_those_of_every_program(site, admin):
    first = overview(site, admin)
    assert {row["program"]: row["state"] for row in first["programs"]} == dict.fromkeys(PROGRAMS, "ready")
    assert first["away"] == [] and first["backup"] == {"isOld": False}
    assert all(row["version"] and row["started"] <= first["made"] for row in first["programs"])
    assert 0 < first["disk"]["freeBytes"] <= first["disk"]["bytes"]
    assert first["counts"]["people"] == first["counts"]["newPeople"] == first["counts"]["admins"] == 1

    site.define_dorm("single", "Single Rooms", 1)
    bea, cyd = site.member("bea"), site.sign_up("cyd")
    answer = site.request("POST", "/v1/room/join", {"dorm": "single", "number": "1"}, cyd["token"])
    assert answer.status in (200, 201), answer.body
    dan = site.sign_up("dan")
    assert site.request("POST", "/v1/room/join", {"dorm": "forbes", "number": "101A"}, dan["token"]).status == 202
    posted = site.request("POST", "/v1/messages", {"text": "hello"}, bea["token"], {"Idempotency-Key": str(uuid4())})
    assert posted.status == 201, posted.body
    counts = counted(site, admin, people=4, students=4, staff=0, rooms=2, fullRooms=1, joinRequests=1, messages=1)
    assert counts["reports"] == counts["deadDeliveries"] == counts["lateAlerts"] == counts["events"] == 0
    # Nobody is named.
    text = site.request("GET", PATH, token=admin).body.decode()
    assert not any(name in text for name in ("Bea", "cyd", "Example", bea["person"]))


def test_a_program_that_is_away_is_named_and_the_rest_is_there(site, admin):
    site.stop("events", signal.SIGKILL)
    began = time.monotonic()
    shown = overview(site, admin)
    assert time.monotonic() - began < 6
    assert shown["away"] == ["events"] and "events" not in shown["counts"]
    assert [row for row in shown["programs"] if row["program"] == "events"] == [{"program": "events", "state": "away"}]
    assert shown["counts"]["people"] == 1 and shown["counts"]["dorms"] >= 1 and shown["backup"]
    site.start("events")
    wait_until(lambda: overview(site, admin)["away"] == [], "it is there again")


def test_a_program_that_is_silent_costs_no_more_than_two_seconds(site, admin):
    site.processes["roomhub"].send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        shown = overview(site, admin)
        # Two seconds, and what a busy machine takes.
        assert time.monotonic() - began < 6
        assert shown["away"] == ["roomhub"] and shown["counts"]["people"] == 1
    finally:
        site.processes["roomhub"].send_signal(signal.SIGCONT)


def test_only_administrators_get_it(site, admin):
    assert problem(site.request("GET", PATH)) == (401, "signin_required")
    assert problem(site.request("GET", PATH, token=site.sign_up("bob")["token"])) == (403, "not_allowed")
    assert site.request("POST", PATH, {}, admin).status == 405
    made = {"name": "t", "days": 1}
    for scopes, expected in ((["room:read"], (403, "scope_missing")), (["admin"], 200)):
        token = site.request("POST", "/v1/tokens", {**made, "scopes": scopes}, admin).json["secret"]
        answer = site.request("GET", PATH, token=token)
        assert (answer.status if expected == 200 else problem(answer)) == expected
    assert set(STORES) <= {row["program"] for row in overview(site, admin)["programs"]}
