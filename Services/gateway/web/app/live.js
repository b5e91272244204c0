// The live stream. One tab of the browser holds it and publishes its events to the others; a tab that may
// have missed some gets `reset`.

const maxPause = 30_000;
/** A tab that nobody sees gives the stream up after this time. */
const hiddenFor = 60_000;

const listeners = new Set();
const channel = "BroadcastChannel" in window ? new BroadcastChannel("quad.live") : null;
let isWanted = false;
let isFirst = true;
let standing = null;
let source = null;
let timer = null;
let hiding = null;
let pause = 1000;

/** Calls `listener(topic, data)` for each event. Returns the function that ends this. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream. It brings nothing from before, so a page fetches what it shows first. */
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
  retire();
}

/** Publishes to all tabs of this browser what this one did and no event of the site reports. */
export function publishAll(topic, data = null) {
  publish(topic, data);
  channel?.postMessage({ topic, data });
}

// Waits for the lock of the one tab that holds the stream.
async function stand() {
  if (!isWanted || standing || document.hidden) return;
  const mine = new AbortController();
  standing = mine;
  const hold = () => new Promise((release) => {
    mine.signal.addEventListener("abort", release, { once: true });
    if (mine.signal.aborted) release();
    else open();
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

function open() {
  // Without names every event arrives as one `message`: what the site publishes needs no list here.
  source = new EventSource("/v1/stream?named=no");
  source.addEventListener("open", () => {
    pause = 1000;
    publishAll("connected");
    // Between the last holder of the stream and this one something may have happened.
    if (!isFirst) publishAll("reset");
    isFirst = false;
  });
  source.addEventListener("error", () => {
    publishAll("interrupted");
    if (source?.readyState === EventSource.CLOSED) reopen();
  });
  source.addEventListener("message", (event) => {
    const { topic, data } = JSON.parse(event.data);
    publishAll(topic, data);
  });
}

function close() {
  source?.close();
  source = null;
  clearTimeout(timer);
  timer = null;
}

// The browser gave up because the site replied with an error: a new stream begins without a position to
// resume from. Until there is one, pages fetch now and then.
function reopen() {
  close();
  isFirst = false;
  timer = setTimeout(() => {
    publishAll("reset");
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
  isFirst = false;
  publish(data.topic, data.data);
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
  // The page comes out of the browser's memory as it was when it was left.
  publish("reset", null);
  stand();
});
