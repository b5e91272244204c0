// The metronome on the screen: the count, a flash with each compression, the pause for breaths, the rate.

import { h } from "../dom.js";
import { words } from "../words/words.js";
import { Metronome, rates } from "./metronome.js";

/** How long a flash and a buzz last (ms). */
const flash = 140;
const buzz = 40;
const rateStep = 5;

/**
 * `onRate(rate)` is called for another rate, `onPause(isPaused)` for a press on Pause or Go on, `onBreaths()`
 * when it is time for two breaths.
 */
export class CrisisPulse {
  constructor({ rate, breaths, onRate, onPause, onBreaths }) {
    Object.assign(this, { onRate, onPause, onBreaths });
    const text = words.crisis;
    this.metronome = new Metronome({ rate, breaths, onBeat: (beat) => this.show(beat) });
    this.count = h("p", { class: "pulse-count", "aria-hidden": "true" }, "–");
    this.rate = h("span", { class: "pulse-rate" });
    this.pause = h("button", { class: "crisis-button pulse-pause", type: "button", onclick: () => {
      const isOn = this.metronome.isRunning;
      if (isOn) this.stop();
      else this.start();
      this.onPause(isOn);
    } });
    const change = (by) => () => this.turn(this.metronome.rate + by);
    this.sound = h("button", { class: "crisis-button pulse-sound", type: "button", hidden: true,
      onclick: () => this.unlock() }, text.soundOff);
    this.slower = h("button", { class: "crisis-button pulse-step", type: "button", "aria-label": text.slower,
      onclick: change(-rateStep) }, "−");
    this.faster = h("button", { class: "crisis-button pulse-step", type: "button", "aria-label": text.faster,
      onclick: change(rateStep) }, "+");
    this.element = h("div", { class: "pulse" }, this.count,
      h("div", { class: "pulse-side" }, this.pause,
        h("div", { class: "pulse-rates", role: "group", "aria-label": text.beats },
          this.slower, this.rate, this.faster)),
      this.sound);
    this.paint();
  }

  start() {
    this.metronome.start();
    this.paint();
  }

  stop() {
    this.metronome.stop();
    clearTimeout(this.dark);
    this.count.classList.remove("is-lit", "is-breath");
    this.count.textContent = "–";
    this.paint();
  }

  close() {
    this.stop();
    this.metronome.close();
  }

  setBreaths(breaths) {
    this.metronome.breaths = breaths;
  }

  turn(rate) {
    this.metronome.rate = Math.min(rates.max, Math.max(rates.min, rate));
    this.onRate(this.metronome.rate);
    this.paint();
  }

  /** Sound may need a press first, such as after a reload. */
  async unlock() {
    await this.metronome.unlock();
    this.paint();
  }

  paint() {
    const text = words.crisis;
    const { isRunning, rate, needsPress } = this.metronome;
    this.pause.textContent = isRunning ? text.pause : text.goOn;
    this.rate.textContent = text.beat(rate);
    this.slower.disabled = rate <= rates.min;
    this.faster.disabled = rate >= rates.max;
    this.sound.hidden = !needsPress;
  }

  show({ number, isBreath }) {
    clearTimeout(this.dark);
    this.count.classList.toggle("is-breath", isBreath);
    this.count.textContent = isBreath ? words.crisis.breathe : String(number);
    this.count.classList.add("is-lit");
    if (isBreath) {
      this.onBreaths();
    } else {
      // Before the first press, such as after a reload, browsers refuse and complain.
      if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(buzz);
      this.dark = setTimeout(() => this.count.classList.remove("is-lit"), flash);
    }
    // The context may have started or stopped meanwhile.
    if (number === 1 || isBreath) this.paint();
  }
}

