// The view of a paged list: its rows in groups, and the focus.

import { fill, h } from "../dom.js";
import { grouped } from "../words/words.js";
import { arrange, arrangeRows } from "./arrange.js";
import { failed } from "./pieces.js";

/** The limit on rows kept for items that are gone but may come back. */
const maxSpareRows = 100;
/** The limit on rows that may take the focus of one that is gone, such as when several go at once. */
const maxHeirs = 20;

/**
 * Renders a `PagedListModel`. `row(item)` creates an li and `empty()` the content of an empty list. `more` is
 * the button that loads more, `note` the note above a list that could not be fetched; `retry()` fetches
 * again. `headingLevel` is that of a group.
 */
export class ListView {
  constructor(model, { row, empty, isCounted, headingLevel, more, note, retry }) {
    Object.assign(this, { model, row, empty, isCounted, headingLevel, more, note, retry });
    this.element = h("div", { class: "paged" });
    this.rows = new Map();
    this.groups = new Map();
  }

  paint() {
    const { model, element } = this;
    const all = model.all();
    const groups = model.groups(all);
    const place = placeOfFocus(element);
    if (groups.length > 0 || (!model.data.problem && model.data.next)) this.paintGroups(groups);
    else if (model.data.problem) fill(element, failed(model.data.problem, this.retry));
    else fill(element, this.empty());
    this.forgetRows(all);
    if (place && !element.contains(document.activeElement)) this.focusNear(place);
  }

  paintGroups(groups) {
    const { model, element } = this;
    const boxes = groups.map(({ title, items, count }) => ({ ...this.boxOf(title, count), items }));
    const rows = boxes.map(({ items }) => items.map((item) => this.rowOf(item)));
    arrange(element, [...(model.data.problem ? [this.note] : []),
      ...boxes.flatMap(({ head, list }) => head ? [head, list] : [list]),
      ...(model.hasMore ? [this.more] : [])]);
    boxes.forEach(({ list }, at) => arrangeRows(list, rows[at]));
  }

  // The row of an unchanged item is kept.
  rowOf(item) {
    const known = this.rows.get(item.id);
    if (known?.item === item) return known.node;
    const text = JSON.stringify(item);
    if (known?.text === text) {
      known.item = item;
      return known.node;
    }
    const node = this.row(item);
    node.dataset.id = item.id;
    this.rows.set(item.id, { item, text, node });
    return node;
  }

  boxOf(title, count) {
    if (!this.groups.has(title)) {
      const number = this.isCounted && h("span", { class: "group-count" });
      this.groups.set(title, {
        number, head: title ? h(`h${this.headingLevel}`, { class: "group" }, title, number && [" ", number])
          : null,
        list: h("div", { class: "list" }),
      });
    }
    const box = this.groups.get(title);
    if (box.number && box.number.textContent !== grouped(count)) box.number.textContent = grouped(count);
    return box;
  }

  // Drops surplus rows of items that are gone.
  forgetRows(items) {
    if (this.rows.size <= items.length + maxSpareRows) return;
    const known = new Set(items.map(({ id }) => id));
    for (const id of this.rows.keys()) if (!known.has(id)) this.rows.delete(id);
  }

  /** Focuses a row: its first match of `wish`. Returns false if there is no such row. */
  focus(id, wish = "a") {
    if (this.model.reach(id)) this.paint();
    const node = this.rows.get(id)?.node;
    const target = node?.querySelector(wish) ?? node?.querySelector("a, button");
    target?.focus();
    return Boolean(target);
  }

  // If the focused row is gone, focuses its neighbor.
  focusNear({ ids, wish }) {
    for (const id of ids) {
      if (this.rows.get(id)?.node.isConnected && this.focus(id, wish)) return;
    }
    const all = this.element.querySelectorAll("[data-id]");
    if (all.length > 0) this.focus(all[all.length - 1].dataset.id, wish);
    else document.getElementById("main")?.focus();
  }
}

// The focused row and those after it, of which one takes the focus if it goes.
function placeOfFocus(element) {
  const active = document.activeElement;
  if (!active || !element.contains(active)) return null;
  const ids = [];
  let row = active.closest("[data-id]");
  if (!row) return null;
  while (row && ids.length < maxHeirs) {
    ids.push(row.dataset.id);
    row = nextRow(row, element);
  }
  return { ids, wish: active.tagName === "BUTTON" ? "button" : "a" };
}

// Without looking at all rows of a long list.
function nextRow(row, element) {
  for (let part = row; part !== element; part = part.parentElement) {
    for (let next = part.nextElementSibling; next; next = next.nextElementSibling) {
      const found = next.matches("[data-id]") ? next : next.querySelector("[data-id]");
      if (found) return found;
    }
  }
  return null;
}
