"""Check-ins, excuses and places that a cell of the access matrix is about, all in the course of the staff member."""

import time
import uuid
from datetime import UTC, datetime

from access_objects import fresh_course
from quad_stores import database


def checkin(world, mode="manual"):
    made = world.ask("staff", "POST", f"/v1/courses/{world.course}/checkins", {"mode": mode})
    assert made.status == 201, made.body
    world.checkin = made.json["id"]
    return {"id": world.checkin}


def open_checkin(world, role):
    return checkin(world)


def code_checkin(world, role):
    return checkin(world, "code")


def closed_checkin(world, role):
    path = checkin(world)
    assert world.ask("staff", "POST", f"/v1/checkins/{path['id']}/close").status == 200
    return path


def deleted_checkin(world, role):
    path = checkin(world)
    assert world.ask("staff", "DELETE", f"/v1/checkins/{path['id']}").status == 204
    return path


def marked(world, role):
    return open_checkin(world, role) | {"person": world.ids["owner"]}


def drop_checkins(world, role):
    """No check-in is left that would be open at the time of the next one."""
    for item in world.ask("staff", "GET", f"/v1/courses/{world.course}/checkins").json["items"]:
        assert world.ask("staff", "DELETE", f"/v1/checkins/{item['id']}").status == 204


def shown_code(world, role):
    return {"code": world.ask("staff", "GET", f"/v1/checkins/{world.checkin}/code").json["code"]}


def excuse(world=None, role=None):
    return {"day": datetime.now(UTC).date().isoformat(), "note": "Ill"}


def filed_excuse(world, role):
    course = fresh_course(world, role)["id"]
    made = world.ask("owner", "POST", f"/v1/courses/{course}/excuses", excuse())
    assert made.status == 201, made.body
    return {"id": made.json["id"]}


def new_spot(world, role):
    return {"id": str(uuid.uuid4())}


def old_term(world, role):
    return {"term": "Spring-2020"}


def draft(world, role):
    """A check-in drafted for tomorrow, as the timetable would."""
    made, starts = uuid.uuid4(), int((time.time() + 86400) * 1000)
    with database(world.site, "attendance") as rows:
        rows.execute("DELETE FROM draft")
        rows.execute(
            "INSERT INTO draft(id, course, day, block, starts_at, ends_at) VALUES (?, ?, ?, 1, ?, ?)",
            (made.bytes, uuid.UUID(world.course).bytes, "2040-01-01", starts, starts + 2_700_000))
    return {"id": str(made)}
