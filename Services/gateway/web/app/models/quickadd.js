// A line of quick add: `Buy milk tomorrow 6pm` is a task, `event: Dinner fri 19:00` an event. Only a time
// that the grammar knows leaves the title; everything else stays in it.

import { titleTime } from "./titletime.js";
import { typedTime } from "./typedtime.js";

/** The site's limit on a title (characters). */
export const maxTitle = 200;
/** A longer text is not searched for a time (UTF-16 units). */
const maxRead = 1000;
/** Without a time, a task is due in the last minute of its day, as on the command line. */
const endOfDay = "23:59";

/** The prefixes of each kind, in every language. */
const prefixes = { event: "event", termin: "event", événement: "event", evenement: "event", task: "task",
  aufgabe: "task", tâche: "task", tache: "task" };
const prefix = new RegExp(`^\\s*(${Object.keys(prefixes).join("|")})\\s*:\\s*`, "iu");

/**
 * The parts of a line: `kind` (`task` or `event`), `title`, `date` and `time` (null without one), and the
 * `ending` of the title that was read as a time. `now` is the reader's date and time: `2026-11-24T10:30`.
 * `chosen` is the kind that the person pressed, which precedes a prefix; `usual` applies without either.
 * With `keepsTime`, a time stays in the title; `isMonthFirst` is that of `typedTime`. `isPast` marks a time
 * that stays there because it is over.
 */
export function quickAdd(text, now, { chosen = null, usual = "task", keepsTime = false, ...options } = {}) {
  const found = prefix.exec(text);
  const named = found && prefixes[found[1].toLowerCase()];
  const rest = (found ? text.slice(found[0].length) : text).trim().replace(/\s+/gu, " ");
  const plain = {
    kind: chosen ?? named ?? usual, title: rest, date: null, time: null, ending: null, isPast: false,
  };
  // A text that is nothing but a time is a title of its own.
  if (keepsTime || rest.length > maxRead || typedTime(rest, now, options)) return plain;
  const read = titleTime(rest, now, options);
  if (!read) return plain;
  const isPast = read.time ? `${read.date}T${read.time}` <= now : read.date < now.slice(0, 10);
  if (isPast) return { ...plain, isPast };
  return { ...plain, ...read, ending: rest.slice(read.title.length).trim() };
}

/** The local time at which a task of these parts is due, `2026-11-24T23:59`, or null. */
export function dueWall({ date, time }) {
  return date && `${date}T${time ?? endOfDay}`;
}

/** The code of what the parts still miss: `title`, `long` or `day`; null if they can be saved. */
export function missing({ kind, title, date }, length) {
  if (!title) return "title";
  if (length > maxTitle) return "long";
  return kind === "event" && !date ? "day" : null;
}
