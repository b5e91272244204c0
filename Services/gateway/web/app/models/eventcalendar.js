// Events by day, for the week and the month: each date of a repeating event, and each day of a long one.

import { dateOf, datesOf, dayOf, ruleOf } from "./recurrences.js";
import { daysAfter, monthAfter, weekdayOf, weeksOf } from "./schooldates.js";
import { instantOf, wallOf } from "./zonetime.js";

const dayMinutes = 1440;
/** The limit on the length of an event (days). */
export const maxDays = 366;

/** The weeks that are shown for a date: its own, or those of its month. `first` is a week's first weekday. */
export function weeksShown(view, date, first) {
  if (view === "month") return weeksOf(date, first);
  const start = daysAfter(date, -((weekdayOf(date) - first + 7) % 7));
  return [Array.from({ length: 7 }, (_, step) => daysAfter(start, step))];
}

/** The same day of a month that many months later, or the last one of a shorter month. */
export function sameDayAfter(date, months) {
  const first = monthAfter(date, months);
  const last = daysAfter(monthAfter(first, 1), -1);
  return `${first.slice(0, 8)}${date.slice(8) < last.slice(8) ? date.slice(8) : last.slice(8)}`;
}

/** The date that a key leads to, or null for other keys. `onward` is -1 from right to left. */
export function dateAfterKey(date, { key, shiftKey = false }, { view, first, onward = 1 }) {
  const week = (weekdayOf(date) - first + 7) % 7;
  const turn = (way) => view === "week" && !shiftKey ? daysAfter(date, 7 * way)
    : sameDayAfter(date, way * (shiftKey && view === "month" ? 12 : 1));
  switch (key) {
    case "ArrowRight": return daysAfter(date, onward);
    case "ArrowLeft": return daysAfter(date, -onward);
    case "ArrowDown": return daysAfter(date, 7);
    case "ArrowUp": return daysAfter(date, -7);
    case "Home": return daysAfter(date, -week);
    case "End": return daysAfter(date, 6 - week);
    case "PageDown": return turn(1);
    case "PageUp": return turn(-1);
    default: return null;
  }
}

/** True for a date that exists. */
export function isDate(text) {
  return /^(19|20)\d\d-\d\d-\d\d$/.test(text ?? "") && dateOf(dayOf(text) || 0) === text;
}

/**
 * The times of an event that touch the dates from `from` to `to` in `zone`: `{ event, starts, ends, first,
 * last, time }`, with instants (ms), the first and the last date, and the local time, null for all day.
 */
export function timesOf(event, from, to, zone) {
  return startsOf(event, from, to).map((start) => spanOf(event, start, zone))
    .filter(({ first, last }) => first <= to && last >= from);
}

/** The times of all events by date. Each date has those of several days first, then by their start. */
export function timesByDate(events, from, to, zone) {
  const byDate = new Map();
  for (const event of events) {
    for (const time of timesOf(event, from, to, zone)) {
      let date = time.first < from ? from : time.first;
      for (; date <= time.last && date <= to; date = daysAfter(date, 1)) {
        if (!byDate.has(date)) byDate.set(date, []);
        byDate.get(date).push(time);
      }
    }
  }
  for (const times of byDate.values()) times.sort(before);
  return byDate;
}

function before(one, other) {
  const isTimed = ({ time, first, last }) => Number(time !== null && first === last);
  return isTimed(one) - isTimed(other) || one.starts - other.starts
    || (one.event.title < other.event.title ? -1 : 1);
}

// The starts of an event as `{ date, time, minutes }` in its zone; only the next one of an unknown rule.
function startsOf(event, from, to) {
  const { when, minutes, recurrence, exceptions = [] } = event;
  const own = { date: when.date, time: when.time, minutes };
  const rule = recurrence ? ruleOf(recurrence) : null;
  if (!rule) return recurrence ? [{ ...own, ...wallOf(Date.parse(event.next), when.zone) }] : [own];
  const without = new Set(exceptions.map(({ date }) => date));
  const moved = exceptions.filter((one) => one.moved).map((one) => ({
    date: one.moved.date, time: when.time && (one.moved.time ?? when.time),
    minutes: one.moved.minutes ?? minutes,
  }));
  // Clocks are less than two days apart.
  const begin = daysAfter(from, -2 - Math.ceil(minutes / dayMinutes));
  const dates = datesOf(rule, when.date, begin, daysAfter(to, 2))
    .filter((date) => isWithin(rule.until, { date, time: when.time, zone: when.zone }));
  const all = new Set([when.date, ...dates]);
  return [...[...all].filter((date) => !without.has(date)).map((date) => ({ ...own, date })), ...moved];
}

// UNTIL is a date, a local time, or an instant (with a Z).
function isWithin(until, { date, time, zone }) {
  if (!until) return true;
  const digits = date.replaceAll("-", "");
  if (until.length === 8 || !time) return digits <= until.slice(0, 8);
  if (!until.endsWith("Z")) return `${digits}T${time.replaceAll(":", "").padEnd(6, "0")}` <= until;
  const last = Date.parse(until.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  return instantOf({ date, time, zone }).instant <= last;
}

function spanOf(event, { date, time, minutes }, zone) {
  const isOnce = !event.recurrence;
  if (!event.when.time) {
    // The same dates in every zone.
    const { instant } = instantOf({ date, zone: event.when.zone });
    const last = daysAfter(date, Math.max(0, Math.ceil(minutes / dayMinutes) - 1));
    return { event, starts: instant, ends: instant + minutes * 60_000, first: date, last, time: null };
  }
  const starts = isOnce ? Date.parse(event.next) : instantOf({ date, time, zone: event.when.zone }).instant;
  const ends = starts + minutes * 60_000;
  const wall = wallOf(starts, zone);
  // An event until midnight doesn't touch the next day.
  const last = wallOf(Math.max(starts, ends - 1), zone).date;
  return { event, starts, ends, first: wall.date, last, time: wall.time };
}
