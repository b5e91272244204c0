// The bell: a link to the inbox with the number of unread notices.

import { fill, h, icon, spoken } from "../dom.js";
import { state, watch } from "../state.js";
import { words } from "../words/words.js";
import { badge } from "./pieces.js";

/** The bells in the document. Creating one drops those of earlier pages. */
const shown = new Map();

/** A link with the current count. */
export function bell(look) {
  const mark = h("span", { class: "bell-mark" }, inboxBadge());
  const link = h("a", { class: `bell ${look}`, href: "/inbox" }, icon("bell"), spoken(words.inbox.title),
    mark);
  for (const other of shown.keys()) if (!other.isConnected) shown.delete(other);
  shown.set(link, mark);
  return link;
}

/** The badge with the number of unread notices, or null. */
export function inboxBadge() {
  return badge(state.unread, words.inbox.unread(state.unread ?? 0));
}

let painted = null;
watch(() => {
  if (painted === state.unread) return;
  painted = state.unread;
  for (const mark of shown.values()) fill(mark, inboxBadge());
});
