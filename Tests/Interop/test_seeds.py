"""The seeds keep the format of seeds/README.md, whatever the day and hour they are loaded at."""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

SEEDS = Path(__file__).resolve().parents[2] / "seeds"

# Noon and both edges of a day; the days on which a zone springs forward and falls back; the new year.
LOADS = [
    datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=ZoneInfo("America/New_York"))
    for day in ("2026-09-20", "2027-03-14", "2026-11-01", "2027-01-01")
    for time in ("00:05", "12:00", "23:55")
]


def rows(name: str, file: str | None = None) -> list[dict]:
    document = json.loads((SEEDS / f"{file or name}.json").read_text())
    assert document["format"] == 1
    assert set(document) == {"format", name}
    return document[name]


DORMS, PEOPLE, TASKS, MESSAGES, EVENTS, COURSES = (
    rows(name) for name in ("dorms", "people", "tasks", "messages", "events", "courses"))
STUDENTS = rows("students")
CLUBS = rows("members", "clubs")
SCHOOL = json.loads((SEEDS / "school.json").read_text()) | {"lunch": rows("lunch", "menus")}
NEWS = json.loads((SEEDS / "news.json").read_text())
ATTENDANCE = json.loads((SEEDS / "attendance.json").read_text())
CHECK_INS = [(row["course"], one) for row in ATTENDANCE["attendance"] for one in row["checkIns"]]
EXCUSES = [(row["course"], one) for row in ATTENDANCE["attendance"] for one in row.get("excuses", ())]
ALL_EVENTS = EVENTS + [event for course in COURSES for event in course.get("events", ())]
BY_KEY = {person["key"]: person for person in PEOPLE}
# Students without a room sign up at this time.
BY_KEY |= {student["key"]: {**student, "joined": "-43d 08:00"} for student in STUDENTS}


def resolve(text: str, load: datetime) -> datetime:
    if hours := re.fullmatch(r"-(\d{1,3})h", text):
        return (load.astimezone(ZoneInfo("UTC")) - timedelta(hours=int(hours[1]))).astimezone(load.tzinfo)
    day = re.fullmatch(r"([-+]\d{1,4})d (\d\d):(\d\d)", text)
    assert day, f"not a relative time: {text!r}"
    date = load.date() + timedelta(days=int(day[1]))
    return datetime(date.year, date.month, date.day, int(day[2]), int(day[3]), tzinfo=load.tzinfo)


def room_id(room: dict) -> str:
    """Product row R5: trim, upper case, drop # and Rm, collapse spaces, strip leading zeros."""
    assert set(room) == {"dorm", "number"}
    number = re.sub(r"^(#|RM\b)", "", " ".join(room["number"].upper().split())).strip()
    number = re.sub(r"^0+(?=.)", "", number)
    assert 1 <= len(number) <= 8
    return f"{room['dorm']}:{number}"


def members(room: str) -> list[dict]:
    return [person for person in PEOPLE if room_id(person["room"]) == room]


def every_time():
    for person in PEOPLE:
        yield "joined", person["joined"]
    for row in TASKS + MESSAGES:
        for field in ("at", "completedAt", "reopenedAt", "due"):
            if field in row:
                yield field, row[field]
    for row in ALL_EVENTS + COURSES + CLUBS + NEWS["announcements"]:
        yield "at", row["at"]
    for row in NEWS["announcements"]:
        if "expires" in row:
            yield "due", row["expires"]
    for row in ATTENDANCE["attendance"]:
        for one in [*row["checkIns"], *row.get("excuses", ()), *([row["planned"]] if "planned" in row else ())]:
            for field in ("at", "when", "day"):
                if field in one:
                    yield field, one[field]
    for event in ALL_EVENTS:
        yield "when", event["when"]
        for line in event.get("toDos", ()):
            if "due" in line:
                yield "due", line["due"]


def test_the_campus_has_its_size():
    assert len(DORMS) == 12
    assert len(PEOPLE) == 40
    rooms = Counter(room_id(person["room"]) for person in PEOPLE)
    assert len(rooms) == 15
    assert set(rooms) == {room_id(row["room"]) for row in TASKS} == {room_id(row["room"]) for row in MESSAGES}


def test_dorms_are_unique_and_hold_their_rooms():
    assert len({dorm["id"] for dorm in DORMS}) == len({dorm["name"] for dorm in DORMS}) == len(DORMS)
    capacity = {dorm["id"]: dorm.get("roomCapacity", 99) for dorm in DORMS}
    for dorm in DORMS:
        assert set(dorm) - {"roomCapacity"} == {"id", "name"}
        assert re.fullmatch(r"[a-z]+", dorm["id"])
    for room, count in Counter(room_id(person["room"]) for person in PEOPLE).items():
        assert count <= capacity[room.split(":")[0]], room


