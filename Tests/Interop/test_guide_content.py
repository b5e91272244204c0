"""The first-aid guide's texts: each follows a fact with its source, says no number that its facts do not have, suits the guideline
of its readers, says the same numbers in each language, and is easy to read. Lengths and the form of the files are the program's own
rules (Tests/Unit/GuideTests)."""

import copy
import itertools
import json
import re
from pathlib import Path

import pytest
import textstat

from quad_languages import LANGUAGES, OTHERS

FOLDER = Path(__file__).resolve().parents[2] / "Services/guide/Content"
PATIENTS, PROFILES = ("adult", "child", "infant"), ("aha2025", "erc2025")
WAYS = list(itertools.product(PATIENTS, PROFILES, (True, False)))
TOPICS = ["bleeding", "choking", "crisis", "overdose", "recovery", "training", "quiz", "items"]
# At most the sixth grade. French has no measure in grades: a reading ease of 80, 20 below the top, is the end of "easy" in
# Flesch's table (The Art of Readable Writing, 1949), which is the sixth grade.
LIMITS = {"en": 6, "de": 6, "fr": 20}


def load(name):
    return json.loads((FOLDER / name).read_text())


def topics():
    return [json.loads(path.read_text()) for path in sorted((FOLDER / "topics").glob("*.json"))]


FACTS = {fact["id"]: fact for fact in load("facts.json")["facts"]}


def cases():
    """Every text with facts: its place, its languages, and the facts. A step's title and question follow the facts of its texts."""
    for topic in topics():
        for step in topic["steps"]:
            place = f"{topic['id']}/{step['id']}"
            yield from ((place, case) for case in texts(step))
            facts = sorted({fact for case in step["text"] for fact in case["facts"]})
            yield f"{place}/title", {**step["title"], "facts": facts}
            if question := step.get("question"):
                yield from answered(f"{place}/question", question, facts)
    for question in load("quiz.json")["questions"]:
        yield from answered(f"quiz/{question['id']}", question, question["facts"])
    for item in load("items.json")["items"]:
        if item["kind"] == "article":
            yield f"items/{item['id']}", {**item["text"], "facts": item["facts"]}


def texts(step):
    return [*step["text"], *step.get("speech", [])]


def answered(place, question, facts):
    """The true parts of a question: its text, the right option and the reason. Wrong options may have wrong numbers."""
    for part in (question["text"], question["options"][question["answer"]], question["because"]):
        yield place, {**part, "facts": facts}


def numbers(text):
    return set(re.findall(r"\d+(?:\.\d+)?", text.replace("{number}", "")))


def strange_numbers(place, case):
    """The numbers in a text that none of its facts has."""
    known = set().union(*(numbers(FACTS[fact]["statement"]) | {str(FACTS[fact]["year"])} for fact in case["facts"]))
    return [f"{place}: {number} in {case[language]!r}" for language in LANGUAGES
            for number in numbers(case[language]) - known]


def all_words(value, place=""):
    """Every text of a file, those without facts included."""
    if isinstance(value, list):
        for at, element in enumerate(value):
            yield from all_words(element, f"{place}/{at}")
    elif isinstance(value, dict):
        if "en" in value:
            yield place, value
        for name, member in value.items():
            yield from all_words(member, f"{place}/{name}")


def shipped_words():
    for path in [*sorted((FOLDER / "topics").glob("*.json")), FOLDER / "quiz.json", FOLDER / "items.json"]:
        yield from all_words(json.loads(path.read_text()), path.stem)


def other_numbers(place, text):
    """The languages of a text whose numbers are not those of the English one. English alone adds inches, in brackets."""
    said = numbers(re.sub(r"\([^()]* in\)", "", text["en"]))
    return [f"{place}: {text[code]!r}" for code in OTHERS if numbers(text[code]) != said]


def holds(case, patient, profile, breaths):
    return (patient in case.get("patients", PATIENTS) and profile in case.get("profiles", PROFILES)
            and case.get("breaths", breaths) == breaths)


def readers(cases):
    """The readers of each case: those for whom it is the first that holds."""
    reached = [set() for _ in cases]
    for way in WAYS:
        index = next((index for index, case in enumerate(cases) if holds(case, *way)), None)
        if index is not None:
            reached[index].add(way)
    return reached


