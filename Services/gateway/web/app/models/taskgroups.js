// The groups of the task list: by due time, on the reader's own days.

import { before } from "./tasks.js";
import { deviceZone, instantOf, wallOf } from "./zonetime.js";

const aDay = 86_400_000;
/** The groups in order. */
export const taskGroups = ["overdue", "today", "later", "none"];

/** The tasks with their `group`, in the order of the list. `now` is in ms; days are those of `zone`. */
export function inGroups(tasks, now, zone = deviceZone) {
  const midnight = nextMidnight(now, zone);
  return tasks.map((task) => ({ ...task, group: groupOf(task, now, midnight) }))
    .sort((one, other) => rank(one) - rank(other) || before(one, other));
}

/** The next instant (ms) at which a task moves to another group: when it is due, or at midnight. */
export function regroupsAt(tasks, now, zone = deviceZone) {
  const dues = tasks.filter(({ due }) => due).map(({ due }) => Date.parse(due) + 1);
  return Math.min(nextMidnight(now, zone), ...dues.filter((at) => at > now));
}

function groupOf({ due }, now, midnight) {
  if (!due) return "none";
  const at = Date.parse(due);
  if (at < now) return "overdue";
  return at < midnight ? "today" : "later";
}

// The start of the next day in the zone, which may be 23 or 25 hours after the start of this one.
function nextMidnight(now, zone) {
  const next = Date.parse(`${wallOf(now, zone).date}T12:00Z`) + aDay;
  return instantOf({ date: new Date(next).toISOString().slice(0, 10), zone }).instant;
}

const rank = ({ group }) => taskGroups.indexOf(group);
