"""quad events as a person uses it: the executable over HTTP against a whole site, live on a terminal."""

import datetime
import json
import os
import re
import signal

from quad_courses import make
from quad_events import ahead, share, try_add
from quad_home import Impostor, another
from quad_screen import Screen
from quad_site import PASSWORD, wait_until


def when(**more):
    """A time that quad takes, so far ahead."""
    moment = ahead(**more)
    return f"{moment['date']} {moment['time'][:5]}"


def rows(said):
    """A table's cells, by the blanks between them."""
    return [re.split(r"  +", line.strip()) for line in said.splitlines()]


# Events


def test_events_are_added_listed_shown_changed_and_deleted(ada):
    assert "No upcoming events. To add one: quad events add" in ada.say("events")
    said = ada.say(
        "events", "add", "Mom’s", "Birthday", "--when", when(days=12, hours=1), "--repeat", "yearly",
        "--remind", "1d", "--remind", "0", "--place", "Forbes Hall", "--notes", "Bring the card", "--length", "3h",
    )
    assert said.startswith("added: Mom’s Birthday, ") and said.endswith(", in 12 days\n")
    day = ahead(30)["date"]
    assert day in ada.say("events", "add", "Move", "out", "--when", day, "--remind", "none")
    listed = rows(ada.say("events"))
    assert listed[0] == ["#", "EVENT", "WHEN", "LEFT", "PLACE"]
    assert listed[1][:2] == ["1", "Mom’s Birthday"] and listed[1][3:] == ["12 days", "Forbes Hall"]
    assert listed[2][1] == "Move out" and listed[2][2].endswith(day)
    shown = dict(line.split("  ", 1) for line in ada.say("events", "show", "1").splitlines()[:-2])
    facts = {name: text.strip() for name, text in shown.items()}
    assert facts["Length"] == "3 hours" and facts["Repeats"] == "every year"
    assert facts["Reminders"] == "at the start, 1 day before"
    assert facts["Look"].startswith("cake, ")
    assert "leads" not in ada.json("events", "show", "2")
    assert re.search("Look +star, gray", ada.say("events", "edit", "2", "--drawing", "Star", "--color", "gray"))
    assert ada.json("events", "edit", "2", "--drawing", "none")["event"]["drawing"] == "boxes"
    assert 'unknown color "mauve"' in ada.refused("events", "edit", "2", "--color", "mauve", status="usage")
    assert ada.json("events", "show", "2")["when"] == {"date": day, "zone": "UTC"}
    said = ada.say("events", "edit", "1", "--title", "Mother’s birthday", "--remind", "none", "--place", "none")
    assert "Mother’s birthday" in said and "Place" not in said and re.search("Reminders +none", said)
    hint = ada.say("events", "rm", "1", "2")
    assert hint == "deleted; to undo within 30 days, run: quad events restore last\n" * 2
    assert ada.say("events", "restore", "last") == "restored: Mother’s birthday\nrestored: Move out\n"
    assert len(ada.json("events", "list")["items"]) == 2
    assert "No past events." in ada.say("events", "list", "--past")


def test_a_time_is_on_the_clocks_of_the_zone_that_is_named(ada):
    year = int(ahead(0)["date"][:4]) + 1
    added = ada.json("events", "add", "Call", "--when", f"{year}-01-15 18:00", "--zone", "America/New_York")
    assert added["event"]["next"] == f"{year}-01-15T23:00:00.000Z"
    here = ada.json("events", "add", "Here", "--when", f"{year}-01-15 18:00", TZ="Asia/Tokyo")
    assert here["event"]["when"]["zone"] == "Asia/Tokyo"
    assert here["event"]["next"] == f"{year}-01-15T09:00:00.000Z"
    ada.run("events")
    # The clocks of its own zone count when it is changed, and both are shown.
    said = ada.say("events", "edit", "2", "--when", f"{year}-01-15 19:30")
    assert f"{year}-01-16 00:30" in said and f"{year}-01-15 19:30 in New York" in said
    # The last Sunday of March: the clocks go forward.
    sunday = max(day for day in range(25, 32) if datetime.date(year, 3, day).weekday() == 6)
    gap = ada.run("events", "add", "Gap", "--when", f"{year}-03-{sunday} 02:30", TZ="Europe/Berlin")
    assert f"clocks skip that time that day, so the event is at Sun {year}-03-{sunday} 03:30" in gap.stderr
    assert "Europe/Berlin" in ada.refused("events", "add", "x", "--when", "fri", "--zone", "Atlantis", status="usage")
    said = ada.refused("events", "add", "x", "--when", "fri 18:00", TZ="XYZ5ABC,M3.2.0,M11.1.0", status="setting")
    assert "--zone" in said


