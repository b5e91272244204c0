"""The operator's requests to every program: their effects, and the callers that are rejected."""

import json

import pytest
from quad_bus import REPLY, BusClient, Fault
from quad_catalogue import KEYS, PROGRAMS, STORES
from quad_site import Site, stays, wait_until
from quad_stores import database

# They end, freeze and drain programs.
pytestmark = pytest.mark.own_site

EVERYBODY = set(KEYS)
WATCHERS = {"operator", "gateway"}
ONLY = {"operator"}

# Every control subject of a program: its callers, a body, and whether a program without a store has it.
CONTROL = {
    "$srv.ping": (EVERYBODY, {}, True),
    "$srv.info": (WATCHERS, {}, True),
    "$srv.stats": (WATCHERS, {}, True),
    "$srv.overview": (WATCHERS, {}, False),
    "$srv.log": (ONLY, {"level": "info"}, True),
    "$srv.spans": (WATCHERS, {"from": 1}, True),
    "$srv.clock": (ONLY, {"to": "2026-09-01T12:00:00.000Z"}, False),
    "$srv.due": (ONLY, {}, False),
    "$srv.backup.begin": (ONLY, {}, False),
    "$srv.backup.read": (ONLY, {"id": "x", "offset": 0, "length": 1}, False),
    "$srv.backup.end": (ONLY, {"id": "x"}, False),
    "$bus.replay": (EVERYBODY, {"from": 1}, False),
    "$bus.snapshot": (EVERYBODY, {}, False),
    "$bus.cursor": (WATCHERS, {}, False),
    "$bus.dlq.list": (ONLY, {"state": "waiting", "after": 0}, False),
    "$bus.dlq.show": (ONLY, {"id": 1}, False),
    "$bus.dlq.retry": (ONLY, {"id": 1}, False),
    "$bus.dlq.drop": (ONLY, {"id": 1, "note": "why"}, False),
    # Last: after it the program is gone.
    "$srv.drain": (ONLY, {}, True),
}


def answer(client, program, subject, body):
    """The code that a request is rejected with; None if it is not."""
    kind, _, data = client.exchange(program, subject, body, remaining_ms=5000)
    return None if kind == REPLY else json.loads(data)["code"]


@pytest.mark.parametrize("program", ["roomhub", "gateway"])
def test_only_who_is_meant_to_may_ask(site, program):
    clients = {key: BusClient(site.keys, site.run, key) for key in sorted(EVERYBODY)}
    try:
        for subject, (allowed, body, is_everywhere) in CONTROL.items():
            for key in sorted(EVERYBODY, key=lambda key: key in ONLY):
                got = answer(clients[key], program, subject, body)
                if program == "gateway" and not is_everywhere:
                    assert got == "subject_unknown", (subject, key)
                elif key not in allowed:
                    assert got == "not_allowed", (subject, key)
                else:
                    assert got not in ("not_allowed", "subject_unknown") or subject == "$srv.clock", (subject, key)
        assert site.processes[program].wait(10) == 0, "drained, and ended as after SIGTERM"
        assert "the operator asked for a drain" in site.log(program)
    finally:
        for client in clients.values():
            client.close()


def test_the_table_names_every_control_subject(site, operator):
    for program in PROGRAMS:
        answered = operator.call("$srv.stats", {}, program=program)["bus"]["subjects"]
        expected = {subject for subject, row in CONTROL.items() if row[2] or program != "gateway"}
        assert {subject for subject in answered if subject.startswith("$")} == expected


def test_a_drain_finishes_what_runs_and_the_next_process_goes_on(site, operator):
    before = operator.call("$srv.ping", program="roomhub")["instance"]
    leaving = operator.call("$srv.drain", {}, program="roomhub")
    assert leaving["instance"] == before and not leaving["isReady"]
    assert site.processes.pop("roomhub").wait(10) == 0
    site.start("roomhub")
    after = operator.call("$srv.ping", program="roomhub", remaining_ms=10_000)
    assert after["isReady"] and after["instance"] != before


def test_a_program_says_what_it_is(site, operator):
    info = operator.call("$srv.info", {}, program="roomhub")
    assert info["version"] == "0.2.0" and info["metadata"]["log"] == "info" and info["metadata"]["clock"] == "system"
    assert int(info["metadata"]["pid"]) == site.processes["roomhub"].pid
    assert [heard["stream"] for heard in info["hears"]] == ["auth"]
    assert "auth.person.signedUp" in info["hears"][0]["types"]
    forms = {entry["subject"]: entry for entry in info["requests"]}
    assert forms["roomhub.task.add"]["version"] == "2.0"
    assert all(len(entry["form"]) == 16 for entry in forms.values()), "every message can be described"
    assert len({entry["form"] for entry in forms.values()}) > len(forms) * 3 // 4
    assert info["dataFree"] > 0
    again = operator.call("$srv.info", {}, program="roomhub")
    assert again["requests"] == info["requests"]
    gateway = operator.call("$srv.info", {}, program="gateway")
    assert gateway["version"] == info["version"] and {heard["stream"] for heard in gateway["hears"]} == {*STORES}
    cursors = operator.call("$bus.cursor", {}, program="roomhub")["cursors"]
    assert [cursor["producer"] for cursor in cursors] == ["auth"]


