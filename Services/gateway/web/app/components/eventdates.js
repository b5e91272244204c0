// Single dates of a repeating event: the sheet that skips or moves one, and the list of changed ones.

import { Problem, send } from "../api.js";
import { clock } from "../clock.js";
import { h } from "../dom.js";
import { instantOf, wallOf } from "../models/zonetime.js";
import { clockTime, dateNamed, words } from "../words/words.js";
import { field } from "./form.js";
import { formSheet } from "./formsheet.js";
import { complain, toast } from "./toast.js";

/** The sheet's fields by error code. */
const blames = { date_unknown: "date", date_last: "date", date_not_future: "newDate" };
const aDay = 86_400_000;

/** The rule's date for the event's next start, which may be a moved one. */
export function ruleDateOf({ next, when, exceptions = [] }) {
  const wall = wallOf(Date.parse(next), when.zone);
  const moved = exceptions.find((exception) => exception.moved?.date === wall.date
    && (!when.time || (exception.moved.time ?? when.time).slice(0, 5) === wall.time));
  return moved?.date ?? wall.date;
}

/** Opens the sheet. Calls `taken(event)` with the changed event. */
export async function openDates(event, taken) {
  const text = words.events.dates;
  const own = ruleDateOf(event);
  const start = wallOf(Date.parse(event.next), event.when.zone);
  const date = field({ name: "date", label: text.which, kind: "date", value: own });
  const what = field({ name: "what", label: text.what, kind: "select", value: "skip",
    options: [["skip", text.skip], ["move", text.move]] });
  const newDate = field({ name: "newDate", label: text.newDate, kind: "date", value: start.date });
  const newTime = event.when.time
    && field({ name: "newTime", label: text.newTime, kind: "time", value: start.time });
  const target = h("div", { class: "pair", hidden: true }, newDate.element, newTime?.element);
  what.input.addEventListener("change", () => { target.hidden = what.input.value !== "move"; });
  const changed = await formSheet({
    title: text.title, lead: text.note, label: words.save, parts: [date, what, { element: target }],
    fields: [date, what, newDate, newTime].filter(Boolean),
    submit: (values) => change(event, values),
  });
  if (!changed) return;
  taken(changed.event);
  toast(changed.said);
}

async function change(event, { date, what, newDate, newTime }) {
  const text = words.events.dates;
  const path = `/v1/events/${event.id}/dates/${encodeURIComponent(date)}`;
  try {
    if (what === "skip") {
      return { event: await send("POST", `${path}/skip`), said: text.skipped(dateNamed(date)) };
    }
    const to = { date: newDate, time: newTime ? `${newTime}:00` : undefined };
    return { event: await send("POST", `${path}/move`, { to }),
      said: text.moved(dateNamed(date), dateNamed(newDate)) };
  } catch (problem) {
    throw problem instanceof Problem ? blamed(problem) : problem;
  }
}

function blamed(problem) {
  const name = blames[problem.code];
  if (!name) return problem;
  const message = words.events.errors[problem.code];
  return new Problem({ ...problem, code: "", errors: [{ field: name, code: "", message }] });
}

/**
 * The upcoming skipped and moved dates, each with a button to restore it for the owner. Null if there are
 * none.
 */
export function datesList(event, taken) {
  const text = words.events.dates;
  const shown = (event.exceptions ?? []).filter(({ date, moved }) =>
    [date, moved?.date].some((day) => day && instantOf({ date: day, zone: event.when.zone }).instant
      > clock.now() - aDay));
  if (!event.recurrence || shown.length === 0) return null;
  return h("ul", { class: "event-dates" }, shown.map(({ date, moved }) => h("li", {},
    h("span", {}, moved
      ? text.movedTo(dateNamed(date), dateNamed(moved.date), moved.time && clockTime(moved.time))
      : text.isSkipped(dateNamed(date))),
    event.isMine && taken && h("button", {
      class: "link-button", type: "button", "aria-label": text.restoreOf(dateNamed(date)),
      onclick: () => restore(event, date, taken),
    }, text.restore))));
}

async function restore(event, date, taken) {
  try {
    taken(await send("POST", `/v1/events/${event.id}/dates/${date}/restore`));
    toast(words.events.dates.restored(dateNamed(date)));
  } catch (problem) {
    complain(problem);
  }
}
