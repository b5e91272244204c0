"""Reports of messages over HTTP: the readers' vote and the administrators, and the live streams of both.

Its rules are in Tests/Unit/RoomhubTests/ReportTests.swift.
"""

from quad_bus import BusClient
from quad_rooms import live_together, news
from quad_site import at_once, refusal


def post(site, person, text="Whose socks are these?"):
    return site.request("POST", "/v1/messages", {"text": text}, person["token"]).json["id"]


def get(site, person, message):
    return site.request("GET", f"/v1/messages/{message}", token=person["token"]).json


def report(site, person, message, reason=None):
    body = {} if reason is None else {"reason": reason}
    return site.request("POST", f"/v1/messages/{message}/report", body, person["token"])


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
        told = news(stream, "roomhub.message.posted")
        assert next(told) == ("roomhub.message.hidden", {"message": message, "isHidden": True})
        assert next(told)[0] == "roomhub.task.added"
    assert next(news(streams[3]))[0] == "roomhub.task.added", "another room hears nothing"
    for stream in streams:
        stream.close()


def test_what_administrators_decide_is_told_to_the_room(site, operator):
    ada, ben, cem = live_together(site, "ada", "ben", "cem")
    message = post(site, ada, "Rude words")
    assert report(site, ben, message, "Rude").json["isReported"]
    mine = [each for each in operator.call("roomhub.report.list", {"limit": 100})["items"] if each["id"] == message]
    assert mine == [{
        "id": message, "dorm": site.dorm, "number": "101A", "hour": get(site, ada, message)["hour"],
        "text": "Rude words", "reports": 1, "reasons": ["Rude"], "state": "waiting"}]
    stream = site.open_stream(cem["token"])

    def decide(verb):
        client = BusClient(site.keys, site.run, "operator")
        try:
            return client.call(f"roomhub.message.{verb}", {"id": message})["state"]
        finally:
            client.close()

    assert at_once(*[lambda: decide("hide")] * 3) == ["hidden"] * 3
    assert "text" not in get(site, cem, message)
    assert at_once(*[lambda: decide("show")] * 3) == ["dismissed"] * 3
    assert get(site, cem, message)["text"] == "Rude words"
    told = news(stream, "roomhub.message.posted")
    assert [next(told) for _ in range(2)] == [
        ("roomhub.message.hidden", {"message": message, "isHidden": hidden}) for hidden in (True, False)]
    stream.close()


def test_a_report_is_withdrawn_by_who_made_it(site):
    ada, ben = live_together(site, "ada", "ben")
    eve, = live_together(site, "eve", number="102")
    message = post(site, ada)
    path = f"/v1/messages/{message}/report"
    assert report(site, ben, message).json["isReported"]
    for answer in at_once(*[lambda: site.request("DELETE", path, token=ben["token"])] * 3):
        assert (answer.status, answer.body) == (204, b"")
    assert not get(site, ben, message)["isReported"]
    for method in ("POST", "DELETE"):
        assert refusal(site.request(method, path, token=eve["token"])) == (404, "not_found")
        assert refusal(site.request(method, path)) == (401, "signin_required")
        bad = site.request(method, "/v1/messages/x/report", token=ada["token"])
        assert refusal(bad) == (422, "id_bad", "id")
    assert refusal(report(site, ada, message, " ")) == (422, "value_blank", "reason")
    for method, path in (
        ("GET", "/v1/admin/reports"), ("POST", f"/v1/admin/messages/{message}/hide"),
        ("POST", f"/v1/admin/messages/{message}/show"), ("POST", f"/v1/admin/messages/{message}/dismiss"),
    ):
        assert refusal(site.request(method, path, token=ada["token"])) == (403, "not_allowed")
        assert refusal(site.request(method, path)) == (401, "signin_required")
