// Deletes events, one or many, with an undo for ten seconds. Unsent deletions are withdrawn, sent ones
// restored.

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { sendOrKeep, withdraw } from "../offline/outbox.js";
import { explain, words } from "../words/words.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

/** The time for which a deletion can be undone (ms). */
const undoStays = 10_000;
/** The number of parallel requests. */
const lanes = 4;

/**
 * Deletes these events. Calls `gone(event)` for each deleted event and `back(event)` for each restored one.
 * Lists the events that could not be deleted, and returns them.
 */
export async function removeEvents(events, { gone = () => {}, back = () => {} } = {}) {
  const removed = [];
  const stayed = [];
  await eachOf(events, async (event) => {
    try {
      const what = { kind: "event.delete", id: event.id, title: event.title };
      const { key } = await sendOrKeep("DELETE", `/v1/events/${event.id}`, undefined, what);
      removed.push({ event, key });
      gone(event);
    } catch (problem) {
      // Already deleted by somebody else, which is the desired result.
      if (problem.status === 404) gone(event);
      else stayed.push({ event, problem });
    }
  });
  if (removed.length > 0) {
    const text = words.events;
    toast(removed.length === 1 ? text.deleted(removed[0].event.title) : text.removed(removed.length),
      () => restore(removed, back), undoStays);
  }
  if (stayed.length > 0) listStayed(stayed);
  return stayed.map(({ event }) => event);
}

async function restore(removed, back) {
  await eachOf(removed, async ({ event, key }) => {
    try {
      if (!await withdraw(key)) {
        const what = { kind: "event.restore", id: event.id, title: event.title, event };
        await sendOrKeep("POST", `/v1/events/${event.id}/restore`, undefined, what);
      }
      back(event);
    } catch (problem) {
      complain(problem);
    }
  });
}

async function eachOf(items, action) {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item; item = left.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function listStayed(stayed) {
  const text = words.events;
  for (const { problem } of stayed) if (!(problem instanceof Problem)) reportError(problem);
  sheet({
    title: text.stayed(stayed.length), actions: [{ label: words.close }],
    body: h("ul", { class: "points" }, stayed.map(({ event, problem }) =>
      h("li", {}, h("strong", {}, event.title), ": ", explain(problem)))),
  });
}
