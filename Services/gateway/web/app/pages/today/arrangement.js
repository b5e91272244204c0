// The person's order and hidden cards, as the account has them. Changes wait in the outbox without a network.

import { complain } from "../../components/toast.js";
import { hiddenOf, orderOf } from "../../models/cardorder.js";
import { sendOrKeep, waiting, withdraw } from "../../offline/outbox.js";
import { loadMe, state, update } from "../../state.js";

const path = "/v1/me/today";
const kind = "today.arrange";
/** Where earlier releases kept the arrangements of this browser's accounts. */
const formerName = "quad.today";

/** The arrangement that is being sent, and the one to send after it. */
let sending = null;
let next = null;

/** The arrangement `{ order, hidden }`, with what is not sent yet, or null. */
export function arrangement() {
  const unsent = waiting().filter(({ what }) => what.kind === kind).at(-1);
  return next ?? sending ?? unsent?.body ?? state.me?.today ?? null;
}

/** Stores an arrangement in the account. Only the last one of several is sent. */
export async function keepArrangement({ order, hidden }) {
  next = { order, hidden };
  if (sending) return;
  try {
    while (next) {
      [sending, next] = [next, null];
      await sendNow(sending);
    }
  } catch (problem) {
    next = null;
    complain(problem);
    loadMe().catch(complain);
  } finally {
    sending = null;
  }
}

async function sendNow(today) {
  const person = state.me?.id;
  // The last arrangement counts, so earlier ones need not be sent any more.
  const outdated = waiting().filter(({ what }) => what.kind === kind);
  await sendOrKeep("PUT", path, today, { kind });
  for (const { key } of outdated) await withdraw(key);
  if (state.me && state.me.id === person) update({ me: { ...state.me, today } });
}

/** Moves the arrangement that an earlier release kept in this browser into the account, once. */
export function moveFormer(standard) {
  const { me } = state;
  const all = former();
  const found = all.find(({ person }) => person === me?.id);
  if (!found) return;
  const rest = all.filter((one) => one !== found);
  if (rest.length > 0) localStorage.setItem(formerName, JSON.stringify(rest));
  else localStorage.removeItem(formerName);
  if (!me.today) keepArrangement({ order: orderOf(standard, found), hidden: hiddenOf(standard, found) });
}

function former() {
  try {
    const all = JSON.parse(localStorage.getItem(formerName) ?? "[]");
    return Array.isArray(all) ? all.filter((one) => typeof one?.person === "string") : [];
  } catch {
    return [];
  }
}
