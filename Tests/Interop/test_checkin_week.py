"""A school week of check-ins gives the register that was written down for it by hand."""

from collections import Counter

import pytest
from quad_checkin_week import Week, expected_register


@pytest.fixture(scope="module")
def week():
    week = Week()
    try:
        week.found()
        week.play()
        yield week
    finally:
        week.close()


def test_the_register(week):
    expected = expected_register()
    assert set(expected) == set(week.checkins) - {"C4"}
    wrong = []
    for key, rows in expected.items():
        found = week.register(key)
        wrong += [f"{key} {name}: {found.get(name)}, not {rows.get(name)}"
                  for name in sorted(rows.keys() | found.keys()) if found.get(name) != rows.get(name)]
    assert not wrong, "\n".join(wrong)


def test_a_deleted_check_in_has_no_register(week):
    assert week.ask(week.owners["C4"], "GET", week.path("C4", "/register")).status == 404


def expected_numbers(week, course):
    """The tally of each student of a course, its percentage, and the absences in a row, from the register."""
    numbers = {}
    for key, rows in expected_register().items():
        if week.script.course_of(key) != course:
            continue
        for name, row in rows.items():
            its = numbers.setdefault(name, {"tally": Counter(), "absentInARow": 0, "hasLeft": row["left"] == "left"})
            its["tally"][row["status"]] += row["status"] != "not_enrolled"
            if row["status"] in ("present", "late", "absent"):
                its["absentInARow"] = its["absentInARow"] + 1 if row["status"] == "absent" else 0
    for its in numbers.values():
        there = its["tally"]["present"] + its["tally"]["late"]
        counted = there + its["tally"]["absent"]
        its["percent"] = round(100 * there / counted, 1) if counted else None
    return numbers


@pytest.mark.parametrize("course", ["STAT", "CHEM", "HIST", "ASTR"])
def test_the_numbers_follow_from_the_register(week, course):
    path = f"/v1/courses/{week.courses[course]['id']}/attendance"
    found = {}
    for row in week.pages(week.owner(course), path):
        tally = Counter({name: count for name, count in row["tally"].items() if count})
        found[week.names[row["person"]]] = {
            "tally": tally, "absentInARow": row["absentInARow"], "hasLeft": row["hasLeft"], "percent": row.get("percent")}
    expected = {name: {**its, "tally": +its["tally"]} for name, its in expected_numbers(week, course).items()}
    assert {name: (found.get(name), its) for name, its in expected.items() if found.get(name) != its} == {}
    assert found.keys() == expected.keys()


def test_students_see_their_own_records(week):
    """All that is recorded of one of them, in two courses."""
    rows = {row["checkIn"]: row["receipt"] for row in week.pages("s1", "/v1/me/attendance")}
    expected = {
        week.checkins[key]: (rows_["s1"]["status"], rows_["s1"]["means"])
        for key, rows_ in expected_register().items() if "s1" in rows_}
    assert {checkin: (receipt["status"], receipt["means"]) for checkin, receipt in rows.items()} == expected
