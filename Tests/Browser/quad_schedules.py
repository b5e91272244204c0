"""A school for tests: a term around today with school on every day, bells around the clock, and a few classes."""

from datetime import date, timedelta

BLOCKS = 8
# Six periods of four hours, so that it is always during one of them.
PERIODS = [(f"{4 * hour:02}:00", f"{4 * hour + 4:02}:00" if hour < 5 else "23:59") for hour in range(6)]
# Name, grades and blocks.
CLASSES = [
    ("Algebra I", [9], [1, 2]), ("Biology", [9, 10], [1, 3]), ("Ceramics", [9, 10, 11, 12], [2, 4]),
    ("Drama", [9, 10], [5]), ("English 9", [9], [3, 4]), ("French II", [10, 11], [1, 5]), ("Geography", [9, 10], [6]),
    ("Health", [9], [2]),
]


def sent(answer, status=200):
    assert answer.status == status, answer.body
    return answer.json


def put(person, path, body=None):
    return person.site.request("PUT", path, body, person.token)


def set_up_school(admin, teacher=None):
    """Enters everything as an administrator, with `teacher` for Biology. Returns the ids of the classes by name."""
    slots = [{"kind": "class", "period": at + 1, "starts": starts, "ends": ends}
             for at, (starts, ends) in enumerate(PERIODS)]
    bell = sent(admin.post("/v1/admin/school/bells", {"name": "Around the clock", "slots": slots, "isUsual": True}), 201)
    sent(admin.patch("/v1/admin/school", {
        "blocks": BLOCKS, "grades": [9, 10, 11, 12],
        "weekdays": [{"weekday": day, "bell": bell["id"]} for day in range(1, 8)]}))
    periods = [{"period": at, "block": at} for at in range(1, len(PERIODS) + 1)]
    sent(put(admin, "/v1/admin/school/daytypes", {"items": [{"name": "Day 1", "inRotation": True, "periods": periods}]}))
    today = date.today()
    for name, starts, ends in (("This term", -30, 60), ("Next term", 61, 150)):
        sent(admin.post("/v1/admin/school/terms", {
            "name": name, "starts": f"{today + timedelta(days=starts)}", "ends": f"{today + timedelta(days=ends)}"}), 201)
    return {name: add_class(admin, name, grades, blocks, at, teacher if name == "Biology" else None)
            for at, (name, grades, blocks) in enumerate(CLASSES)}


def add_class(admin, name, grades, blocks, at, teacher):
    who = {"person": teacher.id, "name": "Ms. Alvarez"} if teacher else {"name": "Mr. Okafor"}
    body = {"name": name, "grades": grades, "blocks": blocks, "room": f"B-{201 + at}", "teacher": who}
    return sent(admin.post("/v1/admin/school/classes", body), 201)["id"]


def choose(person, grade, classes):
    """Saves a schedule: `classes` by block."""
    schedule = sent(person.get("/v1/me/schedule"))
    return sent(put(person, "/v1/me/schedule", {
        "term": schedule["term"], "grade": grade, "version": schedule["version"],
        "choices": [{"block": block, "class": chosen} for block, chosen in classes.items()]}))
