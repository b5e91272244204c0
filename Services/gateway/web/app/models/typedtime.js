// A time as a person types it, in English, German or French: `tomorrow 6pm`, `fri 18:00`, `24.12.`,
// `in 3 days`, `demain 18h`.
// Swift's `TypedTime` accepts the same texts, documents the rules, and runs the same test vectors.

import { enteredYears } from "./entereddates.js";

const maxLength = 80;
const maxWords = 8;
const aDay = 86_400_000;
const weekLength = 7;
/** February 29 occurs at least once in this many years. */
const leapYears = 8;

const fillers = new Set(["at", "on", "by", "the", "um", "am", "bis", "den", "à", "le", "vers", "pour",
  "avant"]);
const next = new Set(["next", "this", "nächsten", "nächste", "diesen", "kommenden", "ce"]);
/** Words after a weekday that change nothing. */
const nextAfter = new Set(["prochain"]);
const distances = new Set(["in", "dans"]);
/** Words after an hour. */
const hourWords = new Set(["uhr", "h", "heure", "heures"]);
/** French "hier" is missing: in German it means "here". */
const namedDays = { today: 0, heute: 0, tomorrow: 1, morgen: 1, übermorgen: 2, yesterday: -1, gestern: -1,
  vorgestern: -2, "aujourd’hui": 0, "aujourd'hui": 0, demain: 1, "après-demain": 2 };
const namedTimes = { noon: 12, mittag: 12, mittags: 12, midi: 12 };
const daysOfUnit = { day: 1, days: 1, tag: 1, tagen: 1, jour: 1, jours: 1, week: 7, weeks: 7, woche: 7,
  wochen: 7, semaine: 7, semaines: 7 };
const secondsOfUnit = { min: 60, minute: 60, minutes: 60, minuten: 60, h: 3600, hour: 3600, hours: 3600,
  stunde: 3600, stunden: 3600, std: 3600, heure: 3600, heures: 3600 };
const counts = { a: 1, an: 1, one: 1, ein: 1, eine: 1, einem: 1, einer: 1, un: 1, une: 1, two: 2, zwei: 2,
  deux: 2, three: 3, drei: 3, trois: 3 };
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const germanWeekdays = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"];
const frenchWeekdays = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];
/** "mar" is March. */
const shortWeekdays = { lun: 1, mer: 3, jeu: 4, ven: 5, sam: 6, dim: 7 };
const weekends = new Set(["weekend", "wochenende", "week-end"]);
const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september",
  "october", "november", "december"];
const germanMonths = ["januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september",
  "oktober", "november", "dezember"];
const frenchMonths = ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
  "octobre", "novembre", "décembre"];
/** Short names, and those without their marks. */
const shortMonths = { fév: 2, fev: 2, févr: 2, fevr: 2, fevrier: 2, avr: 4, aout: 8, déc: 12, decembre: 12 };

/**
 * The parts `{ date, time }` of a text, with a null `time` for a day alone, or `{ seconds }` from now. Null
 * for other texts. `now` is the reader's date and time: `2026-11-24T10:30`. Times are `18:00`. `5/12` is in
 * May with `isMonthFirst`, otherwise in December.
 */
export function typedTime(text, now, { isMonthFirst = true } = {}) {
  if (new TextEncoder().encode(text).length > maxLength) return null;
  let rest = wordsOf(text);
  if (rest.length === 0 || rest.length > maxWords) return null;
  const distance = distanceOf(rest, now);
  if (distance) return distance;
  const today = now.slice(0, 10);
  let date = null;
  let time = null;
  while (rest.length > 0) {
    let read;
    if (rest.length > 1 && fillers.has(rest[0])) rest = rest.slice(1);
    else if (time === null && (read = timeOf(rest))) [time, rest] = [read.time, rest.slice(read.count)];
    else if (date === null && (read = dayOf(rest, today, isMonthFirst))) {
      [date, rest] = [read.date, rest.slice(read.count)];
    }
    else return null;
  }
  if (date !== null) return { date, time };
  if (time === null) return null;
  const later = time > now.slice(11, 16) ? today : moved(today, 1);
  return later && { date: later, time };
}

function wordsOf(text) {
  return text.normalize("NFC").toLowerCase().split(/[\s,]+/).filter(Boolean)
    .flatMap((word) => /^\d.*-/.test(word) && word.includes("t") ? word.split("t") : [word]);
}

function distanceOf(words, now) {
  const short = words.length === 1 && /^\+(\d{1,4})([mhdw])$/.exec(words[0]);
  if (short) {
    const count = Number(short[1]);
    if (short[2] === "m") return { seconds: count * 60 };
    if (short[2] === "h") return { seconds: count * 3600 };
    const date = moved(now.slice(0, 10), short[2] === "d" ? count : count * weekLength);
    return date && { date, time: now.slice(11, 16) };
  }
  if (words.length !== 3 || !distances.has(words[0])) return null;
  const [count, unit] = [countOf(words[1]), own(secondsOfUnit, words[2])];
  return count === null || unit === null ? null : { seconds: count * unit };
}

