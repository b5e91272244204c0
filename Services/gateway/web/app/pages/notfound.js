// The page for an address that does not exist.

import { Problem } from "../api.js";
import { empty, failed } from "../components/pieces.js";
import { h } from "../dom.js";
import { words } from "../words/words.js";

/** The page of an unknown address. */
export function notFoundPage() {
  const text = words.notFound;
  return {
    name: "notfound", title: text.title, parent: "/",
    body: empty("🧭", text.title, text.text, h("a", { class: "button", href: "/" }, text.home)),
  };
}

/** Stands for the pages of a room while there is none. */
export function roomlessPage() {
  return {
    name: "roomless", title: words.room.title, parent: "/",
    body: failed(new Problem({ code: "no_room" }), () => {}),
  };
}
