// The person's events as a table or a collection, next one first, with past events in a collapsed section
// below; or the week or the month of a date.

import { Problem } from "../../api.js";
import { addressOf } from "../../built.js";
import { listPage } from "../../components/besidelist.js";
import { segmented } from "../../components/choices.js";
import { nameCourses } from "../../components/eventcourses.js";
import { renewLeft } from "../../components/eventparts.js";
import { removeEvents } from "../../components/eventremoval.js";
import { eventRows } from "../../components/eventrows.js";
import { eventTiles, removeBar } from "../../components/eventtiles.js";
import { pagedList } from "../../components/list.js";
import { addButton, empty, failed, skeleton } from "../../components/pieces.js";
import { clock } from "../../clock.js";
import { barAction, showEditing } from "../../components/baraction.js";
import { fill, h } from "../../dom.js";
import { keepFocus, showAside } from "../../frame.js";
import { withChanges } from "../../models/events.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { go } from "../../router.js";
import { watchCourses, watchRoommates } from "../../state.js";
import { words } from "../../words/words.js";

const pageSize = 100;
/** The pause between updates of the time left (ms). */
const renewsAfter = 15_000;
const flag = "quad.events.view";
const views = ["table", "collection", "week", "month"];
let wasPastOpen = false;

/**
 * The page at /events. `focus` is the id of the event to focus, such as a new one. With `isBeside` it is the
 * table beside an event, from which another view opens the page.
 */
export function eventsPage({ focus, isReturn, isBeside = false }) {
  const page = new EventsPage({ focus, isReturn, isBeside });
  page.begin();
  const shown = listPage({
    name: "events", tab: "events", title: words.events.title, action: page.edit, add: page.add,
    isWide: !page.isTable,
    body: [page.tabs(), page.place, page.foot],
    refresh: () => page.refresh(),
    onEvent: (topic, data) => {
      if (topic === "events.event.restored") page.release(data.id);
      else if (/^events\.(event|lists)\.|^reset$/.test(topic)) page.refresh();
    },
    stop: () => page.stop(),
  }, words.events.choose);
  page.turned = () => showAside(Boolean(shown.aside) && page.isTable);
  return shown;
}

/** True if events are shown as a table, which leaves room for one of them beside it. */
export function isTable() {
  return wantedView() === "table";
}

class EventsPage {
  constructor({ focus, isReturn, isBeside }) {
    this.isReturn = isReturn;
    this.isBeside = isBeside;
    this.wanted = focus;
    this.view = wantedView();
    this.isEditing = false;
    /** The ids of the events selected for removal. */
    this.marked = new Set();
    /** The lists by name, `upcoming` and `past`, and the component that renders their rows. */
    this.lists = new Map();
    this.look = null;
    this.calendar = null;
    this.place = h("div", { class: "events" });
    this.add = h("div", { class: "bar-add" });
    this.foot = h("div", {});
    this.bar = removeBar(() => this.removeMarked());
    this.edit = barAction("edit", words.task.edit, { onclick: () => this.setEditing(!this.isEditing) });
  }

  begin() {
    this.show();
    this.renewing = setInterval(() => this.renew(), renewsAfter);
    this.unwatch = [
      watchOutbox(() => this.repaint({ isAnew: false })), watchRoommates(() => this.repaint()),
      watchCourses(() => this.repaint()),
    ];
  }

  stop() {
    clearInterval(this.renewing);
    this.unwatch.forEach((stop) => stop());
    this.clear();
  }

  clear() {
    this.turn = (this.turn ?? 0) + 1;
    this.calendar?.stop();
    this.calendar = null;
    this.look?.stop();
    this.look = null;
    this.lists.forEach((list) => list.stop());
    this.lists.clear();
  }

  refresh() {
    const parts = [this.calendar, ...this.lists.values()];
    return Promise.all(parts.map((part) => part?.refresh()));
  }

  repaint(how) {
    this.calendar?.repaint();
    this.lists.forEach((list) => list.repaint(how));
  }

  // Updates the time left.
  renew() {
    if (document.hidden) return;
    if (this.isCalendar) {
      this.calendar?.repaint();
      return;
    }
    const [upcoming, past] = ["upcoming", "past"].map((state) => this.lists.get(state));
    if (past) renewLeft(past.element);
    if (renewLeft(upcoming.element)) this.refresh();
  }

  get isTable() {
    return this.view === "table";
  }

  get isCalendar() {
    return ["week", "month"].includes(this.view);
  }

  tabs() {
    const text = words.events;
    const { element } = segmented({
      name: "view", label: text.view, options: views.map((view) => [view, text[view]]), value: this.view,
      onchange: (chosen) => {
        this.view = chosen;
        keepView(chosen);
        if (this.isBeside) {
          go(this.isCalendar ? `/events?view=${chosen}` : "/events");
          return;
        }
        if (!this.isCalendar) readdress("/events");
        this.show();
        this.turned();
      },
    });
    element.classList.add("event-tabs");
    return element;
  }

