"""Budget sheets of events over HTTP: prices, totals and currencies, with Babel and Decimal as the references."""

import random
import re
from decimal import Decimal

import money_tables
from babel import numbers
from quad_event_lists import Lists, mine, new_event, ours, people, site
from quad_site import at_once, refusal

PRICES = {2: 999_999_999, 0: 9_999_999, 3: 9_999_999_999, 4: 99_999_999_999}


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
        ("x" * 300, "en"), ("0" * 51, "en"), (10**9, "en"), (-(10**9), "en"), (2**63, "en"), (-(2**70), "en"), (12.5, "en"), ("١٢", "en"),
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
    assert mine.line(planned="0" * 49 + "7")["planned"] == 700


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
    """Prices as Babel writes them in one locale of each style, with and without the currency."""
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
