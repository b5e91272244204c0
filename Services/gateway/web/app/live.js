// The live stream of events. One tab of the browser holds the connection and passes its events on to the
// others. A tab that may have missed events gets `reset`.

import { isBehindStream, seenUntil } from "./early.js";

const maxPause = 30_000;
/** The time after which a hidden tab closes its stream (ms). */
const hiddenFor = 60_000;

const listeners = new Set();
const channel = "BroadcastChannel" in window ? new BroadcastChannel("quad.live") : null;
let isWanted = false;
let isFirst = true;
let standing = null;
let source = null;
/** The id after which the stream goes on: everything before it has arrived in this tab. */
let last = null;
let timer = null;
let hiding = null;
let pause = 1000;

/** Calls `listener(topic, data)` for each event. Returns the function that unsubscribes. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream. It begins with what has happened since the early replies. */
export function start() {
  if (isWanted) return;
  isWanted = true;
  isFirst = !document.hidden;
  channel?.postMessage({ asks: true });
  stand();
}

/** Closes the stream, at sign-out. */
export function stop() {
  isWanted = false;
  last = null;
  retire();
}

/** Publishes a change made in this tab to all tabs, for changes that cause no event on the site. */
export function publishAll(topic, data = null) {
  publish(topic, data);
  channel?.postMessage({ topic, data });
}

// Waits for the lock that only the tab with the stream holds.
async function stand() {
  if (!isWanted || standing || document.hidden) return;
  const mine = new AbortController();
  standing = mine;
  const hold = () => new Promise((release) => {
    mine.signal.addEventListener("abort", release, { once: true });
    if (mine.signal.aborted) release();
    else begin(mine);
  });
  try {
    if (navigator.locks) await navigator.locks.request("quad.live", { signal: mine.signal }, hold);
    else await hold();
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  } finally {
    close();
    if (standing === mine) standing = null;
  }
}

function retire() {
  clearTimeout(hiding);
  hiding = null;
  const mine = standing;
  standing = null;
  mine?.abort();
}

async function begin(mine) {
  if (isFirst) last ??= await seenUntil();
  if (!mine.signal.aborted) open();
}

function open() {
  const after = last;
  // The site goes on after this id, or after the last one that the browser has, and says itself if it can't.
  let goesOn = Boolean(after);
  // Without event names, each event arrives as a `message`, so no list of names is needed here.
  source = new EventSource(`/v1/stream?named=no${after ? `&after=${after}` : ""}`);
  source.addEventListener("open", () => {
    pause = 1000;
    publishAll("connected");
    // Events may have been missed between the previous holder of the stream and this one, or between the
    // first replies and the stream.
    if (!goesOn && (!isFirst || isBehindStream())) publishAll("reset");
    goesOn = true;
    isFirst = false;
  });
  source.addEventListener("error", () => {
    publishAll("interrupted");
    if (source?.readyState === EventSource.CLOSED) reopen();
  });
  source.addEventListener("position", ({ lastEventId }) => {
    last = lastEventId;
    channel?.postMessage({ last });
  });
  source.addEventListener("message", (event) => {
    last = event.lastEventId;
    const { topic, data } = JSON.parse(event.data);
    publish(topic, data);
    channel?.postMessage({ topic, data, last });
  });
}

function close() {
  source?.close();
  source = null;
  clearTimeout(timer);
  timer = null;
}

// The browser gave up because the site replied with an error. Without an id to go on after, each attempt
// makes the pages fetch their data again.
function reopen() {
  close();
  isFirst = false;
  timer = setTimeout(() => {
    if (!last) publishAll("reset");
    open();
  }, pause);
  pause = Math.min(pause * 2, maxPause);
}

function publish(topic, data) {
  for (const listener of [...listeners]) listener(topic, data);
}

channel?.addEventListener("message", ({ data }) => {
  if (!isWanted) return;
  if (data.asks) {
    if (source?.readyState === EventSource.OPEN) channel.postMessage({ topic: "connected", data: null });
    return;
  }
  last = data.last ?? last;
  if (!data.topic) return;
  const isBehind = isFirst && isBehindStream();
  isFirst = false;
  publish(data.topic, data.data);
  if (isBehind) publish("reset", null);
});

document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  hiding = null;
  if (document.hidden) {
    hiding = setTimeout(retire, hiddenFor);
    return;
  }
  stand();
});
addEventListener("freeze", retire);
addEventListener("pagehide", retire);
addEventListener("pageshow", (event) => {
  if (!event.persisted || !isWanted) return;
  // The page was restored from the browser's back/forward cache and may be out of date.
  publish("reset", null);
  stand();
});
