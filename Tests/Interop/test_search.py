"""The search at the API and the command line: whoever may see it finds it, and what is gone is gone from the disk."""

import pytest
from quad_home import another
from quad_site import wait_until


@pytest.fixture
def ben(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben")
    code = ada.json("room", "code")["code"]
    ben.run("room", "join", "--code", code)
    return ben


def test_quad_search_lists_what_the_owners_find(ada, ben):
    ada.run("tasks", "add", "Défrost", "the", "freezer")
    ben.run("tasks", "add", "Freeze the berries")
    lines = ada.say("search", "frezer").splitlines()
    assert [line.split()[:2] for line in lines] == [["KIND", "TITLE"], ["task", "Défrost"]]
    assert [item["title"] for item in ada.json("search", "freez")["tasks"]] == ["Freeze the berries", "Défrost the freezer"]
    assert "Nothing found" in ada.say("search", "zzzz")
    assert "query_bad" in ada.refused("search", "f")
    assert "WORDS" in ada.refused("search", status="usage")


def test_what_is_deleted_or_left_is_not_found(site, ada, ben):
    ada.run("tasks", "add", "Hide the saxophone")
    assert ben.json("search", "saxophone")["tasks"]
    ben.run("room", "leave", "--yes")
    wait_until(lambda: not ben.json("search", "saxophone")["tasks"], "the room is left")
    assert ada.json("search", "saxophone")["tasks"]
    ada.run("tasks", "rm", "Hide the saxophone")
    assert not ada.json("search", "saxophone")["tasks"]
