// The page Today: its tasks, overdue and due today, then what comes next; and the texts of its cards.

const last = Number.MAX_SAFE_INTEGER;

/** The start of the day after `now` on this device's clock (both in ms). */
export function endOfToday(now) {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/**
 * Open tasks in two groups: `due` until the end of today, the longest overdue first, and `later` in the
 * order of the site.
 */
export function tasksOfToday(tasks, now) {
  const end = endOfToday(now);
  const isDue = ({ due }) => Boolean(due) && Date.parse(due) < end;
  const due = tasks.filter(isDue).sort((one, other) => Date.parse(one.due) - Date.parse(other.due));
  return { due, later: tasks.filter((task) => !isDue(task)) };
}

/**
 * True if the next page of the site's list may hold a task that is due today. The list has important tasks
 * first, then the others by due time.
 */
export function mayHoldDue(tasks, now) {
  const end = tasks.at(-1);
  if (!end) return false;
  return end.isImportant || (end.due ? Date.parse(end.due) : last) < endOfToday(now);
}

/** The beginning of a text: at most so many characters, up to a whole word where that is possible. */
export function beginning(text, maxShown) {
  const all = Array.from(text);
  if (all.length <= maxShown) return text;
  const start = all.slice(0, maxShown).join("");
  const end = start.search(/\s\S*$/u);
  return `${start.slice(0, end > maxShown / 2 ? end : undefined).replace(/[\s,.;:(]+$/u, "")}…`;
}
