// Sheets with more in them than a question: forms, and secrets that are shown once.

import { fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { form } from "./form.js";

let sheets = 0;

/**
 * A form in a sheet. Resolves to what `submit` gave once it went through, to null when it was closed; what is
 * refused is said inside. `foot` stands below the buttons and gets a way to close the sheet.
 */
export function formSheet({ title, lead, label, isDangerous = false, submit, foot, ...rest }) {
  return new Promise((answer) => {
    let done = null;
    const edit = form({
      ...rest, label,
      submit: async (values) => {
        done = await submit(values) ?? true;
        dialog.close();
      },
    });
    if (isDangerous) edit.button.classList.add("danger");
    const cancel = h("button", { type: "button", class: "button quiet-button",
      onclick: () => dialog.close() }, words.cancel);
    edit.element.append(h("div", { class: "sheet-actions" }, cancel, edit.button));
    const dialog = sheet(title, [lead && h("p", { class: "quiet" }, lead), edit.element,
      foot?.(() => dialog.close())]);
    dialog.addEventListener("close", () => answer(done));
    dialog.showModal();
  });
}

/** Shows a code that can not be seen again; `copies` are what can be copied, as [label, text]. */
export function secretSheet({ title, lead, code, copies }) {
  return new Promise((answer) => {
    const dialog = sheet(title, [
      h("p", { class: "code secret" }, code), h("p", { class: "quiet" }, lead),
      h("div", { class: "secret-copies" }, copies.map(([label, text]) => copyButton(label, text))),
      h("button", { type: "button", class: "button", autofocus: true, onclick: () => dialog.close() },
        words.admin.done),
    ]);
    dialog.addEventListener("close", () => answer());
    dialog.showModal();
  });
}

/** A button that copies a text and says so itself, where a note would be hidden behind the sheet. */
export function copyButton(label, text, look = "button quiet-button") {
  const button = h("button", { type: "button", class: look, "aria-live": "polite" }, label);
  let timer = null;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      fill(button, words.admin.copied);
    } catch {
      // Without the clipboard the text itself can be marked and copied.
      fill(button, text);
    }
    clearTimeout(timer);
    timer = setTimeout(() => fill(button, label), 2500);
  });
  return button;
}

function sheet(title, content) {
  const id = `sheet-${sheets += 1}`;
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": id }, h("h2", { id }, title), content);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}
