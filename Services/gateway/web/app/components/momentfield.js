// An optional point in time: a date with chips for common days, and an optional time.

import { h, icon } from "../dom.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { typedTime } from "../models/typedtime.js";
import { words } from "../words/words.js";
import { field, refusal } from "./form.js";

const days = ["today", "tomorrow", "weekend"];
/** The time used for a date without one: its last minute, as on the command line. */
const endOfDay = "23:59";

/** The current date and time in this device's zone: `2026-11-24T10:30`. */
export function wallNow() {
  const { date, time } = wallOf(Date.now(), deviceZone);
  return `${date}T${time}`;
}

/**
 * The form parts for the point in time `name`: `element` has the inputs `${name}Date` and `${name}Time`,
 * `fields` lists them for the form. `value` is an instant or null.
 */
export function momentField({ name, label, value }) {
  const text = words.moment;
  const first = value ? wallOf(Date.parse(value), deviceZone) : null;
  const firstTime = first?.time ?? "";
  const date = field({ name: `${name}Date`, label, kind: "date", isOptional: true,
    value: first?.date ?? "" });
  const time = field({ name: `${name}Time`, label: text.time, kind: "time", isOptional: true,
    value: firstTime === endOfDay ? "" : firstTime });
  const press = (day) => {
    const isChosen = date.input.value === dateOf(day);
    put(isChosen ? "" : dateOf(day), isChosen ? "" : time.input.value);
  };
  const chips = days.map((day) => h("button", {
    class: "chip", type: "button", "data-day": day, onclick: () => press(day),
  }, icon("check"), text.days[day]));
  const hint = h("p", { class: "hint" }, text.hint);

  function paint() {
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", String(date.input.value === dateOf(chip.dataset.day)));
    }
    hint.hidden = !date.input.value || Boolean(time.input.value);
  }

  function put(newDate, newTime) {
    date.input.value = newDate;
    time.input.value = newTime;
    for (const { input } of [date, time]) input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const element = h("div", { class: "moment-field", oninput: paint },
    h("div", { class: "pair" }, date.element, time.element),
    h("div", { class: "chips", role: "group", "aria-label": label }, chips), hint);
  paint();
  return { element, fields: [date, time], put };
}

/**
 * The instant from the values of a form, or null without a date.
 *
 * @throws a Problem for a time without a date.
 */
export function momentOf(values, name) {
  const [date, time] = [values[`${name}Date`], values[`${name}Time`]];
  if (!date && time) throw refusal(`${name}Date`, words.moment.needDate);
  return date ? new Date(`${date}T${time || endOfDay}`).toISOString() : null;
}

function dateOf(day) {
  return typedTime(day, wallNow()).date;
}
