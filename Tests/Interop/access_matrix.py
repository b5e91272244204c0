"""The table of the access matrix: what each role gets from every operation, one entry each.

An operation without an entry fails test_matrix.py, so a new endpoint cannot be added without deciding who may use it.
"""

from access_attendance import (
    closed_checkin, code_checkin, deleted_checkin, drop_checkins, excuse, filed_excuse, marked, new_spot, old_term,
    open_checkin, shown_code,
)
from access_guide import crisis, drop_aeds, forget_crises, new_aed
from access_objects import (
    alert_id, back_in, budget_line, channel_id, course_id, deleted_event, deleted_line, deleted_task,
    deleted_to_do, disposable, drop_channel, drop_course, end_picture, end_tokens, event_id, feed_token, fresh_course,
    fresh_event, fresh_session, invite_id, link_token, message_id, new_code, notice_id, on_fresh_roster,
    own_upload, person_id, pictured_event, pictured_link, pictured_person, recurring_date, remove_newcomer, reported, request_id, roommate_id, saved_session, session_id, shared_event,
    task_id, times_version, to_do, token_id, version,
)
from access_world import ROLES, WHEN
from quad_uploads import png
from quad_site import PASSWORD

CALENDAR = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
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


# The status for each role. `room` operations are about the caller's own room: outsiders get their own, or 409.
def anyone(status, **more):
    return dict.fromkeys(ROLES, status) | more


def signed_in(status, **more):
    return dict.fromkeys(ROLES, status) | {"anon": 401} | more


def own_room(status, **more):
    """The caller's own room; without one the reply is 409."""
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


def taken(status, **more):
    """A course of the staff member: the owner takes it, and for everybody else it does not exist."""
    return nobody_else(status, staff=status, admin=status) | more


def taught(status, **more):
    """The same for operations that students may not use: the owner, who takes the course, gets 403."""
    return taken(status, owner=403) | more


class Entry:
    def __init__(self, expected, body=None, path=None, after=None, before=None, query=""):
        self.expected = expected
        self.body = body if callable(body) else lambda world, role: body
        self.path = path or (lambda world, role: {})
        self.after = after or (lambda world, role: None)
        self.before = before or (lambda world, role: None)
        self.query = query


