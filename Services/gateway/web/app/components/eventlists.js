// The to-dos and the budget of an event beside its countdown: the next things to do, and the sums.

import { fill, h, icon, refill } from "../dom.js";
import { isKnown } from "../models/lines.js";
import { isUnreachable } from "../offline/network.js";
import { money, words } from "../words/words.js";
import { limitNote } from "./budgetlimit.js";
import { isWorkedOn } from "./eventlink.js";
import { failed, offlineNote, progress, skeleton } from "./pieces.js";
import { toDoList } from "./todolist.js";

/** The limit of open to-dos shown here; the list's own page has all of them. */
const maxShown = 4;

/** The two parts for the event with the id `id`. `show(event)` is called whenever the event is painted. */
export class EventLists {
  constructor(id) {
    this.id = id;
    this.element = h("div", { class: "event-lists" });
    this.hasBegun = false;
    this.budget = h("section", {});
    /** To-dos that stay although they are ticked or not among the first: those ticked or added here. */
    this.kept = new Set();
    this.makeToDos();
  }

  makeToDos() {
    const text = words.toDos;
    this.counted = h("div", { role: "status" });
    this.place = h("div", {}, skeleton(2));
    this.all = h("a", { class: "part-link", href: `/events/${this.id}/to-dos` });
    this.toDos = toDoList(this.id, {
      pick: (items, edited) => this.pick(items, edited), painted: (items) => this.count(items),
      ticked: ({ id }) => this.kept.add(id), added: ({ id }) => this.kept.add(id),
      took: () => this.open(), failed: (problem) => this.fail(problem),
    });
    const { list } = this.toDos;
    this.toDoPart = h("section", {},
      h("h2", { class: "group" }, text.title), list.voice, this.place);
  }

  /** Shows the parts of `event` that its reader may see. The lists are fetched after the page was painted. */
  show(event) {
    const isOpen = isWorkedOn(event);
    this.event = event;
    this.toDos.know(event);
    this.toDoPart.hidden = !isOpen && event.toDos.all === 0;
    this.budget.hidden = !isOpen && !event.budget;
    refill(this.budget, h("h2", { class: "group" }, words.budget.title), budgetCard(event));
    if (!this.element.firstChild) fill(this.element, this.toDoPart, this.budget);
    if (!this.hasBegun) setTimeout(() => { if (!this.isOver) this.toDos.begin(); });
    this.hasBegun = true;
  }

  pick(items, edited) {
    let free = maxShown;
    return items.filter((item) => {
      if (this.kept.has(item.id) || item.id === edited || !isKnown(item)) return true;
      free -= item.isDone ? 0 : 1;
      return !item.isDone && free >= 0;
    });
  }

  count(items) {
    const text = words.toDos;
    const done = items.filter(({ isDone }) => isDone).length;
    refill(this.counted, items.length > 0 && progress({ label: text.counted(done, items.length), text: "",
      value: done, most: items.length }));
    this.counted.hidden = items.length === 0;
    this.all.hidden = items.length === 0;
    refill(this.all, text.all(items.length), icon("next"));
  }

  open(note = null) {
    const { list, add } = this.toDos;
    if (this.isFilled && !note) return;
    fill(this.place, note, h("div", { class: "card event-part" },
      this.counted, list.element, add.element, this.all));
    this.isFilled = true;
  }

  fail(problem) {
    if (this.isFilled) return;
    const again = this.toDos.refresh;
    if (isUnreachable(problem)) {
      this.toDos.list.take([], 0);
      this.open(offlineNote(again));
      this.isFilled = false;
    } else {
      fill(this.place, failed(problem, again));
    }
  }

  onEvent(topic, data) {
    const isOurs = topic === "events.toDos.changed" && data?.event === this.id;
    if (this.hasBegun && (isOurs || topic === "events.lists.changed" || topic === "reset")) {
      this.toDos.refresh();
    }
  }

  /** Shows nothing any more: the event is gone. */
  clear() {
    fill(this.element);
  }

  stop() {
    this.isOver = true;
    this.toDos.stop();
  }
}

function budgetCard({ id, budget }) {
  const text = words.budget;
  const href = `/events/${id}/budget`;
  if (!budget) return h("a", { class: "card part-link", href }, text.begin, icon("next"));
  const { planned, actual, currency, digits } = budget;
  const say = (minor) => money(minor, currency, digits);
  return h("div", { class: "card event-part" },
    planned > 0 ? progress({ label: text.actual, text: text.paidOf(say(actual), say(planned)),
      value: Math.min(Math.max(actual, 0), planned), most: planned })
      : h("p", { class: "part-sum" }, h("strong", {}, text.actual), " ", say(actual)),
    limitNote(budget, say), h("a", { class: "part-link", href }, text.whole, icon("next")));
}
