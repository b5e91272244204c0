// Dates without a time (`2026-11-26`), as the days of a school have them.

const aDay = 86_400_000;
const toDate = (day) => new Date(`${day}T00:00:00Z`);
const named = (date) => date.toISOString().slice(0, 10);

/** True if the text of an address is a date that exists. */
export function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toDate(text).getTime())
    && named(toDate(text)) === text;
}

/** The date that many days after `day`. */
export function daysAfter(day, count) {
  return named(new Date(toDate(day).getTime() + count * aDay));
}

/** The weekday of a date, from 1 for Monday to 7 for Sunday. */
export function weekdayOf(day) {
  return toDate(day).getUTCDay() || 7;
}

/** The date of an instant (ms) in a time zone. */
export function dateIn(zone, instant) {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(instant);
}

/** The first date of the month that many months after that of `day`. */
export function monthAfter(day, count = 0) {
  const [year, month] = day.split("-").map(Number);
  return named(new Date(Date.UTC(year, month - 1 + count, 1)));
}

/**
 * The weeks that show the month of `day`, each of seven dates. `first` is the weekday that a week begins
 * with.
 */
export function weeksOf(day, first = 1) {
  const start = monthAfter(day);
  const end = monthAfter(day, 1);
  const weeks = [];
  let at = daysAfter(start, -((weekdayOf(start) - first + 7) % 7));
  while (at < end) {
    weeks.push(Array.from({ length: 7 }, (_, step) => daysAfter(at, step)));
    at = daysAfter(at, 7);
  }
  return weeks;
}

/** The countries whose weeks begin with Sunday, for browsers that don't know the weeks of a language. */
const sunday = ["AU", "BR", "CA", "CO", "HK", "IL", "IN", "JP", "KR", "MX", "PH", "TW", "US", "ZA"];

/** The weekday that weeks begin with in a language. */
export function firstWeekday(language) {
  try {
    const locale = new Intl.Locale(language);
    const known = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
    return known ?? (sunday.includes(locale.maximize().region) ? 7 : 1);
  } catch {
    return 1;
  }
}

/** True if an entry of the calendar covers a date. */
export function covers({ starts, ends }, day) {
  return starts <= day && day <= (ends ?? starts);
}
