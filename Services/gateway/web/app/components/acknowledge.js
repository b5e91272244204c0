// A dialog that must be acknowledged: it stays open until its button is pressed.

import { cover } from "../covers.js";
import { h } from "../dom.js";

/** Opens a sheet with a single button and resolves when it is pressed. Escape and Back don't close it. */
export function acknowledge({ title, content, action }) {
  return new Promise((answer) => {
    const dialog = h("dialog", { class: "sheet", "aria-labelledby": "acknowledge-title" },
      h("h2", { id: "acknowledge-title" }, title), content,
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, action));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    // A second Escape closes a dialog regardless of `cancel`, unless the key event itself is prevented.
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

/** A button that copies `text` and confirms in its own label. */
export function copy(text, label, done) {
  const button = h("button", { class: "button quiet-button", type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = done;
    } catch {
      // Without clipboard access, select the text beside the button for manual copying.
      const range = document.createRange();
      const shown = button.parentElement.querySelector("output");
      if (shown) range.selectNodeContents(shown);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
  } }, label);
  return button;
}
