"""The access matrix: every operation of the OpenAPI document, asked by everybody, about somebody's object.

The objects are rooms, tasks, messages, courses, events and alerts; access_matrix.py has the table. Answers to anyone
outside the room are searched for the room's secrets.
"""

import json
import time
import uuid

import pytest
from access_matrix import MATRIX, Entry, of_room
from access_objects import task_id
from access_world import (
    OUTSIDE, ROLES, SECRET_COURSE, SECRET_EVENT, SECRET_MESSAGE, SECRET_PHONE, SECRET_TASK, TOKENS, World,
)
from quad_metrics import samples, value
from quad_scoreboard import record
from quad_site import Site, wait_until


@pytest.fixture(scope="module")
def world():
    site = Site(settings={"QUAD_REFUSALS_PER_ADDRESS": "100000", "QUAD_REQUESTS_PER_PERSON": "1000"})
    try:
        site.define_dorm("forbes", "Forbes Hall", 20)
        yield World(site)
    finally:
        site.close()


def operations(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def form(operation):
    """The media type that an operation takes."""
    return next(iter(operation.get("requestBody", {}).get("content", {})), "application/json")


def expected_status(entry, operation, role):
    """A token stands for the owner in the scopes it has, and for nobody else."""
    if role not in TOKENS:
        return entry.expected[role]
    security = operation.get("security", [])
    if security == []:
        return entry.expected["anon"]
    may = any(set(way["token"]) <= set(TOKENS[role]) for way in security if "token" in way)
    return entry.expected["owner"] if may else 403


@pytest.mark.timeout(600)
def test_every_cell_of_role_and_endpoint(world):
    document = world.site.request("GET", "/openapi.json").json
    wrong, cells, missing, began = [], 0, [], time.monotonic()
    for method, path, operation in operations(document):
        name = operation["operationId"]
        if name not in MATRIX:
            missing.append(name)
            continue
        entry = MATRIX[name]
        for role in ROLES:
            entry.before(world, role)
            target = (path.format(**entry.path(world, role)) if "{" in path else path) + entry.query
            if method == "GET" and "304" in operation["responses"]:
                # Whose it is asks first, so that the gateway has a reply that it must not give to others.
                world.ask("owner", method, target)
            answer = world.stream(role) if name == "gateway.stream.open" else world.ask(
                role, method, target, entry.body(world, role) if method in ("POST", "PUT", "PATCH") else None,
                headers={"Idempotency-Key": str(uuid.uuid4()), "Content-Type": form(operation)})
            entry.after(world, role)
            cells += 1
            status = expected_status(entry, operation, role)
            if answer.status != status:
                wrong.append(f"{name} as {role}: {answer.status} instead of {status}: {answer.body[:200]}")
            leak = leaks(world, role, name, answer)
            if leak:
                wrong.append(f"{name} as {role} tells {leak}")
    assert value(samples(world.site), "quad_kept_reply_hits_total") > len(ROLES), "kept replies were used"
    assert missing == [], "operations without an entry: say who may use them"
    assert sorted(set(MATRIX) - {operation["operationId"] for _, _, operation in operations(document)}) == []
    found = f"{len(wrong)} of {cells} cells wrong"
    record("SEC5", "0 cells of role x endpoint wrong", found, not wrong, round(time.monotonic() - began, 1))
    assert wrong == [], "\n".join(wrong)


def leaks(world, role, name, answer):
    """The secret of 101A that an outsider found in a reply; None if there is none."""
    if role not in OUTSIDE and role != "anon" or name in ("events.link.open", "events.feed.read"):
        return None
    secrets = {"a task": SECRET_TASK, "the phone number": SECRET_PHONE, "the join code": world.code,
               "an event": SECRET_EVENT}
    # Administrators see rooms by their ids, and the text of what was reported.
    if role != "admin":
        secrets |= {"a message": SECRET_MESSAGE, "the room's id": world.room}
    # It is the staff member's own.
    if role not in ("staff", "admin"):
        secrets["a course"] = SECRET_COURSE
    body = answer.body.decode(errors="replace")
    return next((what for what, text in secrets.items() if text in body), None)


def test_a_former_member_learns_nothing_new(world):
    assert world.ask("former", "GET", "/v1/room").json["code"] == "no_room"
    assert world.ask("former", "GET", f"/v1/tasks/{world.task}").status == 409


def test_an_administrator_signs_for_what_they_did(world):
    world.admin("PUT", "/v1/admin/dorms/cedar", {"name": "Cedar Court", "roomCapacity": 3})
    world.admin("POST", "/v1/admin/invites", {"note": "audited"})

    def entries():
        items = world.ask("admin", "GET", "/v1/admin/audit?limit=100").json["items"]
        return [item for item in items if item["object"] == "cedar"] and items

    items = wait_until(entries, "roomhub's entry reaches auth's log")
    dorm = next(item for item in items if item["object"] == "cedar")
    assert (dorm["action"], dorm["actor"]) == ("dorm_defined", world.ids["admin"])
    invite = next(item for item in items if item["action"] == "invite_created")
    assert invite["actor"] == world.ids["admin"]
    mine = world.ask("admin", "GET", f"/v1/admin/audit?limit=100&actor={world.ids['admin']}").json["items"]
    assert mine and all(item["actor"] == world.ids["admin"] for item in mine)


def test_the_matrix_would_see_a_wrong_cell(world):
    """The control: an expectation that is wrong on purpose is reported by the same comparison."""
    entry = Entry(of_room(200, other_room=200), path=task_id)
    answer = world.ask("other_room", "GET", f"/v1/tasks/{world.add_task()}")
    assert answer.status != expected_status(entry, {"security": [{"session": []}]}, "other_room")
    assert leaks(world, "other_room", "control", type("A", (), {"body": json.dumps(SECRET_TASK).encode()}))
