// The row of an open task, and what its circle does: complete the task, with an undo.

import { clock } from "../clock.js";
import { h, icon, spoken } from "../dom.js";
import { after } from "../models/tasks.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { sendOrKeep, withdraw } from "../offline/outbox.js";
import { loadHome, nameOf, state } from "../state.js";
import { dayNamed, moment, words } from "../words/words.js";
import { avatar, importantMark } from "./pieces.js";
import { complain, toast } from "./toast.js";

/** The time for which the row shows that its task is done before it leaves (ms). */
const doneShown = 700;
/** The duration of the row's leaving (ms), without which it leaves at once where less motion is wanted. */
const leaving = 220;
/** The time that a due date without one has: the last minute of its day. */
const endOfDay = "23:59";

/** The row of an open task, which shows `title`. `tick(row)` is called when its circle is pressed. */
export function taskRow(task, tick, title = task.title) {
  const text = words.tasks;
  const node = h("li", { class: task.isWaiting ? "row task-row is-waiting" : "row task-row" });
  const inside = [
    h("span", { class: "row-title" }, task.isImportant && importantMark(), title), noteOf(task),
    task.isWaiting && h("span", { class: "row-note" }, icon("clock"), text.waits),
  ];
  if (!task.added || (task.isWaiting && !task.addedBy)) {
    // A task that is not on the site yet can only be changed in the outbox.
    node.append(h("span", { class: "tick" }, h("span", { class: "tick-circle is-waiting" }, icon("clock"))),
      h("a", { class: "row-link", href: "/outbox" }, inside));
    return node;
  }
  node.append(
    h("button", {
      class: "tick", type: "button", "aria-label": text.tick(task.title),
      "aria-description": task.isWaiting ? text.waits : null, onclick: () => tick(node),
    }, h("span", { class: "tick-circle" }, icon("check"))),
    h("a", { class: "row-link", href: `/tasks/${task.id}`,
      "aria-current": location.pathname === `/tasks/${task.id}` ? "page" : null }, inside));
  return node;
}

// When the task is due, and who added it if that was someone else.
function noteOf({ due, addedBy }) {
  const text = words.tasks;
  const isOver = due && Date.parse(due) < clock.now();
  const when = due && h("span", { class: isOver ? "is-over" : null },
    (isOver ? text.overdue : text.due)(dueWords(due)));
  const isOfMate = Boolean(addedBy) && addedBy !== state.me?.id;
  const mate = isOfMate && state.roommates?.find(({ profile }) => profile.id === addedBy);
  // Until the roommates are known, an empty line keeps the place of the name.
  const who = mate ? h("span", { class: "task-by" }, avatar(mate.profile),
    h("span", {}, spoken(`${text.by} `), mate.profile.firstName))
    : isOfMate && !state.roommates && h("span", { class: "task-by" }, "\u00a0");
  return (when || who) && h("span", { class: "row-note task-note" }, when, who);
}

function dueWords(due) {
  const { date, time } = wallOf(Date.parse(due), deviceZone);
  return time === endOfDay ? dayNamed(date) : moment(due);
}

/**
 * Completes a task: its `row` is ticked and struck through for a moment, then it leaves. Undo restores it.
 * `list` shows the row and has these functions of a `pagedList`: `hold(id)`, `release(id)`,
 * `focus(id, wish)`, `change(edit)`, `repaint({ isAnew })` and `refresh()`. With `linger(item)` and
 * `letGo(id)`, the row stays for its moment even if the live stream is faster than that.
 */
export async function completeTask(list, task, row) {
  const text = words.tasks;
  if (row.classList.contains("is-done")) return;
  row.classList.add("is-done");
  list.linger?.(task);
  const shown = pause(doneShown);
  try {
    const what = { kind: "task.complete", id: task.id, title: task.title };
    const [done] = await Promise.all([
      sendOrKeep("POST", `/v1/tasks/${task.id}/complete`, undefined, what), shown,
    ]);
    await leave(row);
    if (done.isWaiting) {
      list.letGo?.(task.id);
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
    list.letGo?.(task.id);
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

// Folds the row up. Its height is measured, because rows with long titles are higher.
async function leave(row) {
  if (!row.isConnected || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const open = { height: `${row.offsetHeight}px`, minHeight: 0, opacity: 1, overflow: "clip" };
  row.animate([open, { ...open, height: 0, opacity: 0 }], { duration: leaving, easing: "ease-in" });
  await pause(leaving);
}

function pause(ms) {
  return new Promise((resume) => setTimeout(resume, ms));
}
