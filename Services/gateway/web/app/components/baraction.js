// The action at the end of a page's bar.

import { h, icon } from "../dom.js";
import { words } from "../words/words.js";

/**
 * A link (`href`) or a button (`onclick`) named by a word. Where the title leaves too little room for the
 * word, its sign is shown instead.
 */
export function barAction(sign, word, { href, ...attributes }) {
  return h(href ? "a" : "button", { class: "bar-link", type: href ? null : "button", href, ...attributes },
    icon(sign), h("span", { class: "bar-word" }, word));
}

/** Names the action that begins and ends a page's edit mode. */
export function showEditing(action, isEditing) {
  const [sign, text] = action.children;
  const word = isEditing ? words.events.done : words.task.edit;
  if (text.textContent === word) return;
  text.textContent = word;
  sign.replaceWith(icon(isEditing ? "check" : "edit"));
}
