"""Objects that a cell of the access matrix is about, and what is put right after it: each takes the world and a role."""

from access_world import SECRET_TASK, TOKENS
from quad_uploads import upload
from quad_site import wait_until


def task_id(world, role):
    return {"id": world.add_task()}


def deleted_task(world, role):
    task = world.add_task()
    world.ask("owner", "DELETE", f"/v1/tasks/{task}")
    return {"id": task}


def event_id(world, role):
    return {"id": world.event["id"]}


def pictured_event(world, role):
    return {"id": world.pictured, "variant": "480"}


def pictured_link(world, role):
    link = world.ask("owner", "POST", f"/v1/events/{world.pictured}/link").json["token"]
    return {"token": link, "variant": "160"}


def pictured_person(world, role):
    return {"id": world.ids["owner"], "variant": "480"}


def own_upload(world, role):
    """A picture that the caller uploaded; without an account, that of the owner."""
    holder = role if world.tokens.get(role) and role not in TOKENS else "owner"
    return {"object": upload(world.site, world.tokens[holder])["object"]}


def end_picture(world, role):
    """The owner has the portrait again that others look at."""
    world.show_portrait()


def fresh_event(world, role):
    return {"id": world.add_event()["id"]}


def recurring_date(world, role):
    """The second date of an event of the owner."""
    return {"id": world.add_event(recurrence="FREQ=DAILY")["id"], "date": "2040-05-02"}


def deleted_event(world, role):
    path = fresh_event(world, role)
    world.ask("owner", "DELETE", f"/v1/events/{path['id']}")
    return path


def link_token(world, role):
    return {"token": world.ask("owner", "POST", f"/v1/events/{world.event['id']}/link").json["token"]}


def feed_token(world, role):
    return {"token": world.ask("owner", "POST", "/v1/event-feed").json["token"]}


def course_id(world, role):
    return {"id": world.course}


def fresh_course(world, role):
    world.fresh = world.add_course()
    return {"id": world.fresh}


def on_fresh_roster(world, role):
    return fresh_course(world, role) | {"person": world.ids["owner"]}


def drop_course(world, role):
    world.ask("admin", "DELETE", f"/v1/courses/{world.fresh}")


def shared_event(world, role):
    return {"id": world.shared}


def to_do(world, role):
    return world.listed("to-dos", "toDo")


def deleted_to_do(world, role):
    return world.listed("to-dos", "toDo", is_deleted=True)


def budget_line(world, role):
    return world.listed("budget/lines", "line")


def deleted_line(world, role):
    return world.listed("budget/lines", "line", is_deleted=True)


def message_id(world, role):
    return {"id": world.message}


def reported(world, role):
    world.ask("owner", "POST", f"/v1/messages/{world.message}/report", {"reason": "test"})
    return {"id": world.message}


def request_id(world, role):
    request, newcomer = world.newcomer()
    world.last_newcomer = newcomer
    return {"id": request}


def remove_newcomer(world, role):
    world.site.request("POST", "/v1/room/leave", token=world.last_newcomer["token"])
    world.site.request("DELETE", "/v1/room/request", token=world.last_newcomer["token"])


def person_id(world, role):
    return {"id": world.ids["owner"]}


def roommate_id(world, role):
    return {"id": world.ids["member" if role == "owner" or role in TOKENS else "owner"]}


def disposable(world, role):
    world.number += 1
    return {"id": world.site.sign_up(f"someone{world.number}")["person"]}


def session_id(world, role):
    other = world.sign_in("owner")
    sessions = world.site.request("GET", "/v1/sessions", token=other).json["items"]
    return {"id": next(item["id"] for item in sessions if item["isCurrent"])}


def token_id(world, role):
    made = world.ask("owner", "POST", "/v1/tokens", {"name": "short", "scopes": ["room:read"], "days": 1})
    return {"id": made.json["token"]["id"]}


def invite_id(world, role):
    return {"id": world.admin("POST", "/v1/admin/invites", {}).json["id"]}


def end_tokens(world, role):
    for token in world.ask("owner", "GET", "/v1/tokens").json["items"]:
        if token["name"] == "short":
            world.ask("owner", "DELETE", f"/v1/tokens/{token['id']}")


def back_in(world, role):
    if role in ("owner", "member"):
        world.join(role, "forbes", "101A", world.code)
    elif role == "other_room":
        world.join(role, "forbes", "102")
    elif role == "other_dorm":
        world.join(role, "alder", "1")


def new_code(world, role):
    if role in ("owner", "member"):
        world.code = world.ask("owner", "GET", "/v1/room").json["joinCode"]


def fresh_session(world, role):
    if role != "anon" and role not in TOKENS:
        world.saved = world.tokens[role]
        world.tokens[role] = world.sign_in(role)


def saved_session(world, role):
    if role != "anon" and role not in TOKENS:
        world.tokens[role] = world.saved


def version(world, role):
    me = world.ask(role, "GET", "/v1/me")
    return {"version": me.json["version"] if me.status == 200 else 1, "hometown": "Oslo"}


def alert_id(world, role):
    """An alert that waits for the owner; without one an event makes it."""
    def found():
        items = world.ask("owner", "GET", "/v1/alerts").json["items"]
        return items[0]["id"] if items else world.add_event() and None
    return {"id": wait_until(found, "an alert of the owner")}


def notice_id(world, role):
    """A notice in the owner's inbox: a roommate has added something important."""
    def found():
        items = world.ask("owner", "GET", "/v1/inbox?limit=100").json["items"]
        return next((item["id"] for item in items if item["text"]["key"] == "task.important"), None)
    if not found():
        world.ask("member", "POST", "/v1/tasks", {"title": SECRET_TASK, "isImportant": True})
    return {"id": wait_until(found, "a notice for the owner")}


def channel_id(world, role):
    made = world.ask("owner", "POST", "/v1/channels/ntfy", {"url": "https://ntfy.example/topic"})
    world.channel = made.json["id"]
    return {"id": world.channel}


def drop_channel(world, role):
    world.ask("owner", "DELETE", f"/v1/channels/{world.channel}")


def times_version(world, role):
    times = world.ask(role, "GET", "/v1/alert-times")
    # The token that may write may not read: the owner tells it.
    if times.status == 403:
        times = world.ask("owner", "GET", "/v1/alert-times")
    return {"version": times.json["version"] if times.status == 200 else 0, "digest": "18:00"}
