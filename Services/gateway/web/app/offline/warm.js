// Asks once, while nothing else is to do, what the pages of a room will ask: they open without a network.

import { get } from "../api.js";

/** As the pages ask it, word for word: what is kept is found by its question. */
const questions = [
  ["/v1/tasks", { limit: 100 }], ["/v1/tasks", { state: "completed", limit: 50 }],
  ["/v1/board"], ["/v1/messages", { limit: 50 }], ["/v1/room/requests"],
  ["/v1/events", { limit: 100 }], ["/v1/room/code"],
  ["/v1/inbox", { limit: 50 }], ["/v1/alerts", { limit: 100 }],
];
const calm = 1500;

let isWarm = false;

/** Fills what is kept; once for each load of the client. */
export function warm() {
  if (isWarm) return;
  isWarm = true;
  setTimeout(async () => {
    for (const [path, query] of questions) {
      // Signed out meanwhile.
      if (!isWarm) return;
      try {
        await get(path, query);
      } catch {
        // A request that fails now is sent when its page is opened.
        isWarm = false;
        return;
      }
    }
  }, calm);
}

/** After a sign-out the next person begins anew. */
export function cool() {
  isWarm = false;
}
