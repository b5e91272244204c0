// The card of tasks: what is overdue and due today, ticked here, then what comes next.

import { arrange } from "../../components/arrange.js";
import { completeTask, taskRow } from "../../components/taskticks.js";
import { emoji, h, icon } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { after, withChanges } from "../../models/tasks.js";
import { mayHoldDue, tasksOfToday } from "../../models/today.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { state } from "../../state.js";
import { words } from "../../words/words.js";
import { Card, shortened } from "./card.js";

/** The request of the task list, so that both pages share a stored reply. */
const pageSize = 100;
/** The limit on fetched pages. */
const maxPages = 5;
/** The number of rows. The card keeps the height for them, so that nothing below it moves. */
const maxRows = 3;

export class TasksCard extends Card {
  constructor(changed) {
    super({
      name: "tasks", title: words.today.cards.tasks, ask: openTasks, draw: () => this.content(), changed,
    });
    this.held = new Set();
    // Tasks whose completion is being shown.
    this.lingering = new Map();
    this.rows = new Map();
    this.head = h("span", { class: "row-note" });
    this.due = h("ul", { class: "today-rows" });
    this.nextTitle = h("h3", { class: "today-next" }, words.today.next);
    this.later = h("ul", { class: "today-rows" });
    this.more = h("a", { class: "today-more", href: "/tasks" });
    this.none = h("p", { class: "today-none" }, emoji("🎉"), " ", words.tasks.emptyText);
    this.whole = [
      h("a", { class: "today-head", href: "/tasks" }, h("h2", { class: "today-kind" }, this.title), this.head,
        icon("next")),
      this.due, this.nextTitle, this.later, this.more, this.none,
    ];
    this.unwatch = watchOutbox(() => this.repaint());
  }

  content() {
    const open = withChanges(this.data, listed(), this.at);
    const lingering = [...this.lingering.values()].filter(({ id }) => !open.some((one) => one.id === id));
    const shown = [...open, ...lingering].filter(({ id }) => !this.held.has(id));
    const { due, later } = tasksOfToday(shown, Date.now());
    const text = words.today;
    const rest = later.slice(0, Math.max(0, maxRows - due.length));
    this.head.textContent = due.length > 0 ? text.due(due.length) : text.nothingDue;
    arrange(this.due, due.slice(0, maxRows).map((task) => this.rowOf(task)));
    arrange(this.later, rest.map((task) => this.rowOf(task)));
    this.due.hidden = due.length === 0;
    this.later.hidden = rest.length === 0;
    this.nextTitle.hidden = rest.length === 0;
    this.more.hidden = due.length <= maxRows;
    this.more.textContent = this.more.hidden ? "" : text.moreDue(due.length - maxRows);
    this.none.hidden = shown.length > 0;
    this.setQuiet(due.length === 0);
    const known = new Set(shown.map(({ id }) => id));
    for (const id of this.rows.keys()) if (!known.has(id)) this.rows.delete(id);
    return this.whole;
  }

  // The parts stay, so that an update removes neither the focus nor a check mark.
  paint() {
    if (this.data === null) return;
    const row = document.activeElement?.closest?.("li");
    const hadFocus = this.element.contains(row);
    const at = hadFocus ? [...this.element.querySelectorAll("li")].indexOf(row) : -1;
    arrange(this.body, this.content());
    if (!hadFocus || row.isConnected) return;
    const near = [...this.element.querySelectorAll("li")];
    keepFocus(near[Math.min(at, near.length - 1)]?.querySelector("button, a") ?? this.whole[0]);
  }

  // The row of an unchanged task is kept, unless its time has come.
  rowOf(task) {
    const isOver = Boolean(task.due) && Date.parse(task.due) < Date.now();
    const text = JSON.stringify([task, isOver, Boolean(state.roommates)]);
    const known = this.rows.get(task.id);
    if (known?.text === text) return known.node;
    const node = taskRow(task, (row) => completeTask(this, task, row), shortened(task.title));
    this.rows.set(task.id, { node, text });
    return node;
  }

  /** Keeps the row of a task that is completed until `hold(id)` or `letGo(id)`. */
  linger(task) {
    this.lingering.set(task.id, task);
  }

  letGo(id) {
    if (this.lingering.delete(id)) this.paint();
  }

  /** Hides a row until `release(id)`. */
  hold(id) {
    this.lingering.delete(id);
    this.held.add(id);
    this.paint();
  }

  release(id) {
    if (this.held.delete(id)) this.paint();
  }

  refresh() {
    return this.load();
  }

  repaint() {
    this.paint();
  }

  /** Changes the tasks: `edit(items)` returns the new ones, or null to fetch them again. */
  change(edit) {
    if (this.data === null) return;
    // A running fetch may have started before this change.
    if (this.isAsking) this.isStale = true;
    const next = edit(this.data);
    if (next === null) this.load();
    else if (next !== this.data) this.take(next, this.at);
  }

  focus(id, wish) {
    this.rows.get(id)?.node.querySelector(wish)?.focus();
  }

  onEvent(topic, data) {
    if (topic === "roomhub.task.reopened") this.release(data.task.id);
    if (topic.startsWith("roomhub.task.")) this.change((items) => after(items, topic, data));
    if (topic === "roomhub.member.left" || topic === "reset") this.load();
  }

  renew() {
    this.paint();
  }

  stop() {
    super.stop();
    this.unwatch();
  }
}

// The site's list up to the last task that may be due today.
async function openTasks(question) {
  const tasks = [];
  let cursor = null;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await question("/v1/tasks", { limit: pageSize, cursor });
    if (!found) return page === 0 ? null : tasks;
    tasks.push(...found.items);
    cursor = found.next ?? null;
    if (!cursor || !mayHoldDue(tasks, Date.now())) break;
  }
  return tasks;
}
