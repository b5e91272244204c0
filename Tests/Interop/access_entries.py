"""An entry of the access matrix: the status for each role, and what is asked."""

from access_world import ROLES


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
