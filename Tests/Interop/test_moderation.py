"""Reports of messages: the readers' vote, and administrators, who see only what was reported."""

import json

import pytest
from quad_bus import BusClient, Fault
from quad_rooms import UNKNOWN, database, live_together
from quad_site import at_once, raw, refusal


def post(site, person, text="Whose socks are these?"):
    return site.request("POST", "/v1/messages", {"text": text}, person["token"]).json["id"]


def get(site, person, message):
    return site.request("GET", f"/v1/messages/{message}", token=person["token"]).json


def report(site, person, message, reason=None):
    body = {} if reason is None else {"reason": reason}
    return site.request("POST", f"/v1/messages/{message}/report", body, person["token"])


def withdraw(site, person, message):
    return site.request("DELETE", f"/v1/messages/{message}/report", token=person["token"])


def waiting(operator, **members):
    return operator.call("roomhub.report.list", members)["items"]


def audit(operator):
    """Action and object of everything administrators did on boards."""
    _, events = operator.replay("roomhub", 1)
    entries = [json.loads(body)["entry"] for header, body in events if header.text(1) == "roomhub.audit.recorded"]
    entries = [entry for entry in entries if entry["action"].startswith(("message", "reports"))]
    assert all("actor" not in entry and "detail" not in entry for entry in entries)
    return [(entry["action"], entry["object"]) for entry in entries]


def move_out(site, person):
    assert site.request("POST", "/v1/room/leave", token=person["token"]).status == 204


@pytest.mark.parametrize("members, needed", [(1, 2), (2, 2), (3, 2), (4, 3)])
def test_more_than_half_of_the_members_hide_a_message(site, members, needed):
    people = live_together(site, *["ada", "ben", "cem", "dua"][:members])
    message = post(site, people[0])
    for votes, person in enumerate(people, 1):
        answer = report(site, person, message)
        assert answer.status == 200
        hidden = votes >= needed
        assert answer.json["isHidden"] == hidden and answer.json["isReported"]
        assert ("text" in answer.json) != hidden
    listed = site.request("GET", "/v1/messages", token=people[0]["token"]).json["items"]
    assert [item["id"] for item in listed] == [message], "its place stays"
    assert listed[0]["isHidden"] == (members >= needed)


def test_votes_at_once_hide_once_and_every_member_is_told(site):
    people = live_together(site, "ada", "ben", "cem")
    eve, = live_together(site, "eve", number="102")
    message = post(site, people[0])
    streams = [site.open_stream(person["token"]) for person in (*people, eve)]
    answers = at_once(*[lambda person=person: report(site, person, message) for person in people * 2])
    assert {answer.status for answer in answers} == {200}
    for person in (people[0], eve):
        site.request("POST", "/v1/tasks", {"title": "The end"}, person["token"])
    for stream in streams[:3]:
        # The news of the message itself may still have been on its way when the stream opened.
        told = (event[1:] for event in iter(stream.next, None) if event[1] != "roomhub.message.posted")
        assert next(told) == ("roomhub.message.hidden", {"message": message, "isHidden": True})
        assert next(told)[0] == "roomhub.task.added"
    assert streams[3].next()[1] == "roomhub.task.added", "another room hears nothing"
    for stream in streams:
        stream.close()


@pytest.mark.own_site
def test_one_member_has_one_vote(site, operator):
    ada, ben, cem = live_together(site, "ada", "ben", "cem")
    message = post(site, ada)
    answers = at_once(*[lambda: report(site, ben, message, "Not nice")] * 4)
    assert all(answer.json["isHidden"] is False for answer in answers)
    assert not get(site, cem, message)["isReported"], "whether I reported it is mine alone"
    found = waiting(operator)
    assert (found[0]["reports"], found[0]["reasons"]) == (1, ["Not nice"])


@pytest.mark.own_site
def test_a_report_can_be_taken_back(site, operator):
    ada, ben, cem = live_together(site, "ada", "ben", "cem")
    message = post(site, ada)
    assert report(site, ben, message).json["isReported"]
    for answer in at_once(*[lambda: withdraw(site, ben, message)] * 3):
        assert (answer.status, answer.body) == (204, b"")
    assert not get(site, ben, message)["isReported"] and waiting(operator) == []
    with pytest.raises(Fault, match="not_found"):
        operator.call("roomhub.message.hide", {"id": message})
    assert not report(site, cem, message).json["isHidden"], "the one taken back does not count"
    assert report(site, ben, message).json["isHidden"]
    assert withdraw(site, ben, message).status == 204 and withdraw(site, cem, message).status == 204
    assert get(site, ben, message)["isHidden"], "the room has decided"
    assert operator.call("roomhub.message.show", {"id": message})["reports"] == 0


def test_votes_of_former_room_mates_do_not_count(site):
    ada, ben, cem, dua = live_together(site, "ada", "ben", "cem", "dua")
    message = post(site, ada)
    report(site, ben, message)
    move_out(site, ben)
    assert not report(site, cem, message).json["isHidden"], "one of three"
    assert report(site, dua, message).json["isHidden"]


@pytest.mark.own_site
def test_administrators_see_what_was_reported_and_nothing_of_who(site, operator):
    ada, ben, cem = live_together(site, "ada", "ben", "cem")
    reported, quiet = post(site, ada, "Reported"), post(site, ada, "Never reported")
    report(site, cem, reported, "A")
    assert waiting(operator) == [{
        "id": reported, "dorm": site.dorm, "number": "101A", "hour": get(site, ada, reported)["hour"],
        "text": "Reported", "reports": 1, "reasons": ["A"], "state": "waiting"}]
    assert get(site, ada, reported)["text"] == "Reported", "one report hides nothing"
    for subject in ("message.hide", "message.show", "report.dismiss"):
        for id_ in (quiet, UNKNOWN):
            with pytest.raises(Fault, match="not_found"):
                operator.call(f"roomhub.{subject}", {"id": id_})
    assert audit(operator) == []


