"""A small school of a test site: two bell schedules, two day types, a term through a clock change."""

from quad_events import ask
from quad_site import Site

# A Thursday, 08:00 in New York. Clocks go back on Sunday, November 1.
NOW = "2026-10-29T12:00:00.000Z"
THURSDAY, FRIDAY, SATURDAY, MONDAY, TUESDAY = (
    "2026-10-29", "2026-10-30", "2026-10-31", "2026-11-02", "2026-11-03")


def slot(period, starts, ends, **more):
    return {"kind": "class", "period": period, "starts": starts, "ends": ends, **more}


USUAL = [
    slot(1, "09:00", "10:00"), slot(2, "10:10", "11:10"), {"kind": "lunch", "starts": "11:10", "ends": "11:50"},
    slot(3, "12:00", "15:00"),
]
EARLY = [slot(1, "09:00", "09:40"), slot(2, "09:50", "10:30"), slot(3, "10:40", "12:00")]


class SmallSchool:
    """Day 1 has blocks 1 to 3, day 2 blocks 4 to 6. This Friday ends at noon, and Tuesday is closed."""

    def __init__(self):
        self.site = Site(settings={"TZ": "America/New_York"}, clock=NOW)
        try:
            self.fill()
        except BaseException:
            self.close()
            raise

    def close(self):
        self.site.close()

    def fill(self):
        ruth = self.site.sign_up("ruth")
        self.site.set_roles(ruth["person"], ["admin"])
        self.admin = {**ruth, "token": self.site.sign_in("ruth")}
        self.ada, self.bo = self.site.sign_up("ada"), self.site.sign_up("bo")
        self.made("POST", "/v1/admin/school/bells", {"name": "Usual", "slots": USUAL})
        early = self.made("POST", "/v1/admin/school/bells", {"name": "Early dismissal", "slots": EARLY})["id"]
        self.day_types = self.made("PUT", "/v1/admin/school/daytypes", {"items": [
            {"name": name, "inRotation": True,
             "periods": [{"period": period, "block": first + period} for period in (1, 2, 3)]}
            for name, first in (("Day 1", 0), ("Day 2", 3))]})["items"]
        self.term = self.made("POST", "/v1/admin/school/terms", {
            "name": "Fall", "starts": THURSDAY, "ends": "2026-12-18"})["id"]
        self.made("PUT", f"/v1/admin/school/exceptions/{FRIDAY}", {"kind": "school", "bell": early})
        self.made("PUT", f"/v1/admin/school/exceptions/{TUESDAY}", {"kind": "closed", "note": "Election Day"})

    def made(self, method, path, body):
        answer = ask(self.site, self.admin, method, path, body)
        assert answer.status in (200, 201), answer.body
        return answer.json

    def get(self, person, path):
        answer = ask(self.site, person, "GET", path)
        assert answer.status == 200, answer.body
        return answer.json
