// The first-aid guide and the campus's AEDs on this device. They are stored for everybody who uses the
// browser, stay after a sign-out, and open without a network and without a session.

import { Problem, exchange } from "./api.js";
import { runs } from "./apps.js";

const shelf = "aid";
/** The pause before they are fetched, so that the page comes first (ms). */
const calm = 800;

const theGuide = kept("/v1/guide", (reply, old) => {
  const bundle = reply.bundle ?? old?.bundle;
  return bundle ? { hash: reply.hash, bundle, site: reply.site } : null;
});
const theAEDs = kept("/v1/aeds", (reply, old) => {
  const items = reply.items ?? old?.items;
  return items ? { hash: reply.hash, items } : null;
});

/** The guide as `{ hash, bundle, site }`: the stored one at once, else the site's. Throws a Problem. */
export const guide = theGuide.get;

/** Fetches the guide, or only what the site's administrators say if it is the stored one. */
export const fetchGuide = theGuide.fetch;

/** The AEDs, the stored list at once, else the site's. Throws a Problem. */
export async function aeds() {
  return (await theAEDs.get()).items;
}

/** Stores guide and AEDs, once the page is there. */
export function keepGuide() {
  if (!runs("aid")) return;
  setTimeout(() => {
    for (const { get } of [theGuide, theAEDs]) get().catch(ignoreProblem);
  }, calm);
}

// The reply of a path, stored on this device. `taken(reply, old)` is the value of a reply, which leaves out
// the parts that the device has, or null if it is incomplete.
function kept(path, taken) {
  let [known, asking] = [null, null];
  const ask = async () => {
    const old = known ?? await stored(path);
    const next = taken(await exchange("GET", old ? `${path}?known=${old.hash}` : path), old);
    if (!next) throw new Problem({ code: "not_found" });
    known = next;
    await store(path, next);
    return next;
  };
  const fetch = () => {
    asking ??= ask().finally(() => { asking = null; });
    return asking;
  };
  const get = async () => {
    known ??= await stored(path);
    if (!known) return fetch();
    // A newer one is there at the next visit: steps don't change under somebody's hands.
    fetch().catch(ignoreProblem);
    return known;
  };
  return { get, fetch };
}

async function stored(path) {
  try {
    const found = await (await caches.open(shelf)).match(path);
    return found ? await found.json() : null;
  } catch {
    // No storage, or a page without TLS: it comes from the site each time.
    return null;
  }
}

async function store(path, value) {
  try {
    const cache = await caches.open(shelf);
    await cache.put(path, new Response(JSON.stringify(value)));
  } catch (error) {
    console.info("Quad keeps no first aid on this device:", error?.name);
  }
}

function ignoreProblem(error) {
  if (!(error instanceof Problem)) throw error;
}
