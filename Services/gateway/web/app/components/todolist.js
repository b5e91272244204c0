// The to-dos of an event as a list: on a page of their own, and the next ones on the event's page.

import { runs } from "../apps.js";
import { clock } from "../clock.js";
import { h, icon } from "../dom.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { account, loadHome, loadRoommates, nameOf, state } from "../state.js";
import { dayNamed, words } from "../words/words.js";
import { addLine, lineInput } from "./addline.js";
import { editList } from "./editlist.js";
import { isWorkedOn } from "./eventlink.js";
import { field } from "./form.js";
import { freshly } from "./freshly.js";

/** The limit on the length of a to-do. */
const longest = 200;

/**
 * The to-dos of the event with the id `id`. `took()` is called when the list has arrived, `failed(problem)`
 * when it has not, `painted(items)` with all to-dos after each rendering, `ticked(item)` before one is ticked
 * and `added(item)` after one was added. `pick` is that of `editList`. `know(event)` sets who may edit them,
 * and `begin()` fetches them.
 */
export function toDoList(id, { took, failed, painted, pick, ticked = () => {}, added = () => {} }) {
  const text = words.toDos;
  const path = `/v1/events/${encodeURIComponent(id)}/to-dos`;
  const what = { event: id };
  let event = null;

  const list = editList({
    path, kind: "toDo", what, text: { ...words.lines, ...text, said: (item) => saidOf(item, event) }, pick,
    painted,
    fields: (item) => fieldsOf(item, event), changes: changesOf, asLine,
    inside: (item) => insideOf(item, event),
    before: (item) => tickOf(item, list.isFixed(), () => {
      ticked(item);
      list.edit(item, { isDone: !item.isDone });
    }),
    refresh: () => fresh.refresh(),
  });
  const add = addLine({
    path, label: text.add, what: { ...what, kind: "toDo.add", list: path },
    inputs: [lineInput({ name: "text", label: text.add, maxLength: longest, enterkeyhint: "next" })],
    request: (values) => values,
    added: (item) => {
      added(item);
      list.change((items) => [...items.filter((one) => one.id !== item.id), item]);
    },
  });
  const fresh = freshly(path, {
    took: ({ items }, at) => {
      list.take(items, at);
      took();
    },
    failed,
  });
  const know = (found) => {
    event = found;
    list.fix(!isWorkedOn(found));
    add.element.hidden = list.isFixed();
  };
  const begin = () => {
    fresh.refresh();
    knowPeople().then(() => list.redraw());
  };
  const stop = () => {
    fresh.stop();
    list.stop();
  };
  return { list, add, begin, refresh: fresh.refresh, know, stop };
}

// Loads the people whose names the list shows.
async function knowPeople() {
  try {
    await account();
    if (!state.home && runs("room")) await loadHome();
    if (state.home?.room && !state.roommates) await loadRoommates();
  } catch {
    // The list works without names, too.
  }
}

// Null while the roommates are not known.
function nameFor(person, event) {
  if (person === state.me?.id) return words.people.You;
  if (event?.visibility === "course") return nameOf(person) ?? words.events.courseMate;
  const areKnown = state.roommates || (state.home && !state.home.room);
  return nameOf(person) ?? (areKnown ? words.people.Former : null);
}

// The parts of an unsent change that its line shows.
function asLine({ version: _, ...body }, line = { isDone: false }) {
  return { ...line, ...body };
}

function tickOf(item, isFixed, tick) {
  const text = words.toDos;
  return h("button", {
    class: item.isDone ? "tick is-done" : "tick", type: "button", "data-act": "tick", role: "checkbox",
    "aria-checked": String(item.isDone), "aria-label": item.text, onclick: tick,
    title: isFixed ? null : item.isDone ? text.untick : text.tick, disabled: isFixed,
    "aria-description": item.isWaiting ? words.events.waits : null,
  }, h("span", { class: "tick-circle" }, icon("check")));
}

// The text of a to-do with its due date and its person.
function saidOf(item, event) {
  return [item.text, ...notesOf(item, event).notes].join(", ");
}

function notesOf(item, event) {
  const today = wallOf(clock.now(), state.me?.zone ?? deviceZone).date;
  const isOver = !item.isDone && item.due && item.due < today;
  const when = item.due && words.tasks[isOver ? "overdue" : "due"](dayNamed(item.due));
  const who = item.assignee && nameFor(item.assignee, event);
  return { notes: [when, who].filter(Boolean), isOver };
}

function insideOf(item, event) {
  const { notes, isOver } = notesOf(item, event);
  return [
    h("span", { class: item.isDone ? "row-title is-struck" : "row-title" }, item.text),
    notes.length > 0 && h("span", { class: isOver ? "row-note is-over" : "row-note" }, notes.join(" · ")),
  ];
}

function fieldsOf(item, event) {
  const text = words.toDos;
  const mates = event?.visibility === "room" ? state.roommates ?? [] : [];
  const people = [state.me?.id, ...mates.map(({ profile }) => profile.id), item.assignee];
  const options = [...new Set(people.filter(Boolean))]
    .map((id) => [id, nameFor(id, event) ?? words.people.Former]);
  return [
    field({ name: "text", label: text.text, value: item.text, maxLength: longest, autocomplete: "off" }),
    field({ name: "due", label: text.due, kind: "date", value: item.due ?? "", isOptional: true }),
    field({ name: "assignee", label: text.assignee, kind: "select", value: item.assignee ?? "",
      options: [["", text.nobody], ...options] }),
  ];
}

function changesOf(item, values) {
  const changes = {};
  if (values.text.trim() !== item.text) changes.text = values.text.trim();
  for (const name of ["due", "assignee"]) {
    if (values[name] !== (item[name] ?? "")) changes[name] = values[name] || null;
  }
  return changes;
}
