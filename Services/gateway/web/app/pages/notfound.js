// The page for an unknown address.

import { Problem } from "../api.js";
import { empty, failed } from "../components/pieces.js";
import { h } from "../dom.js";
import { words } from "../words/words.js";

export function notFoundPage() {
  const text = words.notFound;
  return {
    name: "notfound", title: text.title, parent: "/",
    body: nowhere(text.text),
  };
}

/** The same below the title of another page. */
export function notFoundNote() {
  return nowhere(words.notFound.title, words.notFound.text);
}

function nowhere(title, text) {
  return empty("🧭", title, text, h("a", { class: "button", href: "/" }, words.notFound.home));
}

/** The page shown in place of a room's pages when the person has no room. */
export function roomlessPage() {
  return {
    name: "roomless", title: words.room.title, parent: "/room",
    body: failed(new Problem({ code: "no_room" }), () => {}),
  };
}