def test_the_log_is_set_and_falls_back(site, operator):
    def level():
        return operator.call("$srv.info", {}, program="auth")["metadata"]["log"]

    assert operator.call("$srv.log", {"level": "debug", "forMs": 3000}, program="auth") == {
        "level": "debug", "forMs": 3000, "then": "info",
    }
    assert level() == "debug"
    assert operator.call("$srv.log", {"level": "error", "forMs": 1500}, program="auth")["then"] == "info"
    assert level() == "error"
    wait_until(lambda: level() == "info", "the usual level is back")
    # The first of the two would end now.
    stays(lambda: level() == "info", "the usual level", 1.8)
    operator.call("$srv.log", {"level": "warning"}, program="auth")
    assert level() == "warning"
    assert "the operator set the log to debug, for 3000 ms" in site.log("auth")
    for body in ({"level": "loud"}, {"level": "debug", "forMs": 0}, {"level": "debug", "forMs": 86_400_001}):
        with pytest.raises(Fault) as caught:
            operator.call("$srv.log", body, program="auth")
        assert caught.value.code == "value_unknown"


class Refusal:
    """roomhub with a mistake: it cannot write members of the rooms that are named."""

    def __init__(self, site, numbers):
        self.site = site
        listed = ", ".join(f"'{number}'" for number in numbers)
        self.change(
            "CREATE TRIGGER mistake BEFORE INSERT ON room "
            f"WHEN NEW.number IN ({listed}) BEGIN SELECT RAISE(ABORT, 'a mistake'); END"
        )

    def mend(self):
        self.change("DROP TRIGGER mistake")

    def change(self, statement):
        self.site.stop("roomhub")
        with database(self.site) as rows:
            rows.execute(statement)
        self.site.start("roomhub")


def letters(operator, state="waiting"):
    return operator.call("$bus.dlq.list", {"state": state, "after": 0}, program="roomhub", remaining_ms=10_000)


def test_a_poison_event_waits_for_the_operator_while_others_flow():
    site = Site()
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        mistake = Refusal(site, ["13", "14"])
        tokens = {
            number: site.sign_up(f"person{number}", {"dorm": "forbes", "number": number})["token"]
            for number in ("12", "13", "14", "15")
        }

        def room(number):
            return site.request("GET", "/v1/room", token=tokens[number])

        wait_until(lambda: room("15").status == 200, "the event behind the poison is applied", timeout=60)
        assert room("12").status == 200 and room("13").status == 409 and room("14").status == 409
        listed = letters(operator)
        assert listed["waiting"] == 2 and "next" not in listed
        thirteen, fourteen = (item["id"] for item in listed["items"])
        assert all(
            (item["type"], item["producer"], item["attempts"], item["state"])
            == ("auth.person.signedUp", "auth", 5, "waiting")
            for item in listed["items"]
        )
        opened = operator.call("$bus.dlq.show", {"id": thirteen}, program="roomhub")
        assert '"number":"13"' in opened["body"] and "a mistake" in opened["letter"]["error"]

        with pytest.raises(Fault) as caught:
            operator.call("$bus.dlq.retry", {"id": thirteen}, program="roomhub")
        assert caught.value.code == "event_refused" and "a mistake" in caught.value.body["fields"][0]["message"]
        assert letters(operator)["items"][0]["attempts"] == 6

        mistake.mend()
        for _ in range(2):
            retried = operator.call(
                "$bus.dlq.retry", {"id": thirteen}, program="roomhub", remaining_ms=10_000
            )
            assert retried["state"] == "retried", "a repeat changes nothing"
        assert room("13").json["number"] == "13"
        for note in ("they moved away", "another word"):
            dropped = operator.call("$bus.dlq.drop", {"id": fourteen, "note": note}, program="roomhub")
            assert dropped["state"] == "dropped"
        assert room("14").status == 409
        for subject, body in (("retry", {"id": fourteen}), ("drop", {"id": thirteen, "note": "late"})):
            with pytest.raises(Fault) as caught:
                operator.call(f"$bus.dlq.{subject}", body, program="roomhub")
            assert caught.value.code == "letter_settled"
        assert letters(operator)["items"] == [] and letters(operator)["waiting"] == 0
        assert letters(operator, "dropped")["items"][0]["note"] == "they moved away"
        assert "body" not in operator.call("$bus.dlq.show", {"id": fourteen}, program="roomhub")
        with pytest.raises(Fault) as caught:
            operator.call("$bus.dlq.retry", {"id": 99}, program="roomhub")
        assert caught.value.code == "not_found"
    finally:
        operator.close()
        site.close()
