// A voice that reads steps out. Voices may arrive late, be missing, or fail without a word: then the caller
// hears of it and plays a tone, so that a step is never silent.

import { sentences } from "../models/guide.js";

const key = "quad.voice";
/** Chrome needs a moment between the end of one text and the next (ms). */
const breath = 60;
/** The time in which voices arrive, and in which a sentence begins (ms). */
const patience = 1500;

/**
 * Reads out in a language, such as `en`, unless a text comes with its own. `onSilent()` is called if nothing
 * can be heard, `onHeard()` each time that a voice begins.
 */
export class Voice {
  constructor(language, onSilent = () => {}, onHeard = () => {}) {
    Object.assign(this, { language, onSilent, onHeard, turn: 0 });
    this.isMuted = remembered() === "off";
  }

  get speech() {
    return globalThis.speechSynthesis ?? null;
  }

  /** Mutes or unmutes, also on the next visit. */
  mute(isMuted) {
    this.isMuted = isMuted;
    try {
      localStorage.setItem(key, isMuted ? "off" : "on");
    } catch {
      // Storage is blocked: it holds for this visit.
    }
    if (isMuted) this.stop();
  }

  stop() {
    this.turn += 1;
    this.speech?.cancel();
  }

  async say(text, language = this.language) {
    this.stop();
    if (this.isMuted) return;
    const mine = this.turn;
    const voice = await this.voice(language);
    await new Promise((resume) => setTimeout(resume, breath));
    if (mine !== this.turn) return;
    if (!voice) return this.onSilent();
    for (const sentence of sentences(text)) {
      if (mine !== this.turn) return;
      if (!await this.sentence(sentence, voice)) {
        if (mine === this.turn) this.onSilent();
        return;
      }
    }
  }

  // True if it was spoken, or interrupted by the next one.
  sentence(text, voice) {
    const spoken = new SpeechSynthesisUtterance(text);
    Object.assign(spoken, { voice, lang: voice.lang });
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), patience);
      spoken.onstart = () => {
        clearTimeout(late);
        this.onHeard();
      };
      spoken.onend = () => {
        clearTimeout(late);
        resolve(true);
      };
      spoken.onerror = ({ error }) => {
        clearTimeout(late);
        resolve(error === "interrupted" || error === "canceled");
      };
      this.speech.speak(spoken);
    });
  }

  // A voice of the language, one of the device first; null if none comes in time.
  async voice(language) {
    if (!this.speech || !globalThis.SpeechSynthesisUtterance) return null;
    const found = () => {
      const own = this.speech.getVoices()
        .filter(({ lang }) => lang.startsWith(language));
      return own.find(({ localService }) => localService) ?? own[0] ?? null;
    };
    if (found()) return found();
    await Promise.race([
      new Promise((resume) => this.speech.addEventListener?.("voiceschanged", resume, { once: true })),
      new Promise((resume) => setTimeout(resume, patience)),
    ]);
    return found();
  }
}

function remembered() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
