// A crisis on the screen: who needs help, the steps, the beat, the voice, the time, and the log.

import { fill, h, icon, spoken } from "../dom.js";
import {
  begun, elapsed, givesBreaths, noted, ownAlert, pausing, pushing, swapAt, swapping,
} from "../models/crisis.js";
import { factsOf, reviewOf } from "../models/guide.js";
import { seemsSignedIn } from "../state.js";
import { dateOf, languageCode, listed, words } from "../words/words.js";
import { aedList } from "./aedlist.js";
import { callHelp } from "./callhelp.js";
import { Look, callButton, callPanel, keepAwake, logPanel } from "./crisisparts.js";
import { CrisisPulse } from "./crisispulse.js";
import { keepCrisis, openCrisis } from "./crisisstore.js";
import { signal } from "./metronome.js";
import { Steps } from "./steps.js";
import { Voice } from "./voice.js";

/** How often the time is shown anew (ms). */
const often = 500;
const beating = new Set(["metronome", "swap", "aed"]);
const patients = ["adult", "child", "infant"];

// A date without a time (`2026-11-26`), with its year.
const fullDay = (day) => dateOf(`${day}T12:00`);

export class CrisisRun {
  /** `room` is the person's own, `person` their id; both are null for nobody. */
  constructor({ bundle, site }, { room, person }) {
    const topic = bundle.topics.find(({ mode }) => mode === "crisis");
    Object.assign(this, { bundle, site, room, person, topic, look: null, wasDue: false });
    this.crisis = openCrisis(Date.now());
    // A crisis that was paused before a reload stays so.
    this.isHeld = this.crisis.isPaused;
    this.voice = new Voice(languageCode, () => this.beSilent(), () => { this.silence.hidden = true; });
    this.pulse = new CrisisPulse({
      rate: this.crisis.rate, breaths: givesBreaths(this.crisis),
      onRate: (rate) => this.change({ rate }),
      onPause: (isPaused) => {
        this.isHeld = isPaused;
        this.set((isPaused ? pausing : pushing)(this.crisis, Date.now()));
      },
      onBreaths: () => this.voice.say(words.crisis.breathe),
    });
    this.build();
    this.steps = new Steps({
      topic, drawings: bundle.drawings, reader: this.reader(), start: this.crisis.step,
      extra: (step) => this.extra(step),
      onStep: (step, index, how) => this.arrived(step, index, how),
      onEnd: () => this.end(),
    });
    // The note comes late, and again with each step: below the buttons, it moves none of them.
    fill(this.element, this.head, this.prompt, this.who, this.steps.element, this.silence, this.foot());
    this.timer = setInterval(() => this.tick(), often);
    this.letSleep = keepAwake();
    this.unlock = () => { if (this.pulse.metronome.needsPress) this.pulse.unlock(); };
    this.element.addEventListener("pointerup", this.unlock);
    this.tick();
  }

  stop() {
    clearInterval(this.timer);
    this.steps.stop();
    this.voice.stop();
    this.look?.stop();
    this.pulse.close();
    this.letSleep();
  }

  build() {
    const text = words.crisis;
    this.element = h("div", { class: "crisis-run" });
    this.time = h("p", { class: "crisis-time", role: "timer", "aria-live": "off" });
    this.mute = h("button", { class: "crisis-sign", type: "button", onclick: () => {
      this.voice.mute(!this.voice.isMuted);
      this.paintMute();
      if (!this.voice.isMuted) this.speak();
    } });
    this.paintMute();
    this.head = h("div", { class: "crisis-head" },
      h("h1", { class: "spoken" }, text.title),
      h("a", { class: "crisis-sign", href: "/aid", "data-back": "", "aria-label": text.close },
        icon("close")),
      this.time,
      h("button", { class: "crisis-sign", type: "button", "aria-label": text.repeat,
        onclick: () => this.speak() }, icon("repeat")),
      this.mute);
    this.prompt = h("button", { class: "crisis-button crisis-swap", type: "button", hidden: true,
      onclick: () => this.swap() }, text.swapNow);
    this.silence = h("p", { class: "crisis-silence", role: "status", hidden: true }, text.noVoice);
    const choice = (patient) => h("label", {},
      h("input", { type: "radio", name: "patient", value: patient, checked: patient === this.crisis.patient,
        onchange: () => this.change({ patient }) }),
      h("span", {}, text.patients[patient]));
    this.breaths = h("input", { type: "checkbox", checked: givesBreaths(this.crisis),
      onchange: ({ target }) => this.change({ breaths: target.checked }) });
    this.who = h("div", { class: "crisis-who" },
      h("div", { class: "crisis-patients", role: "radiogroup", "aria-label": text.patient },
        patients.map(choice)),
      h("label", { class: "crisis-breaths" }, this.breaths, h("span", {}, text.breaths)));
  }

  paintMute() {
    const { isMuted } = this.voice;
    this.mute.setAttribute("aria-pressed", String(isMuted));
    fill(this.mute, icon(isMuted ? "soundOff" : "sound"), spoken(words.crisis.mute));
  }

  /** Who reads and for whom: the texts depend on it. */
  reader() {
    const { patient } = this.crisis;
    const { profile, number } = this.site;
    return { patient, breaths: givesBreaths(this.crisis), profile, number, language: languageCode };
  }