def test_people_are_complete_and_reachable_by_nobody():
    for person in PEOPLE:
        assert set(person) - {"pronouns", "phone", "allergies", "visibleTo", "roles", "picture"} == {
            "key", "email", "firstName", "lastName", "concentration", "hometown", "languages", "joined", "room",
        }
        assert re.fullmatch(r"[a-z]+@hilltop\.example", person["email"])
        assert re.fullmatch(r"\+1\d{3}55501\d\d", person.get("phone", "+14135550100"))
        assert person["languages"]
    for field in ("key", "email"):
        assert len({person[field] for person in PEOPLE}) == len(PEOPLE)
    phones = [person["phone"] for person in PEOPLE if "phone" in person]
    assert 10 <= len(phones) < len(PEOPLE) and len(set(phones)) == len(phones)


def test_some_room_numbers_are_written_as_people_write_them():
    messy = [p for p in PEOPLE if room_id(p["room"]) != f"{p['room']['dorm']}:{p['room']['number']}"]
    assert len(messy) >= 8


def test_the_courses_have_weeks_of_attendance():
    courses = {course["code"]: course for course in COURSES}
    assert len(courses) == len(COURSES) == len(ATTENDANCE["attendance"]) == 4
    everybody = {key for course in COURSES for key in course["students"]}
    assert len(everybody) == 120 and {student["key"] for student in STUDENTS} <= everybody <= set(BY_KEY)
    assert len({student["email"] for student in STUDENTS} | {p["email"] for p in PEOPLE}) == len(STUDENTS) + len(PEOPLE)
    spots = {spot["name"] for spot in ATTENDANCE["spots"]}
    assert all("staff" in BY_KEY[spot["by"]]["roles"] for spot in ATTENDANCE["spots"])
    assert len(CHECK_INS) >= 60 and {one["mode"] for _, one in CHECK_INS} >= {"place", "code", "manual"}
    counts = Counter()
    for course, one in CHECK_INS:
        marks = [key for status in ("late", "excused", "absent") for key in one.get(status, ())]
        assert len(marks) == len(set(marks)) and set(marks) <= set(courses[course]["students"]), (course, one["at"])
        assert ("place" in one) == one["mode"].startswith("place") and one.get("place", next(iter(spots))) in spots
        assert one.get("lateAfter", 0) < one["minutes"]
        counts += Counter({status: len(one.get(status, ())) for status in ("late", "excused", "absent")})
        counts["all"] += len(courses[course]["students"])
        counts["present"] += len(courses[course]["students"]) - len(marks)
    assert 0.85 < counts["present"] / counts["all"] < 0.91 and min(counts.values()) > 20
    for course in courses:
        times = [one["at"] for name, one in CHECK_INS if name == course]
        assert len(set(times)) == len(times) >= 8, course
    for course, excuse in EXCUSES:
        assert excuse["by"] in courses[course]["students"]
        assert "answer" not in excuse or "accepts" in excuse
    assert {"accepts" in excuse for _, excuse in EXCUSES} == {True, False}


def test_the_demo_sign_in_exists():
    site = json.loads((SEEDS / "site.json").read_text())
    assert site["demo"]["person"] in BY_KEY
    assert len(site["demo"]["password"]) >= 10
    readme = (SEEDS / "README.md").read_text()
    assert site["demo"]["password"] in readme and BY_KEY[site["demo"]["person"]]["email"] in readme


def test_text_is_what_the_services_accept():
    for task in TASKS:
        assert 1 <= len(task["title"]) <= 200
    for message in MESSAGES:
        assert 1 <= len(message["text"]) <= 1000
    for text in [t["title"] for t in TASKS] + [t.get("notes", "") for t in TASKS] + [m["text"] for m in MESSAGES]:
        assert text == text.strip() == unicodedata.normalize("NFC", text)
        assert not any(unicodedata.category(c) == "Cc" for c in text)


def test_the_calendar_has_lines_as_its_standard_wants_them():
    data = (SEEDS / "semester.ics").read_bytes()
    lines = data.split(b"\r\n")
    assert lines.pop() == b"" and b"\n" not in b"".join(lines) and max(map(len, lines)) <= 75
    assert {b"DTSTART;TZID=America/New_York", b"DTSTART;TZID=Europe/Berlin", b"DTSTART;VALUE=DATE"} <= {
        line.split(b":")[0] for line in lines}


def test_pictures_are_bundled_ones():
    bundled = json.loads((SEEDS.parent / "Services/media-fetcher/pictures/pictures.json").read_text())["pictures"]
    for rows in (PEOPLE, ALL_EVENTS):
        used = [row["picture"] for row in rows if "picture" in row]
        assert len(used) >= 5 and len(set(used)) == len(used)
        assert set(used) <= {picture["id"] for picture in bundled}


