// Somebody was faster: what both have made of an event, side by side, and the choice between them.

import { h } from "../dom.js";
import { changesOf, valuesOf } from "../models/eventvalues.js";
import { clockTime, dayNamed, lengthIn, listed, words } from "../words/words.js";
import { courseName } from "./eventcourses.js";
import { placeOfZone, repeatsOf } from "./eventparts.js";
import { leadWords } from "./leadchips.js";

/**
 * `base` are the values that the change began from, `mine` those that were typed, `current` is the event as
 * the site has it. `keep(changes)` gets what of `mine` is to be sent, `take()` goes on from the site's.
 */
export function eventConflict({ base, mine, current, keep, take }) {
  const text = words.events.conflict;
  const changes = changesOf(base, mine);
  const theirs = changesOf(base, valuesOf(current));
  const isOther = (name) => JSON.stringify(changes[name]) !== JSON.stringify(theirs[name]);
  const names = Object.keys(changes).filter(isOther);
  const both = names.map((name) => {
    const now = name in theirs ? theirs[name] : current[name] ?? null;
    return h("tr", {}, h("th", { scope: "row" }, text.members[name]),
      h("td", {}, inWords(name, changes[name])), h("td", {}, inWords(name, now)));
  });
  return h("section", { class: "card conflict", role: "alert" }, h("h2", {}, text.title),
    h("p", {}, names.length > 0 ? text.lead : text.same),
    names.length > 0 && h("table", {}, h("thead", {}, h("tr", {}, h("td", {}),
      h("th", { scope: "col" }, text.mine), h("th", { scope: "col" }, text.theirs))), h("tbody", {}, both)),
    h("div", { class: "conflict-acts" },
      h("button", { class: "button", type: "button", onclick: () => keep(changes) }, text.keep),
      h("button", { class: "button quiet-button", type: "button", onclick: take }, text.take)));
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
    default: return String(value);
  }
}

/** A number of minutes in the largest unit that fits. */
function lengthWords(minutes) {
  if (minutes > 0 && minutes % 1440 === 0) return lengthIn("days", minutes / 1440);
  if (minutes > 0 && minutes % 60 === 0) return lengthIn("hours", minutes / 60);
  return lengthIn("minutes", minutes);
}
