"""Imports of rosters over HTTP: people with an account join at once, the others when they sign up.

The rules of files and rows are in Tests/Unit/AttendanceTests (RosterReadingTests, ImportTests).
"""

import pytest
from quad_courses import make, names, roster, teacher
from quad_events import ask
from quad_home import Home, Operator
from quad_site import PASSWORD, refusal, wait_until


@pytest.fixture
def tess(site):
    return teacher(site)


def take(site, person, course, *files, **members):
    return ask(site, person, "POST", f"/v1/courses/{course['id']}/imports", {"files": files, **members})


def expected(site, person, course):
    return ask(site, person, "GET", f"/v1/courses/{course['id']}/expected").json["items"]


def test_a_list_is_tried_imported_and_joined_by_who_signs_up(site, tess):
    course = make(site, tess)
    ada = site.sign_up("ada")
    text = (f"\ufeffE-Mail;First;Last;Student ID\r\n{site.address('ada')};Ada;X;7\r\n{site.address('ben')};Ben;Lind;8\r\n"
            f"{site.address('ADA')};;;\r\nwood;;;\r\n")
    planned = take(site, tess, course, text, dryRun=True).json
    assert {name: planned[name] for name in ("rows", "added", "expected", "duplicates", "refused")} == {
        "rows": 4, "added": 1, "expected": 1, "duplicates": 1, "refused": 1}
    assert [(one["file"], one["line"], one["code"]) for one in planned["problems"]] == [(1, 5, "email_bad")]
    assert names(site, ada) == [] and expected(site, tess, course) == []
    assert take(site, tess, course, text).json == planned
    assert names(site, ada) == ["Statistics"]
    [waiting] = expected(site, tess, course)
    assert (waiting["email"], waiting["lastName"], waiting["studentNumber"]) == (site.address("ben"), "Lind", "8")
    ben = site.sign_up("ben")
    wait_until(lambda: names(site, ben) == ["Statistics"], "he is in the course")
    assert expected(site, tess, course) == []
    listed = {entry["person"]: entry.get("studentNumber") for entry in roster(site, tess, course).json["items"]}
    assert listed == {tess["person"]: None, ada["person"]: "7", ben["person"]: "8"}
    assert refusal(take(site, ada, course, text)) == (403, "not_allowed")
    assert refusal(take(site, tess, course, "name\nAda")) == (422, "roster_file_bad", "files.0")
    assert refusal(take(site, tess, course)) == (422, "roster_files_bad", "files")
    open_quote = take(site, tess, course, 'email\nada@x.example\n"').json
    assert (open_quote["code"], open_quote["details"]) == ("roster_file_quotes", {"file": 1, "line": 3})


def test_quad_imports_oneroster_files_and_older_encodings(site, tmp_path):
    tess = Home(site, tmp_path / "tess").sign_up("tess", "Wolfe")
    Operator(site, tmp_path / "operator").run("admin", "roles", tess.address("tess"), "staff")
    tess.run("signin", tess.address("tess"), "--password-stdin", stdin=PASSWORD)
    tess.say("courses", "add", "Statistics")
    users, enrollments, latin = (tmp_path / name for name in ("users.csv", "enrollments.csv", "latin.csv"))
    users.write_text("sourcedId,email,givenName,familyName\nu1,ann@x.example,Ann,Lee\nu2,bo@x.example,Bo,Ng\n", "utf-16")
    enrollments.write_text("classSourcedId,userSourcedId,role\nc1,u1,student\nc1,u9,student\nc2,u2,student\n")
    files = (str(users), str(enrollments))
    classes = tess.say("courses", "import", "1", *files, "--dry-run")
    assert [line.split() for line in classes.splitlines()[1:]] == [["c1", "c1", "2"], ["c2", "c2", "1"]]
    assert "(class_needed" in tess.refused("courses", "import", "1", *files)
    ended = tess.run("courses", "import", "1", *files, "--class", "c1", status="failed")
    assert ended.stdout == "0 added, 1 expected once they sign up\n"
    assert f"{enrollments}:3: users.csv doesn't have this person. (user_missing)" in ended.stderr
    assert "1 row skipped" in ended.stderr
    latin.write_bytes("email;last\nzoe@x.example;Noël\n".encode("windows-1252"))
    assert tess.say("courses", "import", "1", str(latin), "--dry-run") == (
        "0 added, 1 expected once they sign up (dry run: nothing changed)\n")
    assert tess.json("courses", "import", "1", str(latin))["expected"] == 1
    latin.write_bytes(b"x" * ((2 << 20) + 1))
    assert "larger than 2 MiB" in tess.refused("courses", "import", "1", str(latin))
