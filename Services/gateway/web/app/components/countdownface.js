// The face of a countdown: days, hours, minutes and seconds, the UNTIL selector and the Magic Wand.

import { clock, tick } from "../clock.js";
import { countdown, selectedUnit, standardUnit, units } from "../countdown.js";
import { emoji, h, icon, spoken } from "../dom.js";
import { countdownPhrase, grouped, lengthIn, listed, words } from "../words/words.js";
import { segmented } from "./choices.js";
import { toggle } from "./form.js";
import { toast } from "./toast.js";

const shown = ["days", "hours", "minutes", "seconds"];
/** The duration of a press on the wand that shows its explanation (ms). */
const longPress = 600;

/**
 * Counts down to `target` (ms). Calls `said(phrase, reading)` when the sentence for the page's title changes,
 * at most once a minute. The wand belongs to this face only and starts turned off. `isPast()`, `isWandOn()`
 * and `reading()` return the current state; `stop()` ends the countdown.
 */
export function countdownFace(target, { said = () => {} } = {}) {
  const text = words.countdown;
  const boxes = Object.fromEntries(shown.map((unit) => [unit, {
    number: h("span", { class: "count-number" }), name: h("span", { class: "count-unit" }),
  }]));
  const announced = announcement(said);
  const selector = segmented({
    name: "until", label: text.until, value: standardUnit,
    options: units.map((unit) => [unit, text.units[unit]]),
    onchange: (unit) => {
      chosen = unit;
      paint(clock.now());
    },
  });
  const until = h("p", { class: "until-value" });
  const wand = toggle({
    name: "wand", label: text.wand, mark: [emoji("🪄"), " "],
    onchange: () => {
      isWanted = wand.input.checked;
      paint(clock.now());
    },
  });
  const about = explanation(text.wandAbout, text.wandTip);
  const tooClose = h("p", { class: "hint", hidden: true }, text.wandTooClose);
  let chosen = standardUnit;
  let isWanted = false;
  let reading = null;

  function paint(now) {
    reading = countdown(target, now, { wand: isWanted });
    const { digits, isPast, isWandEnabled, isWandOn } = reading;
    // Too close to the event: the wand turns off and stays off.
    if (isWanted && !isWandOn) isWanted = false;
    for (const unit of shown) {
      const digit = digits[unit];
      set(boxes[unit].number, unit === "days" ? grouped(digit) : String(digit).padStart(2, "0"));
      set(boxes[unit].name, text.units[unit]);
    }
    selector.dim(reading.grey);
    const unit = selectedUnit(reading, chosen);
    if (selector.input.value !== unit) selector.input.value = unit;
    set(until, lengthIn(unit, reading.values[unit]));
    wand.input.checked = isWandOn;
    wand.input.disabled = !isWandEnabled;
    tooClose.hidden = isWandEnabled || isPast;
    element.classList.toggle("is-past", isPast);
    element.classList.toggle("is-magic", isWandOn);
    announced.show(reading);
  }

  const label = wand.element.querySelector("label");
  label.title = text.wandTip;
  tellOnLongPress(label, text.wandTip);
  const element = h("section", { class: "count" },
    announced.headline,
    h("div", { class: "count-digits", role: "timer", "aria-live": "off" }, announced.aloud,
      shown.map((unit) => h("div", { class: "count-box", "aria-hidden": "true" },
        boxes[unit].number, boxes[unit].name))),
    h("div", { class: "card until" },
      h("div", { class: "until-count" },
        h("p", { class: "count-unit", "aria-hidden": "true" }, text.until), until),
      selector.element),
    h("div", { class: "card wand" },
      h("div", { class: "wand-row" }, wand.element, about.button), about.element, tooClose));
  const stop = tick(target, paint);
  return {
    element, stop, isPast: () => reading?.isPast ?? false, isWandOn: () => reading?.isWandOn ?? false,
    reading: () => reading ?? countdown(target, clock.now()),
  };
}

/**
 * The sentence above the counters and the one for screen readers. They change at most once a minute, and a
 * screen reader reads them only on request.
 */
function announcement(said) {
  const headline = h("p", { class: "count-phrase" });
  const aloud = spoken("");
  let last = null;
  const show = (reading) => {
    const { digits, isPast, isWandOn, phrase } = reading;
    const isNear = !isPast && phrase.key === "seconds_left";
    const now = JSON.stringify([digits.days, digits.hours, digits.minutes, isPast, isWandOn, isNear]);
    if (now === last) return;
    last = now;
    const sentence = countdownPhrase(phrase);
    const parts = shown.slice(0, 3).filter((unit) => digits[unit] > 0)
      .map((unit) => lengthIn(unit, digits[unit]));
    // A sentence that says more than the counters appears above them.
    const isSeen = isPast || phrase.key === "here_as_counted";
    headline.textContent = isSeen ? sentence : "";
    aloud.textContent = parts.length > 1 ? listed(parts) : isSeen ? "" : sentence;
    said(sentence, reading);
  };
  return { headline, aloud, show };
}

// A button that shows and hides a text.
function explanation(name, text) {
  const element = h("p", { class: "hint", id: "wand-about", hidden: true }, text);
  const button = h("button", {
    class: "info-button", type: "button", "aria-expanded": "false", "aria-controls": element.id,
    "aria-label": name, onclick: () => {
      element.hidden = !element.hidden;
      button.setAttribute("aria-expanded", String(!element.hidden));
    },
  }, icon("info"));
  return { button, element };
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tellOnLongPress(element, tip) {
  let timer = null;
  let isLong = false;
  element.addEventListener("pointerdown", () => {
    isLong = false;
    timer = setTimeout(() => {
      isLong = true;
      toast(tip);
    }, longPress);
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
    element.addEventListener(type, () => clearTimeout(timer));
  }
  element.addEventListener("click", (event) => {
    if (!isLong) return;
    isLong = false;
    event.preventDefault();
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}
