// The frame's part of notices: the count on the bell, push in this browser, and closing notifications that
// were read elsewhere.

import { Problem } from "./api.js";
import * as push from "./push.js";
import { go } from "./router.js";
import { find } from "./routes.js";
import { loadUnread, seemsSignedIn, setUnread } from "./state.js";

/**
 * After a sign-in: fetches the count, renews this browser's push channel, and closes notifications that were
 * read elsewhere.
 */
export function beginNotices(person) {
  loadUnread();
  quietly(push.renew(person));
  quietly(push.closeRead());
}

/** After the end of a session: closes this browser's notifications, and unsubscribes it after a sign-out. */
export function endNotices({ isDeliberate }) {
  quietly(push.leave({ isDeliberate }));
}

/** Handles an event of the notifier, or `reset`. */
export function onNotice(topic, data) {
  if (topic === "notifier.inbox.changed") {
    setUnread(data.unread);
    quietly(push.closeRead());
  } else if (/^notifier\.(alert\.fired|notice\.raised)$|^reset$/.test(topic)) {
    loadUnread();
    if (topic === "reset") quietly(push.closeRead());
  }
}

// The person didn't start this, so a failure is not shown. The next start tries again.
function quietly(work) {
  work.catch((error) => {
    if (!(error instanceof Problem || error instanceof DOMException)) reportError(error);
  });
}

// The person tapped a notification while a window of Quad was open.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (typeof data?.open !== "string") return;
  const url = new URL(data.open, location.origin);
  if (url.origin !== location.origin || !find(url.pathname)) return;
  if (seemsSignedIn() && url.pathname + url.search !== location.pathname + location.search) {
    go(url.pathname + url.search);
  }
});
