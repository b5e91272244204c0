"""The web client's countdown: the vectors that Swift runs, the site's time, and a tick at each second."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quad_languages import LANGUAGES
from quad_page import hide, poll, visit

VECTORS = Path(__file__).resolve().parents[1] / "Unit" / "SchemaTests" / "countdown_vectors.json"

RUN = """
async (vectors) => {
  const { countdown, selectedUnit, units } = await import("/app/countdown.js");
  return vectors.map(({ target, now, wand }) => {
    const { phrase, ...shown } = countdown(Date.parse(target), Date.parse(now), { wand });
    const selected = Object.fromEntries(units.map((chosen) => [chosen, selectedUnit(shown, chosen)]));
    return { ...shown, selected, phrase };
  });
}
"""

# The texts of a page at each tick.
TICKS = """
async ({ left, offset }) => {
  const { SiteClock, tick } = await import("/app/clock.js");
  const { countdown } = await import("/app/countdown.js");
  const by = new SiteClock();
  const device = Date.now();
  by.learn(new Date(device + offset).toISOString(), device, device);
  const target = device + offset + left;
  window.seen = [];
  window.late = [];
  window.stopTicking = tick(target, (now) => {
    const { isPast, secondsLeft, secondsSince } = countdown(target, now);
    seen.push(isPast ? -1 - secondsSince : secondsLeft);
    late.push(isPast ? (now - target) % 1000 : 999 - (target - now) % 1000);
  }, { by });
}
"""

LEARN = """
async (answers) => {
  const { SiteClock } = await import("/app/clock.js");
  const clock = new SiteClock();
  return answers.map((answer) => { clock.learn(...answer); return [clock.isKnown, clock.offset]; });
}
"""

WORDS = """
async (values) => {
  const { lengthIn, countdownPhrase } = await import("/app/words/words.js");
  return values.map(([key, count]) =>
    key.includes("_") || key === "now" ? countdownPhrase({ key, count }) : lengthIn(key, count));
}
"""


@pytest.fixture
def page(source_windows):
    page = source_windows.open()
    visit(page, "/signin")
    return page


def seen(page):
    return page.evaluate("() => seen")


def test_the_vectors_are_what_their_script_says():
    script = VECTORS.with_suffix(".py")
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout == VECTORS.read_text(), f"{script} >{VECTORS}"


def test_the_page_shows_what_the_vectors_say(page):
    vectors = json.loads(VECTORS.read_text())
    assert len(vectors) > 200
    for vector, shown in zip(vectors, page.evaluate(RUN, vectors), strict=True):
        assert shown == vector["expected"], vector
        assert "-" not in json.dumps(shown), vector


def test_it_ticks_at_the_seconds_of_the_target(page):
    """In real time: the first second is cut short, and each tick comes right after its second."""
    page.evaluate(TICKS, {"left": 2300, "offset": -7_654_321})
    poll(page, lambda: seen(page)[-1] <= -2, "it is over for a second")
    page.evaluate("() => stopTicking()")
    values = seen(page)
    assert values == sorted(values, reverse=True) and values[0] == 2, values
    # A machine that does much else lets a timer wait, but not each of them.
    late = sorted(page.evaluate("() => late.slice(1)"))
    assert late[len(late) // 2] < 250, late


def test_after_sleep_it_shows_what_is_right_and_while_hidden_nothing(source_windows):
    page = source_windows.open()
    page.clock.install()
    visit(page, "/signin")
    page.clock.pause_at(time.time() + 60)
    page.evaluate(TICKS, {"left": 10_000, "offset": 0})
    page.clock.run_for(2_001)
    assert seen(page)[0] == 10 and seen(page)[-1] == 7
    # The lid is closed for an hour of a two-hour wait, and no timer runs.
    page.evaluate("() => stopTicking()")
    page.evaluate(TICKS, {"left": 7_200_500, "offset": 0})
    page.clock.fast_forward(3_600_000)
    assert seen(page) == [7200, 3600]
    hide(page, True)
    page.clock.run_for(10_000)
    assert seen(page) == [7200, 3600]
    hide(page, False)
    assert seen(page) == [7200, 3600, 3590]
    page.clock.run_for(501)
    assert seen(page)[-1] == 3589
    page.evaluate("() => stopTicking()")
    page.clock.run_for(5_000)
    assert seen(page)[-1] == 3589


def test_begun_in_a_hidden_tab_it_waits_for_somebody(page):
    hide(page, True)
    page.evaluate(TICKS, {"left": 5_000, "offset": 0})
    assert seen(page) == []
    hide(page, False)
    assert seen(page) == [5] or seen(page) == [4]


@pytest.mark.parametrize("wrong", [-5_400_000, 86_400_000], ids=["slow by 90 min", "fast by a day"])
def test_a_wrong_device_clock_is_corrected_by_the_site(source_windows, wrong):
    page = source_windows.open()
    page.clock.install(time=time.time() + wrong / 1000)
    visit(page, "/signin")
    now = page.evaluate("async () => (await import('/app/clock.js')).clock.now()")
    assert abs(now / 1000 - time.time()) < 2
    offset = page.evaluate("async () => (await import('/app/clock.js')).clock.offset")
    assert abs(offset + wrong) < 2_000


def test_a_right_device_clock_is_left_alone(page):
    known = page.evaluate("async () => (await import('/app/clock.js')).clock.isKnown")
    offset = page.evaluate("async () => (await import('/app/clock.js')).clock.offset")
    assert (known, offset) == (True, 0)


def test_what_answers_say_narrows_and_a_new_truth_replaces_it(page):
    noon = 1_781_524_800_000  # 2026-06-15T12:00:00Z

    def at(clock):
        return f"Mon, 15 Jun 2026 {clock} GMT"

    header = at("12:00:00")
    assert page.evaluate(LEARN, [
        [None, noon, noon], ["nonsense", noon, noon], [header, noon, noon - 1],  # teach nothing
        [header, noon + 300, noon + 400],  # from -400 to 700: the device may be right
        [header, noon + 5_000, noon + 5_100],  # a clock was set: from -5,100 to -4,000
        [at("12:00:10"), noon + 14_800, noon + 14_900],  # from -4,900 to -3,800, so to -4,000
        ["2026-06-15T12:00:20.250Z", noon + 24_650, noon + 24_750],  # from -4,500 to -4,399
        [at("13:00:30"), noon + 3_634_200, noon + 3_634_900],  # an hour later what was learned is old
        [header, noon - 60_000, noon - 59_900],  # set back
    ]) == [
        [False, 0], [False, 0], [False, 0], [True, 0], [True, -4_550], [True, -4_450], [True, -4_449],
        [True, -4_050], [True, 60_450],
    ]


@pytest.mark.parametrize(
    "locale, said",
    [
        ("en-US", [
            "0 weeks", "1 day", "2 days", "1,234,567 seconds", "Happened 1 day ago", "Happened 3 days ago",
            "It's here, by this count", "It's here", "1,000 days left"]),
        ("de-DE", [
            "0 Wochen", "1 Tag", "2 Tage", "1.234.567 Sekunden", "Vor 1 Tag", "Vor 3 Tagen",
            "Nach dieser Zählung ist es so weit", "Es ist so weit", "Noch 1.000 Tage"]),
        ("fr-FR", [
            "0 semaine", "1 jour", "2 jours", "1\u202f234\u202f567 secondes", "C’était il y a 1 jour",
            "C’était il y a 3 jours", "À ce compte-là, on y est", "On y est", "Encore 1\u202f000 jours"]),
    ],
)
def test_it_is_said_in_the_words_and_numbers_of_the_language(modules, locale, said):
    page = modules(locale)
    assert page.evaluate(WORDS, [
        ["weeks", 0], ["days", 1], ["days", 2], ["seconds", 1_234_567], ["days_ago", 1], ["days_ago", 3],
        ["here_as_counted", 0], ["now", 0], ["days_left", 1000],
    ]) == said


@pytest.mark.parametrize("locale", LANGUAGES)
def test_there_are_words_for_every_vector(modules, locale):
    page = modules(locale)
    phrases = {json.dumps(vector["expected"]["phrase"]) for vector in json.loads(VECTORS.read_text())}
    keys = [(phrase["key"], phrase["count"]) for phrase in map(json.loads, phrases)]
    said = page.evaluate(WORDS, keys)
    assert all(text and "#" not in text for text in said)
    for (_, count), text in zip(keys, said, strict=True):
        digits = "".join(letter for letter in text if letter.isdigit())
        assert digits == (str(count) if digits or count else "")
