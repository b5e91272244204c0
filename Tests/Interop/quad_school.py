"""A school as tests set it up: the rotation of a New Jersey district with 8 courses, 6 a day and 4 days."""

from quad_events import ask
from quad_site import problem

ZONE = "America/New_York"
# Friday, October 16, 2026, at eight in the morning in New York.
MORNING = "2026-10-16T12:00:00.000Z"


def slot(kind, starts, ends, period=None, variant=None):
    more = {"period": period, "variant": variant}
    return {"kind": kind, "starts": starts, "ends": ends, **{name: one for name, one in more.items() if one}}


REGULAR = [
    slot("homeroom", "07:30", "07:40"), slot("class", "07:45", "08:45", 1), slot("class", "08:50", "09:50", 2),
    slot("class", "09:55", "10:55", 3), slot("lunch", "11:00", "11:30", 4, "A"),
    slot("class", "11:35", "12:35", 4, "A"), slot("class", "11:00", "12:00", 4, "B"),
    slot("lunch", "12:05", "12:35", 4, "B"), slot("class", "12:40", "13:40", 5),
    slot("class", "13:45", "14:45", 6),
]


def sent(site, person, method, path, body=None, status=200):
    answer = ask(site, person, method, path, body)
    assert answer.status == status, answer.body
    return answer.json if answer.body else None


def set_up(site, admin, starts="2026-10-12", ends="2026-11-13"):
    """A bell schedule, the cycle and a term, as an administrator enters them."""
    bell = sent(site, admin, "POST", "/v1/admin/school/bells", {"name": "Regular", "slots": REGULAR}, 201)
    cycle = {"kind": "rotatingDrop", "days": 4, "blocks": 8, "periods": 6}
    proposed = sent(site, admin, "POST", "/v1/admin/school/daytypes/generate", cycle)["items"]
    types = sent(site, admin, "PUT", "/v1/admin/school/daytypes", {"items": proposed})["items"]
    term = {"name": "Fall", "starts": starts, "ends": ends}
    return bell, types, sent(site, admin, "POST", "/v1/admin/school/terms", term, 201)


def days(site, person, start, end):
    return sent(site, person, "GET", f"/v1/school/days?from={start}&to={end}")["items"]


def plan(site, person, start, end):
    """The days in short words: `16=1 19=2 20=-`, the day of the month with its number in the cycle."""
    shown = [day for day in days(site, person, start, end) if day["state"] != "noSchool"]
    return " ".join(
        f"{int(day['date'][8:])}={day['dayType']['name'].removeprefix('Day ') if 'dayType' in day else '-'}"
        for day in shown)


def refused(site, person, method, path, body=None):
    return problem(ask(site, person, method, path, body))