function timeOf(words) {
  const [first, second = "", third = ""] = words;
  if (own(namedTimes, first) !== null) return { time: clock(namedTimes[first], 0), count: 1 };
  for (const half of ["am", "pm"]) {
    const isJoined = first.endsWith(half);
    if (!isJoined && second !== half) continue;
    const time = clockOf(isJoined ? first.slice(0, -2) : first, half);
    if (time) return { time, count: isJoined ? 1 : 2 };
  }
  const french = /^(\d{1,2})h(\d{2})?$/.exec(first);
  if (french) {
    const time = clock(Number(french[1]), Number(french[2] ?? 0));
    return time && { time, count: 1 };
  }
  const hour = numberOf(first);
  if (hourWords.has(second) && hour !== null) {
    const minute = third.length === 2 ? numberOf(third) : null;
    const time = clock(hour, minute ?? 0);
    return time && { time, count: minute === null ? 2 : 3 };
  }
  const time = first.includes(":") ? clockOf(first, null) : null;
  return time && { time, count: second === "uhr" ? 2 : 1 };
}

function clockOf(text, half) {
  const match = /^(\d{1,2})(?::(\d{2}))?$/.exec(text);
  if (!match) return null;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (half === null) return clock(hour, minute);
  return hour < 1 || hour > 12 ? null : clock(hour % 12 + (half === "pm" ? 12 : 0), minute);
}

function clock(hour, minute) {
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

function dayOf(words, today, isMonthFirst) {
  return relativeDay(words, today) ?? weekdayOf(words, today) ?? numericDay(words[0], today, isMonthFirst)
    ?? namedDay(words, today);
}

function relativeDay(words, today) {
  const [first, second, third] = words;
  if (first === "day" && second === "after" && third === "tomorrow") return at(moved(today, 2), 3);
  if (first === "après" && second === "demain") return at(moved(today, 2), 2);
  if (own(namedDays, first) !== null) return at(moved(today, namedDays[first]), 1);
  const [count, days] = [countOf(second ?? ""), own(daysOfUnit, third ?? "")];
  return distances.has(first) && count !== null && days !== null ? at(moved(today, count * days), 3) : null;
}

function weekdayOf(words, today) {
  const isNext = words.length > 1 && next.has(words[0]);
  const day = weekdayNumber(words[isNext ? 1 : 0]);
  if (day === null) return null;
  const away = (day - (new Date(`${today}T00:00Z`).getUTCDay() || 7) + weekLength) % weekLength;
  const used = isNext ? 2 : 1;
  return at(moved(today, away || weekLength), nextAfter.has(words[used]) ? used + 1 : used);
}

function weekdayNumber(word) {
  if (weekends.has(word)) return 6;
  const bare = word.replace(/\.$/, "");
  if (bare === "sonnabend") return 6;
  // Four letters of a French name are an English word: "same", "vend".
  return indexOf(word, weekdays, 3) ?? indexOf(bare, germanWeekdays, 2) ?? indexOf(bare, frenchWeekdays, 5)
    ?? own(shortWeekdays, bare);
}

function numericDay(word, today, isMonthFirst) {
  const iso = /^(\d{4})-(\d{1,4})-(\d{1,4})$/.exec(word);
  if (iso) return at(dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), today), 1);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})?$/.exec(word);
  if (german) return at(dateOf(yearOf(german[3]), Number(german[2]), Number(german[1]), today), 1);
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(word);
  if (!slashed) return null;
  const [month, day] = (isMonthFirst ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]]).map(Number);
  return at(dateOf(yearOf(slashed[3]), month, day, today), 1);
}

function namedDay([first, second, third = ""], today) {
  if (second === undefined) return null;
  let [month, day] = [monthNumber(first), ordinalOf(second)];
  if (month === null || day === null) [month, day] = [monthNumber(second), ordinalOf(first)];
  if (month === null || day === null) return null;
  const year = third.length === 4 ? numberOf(third) : null;
  return at(dateOf(year, month, day, today), year === null ? 2 : 3);
}

function monthNumber(word) {
  const bare = word.replace(/\.$/, "");
  return indexOf(bare, months, 3) ?? indexOf(bare, germanMonths, 3) ?? indexOf(bare, frenchMonths, 4)
    ?? own(shortMonths, bare);
}

function ordinalOf(word) {
  const match = /^(\d{1,2})(?:\.|st|nd|rd|th|er)?$/.exec(word);
  return match && Number(match[1]);
}

function yearOf(text) {
  if (text === undefined) return null;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** The date, if it exists; without a year the next one from today on. */
function dateOf(year, month, day, today) {
  if (year !== null) return existing(year, month, day);
  const first = Number(today.slice(0, 4));
  for (let year = first; year <= first + leapYears; year += 1) {
    const date = existing(year, month, day);
    if (date && date >= today) return date;
  }
  return null;
}

function existing(year, month, day) {
  const [first, last] = enteredYears;
  if (year < first || year > last || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  const date = new Date(`${text}T00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

function moved(date, days) {
  const other = new Date(Date.parse(`${date}T00:00Z`) + days * aDay);
  const year = other.getUTCFullYear();
  return year <= enteredYears[1] ? other.toISOString().slice(0, 10) : null;
}

function at(date, count) {
  return date && { date, count };
}

function indexOf(word, names, minLength) {
  const found = word.length < minLength ? [] : names.filter((name) => name.startsWith(word));
  return found.length === 1 ? names.indexOf(found[0]) + 1 : null;
}

function countOf(word) {
  return own(counts, word) ?? numberOf(word);
}

function numberOf(text) {
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

function own(table, word) {
  return Object.hasOwn(table, word) ? table[word] : null;
}

function two(number) {
  return String(number).padStart(2, "0");
}
