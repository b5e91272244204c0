"""The school day in the access matrix: its cells, and the terms, classes and closings they are about."""

import datetime
import uuid

from access_entries import Entry, administrators, anyone, signed_in

SLOTS = [{"kind": "class", "period": 1, "starts": "08:00", "ends": "08:45"}]
CYCLE = [{"name": "Day 1", "inRotation": True, "periods": [{"period": 1, "block": 1}]}]
GRADES, BLOCKS = [9, 10], [1, 2]


def day(ahead):
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=ahead)).isoformat()


def school(world):
    """A school that meets each day of a term, with a class of the staff member; made once."""
    if not hasattr(world, "school"):
        world.school = {}
        bell = made(world, "bells", {"name": "Regular", "slots": SLOTS, "isUsual": True})
        world.admin("PUT", "/v1/admin/school/daytypes", {"items": CYCLE})
        weekdays = [{"weekday": number, "bell": bell} for number in range(1, 8)]
        world.admin("PATCH", "/v1/admin/school", {"weekdays": weekdays, "grades": GRADES, "blocks": 8})
        world.school["term"] = made(world, "terms", {"name": "Fall", "starts": day(-30), "ends": day(60)})
        world.school["later"] = made(world, "terms", {"name": "Spring", "starts": day(61), "ends": day(120)})
        teacher = {"person": world.ids["staff"], "name": "Ms. Alvarez"}
        world.school["class"] = made(world, "classes", {
            "name": "Biology", "grades": GRADES, "blocks": BLOCKS, "teacher": teacher, "room": "B-214"})
    return world.school


def made(world, what, body):
    return world.admin("POST", f"/v1/admin/school/{what}", body).json["id"]


def fresh(what, body):
    """Something new that an administrator has made, and what deletes it."""
    def path(world, role):
        school(world)
        name = f"{body.get('name') or body.get('title')} {uuid.uuid4().hex[:8]}"
        known = {"title": name} if "title" in body else {"name": name}
        world.made = (what, made(world, what, body | known))
        return {"id": world.made[1]}

    def after(world, role):
        world.ask("admin", "DELETE", f"/v1/admin/school/{world.made[0]}/{world.made[1]}")
    return path, after


def drop(what, address, name="name"):
    """Deletes what a cell added."""
    def after(world, role):
        found = world.ask("admin", "GET", address).json
        for item in found.get("entries", found.get("items")):
            if item[name].startswith("Added"):
                world.ask("admin", "DELETE", f"/v1/admin/school/{what}/{item['id']}")
    return after


def added(body):
    def unlike(world, role):
        school(world)
        return body
    return unlike


def of_class(world, role):
    return {"id": school(world)["class"]}


def notice(world, role):
    return of_class(world, role) | {"date": day(1)}


def in_term(world, role):
    school(world)
    return {"date": day(3)}


def holiday(world, role):
    school(world)
    world.admin("PUT", f"/v1/admin/school/exceptions/{day(3)}", {"kind": "closed"})
    return {"date": day(3)}


def school_again(world, role):
    world.ask("admin", "DELETE", f"/v1/admin/school/exceptions/{day(3)}")


def closing(world, role):
    school(world)
    return {"date": day(2)}


def closed_day(world, role):
    return {"id": made(world, "closings", closing(world, role))}


def reopen(world, role):
    for item in world.ask("admin", "GET", "/v1/admin/school/closings").json["items"]:
        if not item.get("undone"):
            world.ask("admin", "POST", f"/v1/admin/school/closings/{item['id']}/undo")


def empty_schedule(world, role, grade=9):
    """A schedule of the caller without a class, from the version they have."""
    term = school(world)["term"]
    known = world.ask(role, "GET", f"/v1/me/schedule?term={term}")
    version = known.json["version"] if known.status == 200 else 0
    return {"term": term, "grade": grade, "version": version, "choices": []}


def saved_schedule(world, role):
    """Two versions that differ; the first can be restored. The tokens act for nobody here."""
    for grade in (10, 9):
        world.ask(role, "PUT", "/v1/me/schedule", empty_schedule(world, role, grade))
    term = school(world)["term"]
    found = world.ask(role, "GET", f"/v1/me/schedule/versions?term={term}")
    items = found.json["items"] if found.status == 200 else []
    return {"version": items[-1]["version"] if items else 1}


def copied(world, role):
    school(world)
    saved_schedule(world, role)
    return {"from": school(world)["term"], "to": school(world)["later"]}


