// Crisis mode: one action a screen, for somebody who acts now. It needs no session and no network.

import { Problem } from "../../api.js";
import { Metronome, rates, signal } from "../../components/metronome.js";
import { failed, skeleton } from "../../components/pieces.js";
import { Steps } from "../../components/steps.js";
import { toast } from "../../components/toast.js";
import { Voice } from "../../components/voice.js";
import { fill, h, icon } from "../../dom.js";
import { guide } from "../../guide.js";
import { CrisisRecord } from "../../models/crisis.js";
import { factsOf, reviewOf } from "../../models/guide.js";
import { back, go } from "../../router.js";
import { state } from "../../state.js";
import { dateOf, language, words } from "../../words/words.js";

const patients = ["adult", "child", "infant"];
const lookSeconds = 10;
const swapLasts = 6;

/** The page at /crisis. */
export function crisisPage() {
  const crisis = new Crisis();
  crisis.begin();
  return {
    name: "crisis", tab: "aid", title: words.crisis.title, isPlain: true, body: crisis.element,
    stop: () => crisis.stop(),
  };
}

class Crisis {
  constructor() {
    const text = words.crisis;
    this.record = CrisisRecord.open();
    this.metronome = new Metronome({
      rate: this.record.rate, breaths: this.record.breaths, onBeat: (beat) => this.beat(beat),
    });
    this.voice = new Voice(language.startsWith("de") ? "de" : "en", () => this.silent());
    this.flash = h("p", { class: "crisis-beat", "aria-hidden": "true" });
    this.place = h("p", {});
    this.time = h("p", { class: "crisis-time" });
    this.swap = h("p", { class: "crisis-swap", role: "status" });
    this.note = h("p", { class: "crisis-note", role: "status" });
    this.mute = h("button", { class: "crisis-small", type: "button", onclick: () => this.turnVoice() });
    this.body = h("div", { class: "crisis-body" }, skeleton(1));
    this.element = h("div", { class: "crisis" },
      h("div", { class: "crisis-head" },
        h("h1", { class: "crisis-title" }, text.title), this.mute,
        h("button", { class: "crisis-small", type: "button", onclick: () => this.say(true) }, text.repeat),
        h("button", { class: "crisis-small crisis-close", type: "button", "aria-label": text.close,
          onclick: () => back("/aid") }, icon("close"))),
      this.choices(), h("div", { class: "crisis-state" }, this.place, this.time, this.swap), this.body, this.note);
    this.paintMute();
    this.awake = () => { if (!document.hidden) this.stayAwake(); };
  }

  begin() {
    document.addEventListener("visibilitychange", this.awake);
    this.stayAwake();
    this.timer = setInterval(() => this.tick(), 250);
    this.tick();
    this.load();
  }

  stop() {
    this.isOver = true;
    document.removeEventListener("visibilitychange", this.awake);
    clearInterval(this.timer);
    clearInterval(this.looking);
    this.steps?.stop();
    this.voice.stop();
    this.metronome.close();
    this.lock?.release();
  }

