// The card on the pages before sign-in.

import { emoji, h } from "../dom.js";
import { words } from "../words/words.js";

/** A card with a title, a lead sentence and content. */
export function welcome(sign, title, lead, ...content) {
  return h("div", { class: "welcome" },
    h("div", { class: "welcome-head" },
      h("p", { class: "logo" }, h("img", { src: "/icon.svg", alt: "", width: 40, height: 40 }), words.app),
      h("h1", {}, title, "\u00a0", emoji(sign)), lead && h("p", {}, lead)),
    h("div", { class: "card welcome-card" }, content));
}
