// The groups of the task list: by due time, on the reader's own days.

import { before, dueOf } from "./tasks.js";
import { deviceZone, instantOf, wallOf } from "./zonetime.js";

const aDay = 86_400_000;
/** The copy of each task with its group. The same task in the same group is the same object again. */
const copies = new WeakMap();
/** The groups in order. */
export const taskGroups = ["overdue", "today", "later", "none"];

/** The tasks with their `group`, in the order of the list. `now` is in ms; days are those of `zone`. */
export function inGroups(tasks, now, zone = deviceZone) {
  const midnight = nextMidnight(now, zone);
  const groups = Object.fromEntries(taskGroups.map((name) => [name, []]));
  for (const task of tasks) {
    const name = groupOf(task, now, midnight);
    groups[name].push(grouped(task, name));
  }
  return Object.values(groups).flatMap(inOrder);
}

/** The next instant (ms) at which a task moves to another group: when it is due, or at midnight. */
export function regroupsAt(tasks, now, zone = deviceZone) {
  let next = nextMidnight(now, zone);
  for (const task of tasks) {
    if (!task.due) continue;
    const at = dueOf(task) + 1;
    if (at > now && at < next) next = at;
  }
  return next;
}

// Most lists are in order already.
function inOrder(tasks) {
  const isOff = tasks.some((task, at) => at > 0 && before(tasks[at - 1], task) > 0);
  return isOff ? tasks.sort(before) : tasks;
}

function grouped(task, group) {
  const known = copies.get(task);
  if (known?.group === group) return known;
  const copy = { ...task, group };
  copies.set(task, copy);
  return copy;
}

function groupOf(task, now, midnight) {
  if (!task.due) return "none";
  const at = dueOf(task);
  if (at < now) return "overdue";
  return at < midnight ? "today" : "later";
}

// The start of the next day in the zone, which may be 23 or 25 hours after the start of this one.
function nextMidnight(now, zone) {
  const next = Date.parse(`${wallOf(now, zone).date}T12:00Z`) + aDay;
  return instantOf({ date: new Date(next).toISOString().slice(0, 10), zone }).instant;
}
