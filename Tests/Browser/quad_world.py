"""A room with everything in it, and people in every situation that a page shows."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from people import Person
from quad_courses import enroll, make, named
from quad_school_setup import School, fill
from quad_site import wait_until

PHONE_NUMBER = "+14135550101"


def soon(**duration):
    return (datetime.now(timezone.utc) + timedelta(**duration)).strftime("%Y-%m-%dT%H:%M:00.000Z")


def neighbour(site, name, host):
    """A person who joins the room of another with its code."""
    person = Person(site, name)
    assert person.join(code=host.code()).json["state"] == "joined"
    return person


def show_profile(site, person, **values):
    """Fills the profile; everything in it can be seen by the room."""
    me = person.get("/v1/me").json
    body = {"version": me["version"], **values, "visibleTo": dict.fromkeys(values, "room")}
    answer = site.request("PATCH", "/v1/me", body, person.token)
    assert answer.status == 200, answer.body


def add_task(person, title, **values):
    answer = person.post("/v1/tasks", {"title": title, **values})
    assert answer.status == 201, answer.body
    return answer.json["task"]["id"]


def post_message(person, text):
    answer = person.post("/v1/messages", {"text": text})
    assert answer.status == 201, answer.body
    return answer.json


def add_event(person, title, zone="America/New_York", **values):
    """An event, tomorrow unless `days`, `hours` or `seconds` are given; `isAllDay` leaves the time out."""
    away = {name: values.pop(name) for name in ("days", "hours", "minutes", "seconds") if name in values}
    at = datetime.now(ZoneInfo(zone)) + timedelta(**(away or {"days": 1}))
    time = {} if values.pop("isAllDay", False) else {"time": at.strftime("%H:%M:%S")}
    answer = person.post("/v1/events", {"title": title, "when": {"date": f"{at:%Y-%m-%d}", "zone": zone, **time}, **values})
    assert answer.status == 201, answer.body
    return answer.json["event"]["id"]


def teacher(site, name):
    """A person of the staff. Another role ends the sessions there were."""
    person = Person(site, name)
    site.set_roles(person.id, ["staff"])
    person.token = site.sign_in(name)
    return person


def add_course(person, *students, name, **members):
    """A course with its students, once attendance has received their accounts."""
    course = make(person.site, named(person), name, **members)
    for student in students:
        enroll(person.site, named(person), course, named(student))
    return course["id"]


def share_with(person, course, title, **values):
    """An event for a course, once events has received the roster."""
    at = datetime.now(timezone.utc) + timedelta(**(values or {"days": 4}))
    when = {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}:00", "zone": "America/New_York"}
    body = {"title": title, "when": when, "visibility": "course", "course": course}
    wait_until(lambda: person.post("/v1/events", body).status == 201, "events knows the roster")


def open_check_in(person, course, mode="place", at=(42.3184, -72.6361), **values):
    """A check-in that is open now, in a hall for the modes that need a place."""
    spot = {"name": "Sage Hall 101", "latitude": at[0], "longitude": at[1]} if "place" in mode else None
    body = {"mode": mode, **({"spot": spot} if spot else {}), **values}
    answer = person.post(f"/v1/courses/{course}/checkins", body)
    assert answer.status == 201, answer.body
    return answer.json["id"]


def code_of(person, check_in):
    """The code that the room sees, and its link."""
    code = person.get(f"/v1/checkins/{check_in}/code").json["code"]
    return code, f"/checkin/{check_in}#{code.replace('-', '')}"


def add_to_do(person, event, text, **values):
    answer = person.post(f"/v1/events/{event}/to-dos", {"text": text, **values})
    assert answer.status == 201, answer.body
    return answer.json


def add_cost(person, event, text, **prices):
    """A line of the budget; `planned` and `actual` as they are written in English."""
    answer = person.post(f"/v1/events/{event}/budget/lines", {"text": text, "locale": "en", **prices})
    assert answer.status == 201, answer.body
    return answer.json


class World:
    """`wanda` has a room where everything is; `walt` and `wilma` live there, `waldo` asks to come in. `willow` has no
    room, in that of `wren` there is nothing, and `warden` is an administrator. `wesley` teaches `winona`, and `winthrop` has opened
    check-ins for `wolfgang`."""

    def __init__(self, site):
        self.wanda = Person(site, "wanda")
        self.wanda.join("901A")
        self.walt = neighbour(site, "walt", self.wanda)
        self.wilma = neighbour(site, "wilma", self.wanda)
        show_profile(
            site, self.walt, phone=PHONE_NUMBER, pronouns="he/him", concentration="Astronomy",
            hometown="Northampton, Massachusetts", languages=["en", "de"], allergies="Walnuts",
        )
        self.waldo = Person(site, "waldo")
        assert self.waldo.join("901A").json["state"] != "joined"
        self.willow = Person(site, "willow")
        self.wren = Person(site, "wren")
        self.wren.join("902B")
        self.warden = Person(site, "warden")
        site.set_roles(self.warden.id, ["admin"])
        self.warden.token = site.sign_in("warden")
        self.wesley = teacher(site, "wesley")
        self.winona = Person(site, "winona")
        self.winthrop = teacher(site, "winthrop")
        self.wolfgang = Person(site, "wolfgang")
        self._fill()
        self._teach()
        self._check_in()
        self._go_to_school()

    def _fill(self):
        self.task = add_task(
            self.walt, "Ask the landlord about the window", isImportant=True, due=soon(days=-1),
            notes="It rattles when the wind is from the west.\nTake a picture first.",
        )
        add_task(self.wanda, "Buy oat milk", due=soon(hours=5))
        add_task(self.wilma, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft")
        add_task(self.wanda, "Water the plants on the sill, the two in the kitchen and the big one by the door")
        self.done = add_task(self.walt, "Take out the recycling", isImportant=True)
        for person, task in ((self.wanda, self.done), (self.walt, add_task(self.walt, "Fix the lamp"))):
            assert person.post(f"/v1/tasks/{task}/complete").status == 200
        post_message(self.wilma, "Could we keep it quiet after eleven? My exam is on Thursday.")
        post_message(self.walt, "https://hilltop.example/a/very/long/address/that/does/not/break/anywhere/at/all")
        post_message(self.wanda, "Thank you for the soup 🍲\nIt was lovely.")
        self.past = add_event(self.wanda, "Move-in day", seconds=5)
        self.event = add_event(
            self.wanda, "Our trip to the Grand Canyon", days=23, hours=4, place="South Rim, Arizona", visibility="room",
            notes="Bring the good boots.\nAsk Walt for the tent.", recurrence="FREQ=YEARLY", leads=[0, 1440],
        )
        add_event(self.wanda, "Mom’s Birthday", days=3, isAllDay=True)
        add_event(self.wanda, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", days=400)
        self.shared = add_event(self.walt, "Room dinner", days=2, visibility="room", zone="America/Los_Angeles")
        self.plan(self.event)
        self.message = self.wanda.get("/v1/messages").json["items"][0]["id"]

    def _teach(self):
        self.course = add_course(self.wesley, self.winona, name="Woodwork and the Weather", code="WOOD 101", term="Fall")
        add_course(self.wesley, name="Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft")
        share_with(self.wesley, self.course, "Bring your own wood")

    def _check_in(self):
        """Two check-ins are open, by place and by code, and a third has closed."""
        weaving, wicker, winds = (
            add_course(self.winthrop, self.wolfgang, name=name)
            for name in ("Weaving", "Wickerwork, its Tools and its History from Antiquity to Now", "Winds"))
        self.check_in_course = weaving
        self.check_in = open_check_in(self.winthrop, weaving, minutes=240)
        self.code_check_in = open_check_in(self.winthrop, wicker, "code", minutes=240)
        past = open_check_in(self.winthrop, winds)
        drill = self.winthrop.post("/v1/crisis-alerts", {"place": "Wood workshop, ground floor", "drill": True})
        self.crisis = drill.json["id"]
        mark = {"status": "late", "reason": "Came in at ten past."}
        path = f"/v1/checkins/{past}"
        answer = self.winthrop.site.request("PUT", f"{path}/records/{self.wolfgang.id}", mark, self.winthrop.token)
        assert answer.status == 200, answer.body
        assert self.winthrop.post(f"{path}/close").status == 200
        self.advised = winds
        path, adviser = f"/v1/courses/{winds}/roster/{self.wolfgang.id}/adviser", {"email": "wesley@hilltop.example"}
        answer = self.winthrop.site.request("PUT", path, adviser, self.winthrop.token)
        assert answer.status == 200, answer.body
        note = {"day": soon()[:10], "note": "I have a dentist’s appointment and will be back for the second half."}
        assert self.wolfgang.post(f"/v1/courses/{weaving}/excuses", note).status == 201

    def _go_to_school(self):
        school = School(self.warden.site, self.warden.token)
        made = fill(school)
        # A run may go past midnight.
        school.menu(1)
        self.activity, self.news = made["activity"], made["news"]
        self.school_class = school.teach("Weaving and its Tools", self.winthrop)

    def plan(self, event):
        """A to-do list and a budget with lines of every kind, and a public link."""
        first = add_to_do(self.wanda, event, "Book the campsite")
        self.wanda.patch(f"/v1/events/{event}/to-dos/{first['id']}", {"version": first["version"], "isDone": True})
        add_to_do(self.wanda, event, "Borrow the tent", assignee=self.walt.id, due="2026-01-05")
        add_to_do(self.wanda, event, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft")
        add_cost(self.wanda, event, "Flights for everybody", planned="1,234.00", actual="1180.25")
        add_cost(self.wanda, event, "Campsite", planned="120.50")
        add_cost(self.wanda, event, "Deposit that comes back", planned="-50")
        version = self.wanda.get(f"/v1/events/{event}/budget").json["version"]
        cap = {"version": version, "cap": "1,238.25", "locale": "en"}
        assert self.wanda.patch(f"/v1/events/{event}/budget", cap).status == 200
        self.link = self.wanda.post(f"/v1/events/{event}/link").json["token"]
