// What the steps of a crisis have besides their text: the call with what to read out, the ten seconds, the
// log.

import { h, fill } from "../dom.js";
import { timeOf, words } from "../words/words.js";
import { toast } from "./toast.js";

/** The time for a look at the chest (s). */
const lookTime = 10;

/** The button that calls, and what to read out. `room` is `{ dormName, number }` or null. */
export function callPanel({ site, room, onCall }) {
  const text = words.crisis;
  return h("div", { class: "crisis-call" },
    callButton(site, onCall),
    h("p", {}, text.speaker),
    h("div", { class: "crisis-read" },
      h("h3", {}, text.readOut),
      site.address && h("p", { class: "crisis-address" }, site.address),
      room && h("p", {}, text.room(room.dormName, room.number)),
      !site.address && !room && h("p", {}, text.noAddress)));
}

/** The button that calls the site's number. */
export function callButton({ number }, onCall) {
  const href = `tel:${number.replaceAll(" ", "")}`;
  return h("a", { class: "crisis-button crisis-red", href, onclick: onCall }, words.crisis.call(number));
}

/** Counts the seconds of the look at the chest. `onEnd()` is called after the last one. */
export class Look {
  constructor(onEnd) {
    this.left = lookTime;
    this.onEnd = onEnd;
    this.number = h("strong", { class: "look-number" }, String(this.left));
    this.word = h("p", { role: "status" }, words.crisis.look);
    this.element = h("div", { class: "look" }, this.number, this.word);
    this.timer = setInterval(() => this.tick(), 1000);
  }

  tick() {
    this.left -= 1;
    this.number.textContent = String(Math.max(0, this.left));
    if (this.left > 0) return;
    this.stop();
    fill(this.word, words.crisis.lookDone);
    this.onEnd(words.crisis.lookDone);
  }

  stop() {
    clearInterval(this.timer);
  }
}

/** The entries of a crisis's log as lines with their times. */
export function logLines({ log, started }) {
  const text = words.crisis;
  return log.map(({ at, what }) =>
    `${timeOf(at)} (+${text.clock((at - started) / 1000)}) ${text.logs[what] ?? what}`);
}

/** The log, and the buttons that hand it over. It leaves the device only by them. */
export function logPanel(crisis) {
  const text = words.crisis;
  const lines = logLines(crisis);
  const all = [text.log, new Date(crisis.started).toLocaleDateString(), ...lines].join("\n");
  const share = async () => {
    try {
      await navigator.share({ text: all });
    } catch {
      // The person closed the browser's sheet; the log is still on the page.
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(all);
      toast(text.copied);
    } catch {
      // The lines are on the page, to be marked by hand.
      toast(text.notCopied);
    }
  };
  const button = (label, onclick) =>
    h("button", { class: "button quiet-button", type: "button", onclick }, label);
  return h("section", { class: "crisis-log" }, h("h3", {}, text.log),
    h("ol", {}, lines.map((line) => h("li", {}, line))),
    h("div", { class: "crisis-log-ways" },
      button(text.copy, copy), navigator.share && button(text.share, share)));
}

/** Keeps the screen on while the page is visible, where the browser can. Returns what ends it. */
export function keepAwake() {
  let [lock, isOver] = [null, false];
  const ask = async () => {
    if (document.hidden || isOver) return;
    try {
      lock = await navigator.wakeLock?.request("screen") ?? null;
      if (isOver) await lock?.release();
    } catch (error) {
      console.info("the screen may turn off:", error?.name);
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", ask);
    lock?.release().catch(() => {});
  };
}
