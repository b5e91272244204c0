"""quad campus: a school loaded from its templates in one import, and a person's day in the terminal."""

import json
import shutil
from pathlib import Path

import pytest
from quad_home import Home
from quad_site import PASSWORD, Site, Stay

TEMPLATES = Path(__file__).resolve().parents[2] / "Services" / "campus" / "Templates"
KINDS = ["terms", "bells", "daytypes", "days", "classes", "lunch", "activities", "contacts", "calendar"]


@pytest.fixture(scope="module")
def school():
    site = Site(clock="2026-11-30T14:30:00Z\n", settings={"TZ": "America/New_York"})
    try:
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def admin(school, tmp_path_factory):
    folder = tmp_path_factory.mktemp("admin")
    home = Home(Stay(school, 1), folder).sign_up("ruth")
    school.set_roles(home.json("whoami")["id"], ["admin"])
    home.run("signin", home.address("ruth"), "--password-stdin", stdin=PASSWORD + "\n")
    return home


def copies(folder):
    return [str(shutil.copy(TEMPLATES / f"{kind}.csv", folder)) for kind in KINDS]


def test_a_school_is_one_import_of_all_its_tables(school, admin, tmp_path):
    files = copies(tmp_path)
    planned = admin.say("campus", "import", *files, "--dry-run").splitlines()
    assert "add terms: Fall term" in planned
    assert planned[-1].endswith(" added (dry run: nothing changed)")
    assert admin.say("campus", "export", "terms") == "name,starts,ends\n"
    loaded = admin.json("campus", "import", *files)
    assert loaded["isApplied"] and not loaded["errors"] and not loaded["ignored"]
    again = admin.json("campus", "import", *files)
    assert (again["added"], again["changed"]) == (0, 0) and again["unchanged"] == loaded["added"]
    path = tmp_path / "school.json"
    assert "wrote" in admin.say("campus", "export", "all", str(path))
    assert "already exists" in admin.refused("campus", "export", "all", str(path))
    assert set(json.loads(path.read_text())) == {"format", "schedules", *KINDS}
    assert admin.say("campus", "import", str(path)).startswith("0 added, ")


def test_errors_name_the_file_the_line_and_the_column(admin, tmp_path):
    first = tmp_path / "classes-a.csv"
    first.write_text("name,code,grades,blocks\nArt,ART 1,9,4\n")
    second = tmp_path / "classes-b.csv"
    second.write_text("name,code,grades,blocks,color\n\nMusic,MUS 9,9,99,red\n")
    ended = admin.run("campus", "import", str(first), str(second), status="failed")
    assert f"{second}:3: blocks:" in ended.stderr and "(block_bad)" in ended.stderr
    assert "unknown columns, left out: color" in ended.stderr and "1 error; nothing changed" in ended.stderr
    assert "ART 1" not in admin.say("campus", "export", "classes")
    odd = tmp_path / "odd.csv"
    odd.write_text("name\n")
    assert "--kind" in admin.refused("campus", "import", str(odd), status="usage")
    assert "missing FILE" in admin.refused("campus", "import", status="usage")
    assert "music" in admin.refused("campus", "export", "music", status="usage")


def test_a_student_sees_day_schedule_lunch_and_contacts(school, admin, tmp_path):
    admin.run("campus", "import", *copies(tmp_path))
    ada = Home(Stay(school, 2), tmp_path / "ada").sign_up("ada")
    row = f"account,term,grade,block1,block3\n{ada.address('ada')},Fall term,9,ENG 9,BIO 9\n"
    (tmp_path / "schedules.csv").write_text(row)
    assert "1 added" in admin.say("campus", "import", str(tmp_path / "schedules.csv"))
    day = ada.say("campus", "day", "2026-12-01").splitlines()
    assert day[0].startswith("Tue 2026-12-01") and "Regular" in day[0]
    assert "Day 4" in day[0] and any("09:08-10:06  3 " in line and "Biology" in line for line in day)
    late = ada.say("campus", "day", "2026-12-02")
    assert "Delayed opening" in late and "Staff training" in late and "10:05-10:43" in late
    assert any("English 9" in line and "B-101" in line for line in late.splitlines())
    assert "closed" in ada.say("campus", "day", "2026-11-26")
    schedule = ada.say("campus", "schedule").splitlines()
    assert schedule[0] == "Grade 9" and any("Biology" in line for line in schedule)
    lunch = ada.say("campus", "lunch", "2026-11-30")
    assert "Mac and cheese" in lunch and "4.25 USD" in lunch
    assert "Not published yet." in ada.say("campus", "lunch", "2026-12-01")
    names = [line.split("  ")[0] for line in ada.say("campus", "contacts").splitlines()[1:]]
    assert names == ["Main office", "Joy Amadi", "Dana Whitfield"]
    assert "Dana Whitfield" in ada.say("campus", "contacts", "counsel")
    assert "No contact" in ada.say("campus", "contacts", "plumber")
    assert "like 2026-11-24" in ada.refused("campus", "day", "soonish", status="usage")
    ada.run("campus", "export", "terms", status="not allowed")
    ada.run("campus", "import", str(tmp_path / "schedules.csv"), status="not allowed")
