// The last answer to each question that pages ask: what they show without a network.

import { all, empty, read, remove, write } from "./database.js";

/** Never kept: what is secret, and what only administrators see. */
const keepable =
  RegExp("^/v1/(me$|home|room($|/code|/requests)|roommates|tasks|messages|board|dorms|site|events|courses"
    + "|inbox|alerts|channels$|alert-times)");
const maxAnswers = 200;

let era = 0;

/** The moment to hand to `keepAnswer`: answers asked for before a sign-out are not kept after it. */
export function present() {
  return era;
}

/** Keeps an answer; where the browser has no storage, nothing is kept. */
export async function keepAnswer(address, value, asked) {
  if (!keepable.test(address) || asked !== era) return;
  try {
    await write("answers", { key: address, value, at: Date.now() });
    if (asked !== era) await empty("answers");
  } catch (error) {
    console.info("Quad keeps no data on this device:", error?.name);
  }
}

/** `{ value, at }` of the last answer, or null. */
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

/** Forgets everything. */
export async function forgetAnswers() {
  era += 1;
  try {
    await empty("answers");
  } catch {
    // Without storage nothing was kept.
  }
}

/** Drops the oldest beyond the limit. */
export async function tidyAnswers() {
  try {
    const kept = await all("answers", maxAnswers * 5);
    const old = kept.sort((a, b) => b.at - a.at).slice(maxAnswers);
    for (const { key } of old) await remove("answers", key);
  } catch {
    // Without storage nothing was kept.
  }
}
