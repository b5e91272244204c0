"""The AEDs of the campus over HTTP: everybody reads them, administrators change and import them.

The rules of files are in Tests/Unit/GuideTests/AEDTests.swift.
"""

import json

import pytest
from quad_accounts import sql
from quad_events import ask
from quad_site import problem, refusal, wait_until

pytestmark = pytest.mark.own_site
POINT = {"latitude": 37.8719, "longitude": -122.2585}


def overpass(*names):
    return json.dumps({"elements": [
        {"type": "node", "id": number, "lat": 37.8, "lon": -122.2, "tags": {"emergency": "defibrillator", "name": name}}
        for number, name in enumerate(names, 1)]})


@pytest.fixture
def admin(site):
    person = site.sign_up("ruth")
    site.set_roles(person["person"], ["admin"])
    return {**person, "token": site.sign_in("ruth")}


def listed(site, **query):
    text = "&".join(f"{name}={value}" for name, value in query.items())
    answer = site.request("GET", f"/v1/aeds?{text}")
    assert answer.status == 200, answer.body
    return answer.json


def test_administrators_keep_a_list_that_everybody_reads_without_signing_in(site, admin):
    assert listed(site)["items"] == []
    added = ask(site, admin, "POST", "/v1/admin/aeds", {
        "building": "Main Hall", "floor": "2", "words": "Behind the porter's desk", "position": POINT,
        "checked": "2026-05-04"})
    assert added.status == 201, added.body
    aed = added.json
    assert listed(site)["items"] == [aed] and aed["version"] == 1 and aed["position"] == POINT
    hash_ = listed(site)["hash"]
    assert listed(site, known=hash_) == {"hash": hash_}

    path = f"/v1/admin/aeds/{aed['id']}"
    edited = ask(site, admin, "PATCH", path, {"version": 1, "floor": None, "hours": "24/7"}).json
    assert "floor" not in edited and (edited["hours"], edited["words"]) == ("24/7", aed["words"])
    outdated = ask(site, admin, "PATCH", path, {"version": 1, "floor": "3"})
    assert problem(outdated) == (409, "changed_elsewhere") and outdated.json["details"]["current"] == edited
    assert listed(site, known=hash_)["items"] == [edited]
    assert refusal(ask(site, admin, "PATCH", path, {"position": {"latitude": 91, "longitude": 0}}))[1] == "position_bad"
    assert ask(site, admin, "DELETE", path).status == 204 and listed(site)["items"] == []

    ada = site.sign_up("ada")
    for method, address, body in (("POST", "/v1/admin/aeds", {"building": "X"}), ("PATCH", path, {}),
                                  ("DELETE", path, None), ("POST", "/v1/admin/aeds/imports", {"file": overpass("X")})):
        assert problem(ask(site, ada, method, address, body)) == (403, "not_allowed")
    found = wait_until(lambda: sql(
        site, "SELECT detail FROM audit WHERE action = 'aeds_changed' ORDER BY at, id")[2:], "the audit log has them")
    assert found == [("deleted Main Hall",)]


def test_an_import_is_tried_and_then_taken_as_a_whole(site, admin):
    def take(file, **more):
        return ask(site, admin, "POST", "/v1/admin/aeds/imports", {"file": file, **more})

    counts = {"rows": 2, "added": 2, "changed": 0, "already": 0, "duplicates": 0, "refused": 0, "others": 0,
              "problems": []}
    assert take(overpass("Gym", "Pool"), dryRun=True).json == counts and listed(site)["items"] == []
    assert take(overpass("Gym", "Pool")).json == counts
    again = take(overpass("Gym", "Lake")).json
    assert (again["already"], again["changed"], again["added"]) == (1, 1, 0)
    assert [(one["building"], one["osm"], one["version"]) for one in listed(site)["items"]] == [
        ("Gym", "node/1", 1), ("Lake", "node/2", 2)]

    before = listed(site)
    assert refusal(take("[" * 5000)) == (422, "aed_file_bad", "file")
    assert refusal(take(" " * (1 << 20) + " ")) == (422, "aed_file_large", "file")
    assert refusal(take(overpass(*map(str, range(501))))) == (422, "aed_file_long", "file")
    full = take(overpass(*map(str, range(500))))
    assert full.status == 200 and len(listed(site)["items"]) == 500
    other = json.dumps({"elements": [{"type": "way", "id": 9, "center": {"lat": 1, "lon": 2},
                                      "tags": {"emergency": "defibrillator"}}]})
    assert problem(take(other)) == (409, "too_many_aeds")
    assert problem(ask(site, admin, "POST", "/v1/admin/aeds", {"building": "X"})) == (409, "too_many_aeds")
    assert before["hash"] != listed(site)["hash"]
