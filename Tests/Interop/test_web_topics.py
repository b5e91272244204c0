"""Every topic for people is handled by a page or a model of the web client, by name.

The client subscribes to all of them without a list. These tests read its sources for a topic, the beginning of topics
down to their noun, or an expression of such. A comparison with a program's whole stream does not count.
"""

import json
import re
from pathlib import Path

import pytest
from quad_catalogue import CATALOGUE, PREFIXES, STORES

APP = Path(__file__).resolve().parents[2] / "Services" / "gateway" / "web" / "app"
HEARD = [row["topic"] for row in CATALOGUE["topics"] if row["audience"] != "programs"]
# A topic that nobody shows, and why. Nothing is shown of what nobody answers to, so this list stays short.
IGNORED = {}
PROGRAM = "|".join(PREFIXES[program] for program in STORES)
LANGUAGES = sorted(path.name for path in (APP / "words").iterdir() if path.is_dir())


def answers(text):
    """The topics that a source names, as expressions."""
    # `"roomhub.task.added"`, and `"roomhub.task."`, which is the beginning of several.
    for name in re.findall(rf'"((?:{PROGRAM})\.[A-Za-z]+\.[A-Za-z]*)"', text):
        yield re.compile(re.escape(name) + ("" if name.endswith(".") else "$"))
    for expression in re.findall(r"/(\S[^/\n]*)/\.test\(topic\)", text):
        # One that a whole program passes is no answer to anything.
        if not any(re.search(expression, f"{PREFIXES[program]}.anything.happened") for program in STORES):
            yield re.compile(expression)


def unanswered(texts):
    asked = [expression for text in texts for expression in answers(text)]
    return [topic for topic in HEARD if not any(expression.match(topic) for expression in asked)]


@pytest.fixture(scope="module")
def sources():
    return [path.read_text() for path in sorted(APP.rglob("*.js"))]


def test_every_topic_that_people_may_hear_is_answered(sources):
    assert [topic for topic in unanswered(sources) if topic not in IGNORED] == [], "no page and no model names them"
    assert set(IGNORED) <= set(unanswered(sources)), "answered, and still called ignored"


def test_nothing_is_asked_of_a_topic_that_nobody_publishes(sources):
    published = {row["topic"] for row in CATALOGUE["topics"]}
    for text in sources:
        for expression in answers(text):
            assert any(expression.search(topic) for topic in published), expression.pattern


def test_the_client_names_no_topics_to_its_stream():
    live = (APP / "live.js").read_text()
    assert "/v1/stream?named=no" in live and not re.search(rf'"(?:{PROGRAM})\.', live)


def alert_words(language):
    """The generated words of a language."""
    text = (APP / "words" / language / "alerttexts.js").read_text()
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", text[text.index("{"):text.rindex(";")]))["alertTexts"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_and_every_reason_has_words(language):
    words = alert_words(language)
    assert set(words["texts"]) == {row["key"] for row in CATALOGUE["alertTexts"]}
    assert set(words["reasons"]) == set(CATALOGUE["alertReasons"])


def test_a_sign_and_a_switch_are_for_keys_that_exist():
    text = (APP / "components" / "alertwords.js").read_text()
    texts = {row["key"] for row in CATALOGUE["alertTexts"] if row["inInbox"]}
    signs = set(re.findall(r'"?([a-z.]+[A-Za-z]*)"?: "', re.search(r"const signs = \{(.*?)\};", text, re.S)[1]))
    assert signs == {key for key in texts if not key.startswith("event.")}, "an event's sign is by its title"
    named = set(re.findall(r'(?:case|key ===) "([a-z]+\.[A-Za-z]+)"', text))
    assert named <= texts | set(CATALOGUE["alertReasons"]) and len(named) > 4


def test_a_topic_without_an_answer_is_seen():
    assert unanswered([]) == HEARD and len(HEARD) > 30
    assert unanswered(['topic.startsWith("events.")', "/^(roomhub|auth)\\./.test(topic)"]) == HEARD
    left = unanswered(['topic === "events.toDos.changed"', "/^attendance\\.(course|roster)\\./.test(topic)"])
    assert set(HEARD) - set(left) == {"events.toDos.changed"} | {
        topic for topic in HEARD if topic.startswith(("attendance.course.", "attendance.roster."))}
