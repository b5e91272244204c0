// An edit conflict of an event: both versions side by side, and the choice between them.

import { changesOf, valuesOf } from "../models/eventvalues.js";
import { clockTime, dayNamed, lengthIn, listed, words } from "../words/words.js";
import { conflict } from "./conflict.js";
import { courseName } from "./eventcourses.js";
import { placeOfZone, repeatsOf } from "./eventparts.js";
import { leadWords } from "./leadchips.js";

/**
 * `base` are the values before the edit, `mine` the edited ones, `current` the event on the site.
 * `keep(changes)` gets the changes of `mine` to send; `take()` continues from the site's version.
 */
export function eventConflict({ base, mine, current, keep, take }) {
  const text = words.events.conflict;
  const changes = changesOf(base, mine);
  const theirs = changesOf(base, valuesOf(current));
  const isOther = (name) => JSON.stringify(changes[name]) !== JSON.stringify(theirs[name]);
  const names = Object.keys(changes).filter(isOther);
  const rows = names.map((name) => [text.members[name], inWords(name, changes[name]),
    inWords(name, name in theirs ? theirs[name] : current[name] ?? null)]);
  return conflict({ title: text.title, lead: rows.length > 0 ? text.lead : text.same, rows,
    keep: () => keep(changes), take });
}

function inWords(name, value) {
  const text = words.events;
  if (value === null || value === undefined) return words.chart.none;
  switch (name) {
    case "when": return [dayNamed(value.date), value.time && clockTime(value.time), placeOfZone(value.zone)]
      .filter(Boolean).join(", ");
    case "minutes": return lengthWords(value);
    case "recurrence": return repeatsOf({ recurrence: value });
    case "leads": return listed(value.map(leadWords));
    case "visibility": return { room: text.myRoom, course: text.aCourse }[value] ?? text.onlyMe;
    case "course": return courseName(value);
    case "drawing": return text.drawings[value] ?? value;
    case "picture": return words.pictures.title;
    case "color": return text.colors[value] ?? value;
    default: return String(value);
  }
}

/** A number of minutes, in the largest unit that divides it. */
function lengthWords(minutes) {
  if (minutes > 0 && minutes % 1440 === 0) return lengthIn("days", minutes / 1440);
  if (minutes > 0 && minutes % 60 === 0) return lengthIn("hours", minutes / 60);
  return lengthIn("minutes", minutes);
}
