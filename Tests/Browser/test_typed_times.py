"""Times as people type them: the web client reads the vectors that Swift runs."""

import json
from datetime import datetime, timedelta
from pathlib import Path

from quad_page import visit

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


def test_the_web_client_reads_the_vectors(source_windows):
    page = source_windows.open()
    visit(page, "/signin")
    vectors = json.loads((VECTORS / "typed_times.json").read_text())
    assert len(vectors) > 200
    wrong = [
        (vector["text"], vector["read"], read)
        for vector, read in zip(vectors, page.evaluate(RUN, vectors), strict=True) if read != vector["read"]]
    assert wrong == []


TITLES = """
async (vectors) => {
  const { titleTime } = await import("/app/models/titletime.js");
  return vectors.map(({ text, now }) => {
    const read = titleTime(text, now);
    return read && [read.title, read.date, read.time];
  });
}
"""


def test_the_web_client_reads_times_at_the_end_of_titles(source_windows):
    page = source_windows.open()
    visit(page, "/signin")
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
