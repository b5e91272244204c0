"""The first-aid guide's texts: each follows a fact with its source, says no number that its facts do not have, and is easy to
read. The rules of form are the program's own (Tests/Unit/GuideTests)."""

import copy
import itertools
import json
import re
from pathlib import Path

import pytest
import textstat

FOLDER = Path(__file__).resolve().parents[2] / "Services/guide/Content"
PATIENTS, PROFILES = ("adult", "child", "infant"), ("aha2025", "erc2025")
WAYS = list(itertools.product(PATIENTS, PROFILES, (True, False)))
# The words that a first-aid text needs, each with a short one that stands for it in the measure.
NEEDED = {
    "en": {"naloxone": "drug", "overdose": "dose", "tourniquet": "band", "emergency": "help", "AED": "box", "CPR": "push",
           "percent": "parts", "compressions": "pushes", "recovery": "safe", "position": "place"},
    "de": {"Naloxon": "Spray", "Überdosis": "Dosis", "Tourniquet": "Band", "Seitenlage": "Lage", "Wiederbelebung": "Hilfe",
           "Atmung": "Luft", "Schulterblätter": "Schultern", "Lautsprecher": "Ton", "Pupillen": "Augen", "Minuten": "Zeit",
           "Minute": "Zeit", "Atemstöße": "Stöße", "Handballen": "Hand", "überstrecken": "strecken"},
}
MAX_GRADE = 6


def load(name):
    return json.loads((FOLDER / name).read_text())


def topics():
    return [json.loads(path.read_text()) for path in sorted((FOLDER / "topics").glob("*.json"))]


FACTS = {fact["id"]: fact for fact in load("facts.json")["facts"]}


def cases():
    """Every text with facts: its place, the two texts, and the facts."""
    for topic in topics():
        for step in topic["steps"]:
            for case in [*step["text"], *step.get("speech", [])]:
                yield f"{topic['id']}/{step['id']}", case
    for question in load("quiz.json")["questions"]:
        for part in (question["because"], question["options"][question["answer"]]):
            yield f"quiz/{question['id']}", {**part, "facts": question["facts"]}
    for item in load("items.json")["items"]:
        if item["kind"] == "article":
            yield f"items/{item['id']}", {**item["text"], "facts": item["facts"]}


def numbers(text):
    return set(re.findall(r"\d+(?:\.\d+)?", text.replace("{number}", "")))


def strange_numbers(place, case):
    """The numbers in a text that none of its facts has."""
    known = set().union(*(numbers(FACTS[fact]["statement"]) | {str(FACTS[fact]["year"])} for fact in case["facts"]))
    return [f"{place}: {number} in {case[language]!r}" for language in ("en", "de")
            for number in numbers(case[language]) - known]


def holds(case, patient, profile, breaths):
    return (patient in case.get("patients", PATIENTS) and profile in case.get("profiles", PROFILES)
            and case.get("breaths", breaths) == breaths)


def test_every_number_stands_in_a_fact():
    assert [found for place, case in cases() for found in strange_numbers(place, case)] == []


def test_a_number_of_no_fact_is_found():
    place, case = next(pair for pair in cases() if pair[0] == "training/push")
    wrong = copy.deepcopy(case)
    wrong["en"] = wrong["en"].replace("120", "130")
    assert strange_numbers(place, wrong) == [f"{place}: 130 in {wrong['en']!r}"]


def test_every_fact_is_used_and_says_where_it_was_read():
    used = {fact for _, case in cases() for fact in case["facts"]}
    assert used - set(FACTS) == set() and set(FACTS) - used == set()
    for fact in FACTS.values():
        assert fact["guideline"] and fact["section"] and fact["read"] and 2015 <= fact["year"] <= 2026, fact
        assert isinstance(fact["firstHand"], bool) and re.fullmatch(r"\d{4}-\d\d-\d\d", fact["checked"]), fact


def test_a_text_for_one_guideline_follows_no_fact_of_another():
    for place, case in cases():
        profiles = {FACTS[fact]["profile"] for fact in case["facts"]} - {None}
        for profile in case.get("profiles", []):
            assert profiles <= {profile}, place


def test_every_case_is_reached():
    for topic in topics():
        for step in topic["steps"]:
            for texts in (step["text"], step["drawing"], step.get("speech", [])):
                reached = {next((index for index, case in enumerate(texts) if holds(case, *way)), None) for way in WAYS}
                assert reached == (set(range(len(texts))) or {None}), (topic["id"], step["id"], reached)


def test_crisis_and_training_have_the_same_six_steps():
    steps = {topic["id"]: [step["id"] for step in topic["steps"]] for topic in topics()}
    assert steps["crisis"] == steps["training"] == ["check", "call", "breathe", "push", "continue", "aed"]
    assert sorted(steps) == ["bleeding", "choking", "crisis", "overdose", "recovery", "training"]


def test_sentences_can_be_spoken():
    for place, case in cases():
        for language in ("en", "de"):
            for sentence in re.split(r"(?<=[.?!])\s", case[language]):
                assert len(sentence) < 200, (place, sentence)


def readable(text, language):
    """The text as it is measured: without numbers, the needed words replaced."""
    for word, short in NEEDED[language].items():
        text = re.sub(rf"\b{word}\b", short, text, flags=re.IGNORECASE)
    text = re.sub(r"\{number\}|\([^)]*\)|\d+(?:\.\d+)?", "ten" if language == "en" else "zehn", text)
    return text.replace("\n\n", " ")


def grade(texts, language):
    textstat.set_lang("en_US" if language == "en" else "de_DE")
    text = " ".join(readable(text, language) for text in texts)
    return textstat.flesch_kincaid_grade(text) if language == "en" else textstat.wiener_sachtextformel(text, 1)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("topic", ["bleeding", "choking", "crisis", "overdose", "recovery", "training", "quiz", "items"])
def test_the_text_is_easy_to_read(topic, language):
    texts = [case[language] for place, case in cases() if place.split("/")[0] == topic]
    assert grade(texts, language) <= MAX_GRADE


def test_a_hard_text_is_found():
    hard = ("Cardiopulmonary resuscitation necessitates uninterrupted, sufficiently deep thoracic compressions administered "
            "by alternating, adequately instructed individuals.")
    assert grade([hard], "en") > MAX_GRADE
