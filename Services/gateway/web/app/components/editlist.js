// A list that is edited in place: lines can be changed, moved, deleted and restored.

import { h } from "../dom.js";
import { EditListModel } from "../models/editlist.js";
import { listed, watchOutbox } from "../offline/outbox.js";
import { words } from "../words/words.js";
import { barAction, showEditing } from "./baraction.js";
import { pressIn, sortable } from "./editlistgestures.js";
import { EditListView } from "./editlistview.js";
import { LineChanges } from "./linechanges.js";
import { lineEditor } from "./lineeditor.js";
import { complain, toast } from "./toast.js";

/** The time for which a deletion can be undone (ms). */
const undoStays = 10_000;

/**
 * The lines of `path`, each with `id`, `text` and `version`. `inside(item)` is the content of a line,
 * `before(item)` what precedes it outside edit mode, `fields(item)` the fields of its editor, and
 * `changes(item, values)` the changes to send. `text` has the words; `refresh()` fetches the list again, and
 * `painted(items)` is called with all lines after each rendering. `pick(items, edited)`
 * returns the lines to show, all of them unless given. Without a network, a change is queued in the outbox as
 * `what` with the name of its `kind`; `asLine(body, item)` is the line shown in the meantime.
 */
export function editList(options) {
  return new EditList(options);
}

class EditList {
  constructor({
    path, kind, what, text, inside, before = () => null, fields, changes, asLine, refresh, painted, pick,
  }) {
    const model = new EditListModel(path, asLine, pick);
    const paint = () => this.paint();
    const acts = {
      edit: (id) => this.open(id), offer: (...given) => this.offer(...given),
      move: (item, step) => this.move(item, step), remove: (item) => this.remove(item),
    };
    acts.press = pressIn(model, { paint, move: acts.move });
    Object.assign(this, { model, text, refresh, painted, gone: [], forgetting: null });
    this.sent = new LineChanges({ path, kind, what, bringBack: (line) => model.bringBack(line) });
    const editor = (item) => lineEditor(item, {
      name: `${path}/${item.id}`, fields, changes, text, send: (from, values) => this.sent.edit(from, values),
      newest: (id) => this.newest(id), replace: (line) => this.replace(line), close: () => this.open(null),
    });
    this.view = new EditListView(model, { text, inside, before, editor, acts });
    this.element = this.view.element;
    /** Announces to screen readers where a line was moved. */
    this.voice = h("p", { class: "spoken", role: "status" });
    /** The button in the top bar that turns edit mode on and off. */
    this.toggle = barAction("edit", words.task.edit, {
      hidden: true, onclick: () => this.setEditing(!model.isEditing),
    });
    this.isSorting = sortable(this.element, {
      place: (id, after) => this.place(id, after), ended: () => this.show(),
    });
    this.unwatch = watchOutbox(() => this.show());
  }

  items() {
    return this.model.items;
  }

  isFixed() {
    return this.model.isFixed;
  }

  /** Makes the list read-only or editable. */
  fix(value) {
    if (this.model.isFixed === value) return;
    this.model.fix(value);
    this.paint();
  }

  /** Shows the lines from the site at `fetched` (ms). */
  take(lines, fetched) {
    this.model.take(lines, fetched);
    this.show();
  }

  change(edition) {
    this.model.change(edition);
    this.show();
  }

  /**
   * Changes a line without its editor. The change shows immediately and is reverted if the site rejects it.
   */
  async edit(item, values) {
    const old = this.model.find(item.id);
    this.replace({ ...old, ...values });
    try {
      const { reply } = await this.sent.edit(item, values);
      this.replace(reply ?? old ?? item);
    } catch (problem) {
      this.replace(old ?? item);
      complain(problem);
      this.refresh();
    }
  }

  stop() {
    clearTimeout(this.forgetting);
    this.unwatch();
  }

  show() {
    this.model.overlay(listed());
    this.paint();
  }

  paint() {
    if (this.isSorting()) return;
    const { model, toggle } = this;
    if (model.items.length === 0) model.isEditing = false;
    showEditing(toggle, model.isEditing);
    toggle.hidden = model.items.length === 0 || model.isFixed;
    const passFocus = this.view.paint();
    this.painted?.(model.all);
    passFocus();
  }

  /** Renders all lines anew, because something changed that is not in them. */
  redraw() {
    this.view.forget();
    this.paint();
  }

  setEditing(value) {
    this.model.setEditing(value);
    this.paint();
  }

  replace(line) {
    this.model.replace(line);
    this.show();
  }

  async newest(id) {
    await this.refresh();
    return this.model.items.find((item) => item.id === id);
  }

  // Opens or closes the actions of a line.
  offer(id, way, first) {
    const isOpen = this.model.offer(id, way);
    this.paint();
    if (isOpen) this.view.focus(id, first);
  }

  open(id) {
    const last = this.model.edit(id);
    this.paint();
    if (id) this.view.focus(id, "input");
    else this.view.focus(last, "[data-act=open]");
  }

  move(item, step) {
    const after = this.model.neighborAfter(item, step);
    if (after !== undefined) this.place(item.id, after);
  }

  async place(id, after) {
    const placed = this.model.place(id, after);
    if (!placed) return;
    this.show();
    this.voice.textContent = this.text.moved(placed.line.text, placed.position, placed.count);
    try {
      await this.sent.move(id, after);
    } catch (problem) {
      complain(problem);
      this.refresh();
    }
  }

  async remove(item) {
    this.model.remove(item.id);
    this.paint();
    let back = () => {};
    try {
      back = await this.sent.remove(item);
    } catch (problem) {
      if (problem.status !== 404) {
        complain(problem);
        this.refresh();
        this.show();
        return;
      }
    }
    this.offerUndo(item, back);
    this.refresh();
  }

  offerUndo(item, back) {
    this.gone.push({ id: item.id, back });
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => { this.gone = []; }, undoStays);
    const { length } = this.gone;
    toast(length === 1 ? words.events.deleted(item.text) : this.text.deleted(length), () => this.undo(),
      undoStays);
  }

  // Undo restores all lines deleted in a row.
  async undo() {
    const all = this.gone.reverse();
    this.gone = [];
    try {
      for (const { back } of all) await back();
    } catch (problem) {
      complain(problem);
    }
    await this.refresh();
    this.show();
    this.view.focus(all.at(-1)?.id, "[data-act=open]");
  }
}
