"""Voices that read nothing out: a page's init script, after which `window.said` has what they were given."""

VOICE = """() => {
  window.said = [];
  const voices = [["de-DE", "Anna"], ["fr-FR", "Zoé"], ["en-US", "Sam"]]
    .map(([lang, name]) => ({ lang, name, localService: true }));
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => voices, cancel() {}, addEventListener() {},
    speak(one) {
      window.said.push(`${one.voice.name}: ${one.text}`);
      setTimeout(() => { one.onstart?.(); one.onend?.(); });
    },
  } });
}"""
