// Prefetches the replies that the pages need, once, when idle. The pages then open offline.

import { get } from "../api.js";
import { hasPlace, runs } from "../apps.js";
import { state } from "../state.js";
import { savesData } from "./network.js";

/** The exact requests of the pages, because stored replies are found by their request. */
const questions = {
  room: [
    ["/v1/tasks", { limit: 100 }], ["/v1/tasks", { state: "completed", limit: 50 }],
    ["/v1/board"], ["/v1/messages", { limit: 50 }], ["/v1/room/requests"], ["/v1/room/code"],
  ],
  events: [["/v1/events", { limit: 100 }]],
  courses: [["/v1/courses", { limit: 100 }]],
  day: [["/v1/me/day"], ["/v1/school/sources"], ["/v1/school/contacts"], ["/v1/school/activities"],
    ["/v1/school/terms"]],
  all: [["/v1/inbox", { limit: 50 }], ["/v1/alerts", { limit: 100 }]],
};
const calm = 1500;

let isWarm = false;

/** Fills the stored replies, once per load of the client. */
export function warm() {
  if (isWarm || savesData()) return;
  isWarm = true;
  setTimeout(async () => {
    const wanted = [
      ...(state.home?.room ? questions.room : []), ...(hasPlace("events") ? questions.events : []),
      ...(runs("courses") ? questions.courses : []), ...questions.all,
      ...(runs("school") ? questions.day : []),
    ];
    for (const [path, query] of wanted) {
      // The person signed out in the meantime.
      if (!isWarm) return;
      try {
        const found = await get(path, query);
        // Between two terms, and before the first, there is no schedule.
        if (path === "/v1/school/terms" && found.current) wanted.push(["/v1/me/schedule"]);
      } catch {
        // A failed request is sent again when its page opens.
        isWarm = false;
        return;
      }
    }
  }, calm);
}

/** Resets after a sign-out, for the next person. */
export function cool() {
  isWarm = false;
}
