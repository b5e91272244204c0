"""quad checkin, quad attendance and quad excuses as students and teachers use them."""

import csv
import io
import json
import signal
from datetime import datetime, timedelta, timezone

import pytest
from quad_home import Home, Impostor, Operator, another
from quad_screen import Screen
from quad_site import PASSWORD


@pytest.fixture
def tess(site, tmp_path):
    tess = Home(site, tmp_path / "tess").sign_up("tess", "Wolfe")
    Operator(site, tmp_path / "operator").run("admin", "roles", tess.address("tess"), "staff")
    tess.run("signin", tess.address("tess"), "--password-stdin", stdin=PASSWORD)
    tess.run("courses", "add", "Introduction to Statistics", "--code", "STAT 101", "--term", "Fall 2026")
    return tess



def test_a_class_checks_in_by_code(site, tess, tmp_path):
    ada = another(site, tmp_path / "ada", "ada")
    eve = another(site, tmp_path / "eve", "eve", last="Zimmer")
    assert ada.say("attendance") == "You are not in any courses.\n"
    for person in ("ada", "eve"):
        tess.run("courses", "enroll", "stat", tess.address(person))
    assert ada.say("checkin") == "No check-in is open or opens today.\n"
    assert "no check-in is open" in ada.refused("checkin", "K7QM-X2AB")
    assert "no check-ins yet" in tess.refused("attendance", "close", "stat")
    assert tess.say("attendance", "open", "stat", "--minutes", "30").startswith("Check-in open until ")
    assert "(already_open)" in tess.refused("attendance", "open", "stat")
    assert "(not_allowed)" in ada.refused("attendance", "register", "stat", status="not allowed")
    listed = ada.say("checkin").splitlines()
    assert listed[0].split() == ["COURSE", "CHECK-IN", "MODE"]
    assert listed[1].startswith("STAT 101") and "closes in 29:" in listed[1] and listed[1].endswith("code")
    assert "(checkin_code_bad, code)" in ada.refused("checkin", "123")
    code = tess.say("attendance", "code", "stat").strip()
    assert ada.say("checkin", code.lower()).startswith("STAT 101: checked in at ")
    assert "present" in ada.say("checkin")
    register = tess.say("attendance", "register", "stat").splitlines()
    assert register[1].split()[:4] == ["1", "Ada", "Example", "present"]
    assert register[2].split() == ["2", "Eve", "Zimmer", "not", "yet"]
    assert tess.say("attendance", "mark", "stat", "2", "late") == "Eve Zimmer: late\n"
    assert "(reason_missing" in tess.refused("attendance", "mark", "stat", "ada", "absent")
    assert 'unknown status "gone"' in tess.refused("attendance", "mark", "stat", "ada", "gone", status="usage")
    assert tess.say("attendance", "close", "stat") == "closed: 1 present, 1 late\n"
    tess.run("attendance", "reopen", "stat", "--minutes", "5")
    tess.run("attendance", "close", "stat")
    tess.run("attendance", "mark", "stat", "eve", "absent", "--reason", "Left at once")
    own = eve.say("attendance", "records", "stat")
    assert "absent" in own and "by Tess Wolfe" in own and "Left at once" in own
    report = tess.say("attendance", "report", "stat").splitlines()
    assert report[1].split() == ["1", "Ada", "Example", "1", "0", "0", "0", "100.0", "█" * 20]
    assert report[2].split() == ["2", "Eve", "Zimmer", "0", "0", "0", "1", "0.0"]
    tess.run("courses", "adviser", "stat", "eve", tess.address("ada"))
    advised = ada.say("attendance", "advised", tess.json("courses", "show", "stat")["id"]).splitlines()
    assert len(advised) == 2 and advised[1].split()[1:] == report[2].split()[1:]
    assert "(not_found)" in eve.refused("attendance", "advised", "stat")
    assert tess.json("attendance", "--term", "Fall 2026")["items"][0]["percent"] == 50
    assert tess.say("attendance", "--term", "Spring 2027") == "No courses.\n"
    file = tmp_path / "records.csv"
    assert tess.say("attendance", "export", "stat", "--output", str(file)) == f"wrote {file}\n"
    assert "already exists" in tess.refused("attendance", "export", "stat", "--output", str(file))
    text = file.read_text(encoding="utf-8-sig")
    assert tess.say("attendance", "export", "stat").lstrip("\ufeff") == text
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) == 3 and [cell for cell in rows[1] if cell in ("present", "absent")] == ["present"]


