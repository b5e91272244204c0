// My events: a table or a collection, the next first; what is past stands folded below.

import { segmented } from "../../components/choices.js";
import { nameCourses } from "../../components/eventcourses.js";
import { renewLeft } from "../../components/eventparts.js";
import { removeEvents } from "../../components/eventremoval.js";
import { eventRows } from "../../components/eventrows.js";
import { eventTiles, removeBar } from "../../components/eventtiles.js";
import { pagedList } from "../../components/list.js";
import { addButton, empty } from "../../components/pieces.js";
import { clock } from "../../clock.js";
import { fill, h } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { withChanges } from "../../models/events.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { watchCourses, watchRoommates } from "../../state.js";
import { words } from "../../words/words.js";

const pageSize = 100;
/** So often what is said of the time left is brought up to date (ms). */
const renewsAfter = 15_000;
const flag = "quad.events.view";
let wasPastOpen = false;

/** The page at /events. `focus` is the id of the event to stand on, after one was added. */
export function eventsPage({ focus, isReturn }) {
  const text = words.events;
  const marked = new Set();
  const place = h("div", { class: "events" });
  const foot = h("div", {});
  const lists = new Map();
  let view = chosenView();
  let isEditing = false;
  let wanted = focus;
  let look = null;

  const remove = (events) => {
    for (const { id } of events) hold(id);
    return removeEvents(events, { back: ({ id }) => release(id) });
  };
  const hold = (id) => lists.forEach((list) => list.hold(id));
  const release = (id) => lists.forEach((list) => {
    list.release(id);
    list.refresh();
  });

  async function removeOne(event) {
    for (const { id } of await remove([event])) release(id);
    keepFocus();
  }

  async function removeMarked() {
    const all = [...lists.values()].flatMap((list) => list.items()).filter(({ id }) => marked.has(id));
    marked.clear();
    bar.paint(0);
    for (const { id } of await remove(all)) {
      marked.add(id);
      release(id);
    }
    bar.paint(marked.size);
    lists.forEach((list) => list.repaint());
    keepFocus(edit);
  }

  const bar = removeBar(removeMarked);
  const edit = h("button", { class: "bar-link", type: "button", onclick: () => setEditing(!isEditing) });

  function setEditing(value) {
    isEditing = value;
    marked.clear();
    edit.textContent = isEditing ? text.done : words.task.edit;
    look?.close();
    place.classList.toggle("is-editing", isEditing);
    bar.paint(0);
    fill(foot, isEditing && view === "collection" ? bar.element : addButton("/events/new", text.add));
    lists.forEach((list) => list.repaint());
  }

  function makeList(state) {
    const isPast = state === "past";
    const list = pagedList({
      name: `events.${state}`, isReturn,
      load: (cursor, ask) => ask("/v1/events", { state: isPast ? "past" : null, limit: pageSize, cursor }),
      row: (event) => look.row(event),
      overlay: (items, fetched) => withChanges(items, listed(), fetched, { isPast, now: clock.now() }),
      empty: () => isPast ? h("p", { class: "quiet past-none" }, text.nothingPast)
        : empty("🗓️", text.empty, text.emptyText),
      onload: (items) => {
        land();
        nameCourses(items, () => lists.forEach((one) => one.repaint()));
      },
    });
    lists.set(state, list);
    list.refresh();
    return list;
  }

  function land() {
    if (wanted && lists.get("upcoming")?.focus(wanted)) wanted = null;
  }

  // Both ways to look at it are the same lists with other rows.
  function show() {
    clear();
    look = view === "table" ? eventRows({ isEditing: () => isEditing, remove: removeOne })
      : eventTiles({ isEditing: () => isEditing, marked, onmark: () => bar.paint(marked.size) });
    const past = h("div", { class: "past-events" });
    const fold = h("details", {
      class: "more", open: wasPastOpen && isReturn,
      ontoggle: () => {
        wasPastOpen = fold.open;
        if (fold.open && !lists.has("past")) fill(past, makeList("past").element);
      },
    }, h("summary", {}, text.past), past);
    fill(place, makeList("upcoming").element, fold);
    place.dataset.view = view;
    setEditing(false);
    land();
  }

  function clear() {
    look?.stop();
    lists.forEach((list) => list.stop());
    lists.clear();
  }

  const tabs = segmented({
    name: "view", label: text.view, options: [["table", text.table], ["collection", text.collection]],
    value: view,
    onchange: (chosen) => {
      view = chosen;
      keepView(chosen);
      show();
    },
  });
  tabs.element.classList.add("event-tabs");
  show();

  const refresh = () => lists.forEach((list) => list.refresh());
  const renew = setInterval(() => {
    if (document.hidden) return;
    const [upcoming, past] = ["upcoming", "past"].map((state) => lists.get(state));
    if (past) renewLeft(past.element);
    if (renewLeft(upcoming.element)) refresh();
  }, renewsAfter);
  const unwatch = [
    watchOutbox(() => lists.forEach((list) => list.repaint({ isAnew: false }))),
    watchRoommates(() => lists.forEach((list) => list.repaint())),
    watchCourses(() => lists.forEach((list) => list.repaint())),
  ];
  return {
    name: "events", tab: "events", title: text.title, action: edit, body: [tabs.element, place, foot],
    heard: (topic, data) => {
      if (topic === "events.event.restored") release(data.id);
      else if (/^events\.(event|lists)\.|^reset$/.test(topic)) refresh();
    },
    stop: () => {
      clearInterval(renew);
      unwatch.forEach((stop) => stop());
      clear();
    },
  };
}

function chosenView() {
  try {
    return localStorage.getItem(flag) === "collection" ? "collection" : "table";
  } catch {
    return "table";
  }
}

function keepView(view) {
  try {
    localStorage.setItem(flag, view);
  } catch {
    // Storage is refused: the next visit begins with the table.
  }
}
