// What the pages of a school day share: the school's date of today, and the names of days and weekdays.

import { get } from "../api.js";
import { clock } from "../clock.js";
import { dateIn } from "../models/schooldates.js";
import { language, sentence, words } from "../words/words.js";

const format = (parts) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...parts });
const long = format({ weekday: "long", day: "numeric", month: "long" });
const withYear = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const short = format({ weekday: "short", day: "numeric", month: "short" });
const shortYear = format({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
const month = format({ month: "long", year: "numeric" });
const weekdays = { long: format({ weekday: "long" }), short: format({ weekday: "short" }),
  narrow: format({ weekday: "narrow" }) };

/** The limit on the days of one request. */
export const maxDays = 400;

/** Fetches the school's settings. */
export function loadSchool() {
  return get("/v1/school");
}

/** Today's date at the school. */
export function today(school) {
  return dateIn(school.zone, clock.now() + (school.clockOffsetMs ?? 0));
}

/** A date in words, such as `Thursday, November 26`, with the year if it isn't `now`'s. */
export function longDate(date, now = null) {
  return inWords([long, withYear], date, now);
}

/** A date in words as a title, which begins with an upper-case letter in every language. */
export function dateTitle(date, now = null) {
  return sentence(longDate(date, now));
}

/** A date in short words, such as `Thu, Nov 26`. */
export function shortDate(date, now = null) {
  return inWords([short, shortYear], date, now);
}

function inWords([usual, other], date, now) {
  const isSameYear = now === null || date.slice(0, 4) === now.slice(0, 4);
  return (isSameYear ? usual : other).format(new Date(`${date}T00:00:00Z`));
}

/** The month of a date in words, as a title. */
export function monthName(date) {
  return sentence(month.format(new Date(`${date}T00:00:00Z`)));
}

/** The name of a weekday from 1 for Monday; `kind` is `long`, `short` or `narrow`. */
export function weekdayName(number, kind = "long") {
  // January 5, 2026 is a Monday.
  return weekdays[kind].format(new Date(Date.UTC(2026, 0, 4 + number)));
}

/** `Day 3`, `No school` or `Closed`: what a day of the school is. */
export function dayLabel(day) {
  if (!day) return null;
  if (day.state === "school") return day.dayType?.name ?? null;
  return words.schoolDays[day.state === "closed" ? "closed" : "none"];
}
