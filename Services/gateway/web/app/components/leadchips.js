// Reminder times before an event: common ones as chips, any other as number and unit.

import { fill, h, icon } from "../dom.js";
import { grouped, lengthIn, words } from "../words/words.js";
import { formSheet } from "./formsheet.js";
import { field, refusal } from "./form.js";

const usual = [0, 10, 60, 1440, 10_080];
const units = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 };
/** The site's limits. */
const most = 10;
const longest = 366 * 1440;

/** A number of minutes before the event in words, in the largest unit that divides it. */
export function leadWords(minutes) {
  if (minutes === 0) return words.events.atTheTime;
  const unit = Object.keys(units).reverse().find((one) => minutes % units[one] === 0);
  return words.events.ahead(lengthIn(unit, minutes / units[unit]));
}

/** A form field whose value is a list of minutes. */
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