  // Table and collection are the same lists with different rows.
  show() {
    this.clear();
    this.edit.hidden = this.isCalendar;
    if (this.isCalendar) {
      this.place.dataset.view = this.view;
      this.setEditing(false);
      this.showCalendar();
      return;
    }
    const isEditing = () => this.isEditing;
    this.look = this.isTable ? eventRows({ isEditing, remove: (event) => this.removeOne(event) })
      : eventTiles({ isEditing, marked: this.marked, onmark: () => this.bar.paint(this.marked.size) });
    fill(this.place, this.makeList("upcoming").element, this.pastFold());
    this.place.dataset.view = this.view;
    this.setEditing(false);
    this.land();
  }

  async showCalendar() {
    const { turn, view } = this;
    fill(this.place, skeleton(5));
    try {
      const module = await import(addressOf("/app/components/eventcalendar.js"));
      const calendar = await module.eventCalendar({
        view, date: this.date ?? new URLSearchParams(location.search).get("from"), wanted: this.wanted,
        onmove: (date) => {
          if (turn !== this.turn) return;
          this.date = date;
          readdress(`/events?view=${view}&from=${date}`);
          fill(this.add, addButton(module.newEventOn(date), words.events.add));
        },
      });
      if (turn !== this.turn) {
        calendar.stop();
        return;
      }
      this.calendar = calendar;
      fill(this.place, calendar.element);
    } catch (error) {
      // A module that can't be fetched is a TypeError.
      if (!(error instanceof TypeError)) throw error;
      const again = () => this.showCalendar();
      if (turn === this.turn) fill(this.place, failed(new Problem({ code: "offline" }), again));
    }
  }

  pastFold() {
    const past = h("div", { class: "past-events" });
    const fold = h("details", {
      class: "more", open: wasPastOpen && this.isReturn,
      ontoggle: () => {
        wasPastOpen = fold.open;
        if (fold.open && !this.lists.has("past")) fill(past, this.makeList("past").element);
      },
    }, h("summary", {}, words.events.past), past);
    return fold;
  }

  makeList(state) {
    const text = words.events;
    const isPast = state === "past";
    const list = pagedList({
      name: `events.${state}`, isReturn: this.isReturn,
      load: (cursor, ask) => ask("/v1/events", { state: isPast ? "past" : null, limit: pageSize, cursor }),
      row: (event) => this.look.row(event),
      overlay: (items, fetched) => withChanges(items, listed(), fetched, { isPast, now: clock.now() }),
      empty: () => isPast ? h("p", { class: "quiet past-none" }, text.nothingPast)
        : empty("🗓️", text.empty, text.emptyText),
      onload: (items) => {
        this.land();
        nameCourses(items, () => this.repaint());
      },
    });
    this.lists.set(state, list);
    list.refresh();
    return list;
  }

  land() {
    if (this.wanted && this.lists.get("upcoming")?.focus(this.wanted)) this.wanted = null;
  }

  setEditing(value) {
    const text = words.events;
    this.isEditing = value;
    this.marked.clear();
    showEditing(this.edit, value);
    this.look?.close();
    this.place.classList.toggle("is-editing", value);
    this.bar.paint(0);
    const isMarking = value && this.view === "collection";
    fill(this.add, !isMarking && addButton("/events/new", text.add));
    fill(this.foot, isMarking && this.bar.element);
    this.repaint();
  }

  release(id) {
    this.lists.forEach((list) => {
      list.release(id);
      list.refresh();
    });
  }

  // Returns the events that could not be removed.
  remove(events) {
    for (const { id } of events) this.lists.forEach((list) => list.hold(id));
    return removeEvents(events, { back: ({ id }) => this.release(id) });
  }

  async removeOne(event) {
    for (const { id } of await this.remove([event])) this.release(id);
    keepFocus();
  }

  async removeMarked() {
    const { marked, bar } = this;
    const all = [...this.lists.values()].flatMap((list) => list.items()).filter(({ id }) => marked.has(id));
    marked.clear();
    bar.paint(0);
    for (const { id } of await this.remove(all)) {
      marked.add(id);
      this.release(id);
    }
    bar.paint(marked.size);
    this.repaint();
    keepFocus(this.edit);
  }
}

// The view that the address names, or the one chosen last.
function wantedView() {
  const named = new URLSearchParams(location.search).get("view");
  if (views.includes(named)) return named;
  try {
    const chosen = localStorage.getItem(flag);
    return views.includes(chosen) ? chosen : "table";
  } catch {
    return "table";
  }
}

// The address changes in place, so that Back leaves the page. Some browsers limit how often it may.
function readdress(path) {
  if (location.pathname !== "/events" || location.pathname + location.search === path) return;
  try {
    history.replaceState(history.state, "", path);
  } catch (error) {
    if (error.name !== "SecurityError") throw error;
  }
}

function keepView(view) {
  try {
    localStorage.setItem(flag, view);
  } catch {
    // Storage is blocked: the next visit starts with the table.
  }
}
