"""To-do lists of events over HTTP, edited by the owner and a roommate at once, and rules of both kinds of lists."""

import random
import uuid

from quad_bus import BusClient
from quad_event_lists import Lists, mine, new_event, ours, people, site
from quad_rooms import UNKNOWN, database, events_of, live_together
from quad_site import at_once, raw, refusal, wait_until


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


def test_bad_to_dos_are_refused_by_name(mine, people):
    cake = mine.add()
    for members, expected in (
        ({"text": " "}, (422, "title_blank", "text")),
        ({"text": "\u200b"}, (422, "title_blank", "text")),
        ({"text": "x" * 201}, (422, "too_long", "text")),
        ({"text": "a\u0007"}, (422, "text_bad", "text")),
        ({"text": 7}, (422, "wrong_type", "text")),
        ({"text": "a", "due": "2026-02-30"}, (422, "date_bad", "due")),
        ({"text": "a", "due": "2026-10-15T10:00:00Z"}, (422, "date_bad", "due")),
        ({"text": "a", "assignee": "ben"}, (422, "id_bad", "assignee")),
        ({"text": "a", "assignee": UNKNOWN}, (404, "assignee_unknown", "assignee")),
        # Nobody but Ada sees her private event.
        ({"text": "a", "assignee": people[1]["person"]}, (404, "assignee_unknown", "assignee")),
    ):
        assert refusal(mine.ask("POST", "/to-dos", members)) == expected, members
        assert refusal(mine.edit(cake, **members)) == expected, members
    assert refusal(mine.edit(cake, text=None)) == (422, "title_blank", "text")
    assert refusal(mine.edit(cake, isDone="yes")) == (422, "wrong_type", "isDone")
    assert refusal(mine.ask("POST", "/to-dos", {"text": "a", "after": UNKNOWN})) == (404, "after_unknown", "after")
    assert refusal(mine.move(cake, {"id": UNKNOWN})) == (404, "after_unknown", "after")
    assert refusal(mine.ask("POST", "/to-dos", b"{")) == (400, "bad_json")
    assert refusal(mine.ask("PATCH", f"/to-dos/{cake['id']}", {"text": "no version"}))[:2] == (422, "field_missing")
    assert mine.to_dos() == [cake]


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


def test_two_who_tick_the_same_to_do_both_did(people, ours):
    hers, his = ours
    cake = hers.add()
    first = hers.edit(cake, isDone=True).json
    second = his.edit(cake, isDone=True)
    assert second.status == 200 and second.json == first and first["doneBy"] == people[0]["person"]
    # To untick what somebody ticked meanwhile is a change of something else.
    assert refusal(his.edit(cake, text="Other")) == (409, "changed_elsewhere")


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


def test_moves_keep_the_order_that_was_asked_for(mine):
    """Against a plain list, with enough moves into one gap to number the list anew several times."""
    model = [mine.add(f"{n}") for n in range(12)]
    chance = random.Random(6)
    for step in range(120):
        item = model.pop(chance.randrange(len(model)) if step % 2 else -1)
        index = chance.randrange(len(model) + 1) if step % 3 == 0 else 1
        assert mine.move(item, model[index - 1] if index else None).json == item
        model.insert(index, item)
        if step % 10 == 0:
            gone = model[index]
            for _ in range(2):
                assert mine.ask("DELETE", f"/to-dos/{gone['id']}").status == 204
            assert refusal(mine.move(gone)) == (404, "not_found")
            assert refusal(mine.move(model[0], gone)) == (404, "after_unknown", "after")
            for _ in range(2):
                assert mine.ask("POST", f"/to-dos/{gone['id']}/restore").json == gone
        assert [item["text"] for item in mine.to_dos()] == [item["text"] for item in model], step
    second = mine.add("behind the first", after=model[0]["id"])
    assert mine.to_dos()[1] == second


def test_a_list_holds_two_hundred(site, mine):
    items = [mine.add(f"{n}") for n in range(200)]
    assert refusal(mine.ask("POST", "/to-dos", {"text": "one more"})) == (409, "list_full")
    assert len(mine.to_dos()) == 200 and mine.shown()["toDos"] == {"done": 0, "all": 200}
    mine.ask("DELETE", f"/to-dos/{items[0]['id']}")
    mine.add("one more")
    assert refusal(mine.ask("POST", f"/to-dos/{items[0]['id']}/restore")) == (409, "list_full")
    lines = [mine.line(f"{n}", planned=9_999_999_99) for n in range(200)]
    assert refusal(mine.ask("POST", "/budget/lines", {"text": "one more"})) == (409, "list_full")
    assert mine.budget()["planned"] == 200 * 999_999_999
    mine.ask("DELETE", f"/budget/lines/{lines[0]['id']}")
    mine.line("one more")
    assert refusal(mine.ask("POST", f"/budget/lines/{lines[0]['id']}/restore")) == (409, "list_full")
    # Deleted items are kept for a restore, up to a limit.
    for _ in range(210):
        mine.ask("DELETE", f"/to-dos/{mine.to_dos()[-1]['id']}")
        mine.add("again")
    with database(site, "events") as db:
        kept = db.execute(
            "SELECT count(*) FROM to_do WHERE event = ? AND deleted_at IS NOT NULL", (raw(mine.event),)).fetchone()
    assert kept == (200,)


def test_a_repeated_request_has_one_effect(mine):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    answers = at_once(*[lambda: mine.ask("POST", "/to-dos", {"text": "Once"}, key)] * 4)
    assert {answer.status for answer in answers} == {201} and len({answer.body for answer in answers}) == 1
    assert mine.texts() == ["Once"]
    key = {"Idempotency-Key": str(uuid.uuid4())}
    for _ in range(2):
        assert mine.ask("POST", "/budget/lines", {"text": "Once", "planned": 1}, key).status == 201
    assert len(mine.budget()["lines"]) == 1


def test_lists_go_with_their_event_and_come_back_with_it(mine):
    mine.add()
    mine.line(planned=5)
    assert mine.ask("DELETE").status == 204
    for path in ("/to-dos", "/budget"):
        assert refusal(mine.ask("GET", path)) == (404, "not_found")
    assert mine.ask("POST", "/restore").json["toDos"] == {"done": 0, "all": 1}
    assert mine.texts() == ["Order the cake"] and mine.budget()["planned"] == 5


def test_whose_account_goes_is_on_no_list_of_others(site):
    ada, ben = live_together(site, "adele", "bert", number="103")
    wait_until(lambda: site.request(
        "POST", "/v1/events", {"title": "Probe", "visibility": "room", "when": {
            "date": "2036-10-15", "zone": "Europe/Berlin"}}, ada["token"]).status == 201, "events knows the room")
    hers = Lists(site, ada, new_event(site, ada, visibility="room"))
    his = hers.of(ben)
    wait_until(lambda: his.ask("GET").status == 200, "events knows the roommate")
    cups = his.edit(hers.add("Cups"), isDone=True, assignee=ben["person"]).json
    assert (cups["doneBy"], cups["assignee"]) == (ben["person"], ben["person"])
    program = BusClient(site.keys, site.run, "auth")
    try:
        program.call("events.person.erase", {"person": ben["person"]}, remaining_ms=10_000)
    finally:
        program.close()
    (kept,) = hers.to_dos()
    assert kept["isDone"] and "doneBy" not in kept and "assignee" not in kept
