// The words of the chosen language, and its formats for numbers and dates.

import { wordsIn } from "./areas.js";
import { language as wanted, languageCode } from "./language.js";

export {
  chooseLanguage, chosenLanguage, language, languageCode, languages, ownText,
} from "./language.js";

/** `rtl` for a language written from right to left. */
export const direction = ["ar", "fa", "he", "ur"].includes(languageCode) ? "rtl" : "ltr";

/** The words of the chosen language: those of the first part, and others once `addWords` has fetched them. */
export const words = await wordsOf("first");
const fetched = new Map();

/** Fetches the words of further parts (`areas.js`). A failure is not cached. */
export async function addWords(...parts) {
  await Promise.all(parts.map(async (part) => {
    if (!fetched.has(part)) fetched.set(part, wordsOf(part));
    try {
      Object.assign(words, await fetched.get(part));
    } catch (error) {
      fetched.delete(part);
      throw error;
    }
  }));
}

const day = dayFormats({ weekday: "short", day: "numeric", month: "short" });
const longDay = dayFormats({ weekday: "long", day: "numeric", month: "long" });
const dayAndMonth = new Intl.DateTimeFormat(wanted, { day: "numeric", month: "short" });
const fullDay = new Intl.DateTimeFormat(wanted, { day: "numeric", month: "short", year: "numeric" });
const hourAndMinute = new Intl.DateTimeFormat(wanted, { hour: "numeric", minute: "2-digit" });
// A line doesn't break between the number and "PM".
const clock = { format: (date) => hourAndMinute.format(date).replace(" ", "\u00a0") };
const weekday = new Intl.DateTimeFormat(wanted, { weekday: "short" });
const relative = new Intl.RelativeTimeFormat(wanted, { numeric: "auto" });
const list = new Intl.ListFormat(wanted);
const number = new Intl.NumberFormat(wanted);
const tenths = new Intl.NumberFormat(wanted, { maximumFractionDigits: 1 });
const parts = new Intl.NumberFormat(wanted, { style: "percent" });
const [megabyte, gigabyte] = ["megabyte", "gigabyte"].map((unit) =>
  new Intl.NumberFormat(wanted, { style: "unit", unit, maximumFractionDigits: 1 }));
const currencyNames = new Intl.DisplayNames(wanted, { type: "currency" });
const aDay = 86_400_000;

/** True if the language writes the month of `5/12` before its day. */
export const isMonthFirst = new Intl.DateTimeFormat(wanted, { day: "numeric", month: "numeric" })
  .formatToParts().find(({ type }) => type !== "literal").type === "month";

/** `today, 18:00`, or the date for other days. */
export function moment(instant) {
  const date = new Date(instant);
  return `${dayName(date, day)}, ${clock.format(date)}`;
}

/** The day of a date without a time (`2026-10-15`), such as an all-day event's. */
export function dayNamed(date) {
  const [year, month, number] = date.split("-").map(Number);
  return dayName(new Date(year, month - 1, number), day);
}

/** A date without a time as its full date, which reads well inside a sentence. */
export function dateNamed(date) {
  const [year, month, number] = date.split("-").map(Number);
  return day[year === new Date().getFullYear() ? 0 : 1].format(new Date(year, month - 1, number));
}

/** A time of day (`19:00`) in the format of the language. */
export function clockTime(time) {
  const [hours, minutes] = time.split(":").map(Number);
  return clock.format(new Date(2000, 0, 1, hours, minutes));
}

/** A time of day in little space: `7pm`, `7:30pm` or, in a language with 24 hours, `19:00`. */
export function shortTime(time) {
  if (!hourAndMinute.resolvedOptions().hour12) return clockTime(time);
  return clockTime(time).replace(/:00(?=\D)/, "").replace(/\s/g, "").toLowerCase();
}

/** The short name of a rule's weekday (`MO`). */
export function weekdayName(name) {
  // January 5, 2026 is a Monday.
  return weekday.format(new Date(2026, 0, 5 + ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].indexOf(name)));
}

/** The time without the day if it is today. */
export function shortMoment(instant) {
  const date = new Date(instant);
  return midnight(date) === midnight(new Date()) ? clock.format(date) : moment(instant);
}

/** The day without the time. */
export function dayOf(instant) {
  return dayName(new Date(instant), longDay);
}

/** A short form of the day, with the year if it is not this one. */
export function shortDay(instant) {
  const date = new Date(instant);
  const distance = Math.round((midnight(date) - midnight(new Date())) / aDay);
  if (Math.abs(distance) <= 1) return relative.format(distance, "day");
  return (date.getFullYear() === new Date().getFullYear() ? dayAndMonth : fullDay).format(date);
}

