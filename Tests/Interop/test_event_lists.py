"""To-do lists of events over HTTP, edited by the owner and a roommate at once, and what their streams say.

The rules of both kinds of lists are in Tests/Unit/EventsTests/ListRequestTests.swift.
"""

import uuid

from quad_event_lists import mine, new_event, ours, people, site
from quad_rooms import UNKNOWN, events_of
from quad_site import at_once, refusal


def test_a_to_do_is_added_edited_ticked_and_opened_again(people, mine):
    ada = people[0]["person"]
    cake = mine.add("  Order the cake ", due="2036-10-01", assignee=ada)
    assert cake == {
        "id": cake["id"], "text": "Order the cake", "isDone": False, "due": "2036-10-01", "assignee": ada, "version": 1}
    done = mine.edit(cake, isDone=True).json
    assert (done["isDone"], done["doneBy"], done["version"]) == (True, ada, 2) and done["done"]
    assert mine.shown()["toDos"] == {"done": 1, "all": 1}
    assert mine.edit(done, isDone=False, due=None, assignee=None).json == {
        "id": cake["id"], "text": "Order the cake", "isDone": False, "version": 3}
    assert mine.shown()["toDos"] == {"done": 0, "all": 1}


def test_what_is_wrong_is_named_and_a_move_is_shown(mine):
    cake, cups = mine.add(), mine.add("Cups")
    for members, expected in (
        ({"text": " "}, (422, "title_blank", "text")),
        ({"text": "a", "due": "2026-02-30"}, (422, "date_bad", "due")),
        ({"text": "a", "due": "0002-12-24"}, (422, "date_bad", "due")),
        ({"text": "a", "assignee": UNKNOWN}, (404, "assignee_unknown", "assignee")),
    ):
        assert refusal(mine.ask("POST", "/to-dos", members)) == refusal(mine.edit(cake, **members)) == expected
    assert refusal(mine.ask("POST", "/to-dos", b"{")) == (400, "bad_json")
    assert refusal(mine.ask("PATCH", f"/to-dos/{cake['id']}", {"text": "no version"}))[:2] == (422, "field_missing")
    assert mine.move(cups).json == cups and mine.to_dos() == [cups, cake]
    assert refusal(mine.move(cake, {"id": UNKNOWN})) == (404, "after_unknown", "after")
    assert mine.ask("DELETE", f"/to-dos/{cake['id']}").status == 204
    assert mine.ask("POST", f"/to-dos/{cake['id']}/restore").json == cake


def test_only_who_sees_the_event_sees_its_lists(site, people, mine, ours):
    eve = people[2]
    hers, his = ours
    cake, cups = hers.add(), hers.line(planned=500)
    assert [item["id"] for item in his.to_dos()] == [cake["id"]]
    for stranger, other in ((hers.of(eve), hers), (mine.of(people[1]), mine)):
        for method, path, body in (
            ("GET", "/to-dos", None), ("POST", "/to-dos", {"text": "x"}), ("GET", "/budget", None),
            ("PATCH", "/budget", {"version": 1, "cap": 1}), ("POST", "/budget/lines", {"text": "x"}),
            ("PATCH", f"/to-dos/{cake['id']}", {"version": 1, "text": "x"}), ("DELETE", f"/to-dos/{cake['id']}", None),
            ("POST", f"/to-dos/{cake['id']}/restore", None), ("POST", f"/to-dos/{cake['id']}/move", {}),
            ("PATCH", f"/budget/lines/{cups['id']}", {"version": 1, "text": "x"}),
            ("DELETE", f"/budget/lines/{cups['id']}", None), ("POST", f"/budget/lines/{cups['id']}/restore", None),
            ("POST", f"/budget/lines/{cups['id']}/move", {}),
        ):
            assert refusal(stranger.ask(method, path, body)) == (404, "not_found"), (method, path)
            assert site.request(method, stranger.path + path, body).status == 401, (method, path)
    # An item is found below its own event alone.
    assert refusal(mine.edit(cake, text="x")) == (404, "not_found")
    assert refusal(mine.edit_line(cups, text="x")) == (404, "not_found")
    assert refusal(mine.ask("PATCH", "/to-dos/cake", {"version": 1})) == (422, "id_bad", "toDo")
    assert refusal(mine.ask("PATCH", "/budget/lines/cups", {"version": 1})) == (422, "id_bad", "line")


def test_two_who_edit_the_same_to_do_learn_of_each_other(ours):
    hers, his = ours
    cake = hers.add()
    both = at_once(lambda: hers.edit(cake, text="Hers"), lambda: his.edit(cake, text="His"))
    assert sorted(answer.status for answer in both) == [200, 409]
    won = next(answer for answer in both if answer.status == 200).json
    lost = next(answer for answer in both if answer.status == 409).json
    assert lost["code"] == "changed_elsewhere" and lost["details"]["current"] == won
    assert hers.to_dos() == [won]


def test_a_room_mate_is_assigned_and_told(site, people, ours):
    hers, his = ours
    streams = [site.open_stream(person["token"]) for person in people]
    cake = hers.add(assignee=people[1]["person"])
    assert refusal(hers.edit(cake, assignee=people[2]["person"])) == (404, "assignee_unknown", "assignee")
    line = his.line(planned=100)
    for stream in streams[:2]:
        told = events_of(stream, "events.budget.changed")
        # That the event itself was added may still have been on its way.
        assert [one for one in told if one[0].startswith("events.") and one[0] != "events.event.added"] == [
            ("events.toDos.changed", {"event": hers.event}), ("events.budget.changed", {"event": hers.event})]
    # An edit that changes nothing publishes nothing: the next event is of the next change.
    assert hers.edit(cake, text="Order the cake").json == cake and hers.edit_line(line, planned=100).json == line
    assert hers.move(cake).status == 200
    hers.ask("DELETE", f"/to-dos/{cake['id']}")
    assert [stream.next()[1:] for stream in streams[:2]] == [("events.toDos.changed", {"event": hers.event})] * 2
    hers.of(people[2])
    mark = new_event(site, people[2])
    assert ("events.event.added", {"id": mark}) == streams[2].next()[1:], "Eve heard of a list"
    for stream in streams:
        stream.close()


def test_a_repeated_request_has_one_effect(mine):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    answers = at_once(*[lambda: mine.ask("POST", "/to-dos", {"text": "Once"}, key)] * 4)
    assert {answer.status for answer in answers} == {201} and len({answer.body for answer in answers}) == 1
    assert mine.texts() == ["Once"]
    key = {"Idempotency-Key": str(uuid.uuid4())}
    for _ in range(2):
        assert mine.ask("POST", "/budget/lines", {"text": "Once", "planned": 1}, key).status == 201
    assert len(mine.budget()["lines"]) == 1
