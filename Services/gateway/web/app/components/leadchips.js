// When reminders come before an event: the usual times as chips, others by number and unit.

import { fill, h, icon } from "../dom.js";
import { grouped, lengthIn, words } from "../words/words.js";
import { formSheet } from "./formsheet.js";
import { field, refusal } from "./form.js";

const usual = [0, 10, 60, 1440, 10_080];
const units = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 };
/** As the site has it. */
const most = 10;
const longest = 366 * 1440;

/** The words for a number of minutes before: in the largest unit that fits. */
export function leadWords(minutes) {
  if (minutes === 0) return words.events.atTheTime;
  const unit = Object.keys(units).reverse().find((one) => minutes % units[one] === 0);
  return words.events.ahead(lengthIn(unit, minutes / units[unit]));
}

/** A part of a form whose value is a list of minutes. */
export function leadChips({ name = "leads", value, hint }) {
  const text = words.events;
  const chosen = new Set(value);
  const row = h("div", { class: "chips", role: "group", "aria-label": text.reminders });
  const error = h("p", { class: "field-error", hidden: true, role: "alert" });
  const note = h("p", { class: "hint" }, hint);

  const changed = () => {
    paint();
    row.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const press = (minutes) => {
    if (!chosen.delete(minutes)) chosen.add(minutes);
    if (chosen.size > most) {
      chosen.delete(minutes);
      say(words.events.maxReminders(grouped(most)));
      return;
    }
    changed();
    row.querySelector(`[data-minutes="${minutes}"]`)?.focus();
  };
  const other = h("button", { class: "chip", type: "button", onclick: async () => {
    const minutes = await askLead();
    if (minutes === null || chosen.has(minutes)) return;
    press(minutes);
  } }, h("span", { "aria-hidden": "true" }, "+"), text.otherReminder);

  function paint() {
    say(null);
    const all = [...new Set([...usual, ...chosen])].sort((a, b) => a - b);
    fill(row, all.map((minutes) => h("button", {
      class: "chip", type: "button", "aria-pressed": String(chosen.has(minutes)), "data-minutes": minutes,
      onclick: () => press(minutes),
    }, icon("check"), leadWords(minutes))), other);
  }

  function say(problem) {
    error.textContent = problem ?? "";
    error.hidden = !problem;
  }

  const input = {
    name, type: "leads",
    get value() { return [...chosen].sort((a, b) => a - b); },
    focus: () => row.querySelector("button").focus(),
  };
  paint();
  return { element: h("div", { class: "field" }, row, note, error), input, name, say, note };
}

// Resolves to a number of minutes, or to null.
async function askLead() {
  const text = words.events;
  const number = field({ name: "number", label: text.howLong, kind: "number", min: 1, value: "30",
    inputmode: "numeric" });
  const unit = field({ name: "unit", label: text.unit, kind: "select", value: "minutes",
    options: Object.keys(units).map((key) => [key, words.countdown.units[key]]) });
  const pair = { element: h("div", { class: "pair" }, number.element, unit.element) };
  return formSheet({
    title: text.otherReminder, label: words.save, parts: [pair], fields: [number, unit],
    submit: async (values) => {
      const minutes = Math.round(Number(values.number) * units[values.unit]);
      if (!(minutes > 0) || minutes > longest) throw refusal("number", text.leadBad);
      return minutes;
    },
  });
}