def strange_profiles(place, cases):
    """The cases that follow a fact of one guideline for readers of another. Facts of all guidelines together are for everyone."""
    found = []
    for case, ways in zip(cases, readers(cases), strict=True):
        facts = {FACTS[fact]["profile"] for fact in case["facts"]} - {None}
        if facts and facts != {profile for _, profile, _ in ways}:
            found.append(f"{place}: {sorted(facts)} in {case['en']!r}")
    return found


def test_every_number_stands_in_a_fact():
    assert [found for place, case in cases() for found in strange_numbers(place, case)] == []


def test_a_number_of_no_fact_is_found():
    place, case = next(pair for pair in cases() if pair[0] == "training/push")
    wrong = copy.deepcopy(case)
    wrong["en"] = wrong["en"].replace("120", "130")
    assert strange_numbers(place, wrong) == [f"{place}: 130 in {wrong['en']!r}"]


def test_every_text_is_there_in_each_language():
    found = list(shipped_words())
    assert len(found) > 200
    for place, text in found:
        assert all(text.get(code, "").strip() for code in LANGUAGES), place


def test_every_text_follows_a_fact():
    for place, case in cases():
        assert case["facts"], place


def test_each_language_has_the_numbers_of_the_english_text():
    assert [found for place, text in shipped_words() for found in other_numbers(place, text)] == []


@pytest.mark.parametrize("code", OTHERS)
def test_another_number_is_found(code):
    place, text = next(pair for pair in shipped_words() if "(2 to 2.4 in)" in pair[1]["en"])
    wrong = {**text, code: text[code].replace("6", "7")}
    assert other_numbers(place, text) == [] and other_numbers(place, wrong) == [f"{place}: {wrong[code]!r}"]


def test_french_has_its_own_marks_and_no_break_spaces():
    for place, text in shipped_words():
        wrong = re.search(r"(?<!\u202f)[;!?»]|«(?!\u202f)|(?<!\u00a0):|'|\d (cm|kg|%)", text["fr"])
        assert not wrong, (place, text["fr"])


def test_every_fact_is_used_and_says_where_it_was_read():
    used = {fact for _, case in cases() for fact in case["facts"]}
    assert used - set(FACTS) == set() and set(FACTS) - used == set()
    for fact in FACTS.values():
        assert fact["guideline"] and fact["section"] and fact["read"] and 2010 <= fact["year"] <= 2026, fact
        assert isinstance(fact["firstHand"], bool) and re.fullmatch(r"\d{4}-\d\d-\d\d", fact["checked"]), fact


def test_a_text_follows_the_guideline_of_its_readers():
    assert [found for topic in topics() for step in topic["steps"] for texts in (step["text"], step.get("speech", []))
            for found in strange_profiles(f"{topic['id']}/{step['id']}", texts)] == []


def test_a_text_of_another_guideline_is_found():
    step = next(step for topic in topics() if topic["id"] == "training" for step in topic["steps"] if step["id"] == "call")
    wrong = copy.deepcopy(step["text"])
    wrong[-1]["facts"].append("call-erc")
    assert strange_profiles("a", step["text"]) == [] and len(strange_profiles("a", wrong)) == 1


@pytest.mark.parametrize("name, part", [("items.json", "items"), ("quiz.json", "questions")])
def test_what_everyone_reads_names_a_guideline_that_is_not_everyones(name, part):
    for entry in load(name)[part]:
        profiles = {FACTS[fact]["profile"] for fact in entry.get("facts", [])} - {None}
        if profiles and profiles != set(PROFILES):
            assert profiles == {"aha2025"}, entry["id"]
            assert all("American Heart Association" in text for text in entry["text"].values()), entry["id"]


def test_every_case_is_reached_and_every_reader_has_a_text():
    for topic in topics():
        for step in topic["steps"]:
            for texts in (step["text"], step["drawing"], step.get("speech", [])):
                reached = readers(texts)
                assert all(reached) and (not texts or set().union(*reached) == set(WAYS)), (topic["id"], step["id"])
                assert not texts or not {"patients", "profiles", "breaths"} & set(texts[-1]), (topic["id"], step["id"])


