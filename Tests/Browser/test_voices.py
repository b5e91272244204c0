"""The emergency page with real voices, those of espeak-ng through speech-dispatcher: part of the long run alone."""

import os

import pytest

from conftest import ARTEFACTS, WHOLE
from quad_page import poll, visit
from quad_windows import PHONE, Chromium, Windows

pytestmark = pytest.mark.skipif(not os.environ.get("QUAD_TEST_ALL"), reason="the voices are packages of the long run")

# What is spoken, noted when the machine's own speech says that it has begun.
NOTE = """() => {
  window.begun = [];
  const own = SpeechSynthesis.prototype.speak;
  SpeechSynthesis.prototype.speak = function speak(one) {
    one.addEventListener("start", () => window.begun.push([one.voice.lang.slice(0, 2), one.text]));
    return own.call(this, one);
  };
}"""


@pytest.fixture
def windows(playwright, site, tmp_path, monkeypatch):
    """Of a browser that has the voices of this machine, with a speech server of the test's own."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    browser = Chromium(playwright, WHOLE, "--enable-speech-dispatcher")
    windows = Windows(browser, site, {}, ARTEFACTS, has_worker=False)
    yield windows
    windows.close()
    browser.close()


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "fr-FR"])
def test_a_voice_of_the_machine_reads_a_step(windows, locale):
    """A machine without loudspeakers, such as this one, breaks off after that."""
    page = windows.open(PHONE, locale=locale)
    page.add_init_script(f"({NOTE})()")
    visit(page, "/crisis")
    poll(page, lambda: page.evaluate("() => speechSynthesis.getVoices().length > 0"), "voices", timeout=30)
    # A browser speaks once somebody has pressed something.
    page.keyboard.press("ArrowRight")
    poll(page, lambda: page.evaluate("() => window.begun.length > 0"), "a voice has begun", timeout=20)
    [language, text] = page.evaluate("() => window.begun[0]")
    assert language == locale[:2] and text
