"""Times as people type them: the web client reads the vectors that Swift runs."""

import json
from pathlib import Path

from quad_page import visit

VECTORS = Path(__file__).resolve().parents[1] / "Unit" / "CalendarTests" / "Vectors" / "typed_times.json"

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
    vectors = json.loads(VECTORS.read_text())
    assert len(vectors) > 200
    wrong = [
        (vector["text"], vector["read"], read)
        for vector, read in zip(vectors, page.evaluate(RUN, vectors), strict=True) if read != vector["read"]]
    assert wrong == []
