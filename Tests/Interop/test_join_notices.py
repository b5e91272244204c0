"""A request to join a room reaches its members, and names them to the newcomer."""

from people import Person
from quad_site import wait_until


def notices(person):
    """The notices of requests to join, oldest first."""
    items = person.get("/v1/inbox?language=de").json["items"]
    return [notice for notice in items if notice["text"]["key"] == "join.asked"][::-1]


def test_w4_a_request_to_join_is_in_every_members_inbox(site):
    ada, ben, cid, eve = (Person(site, name) for name in ("ada", "ben", "cid", "eve"))
    ada.join("101A")
    ben.join(code=ada.code())
    eve.join("102")
    assert cid.join("101A").status == 202
    for member in (ada, ben):
        wait_until(lambda: notices(member), "the member has a notice")
        [notice] = notices(member)
        assert notice["text"]["values"] == [{"name": "by", "text": "Cid"}]
        assert [reason["key"] for reason in notice["because"]] == ["join.room"]
        assert notice["rendered"]["title"] == "Cid möchte in dein Zimmer"
    assert notices(eve) == notices(cid) == []
    # The same request once more is no news.
    assert cid.join("101A").status == 202
    assert cid.home()["asked"]["members"] == ["Ada", "Ben"]
    ada.post(f"/v1/room/requests/{ada.requests()[0]['id']}/approve")
    assert [len(notices(member)) for member in (ada, ben, cid)] == [1, 1, 0]


def test_w4_a_request_of_a_sign_up_is_one_too(site):
    ada = Person(site, "ada")
    ada.join("103A")
    Person(site, "zoe", {"dorm": site.dorm, "number": "103A"})
    wait_until(lambda: notices(ada), "ada has a notice")
    assert notices(ada)[0]["text"]["values"] == [{"name": "by", "text": "Zoe"}]
