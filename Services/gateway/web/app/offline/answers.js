// Stored replies: the last one to each request of a page, shown without a network.

import { all, empty, read, remove, write } from "./database.js";

/**
 * Paths whose replies may be stored. Secrets and administrators' pages are not among them, and neither are
 * the list of all courses, the registers and the codes of check-ins.
 */
const keepable =
  RegExp("^/v1/(me$|home|room($|/code|/requests)|roommates|tasks|messages|board|dorms|site|events"
    + "|courses(?!\\?all=|/[^/]+/(?:records|attendance|warnings|excuses\\?state))"
    + "|checkins(?!/[^/]+/(?:code|register|records))|attendance|me/attendance|me/training|inbox|alerts"
    + "|school(?!/together|/classes/[^/]+/notices)|me/(?:day|schedule|school$)"
    + "|channels$|alert-times)");
const maxAnswers = 200;
const places = new Set(["spot", "latitude", "longitude"]);

let era = 0;

/** A mark for `keepAnswer`, so that replies to requests sent before a sign-out are not stored after it. */
export function present() {
  return era;
}

/** Stores a reply. Does nothing where the browser has no storage. */
export async function keepAnswer(address, value, asked) {
  if (!keepable.test(address) || asked !== era) return;
  try {
    await write("answers", { key: address, value: withoutPlaces(address, value), at: Date.now() });
    if (asked !== era) await empty("answers");
  } catch (error) {
    console.info("Quad keeps no data on this device:", error?.name);
  }
}

// The places of check-ins that instructors see are not stored.
function withoutPlaces(address, value) {
  if (!/\/(checkins|spots)\b/.test(address)) return value;
  return JSON.parse(JSON.stringify(value, (name, part) => places.has(name) ? undefined : part));
}

/** The last stored reply as `{ value, at }`, or null. */
export async function lastAnswer(address) {
  if (!keepable.test(address)) return null;
  const asked = era;
  try {
    const found = await read("answers", address);
    return found && asked === era ? found : null;
  } catch {
    return null;
  }
}

/** Deletes all stored replies. */
export async function forgetAnswers() {
  era += 1;
  try {
    await empty("answers");
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Deletes the oldest replies beyond the limit. */
export async function tidyAnswers() {
  try {
    const kept = await all("answers", maxAnswers * 5);
    const old = kept.sort((a, b) => b.at - a.at).slice(maxAnswers);
    for (const { key } of old) await remove("answers", key);
  } catch {
    // Without storage there is nothing to delete.
  }
}