def day(text: str, load: date) -> date:
    """A date of the school: a weekday so many weeks after the week of the load."""
    found = re.fullmatch(r"([-+]\d{1,2})w (mon|tue|wed|thu|fri|sat|sun)", text)
    assert found, f"not a date of the school: {text!r}"
    weekday = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].index(found[2])
    return load - timedelta(days=load.weekday() - weekday) + timedelta(weeks=int(found[1]))


def test_the_school_is_whole():
    classes = SCHOOL["classes"]
    assert len(classes) == len({row["name"] for row in classes}) == len({row["code"] for row in classes}) == 60
    for grade in (9, 10, 11, 12):
        for block in range(1, 9):
            fits = [row for row in classes if grade in row["grades"] and block in row["blocks"]]
            assert len(fits) >= 2, (grade, block)
    assert {row["bell"] for row in SCHOOL["bells"]} == {"Regular", "Delayed opening", "Early dismissal", "Exams"}
    cycle = [row["blocks"] for row in SCHOOL["daytypes"] if row["rotation"]]
    # Eight courses, six a day, three in the morning and three in the afternoon: each misses one day of four.
    assert len(cycle) == 4 and all(len(set(blocks)) == 6 for blocks in cycle)
    assert all(sum(block in blocks for blocks in cycle) == 3 for block in range(1, 9))
    assert all(max(blocks[:3]) <= 4 < min(blocks[3:]) for blocks in cycle)
    assert len({row["name"] for row in SCHOOL["activities"]}) == 30
    assert len(SCHOOL["contacts"]) == 40 and any(row.get("emergency") for row in SCHOOL["contacts"])
    assert all(re.fullmatch(r"\+141355501\d\d", row["phone"]) for row in SCHOOL["contacts"] if "phone" in row)
    phones = {row["phone"] for row in SCHOOL["contacts"] + PEOPLE if "phone" in row}
    assert len(phones) == sum("phone" in row for row in SCHOOL["contacts"] + PEOPLE)
    accounts = {person["email"] for person in PEOPLE}
    named = [row for kind in ("classes", "contacts", "schedules") for row in SCHOOL[kind] if "account" in row]
    assert {row["account"] for row in named} <= accounts
    assert {row["activity"] for row in CLUBS} <= {row["name"] for row in SCHOOL["activities"]}


def test_a_seeded_schedule_fits_the_catalogue():
    classes = {row["code"]: row for row in SCHOOL["classes"]}
    for row in SCHOOL["schedules"]:
        chosen = {int(name[5:]): code for name, code in row.items() if name.startswith("block")}
        assert len(set(chosen.values())) == len(chosen) >= 7
        for block, code in chosen.items():
            assert block in classes[code]["blocks"] and row["grade"] in classes[code]["grades"], (block, code)


@pytest.mark.parametrize("load", sorted({load.date() for load in LOADS}), ids=str)
def test_the_dates_of_the_school_fit_its_terms(load):
    terms = [(day(row["starts"], load), day(row["ends"], load)) for row in SCHOOL["terms"]]
    assert len(terms) == 2 and terms[0][0] < load < terms[0][1] < terms[1][0] < terms[1][1]
    assert all((ends - starts).days < 366 for starts, ends in terms)
    for row in SCHOOL["days"]:
        assert any(starts <= day(row["date"], load) <= ends for starts, ends in terms), row
        assert day(row["date"], load).weekday() < 5
    for row in SCHOOL["calendar"]:
        assert day(row["starts"], load) <= day(row.get("ends", row["starts"]), load)
    closed = {row["date"] for row in SCHOOL["days"] if row["kind"] == "closed"}
    menus = {row["date"] for row in SCHOOL["lunch"]}
    assert len(menus) == 23 and not menus & closed
    assert all(day(text, load).weekday() < 5 for text in menus)


def test_the_news_reaches_nobody():
    for source in NEWS["sources"]:
        for address in (source.get("address"), source.get("link")):
            assert address is None or re.match(r"https://[a-z]+\.hilltop\.example/", address)
        assert "address" not in source or source["isOn"] is False


def test_a_message_has_no_author():
    for message in MESSAGES:
        assert set(message) == {"room", "at", "text"}


