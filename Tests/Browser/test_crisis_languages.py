"""The emergency page in other languages: its texts, the voice that reads them out, and English for what is missing."""

import pytest
from playwright.sync_api import expect

from quad_languages import OTHERS, words
from quad_page import axe, poll, visit
from quad_voice import VOICE
from quad_windows import PHONE

BREATHE = 2


def test_german(windows):
    page = windows.open(PHONE, locale="de-DE")
    visit(page, "/crisis")
    expect(page.get_by_role("heading", name="Antippen und rufen")).to_be_visible()
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("link", name="911 anrufen")).to_be_visible()
    expect(page.get_by_text("Noch nicht von einer Fachperson geprüft")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    windows.shot(page, "crisis-german")


def test_french_is_read_out_by_a_french_voice(windows):
    page = windows.open(PHONE, locale="fr-FR")
    page.add_init_script(f"({VOICE})()")
    visit(page, "/crisis")
    text = words("fr", "aid", "crisis")
    expect(page.get_by_role("heading", name="Tapote et parle fort")).to_have_attribute("lang", "fr")
    spoken = "Zoé: Tapote l’épaule et parle fort."
    poll(page, lambda: spoken in page.evaluate("() => window.said"), "a step is read out in French")
    for _ in range(BREATHE):
        page.get_by_role("button", name=words("fr", "aid", "steps")["next"]).click()
    expect(page.get_by_text(text["look"])).to_be_visible()
    question = text["lookDone"].partition("?")[0]
    said = f"Zoé: {question}?"
    poll(page, lambda: said in page.evaluate("() => window.said"), "French words are read out", timeout=20)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    windows.shot(page, "crisis-french")


@pytest.mark.parametrize("text, parts", [
    ("Call 911. Breathing? Go on!", ["Call 911.", "Breathing?", "Go on!"]),
    ("«\u202fÇa va\u202f?\u202f» Rien\u202f? Appelle.", ["«\u202fÇa va\u202f?\u202f»", "Rien\u202f?", "Appelle."]),
])
def test_sentences_are_spoken_one_by_one(modules, text, parts):
    phone = modules()
    said = phone.evaluate("async (text) => (await import('/app/models/guide.js')).sentences(text)", text)
    assert said == parts


def in_english(value):
    """A guide without its texts in other languages."""
    if isinstance(value, list):
        return [in_english(element) for element in value]
    if isinstance(value, dict):
        return {name: in_english(member) for name, member in value.items() if name not in OTHERS}
    return value


def test_a_guide_in_english_alone_has_its_steps_in_english_and_the_pages_own_words(windows):
    page = windows.open(PHONE, locale="fr-FR")
    page.add_init_script(f"({VOICE})()")
    page.route("**/v1/guide*", lambda route: route.fulfill(json=in_english(route.fetch().json())))
    visit(page, "/crisis")
    expect(page.get_by_role("heading", name="Tap and shout")).to_have_attribute("lang", "en")
    poll(page, lambda: "Sam: Tap and shout." in page.evaluate("() => window.said"), "a step is read out in English")
    for _ in range(BREATHE):
        page.get_by_role("button", name=words("fr", "aid", "steps")["next"]).click()
    expect(page.get_by_text(words("fr", "aid", "crisis")["look"])).to_be_visible()
    assert axe(page) == []
