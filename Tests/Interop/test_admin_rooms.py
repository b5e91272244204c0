"""Dorms and rooms as administrators keep them."""

import pytest
from people import NOBODY, Person, told
from quad_bus import Fault
from quad_launch import wait_until
from quad_site import at_once, refusal

# The lists of all dorms and rooms, and the log of what administrators do.
pytestmark = pytest.mark.own_site

ADMIN_PATHS = [
    ("PUT", "/v1/admin/dorms/new", {"name": "New Hall", "roomCapacity": 2}),
    ("DELETE", "/v1/admin/dorms/forbes", None),
    ("GET", "/v1/admin/rooms", None),
    ("PATCH", f"/v1/admin/rooms/{NOBODY}", {"capacity": 2}),
    ("DELETE", f"/v1/admin/rooms/{NOBODY}/members/{NOBODY}", None),
]


def fault_of(site, subject, body):
    with pytest.raises(Fault) as fault:
        site.operator(subject, body)
    fields = [field["field"] for field in fault.value.body.get("fields", [])]
    return (fault.value.code, *fields)


def rooms(site, **body):
    return site.operator("roomhub.room.list", body)


@pytest.mark.parametrize("method, path, body", ADMIN_PATHS)
def test_students_administer_nothing(site, method, path, body):
    ada = Person(site, "ada")
    assert refusal(site.request(method, path, body)) == (401, "signin_required")
    assert refusal(site.request(method, path, body, ada.token)) == (403, "not_allowed")


