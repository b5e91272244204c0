"""The to-do list and the budget sheet of an event over HTTP, edited by its owner and a roommate at once."""

import random
import re
import uuid
from decimal import Decimal

import money_tables
import pytest
from babel import numbers
from quad_bus import BusClient
from quad_rooms import UNKNOWN, database, events_of, live_together
from quad_site import Site, at_once, raw, refusal, wait_until

PRICES = {2: 999_999_999, 0: 9_999_999, 3: 9_999_999_999, 4: 99_999_999_999}


class Lists:
    """One person and the lists of one event."""

    def __init__(self, site, person, event):
        self.site, self.token, self.person = site, person["token"], person["person"]
        self.path = f"/v1/events/{event}"
        self.event = event

    def of(self, person):
        return Lists(self.site, person, self.event)

    def ask(self, method, path="", body=None, headers=None):
        return self.site.request(method, self.path + path, body, self.token, headers)

    def to_dos(self):
        return self.ask("GET", "/to-dos").json["items"]

    def texts(self):
        return [item["text"] for item in self.to_dos()]

    def add(self, text="Order the cake", **members):
        answer = self.ask("POST", "/to-dos", {"text": text, **members})
        assert answer.status == 201, answer.body
        return answer.json

    def edit(self, to_do, **members):
        return self.ask("PATCH", f"/to-dos/{to_do['id']}", {"version": to_do["version"], **members})

    def move(self, to_do, after=None):
        body = {"after": after["id"]} if after else {}
        return self.ask("POST", f"/to-dos/{to_do['id']}/move", body)

    def budget(self):
        return self.ask("GET", "/budget").json

    def set_budget(self, **members):
        return self.ask("PATCH", "/budget", {"version": self.budget()["version"], **members})

    def line(self, text="Paper cups", **members):
        answer = self.ask("POST", "/budget/lines", {"text": text, **members})
        assert answer.status == 201, answer.body
        return answer.json

    def edit_line(self, line, **members):
        return self.ask("PATCH", f"/budget/lines/{line['id']}", {"version": line["version"], **members})

    def shown(self):
        return self.ask("GET").json