/** The time since an instant: in minutes, then hours, then days. */
export function ago(instant) {
  const minutes = Math.max(0, Math.round((Date.now() - new Date(instant).getTime()) / 60_000));
  if (minutes === 0) return words.moment.justNow;
  if (minutes < 60) return relative.format(-minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 24 ? relative.format(-hours, "hour") : dayName(new Date(instant), day);
}

/** The day with its year. */
export function dateOf(instant) {
  return fullDay.format(new Date(instant));
}

/** The text with its first letter in upper case. */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(wanted) + text.slice(1);
}

/** The time without the day. */
export function timeOf(instant) {
  return clock.format(new Date(instant));
}

/** The hour of a message, which has no minutes. */
export function hourOf(instant) {
  const date = new Date(instant);
  return words.board.hour(sentence(dayName(date, day)), clock.format(date));
}

/** `a, b and c`. */
export function listed(items) {
  return list.format(items);
}

/** A count for a badge, at most `99+`. */
export function count(value) {
  return value > 99 ? "99+" : number.format(value);
}

/** A number with at most one decimal. */
export function decimal(value) {
  return tenths.format(value);
}

/** A number of bytes in MB of 2^20, as the settings count them, at least 0.1; in GB from one on. */
export function megabytes(bytes) {
  const size = bytes / 2 ** 20;
  return size < 1024 ? megabyte.format(Math.max(size, 0.1)) : gigabyte.format(size / 1024);
}

/** A part from 0 to 1 in percent. */
export function percent(part) {
  return parts.format(part);
}

/** An amount in minor units of a currency with `digits` decimals, in the format of the language. */
export function money(minor, currency, digits) {
  return new Intl.NumberFormat(wanted, { style: "currency", currency, ...decimals(digits) })
    .format(minor / 10 ** digits);
}

/** An amount without its currency, as field value. */
export function plainAmount(minor, digits) {
  return new Intl.NumberFormat(wanted, decimals(digits)).format(minor / 10 ** digits);
}

/** The codes of all currencies in this browser, and `own`. */
export function currencies(own) {
  return [...new Set([own, ...Intl.supportedValuesOf?.("currency") ?? []])].sort();
}

/** `USD – US Dollar`. */
export function currencyName(code) {
  const name = currencyNames.of(code);
  return name === code ? code : `${code} – ${name}`;
}

function decimals(digits) {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** A whole number with the separators of the language. */
export function grouped(value) {
  return number.format(value);
}

/** `0 weeks`, `1 day`, `1,234 days`: the value of a countdown's unit. */
export function lengthIn(unit, value) {
  return words.countdown.lengths[unit](value, grouped(value));
}

/** `3 hours and 7 minutes`, `0 minutes`: a length of whole minutes in words. */
export function lengthOf(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && lengthIn("hours", hours), (rest > 0 || !hours) && lengthIn("minutes", rest)];
  return listed(parts.filter(Boolean));
}

/** A countdown in one sentence, from its `phrase`. */
export function countdownPhrase({ key, count: value }) {
  return words.countdown.phrases[key](value, grouped(value));
}

/** The message of a problem, never a bare code. */
export function explain(problem) {
  if (problem.code === "slow_down" && problem.retryAfter > 1) return words.errors.wait(problem.retryAfter);
  if (problem.code === "service_unavailable" && words.errors.down?.[problem.service]) {
    return `${words.errors.down[problem.service]} ${words.errors.down.then}`;
  }
  const text = wordsOfError(problem.code);
  if (typeof text === "string") return text;
  return problem.detail && languageCode === "en" ? problem.detail : words.errors.internal;
}

/** The message of a field's problem. */
export function explainField({ code, message }) {
  if (code === "") return message;
  const text = wordsOfError(code);
  if (typeof text === "string") return text;
  return message && languageCode === "en" ? message : words.errors.field;
}

// Those of the school come with its pages, and are about what its administrators edit.
function wordsOfError(code) {
  const { errors, campusErrors } = words;
  return errors[code] ?? campusErrors?.[code];
}

// The second format has the year, for dates outside this year.
function dayFormats(parts) {
  return [new Intl.DateTimeFormat(wanted, parts),
    new Intl.DateTimeFormat(wanted, { ...parts, year: "numeric" })];
}

function dayName(date, formats) {
  const now = new Date();
  const distance = Math.round((midnight(date) - midnight(now)) / aDay);
  if (Math.abs(distance) > 1) return formats[date.getFullYear() === now.getFullYear() ? 0 : 1].format(date);
  return relative.format(distance, "day");
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

// Words that cannot be fetched appear in English.
async function wordsOf(part) {
  try {
    return await wordsIn(languageCode, part);
  } catch (error) {
    if (languageCode === "en") throw error;
    return wordsIn("en", part);
  }
}
