// The dates of a recurrence rule (RFC 5545), as the site computes them: FREQ, INTERVAL, BYMONTH, BYDAY,
// BYMONTHDAY, COUNT, UNTIL and WKST. Days are numbers since January 1, 1970.

import { weekdays } from "./repeats.js";

const aDay = 86_400_000;
/** The number of periods without a date after which the search ends. */
const maxSearch = { DAILY: 5000 };
const otherSearch = 500;
/** The years of a rule end here. */
const maxDay = dayOf("9999-12-31");

/** The number of a date (`2026-11-26`). */
export function dayOf(date) {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / aDay);
}

/** The date of a number of days. */
export function dateOf(day) {
  return new Date(day * aDay).toISOString().slice(0, 10);
}

/** The parts of a rule's text, or null if it isn't one that Quad knows. */
export function ruleOf(text) {
  const { FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYDAY, BYMONTHDAY, WKST, ...rest } =
    Object.fromEntries(text.toUpperCase().split(";").map((part) => part.split("=")));
  if (!["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(FREQ) || Object.keys(rest).length > 0) return null;
  const numbers = (list) => list ? list.split(",").map(Number) : [];
  return {
    frequency: FREQ, interval: Number(INTERVAL ?? 1), count: COUNT ? Number(COUNT) : Infinity,
    until: UNTIL ?? null, months: numbers(BYMONTH), monthDays: numbers(BYMONTHDAY),
    days: (BYDAY ? BYDAY.split(",") : []).map((day) =>
      ({ ordinal: Number(day.slice(0, -2)) || 0, weekday: weekdays.indexOf(day.slice(-2)) + 1 })),
    weekStart: WKST ? weekdays.indexOf(WKST) + 1 : 1,
  };
}

/** The dates of a rule that begins with `start`, from the date `from` to `to`; without the end of UNTIL. */
export function datesOf(rule, start, from, to) {
  const periods = new Periods(rule, dayOf(start));
  const [first, last] = [dayOf(from), dayOf(to)];
  const found = [];
  // Without COUNT, dates well before the first one are skipped.
  let number = Number.isFinite(rule.count) ? 0 : Math.max(0, periods.numberOf(first));
  let left = rule.count;
  let searched = 0;
  while (searched < (maxSearch[rule.frequency] ?? otherSearch)) {
    const days = periods.days(number);
    if (days === null) return found;
    for (const day of days) {
      if (left <= 0 || day > last) return found;
      left -= 1;
      if (day >= first) found.push(dateOf(day));
    }
    searched = days.length === 0 ? searched + 1 : 0;
    number += 1;
  }
  return found;
}

// The dates of a rule by day, week, month or year.
class Periods {
  constructor(rule, start) {
    Object.assign(this, { rule, start, date: partsOf(start) });
    this.first = this.indexOf(start);
  }

  /** The number of the period of a day, or of the one before if the rule leaves that period out. */
  numberOf(day) {
    return Math.floor((this.indexOf(day) - this.first) / this.rule.interval);
  }

  /** The days of a period, ascending; null past the year 9999. Period 0 has the start. */
  days(number) {
    const index = this.first + number * this.rule.interval;
    const found = this[this.rule.frequency](index);
    if (found === null) return null;
    return [...new Set(found)].filter((day) => number > 0 || day >= this.start).sort((a, b) => a - b);
  }

  indexOf(day) {
    const { frequency, weekStart } = this.rule;
    if (frequency === "DAILY") return day;
    // January 1, 1970 was a Thursday.
    if (frequency === "WEEKLY") return Math.floor((day + 4 - weekStart) / 7);
    const { year, month } = partsOf(day);
    return frequency === "MONTHLY" ? year * 12 + month - 1 : year;
  }

  DAILY(day) {
    if (day > maxDay) return null;
    const { days, monthDays } = this.rule;
    const isKept = this.isInMonth(day)
      && (days.length === 0 || days.some(({ weekday }) => weekday === weekdayOf(day)))
      && (monthDays.length === 0 || monthDays.some((one) => dayOfMonth(monthIndexOf(day), one) === day));
    return isKept ? [day] : [];
  }

  WEEKLY(index) {
    const { days, weekStart } = this.rule;
    const first = index * 7 - 4 + weekStart;
    if (first + 6 > maxDay) return null;
    const chosen = days.length > 0 ? days.map(({ weekday }) => weekday) : [weekdayOf(this.start)];
    return chosen.map((weekday) => first + (weekday - weekStart + 7) % 7)
      .filter((day) => this.isInMonth(day));
  }

  MONTHLY(index) {
    const [first] = boundsOf(index);
    if (first > maxDay) return null;
    return this.isInMonth(first) ? this.inMonth(index) : [];
  }

  YEARLY(year) {
    const { months, days, monthDays } = this.rule;
    if (year > 9999) return null;
    if (months.length > 0) return months.flatMap((month) => this.inMonth(year * 12 + month - 1));
    if (days.length === 0 && monthDays.length === 0) {
      return existing([dayOfMonth(year * 12 + this.date.month - 1, this.date.day)]);
    }
    const numbered = Array.from({ length: 12 }, (_, month) =>
      monthDays.map((one) => dayOfMonth(year * 12 + month, one))).flat();
    if (days.length === 0) return existing(numbered);
    const chosen = this.weekdaysIn(boundsOf(year * 12)[0], boundsOf(year * 12 + 11)[1]);
    return monthDays.length > 0 ? chosen.filter((day) => numbered.includes(day)) : chosen;
  }

  inMonth(index) {
    const { days, monthDays } = this.rule;
    const numbered = monthDays.map((one) => dayOfMonth(index, one));
    if (days.length === 0) {
      return existing(monthDays.length > 0 ? numbered : [dayOfMonth(index, this.date.day)]);
    }
    const chosen = this.weekdaysIn(...boundsOf(index));
    return monthDays.length > 0 ? chosen.filter((day) => numbered.includes(day)) : chosen;
  }

  // The days of BYDAY from one day to another.
  weekdaysIn(first, last) {
    return this.rule.days.flatMap(({ ordinal, weekday }) => {
      const from = first + (weekday - weekdayOf(first) + 7) % 7;
      const to = last - (weekdayOf(last) - weekday + 7) % 7;
      if (ordinal === 0) return Array.from({ length: (to - from) / 7 + 1 }, (_, week) => from + week * 7);
      const day = ordinal > 0 ? from + (ordinal - 1) * 7 : to + (ordinal + 1) * 7;
      return day >= first && day <= last ? [day] : [];
    });
  }

  isInMonth(day) {
    return this.rule.months.length === 0 || this.rule.months.includes(partsOf(day).month);
  }
}

function partsOf(day) {
  const date = new Date(day * aDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

// From 1 for Monday.
function weekdayOf(day) {
  return new Date(day * aDay).getUTCDay() || 7;
}

function monthIndexOf(day) {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
}

// The first and the last day of a month. Months count from the year 0.
function boundsOf(index) {
  const firstOf = (month) => Math.round(Date.UTC(Math.floor(month / 12), month % 12) / aDay);
  return [firstOf(index), firstOf(index + 1) - 1];
}

// 1 is the first day of a month, -1 the last; null if the month doesn't have it.
function dayOfMonth(index, number) {
  const [first, last] = boundsOf(index);
  const day = number > 0 ? first + number - 1 : last + number + 1;
  return day >= first && day <= last ? day : null;
}

function existing(days) {
  return days.filter((day) => day !== null);
}
