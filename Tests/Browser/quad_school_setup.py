"""A school that is set up: every day has school, today with a menu, a club, and an entry of the calendar."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from quad_site import wait_until

PERIODS = 6
BLOCKS = 8


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def slots():
    """Six periods of 45 minutes from 8 o'clock, with lunch after the fourth."""
    made, at = [], 8 * 60
    for period in range(1, PERIODS + 1):
        made.append({"kind": "class", "period": period, "starts": clock(at), "ends": clock(at + 45)})
        at += 50
        if period == 4:
            made.append({"kind": "lunch", "starts": clock(at), "ends": clock(at + 30)})
            at += 35
    return made


def day_types(count=4):
    return [{"name": f"Day {number + 1}", "inRotation": True,
             "periods": [{"period": period + 1, "block": (number * PERIODS + period) % BLOCKS + 1}
                         for period in range(PERIODS)]}
            for number in range(count)]


class School:
    """The school of a site, as an administrator with this token sets it up."""

    def __init__(self, site, token):
        self.site, self.token = site, token
        self.zone = self.ask("GET", "/v1/school").json["zone"]
        self.today = datetime.now(ZoneInfo(self.zone)).date()

    def ask(self, method, path, body=None):
        answer = self.site.request(method, path, body, self.token)
        assert answer.status < 300, (method, path, answer.status, answer.body)
        return answer

    def day(self, distance=0):
        return (self.today + timedelta(days=distance)).isoformat()

    def set_up(self):
        """Days, bells and the cycle: school on each day of the week, so that a test doesn't depend on its day."""
        self.ask("POST", "/v1/admin/school/bells", {"name": "Regular", "slots": slots(), "isUsual": True})
        self.ask("PATCH", "/v1/admin/school", {"weekdays": [{"weekday": day} for day in range(1, 8)]})
        self.ask("PUT", "/v1/admin/school/daytypes", {"items": day_types()})
        self.ask("POST", "/v1/admin/school/terms", {"name": "This term", "starts": self.day(), "ends": self.day(120)})

    def menu(self, distance=0, name="Mac and cheese", allergens=("milk", "wheat", "gluten")):
        dish = {"name": name, "price": "4.25", "currency": "USD", "allergens": list(allergens), "diets": ["vegetarian"],
                "nutrition": {"energy": 620, "carbohydrates": 70, "sugar": 6.5}}
        plain = {"name": "Grilled chicken with rosemary potatoes", "price": "5.50", "currency": "USD"}
        self.ask("PUT", f"/v1/admin/school/lunch/{self.day(distance)}",
                 {"stations": [{"name": "Grill", "dishes": [dish, plain]}]})

    def activity(self, name="Astronomy Club", **members):
        body = {"name": name, "about": "We look at the sky with two telescopes.", "adviser": "Magnus Hale",
                "place": "Roof of Sage Hall", "link": "https://astro.hilltop.example/club",
                "meets": [{"at": "afterSchool", "minutes": 60}], **members}
        return self.ask("POST", "/v1/admin/school/activities", body).json["id"]

    def contact(self, name, role, **members):
        return self.ask("POST", "/v1/admin/school/contacts", {"name": name, "role": role, **members}).json["id"]

    def entry(self, title, distance=0, **members):
        body = {"title": title, "starts": self.day(distance), **members}
        return self.ask("POST", "/v1/admin/school/calendar/entries", body).json["id"]

    def teach(self, name, teacher, **members):
        """A class of a person, once campus has received their account."""
        body = {"name": name, "grades": [9, 10], "blocks": [1, 2], "room": "B-214", "teacher": {"person": teacher.id},
                **members}
        path = "/v1/admin/school/classes"
        return wait_until(lambda: (self.site.request("POST", path, body, self.token).json or {}).get("id"), "the class")

    def source(self, title, kind, **members):
        return self.ask("POST", "/v1/admin/school/sources", {"title": title, "kind": kind, **members}).json["id"]


def fill(school):
    """Something of everything that everybody reads. Returns the ids of what pages are about."""
    school.set_up()
    school.menu()
    school.contact("Security desk", "Day and night", phone="(413) 555-0100", isEmergency=True)
    school.contact("Grace Hopper", "Dean of students", department="Office", phone="(413) 555-0122 x12",
                   email="grace@hilltop.example", hours="Monday to Friday, 8 to 3", room="Main 12")
    school.contact("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "Guild")
    school.entry("Fall concert", time="19:00", until="21:00", kind="arts", place="Auditorium")
    school.entry("Midterm exams", 4, ends=school.day(6), kind="exam", grades=[9, 10])
    school.activity("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", meets=[])
    announcements = school.source("Announcements", "announcements")
    school.source("Pictures", "card", link="https://pictures.example/hilltop", note="The class fair is on Friday.")
    return {"activity": school.activity(), "news": announcements}
