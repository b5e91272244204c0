"""The school's own pictures: found first, kept as long as they are listed, and imported with quad pictures."""

from pathlib import Path

import pytest
from people import advance
from quad_home import Home, Operator
from quad_site import PASSWORD, Site, wait_until
from quad_uploads import png, upload


@pytest.fixture
def site():
    site = Site(clock="2026-09-01T12:00:00.000Z")
    try:
        yield site
    finally:
        site.close()


@pytest.fixture
def admin(site, tmp_path):
    grace = Home(site, tmp_path / "grace").sign_up("grace", "Hopper")
    email = site.address("grace")
    Operator(site, tmp_path / "operator").run("admin", "roles", email, "staff", "admin")
    grace.run("signin", email, "--password-stdin", stdin=PASSWORD)
    return grace


@pytest.fixture
def token(site, admin):
    answer = site.request("POST", "/v1/signin", {"email": site.address("grace"), "password": PASSWORD})
    assert answer.status == 200, answer.body
    return answer.json["token"]


def found(site, token, words="turnhalle"):
    answer = site.request("GET", f"/v1/pictures?q={words}", token=token)
    assert answer.status == 200, answer.body
    return [(picture["source"], picture["title"]) for picture in answer.json["results"]]


def original(site, name):
    return Path(site.data, "media", "objects", name[:2], name, "original")


def test_an_administrator_sees_who_takes_how_much_space(site, admin, token):
    people = [site.sign_up(name) for name in ("small", "large")]
    upload(site, people[0]["token"], png(40, 30))
    for side in (200, 300):
        upload(site, people[1]["token"], png(side, side))
    upload(site, people[0]["token"], png(200, 200))
    space = site.request("GET", "/v1/admin/pictures/space", token=token).json
    own = [site.request("GET", "/v1/me/pictures/space", token=one["token"]).json for one in people]
    assert space["pictures"] == 3 and space["bytes"] < sum(one["bytes"] for one in own), "a shared one counts once"
    assert space["maxPersonBytes"] == 200 << 20 and space["maxCacheBytes"] == 2048 << 20
    assert space["largest"] == [
        {"person": one["person"], "pictures": 2, "bytes": held["bytes"]} for one, held in zip(people[::-1], own[::-1])]
    assert space.get("cacheBytes", 0) >= 0
    said = admin.say("pictures", "space")
    assert "3 pictures: " in said and said.index("Large Example") < said.index("Small Example")
    assert said.count("large@hilltop.example") == 1
    assert "200 MB" not in said and "209.7 MB" in said
    counts = site.request("GET", "/v1/admin/overview", token=token).json["counts"]
    assert (counts["pictures"], counts["pictureMegabytes"]) == (3, 1)
    assert site.request("GET", "/v1/admin/pictures/space", token=people[0]["token"]).status == 403


def test_a_picture_is_the_schools_as_long_as_it_is_listed(site, token):
    def add(**body):
        return site.request("POST", "/v1/admin/pictures", body, token)

    assert found(site, token) == []
    stored = upload(site, token)["object"]
    words = {"object": stored, "title": "The old gym", "tags": "sports, Turnhalle", "credit": "Ada, CC0"}
    assert add(**{**words, "object": "ab" * 32}).json["code"] == "picture_bad"
    added = add(**words)
    assert added.status == 201 and (added.json["width"], added.json["credit"]) == (64, "Ada, CC0"), added.body
    assert add(**words).json == added.json
    assert found(site, token) == [("own", "The old gym")]
    assert site.request("GET", "/v1/me/pictures/space", token=token).json["pictures"] == 0
    assert add(**{**words, "title": "The new gym"}).json["added"] == added.json["added"]
    assert found(site, token) == [("own", "The new gym")]
    taken = site.request("POST", "/v1/pictures", {"q": "new gym"}, token)
    assert (taken.status, taken.json["object"], taken.json["credit"]) == (201, stored, "Ada, CC0"), taken.body
    # Longer than an upload is kept that nobody uses.
    other = upload(site, token, png(color=(1, 2, 3)))["object"]
    assert original(site, other).exists()
    advance(site, hours=25)
    wait_until(lambda: not original(site, other).exists(), "the other upload is deleted")
    listed = site.request("GET", "/v1/admin/pictures?limit=1", token=token).json
    assert [picture["object"] for picture in listed["items"]] == [stored] and "next" not in listed
    assert original(site, stored).exists()
    assert site.request("DELETE", f"/v1/admin/pictures/{stored}", token=token).status == 204
    assert site.request("DELETE", f"/v1/admin/pictures/{stored}", token=token).status == 404
    assert found(site, token) == []
    advance(site, hours=1)
    wait_until(lambda: not original(site, stored).exists(), "the removed picture is deleted")
    audit = site.request("GET", "/v1/admin/audit", token=token).json["items"]
    acts = [(entry["action"], entry["detail"]) for entry in audit if entry["object"] == stored]
    # The clock stood still between the two additions.
    assert acts[0] == ("picture_removed", "The new gym")
    assert sorted(acts[1:]) == [("picture_added", "The new gym"), ("picture_added", "The old gym")]


def test_a_folder_is_imported_and_each_refused_line_is_named(site, admin, token, tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, color in (("gym.png", (9, 9, 9)), ("hall.png", (200, 9, 9))):
        (folder / name).write_bytes(png(color=color))
    (folder / "broken.png").write_bytes(b"no picture")
    rows = ["file,title,tags,credit", 'gym.png,"The gym, 1950",Turnhalle,"Ada, CC BY 4.0"', "hall.png,Hall,,Eve"]
    listed = tmp_path / "credits.csv"
    refused = ["broken.png,Broken,,Eve", "nowhere.png,Nowhere,,Eve", "gym.png,Blank,,", "one"]
    listed.write_text("\n".join([*rows, *refused]))
    words = ("pictures", "import", str(folder), "--credits", str(listed))
    ended = admin.run(*words, status="failed")
    assert ended.stdout == "gym.png: imported\nhall.png: imported\n2 pictures imported\n"
    named = {line.split(":")[1]: line for line in ended.stderr.splitlines() if line.startswith(f"{listed}:")}
    assert named.keys() == {"4", "5", "6", "7"} and "4 lines of" in ended.stderr, ended.stderr
    assert "picture_type_bad" in named["4"] and "No such file" in named["5"] and "value_blank" in named["6"]
    assert named["7"].endswith("1 field instead of 4")
    assert found(site, token) == [("own", "The gym, 1950")]
    listed.write_text("\n".join(rows))
    assert admin.json(*words) == {"imported": 2, "problems": []}
    assert len(admin.json("pictures")["items"]) == 2
    assert "Ada, CC BY 4.0" in admin.say("pictures", "list")
    assert admin.say("pictures", "remove", "Hall") == "removed Hall\n"
    assert "no picture Hall" in admin.refused("pictures", "remove", "Hall")
    listed.write_text("name,title\n")
    assert f"{listed}:1: the first line" in admin.refused(*words)