def together(world, role):
    school(world)
    return {"people": [world.ids["member"]], "days": 3}


def card(world, role):
    """A source that is a link alone: nothing is fetched."""
    name = f"Card {uuid.uuid4().hex[:8]}"
    world.source = made(world, "sources", {"title": name, "kind": "card", "link": "https://example.org/club"})
    return {"id": world.source}


def drop_card(world, role):
    world.ask("admin", "DELETE", f"/v1/admin/school/sources/{world.source}")


def order(world, role):
    card(world, role)
    found = world.ask("admin", "GET", "/v1/school/sources").json["items"]
    return {"ids": [source["id"] for source in found]}


def announcement(world, role):
    """One of the staff member, who may post only so many a day: a cell that leaves it is followed by one with it."""
    known = world.ask("staff", "GET", "/v1/school/announcements").json["items"]
    mine = next((item["id"] for item in known if item["title"].startswith("Fire drill")), None)
    if not mine:
        posted = world.ask("staff", "POST", "/v1/school/announcements", {"title": "Fire drill", "text": "At ten."})
        assert posted.status == 201, posted.body
        mine = posted.json["id"]
    return {"id": mine}


def feed(world, role):
    made = world.ask("owner", "POST", "/v1/me/school/feeds/replace", {"kind": "cycle"})
    assert made.status == 200, made.body
    return {"token": made.json["cycle"].rsplit("/", 1)[-1].removesuffix(".ics")}


def teaching(status, **more):
    """The teacher of the class and administrators."""
    return administrators(status, staff=status, **more)


def admin_rows(noun, what, body, change, address, name="name"):
    """The cells of a list that administrators keep: add, change and delete."""
    path, after = fresh(what, body)
    new = added(body | {name: f"Added {body[name]}"})
    return {
        f"campus.{noun}.add": Entry(administrators(201), new, after=drop(what, address, name)),
        f"campus.{noun}.change": Entry(administrators(200), change, path, after),
        f"campus.{noun}.delete": Entry(administrators(204), path=path, after=after),
    }


TERM = {"name": "Summer", "starts": day(400), "ends": day(430)}
BELL = {"name": "Delayed", "slots": SLOTS}
CLASS = {"name": "Chemistry", "grades": GRADES, "blocks": BLOCKS}
ENTRY = {"title": "Concert", "starts": day(5)}
EVERYONE = signed_in(200)