def test_refusals_say_what_to_do_next(ada):
    said = ada.refused("events", "add", "Late", "--when", "yesterday 10:00")
    assert "date_not_future" in said and "on the site" in said
    assert "--when is required" in ada.refused("events", "add", "x", status="usage")
    assert "tomorrow 6pm" in ada.refused("events", "add", "x", "--when", "soon", status="usage")
    assert "daily, weekly" in ada.refused("events", "add", "x", "--when", "fri", "--repeat", "often")
    assert "run: quad events" in ada.refused("events", "show", "00000000-0000-7000-8000-000000000000")
    assert "list the events first" in ada.refused("events", "show", "1", status="usage")
    assert "link make" in ada.refused("events", "link", status="usage")
    assert "sign in first" in ada.refused("events", status="not allowed", XDG_CONFIG_HOME="/nonexistent")


def test_whoever_edits_an_older_version_sees_both(ada):
    ada.run("events", "add", "Dinner", "--when", when(days=3), "--place", "Home")
    ada.run("events")
    ada.run("events", "edit", "1", "--title", "Supper", "--place", "Café")
    ended = ada.run("events", "edit", "1", "--title", "Lunch", "--place", "Mensa", "--version", "1", status="failed")
    assert ended.stdout == ""
    told = rows(ended.stderr)
    assert ["Event", "Lunch", "Supper"] in told and ["Place", "Mensa", "Café"] in told
    assert "changed_elsewhere" in ended.stderr and "--version 2" in ended.stderr
    assert ada.json("events", "show", "1")["title"] == "Supper"
    ada.run("events", "edit", "1", "--title", "Lunch", "--version", "2")
    assert ada.json("events", "show", "1")["title"] == "Lunch"


# Others


