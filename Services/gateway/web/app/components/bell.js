// The bell: the way to the inbox, with how much of it is unread.

import { fill, h, icon, spoken } from "../dom.js";
import { state, watch } from "../state.js";
import { words } from "../words/words.js";
import { badge } from "./pieces.js";

/** Bells that stand on the page; those of pages before are let go. */
const shown = new Map();

/** A link with the newest count in it. */
export function bell(look) {
  const mark = h("span", { class: "bell-mark" }, inboxBadge());
  const link = h("a", { class: `bell ${look}`, href: "/inbox" }, icon("bell"), spoken(words.inbox.title),
    mark);
  for (const other of shown.keys()) if (!other.isConnected) shown.delete(other);
  shown.set(link, mark);
  return link;
}

/** The number of unread notices, or null. */
export function inboxBadge() {
  return badge(state.unread, words.inbox.unread(state.unread ?? 0));
}

let painted = null;
watch(() => {
  if (painted === state.unread) return;
  painted = state.unread;
  for (const mark of shown.values()) fill(mark, inboxBadge());
});
