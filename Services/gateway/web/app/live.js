// The live stream. The browser sends Last-Event-ID itself; when events are lost, listeners hear `reset`.

const topics = [
  "roomhub.task.added", "roomhub.task.changed", "roomhub.task.completed", "roomhub.task.reopened",
  "roomhub.task.deleted", "roomhub.task.restored", "roomhub.message.posted", "roomhub.message.hidden",
  "roomhub.member.joined", "roomhub.member.left", "roomhub.roommate.changed", "roomhub.join.asked",
  "roomhub.join.ended", "roomhub.room.codeChanged", "auth.profile.changed",
];
const longestPause = 30_000;

const listeners = new Set();
let source = null;
let timer = null;
let pause = 1000;

/** Calls `listener(topic, data)` for each event; the answer stops that. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream; what happened before is not known, so whoever opens it fetches first. */
export function start() {
  if (source || timer) return;
  source = new EventSource("/v1/stream");
  source.addEventListener("open", () => {
    pause = 1000;
    tell("connected", null);
  });
  source.addEventListener("error", () => {
    tell("interrupted", null);
    if (source?.readyState === EventSource.CLOSED) again();
  });
  source.addEventListener("reset", () => tell("reset", null));
  for (const topic of topics) {
    source.addEventListener(topic, (event) => tell(topic, JSON.parse(event.data)));
  }
}

/** Closes the stream: at sign-out, and while nobody looks. */
export function stop() {
  source?.close();
  source = null;
  clearTimeout(timer);
  timer = null;
}

// The browser gave up (the site answered with an error): a new stream begins without a place to resume from.
function again() {
  stop();
  timer = setTimeout(() => {
    timer = null;
    start();
    tell("reset", null);
  }, pause);
  pause = Math.min(pause * 2, longestPause);
}

function tell(topic, data) {
  for (const listener of [...listeners]) listener(topic, data);
}
