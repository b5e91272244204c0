"""A school week of check-ins gives the register that was written down for it by hand."""

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
