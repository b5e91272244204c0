"""The first-aid guide's texts: each follows a fact with its source, says no number that its facts do not have, suits the guideline
of its readers, and is easy to read. Lengths and the form of the files are the program's own rules (Tests/Unit/GuideTests)."""

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
MAX_GRADE = 6


def load(name):
    return json.loads((FOLDER / name).read_text())


def topics():
    return [json.loads(path.read_text()) for path in sorted((FOLDER / "topics").glob("*.json"))]


FACTS = {fact["id"]: fact for fact in load("facts.json")["facts"]}


def cases():
    """Every text with facts: its place, the two texts, and the facts. A step's title and question follow the facts of its texts."""
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
    return [f"{place}: {number} in {case[language]!r}" for language in ("en", "de")
            for number in numbers(case[language]) - known]


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


def test_every_text_is_there_in_both_languages_and_follows_a_fact():
    for place, case in cases():
        assert case["en"].strip() and case["de"].strip() and case["facts"], place


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
            assert all(drawing["alt"]["en"] and drawing["alt"]["de"] for drawing in step["drawing"]), step["id"]


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
                    assert ("5 breaths" in case["en"]) == ("5 Atemstöße" in case["de"]) == first, (topic["id"], patient)


def test_sentences_can_be_spoken():
    for place, case in cases():
        for language in ("en", "de"):
            for sentence in re.split(r"(?<=[.?!])\s", case[language]):
                assert len(sentence) < 200, (place, sentence)


def grade(texts, language):
    textstat.set_lang("en_US" if language == "en" else "de_DE")
    ten = {"en": "ten", "de": "zehn"}[language]
    text = " ".join(re.sub(r"\{number\}|\d+(?:\.\d+)?", ten, text) for text in texts).replace("\n\n", " ")
    return textstat.flesch_kincaid_grade(text) if language == "en" else textstat.wiener_sachtextformel(text, 1)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("topic", ["bleeding", "choking", "crisis", "overdose", "recovery", "training", "quiz", "items"])
def test_the_text_is_easy_to_read(topic, language):
    texts = [case[language] for place, case in cases() if place.split("/")[0] == topic and not place.endswith("/title")]
    assert grade(texts, language) <= MAX_GRADE


@pytest.mark.parametrize("language, hard", [
    ("en", "Cardiopulmonary resuscitation necessitates uninterrupted, sufficiently deep thoracic compressions by instructed people."),
    ("de", "Die Herzdruckmassage erfordert ununterbrochene, ausreichend tiefe Kompressionen durch eingewiesene Ersthelfende."),
])
def test_a_hard_text_is_found(language, hard):
    assert grade([hard], language) > MAX_GRADE
