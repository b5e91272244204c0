// The link of a room code: /join#dorm/number/code. What stands behind # never reaches the site's logs.

import { go } from "../../router.js";
import { rememberInvited } from "../../session.js";
import { seemsSignedIn } from "../../state.js";
import { h } from "../../dom.js";
import { words } from "../../words/words.js";

/** The page at /join: keeps the room and goes on to where it is entered. */
export function joinPage() {
  const parts = location.hash.slice(1).split("/");
  if (parts.length === 3) rememberInvited(place(parts));
  queueMicrotask(() => go(seemsSignedIn() ? "/" : "/signup", { replace: true }));
  return { name: "join", title: words.room.title, isPlain: true, body: h("p", {}, words.loading) };
}

function place(parts) {
  try {
    const [dorm, number, code] = parts.map(decodeURIComponent);
    return { dorm, number, code };
  } catch {
    return null;
  }
}
