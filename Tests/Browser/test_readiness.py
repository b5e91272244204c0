"""The sentence on how many people of a room know first aid, in each language."""

import pytest


SAY = """async () => {
  const { wordsIn } = await import("/app/words/areas.js");
  const { training } = await wordsIn(document.documentElement.lang.slice(0, 2), "aid");
  return [[1, 1], [0, 1], [0, 4], [1, 4], [3, 4]].map(([trained, counted]) => training.ready(trained, counted));
}"""
SAID = {
    "en-US": ["The one person counted knows first aid.", "The one person counted doesn't know first aid yet.",
              "None of the 4 people counted know first aid yet.", "1 of the 4 people counted knows first aid.",
              "3 of the 4 people counted know first aid."],
    "de-DE": ["Die eine Person, die mitzählt, kann Erste Hilfe.",
              "Die eine Person, die mitzählt, kann noch keine Erste Hilfe.",
              "Von den 4 Personen, die mitzählen, kann noch keine Erste Hilfe.",
              "1 von 4 Personen, die mitzählen, kann Erste Hilfe.", "3 von 4 Personen, die mitzählen, können Erste Hilfe."],
    "fr-FR": ["La seule personne comptée connaît les premiers secours.",
              "La seule personne comptée ne connaît pas encore les premiers secours.",
              "Aucune des 4 personnes comptées ne connaît encore les premiers secours.",
              "1 personne sur les 4 comptées connaît les premiers secours.",
              "3 personnes sur les 4 comptées connaissent les premiers secours."],
}


@pytest.mark.parametrize("locale", SAID)
def test_the_people_who_know_first_aid_are_counted_in_a_sentence(modules, locale):
    page = modules(locale)
    assert page.evaluate(SAY) == SAID[locale]
