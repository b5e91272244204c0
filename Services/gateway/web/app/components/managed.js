// A list of the school that administrators manage: add, edit and delete, each in a sheet.

import { Problem, send } from "../api.js";
import { fill, h, icon } from "../dom.js";
import { keepFocus } from "../frame.js";
import { words } from "../words/words.js";
import { barAction } from "./baraction.js";
import { formSheet } from "./formsheet.js";
import { ask, empty, failed, skeleton } from "./pieces.js";
import { complain, toast } from "./toast.js";

/**
 * The list: `{ element, load, add, isOver }`. `path` is where it is changed, `load()` returns its items.
 * `titleOf` and `noteOf` give the words of an item, `form(item)` what its sheet shows: `{ parts, fields,
 * blames, body(values) }`; without an item a new one is added. `text` has the words.
 */
export function managedList(options) {
  return new ManagedList(options);
}

/** The button at the end of the bar that adds an item; `name` says which. */
export function barButton(name, onclick, text = words.schoolAdmin.add, sign = "plus") {
  return barAction(sign, text, { "aria-label": name, onclick });
}

class ManagedList {
  constructor({ name, sign, text, path, load, titleOf, noteOf, form, onload, acts }) {
    Object.assign(this, { name, sign, text, path, fetch: load, titleOf, noteOf, form, onload, acts });
    this.isOver = false;
    this.items = [];
    this.element = h("div", {}, skeleton(3));
  }

  async load() {
    try {
      this.items = await this.fetch();
      if (this.isOver) return;
      this.paint();
      this.onload?.(this.items);
    } catch (problem) {
      if (!this.isOver) fill(this.element, failed(problem, () => this.load()));
    }
  }

  paint() {
    fill(this.element, this.items.length === 0 ? empty(this.sign, this.text.empty, this.text.emptyText)
      : h("ul", { class: "list" }, this.items.map((item) => this.row(item))));
    keepFocus();
  }

  row(item) {
    const text = words.schoolAdmin;
    const title = this.titleOf(item);
    const note = this.noteOf(item);
    const button = (label, look, onclick) => h("button", { class: `button small ${look}`, type: "button",
      "aria-label": `${label}: ${title}`, onclick }, label);
    return h("li", { class: "row managed-row" },
      h("div", { class: "managed-words" }, h("strong", { class: "row-title" }, title),
        note && h("span", { class: "row-note" }, note)),
      h("div", { class: "managed-acts" }, this.acts?.(item, button),
        button(text.edit, "quiet-button", () => this.edit(item)),
        h("button", { class: "row-icon is-danger", type: "button", "aria-label": `${text.remove}: ${title}`,
          onclick: () => this.remove(item, title) }, icon("trash"))));
  }

  async add(first) {
    if (await this.edit(null, first)) this.onadded?.();
  }

  async edit(item, first) {
    if (await saveSheet({ ...this.form(item, first), item, path: this.path, text: this.text,
      draft: `${this.name}.${item?.id ?? "new"}` })) {
      toast(words.saved);
      await this.load();
      return true;
    }
    return false;
  }

  async remove(item, title) {
    const sure = await ask({ title: words.schoolAdmin.removeTitle(title), text: this.text.removeText,
      action: words.schoolAdmin.remove, isDangerous: true });
    if (sure === null) return;
    try {
      await send("DELETE", `${this.path}/${encodeURIComponent(item.id)}`);
      toast(words.schoolAdmin.removed(title));
    } catch (problem) {
      complain(problem);
    }
    await this.load();
  }
}

/**
 * The sheet that adds an item at `path`, or changes `item`. After a conflict, saving again replaces the other
 * version. Resolves to the saved item, or to null.
 */
export function saveSheet({ item, path, text, parts, fields, body, draft, method = "PATCH", ...rest }) {
  let version = item?.version;
  return formSheet({
    title: item ? text.edit : text.add, label: words.save, parts, fields, draft, ...rest,
    submit: async (values) => {
      const sent = body(values);
      if (!item) return send("POST", path, sent);
      try {
        return await send(method, `${path}/${encodeURIComponent(item.id)}`, { version, ...sent });
      } catch (problem) {
        if (problem.code !== "changed_elsewhere") throw problem;
        version = problem.details?.current?.version ?? version;
        throw conflicted();
      }
    },
  });
}

/** The problem of an edit that somebody else was faster with: saving again replaces their change. */
export function conflicted() {
  return new Problem({ code: "school_conflict" });
}

/** The typed text, or null for none: an edit clears what was there, a new item does without. */
export const orNull = (typed) => typed.trim() || null;

/** The members of a new item without the empty ones. */
export function given(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
