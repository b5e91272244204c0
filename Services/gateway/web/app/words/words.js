// Picks the language of the browser and shapes numbers and dates in it.

import de from "./de.js";
import en from "./en.js";

const known = { de, en };
const wanted = (navigator.languages ?? [navigator.language]).find((tag) => known[tag.slice(0, 2)]) ?? "en";

/** The language tag, region and all: dates follow the region. */
export const language = wanted;

/** All words of the chosen language. */
export const words = known[wanted.slice(0, 2)];

const day = new Intl.DateTimeFormat(wanted, { weekday: "short", day: "numeric", month: "short" });
const longDay = new Intl.DateTimeFormat(wanted, { weekday: "long", day: "numeric", month: "long" });
const clock = new Intl.DateTimeFormat(wanted, { hour: "numeric", minute: "2-digit" });
const relativeDay = new Intl.RelativeTimeFormat(wanted, { numeric: "auto" });
const list = new Intl.ListFormat(wanted);
const number = new Intl.NumberFormat(wanted);
const aDay = 86_400_000;

/** `today, 18:00`; further away the day with its name. */
export function moment(instant) {
  const date = new Date(instant);
  return `${dayName(date, day)}, ${clock.format(date)}`;
}

/** The day alone. */
export function dayOf(instant) {
  return dayName(new Date(instant), longDay);
}

/** The same words as the beginning of a sentence. */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(wanted) + text.slice(1);
}

/** The time of day alone. */
export function timeOf(instant) {
  return clock.format(new Date(instant));
}

/** The hour of a message: it is all that is kept. */
export function hourOf(instant) {
  const date = new Date(instant);
  return words.board.hour(sentence(dayName(date, day)), clock.format(date));
}

/** `a, b and c`. */
export function listed(items) {
  return list.format(items);
}

/** A count for a badge: beyond 99 its exact value helps nobody. */
export function count(value) {
  return value > 99 ? "99+" : number.format(value);
}

/** The words for a problem, never a bare code. */
export function explain(problem) {
  if (problem.code === "slow_down" && problem.retryAfter > 1) return words.errors.wait(problem.retryAfter);
  const text = words.errors[problem.code];
  if (typeof text === "string") return text;
  return problem.detail && wanted.startsWith("en") ? problem.detail : words.errors.internal;
}

/** The words for one field at fault. */
export function explainField({ code, message }) {
  if (code === "") return message;
  const text = words.errors[code];
  if (typeof text === "string") return text;
  return message && wanted.startsWith("en") ? message : words.errors.field;
}

function dayName(date, format) {
  const distance = Math.round((midnight(date) - midnight(new Date())) / aDay);
  if (Math.abs(distance) > 1) return format.format(date);
  return relativeDay.format(distance, "day");
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
