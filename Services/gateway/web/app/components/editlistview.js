// The view of a list that is edited in place: its rows, their actions and the focus.

import { h, icon } from "../dom.js";
import { keepFocus } from "../frame.js";
import { isKnown } from "../models/lines.js";
import { words } from "../words/words.js";
import { arrange } from "./arrange.js";
import { waitsNote } from "./eventparts.js";

/**
 * Renders the lines of an `EditListModel`. `inside(item)` is the content of a line, `before(item)` what
 * precedes it outside edit mode, `editor(item)` the row of its editor. `acts` are the actions of buttons and
 * keys: `edit(id)`, `offer(id, way, first)`, `move(item, step)`, `remove(item)`, `press(event, item)`.
 */
export class EditListView {
  constructor(model, { text, inside, before, editor, acts }) {
    Object.assign(this, { model, text, inside, before, editor, acts });
    this.element = h("ul", { class: "list edit-list" });
    this.rows = new Map();
  }

  /**
   * Renders the changes. Returns a function that restores the focus once the rest of the page is rendered, if
   * a line had it: to the same button of the same line, or of the next one.
   */
  paint() {
    const { element, model, rows } = this;
    const active = element.contains(document.activeElement) ? document.activeElement : null;
    const id = active?.closest("[data-id]")?.dataset.id;
    const at = [...element.children].findIndex((row) => row.dataset.id === id);
    for (const one of rows.keys()) if (!model.items.some(({ id: own }) => own === one)) rows.delete(one);
    element.classList.toggle("is-editing", model.isEditing);
    arrange(element, model.items.map((item, index) => this.rowOf(item, index)));
    element.hidden = model.items.length === 0;
    return () => {
      if (active && document.activeElement !== active) this.passFocus(active, id, at);
    };
  }

  passFocus(active, id, at) {
    const { element, model, rows } = this;
    const row = rows.get(id)?.node ?? element.children[Math.min(at, model.items.length - 1)];
    const acts = [active.dataset.act, "grip", "open"];
    const next = active.isConnected ? active
      : acts.map((act) => row?.querySelector(`[data-act="${act}"]:enabled`)).find(Boolean);
    if (next) next.focus({ preventScroll: true });
    else keepFocus();
  }

  /** Renders all lines anew next time, except the one being edited. */
  forget() {
    for (const id of this.rows.keys()) if (id !== this.model.edited) this.rows.delete(id);
  }

  /** Focuses the first match of `selector` in a line. */
  focus(id, selector) {
    this.rows.get(id)?.node.querySelector(selector)?.focus();
  }

  // Keeps the row of an unchanged line, and of the line being edited.
  rowOf(item, at) {
    const { id } = item;
    const look = this.model.lookOf(item, at);
    const old = this.rows.get(id);
    if (old?.look === look) return old.node;
    const node = this.model.edited === id ? this.editor(item) : this.lineOf(item, at);
    node.dataset.id = id;
    this.rows.set(id, { look, node });
    return node;
  }

  lineOf(item, at) {
    const { model, text, acts } = this;
    const way = model.offerOf(item.id);
    const said = [text.said(item), item.isWaiting && words.events.waits].filter(Boolean).join(", ");
    const look = ["row edit-row", way && `is-open is-${way}`, item.isWaiting && "is-waiting",
      !isKnown(item) && "is-new"].filter(Boolean).join(" ");
    return h("li", { class: look, onkeydown: (event) => acts.press(event, item) },
      model.isEditing ? this.minus(item, way === "delete") : this.before(item),
      model.isFixed ? h("div", { class: "row-link edit-open" }, this.inside(item))
        : h("button", { class: "row-link edit-open", type: "button", "data-act": "open",
          "aria-label": `${text.edit}: ${said}`, onclick: () => acts.edit(item.id) },
        this.inside(item), item.isWaiting && waitsNote()),
      model.isEditing && this.endsOf(item, at, way));
  }

  endsOf(item, at, way) {
    const { model, text, acts } = this;
    if (way === "delete") {
      return h("button", {
        class: "event-delete", type: "button", "data-act": "delete", "aria-label": text.remove(item.text),
        onclick: () => acts.remove(item),
      }, words.task.delete);
    }
    // A line that is not on the site yet has no position.
    if (!isKnown(item)) return null;
    return [
      way && act("up", text.up(item.text), () => acts.move(item, -1), { disabled: at === 0 }),
      way && act("down", text.down(item.text), () => acts.move(item, 1),
        { disabled: model.isLastToMove(at) }),
      act("grip", text.move(item.text),
        () => acts.offer(item.id, "move", "[data-act=up]:enabled, [data-act=down]"),
        { "aria-expanded": String(Boolean(way)), title: text.moveTip }),
    ];
  }

  minus(item, isOpen) {
    return h("button", {
      class: "event-minus", type: "button", "data-act": "minus", "aria-expanded": String(isOpen),
      "aria-label": words.events.offerDelete(item.text),
      onclick: () => this.acts.offer(item.id, "delete", ".event-delete"),
    }, h("span", {}, icon("minus")));
  }
}

function act(name, label, onclick, rest = {}) {
  return h("button", {
    class: `edit-${name}`, type: "button", "data-act": name, "aria-label": label, onclick, ...rest,
  }, icon(name));
}
