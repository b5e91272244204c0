// A sheet that has to be read before anything else: it stays until its button is pressed.

import { cover } from "../covers.js";
import { h } from "../dom.js";

/** A sheet with one button. Resolves when it is closed; neither Escape nor a step back closes it. */
export function acknowledge({ title, content, action }) {
  return new Promise((answer) => {
    const dialog = h("dialog", { class: "sheet", "aria-labelledby": "acknowledge-title" },
      h("h2", { id: "acknowledge-title" }, title), content,
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, action));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    // A second Escape closes a dialog whatever `cancel` says, unless the key itself is taken.
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") event.preventDefault();
    });
    dialog.addEventListener("close", () => {
      uncover();
      dialog.remove();
      answer();
    });
    document.body.append(dialog);
    dialog.showModal();
    const uncover = cover(() => dialog.close(), { isFixed: true });
  });
}

/** A button that copies `text` and says so on itself. */
export function copy(text, label, done) {
  const button = h("button", { class: "button quiet-button", type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = done;
    } catch {
      // No clipboard here: what is to be copied stands marked beside the button.
      const range = document.createRange();
      const shown = button.parentElement.querySelector("output");
      if (shown) range.selectNodeContents(shown);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
  } }, label);
  return button;
}