@pytest.mark.own_site
def test_an_administrator_hides_shows_and_dismisses_once_each(site, operator):
    ada, ben, cem = live_together(site, "ada", "ben", "cem")
    message = post(site, ada, "Rude words")
    report(site, ben, message, "Rude")
    stream = site.open_stream(cem["token"])
    for _ in range(2):
        assert operator.call("roomhub.message.hide", {"id": message})["state"] == "hidden"
    assert "text" not in get(site, cem, message)
    assert waiting(operator) == [] and waiting(operator, state="hidden")[0]["text"] == "Rude words"
    assert operator.call("roomhub.report.dismiss", {"id": message})["state"] == "hidden", "that is decided"
    for _ in range(2):
        assert operator.call("roomhub.message.show", {"id": message})["state"] == "dismissed"
    shown = get(site, ben, message)
    assert shown["text"] == "Rude words" and not shown["isReported"]
    assert waiting(operator, state="dismissed")[0]["reasons"] == ["Rude"]
    report(site, ben, message, "Still rude")
    assert waiting(operator)[0]["reasons"] == ["Still rude"]
    for _ in range(2):
        assert operator.call("roomhub.report.dismiss", {"id": message})["state"] == "dismissed"
    assert audit(operator) == [
        ("message_hidden", message), ("message_shown", message), ("reports_dismissed", message)]
    assert [stream.next()[2] for _ in range(2)] == [
        {"message": message, "isHidden": True}, {"message": message, "isHidden": False}]
    stream.close()
    _, events = operator.replay("roomhub", 1)
    assert all(b"ude" not in body for _, body in events), "no event holds the text or a reason"


@pytest.mark.own_site
def test_the_same_decision_twice_at_once_is_one(site, operator):
    ada, ben = live_together(site, "ada", "ben")
    message = post(site, ada)
    report(site, ben, message)
    def decide(verb):
        client = BusClient(site.keys, site.run, "operator")
        try:
            return client.call(f"roomhub.message.{verb}", {"id": message})["state"]
        finally:
            client.close()

    assert at_once(*[lambda: decide("hide")] * 3) == ["hidden"] * 3
    assert at_once(*[lambda: decide("show")] * 3) == ["dismissed"] * 3
    assert audit(operator) == [("message_hidden", message), ("message_shown", message)]


@pytest.mark.parametrize("shown_after_a_vote", [False, True])
def test_after_a_decision_only_new_reports_count(site, operator, shown_after_a_vote):
    ada, ben, cem = live_together(site, "ada", "ben", "cem")
    message = post(site, ada)
    report(site, ada, message)
    if shown_after_a_vote:
        assert report(site, ben, message).json["isHidden"]
        operator.call("roomhub.message.show", {"id": message})
    else:
        operator.call("roomhub.report.dismiss", {"id": message})
    assert not report(site, cem, message).json["isHidden"], "the first vote after it"
    assert report(site, ada, message).json["isHidden"], "the second"


@pytest.mark.own_site
def test_a_list_of_reports_page_after_page(site, operator):
    ada, ben = live_together(site, "ada", "ben")
    messages = [post(site, person, f"{person['person']} {number}") for person in (ada, ben) for number in range(4)]
    for message in messages:
        report(site, ada, message)
    found, page = [], {}
    while True:
        answer = operator.call("roomhub.report.list", {"limit": 3, **page})
        found += [item["id"] for item in answer["items"]]
        if "next" not in answer:
            break
        page = {"cursor": answer["next"]}
    assert sorted(found) == sorted(messages) and len(found) == 8
    for members, code in (({"cursor": "x"}, "cursor_bad"), ({"limit": 0}, "page_limit_bad")):
        with pytest.raises(Fault, match=code):
            waiting(operator, **members)


def test_a_hidden_message_stays_in_the_chain(site, operator):
    """The file keeps the text of a hidden message: its hash is that of the text, before and after."""
    ada, ben = live_together(site, "ada", "ben")
    message = post(site, ada, "Hidden soon")
    report(site, ada, message)
    report(site, ben, message)
    with database(site) as db:
        assert db.execute("SELECT text FROM message WHERE id = ?", (raw(message),)).fetchone() == ("Hidden soon",)


def test_who_may_not_is_refused(site):
    ada, = live_together(site, "ada")
    eve, = live_together(site, "eve", number="102")
    fay = site.sign_up("fay")
    message = post(site, ada)
    for call in (report, withdraw):
        assert refusal(call(site, eve, message)) == (404, "not_found")
        assert refusal(call(site, ada, UNKNOWN)) == (404, "not_found")
        assert refusal(call(site, ada, "x")) == (422, "id_bad", "id")
        assert call(site, fay, message).json["code"] == "no_room"
        assert refusal(call(site, {"token": None}, message)) == (401, "signin_required")
    assert refusal(report(site, ada, message, "x" * 301)) == (422, "too_long", "reason")
    assert refusal(report(site, ada, message, " ")) == (422, "value_blank", "reason")
    assert refusal(report(site, ada, message, 7)) == (422, "wrong_type", "reason")
    for method, path in (
        ("GET", "/v1/admin/reports"), ("POST", f"/v1/admin/messages/{message}/hide"),
        ("POST", f"/v1/admin/messages/{message}/show"), ("POST", f"/v1/admin/messages/{message}/dismiss"),
    ):
        assert refusal(site.request(method, path, token=ada["token"])) == (403, "not_allowed")
        assert refusal(site.request(method, path)) == (401, "signin_required")
