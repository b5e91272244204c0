// The open tasks of a room: their order, with live events and unsent changes applied.

/** The limit on the difference between this device's clock and the site's (ms). */
const clockSkew = 60_000;
/** The values by which tasks are ordered. */
const ranks = new WeakMap();

/** The order of the site: important tasks first, then by due time, then by age. */
export function before(one, other) {
  const [a, b] = [rankOf(one), rankOf(other)];
  return a.place - b.place || a.due - b.due || a.added - b.added
    || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** The list after an event of the live stream, or null if it has to be fetched again. */
export function after(items, topic, data) {
  switch (topic) {
    case "roomhub.task.added":
    case "roomhub.task.changed":
    case "roomhub.task.reopened":
    case "roomhub.task.restored":
      return data.task.completed ? without(items, data.task.id) : within(items, data.task);
    case "roomhub.task.completed": return without(items, data.task.id);
    case "roomhub.task.deleted": return without(items, data.id);
    default: return null;
  }
}

/**
 * The list with the changes of the outbox applied. Changes sent after `fetched` (ms) are included, because
 * the list does not contain them yet.
 */
export function withChanges(items, changes, fetched) {
  let list = items;
  for (const change of changes) {
    const { what, body, state, sentAt, reply } = change;
    const counts = state === "waiting" || (state === "sent" && sentAt > fetched);
    if (!counts) continue;
    switch (what.kind) {
      case "task.add":
        if (reply?.task) list = within(list, reply.task);
        else if (!list.some((task) => hasArrived(task, change))) list = within(list, awaited(change));
        break;
      case "task.complete":
      case "task.delete":
        list = without(list, what.id);
        break;
      case "task.edit":
        list = edited(list, what.id, body);
        break;
      case "task.reopen":
      case "task.restore":
        if (reply) list = within(list, reply);
        else if (what.task) list = within(list, { ...what.task, completed: null, isWaiting: true });
        break;
      default:
    }
  }
  return list;
}

// A preview of the task on the site.
function awaited({ key, body, at }) {
  return { id: key, isWaiting: true, isImportant: false, ...body, added: new Date(at).toISOString() };
}

// The stream may be faster than the reply. The task is then listed before its change counts as sent.
function hasArrived(task, { body, person, at, isUntried }) {
  return !isUntried && !task.isWaiting && task.title === body.title && task.addedBy === person
    && Date.parse(task.added) > at - clockSkew;
}

function within(items, task) {
  const rest = without(items, task.id);
  let at = rest.length;
  while (at > 0 && before(task, rest[at - 1]) < 0) at -= 1;
  return [...rest.slice(0, at), task, ...rest.slice(at)];
}

function without(items, id) {
  return items.some((task) => task.id === id) ? items.filter((task) => task.id !== id) : items;
}

function edited(items, id, { version: _, ...values }) {
  const task = items.find((one) => one.id === id);
  return task ? within(items, { ...task, ...values, isWaiting: true }) : items;
}

/** The instant (ms) at which a task is due; a number beyond all instants if it has no due date. */
export function dueOf(task) {
  return rankOf(task).due;
}

// Parsed once, because each change of a long list compares all of its tasks.
function rankOf(task) {
  let known = ranks.get(task);
  if (!known) {
    known = {
      place: task.isImportant ? 0 : 1, due: task.due ? Date.parse(task.due) : Number.MAX_SAFE_INTEGER,
      added: Date.parse(task.added),
    };
    ranks.set(task, known);
  }
  return known;
}

/** The period in which a completed task can be reopened. */
const reopenLimit = 30 * 86_400_000;

/** True for a completed task that can still be reopened. */
export function canReopen({ completed }) {
  return Date.now() - new Date(completed).getTime() < reopenLimit;
}
