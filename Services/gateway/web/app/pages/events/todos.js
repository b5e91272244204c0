// The to-do list of an event: Enter adds a line and starts the next one. The owner and roommates can edit it.

import { Problem } from "../../api.js";
import { addLine, lineInput } from "../../components/addline.js";
import { editList } from "../../components/editlist.js";
import { eventLink, isWorkedOn } from "../../components/eventlink.js";
import { field } from "../../components/form.js";
import { freshly } from "../../components/freshly.js";
import { empty, failed, offlineNote, progress, skeleton } from "../../components/pieces.js";
import { clock } from "../../clock.js";
import { fill, h, icon, refill } from "../../dom.js";
import { deviceZone, wallOf } from "../../models/zonetime.js";
import { isUnreachable } from "../../offline/network.js";
import { loadHome, loadMe, loadRoommates, nameOf, state } from "../../state.js";
import { dayNamed, words } from "../../words/words.js";

/** The limit on the length of a to-do. */
const longest = 200;

/** The page at /events/:id/to-dos. */
export function toDosPage({ params }) {
  const text = words.toDos;
  const path = `/v1/events/${encodeURIComponent(params.id)}/to-dos`;
  const what = { event: params.id };
  const counted = h("div", { role: "status" });
  const place = h("div", {}, skeleton(3));
  let event = null;
  let isShown = false;

  const list = editList({
    path, kind: "toDo", what, text: { ...words.lines, ...text, said: (item) => item.text },
    fields: (item) => fieldsOf(item, event), changes: changesOf, asLine,
    inside: (item) => insideOf(item, event),
    before: (item) => tickOf(item, list.isFixed(), () => list.edit(item, { isDone: !item.isDone })),
    refresh: () => fresh.refresh(), painted: (items) => {
      const done = items.filter(({ isDone }) => isDone).length;
      refill(counted, items.length > 0 ? progress({ label: text.counted(done, items.length), text: "",
        value: done, most: items.length }) : empty("✅", text.empty, text.emptyText));
    },
  });
  const add = addLine({
    path, label: text.add, what: { ...what, kind: "toDo.add", list: path },
    inputs: [lineInput({ name: "text", label: text.add, maxLength: longest, enterkeyhint: "next" })],
    request: (values) => values,
    added: (item) => list.change((items) => [...items.filter(({ id }) => id !== item.id), item]),
  });
  const fresh = freshly(path, {
    took: ({ items }, at) => {
      list.take(items, at);
      if (!isShown) fill(place, counted, list.element, add.element);
      isShown = true;
    },
    failed: (problem) => {
      if (!(problem instanceof Problem)) reportError(problem);
      if (!isShown && isUnreachable(problem)) {
        list.take([], 0);
        fill(place, offlineNote(fresh.refresh), list.element, add.element);
      } else if (!isShown || problem.status === 404) {
        fill(place, failed(problem, fresh.refresh));
      }
    },
  });

  const link = eventLink(params.id, (found) => {
    event = found;
    list.fix(!isWorkedOn(found));
    add.element.hidden = list.isFixed();
  });
  knowPeople().then(() => { if (isShown) fresh.refresh(); });
  fresh.refresh();
  return {
    name: "todos", tab: "events", title: text.title, parent: `/events/${params.id}`, action: list.toggle,
    body: [link.element, list.voice, place],
    onEvent: (topic, data) => {
      const isAnew = topic === "events.lists.changed" || topic === "reset";
      if (isAnew || (topic === "events.toDos.changed" && data.event === params.id)) fresh.refresh();
      if (isAnew || data?.id === params.id) link.refresh();
      if (topic === "events.event.deleted" && data.id === params.id) fresh.refresh();
    },
    stop: () => {
      fresh.stop();
      list.stop();
    },
  };
}

async function knowPeople() {
  try {
    if (!state.me) await loadMe();
    if (!state.home) await loadHome();
    if (state.home?.room && !state.roommates) await loadRoommates();
  } catch {
    // The list works without names, too.
  }
}

function nameFor(person, event) {
  if (person === state.me?.id) return words.people.You;
  return nameOf(person) ?? (event?.visibility === "course" ? words.events.courseMate : words.people.Former);
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
  }, h("span", { class: "tick-circle" }, icon("check")));
}

function insideOf(item, event) {
  const today = wallOf(clock.now(), state.me?.zone ?? deviceZone).date;
  const isOver = !item.isDone && item.due && item.due < today;
  const when = item.due && words.tasks[isOver ? "overdue" : "due"](dayNamed(item.due));
  const who = item.assignee && nameFor(item.assignee, event);
  return [
    h("span", { class: item.isDone ? "row-title is-struck" : "row-title" }, item.text),
    (when || who) && h("span", { class: isOver ? "row-note is-over" : "row-note" },
      [when, who].filter(Boolean).join(" · ")),
  ];
}

function fieldsOf(item, event) {
  const text = words.toDos;
  const mates = event?.visibility === "room" ? state.roommates ?? [] : [];
  const people = [state.me?.id, ...mates.map(({ profile }) => profile.id), item.assignee];
  const options = [...new Set(people.filter(Boolean))].map((id) => [id, nameFor(id, event)]);
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
