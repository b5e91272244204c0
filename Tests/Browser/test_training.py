"""First aid to learn: the start page, six steps with questions, the quiz, other help, and what there is to read."""

import json
import re
from pathlib import Path

import pytest
from people import Person
from playwright.sync_api import expect

from conftest import campus_of
from quad_page import axe, poll, sign_in, tap, visit
from quad_windows import DESK, PHONE

CONTENT = Path(__file__).resolve().parents[2] / "Services" / "guide" / "Content"
TRAINING = json.loads((CONTENT / "topics" / "training.json").read_text())
QUIZ = json.loads((CONTENT / "quiz.json").read_text())["questions"]
STEPS = [step["title"]["en"].replace("{number}", "911") for step in TRAINING["steps"]]


@pytest.fixture(scope="module")
def campus():
    with campus_of("gail", QUAD_GUIDE_CONTENT=str(CONTENT)) as campus:
        campus.people = {name: Person(campus, name) for name in ("tina", "theo", "trudy", "tara", "tova")}
        yield campus


def swipe(page, by, fingers=1, slope=0):
    """A swipe over the middle of the step, `by` pixels to the side."""
    page.locator(".step-text").scroll_into_view_if_needed()
    box = page.locator(".step-text").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def send(kind, way):
        points = [{"x": x + way, "y": y + slope * way + 8 * finger, "id": finger} for finger in range(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    send("touchStart", 0)
    for part in (0.3, 0.6, 1):
        send("touchMove", by * part)
    send("touchEnd", by)
    session.detach()


def answer(page, question, number="911", is_right=True):
    at = question["answer"] if is_right else (question["answer"] + 1) % len(question["options"])
    page.get_by_role("radio", name=question["options"][at]["en"].replace("{number}", number), exact=True).check()
    tap(page, "button", "Check answer")


def take_quiz(page, wrong=0):
    for at, question in enumerate(QUIZ):
        expect(page.get_by_text(f"Question {at + 1} of 6")).to_be_visible()
        expect(page.get_by_text(f"{at + 1} / 6")).to_have_count(0)
        answer(page, question, is_right=at >= wrong)
        expect(page.get_by_text("Not quite." if at < wrong else "Right.", exact=True)).to_be_visible()
        tap(page, "button", "Show result" if at == 5 else "Next question")


def test_the_journey_of_a_student(campus, campus_windows):
    tina = campus.people["tina"]
    page = campus_windows.open(PHONE, "tina")
    visit(page, "/aid")
    first, second = page.get_by_role("main").get_by_role("link").all()[:2]
    expect(first).to_contain_text("Emergency")
    expect(second).to_contain_text("CPR training")
    assert axe(page) == []
    second.click()
    for at, title in enumerate(STEPS):
        expect(page.get_by_role("heading", name=title, exact=True, level=2)).to_be_visible()
        expect(page.get_by_text(f"Step {at + 1} of 6")).to_be_visible()
        if at == 0:
            assert axe(page) == []
            swipe(page, 200)
            swipe(page, -200, slope=1)
            expect(page.get_by_text("Step 1 of 6")).to_be_visible()
        if TRAINING["steps"][at]["question"]:
            answer(page, TRAINING["steps"][at]["question"], is_right=at > 0)
            expect(page.get_by_text("Right." if at else "Not quite.", exact=True)).to_be_visible()
        swipe(page, -200, fingers=1 + at % 2)
    expect(page.get_by_role("heading", name="You've seen all six steps")).to_be_visible()
    tap(page, "link", "Take quiz")
    take_quiz(page, wrong=1)
    expect(page.get_by_role("heading", name="Passed")).to_be_visible()
    expect(page.get_by_text("5 of 6 right")).to_be_visible()
    expect(page.get_by_text("This is not a certificate.")).to_be_visible()
    training = tina.get("/v1/me/training").json
    assert sorted(training["steps"]) == sorted(step["id"] for step in TRAINING["steps"])
    assert (training["passed"]["right"], training["isCounted"], training["isCalled"]) == (5, False, False)
    expect(page.get_by_text("We'll remind you to refresh them on")).to_be_visible()
    called = page.get_by_role("switch", name="Call me to help in a crisis")
    expect(called).not_to_be_checked()
    with page.expect_response("**/v1/me/training"):
        called.check()
    assert tina.get("/v1/me/training").json["isCalled"] is True
    assert axe(page) == []
    visit(page, "/aid")
    expect(page.get_by_text("6 of 6 steps")).to_be_visible()
    expect(page.get_by_text("You passed the quiz on")).to_be_visible()
    assert axe(page) == []


def test_who_failed_may_not_be_called_yet(campus, campus_windows):
    page = campus_windows.open(DESK, "theo")
    visit(page, "/aid/training/quiz")
    tap(page, "button", "Check answer")
    expect(page.get_by_text("Choose an answer.")).to_be_visible()
    take_quiz(page, wrong=2)
    expect(page.get_by_role("heading", name="Not passed yet")).to_be_visible()
    expect(page.get_by_role("switch", name="Call me to help in a crisis")).to_be_disabled()
    expect(page.get_by_role("switch", name="Count me in the figures")).to_be_enabled()
    expect(page.get_by_role("heading", name="What to look at again")).to_be_visible()
    assert axe(page) == []


def test_a_guest_keeps_progress_on_the_device(campus, campus_windows):
    page = campus_windows.open(DESK)
    visit(page, "/aid/training")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Step 2 of 6")).to_be_visible()
    visit(page, "/aid")
    expect(page.get_by_text("2 of 6 steps")).to_be_visible()
    expect(page.get_by_text("Your progress stays on this device.")).to_be_visible()
    tap(page, "link", "Continue training")
    expect(page.get_by_text("Step 3 of 6")).to_be_visible()
    adult = page.locator(".step-text").inner_text()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Baby").click()
    expect(page.get_by_text("Step 4 of 6")).to_be_visible()
    expect(page.get_by_role("switch", name="With rescue breaths")).to_be_checked()
    assert page.locator(".step-text").inner_text() != adult
    # The first step has none before it, and Back leads home.
    visit(page, "/aid/choking")
    expect(page.get_by_role("heading", name="Choking", level=1)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(re.compile(r"Step 1 of \d"))).to_be_visible()
    expect(page.get_by_role("button", name="Back", exact=True).last).to_be_disabled()
    page.go_back()
    expect(page.get_by_text("Step 4 of 6").or_(page.get_by_text(re.compile("Step . of 6"))).first).to_be_visible()


def test_what_a_guest_learned_goes_to_the_account_at_the_sign_in(campus, campus_windows):
    tova = campus.people["tova"]
    # The account is two steps along, one of them the guest's.
    for step in TRAINING["steps"][1:3]:
        path = f"/v1/me/training/steps/{step['id']}"
        assert campus.request("PUT", path, None, tova.token).status == 200
    page = campus_windows.open(PHONE)
    visit(page, "/aid/training")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 3 of 6")).to_be_visible()
    visit(page, "/aid/training/quiz")
    take_quiz(page)
    expect(page.get_by_role("heading", name="Passed")).to_be_visible()
    assert tova.get("/v1/me/training").json.get("passed") is None
    sign_in(page, "tova")
    poll(page, lambda: tova.get("/v1/me/training").json.get("passed"), "the quiz is the account's")
    assert set(tova.get("/v1/me/training").json["steps"]) == {step["id"] for step in TRAINING["steps"][:3]}
    poll(page, lambda: page.evaluate("() => localStorage['quad.training'] ?? null") is None, "the device is empty")
    at = tova.get("/v1/me/training").json["last"]["at"]
    visit(page, "/aid")
    expect(page.get_by_text("3 of 6 steps")).to_be_visible()
    assert tova.get("/v1/me/training").json["last"]["at"] == at


def test_steps_without_a_network_are_sent_later(campus, campus_windows):
    page = campus_windows.open(PHONE, "tara")
    visit(page, "/aid/training")
    page.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 3 of 6")).to_be_visible()
    page.context.set_offline(False)
    tara = campus.people["tara"]
    poll(page, lambda: len(tara.get("/v1/me/training").json["steps"]) == 2, "both steps are sent", timeout=20)


def test_other_help_and_reading(campus, campus_windows):
    page = campus_windows.open(PHONE)
    visit(page, "/aid")
    tap(page, "link", re.compile("^Choking"))
    expect(page.get_by_role("heading", name="Choking", level=1)).to_be_visible()
    expect(page.get_by_text("Not yet reviewed by a qualified person.")).to_be_visible()
    assert axe(page) == []
    visit(page, "/aid/learn")
    duke = page.get_by_role("link", name=re.compile("Duke CPR Video"))
    assert (duke.get_attribute("target"), duke.get_attribute("rel")) == ("_blank", "noreferrer")
    assert duke.get_attribute("href").startswith("https://www.dukehealth.org/")
    expect(page.get_by_text("Available offline").first).to_be_visible()
    assert axe(page) == []
    page.context.set_offline(True)
    expect(duke).to_have_count(0)
    expect(page.get_by_text("Needs a connection").first).to_be_visible()
    page.context.set_offline(False)
    expect(duke).to_be_visible()
    tap(page, "link", re.compile("Gasping is not breathing"))
    expect(page.get_by_role("heading", name="Gasping is not breathing")).to_be_visible()
    assert axe(page) == []
    tap(page, "link", "Sources")
    expect(page.get_by_text("Read in a text that reports it:").first).to_be_visible()
    assert axe(page) == []
    visit(page, "/aid/nothing-here")
    expect(page.get_by_text("This topic isn't in the guide")).to_be_visible()


def test_an_administrator_sets_the_call_and_records_a_review(campus, campus_windows):
    page = campus_windows.open(DESK, "gail")
    visit(page, "/admin")
    page.get_by_role("main").get_by_role("link", name="First aid").click()
    number = page.get_by_label("Emergency number")
    expect(number).to_have_value("911")
    assert axe(page) == []
    number.fill("9")
    campus_windows.watch.expect(400, "/v1/admin/guide")
    tap(page, "button", "Save changes")
    expect(number).to_have_attribute("aria-invalid", "true")
    number.fill("112")
    page.get_by_label("Address to read out").fill("Hilltop School, 12 College Road")
    tap(page, "button", "Save changes")
    expect(page.get_by_text("Saved")).to_be_visible()
    site = campus.request("GET", "/v1/guide").json["site"]
    assert (site["number"], site["address"]) == ("112", "Hilltop School, 12 College Road")
    tap(page, "button", "Record review: Choking")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reviewer").fill("Dr. Jane Rivera")
    sheet.get_by_label("Qualification").fill("Emergency physician")
    assert axe(page) == []
    tap(sheet, "button", "Record review")
    expect(page.get_by_text("Reviewed by Dr. Jane Rivera, Emergency physician, on")).to_be_visible()
    other = campus_windows.open(PHONE)
    visit(other, "/aid/choking")
    expect(other.get_by_text("Reviewed by Dr. Jane Rivera, Emergency physician, on")).to_be_visible()
    expect(other.get_by_text("Not yet reviewed")).to_have_count(0)
    tap(page, "button", "Remove review: Choking")
    tap(page.get_by_role("dialog"), "button", "Remove review")
    expect(page.get_by_text("Reviewed by Dr. Jane Rivera")).to_have_count(0)
    assert campus.request("GET", "/v1/guide").json["site"]["reviews"] == []
    campus.request("PATCH", "/v1/admin/guide", {"number": "911"}, campus.tokens["gail"])


@pytest.mark.parametrize("language, locale, title, training, unreviewed", [
    ("de", "de-DE", "Erste Hilfe", "Wiederbelebung lernen", "Noch nicht von einer Fachperson geprüft."),
    ("fr", "fr-FR", "Premiers secours", "Apprendre la réanimation", "Pas encore relu par une personne qualifiée."),
])
def test_in_another_language(campus, campus_windows, language, locale, title, training, unreviewed):
    page = campus_windows.open(PHONE, "trudy", locale=locale)
    visit(page, "/aid")
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    page.get_by_role("link", name=re.compile(training)).click()
    first = TRAINING["steps"][0]
    expect(page.get_by_role("heading", name=first["title"][language], exact=True)).to_be_visible()
    expect(page.get_by_text(first["question"]["options"][0][language], exact=True)).to_be_visible()
    expect(page.get_by_text(unreviewed)).to_be_visible()
    assert axe(page) == []
