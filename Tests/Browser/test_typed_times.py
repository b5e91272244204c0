"""Times as people type them: the web client reads the vectors that Swift runs."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest


VECTORS = Path(__file__).resolve().parents[1] / "Unit" / "CalendarTests" / "Vectors"

RUN = """
async (vectors) => {
  const { typedTime } = await import("/app/models/typedtime.js");
  return vectors.map(({ text, now }) => {
    const read = typedTime(text, now);
    if (read === null) return null;
    if (read.seconds !== undefined) return `+${read.seconds}`;
    return read.time ? `${read.date} ${read.time}` : read.date;
  });
}
"""


def test_the_web_client_reads_the_vectors(modules):
    page = modules()
    vectors = json.loads((VECTORS / "typed_times.json").read_text())
    assert len(vectors) > 200
    wrong = [
        (vector["text"], vector["read"], read)
        for vector, read in zip(vectors, page.evaluate(RUN, vectors), strict=True) if read != vector["read"]]
    assert wrong == []


SLASHED = """
async () => {
  const { quickAdd } = await import("/app/models/quickadd.js");
  const { isMonthFirst } = await import("/app/words/words.js");
  return ["Pay 5/12", "Pay 5/12/27 18:00", "Pay 13/12", "Pay 12/13"].map((text) =>
    quickAdd(text, "2026-11-24T10:30", { isMonthFirst })).map(({ title, date, time }) =>
      [title, date, time].filter(Boolean).join(" "));
}
"""


@pytest.mark.parametrize("locale, read", [
    ("en-US", ["Pay 2027-05-12", "Pay 2027-05-12 18:00", "Pay 13/12", "Pay 2026-12-13"]),
    ("en-GB", ["Pay 2026-12-05", "Pay 2027-12-05 18:00", "Pay 2026-12-13", "Pay 12/13"]),
    ("fr-FR", ["Pay 2026-12-05", "Pay 2027-12-05 18:00", "Pay 2026-12-13", "Pay 12/13"]),
    ("de-DE", ["Pay 2026-12-05", "Pay 2027-12-05 18:00", "Pay 2026-12-13", "Pay 12/13"]),
])
def test_a_date_with_a_slash_is_read_as_the_language_writes_it(modules, locale, read):
    page = modules(locale)
    assert page.evaluate(SLASHED) == read


TITLES = """
async (vectors) => {
  const { titleTime } = await import("/app/models/titletime.js");
  return vectors.map(({ text, now }) => {
    const read = titleTime(text, now);
    return read && [read.title, read.date, read.time];
  });
}
"""


def test_the_web_client_reads_times_at_the_end_of_titles(modules):
    page = modules()
    vectors = json.loads((VECTORS / "title_times.json").read_text())
    wrong = [
        (vector["text"], read) for vector, read in zip(vectors, page.evaluate(TITLES, vectors), strict=True)
        if read != expected(vector)]
    assert wrong == []


def expected(vector):
    """The web client makes a date and a time of a distance."""
    if vector["read"] is None:
        return None
    if vector["read"].startswith("+"):
        at = datetime.fromisoformat(vector["now"]) + timedelta(seconds=int(vector["read"]))
        return [vector["title"], at.strftime("%Y-%m-%d"), at.strftime("%H:%M")]
    date, _, time = vector["read"].partition(" ")
    return [vector["title"], date, time or None]
