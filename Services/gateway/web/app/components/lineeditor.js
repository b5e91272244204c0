// The row in which a line is edited, and its note when the line was changed by another person meanwhile.

import { h } from "../dom.js";
import { words } from "../words/words.js";
import { form } from "./form.js";

/**
 * An `li` with a form. `fields(item)` are its fields, `changes(item, values)` what of them is sent by
 * `send(from, changes)`, where `from` is the version that the change began from. `newest(id)` fetches the
 * line, `replace(line)` shows another version of it, `close()` ends editing.
 */
export function lineEditor(item, { fields, changes, text, send, newest, replace, close }) {
  const parts = fields(item);
  const note = h("div", { class: "edit-note" });
  let from = item;
  const submit = async (values) => {
    const wanted = changes(item, values);
    if (Object.keys(wanted).length > 0) {
      try {
        const { reply } = await send(from, wanted);
        if (reply) replace(reply);
      } catch (problem) {
        if (problem.code !== "changed_elsewhere") throw problem;
        from = problem.details?.current ?? await newest(item.id);
        showConflict(from);
        return;
      }
    }
    close();
  };
  const edit = form({
    class: "form edit-form", label: words.save, fields: parts,
    parts: [h("div", { class: "edit-fields" }, parts.map((part) => part.element)), note], submit,
  });

  // Typed values stay: saving again overwrites the other change.
  function showConflict(current) {
    const { take, keep } = words.events.conflict;
    note.replaceChildren(h("p", { class: "warning", role: "alert" }, text.meanwhile(text.said(current))),
      h("button", { class: "link-button", type: "button", onclick: () => {
        replace(current);
        close();
      } }, take));
    edit.button.textContent = keep;
    edit.button.focus();
  }

  edit.element.append(h("div", { class: "edit-acts" },
    h("button", { class: "button quiet-button", type: "button", onclick: close }, words.cancel),
    edit.button));
  return h("li", { class: "row edit-row", onkeydown: (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  } }, edit.element);
}
