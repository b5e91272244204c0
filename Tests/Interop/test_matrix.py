"""Who may do what: every operation of the OpenAPI document, asked by everybody, about somebody's object.

The table below has an entry for each operation; one that is missing fails the test, so a new endpoint cannot be
added without saying who may use it. Wherever somebody outside the room is answered, the answer is searched for the
room's secrets.
"""

import json
import time
import uuid

import pytest

from quad_scoreboard import record
from quad_site import PASSWORD, Answer, Site, wait_until

# Tokens of the owner, and what they may do.
TOKENS = {
    "token": ["room:read"], "reader": ["events:read"], "writer": ["events:write"], "watcher": ["alerts:read"],
    "keeper": ["alerts:write"],
}
ROLES = ("anon", "owner", "member", "other_room", "other_dorm", "no_room", "former", "staff", "admin", *TOKENS)
OUTSIDE = ("other_room", "other_dorm", "no_room", "former", "staff", "admin")
SECRET_TASK = "canary task of 101A"
SECRET_MESSAGE = "canary message of 101A"
SECRET_EVENT = "canary event of 101A"
SECRET_COURSE = "canary course of the staff"
WHEN = {"date": "2040-05-01", "time": "19:00", "zone": "America/New_York"}
SECRET_PHONE = "+12025550177"
CALENDAR = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"


class World:
    """Two people in a room, others elsewhere, one who left, and an administrator without any room."""

    def __init__(self, site):
        self.site = site
        self.number = 0
        self.event = None
        people = {role: site.sign_up(role.replace("_", "")) for role in ROLES if role != "anon" and role not in TOKENS}
        self.ids = {role: person["person"] for role, person in people.items()}
        self.tokens = {role: person["token"] for role, person in people.items()}
        for role in ("staff", "admin"):
            site.set_roles(self.ids[role], [role])
            self.tokens[role] = self.sign_in(role)
        self.admin("PUT", "/v1/admin/dorms/alder", {"name": "Alder House", "roomCapacity": 4})
        self.room = self.join("owner", "forbes", "101A")
        self.code = self.ask("owner", "GET", "/v1/room").json["joinCode"]
        self.join("member", "forbes", "101A", self.code)
        self.join("former", "forbes", "101A", self.code)
        self.ask("former", "POST", "/v1/room/leave")
        self.join("other_room", "forbes", "102")
        self.join("other_dorm", "alder", "1")
        me = self.ask("owner", "GET", "/v1/me").json
        self.ask("owner", "PATCH", "/v1/me", {"version": me["version"], "phone": SECRET_PHONE})
        for role, scopes in TOKENS.items():
            made = self.ask("owner", "POST", "/v1/tokens", {"name": role, "scopes": scopes})
            self.tokens[role] = made.json["secret"]
            self.ids[role] = self.ids["owner"]
        self.task = self.add_task()
        self.shared = wait_until(self.share_event, "events knows the room of the owner")
        self.message = self.post()
        wait_until(self.add_event, "events has heard who lives where")
        self.course = self.add_course()

    def sign_in(self, role):
        body = {"email": f"{role.replace('_', '')}@hilltop.example", "password": PASSWORD}
        answer = self.site.request("POST", "/v1/signin", body)
        assert answer.status == 200, answer.body
        return answer.json["token"]

    def ask(self, role, method, path, body=None, **more):
        return self.site.request(method, path, body, self.tokens.get(role), **more)

    def admin(self, method, path, body=None):
        answer = self.ask("admin", method, path, body)
        assert answer.status < 300, answer.body
        return answer

    def stream(self, role):
        """The live stream's first answer; an open one is closed again."""
        try:
            self.site.open_stream(self.tokens.get(role, "")).close()
            return Answer(200, {}, b"")
        except AssertionError as refused:
            return Answer(refused.args[0].status, {}, refused.args[0].body)

    def join(self, role, dorm, number, code=None):
        body = {"dorm": dorm, "number": number} | ({"code": code} if code else {})
        answer = self.ask(role, "POST", "/v1/room/join", body)
        assert answer.status == 200 and answer.json["state"] == "joined", answer.body
        return answer.json["room"]

    def newcomer(self):
        """Somebody without a room who asks to be let into 101A."""
        self.number += 1
        person = self.site.sign_up(f"newcomer{self.number}")
        self.site.request("POST", "/v1/room/join", {"dorm": "forbes", "number": "101A"}, person["token"])
        waiting = self.ask("owner", "GET", "/v1/room/requests").json["items"]
        return next(item["id"] for item in waiting if item["profile"]["id"] == person["person"]), person

    def add_task(self):
        return self.ask("owner", "POST", "/v1/tasks", {"title": SECRET_TASK}).json["task"]["id"]

    def add_event(self):
        """An event of the owner that 101A sees; the first is the one that stays."""
        body = {"title": SECRET_EVENT, "when": WHEN, "visibility": "room"}
        answer = self.ask("owner", "POST", "/v1/events", body)
        event = answer.json["event"] if answer.status == 201 else None
        self.event = self.event or event
        return event

    def add_course(self):
        """A course of the staff member that the owner takes."""
        course = self.ask("staff", "POST", "/v1/courses", {"name": SECRET_COURSE}).json["id"]
        path = f"/v1/courses/{course}/roster/{self.ids['owner']}"
        wait_until(
            lambda: self.ask("staff", "PUT", path, {"role": "student"}).status == 200,
            "attendance knows the owner")
        return course

    def share_event(self):
        """An event that the owner shares with the room, once events knows owner and member."""
        when = {"date": "2036-10-15", "zone": "Europe/Berlin"}
        body = {"title": SECRET_EVENT, "when": when, "visibility": "room"}
        answer = self.ask("owner", "POST", "/v1/events", body)
        if answer.status != 201:
            return None
        event = answer.json["event"]["id"]
        wait_until(lambda: self.ask("member", "GET", f"/v1/events/{event}").status == 200, "the member sees it")
        return event

    def listed(self, what, name, is_deleted=False):
        """A new line of a list of the shared event, as the members of its path."""
        path = f"/v1/events/{self.shared}/{what}"
        made = self.ask("owner", "POST", path, {"text": SECRET_EVENT}).json["id"]
        if is_deleted:
            self.ask("owner", "DELETE", f"{path}/{made}")
        return {"id": self.shared, name: made}

    def post(self):
        answer = self.ask("owner", "POST", "/v1/messages", {"text": SECRET_MESSAGE})
        if answer.status == 201:
            self.message = answer.json["id"]
        return self.message


