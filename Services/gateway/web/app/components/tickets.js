// The ticket of a scanned code: it is kept in this tab until it expires, so that signing in does not cost it.

import { send } from "../api.js";
import { clock } from "../clock.js";

const key = "quad.ticket";
/** The ticket if storage is blocked. */
let inMemory = null;

/** Exchanges a scanned code for a ticket that lasts two minutes. Works without a session, too. */
export async function takeTicket(checkIn, code) {
  dropTicket();
  const path = `/v1/checkins/${encodeURIComponent(checkIn)}/ticket`;
  const { ticket, until } = await send("POST", path, { code });
  keep({ checkIn, ticket, until });
}

/** The ticket for a check-in, or null. An expired one is returned, too, for its message. */
export function ticketOf(checkIn) {
  const found = stored();
  return found?.checkIn === checkIn ? found : null;
}

/** True as long as the site accepts a ticket. */
export function isValid(ticket) {
  return Boolean(ticket) && Date.parse(ticket.until) > clock.now();
}

/** Deletes the ticket after it was used or rejected. */
export function dropTicket() {
  keep(null);
}

function keep(value) {
  inMemory = value;
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: this page keeps the ticket, and after a reload the code is scanned again.
  }
}

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? inMemory;
  } catch {
    return inMemory;
  }
}
