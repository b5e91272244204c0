// An optional point in time: a date with chips for common days, and an optional time.

import { h, icon } from "../dom.js";
import { isEntered } from "../models/entereddates.js";
import { typedTime } from "../models/typedtime.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { dayNamed, moment, sentence, words } from "../words/words.js";
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
 * `fields` lists them for the form. `value` is an instant or null. `isFolded` shows the chips first, and the
 * inputs only after a tap on "Pick…".
 */
export function momentField({ name, label, value, isFolded = false }) {
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
  const pair = h("div", { class: "pair", hidden: isFolded }, date.element, time.element);
  const pick = h("button", { class: "chip", type: "button", "aria-pressed": "false", onclick: () => {
    pair.hidden = !pair.hidden;
    if (!pair.hidden) date.input.focus();
    paint();
  } }, icon("check"), h("span", {}, text.pick));
  const none = h("button", { class: "chip", type: "button", hidden: true, onclick: () => {
    put("", "");
    chips[0].focus();
  } }, text.none);

  function paint() {
    const isNamed = days.some((day) => dateOf(day) === date.input.value) && !time.input.value;
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", String(date.input.value === dateOf(chip.dataset.day)));
    }
    const isPicked = isEntered(date.input.value) && !isNamed;
    pick.lastChild.textContent = isPicked
      ? sentence(inWords(date.input.value, time.input.value)) : text.pick;
    pick.setAttribute("aria-pressed", String(isPicked));
    pick.setAttribute("aria-expanded", String(!pair.hidden));
    none.hidden = !date.input.value && !time.input.value;
    hint.hidden = !date.input.value || Boolean(time.input.value);
  }

  function put(newDate, newTime) {
    date.input.value = newDate;
    time.input.value = newTime;
    for (const { input } of [date, time]) input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const row = h("div", { class: "chips", role: "group", "aria-label": label }, chips,
    isFolded && [pick, none]);
  const element = h("div", { class: "moment-field", oninput: paint },
    isFolded ? [row, pair] : [pair, row], hint);
  paint();
  return { element, fields: [date, time], put, unfold: () => { pair.hidden = false; paint(); },
    fold: () => { pair.hidden = isFolded; paint(); } };
}

function inWords(date, time) {
  return time ? moment(new Date(`${date}T${time}`).toISOString()) : dayNamed(date);
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