def code_of(world, role):
    return {"code": world.code}


# What each role is answered. `room` operations are about the caller's own room: outsiders get their own, or 409.
def anyone(status, **more):
    return dict.fromkeys(ROLES, status) | more


def signed_in(status, **more):
    return dict.fromkeys(ROLES, status) | {"anon": 401} | more


def own_room(status, **more):
    """The caller's room, whichever it is: who has none is told so."""
    return signed_in(status, no_room=409, former=409, staff=409, admin=409) | more


def of_room(status, **more):
    """An object of 101A: for everybody else it does not exist."""
    return own_room(status, other_room=404, other_dorm=404) | more


def administrators(status, **more):
    return dict.fromkeys(ROLES, 403) | {"anon": 401, "admin": status} | more


def nobody_else(status, **more):
    """An object of the owner alone."""
    return signed_in(404, owner=status) | more


def seen_by_room(status, **more):
    """An event that is shared with 101A: for everybody else it does not exist, whether they have a room or not."""
    return nobody_else(status, member=status) | more


class Entry:
    def __init__(self, expected, body=None, path=None, after=None, before=None):
        self.expected = expected
        self.body = body if callable(body) else lambda world, role: body
        self.path = path or (lambda world, role: {})
        self.after = after or (lambda world, role: None)
        self.before = before or (lambda world, role: None)


def task_id(world, role):
    return {"id": world.add_task()}


def deleted_task(world, role):
    task = world.add_task()
    world.ask("owner", "DELETE", f"/v1/tasks/{task}")
    return {"id": task}


def event_id(world, role):
    return {"id": world.event["id"]}


def fresh_event(world, role):
    return {"id": world.add_event()["id"]}


def deleted_event(world, role):
    path = fresh_event(world, role)
    world.ask("owner", "DELETE", f"/v1/events/{path['id']}")
    return path


def link_token(world, role):
    return {"token": world.ask("owner", "POST", f"/v1/events/{world.event['id']}/link").json["token"]}


def feed_token(world, role):
    return {"token": world.ask("owner", "POST", "/v1/event-feed").json["token"]}

