// Sheets with forms, and sheets with secrets that are shown once.

import { fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { form } from "./form.js";
import { FormDraft } from "./formdraft.js";
import { sheet } from "./sheet.js";

/**
 * A form in a sheet. Resolves to the result of a successful `submit`, or to null if the sheet was closed.
 * Errors are shown inside; with the result false, the sheet stays open. `foot` is content below the buttons
 * and gets a function that closes the sheet. `draft` is the name under which the text is stored until it is
 * submitted or canceled.
 */
export function formSheet({ title, lead, label, isDangerous = false, submit, foot, draft: name, ...rest }) {
  const draft = name && new FormDraft(name);
  const edit = form({ ...rest, label, submit: async (values) => {
    const made = await submit(values) ?? true;
    if (made === false) return;
    await draft?.forget();
    opened.close(made);
  } });
  draft?.begin(edit.element, edit.inputs);
  const close = () => {
    draft?.forget();
    opened.close();
  };
  if (isDangerous) edit.button.classList.add("danger");
  edit.element.append(h("div", { class: "sheet-actions" },
    h("button", { type: "button", class: "button quiet-button", onclick: close }, words.cancel),
    edit.button));
  const opened = sheet({
    title, hasCross: false,
    body: [lead && h("p", { class: "quiet" }, lead), draft?.note, edit.element, foot?.(close)],
  });
  return opened.closed;
}

/** Shows a code that can't be shown again. `copies` are the texts to copy, as [label, text]. */
export function secretSheet({ title, lead, code, copies }) {
  return sheet({
    title, actions: [{ label: words.done }],
    body: [
      h("p", { class: "code secret" }, code), h("p", { class: "quiet" }, lead),
      h("div", { class: "secret-copies" }, copies.map(([label, text]) => copyButton(label, text))),
    ],
  }).closed;
}

/** A button that copies a text and confirms in its own label, because the sheet would hide a toast. */
export function copyButton(label, text, look = "button quiet-button") {
  const button = h("button", { type: "button", class: look, "aria-live": "polite" }, label);
  let timer = null;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      fill(button, words.copied);
    } catch {
      // Without clipboard access, show the text for manual copying.
      fill(button, text);
    }
    clearTimeout(timer);
    timer = setTimeout(() => fill(button, label), 2500);
  });
  return button;
}
