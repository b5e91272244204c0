// Presses that check a student in. Without a network, one that only needs a code waits in the outbox. One
// with a position waits in the memory of this page, because a position is never stored.

import { Problem, exchange, send } from "../api.js";
import { heldTime, withReceipt } from "../models/checkins.js";
import { keepAnswer, lastAnswer, present } from "../offline/answers.js";
import { isUnreachable, network, watchNetwork } from "../offline/network.js";
import { listed, sendOrKeep, waiting, watchOutbox } from "../offline/outbox.js";
import { state } from "../state.js";
import { asSent } from "./position.js";

/** The kind of the outbox. */
export const kind = "checkin.press";
/** The first pause between attempts and the limit it doubles up to (ms). */
const firstPause = 1000;
const maxPause = 15_000;
/** The site's limit on the time for which a press is held: after it, nobody is asked any more (ms). */
const maxHeld = 86_400_000;
/** The limit on presses that wait: the courses of a person. */
const maxPresses = 50;

const held = new Map();
const watchers = new Set();
/** The keys of the outbox's presses that wait. */
const inOutbox = new Set();
let timer = null;

/** The press for a check-in that is not sent yet: `{ at }`, or null. */
export function heldPress(checkIn) {
  const mine = held.get(checkIn);
  if (mine) return mine.person === state.me?.id ? mine : null;
  return waiting().find(({ what }) => what.kind === kind && what.id === checkIn)?.what ?? null;
}

/** Calls `watcher(checkIn, { receipt, problem })` after a press that waited was sent or rejected. */
export function watchPresses(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Checks in: `{ receipt }`, or `{ isHeld: true }` if Quad cannot be reached. The proof is a `fix`, a `code`
 * or a `ticket`. Throws the problem of a rejection.
 */
export async function press(checkIn, { fix = null, code = null, ticket = null }) {
  const path = pathOf(checkIn.id);
  const one = { checkIn, fix, code, ticket, at: Date.now(), person: state.me?.id, key: crypto.randomUUID() };
  if (!fix) {
    const what = { kind, id: checkIn.id, title: checkIn.courseName, at: one.at };
    const { reply, isWaiting } = await sendOrKeep("POST", path, bodyOf(one), what);
    if (isWaiting) return { isHeld: true };
    await keepReceipt(checkIn, reply);
    return { receipt: reply };
  }
  try {
    const receipt = await send("POST", path, bodyOf(one), one.key);
    await keepReceipt(checkIn, receipt);
    return { receipt };
  } catch (problem) {
    if (!isUnreachable(problem)) throw problem;
    if (held.size >= maxPresses) throw new Problem({ code: "outbox_full" });
    held.set(checkIn.id, { ...one, pause: firstPause });
    later();
    return { isHeld: true };
  }
}

/** Stores the receipt with its check-in, so that it is there without a network, too. */
async function keepReceipt(checkIn, receipt) {
  const asked = present();
  const now = withReceipt(checkIn, receipt);
  await keepAnswer(`/v1/checkins/${checkIn.id}`, now, asked);
  const list = await lastAnswer("/v1/checkins");
  if (!list) return;
  const items = list.value.items.map((one) => one.id === checkIn.id ? now : one);
  await keepAnswer("/v1/checkins", { ...list.value, items }, asked);
}

function later() {
  if (timer || held.size === 0) return;
  const pause = Math.min(...[...held.values()].map((one) => one.pause));
  timer = setTimeout(sendHeld, pause);
}

async function sendHeld() {
  clearTimeout(timer);
  timer = null;
  for (const [id, one] of [...held]) await sendOne(id, one);
  later();
}

async function sendOne(id, one) {
  // Nobody checks in for a person who has signed out meanwhile.
  if (one.person !== state.me?.id) {
    held.delete(id);
    return;
  }
  try {
    const receipt = await exchange("POST", pathOf(id), bodyOf(one), one.key);
    held.delete(id);
    await keepReceipt(one.checkIn, receipt);
    notify(id, { receipt });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (isUnreachable(problem) && Date.now() - one.at < maxHeld) {
      one.pause = Math.min(one.pause * 2, maxPause);
      return;
    }
    held.delete(id);
    notify(id, { problem });
  }
}

function notify(id, outcome) {
  for (const watcher of [...watchers]) watcher(id, outcome);
}

function pathOf(id) {
  return `/v1/checkins/${encodeURIComponent(id)}/records`;
}

function bodyOf({ fix, code, ticket, at }) {
  return {
    fix: fix ? asSent(fix) : undefined, code: code ?? undefined, ticket: ticket ?? undefined,
    heldMs: heldTime(at, Date.now()),
  };
}

watchNetwork(() => {
  if (!network.isDown) sendHeld();
});

// Reports the presses of the outbox, too, once they were sent or rejected.
watchOutbox(() => {
  for (const change of listed().filter(({ what }) => what.kind === kind)) {
    if (change.state === "waiting") inOutbox.add(change.key);
    else if (inOutbox.delete(change.key)) {
      notify(change.what.id, change.state === "sent" ? { receipt: change.reply }
        : { problem: new Problem({ ...change.problem, errors: change.problem.fields }) });
    }
  }
});