def test_a_room_mate_answers_and_ticks(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"])
    token = json.load(open(ada.file("session.json")))["token"]
    # events hears of the room a moment later.
    share(site, {"token": token}, "Party", when=ahead(5))
    assert "with your room" in ada.say("events")
    ada.run("events", "rm", *(event["id"] for event in ada.json("events")["items"] if event["title"] == "Probe"))
    ada.run("events")
    wait_until(lambda: "Party" in ben.say("events"), "seen by the roommate")
    assert "by Ada Example" in ben.say("events") and "with your room" in ada.say("events")
    assert ben.say("events", "answer", "1", "maybe") == "Party: you said maybe (0 yes, 1 maybe, 0 no)\n"
    assert rows(ada.say("events", "answers", "1"))[1][:2] == ["Ben Example", "maybe"]
    assert ben.say("events", "answer", "1", "none") == "answer withdrawn\n"
    assert "Nobody has answered yet." in ada.say("events", "answers", "1")
    ada.run("events", "to-dos", "add", "1", "Order the cake", "--for", "Ben", "--due", ahead(2)["date"])
    ben.run("events", "to-dos", "1")
    assert ben.say("events", "to-dos", "done", "1", "1") == "done: Order the cake\n"
    cells = rows(ada.say("events", "to-dos", "1"))[1]
    assert cells[:3] == ["1", "✓", "Order the cake"] and cells[-1] == "Ben Example"
    assert "not_found" in ben.refused("events", "edit", "1", "--title", "Mine")
    made = ada.run("events", "link", "make", "1")
    path = made.stdout.strip().removeprefix(ada.environment["QUAD_SITE"])
    token = path.split("/")[-1].split("#")[-1]
    assert site.request("GET", f"/v1/shared-events/{token}").json["title"] == "Party"
    assert "a public link" in ada.say("events", "show", "1")
    ada.run("events", "link", "end", "1")
    assert site.request("GET", f"/v1/shared-events/{token}").status == 404


def test_a_course_is_named_by_its_code_to_share_with_it(site, ada):
    site.set_roles(ada.json("whoami")["id"], ["staff"])
    ada.run("signin", ada.address("ada"), "--password-stdin", stdin=PASSWORD)
    token = json.load(open(ada.file("session.json")))["token"]
    course = make(site, {"token": token}, "Statistics", code="ST 101")
    probe = {"visibility": "course", "course": course["id"]}
    # events hears of the course a moment later.
    wait_until(
        lambda: try_add(site, {"token": token}, "Probe", **probe).status == 201, "events knows the course")
    words = ("events", "add", "Exam", "--when", when(days=7))
    event = ada.json(*words, "--course", "st 101")["event"]
    assert event["visibility"] == "course" and event["course"] == course["id"]
    refused = ada.refused(*words, "--course", "Algebra", status="usage")
    assert 'no course is called "Algebra"; choose "Statistics"' in refused
    assert "--course is required" in ada.refused(*words, "--share", "course", status="usage")
    assert "cannot be used with" in ada.refused(*words, "--share", "room", "--course", "ST 101", status="usage")


# Lists


def test_to_dos_are_added_ordered_changed_and_restored(ada):
    ada.run("events", "add", "Trip", "--when", when(days=9))
    ada.run("events")
    for words in (["Pack"], ["Book the bus"], ["Find the map", "--after", "0"]):
        ada.run("events", "to-dos", "add", "1", *words)
    assert [row[2] for row in rows(ada.say("events", "to-dos", "1"))[1:4]] == ["Find the map", "Pack", "Book the bus"]
    ada.run("events", "to-dos", "move", "1", "3", "0")
    ada.run("events", "to-dos", "edit", "1", "2", "Pack", "lightly")
    ada.run("events", "to-dos", "due", "1", "2", "2099-01-31")
    ada.run("events", "to-dos", "assign", "1", "1", "me")
    listed = rows(ada.say("events", "to-dos", "1"))
    assert [row[2] for row in listed[1:4]] == ["Book the bus", "Find the map", "Pack lightly"]
    assert listed[2][-1] == "you" and listed[3][-1] == "Sat 2099-01-31"
    ada.run("events", "to-dos", "done", "1", "1", "3")
    assert ada.say("events", "to-dos", "1").endswith("2 of 3 done\n")
    assert rows(ada.say("events"))[1][4] == "2/3"
    ada.run("events", "to-dos", "undone", "1", "3")
    assert "restore EVENT last" in ada.say("events", "to-dos", "rm", "1", "1", "2")
    assert len(ada.json("events", "to-dos", "1")["items"]) == 1
    assert ada.say("events", "to-dos", "restore", "1", "last") == "restored: Book the bus\nrestored: Find the map\n"
    # Numbers of one event's list mean nothing on another's.
    ada.run("events", "add", "Other", "--when", when(days=20))
    ada.run("events")
    assert "list the to-dos first" in ada.refused("events", "to-dos", "done", "2", "1", status="usage")


def test_a_budget_adds_up_exactly_in_any_currency(ada):
    ada.run("events", "add", "Party", "--when", when(days=9))
    ada.run("events")
    budget = ("events", "budget")
    assert "No lines yet" in ada.say(*budget, "1")
    ada.run(*budget, "add", "1", "Cups", "--planned", "0.10", "--currency", "eur")
    said = ada.say(*budget, "add", "1", "Plates", "--planned", "0.20", "--paid", "1,234.56")
    assert said == "added: Plates, planned 0.20, paid 1,234.56\nexpected now: 1,234.66 EUR\n"
    ada.run(*budget, "cap", "1", "1000")
    said = ada.say(*budget, "1")
    assert rows(said)[1:4] == [
        ["1", "Cups", "0.10", "0.10"], ["2", "Plates", "0.20", "1,234.56", "1,234.56"],
        ["Total in EUR", "0.30", "1,234.56", "1,234.66"],
    ]
    assert said.endswith("234.66 EUR over the limit of 1,000.00 EUR\n")
    assert "1.234,56" in ada.say(*budget, "1", "--locale", "de")
    assert "1.234,56" in ada.say(*budget, "1", LANG="de_DE.UTF-8")
    assert "--locale" in ada.refused(*budget, "add", "1", "x", "--planned", "1,50")
    ada.run(*budget, "edit", "1", "2", "--paid", "12,50", "--text", "Dishes", "--locale", "de")
    assert ada.say(*budget, "1").endswith("987.40 EUR left of the limit of 1,000.00 EUR\n")
    assert "rm EVENT" in ada.refused(*budget, "currency", "1", "JPY")
    ada.run(*budget, "rm", "1", "1", "2")
    assert ada.say(*budget, "restore", "1", "last") == "restored: Cups\nrestored: Dishes\n"
    ada.run(*budget, "rm", "1", "1", "2")
    assert ada.say(*budget, "currency", "1", "JPY").startswith("the budget is in JPY\n")
    assert "currency_unknown" in ada.refused(*budget, "currency", "1", "XXQ")


# The countdown


def left(lines):
    """The seconds of `3 days 04:33:10`."""
    found = re.search(r"(?:([\d,]+) days? )?\b(\d\d):(\d\d):(\d\d)\b", "\n".join(lines))
    days, hours, minutes, seconds = (int((part or "0").replace(",", "")) for part in found.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def test_a_countdown_is_said_once_where_nobody_looks(ada):
    ada.run("events", "add", "Trip", "--when", when(days=9, minutes=2))
    ada.run("events")
    said = ada.say("events", "countdown", "1")
    assert re.fullmatch(r"Trip, \w{3} .*\n9 days 00:0[12]:\d\d left\n", said)
    said = ada.say("events", "countdown", "1", "--wand", "--until", "hours")
    assert "7 days 00:0" in said and "minus two days" in said and said.endswith("until: 168 hours\n")
    assert ada.json("events", "countdown", "1")["until"]["weeks"] == 1
    ada.run("events", "add", "Soon", "--when", when(hours=5))
    ada.run("events")
    assert "magic_too_close" in ada.refused("events", "countdown", "1", "--wand")
    terminal = Screen(ada, "events", "countdown", "2", "--once")
    assert terminal.finish() == (0, True) and not terminal.was_taken
    dumb = Screen(ada, "events", "countdown", "2", TERM="dumb")
    assert dumb.finish() == (0, True) and not dumb.was_taken


def test_the_countdown_ticks_and_obeys_keys_at_the_desk(ada):
    ada.run("events", "add", "Trip", "--when", when(days=9, minutes=2), "--place", "Grand Canyon")
    ada.run("events")
    screen = Screen(ada, "events", "countdown", "1")
    lines = screen.see(lambda lines: any("██" in line for line in lines), "large digits")
    assert screen.is_taken and not screen.has_cursor and not screen.echoes()
    assert lines[0].strip() == "Trip" and "Grand Canyon" in lines[1]
    assert any(line.split() == ["days", "hours", "minutes", "seconds"] for line in lines)
    assert any(line.strip() == "Until 9 days" for line in lines)
    digits = [line for line in lines if "██" in line]
    screen.see(lambda lines: [line for line in lines if "██" in line] != digits, "a second's tick", timeout=3)
    # Seconds are counted one by one.
    first = screen.press("s", lambda lines: any("seconds" in line and "Until" in line for line in lines), "seconds")
    number = int(re.search(r"Until ([\d,]+) seconds", "\n".join(first))[1].replace(",", ""))
    screen.see(lambda lines: any(f"Until {number - 2:,} seconds" in line for line in lines), "two ticks", timeout=4)
    for key, said in (("w", "Until 1 week"), ("h", "Until 216 hours"), ("m", "minutes"), ("d", "Until 9 days")):
        screen.press(key, lambda lines: any(said in line for line in lines), said)
    screen.press("\x1b[C", lambda lines: any("[hours]" in line for line in lines), "the arrow to the right")
    screen.press("\x1b[D\x1b[D", lambda lines: any("[weeks]" in line for line in lines), "the arrow to the left")
    # Two days less leave a week, and a few minutes: once more would leave none.
    screen.press(" ", lambda lines: any("Wand on: two days less" in line for line in lines), "the wand")
    assert any("Until 1 week" in line for line in screen.lines)
    screen.press(" ", lambda lines: any("Wand off" in line for line in lines), "the wand is down")
    screen.type("q")
    assert screen.finish() == (0, True)
    assert b"9 days 00:0" in screen.said.rsplit(b"\x1b[?1049l", 1)[1]


def test_the_countdown_fits_a_phone_greys_units_and_gives_the_terminal_back(ada):
    ada.run("events", "add", "The very long evening of the summer fair", "--when", when(days=2, hours=3))
    ada.run("events")
    screen = Screen(ada, "events", "countdown", "1", columns=40, rows=20)
    lines = screen.see(lambda lines: any("▀" in line for line in lines), "small digits")
    assert lines[0].strip().endswith("…")
    assert any(line.split() == ["days", "hours", "minutes", "seconds"] for line in lines)
    assert all(unit in "\n".join(lines) for unit in (" weeks ", "[days]", "hours", "minutes", "seconds"))
    assert [screen.style_of(text) for text in ("weeks", "[days]", "hours  minutes")] == ["2", "1", ""]
    # Grey units cannot be chosen; the wand greys days too, and the next smaller one is counted.
    screen.press("w ", lambda lines: any("Wand on" in line for line in lines), "the wand")
    assert any("[hours]" in line for line in screen.lines) and screen.style_of("days [hours]") == "2"
    assert any(re.search("Until [23] hours", line) for line in screen.lines)
    screen.press(" ", lambda lines: any("[days]" in line for line in lines), "days again")
    # A keyboard covers half of a phone.
    screen.resize(40, 10)
    lines = screen.see(lambda lines: any("2 days 0" in line for line in lines), "in a line of text")
    assert not any("▀" in line for line in lines) and any("space wand" in line for line in lines)
    seconds = left(lines)
    screen.see(lambda lines: left(lines) == seconds - 1, "a second's tick", timeout=3)
    screen.resize(100, 30)
    screen.see(lambda lines: any("██" in line for line in lines), "large digits")
    screen.type("\x03")
    assert screen.finish() == (-signal.SIGINT, True)


def test_the_end_is_crossed_once_and_the_countdown_counts_up(ada):
    moment = ahead(0, seconds=5)
    token = json.load(open(ada.file("session.json")))["token"]
    added = ada.site.request("POST", "/v1/events", {"title": "Toast", "when": moment}, token)
    assert added.status == 201, added.body
    screen = Screen(ada, "events", "countdown", added.json["event"]["id"], rows=10, NO_COLOR="1")
    lines = screen.see(lambda lines: any("00:00:0" in line for line in lines), "the last seconds")
    assert "(weeks)" in "\n".join(lines) and "[seconds]" in "\n".join(lines)
    assert any("fewer than two days" in line for line in lines)
    screen.see(lambda lines: any("It's here." in line for line in lines), "the end", timeout=8)
    screen.see(lambda lines: left(lines) == 2, "up again", timeout=4)
    assert "(seconds)" in "\n".join(screen.lines) and b"\x1b[1m" not in screen.said and "-" not in screen.lines[3]
    os.kill(screen.pid, signal.SIGTERM)
    assert screen.finish() == (-signal.SIGTERM, True)


def test_the_site_says_what_time_it_is(ada):
    ada.run("events", "add", "Trip", "--when", when(days=3))
    ada.run("events")
    event, reading = ada.json("events", "show", "1"), ada.json("events", "countdown", "1")
    # A site whose clock goes years ahead of this machine's; one body answers for the event and for its countdown.
    reading["now"], reading["target"] = "2041-05-01T12:00:00.000Z", "2041-05-04T12:00:00.000Z"
    body = json.dumps({**event, **reading, "next": reading["target"]}).encode()
    site = Impostor(200, {"Content-Type": "application/json"}, body)
    words, settings = ("events", "countdown", event["id"]), {"QUAD_SITE": site.url, "QUAD_TOKEN": "x" * 43}
    try:
        assert "3 days 00:00:00 left" in ada.say(*words, **settings)
        screen = Screen(ada, *words, rows=10, **settings)
        screen.see(lambda lines: any("2 days 23:59:5" in line for line in lines), "ticks from there")
        screen.type("q")
        assert screen.finish() == (0, True)
    finally:
        site.close()


def test_i4_one_date_is_skipped_moved_and_restored(ada):
    first, second = ahead(10), ahead(17)
    ada.run("events", "add", "Class", "--when", when(days=10), "--repeat", "weekly")
    ada.run("events")
    assert ada.say("events", "skip", "1").startswith(f"skipped {weekday(first)} {first['date']}; next: ")
    assert second["date"] in ada.say("events") and first["date"] not in ada.say("events")
    said = ada.say("events", "move", "1", second["date"], "--when", f"{ahead(18)['date']} 08:30", "--length", "45m")
    assert said.startswith(f"moved {weekday(second)} {second['date']} to ") and "08:30" in said
    shown = ada.say("events", "show", "1")
    assert re.search(f"Skipped +.*{first['date']}", shown) and re.search(f"Moved +.*{second['date']} to .*08:30", shown)
    assert first["date"] in ada.say("events", "keep", "1", first["date"])
    assert "date_unknown" in ada.refused("events", "skip", "1", ahead(11)["date"])


def weekday(moment):
    return datetime.date.fromisoformat(moment["date"]).strftime("%a")


# Other calendars


def test_events_go_into_files_and_come_out_of_them(ada, tmp_path):
    ada.run("events", "add", "Trip", "--when", when(days=9), "--place", "Grand Canyon")
    ada.run("events")
    assert ada.say("events", "export", "1").startswith("BEGIN:VCALENDAR\n")
    file = tmp_path / "trip.ics"
    assert ada.say("events", "export", "1", str(file)) == f"wrote {file}; open it with your calendar app\n"
    text = file.read_bytes().decode()
    assert "SUMMARY:Trip\r\n" in text and "TRIGGER" in text and file.stat().st_mode & 0o777 == 0o600
    assert "--force" in ada.refused("events", "export", "1", str(file))
    assert ada.json("events", "export", "1", str(file), "--force")["bytes"] == len(text)
    # Somebody else's calendar: a good event, one without a start, and a line that makes no sense.
    start = ahead(20)["date"].replace("-", "")
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VEVENT", "UID:a@x", f"DTSTART:{start}T120000Z",
        "SUMMARY:Good", "END:VEVENT", "BEGIN:VEVENT", "UID:b@x", "SUMMARY:Bad", "END:VEVENT", "END:VCALENDAR", "",
    ]
    other = tmp_path / "other.ics"
    other.write_text("\r\n".join(lines), newline="")
    ended = ada.run("events", "import", str(other), status="failed")
    assert ended.stdout == "1 added, 1 skipped\n" and f"{other}:9: " in ended.stderr
    assert "Good" in ada.say("events")
    other.write_text("\r\n".join(lines[:8] + lines[12:]), newline="")
    assert ada.say("events", "import", str(other)) == "0 added, 1 unchanged\n"
    assert ada.say("events", "import", "-", stdin="\r\n".join(lines[:8] + lines[12:])) == "0 added, 1 unchanged\n"
    large = tmp_path / "large.ics"
    large.write_bytes(b"x" * (1024 * 1024 + 1))
    assert "1 MiB" in ada.refused("events", "import", str(large))
    large.write_bytes(b"\xff")
    assert "calendar_bad" in ada.refused("events", "import", str(large))
    large.write_bytes("\r\n".join(lines[:6] + ["SUMMARY:Übung"] + lines[7:8] + lines[12:]).encode("latin-1"))
    ended = ada.run("events", "import", str(large))
    assert ended.stdout == "0 added, 1 updated\n" and f"{large}:7: " in ended.stderr
    assert "Übung" in ada.say("events")
    assert "calendar_bad" in ada.refused("events", "import", "-", stdin="hello")
    assert "nothing.ics" in ada.refused("events", "import", str(tmp_path / "nothing.ics"))


def test_a_feed_is_made_read_and_ended(site, ada):
    ada.run("events", "add", "Trip", "--when", when(days=9))
    assert ada.say("events", "feed") == "The calendar link is off. To create one: quad events feed make\n"
    made = ada.run("events", "feed", "make")
    path = made.stdout.strip().removeprefix(ada.environment["QUAD_SITE"])
    assert "subscription" in made.stderr
    answer = site.request("GET", path)
    assert answer.status == 200 and b"SUMMARY:Trip" in answer.body
    assert "never" not in ada.say("events", "feed") and ada.json("events", "feed")["isOn"]
    assert ada.say("events", "feed", "end") == "the calendar link no longer works\n"
    assert site.request("GET", path).status == 404
    assert not ada.json("events", "feed")["isOn"]
