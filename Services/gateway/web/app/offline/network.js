// Whether Quad can be reached, and how old what is shown is.

const watchers = new Set();

/** `asOf`: the time (ms) of the oldest kept answer on the screen, or of the last contact, or null. */
export const network = { isDown: false, asOf: null };
let lastContact = null;

/** Calls `watcher` after each change. */
export function watchNetwork(watcher) {
  watchers.add(watcher);
}

/** Quad has answered. */
export function reached() {
  lastContact = Date.now();
  if (network.isDown) set({ isDown: false, asOf: null });
}

/** Quad has not answered. */
export function missed() {
  if (!network.isDown) set({ isDown: true, asOf: network.asOf ?? lastContact });
}

/** An answer of that time is on the screen instead of a new one. */
export function showsOld(at) {
  if (network.asOf === null || at < network.asOf) set({ asOf: at });
}

/** Another page is shown: the age of the one before does not count. */
export function turnPage() {
  if (network.isDown) network.asOf = lastContact;
}

/** Whether a problem means that the request may be repeated later as it is. */
export function isUnreachable({ code, status }) {
  return code === "offline" || code === "timeout" || status === 502 || status === 503 || status === 504;
}

function set(values) {
  Object.assign(network, values);
  for (const watcher of [...watchers]) watcher();
}
