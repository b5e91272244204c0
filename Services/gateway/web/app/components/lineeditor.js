// The row that edits a line, with a note if another person changed the line in the meantime.

import { h } from "../dom.js";
import { words } from "../words/words.js";
import { form } from "./form.js";
import { FormDraft } from "./formdraft.js";

/**
 * An `li` with a form; `name` is the name of its draft. `fields(item)` are its fields, and `changes(item,
 * values)` the changes that `send(from, changes)` sends, where `from` is the version the edit started from.
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

  // The typed values stay. Saving again overwrites the other change.
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
    // The draft is based on its stored version. If that is outdated, saving reports the conflict.
    if (draft.restore(found)) from = found.base;
  });
  return h("li", { class: "row edit-row", onkeydown: (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end();
  } }, edit.element);
}
