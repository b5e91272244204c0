// The row in which a line is edited, and its note when the line was changed by another person meanwhile.

import { h } from "../dom.js";
import { words } from "../words/words.js";
import { form } from "./form.js";
import { FormDraft } from "./formdraft.js";

/**
 * An `li` with a form; `name` is that of its draft. `fields(item)` are its fields, `changes(item, values)`
 * what of them is sent by `send(from, changes)`, where `from` is the version that the change began from.
 * `newest(id)` fetches the line, `replace(line)` shows another version of it, `close()` ends editing.
 */
export function lineEditor(item, { name, fields, changes, text, send, newest, replace, close }) {
  const parts = fields(item);
  const note = h("div", { class: "edit-note" });
  const draft = new FormDraft(name);
  let from = item;
  const end = () => {
    draft.forget();
    close();
  };
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
    end();
  };
  const edit = form({
    class: "form edit-form", label: words.save, fields: parts,
    parts: [draft.note, h("div", { class: "edit-fields" }, parts.map((part) => part.element)), note], submit,
  });

  // Typed values stay: saving again overwrites the other change.
  function showConflict(current) {
    const { take, keep } = words.events.conflict;
    note.replaceChildren(h("p", { class: "warning", role: "alert" }, text.meanwhile(text.said(current))),
      h("button", { class: "link-button", type: "button", onclick: () => {
        replace(current);
        end();
      } }, take));
    edit.button.textContent = keep;
    edit.button.focus();
  }

  edit.element.append(h("div", { class: "edit-acts" },
    h("button", { class: "button quiet-button", type: "button", onclick: end }, words.cancel),
    edit.button));
  draft.attach(edit.element, edit.inputs, item);
  draft.read().then((found) => {
    // A draft began from the version it names: if that is not the newest any more, saving says so.
    if (draft.restore(found)) from = found.base;
  });
  return h("li", { class: "row edit-row", onkeydown: (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end();
  } }, edit.element);
}
