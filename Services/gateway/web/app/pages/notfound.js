// What an address shows that leads nowhere.

import { empty } from "../components/pieces.js";
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