def of_shared(status, **more):
    """An object of an event that is shared with 101A: for everybody else it does not exist."""
    return nobody_else(status, member=status) | more


def taken(status, **more):
    """A course of the staff member: the owner takes it, and for everybody else it does not exist."""
    return nobody_else(status, staff=status, admin=status) | more


def taught(status, **more):
    """The same for what students may not: who takes the course is told that it is not allowed."""
    return taken(status, owner=403) | more


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


# The subscription of RFC 8291, section 5, at a push service.
PUSH = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/matrix",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
WRONG = "not my password at all"
DORM = {"name": "Birch Cottage", "roomCapacity": 2}

MATRIX = {
    "auth.site.get": Entry(anyone(200)),
    "auth.person.signUp": Entry(anyone(409), {
        "email": "owner@hilltop.example", "password": PASSWORD, "firstName": "A", "lastName": "B"}),
    "auth.session.signIn": Entry(anyone(401), lambda world, role: {
        "email": f"nobody{ROLES.index(role)}@hilltop.example", "password": WRONG}),
    "auth.session.signOut": Entry(signed_in(204), before=fresh_session, after=saved_session),
    "auth.session.list": Entry(signed_in(200)),
    "auth.session.revoke": Entry(nobody_else(204), path=session_id),
    "auth.session.revokeOthers": Entry(signed_in(200)),
    "auth.password.change": Entry(signed_in(403), {"current": WRONG, "password": "another long password"}),
    "auth.password.forgot": Entry(anyone(409), {"email": "owner@hilltop.example"}),
    "auth.password.reset": Entry(anyone(403), {"code": "0000-0000-0000", "password": "another long password"}),
    "auth.email.change": Entry(signed_in(403), {"email": "new@hilltop.example", "password": WRONG}),
    "auth.email.verify": Entry(signed_in(409)),
    "auth.email.confirm": Entry(anyone(403), {"code": "0000-0000-0000"}),
    "auth.token.create": Entry(
        signed_in(201), {"name": "short", "scopes": ["room:read"], "days": 1}, after=end_tokens),
    "auth.token.list": Entry(signed_in(200)),
    "auth.token.revoke": Entry(nobody_else(204), path=token_id, after=end_tokens),
    "auth.person.me": Entry(signed_in(200)),
    "auth.person.updateMe": Entry(signed_in(200), version),
    "auth.person.deleteMe": Entry(signed_in(403), {"password": WRONG}),
    "auth.person.undeleteMe": Entry(signed_in(200)),
    "auth.person.get": Entry(signed_in(200), path=person_id),
    "auth.person.list": Entry(administrators(200)),
    "auth.person.lookUp": Entry(administrators(200), path=person_id),
    "auth.person.setRoles": Entry(administrators(200), {"roles": ["student"]}, disposable),
    "auth.person.setBlocked": Entry(administrators(200), {"isBlocked": True}, disposable),
    "auth.person.setDeleted": Entry(administrators(200), {"isDeleted": True}, disposable),
    "auth.person.endSessions": Entry(administrators(200), None, disposable),
    "auth.password.makeCode": Entry(administrators(201), None, disposable),
    "auth.invite.create": Entry(administrators(201), {}),
    "auth.invite.list": Entry(administrators(200)),
    "auth.invite.revoke": Entry(administrators(204), path=invite_id),
    "auth.audit.list": Entry(administrators(200)),
    "roomhub.dorm.list": Entry(anyone(200)),
    "roomhub.home.get": Entry(signed_in(200)),
    "roomhub.room.get": Entry(own_room(200)),
    "roomhub.room.leave": Entry(signed_in(204), after=back_in),
    "roomhub.roommate.list": Entry(own_room(200)),
    "roomhub.roommate.get": Entry(of_room(200), path=roommate_id),
    "roomhub.room.join": Entry(
        # Members are in already; whoever is elsewhere has to leave first; the rest may ask and wait.
        signed_in(202, owner=200, member=200, token=403, other_room=409, other_dorm=409),
        {"dorm": "forbes", "number": "101A"},
        after=lambda world, role: world.ask(role, "DELETE", "/v1/room/request")),
    "roomhub.room.code": Entry(own_room(200)),
    "roomhub.room.changeCode": Entry(own_room(200), after=new_code),
    "roomhub.join.list": Entry(own_room(200)),
    "roomhub.join.approve": Entry(of_room(204), path=request_id, after=remove_newcomer),
    "roomhub.join.decline": Entry(of_room(204), path=request_id, after=remove_newcomer),
    "roomhub.join.withdraw": Entry(signed_in(204)),
    "roomhub.task.list": Entry(own_room(200)),
    "roomhub.task.add": Entry(own_room(201), {"title": "one more"}),
    "roomhub.task.get": Entry(of_room(200), path=task_id),
    "roomhub.task.edit": Entry(of_room(200), {"version": 1, "notes": "edited"}, task_id),
    "roomhub.task.complete": Entry(of_room(200), path=task_id),
    "roomhub.task.reopen": Entry(of_room(200), path=task_id),
    "roomhub.task.delete": Entry(of_room(204), path=task_id),
    "roomhub.task.restore": Entry(of_room(200), path=deleted_task),
    "roomhub.board.get": Entry(own_room(200)),
    "roomhub.message.list": Entry(own_room(200)),
    "roomhub.message.get": Entry(of_room(200), path=message_id),
    "roomhub.message.post": Entry(own_room(201), {"text": "hello"}),
    "roomhub.board.markRead": Entry(own_room(200), {"hour": "2026-09-01T12:00:00.000Z", "seen": 1}),
    "roomhub.board.hours": Entry(own_room(200)),
    "roomhub.message.report": Entry(of_room(200), {"reason": "test"}, message_id),
    "roomhub.message.withdrawReport": Entry(of_room(204), path=reported),
    "roomhub.report.list": Entry(administrators(200)),
    "roomhub.message.hide": Entry(administrators(200), path=reported),
    "roomhub.message.show": Entry(administrators(200), path=reported),
    "roomhub.report.dismiss": Entry(administrators(200), path=reported),
    "roomhub.dorm.define": Entry(administrators(200), DORM, lambda world, role: {"id": "birch"}),
    "roomhub.dorm.remove": Entry(
        administrators(204), path=lambda world, role: {"id": "birch"},
        before=lambda world, role: world.admin("PUT", "/v1/admin/dorms/birch", DORM)),
    "roomhub.room.list": Entry(administrators(200)),
    "roomhub.room.setCapacity": Entry(
        administrators(200), {"capacity": 6}, lambda world, role: {"id": world.room}),
    "roomhub.member.remove": Entry(
        administrators(404), path=lambda world, role: {"id": world.room, "person": world.ids["other_dorm"]}),
    "attendance.course.list": Entry(signed_in(200)),
    "attendance.course.add": Entry(administrators(201, staff=201), {"name": "one more"}),
    "attendance.course.get": Entry(taken(200), path=course_id),
    "attendance.course.edit": Entry(taught(200), {"version": 1, "term": "Fall"}, fresh_course, drop_course),
    "attendance.course.delete": Entry(taught(204), path=fresh_course, after=drop_course),
    "attendance.roster.list": Entry(taught(200), path=course_id),
    "attendance.roster.enroll": Entry(
        taught(201), {"email": "member@hilltop.example", "role": "student"}, fresh_course, drop_course),
    "attendance.roster.set": Entry(taught(200), {"role": "student"}, on_fresh_roster, drop_course),
    "attendance.roster.remove": Entry(taught(204), path=on_fresh_roster, after=drop_course),
    "events.event.list": Entry(signed_in(200)),
    "events.event.add": Entry(signed_in(201), {"title": "one more", "when": WHEN}),
    "events.event.get": Entry(seen_by_room(200), path=event_id),
    "events.event.countdown": Entry(seen_by_room(200), path=event_id),
    "events.event.edit": Entry(nobody_else(200), {"version": 1, "notes": "edited"}, fresh_event),
    "events.event.delete": Entry(nobody_else(204), path=fresh_event),
    "events.event.restore": Entry(nobody_else(200), path=deleted_event),
    "events.answer.set": Entry(seen_by_room(200), {"answer": "maybe"}, event_id),
    "events.answer.withdraw": Entry(seen_by_room(204), path=event_id),
    "events.answer.list": Entry(seen_by_room(200), path=event_id),
    "events.link.make": Entry(nobody_else(201), path=event_id),
    "events.link.end": Entry(nobody_else(204), path=event_id),
    # Whoever has the link: what it shows is meant for them.
    "events.link.open": Entry(anyone(200), path=link_token),
    "events.feed.get": Entry(signed_in(200)),
    "events.feed.make": Entry(signed_in(201)),
    "events.feed.end": Entry(signed_in(204)),
    # Whoever has the address: it is the owner's secret.
    "events.feed.read": Entry(anyone(200), path=feed_token),
    "events.event.calendar": Entry(seen_by_room(200), path=event_id),
    "events.calendar.import": Entry(signed_in(200), CALENDAR),
    "events.toDo.list": Entry(of_shared(200), path=shared_event),
    "events.toDo.add": Entry(of_shared(201), {"text": "one more"}, shared_event),
    "events.toDo.edit": Entry(of_shared(200), {"version": 1, "isDone": True}, to_do),
    "events.toDo.move": Entry(of_shared(200), {}, to_do),
    "events.toDo.delete": Entry(of_shared(204), path=to_do),
    "events.toDo.restore": Entry(of_shared(200), path=deleted_to_do),
    "events.budget.get": Entry(of_shared(200), path=shared_event),
    # A repeated edit asks for what is so already.
    "events.budget.edit": Entry(of_shared(200), {"version": 1, "cap": 12050}, shared_event),
    "events.budgetLine.add": Entry(of_shared(201), {"text": "one more", "planned": "5.00"}, shared_event),
    "events.budgetLine.edit": Entry(of_shared(200), {"version": 1, "actual": 500}, budget_line),
    "events.budgetLine.move": Entry(of_shared(200), {}, budget_line),
    "events.budgetLine.delete": Entry(of_shared(204), path=budget_line),
    "events.budgetLine.restore": Entry(of_shared(200), path=deleted_line),
    "notifier.alert.list": Entry(signed_in(200)),
    "notifier.alert.armed": Entry(signed_in(200)),
    "notifier.alert.count": Entry(signed_in(200)),
    "notifier.alert.pin": Entry(nobody_else(200), path=alert_id),
    "notifier.alert.unpin": Entry(nobody_else(200), path=alert_id),
    "notifier.alert.drop": Entry(nobody_else(204), path=alert_id),
    "notifier.inbox.list": Entry(signed_in(200)),
    "notifier.inbox.read": Entry(nobody_else(200), path=notice_id),
    "notifier.inbox.unread": Entry(nobody_else(200), path=notice_id),
    "notifier.inbox.readAll": Entry(signed_in(200), {}),
    "notifier.inbox.snooze": Entry(nobody_else(201), {"minutes": 5}, notice_id),
    "notifier.inbox.clear": Entry(signed_in(200)),
    "notifier.inbox.restore": Entry(signed_in(200)),
    "notifier.channel.list": Entry(signed_in(200)),
    "notifier.push.key": Entry(signed_in(200)),
    "notifier.channel.addPush": Entry(signed_in(201), PUSH),
    # This site sends no mail.
    "notifier.channel.addEmail": Entry(signed_in(409)),
    "notifier.channel.addNtfy": Entry(signed_in(201), {"url": "https://ntfy.example/topic"}),
    "notifier.channel.addWebhook": Entry(signed_in(201), {"url": "https://hook.example/topic"}),
    "notifier.channel.edit": Entry(nobody_else(200), {"isOn": False}, channel_id, drop_channel),
    "notifier.channel.remove": Entry(nobody_else(204), path=channel_id),
    "notifier.channel.test": Entry(nobody_else(204), path=channel_id, after=drop_channel),
    "notifier.delivery.listDead": Entry(administrators(200)),
    "notifier.times.get": Entry(signed_in(200)),
    "notifier.times.set": Entry(signed_in(200), times_version),
    "gateway.stream.open": Entry(signed_in(200)),
    "gateway.person.export": Entry(signed_in(200)),
}


@pytest.fixture(scope="module")
def world():
    site = Site(settings={"QUAD_REFUSALS_PER_ADDRESS": "100000"})
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
            target = path.format(**entry.path(world, role)) if "{" in path else path
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
    assert missing == [], "operations without an entry: say who may use them"
    assert sorted(set(MATRIX) - {operation["operationId"] for _, _, operation in operations(document)}) == []
    value = f"{len(wrong)} of {cells} cells wrong"
    record("SEC5", "0 cells of role x endpoint wrong", value, not wrong, round(time.monotonic() - began, 1))
    assert wrong == [], "\n".join(wrong)


def leaks(world, role, name, answer):
    """What of 101A an outsider must not find in any answer."""
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