MATRIX = {
    "auth.site.get": Entry(anyone(200)),
    # The site has an administrator, and no mail server.
    "auth.site.setUp": Entry(anyone(404), {
        "code": "7KQ2-M9XA-4TFD", "email": "setup@hilltop.example", "password": PASSWORD, "firstName": "A",
        "lastName": "B", "name": "Hilltop", "zone": "UTC", "language": "en", "signUp": "open"}),
    "auth.site.settings": Entry(administrators(200)),
    "auth.site.change": Entry(administrators(200), {"name": "Quad"}),
    "auth.mail.test": Entry(administrators(409)),
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
    "auth.today.arrange": Entry(signed_in(200), {"order": ["tasks", "event"], "hidden": []}),
    "auth.picture.set": Entry(signed_in(200), own_upload, after=end_picture),
    "auth.picture.remove": Entry(signed_in(200), after=end_picture),
    # `former` lived there; the tokens are the owner's.
    "auth.picture.get": Entry(seen_by_room(200, admin=200), path=pictured_person),
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
    "auth.backup.get": Entry(administrators(200)),
    "auth.alert.report": Entry(administrators(200), {"version": "4", "alerts": []}),
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
    "attendance.checkin.list": Entry(taken(200), path=course_id),
    "attendance.checkin.current": Entry(signed_in(200)),
    "attendance.checkin.open": Entry(taught(201), {"mode": "manual"}, course_id, drop_checkins),
    "attendance.checkin.get": Entry(taken(200), path=open_checkin, after=drop_checkins),
    "attendance.checkin.edit": Entry(taught(200), {"version": 1, "minutes": 20}, open_checkin, drop_checkins),
    "attendance.checkin.close": Entry(taught(200), path=open_checkin, after=drop_checkins),
    "attendance.checkin.reopen": Entry(taught(200), {"minutes": 5}, closed_checkin, drop_checkins),
    "attendance.checkin.delete": Entry(taught(204), path=open_checkin, after=drop_checkins),
    "attendance.checkin.restore": Entry(taught(200), path=deleted_checkin, after=drop_checkins),
    "attendance.checkin.code": Entry(taught(200), path=code_checkin, after=drop_checkins),
    "attendance.checkin.try": Entry(taken(200), {}, open_checkin, drop_checkins),
    "attendance.record.add": Entry(taken(403, owner=201), shown_code, code_checkin, drop_checkins),
    # Anyone who sees the code in the room: there is time to sign in.
    "attendance.ticket.get": Entry(anyone(201), shown_code, code_checkin, drop_checkins),
    "attendance.register.list": Entry(taught(200), path=open_checkin, after=drop_checkins),
    "attendance.mark.set": Entry(taught(200), {"status": "present"}, marked, drop_checkins),
    "attendance.mark.list": Entry(taught(200), path=marked, after=drop_checkins),
    "attendance.record.mine": Entry(signed_in(200)),
    "attendance.record.list": Entry(taught(200), path=course_id),
    "attendance.record.export": Entry(taught(200), path=course_id),
    "attendance.report.course": Entry(taught(200), path=course_id),
    "attendance.report.term": Entry(signed_in(200)),
    "attendance.warning.get": Entry(taught(200), path=course_id),
    "attendance.warning.set": Entry(taught(200), {"below": 75}, course_id),
    "attendance.excuse.file": Entry(taken(403, owner=201), excuse, course_id),
    "attendance.excuse.list": Entry(taken(200), path=course_id),
    "attendance.excuse.answer": Entry(taught(200), {"accept": True}, filed_excuse, drop_course),
    # Somebody else's excuse stays as it is.
    "attendance.excuse.withdraw": Entry(signed_in(204), path=filed_excuse, after=drop_course),
    "attendance.spot.list": Entry(administrators(200, staff=200)),
    "attendance.spot.save": Entry(
        administrators(200, staff=200), {"name": "Main Hall 101", "latitude": 42.3, "longitude": -72.6}, new_spot),
    "attendance.spot.delete": Entry(administrators(204, staff=204), path=new_spot),
    "attendance.term.lock": Entry(administrators(200), path=old_term),
    "attendance.term.unlock": Entry(administrators(204), path=old_term),
    "attendance.roster.import": Entry(
        taught(200), {"files": ["email\nmember@hilltop.example"]}, fresh_course, drop_course),
    "attendance.expected.list": Entry(taught(200), path=course_id),
    "attendance.expected.remove": Entry(
        taught(204), path=lambda world, role: fresh_course(world, role) | {"expected": world.ids["owner"]},
        after=drop_course),
    "events.event.list": Entry(signed_in(200)),
    "events.event.add": Entry(signed_in(201), {"title": "one more", "when": WHEN}),
    "events.event.get": Entry(seen_by_room(200), path=event_id),
    "events.event.countdown": Entry(seen_by_room(200), path=event_id),
    "events.event.edit": Entry(nobody_else(200), {"version": 1, "notes": "edited"}, fresh_event),
    "events.event.delete": Entry(nobody_else(204), path=fresh_event),
    "events.event.restore": Entry(nobody_else(200), path=deleted_event),
    "events.date.skip": Entry(nobody_else(200), path=recurring_date),
    "events.date.move": Entry(nobody_else(200), {"to": {"date": "2040-05-02", "time": "20:00"}}, recurring_date),
    "events.date.restore": Entry(nobody_else(200), path=recurring_date),
    "events.picture.get": Entry(seen_by_room(200), path=pictured_event),
    "events.answer.set": Entry(seen_by_room(200), {"answer": "maybe"}, event_id),
    "events.answer.withdraw": Entry(seen_by_room(204), path=event_id),
    "events.answer.list": Entry(seen_by_room(200), path=event_id),
    "events.link.make": Entry(nobody_else(201), path=event_id),
    "events.link.end": Entry(nobody_else(204), path=event_id),
    # Anyone with the link: its page is meant for them.
    "events.link.open": Entry(anyone(200), path=link_token),
    "events.card.get": Entry(seen_by_room(200), path=event_id),
    "events.link.card": Entry(anyone(200), path=link_token),
    "events.link.picture": Entry(anyone(200), path=pictured_link),
    "media.upload.take": Entry(signed_in(201), png()),
    "media.space.get": Entry(signed_in(200)),
    "media.own.add": Entry(administrators(422), {"object": "ab" * 32, "title": "Gym", "credit": "Ada, CC0"}),
    "media.own.list": Entry(administrators(200)),
    "media.space.list": Entry(administrators(200)),
    "media.own.remove": Entry(administrators(404), path=lambda world, role: {"object": "ab" * 32}),
    "media.picture.find": Entry(signed_in(200), query="?q=sun"),
    # A test site has no pictures to find, and nobody holds this one.
    "media.picture.take": Entry(signed_in(404), {"q": "sun"}),
    "media.picture.get": Entry(signed_in(404), path=lambda world, role: {"object": "0" * 64, "variant": "480"}),
    "events.feed.get": Entry(signed_in(200)),
    "events.feed.make": Entry(signed_in(201)),
    "events.feed.end": Entry(signed_in(204)),
    # Anyone with the address: it is the owner's secret.
    "events.feed.read": Entry(anyone(200), path=feed_token),
    "events.event.calendar": Entry(seen_by_room(200), path=event_id),
    "events.calendar.import": Entry(signed_in(200), CALENDAR),
    "events.toDo.list": Entry(seen_by_room(200), path=shared_event),
    "events.toDo.add": Entry(seen_by_room(201), {"text": "one more"}, shared_event),
    "events.toDo.edit": Entry(seen_by_room(200), {"version": 1, "isDone": True}, to_do),
    "events.toDo.move": Entry(seen_by_room(200), {}, to_do),
    "events.toDo.delete": Entry(seen_by_room(204), path=to_do),
    "events.toDo.restore": Entry(seen_by_room(200), path=deleted_to_do),
    "events.budget.get": Entry(seen_by_room(200), path=shared_event),
    # A repeated edit asks for what is so already.
    "events.budget.edit": Entry(seen_by_room(200), {"version": 1, "cap": 12050}, shared_event),
    "events.budgetLine.add": Entry(seen_by_room(201), {"text": "one more", "planned": "5.00"}, shared_event),
    "events.budgetLine.edit": Entry(seen_by_room(200), {"version": 1, "actual": 500}, budget_line),
    "events.budgetLine.move": Entry(seen_by_room(200), {}, budget_line),
    "events.budgetLine.delete": Entry(seen_by_room(204), path=budget_line),
    "events.budgetLine.restore": Entry(seen_by_room(200), path=deleted_line),
    "guide.content.get": Entry(anyone(200)),
    "guide.site.change": Entry(administrators(200), {"number": "911"}),
    # A test site has no guide.
    "guide.review.record": Entry(
        administrators(404), {"version": 1, "reviewer": "A", "qualification": "B", "day": "2026-01-01"},
        lambda world, role: {"topic": "none"}),
    "guide.review.remove": Entry(administrators(404), path=lambda world, role: {"topic": "none"}),
    "guide.training.get": Entry(signed_in(200)),
    "guide.training.step": Entry(signed_in(404), path=lambda world, role: {"step": "none"}),
    "guide.quiz.answer": Entry(signed_in(409), {"answers": [{"question": "none", "option": 0}]}),
    "guide.training.choose": Entry(signed_in(200), {"isCounted": False}),
    "guide.aed.list": Entry(anyone(200)),
    "guide.aed.add": Entry(administrators(201), {"building": "Gym"}, after=drop_aeds),
    "guide.aed.change": Entry(administrators(200), {"floor": "2"}, new_aed, drop_aeds),
    "guide.aed.delete": Entry(administrators(204), path=new_aed, after=drop_aeds),
    "guide.aed.import": Entry(administrators(200), {"file": '{"elements":[]}'}),
    "guide.crisis.raise": Entry(signed_in(201), {"place": "Gym"}, before=forget_crises),
    # The owner sent it, and the roommate got it.
    "guide.crisis.get": Entry(nobody_else(200, member=200, admin=200), path=crisis),
    "guide.crisis.list": Entry(signed_in(200)),
    "guide.crisis.callOff": Entry(nobody_else(200, member=403, admin=200), path=crisis),
    "guide.crisis.come": Entry(nobody_else(404, member=200), path=crisis),
    "guide.crisis.all": Entry(administrators(200)),
    "guide.readiness.course": Entry(taken(200), path=course_id),
    "guide.readiness.room": Entry(own_room(200)),
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
    # This site doesn't send email.
    "notifier.channel.addEmail": Entry(signed_in(409)),
    "notifier.channel.addNtfy": Entry(signed_in(201), {"url": "https://ntfy.example/topic"}),
    "notifier.channel.addGotify": Entry(signed_in(201), {"url": "https://gotify.example", "token": "AWHcUIkMPNnVaGj"}),
    "notifier.channel.addWebhook": Entry(signed_in(201), {"url": "https://hook.example/topic"}),
    "notifier.channel.edit": Entry(nobody_else(200), {"isOn": False}, channel_id, drop_channel),
    "notifier.channel.remove": Entry(nobody_else(204), path=channel_id),
    "notifier.channel.test": Entry(nobody_else(204), path=channel_id, after=drop_channel),
    "notifier.delivery.listDead": Entry(administrators(200)),
    "notifier.times.get": Entry(signed_in(200)),
    "notifier.times.set": Entry(signed_in(200), times_version),
    "gateway.stream.open": Entry(signed_in(200)),
    "gateway.person.export": Entry(signed_in(200)),
    "gateway.site.overview": Entry(administrators(200)),
}
