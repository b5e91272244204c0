// The lines of an event's lists, and what changes that wait to be sent make of them.

/** The limit on the error of this device's estimate of the site's time (ms). */
const clockSkew = 1000;

/**
 * The lines of `list` (its path) as they will be once the changes of the outbox have gone out. Those that
 * went out after `fetched` (ms) count too, because the list does not know of them yet. `asLine(body, line)`
 * is what of a change's body stands on a line.
 */
export function withChanges(items, changes, fetched, { list, asLine }) {
  let lines = items;
  const idOf = idsOf(changes);
  const put = (line) => {
    const isThere = lines.some(({ id }) => id === line.id);
    lines = isThere ? lines.map((one) => one.id === line.id ? line : one) : [...lines, line];
  };
  for (const change of changes) {
    const { what, body, key, state, sentAt, reply } = change;
    const counts = state === "waiting" || (state === "sent" && sentAt > fetched);
    if (what.list !== list || !counts) continue;
    const known = lines.find(({ id }) => id === idOf(what.id));
    switch (what.kind.split(".")[1]) {
      case "add":
        if (reply) put(reply);
        else if (!lines.some((line) => hasArrived(line, change))) put(awaited(asLine(body), key));
        break;
      case "edit":
        if (reply) put(reply);
        else if (known) put({ ...known, ...asLine(body, known), isWaiting: true });
        break;
      case "delete":
        lines = lines.filter((line) => line !== known);
        break;
      case "restore":
        if (reply ?? what.line) put(reply ?? { ...what.line, isWaiting: true });
        break;
      default:
    }
  }
  return lines;
}

/** True for a line that the site knows: it has an id and a position there. */
export function isKnown({ version }) {
  return version > 0;
}

/** The key of the change that another one of this line has to follow, or null. */
export function lastChangeOf(line, changes) {
  const idOf = idsOf(changes);
  const own = changes.filter(({ key, what }) => key === line.id || idOf(what.id) === line.id);
  return own.findLast(({ state }) => state === "waiting")?.key ?? (isKnown(line) ? null : line.id);
}

// A new line goes by the key of its change until the reply is there.
function idsOf(changes) {
  const known = new Map(changes.filter(({ reply }) => reply?.id).map(({ key, reply }) => [key, reply.id]));
  return (id) => known.get(id) ?? id;
}

function awaited(line, key) {
  return { ...line, id: key, version: 0, isWaiting: true };
}

// The stream may be faster than the answer: then the line is on the list before its change counts as sent.
function hasArrived(line, { body, what }) {
  return isKnown(line) && line.text === body.text && madeAt(line.id) > what.at - clockSkew;
}

// The site's ids begin with the time (ms) at which they were made (RFC 9562, version 7).
function madeAt(id) {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
