// Lines of quick add that were not saved: the reason, and buttons to try again and to discard each.

import { fill, h } from "../dom.js";
import { explain, words } from "../words/words.js";

/** The list of `lines`, each `{ text, problem }`. A line without a problem was left while it was sent. */
export function unsavedLines({ again, discard }) {
  const element = h("ul", { class: "quick-unsaved", "aria-label": words.today.unsaved });
  const row = (line) => h("li", { class: "notice" },
    h("span", {}, h("strong", {}, line.text), " ",
      line.problem ? explain(line.problem) : words.today.wasLeft),
    button(words.retry, () => again(line)), button(words.outbox.discard, () => discard(line)));
  return { element, paint: (lines) => fill(element, lines.map(row)) };
}

function button(text, onclick) {
  return h("button", { class: "link-button", type: "button", onclick }, text);
}
