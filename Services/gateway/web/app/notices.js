// What the frame does about notices: the count on the bell, this browser's pushes, and notifications that
// were read elsewhere.

import { Problem } from "./api.js";
import * as push from "./push.js";
import { go } from "./router.js";
import { find } from "./routes.js";
import { loadUnread, seemsSignedIn, setUnread } from "./state.js";

/** After a sign-in: counts, renews this browser's channel at the site, and tidies up. */
export function beginNotices(person) {
  loadUnread();
  quietly(push.renew(person));
  quietly(push.closeRead());
}

/** Nobody is signed in any more; what this browser shows of them goes, too. */
export function endNotices({ isDeliberate }) {
  quietly(push.leave({ isDeliberate }));
}

/** An event of the notifier, or `reset`. */
export function onNotice(topic, data) {
  if (topic === "notifier.inbox.changed") {
    setUnread(data.unread);
    quietly(push.closeRead());
  } else if (/^notifier\.(alert\.fired|notice\.raised)$|^reset$/.test(topic)) {
    loadUnread();
    if (topic === "reset") quietly(push.closeRead());
  }
}

// Nobody has asked for it, so no page reports that it failed. The next start tries again.
function quietly(work) {
  work.catch((error) => {
    if (!(error instanceof Problem || error instanceof DOMException)) reportError(error);
  });
}

// A tap on a notification, while a window of Quad is open.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (typeof data?.open !== "string") return;
  const url = new URL(data.open, location.origin);
  if (url.origin !== location.origin || !find(url.pathname)) return;
  if (seemsSignedIn() && url.pathname + url.search !== location.pathname + location.search) {
    go(url.pathname + url.search);
  }
});