@pytest.mark.parametrize("load", LOADS, ids=lambda load: load.isoformat())
def test_what_happened_is_past_and_in_order(load):
    for field, text in every_time():
        if field not in ("due", "when", "day"):
            assert resolve(text, load) < load, text
    for course, excuse in EXCUSES:
        assert abs(resolve(excuse["at"], load).date() - resolve(excuse["day"], load).date()) <= timedelta(days=7)
    for task in TASKS:
        room = room_id(task["room"])
        assert {"by", "at", "title", "isImportant", "room"} <= set(task)
        assert ("completedBy" in task) == ("completedAt" in task)
        assert ("reopenedBy" in task) == ("reopenedAt" in task)
        steps = [(task["by"], task["at"])]
        for verb in ("completed", "reopened"):
            if f"{verb}At" in task:
                steps.append((task[f"{verb}By"], task[f"{verb}At"]))
        if len(steps) == 3:
            assert "completedAt" in task
            assert resolve(task["reopenedAt"], load) - resolve(task["completedAt"], load) < timedelta(days=30)
        for person, at in steps:
            assert room_id(BY_KEY[person]["room"]) == room, task["title"]
            assert resolve(BY_KEY[person]["joined"], load) < resolve(at, load), task["title"]
        times = [resolve(at, load) for _, at in steps]
        assert times == sorted(set(times)), task["title"]
        if "due" in task:
            assert resolve(task["due"], load) > times[0], task["title"]
    for event in ALL_EVENTS:
        assert resolve(BY_KEY[event["by"]]["joined"], load) < resolve(event["at"], load), event["title"]
        assert "recurrence" in event or resolve(event["at"], load) < resolve(event["when"], load), event["title"]
    for course in COURSES:
        assert {"name", "by", "at", "students"} <= set(course)
        for event in course.get("events", ()):
            assert event["by"] == course["by"] and "isShared" not in event, event["title"]
            assert resolve(course["at"], load) < resolve(event["at"], load), event["title"]
        assert "staff" in BY_KEY[course["by"]].get("roles", []), course["name"]
        assert len(set(course["students"])) == len(course["students"]) and course["by"] not in course["students"]
        for person in [course["by"], *course["students"]]:
            assert resolve(BY_KEY[person]["joined"], load) < resolve(course["at"], load), (course["name"], person)
    for message in MESSAGES:
        joined = [resolve(p["joined"], load) for p in members(room_id(message["room"]))]
        assert sum(at < resolve(message["at"], load) for at in joined) >= 2, message["text"]


def test_wall_times_keep_clear_of_the_hour_a_zone_skips():
    for _, text in every_time():
        if not text.endswith("h"):
            assert text.split(" ")[1] >= "07:00", text


def test_every_room_has_weeks_of_life():
    load = LOADS[1]
    tasks, messages = defaultdict(list), defaultdict(list)
    for task in TASKS:
        tasks[room_id(task["room"])].append(task)
    for message in MESSAGES:
        messages[room_id(message["room"])].append(resolve(message["at"], load))
    for room, items in tasks.items():
        assert 10 <= len(items) <= 25, room
        times = [resolve(item["at"], load) for item in items]
        assert max(times) - min(times) >= timedelta(weeks=3), room
        still_open = [t for t in items if "completedAt" not in t or "reopenedAt" in t]
        assert still_open and len(still_open) < len(items) / 2 + 1, room
        assert any(t["isImportant"] for t in items) and any("due" in t for t in items), room
        open_titles = [t["title"] for t in still_open]
        assert len(set(open_titles)) == len(open_titles), room
    for room, times in messages.items():
        assert len(times) >= 5, room
        assert max(times) - min(times) >= timedelta(weeks=2), room
    assert any("reopenedAt" in t for t in TASKS)
    demo = [t for t in tasks["forbes:101A"] if "completedAt" not in t or "reopenedAt" in t]
    assert any(resolve(t["due"], load) < load for t in demo if "due" in t), "the demo room shows something overdue"
    assert any(t.get("due", "").startswith("+0d") for t in demo), "and something that is due today"


def test_lists_of_events_show_what_is_done_and_what_is_not():
    lists = [event["toDos"] for event in ALL_EVENTS if "toDos" in event]
    assert len(lists) >= 3 and any(line.get("isDone") for line in sum(lists, []))
    for event in ALL_EVENTS:
        for line in event.get("toDos", ()):
            assert set(line) <= {"text", "for", "due", "isDone"} and len(line["text"]) <= 200
            # Whoever should do it must be able to see the event.
            assert "for" not in line or event.get("isShared") and BY_KEY[line["for"]]["room"]["dorm"] == (
                BY_KEY[event["by"]]["room"]["dorm"])
        if budget := event.get("budget"):
            assert set(budget) <= {"currency", "cap", "lines"}
            for line in budget["lines"]:
                for price in ("planned", "actual"):
                    assert re.fullmatch(r"-?\d+(\.\d\d)?", line.get(price, "0")), line
