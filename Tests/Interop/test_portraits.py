"""Portraits of people: who may set which picture, who sees it, and what ends it."""


import pytest
from people import NOBODY, Person, advance
from quad_catalogue import programs_of
from quad_site import Site, wait_until
from quad_stores import reading
from quad_uploads import png, upload

CROP = {"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}


@pytest.fixture(scope="module")
def site():
    site = Site(clock="2030-01-01T00:00:00.000Z")
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


def administrator(site, name):
    person = Person(site, name)
    site.set_roles(person.id, ["admin"])
    person.token = site.sign_in(name)
    return person


@pytest.fixture(scope="module")
def admin(site):
    return administrator(site, "wanda")


def put(person, **picture):
    return person.site.request("PUT", "/v1/me/picture", picture, person.token)


def seen(viewer, person, variant="480"):
    return viewer.get(f"/v1/people/{person.id}/picture/{variant}")


def code(answer):
    return answer.status, answer.json["code"]


def pair(site, first, second, number):
    """Two roommates, the first with a portrait."""
    one, other = Person(site, first), Person(site, second)
    assert one.join(number).json["state"] == "joined"
    assert other.join(number, code=one.code()).json["state"] == "joined"
    stored = upload(site, one.token, png(400, 300, color=(number.encode()[-1], 7, 9)))["object"]
    assert put(one, object=stored, crop=CROP).status == 200
    return one, other, stored


def uses(site):
    """The portraits that media-fetcher keeps pictures for, by person and picture."""
    with reading(site, "media-fetcher") as database:
        rows = database.execute("SELECT lower(hex(person)), picture FROM picture_use WHERE place = 'person'")
        return dict(rows.fetchall())


def raw(person):
    return person.id.replace("-", "")


def test_a_portrait_belongs_to_the_profile_and_is_removed_with_one_request(site):
    ada = Person(site, "portia")
    before = ada.get("/v1/me").json
    assert "picture" not in before and code(seen(ada, ada)) == (404, "not_found")
    first, second = (upload(site, ada.token, png(80, side))["object"] for side in (60, 61))
    changed = put(ada, object=first).json
    assert changed["picture"] == {"object": first} and changed["version"] == before["version"] + 1
    assert put(ada, object=first, crop=CROP).json["picture"] == {"object": first, "crop": CROP}
    assert ada.get("/v1/me").json["picture"] == {"object": first, "crop": CROP}
    wait_until(lambda: uses(site).get(raw(ada)) == first, "media-fetcher keeps it")
    assert put(ada, object=second).json["picture"] == {"object": second}
    wait_until(lambda: uses(site).get(raw(ada)) == second, "media-fetcher keeps the other one")
    removed = ada.delete("/v1/me/picture").json
    assert "picture" not in removed and removed["version"] == before["version"] + 4
    assert ada.delete("/v1/me/picture").json == removed, "there is none to remove"
    wait_until(lambda: raw(ada) not in uses(site), "media-fetcher keeps none")
    assert code(seen(ada, ada)) == (404, "not_found")


def test_a_portrait_of_a_search_keeps_its_credit(site, admin):
    one, other, _ = pair(site, "cressida", "credulus", "333")
    gym = {"title": "Sporthalle", "credit": "Ada, CC0", "object": upload(site, admin.token, png(99, 98))["object"]}
    assert site.request("POST", "/v1/admin/pictures", gym, admin.token).status == 201
    assert site.request("POST", "/v1/pictures", {"q": "sporthalle"}, one.token).json["object"] == gym["object"]
    shown = {"object": gym["object"], "credit": "Ada, CC0"}
    assert put(one, object=gym["object"]).json["picture"] == shown
    assert put(one, object=gym["object"], crop=CROP).json["picture"] == {**shown, "crop": CROP}
    wait_until(lambda: other.get(f"/v1/roommates/{one.id}").json["profile"]["picture"] == {**shown, "crop": CROP},
               "the roommate sees whose picture it is")
    exported = one.get("/v1/me/export").json["programs"]["auth"][0]
    assert "Ada, CC0" in str(exported)
    own = upload(site, one.token, png(97, 98))["object"]
    assert put(one, object=own).json["picture"] == {"object": own}


def test_only_who_uploaded_a_picture_may_show_it(site):
    ada, eve = Person(site, "paula"), Person(site, "mallory")
    stored = upload(site, ada.token, png(52, 50))["object"]
    stolen = put(eve, object=stored)
    assert code(stolen) == (422, "picture_bad") and stolen.json["errors"][0]["field"] == "object"
    assert code(put(eve, object="0" * 64)) == (422, "picture_bad")
    assert "picture" not in eve.get("/v1/me").json
    # An edit of the profile from before the portrait does not overwrite it.
    version = ada.get("/v1/me").json["version"]
    put(ada, object=stored)
    assert code(ada.patch("/v1/me", {"version": version, "hometown": "Oslo"})) == (409, "changed_elsewhere")
    kept = ada.patch("/v1/me", {"version": version + 1, "hometown": "Oslo"}).json
    assert kept["picture"] == {"object": stored}


def test_roommates_see_it_until_they_leave_and_nobody_else(site, admin):
    ada, ben, stored = pair(site, "petra", "quentin", "231")
    eve = Person(site, "rupert")
    assert eve.join("232").json["state"] == "joined"
    homeless = Person(site, "ruth")
    assert seen(ben, ada).status == seen(ada, ada).status == seen(admin, ada).status == 200
    assert seen(ada, ada, "whole").status == 200
    for viewer in (ben, admin):
        assert code(seen(viewer, ada, "whole")) == (404, "not_found")
    for viewer in (eve, homeless):
        assert code(seen(viewer, ada)) == (404, "not_found")
        assert "picture" not in viewer.get(f"/v1/people/{ada.id}").json
    assert site.request("GET", f"/v1/people/{ada.id}/picture/480").status == 401
    assert code(seen(ben, eve)) == code(ben.get(f"/v1/people/{NOBODY}/picture/480")) == (404, "not_found")
    mate = ben.get("/v1/roommates").json["items"][0]["profile"]
    assert mate["picture"] == {"object": stored, "crop": CROP}
    stream = site.open_stream(ben.token)
    put(ada, object=stored)
    assert stream.next()[1] == "roomhub.roommate.changed", "an open page asks again"
    stream.close()
    assert ben.leave().status == 204
    wait_until(lambda: code(seen(ben, ada)) == (404, "not_found"), "who left sees it no more")


def test_a_blocked_or_deleted_person_has_no_portrait_and_an_erased_one_no_picture(site, admin):
    ada, ben, stored = pair(site, "sibyl", "tristan", "233")
    path = f"/v1/admin/people/{ada.id}"
    for change in ("isBlocked", "isDeleted"):
        for value, status in ((True, 404), (False, 200)):
            body = {change: value}
            assert site.request("PUT", f"{path}/{change[2:].lower()}", body, admin.token).status == 200
            wait_until(lambda: seen(ben, ada).status == seen(admin, ada).status == status, "the gateway has heard")
            assert ("picture" in ben.get(f"/v1/roommates/{ada.id}").json["profile"]) is not value
    wait_until(lambda: uses(site).get(raw(ada)) == stored, "a deleted person can come back")
    assert site.request("PUT", f"{path}/deleted", {"isDeleted": True}, admin.token).status == 200
    advance(site, days=8)
    wait_until(lambda: raw(ada) not in uses(site), "the erased person uses no picture")


def test_without_roomhub_the_person_and_administrators_see_it():
    site = Site(programs=programs_of(["events"]), settings={"QUAD_APPS": "events"})
    try:
        ada, ben, admin = Person(site, "una"), Person(site, "viktor"), administrator(site, "wilma")
        assert put(ada, object=upload(site, ada.token)["object"]).status == 200
        assert seen(ada, ada).status == seen(admin, ada).status == 200
        assert code(seen(ben, ada)) == (404, "not_found")
    finally:
        site.close()