def test_the_code_follows_on_a_terminal(tess):
    opened = tess.json("attendance", "open", "stat", "--mode", "code")
    code = tess.say("attendance", "code", "stat", "--once").strip()
    once = Screen(tess, "attendance", "code", "stat", "--once")
    assert once.finish()[0] == 0 and b"-" in once.said and len(code) == 9
    # A site whose code changes every second.
    shown = tess.json("attendance", "code", "stat")
    now = datetime.now(timezone.utc)
    shown |= {"code": "ABCD-2345", "next": "WXYZ-7654", "now": now.isoformat(timespec="milliseconds"),
              "until": (now + timedelta(seconds=1)).isoformat(timespec="milliseconds")}
    body = json.dumps({**opened, **shown}).encode()
    site = Impostor(200, {"Content-Type": "application/json"}, body)
    words = ("attendance", "code", opened["course"], "--checkin", opened["id"])
    try:
        screen = Screen(tess, *words, rows=30, QUAD_SITE=site.url, QUAD_TOKEN="x" * 43)
        screen.see(lambda lines: any("ABCD-2345" in line for line in lines), "the code")
        assert any("STAT 101" in line for line in screen.lines) and any("█" in line for line in screen.lines)
        # The site answers with the first code again, which is drawn over the next one.
        screen.see(lambda _: screen.said.count(b"ABCD-2345") == 2, "two changes", timeout=4)
        assert screen.said.count(b"WXYZ-7654") == 1 and any("ABCD-2345" in line for line in screen.lines)
        screen.type("\x03")
        assert screen.finish()[0] == -signal.SIGINT
    finally:
        site.close()


def test_a_course_says_it_in_its_own_words(site, tess, tmp_path):
    ada = another(site, tmp_path / "ada", "ada")
    tess.run("courses", "enroll", "stat", tess.address("ada"))
    assert 'unknown status "gone"' in tess.refused("courses", "edit", "stat", "--words", "gone=Away", status="usage")
    tess.run("courses", "edit", "stat", "--words", "late=Tardy, absent=No show")
    assert "late=Tardy, absent=No show" in tess.say("courses", "show", "stat")
    tess.run("attendance", "open", "stat", "--mode", "manual")
    assert tess.say("attendance", "mark", "stat", "ada", "tardy") == "Ada Example: Tardy\n"
    assert "Tardy" in tess.say("attendance", "register", "stat")
    assert tess.say("attendance", "close", "stat") == "closed: 1 Tardy\n"
    assert "Tardy" in ada.say("attendance", "records")
    assert ",Tardy," in tess.say("attendance", "export", "stat")
    tess.run("courses", "edit", "stat", "--words", "none")
    assert "late" in ada.say("attendance", "records")


def test_an_excuse_is_filed_and_accepted(site, tess, tmp_path):
    ada = another(site, tmp_path / "ada", "ada")
    tess.run("courses", "enroll", "stat", tess.address("ada"))
    assert "sent to your teacher" in ada.say("excuses", "file", "stat", "tomorrow", "At the", "dentist’s")
    assert "(excuse_day_bad" in ada.refused("excuses", "file", "stat", "2036-01-01", "Far away")
    assert "waiting" in ada.say("excuses") and "Ada Example" in tess.say("excuses", "list", "--state", "waiting")
    assert tess.say("excuses", "accept", "1", "--note", "Get well").startswith("accepted: Ada Example, ")
    assert "Get well" in ada.say("excuses")
    assert "(excuse_answered" in ada.refused("excuses", "withdraw", "1")
    assert tess.say("excuses", "--state", "waiting") == "No excuses.\n"


def test_a_locked_term_cannot_change(site, tess, tmp_path):
    operator = Operator(site, tmp_path / "operator")
    assert operator.say("admin", "terms", "lock", "Fall", "2026").startswith("locked Fall 2026")
    assert "(term_locked)" in tess.refused("attendance", "open", "stat", status="not allowed")
    assert "(locked)" in tess.say("attendance")
    assert operator.say("admin", "terms", "unlock", "Fall 2026") == "unlocked Fall 2026\n"
    tess.run("attendance", "open", "stat", "--mode", "manual")
    assert "(range_bad" in tess.refused("attendance", "open", "stat", "--range", "9ft")
    assert "enter a range" in tess.refused("attendance", "open", "stat", "--range", "wide", status="usage")
    assert tess.say("attendance", "places").startswith("No saved places yet.")