@pytest.fixture(scope="module")
def site():
    site = Site()
    operator = BusClient(site.keys, site.run, "operator")
    try:
        operator.call("roomhub.dorm.define", {"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4})
        yield site
    finally:
        operator.close()
        site.close()


@pytest.fixture(scope="module")
def people(site):
    """Ada and Ben share a room; Eve lives elsewhere."""
    ada, ben = live_together(site, "ada", "ben")
    return ada, ben, site.member("eve", "102")


def new_event(site, person, title="Mom’s Birthday", **members):
    when = {"date": "2036-10-15", "time": "19:00", "zone": "Europe/Berlin"}
    answer = site.request("POST", "/v1/events", {"title": title, "when": when, **members}, person["token"])
    assert answer.status == 201, answer.body
    return answer.json["event"]["id"]


@pytest.fixture
def mine(site, people):
    """A private event of Ada."""
    return Lists(site, people[0], new_event(site, people[0]))


@pytest.fixture
def ours(site, people):
    """An event that Ada shares with the room, as she and as Ben see it."""
    ada, ben, _ = people
    def share():
        answer = site.request(
            "POST", "/v1/events", {
                "title": "Room party", "visibility": "room",
                "when": {"date": "2036-10-15", "time": "19:00", "zone": "Europe/Berlin"}}, ada["token"])
        return answer.status == 201 and answer.json["event"]["id"]
    hers = Lists(site, ada, wait_until(share, "events knows the room"))
    his = hers.of(ben)
    wait_until(lambda: his.ask("GET").status == 200, "events knows the roommate")
    return hers, his


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
    # What changes nothing tells nobody: the next word is of the next change.
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
    # What was deleted is kept for a restore, but not without an end.
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


def test_a_sheet_adds_up_and_says_by_how_much_it_is_over(mine):
    empty = mine.budget()
    assert empty == {
        "currency": "USD", "digits": 2, "lines": [], "planned": 0, "actual": 0, "expected": 0, "isOver": False,
        "version": 1}
    assert "budget" not in mine.shown()
    cake = mine.line("Cake", planned="45.00", locale="en")
    mine.line("Hall", planned="1.200,50", actual="1.250,00", locale="de")
    mine.line("Deposit back", actual="-100", locale="en")
    assert mine.set_budget(cap="1,190.00", locale="en").status == 200
    sheet = mine.budget()
    assert [line["text"] for line in sheet["lines"]] == ["Cake", "Hall", "Deposit back"]
    assert (sheet["planned"], sheet["actual"], sheet["expected"]) == (124_550, 115_000, 119_500)
    assert (sheet["isOver"], sheet["overBy"], sheet["cap"]) == (True, 500, 119_000)
    assert mine.shown()["budget"] == {
        "currency": "USD", "digits": 2, "planned": 124_550, "actual": 115_000, "expected": 119_500, "cap": 119_000}
    assert mine.edit_line(cake, actual=4000).json["actual"] == 4000
    sheet = mine.budget()
    assert (sheet["expected"], sheet["isOver"], "overBy" in sheet) == (119_000, False, False)
    assert mine.set_budget(cap=None).json.get("cap") is None


def test_bad_prices_are_refused_by_name(mine):
    line = mine.line(planned=1)
    for price, locale in (
        ("", "en"), ("ten", "en"), ("12a", "en"), ("1.50", "de"), ("1,50", "en"), ("12.345", "en"),
        ("10,000,000", "en"), ("9999999.991", "en"), ("€5", "en"), ("1,2345", "en"), ("-", "en"), ("1e3", "en"),
        ("x" * 300, "en"), (10**9, "en"), (-(10**9), "en"), (2**63, "en"), (-(2**70), "en"), (12.5, "en"), ("١٢", "en"),
    ):
        for member in ("planned", "actual"):
            body = {"text": "x", member: price, "locale": locale}
            assert refusal(mine.ask("POST", "/budget/lines", body)) == (422, "price_bad", member), price
            assert refusal(mine.edit_line(line, **body)) == (422, "price_bad", member), price
        assert refusal(mine.set_budget(cap=price, locale=locale)) == (422, "price_bad", "cap"), price
    for price in (True, [1], {"units": 1}):
        assert refusal(mine.ask("POST", "/budget/lines", {"text": "x", "planned": price}))[:2] == (422, "wrong_type")
    assert refusal(mine.set_budget(cap=-1)) == (422, "price_bad", "cap")
    assert refusal(mine.ask("POST", "/budget/lines", {"text": "x", "planned": "1", "locale": "no locale"})) == (
        422, "locale_bad", "locale")
    assert refusal(mine.ask("POST", "/budget/lines", {"text": " "})) == (422, "title_blank", "text")
    assert refusal(mine.ask("POST", "/budget/lines", {"text": "x" * 201})) == (422, "too_long", "text")
    assert refusal(mine.edit_line(line, text=None)) == (422, "title_blank", "text")
    for currency in ("usd", "US", "ZZZ", "XAU", 7):
        assert refusal(mine.set_budget(currency=currency))[0] == 422, currency
    assert mine.budget()["lines"] == [line]


def test_two_who_edit_the_same_line_learn_of_each_other(ours):
    hers, his = ours
    line = hers.line(planned=100)
    both = at_once(lambda: hers.edit_line(line, planned=1), lambda: his.edit_line(line, planned=2))
    assert sorted(answer.status for answer in both) == [200, 409]
    won = next(answer for answer in both if answer.status == 200).json
    lost = next(answer for answer in both if answer.status == 409).json
    assert lost["code"] == "changed_elsewhere" and lost["details"]["current"] == won
    sheet = hers.budget()
    assert hers.ask("PATCH", "/budget", {"version": sheet["version"], "cap": 5}).status == 200
    late = his.ask("PATCH", "/budget", {"version": sheet["version"], "cap": 6})
    assert refusal(late) == (409, "changed_elsewhere") and late.json["details"]["current"] == hers.budget()
    assert his.ask("PATCH", "/budget", {"version": sheet["version"], "cap": 5}).status == 200, "it asks for what is so"


def test_the_currency_is_chosen_once(site, people, mine):
    line = mine.line(planned="1,50", locale="de", currency="EUR")
    assert mine.budget()["currency"] == "EUR" and line["planned"] == 150
    assert refusal(mine.ask("POST", "/budget/lines", {"text": "x", "currency": "USD"})) == (
        409, "currency_fixed", "currency")
    assert refusal(mine.set_budget(currency="JPY")) == (409, "currency_fixed", "currency")
    assert mine.set_budget(cap="120.50").status == 200
    mine.ask("DELETE", f"/budget/lines/{line['id']}")
    assert refusal(mine.set_budget(currency="JPY")) == (422, "price_bad", "cap"), "half a yen"
    dinars = mine.set_budget(currency="TND").json
    assert (dinars["currency"], dinars["digits"], dinars["cap"]) == ("TND", 3, 120_500)
    assert refusal(mine.ask("POST", f"/budget/lines/{line['id']}/restore")) == (404, "not_found")
    other = Lists(site, people[0], new_event(site, people[0]))
    assert refusal(other.ask("POST", "/budget/lines", {"text": "x", "currency": "ZZZ"})) == (
        422, "currency_unknown", "currency")
    assert other.line("x", planned="1200", currency="JPY")["planned"] == 1200
    assert other.budget()["digits"] == 0


def test_random_sheets_add_up_as_decimals_do(site, people):
    chance = random.Random(36)
    for code in ("USD", "JPY", "KWD", "CLF"):
        digits, _ = money_tables.currencies()[code]
        sheet = Lists(site, people[0], new_event(site, people[0]))
        lines, unit = [], Decimal(1).scaleb(-digits)
        for n in range(25):
            prices = {}
            for member in chance.sample(("planned", "actual"), chance.randrange(3)):
                amount = chance.randint(-PRICES[digits], PRICES[digits]) * unit
                prices[member] = amount
            given = {member: f"{amount:f}" for member, amount in prices.items()}
            lines.append((sheet.line(f"{n}", currency=code, **given), prices))
        for line, _ in chance.sample(lines, 8):
            sheet.ask("DELETE", f"/budget/lines/{line['id']}")
            if chance.random() < 0.5:
                assert sheet.ask("POST", f"/budget/lines/{line['id']}/restore").json == line
        seen = sheet.budget()
        kept = [prices for line, prices in lines if line["id"] in {item["id"] for item in seen["lines"]}]
        for total, read in (
            ("planned", lambda p: p.get("planned", 0)), ("actual", lambda p: p.get("actual", 0)),
            ("expected", lambda p: p.get("actual", p.get("planned", 0))),
        ):
            assert seen[total] * unit == sum((read(prices) for prices in kept), Decimal(0)), (code, total)


def test_a_price_is_read_as_each_locale_writes_it(mine):
    """What Babel writes in one locale of each style, with and without the currency."""
    chance = random.Random(4217)
    every, by_style = money_tables.styles()
    mine.set_budget(currency="EUR")
    line = mine.line()
    for _, names in by_style:
        for name in names[:2]:
            units = chance.randint(-999_999_999, 999_999_999)
            amount, locale = Decimal(units) / 100, name.replace("-", "_")
            plain = numbers.format_decimal(amount, format="#,##0.00", locale=locale)
            if every[name][5:7] == (3, 2):
                plain = numbers.format_decimal(amount, format="#,##,##0.00", locale=locale)
            elif every[name][5:7] != (3, 3):
                plain = re.sub(r"(?<=\d)\D(?=\d{3})", "", plain, count=9) if every[name][5] == 1000 else None
            for text in (plain, plain and f"EUR {plain}", plain and f"{plain}\u00a0€"):
                if text:
                    edited = mine.edit_line(line, planned=text, locale=name)
                    assert edited.status == 200, (name, text, edited.body)
                    line = edited.json
                    assert line["planned"] == units, (name, text)


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
