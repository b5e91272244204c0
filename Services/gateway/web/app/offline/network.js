// The state of the network: whether Quad can be reached, and the age of what is shown.

const watchers = new Set();

/**
 * `isDown`: nothing answers. `isOld`: something on the screen is a kept answer. `asOf`: the time (ms) of the
 * oldest of these, or of the last contact, or null.
 */
export const network = { isDown: false, isOld: false, asOf: null };
let lastContact = null;

/** Calls `watcher` after each change. */
export function watchNetwork(watcher) {
  watchers.add(watcher);
}

/** Quad has answered. */
export function reached() {
  lastContact = Date.now();
  if (network.isDown) set({ isDown: false, isOld: false, asOf: null });
}

/** Quad has not answered. */
export function missed() {
  if (!network.isDown) set({ isDown: true, asOf: network.asOf ?? lastContact });
}

/** An answer of that time is on the screen instead of a new one. */
export function showsOld(at) {
  set({ isOld: true, asOf: Math.min(at, network.isOld ? network.asOf ?? at : at) });
}

/** What is on the screen is asked for anew. */
export function lookAgain() {
  if (!network.isDown) set({ isOld: false, asOf: null });
}

/** Another page is shown: the age of the one before does not count. */
export function turnPage() {
  if (network.isDown) network.asOf = lastContact;
  else if (network.isOld) set({ isOld: false, asOf: null });
}

/** True for a problem after which the same request may be sent again later. */
export function isUnreachable({ code, status }) {
  return code === "offline" || code === "timeout" || status === 502 || status === 503 || status === 504;
}

function set(values) {
  Object.assign(network, values);
  for (const watcher of [...watchers]) watcher();
}
