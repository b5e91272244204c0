// The first-aid guide on this device. It is stored for everybody who uses the browser, stays after sign-out,
// and opens without a network and without a session.

import { Problem, exchange } from "./api.js";
import { runs } from "./apps.js";

const shelf = "aid";
const path = "/v1/guide";
/** The pause before the guide is fetched, so that the page comes first (ms). */
const calm = 800;

let known = null;
let asking = null;

/** The guide as `{ hash, bundle, site }`: the stored one at once, else the site's. Throws a Problem. */
export async function guide() {
  known ??= await stored();
  if (!known) return fetchGuide();
  // A newer one is there at the next visit: steps don't change under somebody's hands.
  fetchGuide().catch(ignoreProblem);
  return known;
}

/** Stores the guide, once the page is there. */
export function keepGuide() {
  if (runs("aid")) setTimeout(() => guide().catch(ignoreProblem), calm);
}

/** Fetches the guide, or only what the site's administrators say if it is the stored one. */
export function fetchGuide() {
  asking ??= ask().finally(() => { asking = null; });
  return asking;
}

async function ask() {
  const kept = known ?? await stored();
  const reply = await exchange("GET", kept ? `${path}?known=${kept.hash}` : path);
  const next = { hash: reply.hash, bundle: reply.bundle ?? kept?.bundle ?? null, site: reply.site };
  if (!next.bundle) throw new Problem({ code: "not_found" });
  known = next;
  await store(next);
  return next;
}

async function stored() {
  try {
    const found = await (await caches.open(shelf)).match(path);
    return found ? await found.json() : null;
  } catch {
    // No storage, or a page without TLS: the guide comes from the site each time.
    return null;
  }
}

async function store(value) {
  try {
    const cache = await caches.open(shelf);
    await cache.put(path, new Response(JSON.stringify(value)));
  } catch (error) {
    console.info("Quad keeps no guide on this device:", error?.name);
  }
}

function ignoreProblem(error) {
  if (!(error instanceof Problem)) throw error;
}
