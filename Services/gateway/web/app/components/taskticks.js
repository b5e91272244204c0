// The row of an open task, and what its circle does: complete the task, with an undo.

import { h, icon } from "../dom.js";
import { after } from "../models/tasks.js";
import { sendOrKeep, withdraw } from "../offline/outbox.js";
import { loadHome, nameOf, state } from "../state.js";
import { moment, words } from "../words/words.js";
import { importantMark } from "./pieces.js";
import { complain, toast } from "./toast.js";

/** The time for which the check mark is visible before the row disappears (ms). */
const tickShown = 350;

/** The row of an open task. `tick(row)` is called when its circle is pressed. */
export function taskRow(task, tick) {
  const text = words.tasks;
  const isOver = task.due && new Date(task.due) < new Date();
  const node = h("li", { class: task.isWaiting ? "row task-row is-waiting" : "row task-row" });
  const title = h("span", { class: "row-title" }, task.isImportant && importantMark(), task.title);
  const due = task.due && h("span", { class: isOver ? "row-note is-over" : "row-note" },
    isOver ? text.overdue(moment(task.due)) : text.due(moment(task.due)));
  const waits = task.isWaiting && h("span", { class: "row-note" }, icon("clock"), text.waits);
  if (!task.added || (task.isWaiting && !task.addedBy)) {
    // A task that is not on the site yet can only be changed in the outbox.
    node.append(h("span", { class: "tick" }, h("span", { class: "tick-circle is-waiting" }, icon("clock"))),
      h("a", { class: "row-link", href: "/outbox" }, title, due, waits));
    return node;
  }
  node.append(
    h("button", {
      class: "tick", type: "button", "aria-label": text.tick(task.title), onclick: () => tick(node),
    }, h("span", { class: "tick-circle" }, icon("check"))),
    h("a", { class: "row-link", href: `/tasks/${task.id}` }, title, due, waits));
  return node;
}

/**
 * Completes a task: shows the check mark in its `row` for a moment, then hides the row. Undo restores it.
 * `list` shows the row and has these functions of a `pagedList`: `hold(id)`, `release(id)`,
 * `focus(id, wish)`, `change(edit)`, `repaint({ isAnew })` and `refresh()`.
 */
export async function completeTask(list, task, row) {
  const text = words.tasks;
  if (row.classList.contains("is-done")) return;
  row.classList.add("is-done");
  const shown = new Promise((resume) => setTimeout(resume, tickShown));
  try {
    const what = { kind: "task.complete", id: task.id, title: task.title };
    const [done] = await Promise.all([
      sendOrKeep("POST", `/v1/tasks/${task.id}/complete`, undefined, what), shown,
    ]);
    if (done.isWaiting) {
      toast(text.doneLater, () => reopenTask(list, task, row, done.key));
      return;
    }
    list.hold(task.id);
    const by = done.reply.completedBy;
    if (!by || by === state.me?.id) toast(text.done, () => reopenTask(list, task, row, done.key));
    else toast(text.firstDoneBy(nameOf(by) ?? words.people.Former));
    loadHome().catch(complain);
  } catch (problem) {
    row.classList.remove("is-done");
    complain(problem);
    if (problem.status === 404) list.refresh();
  }
}

/** Reopens a task that was completed with the outbox key `key`, or withdraws the unsent change. */
export async function reopenTask(list, task, row, key) {
  row.classList.remove("is-done");
  list.release(task.id);
  try {
    if (await withdraw(key)) {
      list.repaint({ isAnew: false });
    } else {
      const what = { kind: "task.reopen", id: task.id, title: task.title, task };
      const { reply } = await sendOrKeep("POST", `/v1/tasks/${task.id}/reopen`, undefined, what);
      if (reply) list.change((items) => after(items, "roomhub.task.reopened", { task: reply }));
    }
    list.focus(task.id, "button");
  } catch (problem) {
    complain(problem);
    list.refresh();
  }
}
