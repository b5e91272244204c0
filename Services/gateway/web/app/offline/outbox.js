// The outbox: unsent changes. They are sent in order, each with its own idempotency key, so that each
// takes effect once.

import { Problem, exchange, send as sendNow } from "../api.js";
import { heldTime } from "../models/checkins.js";
import { all, empty, remove, write } from "./database.js";
import { dropDraftsOfOthers, forgetDrafts } from "./drafts.js";
import { isUnreachable, network, watchNetwork } from "./network.js";

/** The limit on unsent changes. Beyond it, a change needs a connection. */
const maxWaiting = 200;
/** The number of sent changes that stay listed. */
const maxSent = 20;
/** The period for retries: six days, because programs store a key for seven. */
const freshFor = 6 * 86_400_000;
const maxPause = 60_000;
/** The limit on files that wait: each may have 10 MB. */
const maxFiles = 5;
/** The limit on retries of a change that the site fails to process. */
const maxTries = 8;

const channel = "BroadcastChannel" in window ? new BroadcastChannel("quad.outbox") : null;
const watchers = new Set();
let changes = [];
let person = null;
/** What waits for `openFor`. */
const whenOpen = [];
let isSending = false;
let whenSent = () => {};
let timer = null;
let pause = 2000;
/** The time of the last attempt without a reply (ms). */
let missedAt = 0;

/**
 * Changes, oldest first: `{ key, what, method, path, body, at, state, isUntried, problem }`. `isUntried` is
 * true until the change is sent for the first time. A change that follows another (`on`, its key) takes the
 * id and the version from the reply to that one. An item that is not on the site yet is identified by the
 * key of the change that adds it.
 */
export function listed() {
  return changes.filter((change) => change.person === person);
}

/** The unsent changes. */
export function waiting() {
  return listed().filter(({ state }) => state === "waiting");
}

/** The changes that the site rejected and the person has not dismissed. */
export function refused() {
  return listed().filter(({ state }) => state === "refused");
}

/** True while changes are being sent. */
export function isBusy() {
  return isSending;
}

