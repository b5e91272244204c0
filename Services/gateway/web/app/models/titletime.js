// A time at the end of a title: `Buy milk tomorrow 6pm`.

import { typedTime } from "./typedtime.js";

const maxWords = 8;
/**
 * A word without digits must have at least this many letters, because "do" is a verb more often than a
 * Thursday.
 */
const minLetters = 4;
/** Without a day, "2h" is more often how long something takes, and "midi" an instrument's cable. */
const unclear = /^(\d+ ?h(eures?)?( ?\d+)?|midi)$/i;

/**
 * The parts `{ title, date, time }` of a title that ends with a time; `time` is null for a day alone. Null
 * for any other title. `now` is the reader's date and time, `options` those of `typedTime`.
 */
export function titleTime(title, now, options) {
  const words = title.trim().split(/\s+/);
  for (let from = Math.max(1, words.length - maxWords); from < words.length; from += 1) {
    const end = words.slice(from);
    if (end.length === 1 && end[0].length < minLetters && !/\d/.test(end[0])) continue;
    const text = end.join(" ");
    const read = !unclear.test(text) && typedTime(text, now, options);
    if (!read) continue;
    return { title: words.slice(0, from).join(" "), ...wallOf(read, now) };
  }
  return null;
}

function wallOf({ date, time, seconds }, now) {
  if (seconds === undefined) return { date, time };
  const later = new Date(Date.parse(`${now}Z`) + seconds * 1000).toISOString();
  return { date: later.slice(0, 10), time: later.slice(11, 16) };
}