CAMPUS = {
    "campus.school.search": Entry(EVERYONE, query="?q=biology"),
    "campus.school.get": Entry(EVERYONE),
    "campus.school.change": Entry(administrators(200), {"blocks": 8}),
    "campus.term.list": Entry(EVERYONE),
    **admin_rows("term", "terms", TERM, {"name": "Late summer"}, "/v1/school/terms"),
    "campus.bell.list": Entry(EVERYONE),
    **admin_rows("bell", "bells", BELL, BELL, "/v1/school/bells"),
    "campus.dayType.list": Entry(EVERYONE),
    "campus.dayType.set": Entry(administrators(200), {"items": CYCLE}),
    "campus.dayType.generate": Entry(
        administrators(200), {"kind": "rotatingDrop", "days": 4, "blocks": 8, "periods": 6}),
    "campus.day.list": Entry(EVERYONE, query=f"?from={day(0)}&to={day(7)}"),
    "campus.exception.set": Entry(administrators(200), {"kind": "closed"}, in_term, school_again),
    "campus.exception.delete": Entry(administrators(204), path=holiday, after=school_again),
    "campus.closing.preview": Entry(administrators(200), closing),
    "campus.closing.add": Entry(administrators(201), closing, after=reopen),
    "campus.closing.list": Entry(administrators(200)),
    "campus.closing.undo": Entry(administrators(200), path=closed_day, after=reopen),
    "campus.class.list": Entry(EVERYONE),
    "campus.class.get": Entry(EVERYONE, path=of_class),
    **admin_rows("class", "classes", CLASS, {"version": 1, "room": "C-1"}, "/v1/school/classes"),
    "campus.notice.list": Entry(teaching(200), path=of_class),
    "campus.notice.set": Entry(teaching(200), {"room": "Gym"}, notice),
    "campus.notice.remove": Entry(teaching(204), path=notice),
    "campus.schedule.get": Entry(EVERYONE, before=lambda world, role: school(world)),
    "campus.schedule.save": Entry(EVERYONE, empty_schedule),
    "campus.schedule.versions": Entry(EVERYONE, before=lambda world, role: school(world)),
    "campus.schedule.restore": Entry(EVERYONE, {}, saved_schedule),
    "campus.schedule.copy": Entry(EVERYONE, copied),
    "campus.day.mine": Entry(EVERYONE, before=lambda world, role: school(world)),
    "campus.me.get": Entry(EVERYONE),
    "campus.me.change": Entry(EVERYONE, {"sharesFree": True}),
    "campus.together.find": Entry(EVERYONE, together),
    "campus.source.list": Entry(EVERYONE),
    "campus.source.add": Entry(
        administrators(201), {"title": "Added card", "kind": "card", "link": "https://example.org/added"},
        after=drop("sources", "/v1/school/sources", "title")),
    "campus.source.change": Entry(administrators(200), {"title": "Other card"}, card, drop_card),
    "campus.source.delete": Entry(administrators(204), path=card, after=drop_card),
    "campus.source.order": Entry(administrators(200), order, after=drop_card),
    # A card is never fetched, and nobody follows it.
    "campus.source.refresh": Entry(administrators(409), path=card, after=drop_card),
    "campus.source.follow": Entry(signed_in(409), {}, card, drop_card),
    "campus.source.unfollow": Entry(signed_in(204), path=card, after=drop_card),
    "campus.news.list": Entry(EVERYONE, path=card, after=drop_card),
    # A test site fetches no news.
    "campus.news.get": Entry(signed_in(404), path=lambda world, role: {"id": str(uuid.uuid4())}),
    "campus.news.picture": Entry(
        signed_in(404), path=lambda world, role: {"id": str(uuid.uuid4()), "number": 0, "variant": "480"}),
    "campus.announcement.list": Entry(EVERYONE),
    "campus.announcement.post": Entry(
        teaching(201), {"title": "Bake sale", "text": "At noon."}),
    "campus.announcement.change": Entry(
        teaching(200), {"title": "Fire drill today"}, announcement),
    "campus.announcement.delete": Entry(teaching(204), path=announcement),
    "campus.announcement.see": Entry(signed_in(204), path=announcement),
    "campus.lunch.get": Entry(EVERYONE),
    "campus.lunch.set": Entry(
        administrators(200), {"stations": [{"name": "Grill", "dishes": [{"name": "Chili"}]}]}, in_term),
    "campus.activity.list": Entry(EVERYONE),
    "campus.activity.get": Entry(EVERYONE, path=fresh("activities", {"name": "Chess"})[0]),
    **admin_rows("activity", "activities", {"name": "Debate"}, {"place": "C-1"}, "/v1/school/activities"),
    "campus.activity.join": Entry(EVERYONE, path=fresh("activities", {"name": "Chess"})[0]),
    "campus.activity.leave": Entry(signed_in(204), path=fresh("activities", {"name": "Chess"})[0]),
    "campus.contact.list": Entry(EVERYONE),
    **admin_rows(
        "contact", "contacts", {"name": "Nurse", "role": "Health office"}, {"room": "C-1"}, "/v1/school/contacts"),
    "campus.contact.own": Entry(EVERYONE),
    "campus.contact.changeOwn": Entry(EVERYONE, {"isShown": False}),
    "campus.calendar.get": Entry(EVERYONE, query=f"?from={day(0)}&to={day(30)}"),
    **admin_rows(
        "entry", "calendar/entries", ENTRY, {"title": "Late concert"},
        f"/v1/school/calendar?from={day(0)}&to={day(30)}", "title"),
    "campus.feed.list": Entry(EVERYONE),
    "campus.feed.replace": Entry(EVERYONE, {"kind": "lunch"}),
    "campus.feed.end": Entry(signed_in(204), path=lambda world, role: {"kind": "lunch"}),
    "campus.feed.read": Entry(anyone(200), path=feed),
    "campus.school.import": Entry(
        administrators(200), {"kind": "contacts", "format": "csv", "text": "name,role\n", "isDryRun": True}),
    "campus.school.export": Entry(administrators(200), query="?kind=contacts&format=csv"),
}
# Bells are set as a whole, and classes edited from a version.
CAMPUS["campus.bell.set"] = CAMPUS.pop("campus.bell.change")
CAMPUS["campus.class.edit"] = CAMPUS.pop("campus.class.change")