  // A device that refuses to stay awake shows the steps all the same.
  async stayAwake() {
    try {
      const lock = await navigator.wakeLock?.request("screen");
      if (this.isOver) lock?.release();
      else this.lock = lock ?? null;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  async load() {
    try {
      this.guide = await guide();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver) fill(this.body, h("p", {}, words.steps.away), failed(problem, () => this.load()));
      return;
    }
    if (this.isOver) return;
    const { bundle, site } = this.guide;
    this.topic = bundle.topics.find(({ mode }) => mode === "crisis");
    if (!this.topic) return fill(this.body, failed(new Problem({ code: "not_found" }), () => this.load()));
    const { patient, breaths } = this.record;
    this.steps = new Steps({
      topic: this.topic, drawings: bundle.drawings, start: this.record.step,
      reader: { patient, breaths, profile: site.profile, language, number: site.number },
      extra: (step) => this.extra(step), onStep: (step, index, how) => this.reached(step, index, how),
    });
    fill(this.body, this.steps.element, this.origin());
  }

  // The person who needs help, and if the helper gives breaths. The screen stays as it is.
  choices() {
    const text = words.crisis;
    const choose = (patient) => {
      this.record.set({ patient });
      this.steps?.read({ patient });
    };
    return h("div", { class: "crisis-choices" },
      h("div", { class: "crisis-who", role: "radiogroup", "aria-label": text.patient },
        patients.map((patient) => h("label", { class: "crisis-choice" },
          h("input", { type: "radio", name: "patient", value: patient, checked: this.record.patient === patient,
            onchange: () => choose(patient) }), h("span", {}, text.patients[patient])))),
      h("label", { class: "crisis-choice" },
        h("input", { type: "checkbox", checked: this.record.breaths, onchange: ({ target }) => {
          this.record.set({ breaths: target.checked });
          this.metronome.breaths = target.checked;
          this.steps?.read({ breaths: target.checked });
        } }), h("span", {}, text.breaths)));
  }

  reached(step, index, { isSame, isFirst }) {
    clearInterval(this.looking);
    this.record.set({ step: index });
    this.place.textContent = words.steps.place(index + 1, this.topic.steps.length);
    if (step.id === "aed" && !isSame) this.record.note("aed");
    if (step.action === "metronome" && !isSame) this.push();
    if (!isSame) this.say(false, isFirst);
  }

  // The voice says what the screen shows.
  say(isRepeat, isFirst = false) {
    fill(this.note);
    if (!this.steps && !isFirst) return;
    // The steps are not there yet while they show their first screen.
    queueMicrotask(() => this.voice.say(this.steps.step.speech));
    if (isRepeat && this.voice.isMuted) this.turnVoice();
  }

  silent() {
    this.note.textContent = words.crisis.noVoice;
    this.metronome.context ??= null;
    signal(this.metronome.context);
  }

  turnVoice() {
    this.voice.mute(!this.voice.isMuted);
    this.paintMute();
    if (!this.voice.isMuted && this.steps) this.voice.say(this.steps.step.speech);
  }

  paintMute() {
    this.mute.textContent = this.voice.isMuted ? words.crisis.muted : words.crisis.mute;
    this.mute.setAttribute("aria-pressed", String(!this.voice.isMuted));
  }

  // The metronome starts by itself with the first push.
  push() {
    if (!this.record.pushing) {
      this.record.set({ pushing: Date.now() });
      this.record.note("push");
    }
    this.metronome.start();
  }

  beat({ number, isBreath }) {
    this.flash.textContent = isBreath ? words.crisis.breathe : String(number);
    this.flash.classList.toggle("is-breath", isBreath);
    this.flash.classList.toggle("is-on", number % 2 === 1);
    if (!isBreath) navigator.vibrate?.(30);
  }

  tick() {
    const text = words.crisis;
    this.time.textContent = text.elapsed(this.record.elapsed());
    const left = this.record.untilSwap();
    const isTime = left !== null && left === 0;
    this.swap.classList.toggle("is-now", isTime);
    const said = left === null ? "" : isTime ? text.swapNow : text.swapIn(left);
    // A status is read out when it changes: each second would be too much.
    this.swap.setAttribute("aria-live", isTime ? "assertive" : "off");
    if (this.swap.textContent !== said) this.swap.textContent = said;
    if (isTime && !this.swapped) {
      this.swapped = setTimeout(() => {
        this.swapped = null;
        this.record.set({ pushing: Date.now() });
      }, swapLasts * 1000);
      this.record.note("swap");
      signal(this.metronome.context, [880, 880, 880]);
      navigator.vibrate?.([200, 100, 200]);
      this.voice.say(text.swapNow);
    }
  }

  extra(step) {
    return [
      step.action === "call" && this.callPart(), step.action === "breathing" && this.lookPart(),
      (step.action === "metronome" || step.action === "swap" || step.action === "aed") && this.beatPart(),
      (step.action === "swap" || step.action === "aed") && this.logPart(),
      step.action === "aed" && h("p", {}, h("a", { class: "crisis-link", href: "/aid" }, words.crisis.elsewhere)),
    ];
  }

  callPart() {
    const text = words.crisis;
    const { number, address } = this.guide.site;
    const { room } = state.home ?? {};
    const lines = [address, room && text.room(room.dormName, room.number)].filter(Boolean);
    return h("div", { class: "crisis-call" },
      h("a", { class: "crisis-phone", href: `tel:${number.replaceAll(/[^0-9+]/g, "")}`,
        onclick: () => this.record.note("call") }, text.call(number)),
      h("p", { class: "crisis-hint" }, text.speaker),
      h("div", { class: "crisis-read" }, h("h3", {}, text.readOut),
        lines.length > 0 ? lines.map((line) => h("p", {}, line)) : h("p", {}, text.noAddress)));
  }

  lookPart() {
    const end = Date.now() + lookSeconds * 1000;
    const left = h("p", { class: "crisis-count" }, String(lookSeconds));
    const said = h("p", { class: "crisis-hint", role: "status" }, words.crisis.look);
    this.looking = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      left.textContent = String(seconds);
      if (seconds > 0) return;
      clearInterval(this.looking);
      said.textContent = words.crisis.lookDone;
      signal(this.metronome.context);
    }, 200);
    return h("div", { class: "crisis-look" }, left, said);
  }

  beatPart() {
    const text = words.crisis;
    const shown = h("span", {}, text.beat(this.record.rate));
    const change = (by) => {
      const rate = Math.min(Math.max(this.record.rate + by, rates.min), rates.max);
      this.record.set({ rate });
      this.metronome.rate = rate;
      shown.textContent = text.beat(rate);
    };
    const sound = h("button", { class: "crisis-small", type: "button", onclick: () => {
      this.metronome.context?.resume?.();
      sound.hidden = true;
    } }, text.soundOff);
    sound.hidden = !this.metronome.context || this.metronome.context.state === "running";
    this.metronome.context?.addEventListener?.("statechange", () => {
      sound.hidden = this.metronome.context?.state === "running";
    });
    return h("div", { class: "crisis-beats" }, this.flash,
      h("div", { class: "crisis-rate", role: "group", "aria-label": text.beats },
        h("button", { class: "crisis-small", type: "button", "aria-label": text.slower,
          onclick: () => change(-5) }, icon("minus")), shown,
        h("button", { class: "crisis-small", type: "button", "aria-label": text.faster,
          onclick: () => change(5) }, icon("plus")), sound));
  }

  // What to hand over to the crew. It leaves the device only if somebody copies it.
  logPart() {
    const text = words.crisis;
    const lines = () => this.record.log.map(({ at, what }) => `${new Date(at).toLocaleTimeString(language)}  ${text.logs[what]}`);
    return h("details", { class: "crisis-log", ontoggle: ({ target }) => {
      if (target.open) fill(target.querySelector("ol"), lines().map((line) => h("li", {}, line)));
    } }, h("summary", {}, text.log), h("ol", {}),
    h("div", { class: "crisis-acts" },
      h("button", { class: "crisis-small", type: "button", onclick: async () => {
        await navigator.clipboard?.writeText(lines().join("\n"));
        toast(text.copied);
      } }, text.copy),
      h("button", { class: "crisis-small", type: "button", onclick: () => {
        CrisisRecord.forget();
        go("/crisis", { replace: true });
      } }, text.again)));
  }

  // Where the steps come from, and who has reviewed them.
  origin() {
    const { bundle, site } = this.guide;
    const review = reviewOf(this.topic, site);
    const sources = [...new Set(factsOf(this.topic, bundle, site.profile).map(({ guideline }) => guideline))];
    return h("p", { class: "crisis-origin" },
      words.steps.source(sources.join(", "), civilDay(this.topic.written)), h("br"),
      review ? words.steps.reviewed({ ...review, day: civilDay(review.day) }) : words.steps.notReviewed);
  }
}

/** A date without a time (`2026-11-26`) with its year. */
function civilDay(day) {
  const [year, month, number] = day.split("-").map(Number);
  return dateOf(new Date(year, month - 1, number));
}
