// Replies to the requests that a visit begins with. They are sent before the client itself has arrived, and
// each is used once.

/** The time after which an unused reply is out of date (ms). */
const maxAge = 10_000;
const patience = 15_000;
/** The limit on paths that are noted as asked for; the first script asks for fewer. */
const maxNoted = 50;
/** The time that the live stream waits for the early replies (ms). */
const maxWait = 3000;

// In a release build the script that sends them is a bundle of its own.
const early = window.quadEarly ??= { asked: new Map(), sent: [], isOver: false, isUsed: false };

/** Sends a GET request, unless the client has sent it by itself meanwhile. Returns its response or null. */
export function askEarly(path) {
  if (early.isOver || early.asked.has(path)) return null;
  const response = fetch(path, {
    headers: { Accept: "application/json" }, cache: "no-store",
    signal: AbortSignal.timeout(patience),
  });
  // Its failure is reported where the reply is used.
  response.catch(() => {});
  early.asked.set(path, { at: Date.now(), response });
  early.sent.push(response);
  return response;
}

/** The early response to a request, as `{ at, response }` with the time it was sent (ms), or null. */
export function takeEarly(path) {
  const found = early.asked.get(path);
  // Asked for now, so never early.
  if (found || early.asked.size < maxNoted) early.asked.set(path, null);
  if (!found || early.isOver || Date.now() - found.at > maxAge) return null;
  early.isUsed = true;
  return found;
}

/** Drops what was not used, because another person may follow. */
export function dropEarly() {
  early.isOver = true;
  early.asked.clear();
  early.sent.length = 0;
}

/**
 * The ids of the live stream's events, separated by commas, after which the early replies may miss something,
 * or null if that isn't known.
 */
export async function seenUntil() {
  const wait = new Promise((resolve) => { setTimeout(resolve, maxWait, []); });
  const results = await Promise.race([Promise.allSettled(early.sent), wait]);
  const ids = results.map(({ value }) => value?.ok && value.headers.get("Quad-Event-ID")).filter(Boolean);
  return [...new Set(ids)].join(",") || null;
}

/** True if early replies were used: events between them and the begin of the live stream may be missing. */
export function isBehindStream() {
  return early.isUsed;
}