def test_a_dorm_is_defined_changed_and_removed(site):
    ada = Person(site, "ada")
    ear = ada.listen()
    for bad, answer in [
        ({"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 0}, ("capacity_bad", "roomCapacity")),
        ({"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 21}, ("capacity_bad", "roomCapacity")),
        ({"id": "cuyler", "name": " \u200b", "roomCapacity": 2}, ("name_blank", "name")),
        ({"id": "cuyler", "name": "x" * 81, "roomCapacity": 2}, ("too_long", "name")),
        ({"id": "Cuyler Hall", "name": "Cuyler Hall", "roomCapacity": 2}, ("dorm_unknown", "id")),
    ]:
        assert fault_of(site, "roomhub.dorm.define", bad) == answer
    cuyler = {"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 2}
    for _ in range(2):
        assert site.operator("roomhub.dorm.define", cuyler) == cuyler
    assert ear.events() == [("roomhub.dorm.defined", {"dorm": cuyler})], "told once"
    assert fault_of(site, "roomhub.dorm.remove", {"id": "nowhere"}) == ("not_found",)
    ada.join("1", "cuyler")
    assert fault_of(site, "roomhub.dorm.remove", {"id": "cuyler"}) == ("dorm_in_use",)
    ada.leave()
    ear.events()
    assert site.operator("roomhub.dorm.remove", {"id": "cuyler"}) == {}
    assert ear.events() == [("roomhub.dorm.removed", {"dorm": "cuyler"})]
    assert "cuyler" not in [dorm["id"] for dorm in ada.get("/v1/dorms").json["items"]]
    assert refusal(ada.join("1", "cuyler")) == (422, "dorm_unknown", "dorm")
    site.operator("roomhub.dorm.define", cuyler)
    assert ada.join("1", "cuyler").json["state"] == "joined", "its closed rooms are in nobody's way"


def test_rooms_are_listed_by_dorm_and_number(site):
    site.operator("roomhub.dorm.define", {"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 2})
    people = {}
    for name, dorm, number in (
        ("ada", "forbes", "2"), ("ben", "cuyler", "9"), ("cid", "forbes", "10"), ("dee", "cuyler", "1")):
        people[name] = Person(site, name)
        people[name].join(number, dorm)
    listed = rooms(site)["items"]
    assert [(room["dorm"], room["number"]) for room in listed] == [
        ("cuyler", "1"), ("cuyler", "9"), ("forbes", "10"), ("forbes", "2")]
    assert listed[0] == {
        "id": people["dee"].room()["id"], "dorm": "cuyler", "number": "1", "capacity": 2,
        "members": [people["dee"].id], "opened": listed[0]["opened"]}
    pages, cursor = [], {}
    while True:
        page = rooms(site, limit=1, **cursor)
        pages += page["items"]
        if "next" not in page:
            break
        cursor = {"cursor": page["next"]}
    assert pages == listed
    assert rooms(site, dorm="forbes")["items"] == listed[2:] and rooms(site, dorm="nowhere")["items"] == []
    people["ben"].leave()
    assert len(rooms(site)["items"]) == 3, "a closed room is none"
    assert fault_of(site, "roomhub.room.list", {"cursor": "x"}) == ("cursor_bad", "cursor")
    assert fault_of(site, "roomhub.room.list", {"limit": 101}) == ("page_limit_bad", "limit")


def test_rooms_are_sorted_by_what_is_asked_page_by_page(site):
    site.operator("roomhub.dorm.define", {"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 2})
    people = {}
    for name, dorm, number in (("ada", "forbes", "2"), ("ben", "cuyler", "9"), ("dee", "cuyler", "1")):
        people[name] = Person(site, name)
        people[name].join(number, dorm)
    assert Person(site, "eve").join(code=people["ben"].code()).status == 200
    listed = rooms(site)["items"]
    keys = {"room": lambda one: (), "people": lambda one: len(one["members"]), "opened": lambda one: one["opened"]}
    for name, key in keys.items():
        for is_descending in (False, True):
            sort = "-" * is_descending + name
            expected = sorted(listed, key=lambda one: (key(one), one["dorm"], one["number"]), reverse=is_descending)
            first = rooms(site, sort=sort, limit=2)
            rest = rooms(site, sort=sort, limit=2, cursor=first["next"])
            assert [*first["items"], *rest["items"]] == expected and "next" not in rest, sort
            other = "people" if name != "people" else "room"
            assert fault_of(site, "roomhub.room.list", {"sort": other, "cursor": first["next"]}) == ("cursor_bad", "cursor")
    assert rooms(site, dorm="cuyler", sort="-people")["items"][0]["number"] == "9"
    assert fault_of(site, "roomhub.room.list", {"sort": "size"})[0] == "value_unknown"


def show(person, capacity):
    """Waits for the change: it was made on the bus, and the gateway hears of it by its event."""
    wait_until(lambda: person.room()["capacity"] == capacity, f"a room for {capacity}")


def test_a_room_may_hold_more_or_fewer(site):
    ada, ben, cid = Person(site, "ada"), Person(site, "ben"), Person(site, "cid")
    ada.join("101A")
    room = ada.room()["id"]
    for capacity in (0, 21, -1):
        body = {"id": room, "capacity": capacity}
        assert fault_of(site, "roomhub.room.setCapacity", body) == ("capacity_bad", "capacity")
    assert fault_of(site, "roomhub.room.setCapacity", {"id": NOBODY, "capacity": 2}) == ("not_found",)
    assert site.operator("roomhub.room.setCapacity", {"id": room, "capacity": 1})["capacity"] == 1
    show(ada, 1)
    assert refusal(ben.join(code=ada.code())) == (409, "room_full")
    assert site.operator("roomhub.room.setCapacity", {"id": room, "capacity": 2})["capacity"] == 2
    assert ben.join(code=ada.code()).json["state"] == "joined"
    assert site.operator("roomhub.room.setCapacity", {"id": room, "capacity": 1})["members"] == [ada.id, ben.id]
    assert refusal(cid.join("101A")) == (409, "room_full")
    assert site.operator("roomhub.room.setCapacity", {"id": room})["capacity"] == 1, "nothing named, nothing changed"
    assert site.operator("roomhub.room.setCapacity", {"id": room, "capacity": None})["capacity"] == 4
    site.operator("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 5})
    show(ada, 5)
    ada.leave()
    ben.leave()
    assert fault_of(site, "roomhub.room.setCapacity", {"id": room, "capacity": 2}) == ("not_found",)


def test_a_member_is_moved_out(site):
    ada, ben, eve = Person(site, "ada"), Person(site, "ben"), Person(site, "eve")
    ada.join("101A")
    ben.join(code=ada.code())
    eve.join("102")
    room = ada.room()["id"]
    ears = [person.listen() for person in (ada, ben, eve)]
    for wrong in ({"id": room, "person": eve.id}, {"id": NOBODY, "person": ben.id}, {"id": room, "person": NOBODY}):
        assert fault_of(site, "roomhub.member.remove", wrong) == ("not_found",)
    assert site.operator("roomhub.member.remove", {"id": room, "person": ben.id}) == {}
    left = [("roomhub.member.left", {"room": room, "person": ben.id})]
    assert [ear.events() for ear in ears] == [left, left, []]
    assert refusal(ben.get("/v1/tasks")) == (409, "no_room")
    assert fault_of(site, "roomhub.member.remove", {"id": room, "person": ben.id}) == ("not_found",)
    site.operator("roomhub.member.remove", {"id": room, "person": ada.id})
    assert [one["number"] for one in rooms(site)["items"]] == ["102"], "with the last one the room closes"


def test_each_act_is_told_for_the_log_and_only_when_something_changed(site):
    ada = Person(site, "ada")
    ada.join("101A")
    ear = ada.listen()
    room = ada.room()["id"]
    for _ in range(2):
        site.operator("roomhub.dorm.define", {"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 2})
        site.operator("roomhub.room.setCapacity", {"id": room, "capacity": 3})
    site.operator("roomhub.room.setCapacity", {"id": room, "capacity": None})
    site.operator("roomhub.dorm.remove", {"id": "cuyler"})
    fault_of(site, "roomhub.dorm.remove", {"id": "forbes"})
    site.operator("roomhub.member.remove", {"id": room, "person": ada.id})
    entries = [event["entry"] for event in told(site, "roomhub.audit.recorded")]
    # The dorm `mark` is how the ear knows how far it has heard.
    acts = [(one["action"], one["object"], one["detail"]) for one in entries if one["object"] != "mark"]
    assert acts == [
        ("dorm_defined", "forbes", "Forbes Hall, 4 a room"),
        ("dorm_defined", "cuyler", "Cuyler Hall, 2 a room"),
        ("room_changed", "forbes:101A", "holds 3"),
        ("room_changed", "forbes:101A", "holds as many as its dorm's rooms"),
        ("dorm_removed", "cuyler", "Cuyler Hall"),
        ("member_removed", ada.id, "forbes:101A"),
    ]
    assert all("actor" not in one for one in entries), "the operator is no person"
    assert not [kind for kind, _ in ear.events() if kind == "roomhub.audit.recorded"], "for programs only"


def test_a_dorm_is_removed_while_somebody_moves_in(site):
    ada = Person(site, "ada")
    for _ in range(8):
        site.operator("roomhub.dorm.define", {"id": "cuyler", "name": "Cuyler Hall", "roomCapacity": 2})

        def remove():
            try:
                return site.operator("roomhub.dorm.remove", {"id": "cuyler"})
            except Fault as fault:
                return fault.code

        joined, removed = at_once(lambda: ada.join("1", "cuyler"), remove)
        if joined.status == 200:
            assert removed == "dorm_in_use" and ada.room()["dormName"] == "Cuyler Hall"
            ada.leave()
        else:
            assert refusal(joined) == (422, "dorm_unknown", "dorm") and removed == {}
