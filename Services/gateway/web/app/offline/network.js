// State of the network: reachability of Quad, and the age of the shown data.

const watchers = new Set();

/**
 * `isDown`: no reply. `lacks`: something was asked for meanwhile and didn't come. `isOld`: the page shows a
 * stored reply. `asOf`: the time (ms) of the oldest stored reply shown, or of the last contact, or null.
 */
export const network = { isDown: false, lacks: false, isOld: false, asOf: null };
let lastContact = null;

/** Calls `watcher` after each change. */
export function watchNetwork(watcher) {
  watchers.add(watcher);
}

/** Records a reply from Quad. */
export function reached() {
  lastContact = Date.now();
  if (network.isDown) set({ isDown: false, isOld: false, asOf: null });
  network.lacks = false;
}

/** Records a request without a reply. `lacks` is true if the reply is missing somewhere. */
export function missed({ lacks = false } = {}) {
  network.lacks ||= lacks;
  if (!network.isDown) set({ isDown: true, asOf: network.asOf ?? lastContact });
}

/** Records that the page shows a stored reply of that time. */
export function showsOld(at) {
  set({ isOld: true, asOf: Math.min(at, network.isOld ? network.asOf ?? at : at) });
}

/** Records that the page fetches its data again. */
export function lookAgain() {
  if (!network.isDown) set({ isOld: false, asOf: null });
}

/** True where the browser is set to use little data: nothing is fetched that nobody asked for. */
export function savesData() {
  return navigator.connection?.saveData === true;
}

/** Resets the age when another page opens. */
export function turnPage() {
  if (network.isDown) network.asOf = lastContact;
  else if (network.isOld) set({ isOld: false, asOf: null });
}

/** True for a problem after which the same request may succeed later. */
export function isUnreachable({ code, status }) {
  return code === "offline" || code === "timeout" || status === 502 || status === 503 || status === 504;
}

function set(values) {
  Object.assign(network, values);
  for (const watcher of [...watchers]) watcher();
}
