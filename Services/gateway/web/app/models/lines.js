// The lines of an event's lists, with unsent changes applied.

/** The limit on the error of this device's estimate of the site's time (ms). */
const clockSkew = 1000;

/**
 * The lines of `list` (its path) with the changes of the outbox applied. Changes sent after `fetched` (ms)
 * are included, because the list does not contain them yet. `asLine(body, line)` is a line with the body
 * of a change.
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

/** True for a line on the site: it has an id and a position. */
export function isKnown({ version }) {
  return version > 0;
}

/** The key of the change that the line's next change has to follow, or null. */
export function lastChangeOf(line, changes) {
  const idOf = idsOf(changes);
  const own = changes.filter(({ key, what }) => key === line.id || idOf(what.id) === line.id);
  return own.findLast(({ state }) => state === "waiting")?.key ?? (isKnown(line) ? null : line.id);
}

// A new line is identified by the key of its change until the reply arrives.
function idsOf(changes) {
  const known = new Map(changes.filter(({ reply }) => reply?.id).map(({ key, reply }) => [key, reply.id]));
  return (id) => known.get(id) ?? id;
}

function awaited(line, key) {
  return { ...line, id: key, version: 0, isWaiting: true };
}

// The stream may be faster than the reply. The line is then listed before its change counts as sent.
function hasArrived(line, { body, what, isUntried }) {
  return !isUntried && isKnown(line) && line.text === body.text && madeAt(line.id) > what.at - clockSkew;
}

// Ids begin with their creation time in ms (RFC 9562, version 7).
function madeAt(id) {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