/** Calls `watcher()` after each change. Returns the function that unsubscribes. */
export function watchOutbox(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Sets the action after changes were sent or rejected. */
export function onSent(action) {
  whenSent = action;
}

/** Starts for a person: deletes changes of others and sends the person's own. */
export async function openFor(id) {
  person = id;
  await reload();
  for (const change of changes.filter((one) => one.person !== id)) await remove("changes", change.key);
  await dropDraftsOfOthers(id);
  await reload();
  for (const resume of whenOpen.splice(0)) resume();
  send();
}

/** Resolves when changes can be kept: at once, or after the sign-in. */
export function opened() {
  return new Promise((resolve) => {
    if (person !== null) resolve();
    else whenOpen.push(resolve);
  });
}

/**
 * Sends a change, or stores it if Quad cannot be reached: `{ reply }` or `{ isWaiting: true, key }`.
 * `what` describes it as plain data for the list of changes; `on` is the key of the change it follows.
 */
export async function sendOrKeep(method, path, body, what, key = crypto.randomUUID(), on = null) {
  const isUntried = network.isDown || waiting().length > 0;
  if (!isUntried) {
    try {
      const now = following({ on, method, path, body, what });
      if (!now) throw new Problem({ code: "outbox_before" });
      return { reply: await sendNow(method, now.path, now.body, key), key };
    } catch (problem) {
      if (!isUnreachable(problem) || person === null) throw problem;
    }
  }
  await keepChange({ key, what, method, path, body, on, isUntried });
  return { isWaiting: true, key };
}

/**
 * Keeps a file until it can be uploaded. A later change takes the picture from its reply: its body has the
 * key as `picture.upload`.
 */
export async function keepUpload(file, key) {
  if (person === null) throw new Problem({ code: "storage_refused" });
  if (waiting().filter(({ body }) => body instanceof Blob).length >= maxFiles) {
    throw new Problem({ code: "outbox_full" });
  }
  const body = file.type ? file : new Blob([file], { type: "application/octet-stream" });
  const what = { kind: "picture.upload", title: file.name };
  await keepChange({ key, what, method: "POST", path: "/v1/uploads", body, on: null, isUntried: false });
}

/**
 * Lists a change that the site rejected with `problem`, for places that cannot show its text any more. Throws
 * a `Problem` if it cannot be stored.
 */
export async function keepRefused({ key, what, method, path, body }, problem) {
  if (person === null) throw new Problem({ code: "storage_refused" });
  if (refused().length >= maxWaiting) throw new Problem({ code: "outbox_full" });
  await store({ key, what, method, path, body, on: null, isUntried: false, ...asRefused(problem) });
}

/** Stops until the next sign-in. */
export function close() {
  clearTimeout(timer);
  timer = null;
  person = null;
  notify();
}

/** Stores a change. `what` describes it as plain data: `{ kind, … }`. */
async function keepChange({ key, what, method, path, body, on, isUntried }) {
  if (waiting().length >= maxWaiting) throw new Problem({ code: "outbox_full" });
  await store({ key, what, method, path, body, on, isUntried, state: "waiting" });
  schedule();
}

async function store(change) {
  const order = (changes.at(-1)?.order ?? 0) + 1;
  try {
    await put({ ...change, order, person, at: Date.now(), tries: 0 });
  } catch {
    throw new Problem({ code: "storage_refused" });
  }
}

function asRefused({ code, detail, status, fields }) {
  return { state: "refused", problem: { code, detail, status, fields } };
}

/** Deletes an unsent change and those that follow it. Returns false if it was already sent. */
export async function withdraw(key) {
  return alone(async () => {
    await reload();
    const change = changes.find((one) => one.key === key);
    if (!change || change.state === "sent") return false;
    const gone = new Set([key]);
    for (const one of changes) if (gone.has(one.on)) gone.add(one.key);
    for (const one of gone) await remove("changes", one);
    await share();
    return true;
  });
}

/** Retries a rejected change. */
export async function again(key) {
  const change = changes.find((one) => one.key === key);
  if (!change) return;
  await put({ ...change, state: "waiting", problem: null, tries: 0, at: Date.now() });
  send();
}

/** Deletes all changes. */
export async function dropAll() {
  clearTimeout(timer);
  person = null;
  const isEmpty = changes.length === 0;
  changes = [];
  notify();
  await Promise.all([forgetDrafts(), isEmpty ? null : empty("changes")]);
}

/** Sends the unsent changes in order, in one tab at a time. */
export async function send() {
  clearTimeout(timer);
  timer = null;
  if (isSending || person === null || waiting().length === 0) return;
  isSending = true;
  notify();
  const before = waiting().length;
  try {
    await alone(async () => {
      await reload();
      for (const change of waiting()) {
        if (change.person !== person || !await sendOne(change)) break;
      }
    });
  } finally {
    isSending = false;
    notify();
  }
  if (waiting().length < before) whenSent();
  if (waiting().length > 0) schedule();
  else pause = 2000;
}

// Sends one change. Returns true if the next one may be sent.
async function sendOne(stored) {
  // From now on the site may have the change, even if its reply is lost.
  const change = { ...stored, isUntried: false };
  if (stored.isUntried) await put(change);
  if (Date.now() - change.at > freshFor) {
    await put({ ...change, state: "refused", problem: { code: "outbox_old" } });
    return true;
  }
  const now = following(change);
  if (!now) {
    await put({ ...change, state: "refused", problem: { code: "outbox_before" } });
    return true;
  }
  let reply;
  try {
    reply = await exchange(change.method, now.path, heldFor(change, now.body), change.key);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (change.person !== person) return false;
    const isBroken = problem.status >= 500 && problem.status !== 507;
    if (isUnreachable(problem)) missedAt = Date.now();
    if (problem.status === 401 || problem.status === 429 || isUnreachable(problem)) return false;
    if (isBroken && change.tries + 1 < maxTries) {
      await put({ ...change, tries: change.tries + 1 });
      return false;
    }
    await put({ ...change, ...asRefused(problem) });
    return true;
  }
  // Nothing is stored for a person who has signed out in the meantime.
  if (change.person !== person) return false;
  await put({ ...change, what: now.what, state: "sent", sentAt: Date.now(), reply });
  const done = changes.filter(({ key, state }) => state === "sent" && !isFollowed(key));
  for (const { key } of done.slice(0, Math.max(0, done.length - maxSent))) await remove("changes", key);
  await reload();
  return true;
}

// The request of a change, with the id and version from the reply to the one it follows. Null without
// such a reply.
function following({ on, method, path, body: typed, what }) {
  const body = withUpload(typed);
  if (!on) return { path, body, what };
  const before = changes.find(({ key, state }) => key === on && state === "sent")?.reply;
  if (!before) return null;
  const now = { path: path.replace(what.id, before.id), what: { ...what, id: before.id } };
  return { ...now, body: method === "PATCH" ? { ...body, version: before.version } : body };
}

// A change of which the picture was rejected or withdrawn is sent without it: that is listed by itself.
function withUpload(body) {
  const key = body?.picture?.upload;
  if (!key) return body;
  const { picture: { upload: _, ...picture }, ...rest } = body;
  const stored = changes.find((change) => change.key === key && change.state === "sent")?.reply;
  return stored ? { ...rest, picture: { ...picture, object: stored.object } } : rest;
}

// A press that checks in says for how long it was held.
function heldFor({ what }, body) {
  return what.kind === "checkin.press" ? { ...body, heldMs: heldTime(what.at, Date.now()) } : body;
}

function isFollowed(key) {
  const follows = ({ on, body }) => on === key || body?.picture?.upload === key;
  return changes.some((change) => change.state !== "sent" && follows(change));
}

function schedule() {
  if (timer || network.isDown) return;
  timer = setTimeout(send, pause);
  pause = Math.min(pause * 2, maxPause);
}

async function put(change) {
  await write("changes", change);
  await share();
}

async function share() {
  await reload();
  channel?.postMessage("changed");
}

async function reload() {
  try {
    changes = (await all("changes")).sort((a, b) => a.order - b.order);
  } catch {
    // Without storage there are no unsent changes.
    changes = [];
  }
  notify();
}

function notify() {
  for (const watcher of [...watchers]) watcher();
}

function alone(action) {
  return navigator.locks ? navigator.locks.request("quad.outbox", action) : action();
}

channel?.addEventListener("message", reload);
watchNetwork(() => {
  if (network.isDown) return;
  // Other requests may get replies while changes get none.
  if (Date.now() - missedAt < pause) {
    schedule();
    return;
  }
  pause = 2000;
  send();
});
