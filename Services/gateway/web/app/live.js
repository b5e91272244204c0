// The live stream. One tab of the browser holds it and tells the others; who was not listening hears `reset`.

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

/** Calls `listener(topic, data)` for each event; the answer stops that. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens; what happened before is not known, so whoever starts fetches first. */
export function start() {
  if (isWanted) return;
  isWanted = true;
  isFirst = !document.hidden;
  channel?.postMessage({ asks: true });
  stand();
}

/** Stops listening: at sign-out. */
export function stop() {
  isWanted = false;
  retire();
}

/** Says to the other tabs of this browser what this one did, where no event of the site will. */
export function tellAll(topic, data = null) {
  tell(topic, data);
  channel?.postMessage({ topic, data });
}

// Stands for the office of the one tab that holds the stream.
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
    tellAll("connected");
    // Between the last holder of the stream and this one something may have happened.
    if (!isFirst) tellAll("reset");
    isFirst = false;
  });
  source.addEventListener("error", () => {
    tellAll("interrupted");
    if (source?.readyState === EventSource.CLOSED) reopen();
  });
  source.addEventListener("message", (event) => {
    const { topic, data } = JSON.parse(event.data);
    tellAll(topic, data);
  });
}

function close() {
  source?.close();
  source = null;
  clearTimeout(timer);
  timer = null;
}

// The browser gave up (the site answered with an error): a new stream begins without a place to resume from.
// As long as there is none, looking now and then takes its place.
function reopen() {
  close();
  isFirst = false;
  timer = setTimeout(() => {
    tellAll("reset");
    open();
  }, pause);
  pause = Math.min(pause * 2, maxPause);
}

function tell(topic, data) {
  for (const listener of [...listeners]) listener(topic, data);
}

channel?.addEventListener("message", ({ data }) => {
  if (!isWanted) return;
  if (data.asks) {
    if (source?.readyState === EventSource.OPEN) channel.postMessage({ topic: "connected", data: null });
    return;
  }
  isFirst = false;
  tell(data.topic, data.data);
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
  // Out of the browser's memory, as it was when it was left.
  tell("reset", null);
  stand();
});
