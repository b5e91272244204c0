"""The order of Today's cards in the account: what it takes, and what it takes over from a browser."""

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import poll, visit
from quad_windows import PHONE


@pytest.fixture(scope="module")
def tasha(site):
    return Person(site, "tasha")


def test_an_arrangement_of_an_earlier_release_moves_to_the_account_once(windows, tasha):
    page = windows.open(PHONE, "tasha")
    visit(page, "/")
    kept = [{"person": tasha.id, "order": ["inbox", "gone", "event"], "hidden": ["event"]}]
    page.evaluate("(kept) => localStorage.setItem('quad.today', JSON.stringify(kept))", kept)
    page.reload()
    poll(page, lambda: tasha.get("/v1/me").json.get("today"), "the account has it")
    today = tasha.get("/v1/me").json["today"]
    assert today["hidden"] == ["event"] and today["order"].index("inbox") < today["order"].index("event")
    # The device lets go of it with the reply, which comes after the account has it.
    poll(page, lambda: page.evaluate("() => localStorage.getItem('quad.today')") is None, "the device has let go")
    expect(page.get_by_role("region")).to_have_count(1)


def test_an_arrangement_names_known_cards_once(tasha):
    def put(order, hidden):
        return tasha.site.request("PUT", "/v1/me/today", {"order": order, "hidden": hidden}, tasha.token)

    for order, code in ((["tasks", "tasks"], "cards_bad"), (["kettle"], "value_unknown"), ("tasks", "wrong_type")):
        answer = put(order, [])
        assert answer.status in (400, 422) and answer.json["errors"][0]["code"] == code, answer.body
    assert put(["tasks"], []).json == {"order": ["tasks"], "hidden": []}
    assert put([], []).status == 200
