"""The people and objects of the access matrix: a room with secrets, people outside it, and fresh objects to try."""

from quad_uploads import upload
from quad_site import PASSWORD, Answer, wait_until

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
        self.pictured = self.add_event(
            picture={"object": upload(self.site, self.tokens["owner"])["object"]})["id"]
        self.show_portrait()
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
        """A person without a room who asks to join 101A."""
        self.number += 1
        person = self.site.sign_up(f"newcomer{self.number}")
        self.site.request("POST", "/v1/room/join", {"dorm": "forbes", "number": "101A"}, person["token"])
        waiting = self.ask("owner", "GET", "/v1/room/requests").json["items"]
        return next(item["id"] for item in waiting if item["profile"]["id"] == person["person"]), person

    def add_task(self):
        return self.ask("owner", "POST", "/v1/tasks", {"title": SECRET_TASK}).json["task"]["id"]

    def add_event(self, **members):
        """An event of the owner that 101A sees; the first is the one that stays."""
        body = {"title": SECRET_EVENT, "when": WHEN, "visibility": "room", **members}
        answer = self.ask("owner", "POST", "/v1/events", body)
        event = answer.json["event"] if answer.status == 201 else None
        self.event = self.event or event
        return event

    def show_portrait(self):
        """The owner has a portrait, as others see it."""
        body = {"object": upload(self.site, self.tokens["owner"])["object"]}
        assert self.ask("owner", "PUT", "/v1/me/picture", body).status == 200

    def add_course(self):
        """A course of the staff member that the owner takes."""
        course = self.ask("staff", "POST", "/v1/courses", {"name": SECRET_COURSE}).json["id"]
        path = f"/v1/courses/{course}/roster/{self.ids['owner']}"
        wait_until(
            lambda: self.ask("staff", "PUT", path, {"role": "student"}).status == 200,
            "attendance knows the owner")
        return course

    def share_event(self):
        """An event that the owner shares with the room, once events has both as members."""
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
