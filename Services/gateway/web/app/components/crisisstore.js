// The crisis of this browser in its storage. It is never sent.

import { begun, resumed } from "../models/crisis.js";

const key = "quad.crisis";

/** The crisis that goes on, or a new one. */
export function openCrisis(now) {
  try {
    return resumed(JSON.parse(localStorage.getItem(key)), now);
  } catch {
    // Storage is blocked or damaged: the crisis lasts as long as its page.
    return begun(now);
  }
}

/** Stores the crisis as it is now. */
export function keepCrisis(crisis, now) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...crisis, touched: now }));
  } catch {
    // Without storage it does not go on after a reload.
  }
}