def test_the_drawings_are_those_that_steps_name():
    named = {drawing["name"] for topic in topics() for step in topic["steps"] for drawing in step["drawing"]}
    assert named == {path.stem for path in (FOLDER / "drawings").glob("*.svg")}
    for topic in topics():
        for step in topic["steps"]:
            assert all(drawing["alt"][code] for code in LANGUAGES for drawing in step["drawing"]), step["id"]


def test_only_steps_of_the_training_ask():
    for topic in topics():
        for step in topic["steps"]:
            assert (step.get("question") is not None) == (topic["mode"] == "training"), (topic["id"], step["id"])


def test_crisis_and_training_have_the_same_six_steps():
    steps = {topic["id"]: [step["id"] for step in topic["steps"]] for topic in topics()}
    assert steps["crisis"] == steps["training"] == ["check", "call", "breathe", "push", "continue", "aed"]
    assert sorted(steps) == ["bleeding", "choking", "crisis", "overdose", "recovery", "training"]


def test_only_children_and_infants_in_europe_get_breaths_before_the_first_push():
    for topic in topics():
        for step in topic["steps"]:
            if topic["mode"] == "help" or step["id"] != "push":
                continue
            for case, ways in zip(step["text"], readers(step["text"]), strict=True):
                for patient, profile, breaths in ways:
                    first = patient != "adult" and profile == "erc2025" and breaths
                    for code, said in {"en": "5 breaths", "de": "5 Atemstöße", "fr": "5 insufflations"}.items():
                        assert (said in case[code]) == first, (topic["id"], patient, code)


@pytest.mark.parametrize("patient, profile, breaths", WAYS)
def test_the_crisis_says_what_to_do_with_somebody_who_breathes(patient, profile, breaths):
    step = next(step for topic in topics() if topic["id"] == "crisis" for step in topic["steps"] if step["id"] == "breathe")
    fact = "recovery-infant" if patient == "infant" else "recovery-who"
    for said in (step["text"], step["speech"]):
        case = next(case for case in said if holds(case, patient, profile, breaths))
        assert fact in case["facts"]
        for code, asked in {"en": "Breathing normally?", "de": "Normale Atmung?", "fr": "Respiration normale\u202f?"}.items():
            assert asked in case[code]


def test_sentences_can_be_spoken():
    for place, case in cases():
        for language in LANGUAGES:
            for sentence in re.split(r"(?<=[.?!])\s", case[language]):
                assert len(sentence) < 200, (place, sentence)


def hardness(texts, language):
    """The grade of an English text (Flesch and Kincaid) and of a German one (Wiener Sachtextformel). For a French one, what it lacks
    to the top of the reading ease of Kandel and Moles (Application de l'indice de Flesch à la langue française, 1958):
    207 - 1.015 times words a sentence - 73.6 times syllables a word."""
    tag, ten = {"en": ("en_US", "ten"), "de": ("de_DE", "zehn"), "fr": ("fr_FR", "dix")}[language]
    textstat.set_lang(tag)
    text = " ".join(re.sub(r"\{number\}|\d+(?:\.\d+)?", ten, text) for text in texts).replace("\n\n", " ")
    if language == "en":
        return textstat.flesch_kincaid_grade(text)
    if language == "de":
        return textstat.wiener_sachtextformel(text, 1)
    words = textstat.lexicon_count(text)
    ease = 207 - 1.015 * words / textstat.sentence_count(text) - 73.6 * textstat.syllable_count(text) / words
    return 100 - ease


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_the_text_is_easy_to_read(topic, language):
    texts = [case[language] for place, case in cases() if place.split("/")[0] == topic and not place.endswith("/title")]
    assert hardness(texts, language) <= LIMITS[language]


@pytest.mark.parametrize("language, hard", [
    ("en", "Cardiopulmonary resuscitation necessitates uninterrupted, sufficiently deep thoracic compressions by instructed people."),
    ("de", "Die Herzdruckmassage erfordert ununterbrochene, ausreichend tiefe Kompressionen durch eingewiesene Ersthelfende."),
    ("fr", "La réanimation nécessite des compressions thoraciques ininterrompues, suffisamment profondes, par des secouristes formés."),
])
def test_a_hard_text_is_found(language, hard):
    assert hardness([hard], language) > LIMITS[language]