  set(crisis) {
    this.crisis = crisis;
    keepCrisis(crisis, Date.now());
  }

  /** Changes a choice. The step stays. */
  change(values) {
    this.set({ ...this.crisis, ...values });
    const breaths = givesBreaths(this.crisis);
    this.breaths.checked = breaths;
    this.pulse.setBreaths(breaths);
    if (!("rate" in values)) this.steps.read(this.reader());
  }

  arrived(step, index, { isSame, isFirst }) {
    if (index !== this.crisis.step) {
      const isAED = step.action === "aed" && !this.crisis.log.some(({ what }) => what === "aed");
      this.set({ ...isAED ? noted(this.crisis, "aed", Date.now()) : this.crisis, step: index });
    }
    this.silence.hidden = true;
    if (beating.has(step.action)) {
      if (!this.isHeld) this.push();
    } else {
      this.isHeld = false;
      this.pulse.stop();
      if (this.crisis.pushed !== null && !isSame && !isFirst) this.set(pausing(this.crisis, Date.now()));
    }
    // The steps are not there yet while the first one is shown.
    queueMicrotask(() => this.speak());
  }

  push() {
    this.pulse.start();
    this.set(pushing(this.crisis, Date.now()));
  }

  speak() {
    this.silence.hidden = true;
    const { speech, language } = this.steps.step;
    this.voice.say(speech, language);
  }

  // Nothing can be heard: a tone says that there is something new to read.
  beSilent() {
    this.silence.hidden = false;
    this.pulse.metronome.unlock().then(() => signal(this.pulse.metronome.context), () => {});
  }

  extra(step) {
    this.look?.stop();
    this.look = null;
    if (step.action === "call") {
      const call = () => this.set(noted(this.crisis, "call", Date.now()));
      // The same panel while the person goes back and forth: an alert is sent once, and can be called off.
      if (seemsSignedIn()) {
        this.help ??= callHelp({ room: this.room, alert: ownAlert(this.crisis, this.person),
          onAlert: (alert) => this.set({
            ...alert.isOff ? this.crisis : noted(this.crisis, "help", Date.now()), alert,
          }) });
      }
      return [callPanel({ site: this.site, room: this.room, onCall: call }), this.help];
    }
    if (step.action === "aed") {
      this.aeds ??= aedList();
      return [this.pulse.element, this.aeds];
    }
    if (step.action === "breathing") {
      this.look = new Look((said) => {
        signal(this.pulse.metronome.context);
        this.voice.say(said);
      });
      return [this.look.element,
        h("a", { class: "crisis-button crisis-way", href: "/aid/recovery" }, words.crisis.recovery)];
    }
    return beating.has(step.action) ? this.pulse.element : null;
  }

  tick() {
    const now = Date.now();
    const text = words.crisis;
    const swap = swapAt(this.crisis, now);
    const isDue = Boolean(swap?.isDue);
    fill(this.time, text.elapsed(elapsed(this.crisis, now)),
      swap && h("span", { class: "crisis-next" }, text.swapIn(swap.left)));
    this.prompt.hidden = !isDue;
    if (isDue && !this.wasDue) {
      signal(this.pulse.metronome.context);
      this.voice.say(text.swapNow);
    }
    this.wasDue = isDue;
    if (elapsed(this.crisis, now) % 10 === 0) keepCrisis(this.crisis, now);
  }

  swap() {
    this.set(swapping(this.crisis, Date.now()));
    this.tick();
    this.steps.heading.focus({ preventScroll: true });
  }

  // After the last step. The beat goes on, because the person does.
  end() {
    const text = words.crisis;
    return h("div", { class: "crisis-end" },
      h("h2", { class: "step-title", tabindex: "-1" }, text.done),
      this.pulse.element,
      h("button", { class: "crisis-button", type: "button", onclick: () => this.steps.resume() }, text.stay),
      callButton(this.site, () => this.set(noted(this.crisis, "call", Date.now()))),
      logPanel(this.crisis),
      h("button", { class: "crisis-button", type: "button", onclick: () => this.again() }, text.again));
  }

  again() {
    this.pulse.stop();
    this.isHeld = false;
    this.help = null;
    this.set({ ...begun(Date.now()), rate: this.crisis.rate });
    for (const input of this.who.querySelectorAll("[name=patient]")) {
      input.checked = input.value === this.crisis.patient;
    }
    this.change({});
    this.steps.resume(0);
  }

  foot() {
    const { topic, site, bundle } = this;
    const text = words.steps;
    const review = reviewOf(topic, site);
    const sources = [...new Set(factsOf(topic, bundle, site.profile).map(({ guideline }) => guideline))];
    const log = h("details", { class: "crisis-more" }, h("summary", {}, words.crisis.log));
    log.addEventListener("toggle", () => {
      if (log.open) fill(log, h("summary", {}, words.crisis.log), logPanel(this.crisis));
    });
    return h("footer", { class: "crisis-foot" }, log,
      h("p", {}, review ? text.reviewed({ ...review, day: fullDay(review.day) }) : text.notReviewed),
      h("p", {}, text.source(listed(sources), fullDay(topic.written))),
      h("p", {}, h("a", { href: "/aid" }, words.crisis.elsewhere)));
  }
}
