// A list that comes in pages, is shown at once when it was seen before, and changes row by row.

import { fill, h } from "../dom.js";
import { lists } from "../state.js";
import { words } from "../words/words.js";
import { failed, skeleton } from "./pieces.js";

/** At most so many pages are fetched again when something changed. */
const mostPages = 20;

/**
 * `load(cursor)` gives `{ items, next }`, `row(item)` an li. Rows whose item is the same stay as they are, so
 * nothing flickers and the focus is kept. `hold(id)` hides a row until `release(id)`.
 */
export function pagedList({ name, load, row, empty, heading, onload = () => {} }) {
  const element = h("div", { class: "paged" });
  const rows = new Map();
  const held = new Set();
  let data = lists.get(name) ?? null;
  let pages = 1;
  let isLoading = false;
  let isStale = false;
  let isOver = false;

  const item = (value) => {
    const text = JSON.stringify(value);
    const known = rows.get(value.id);
    if (known?.text === text) return known.node;
    const node = row(value);
    node.dataset.id = value.id;
    rows.set(value.id, { text, node });
    return node;
  };

  const paint = () => {
    const shown = data.items.filter(({ id }) => !held.has(id));
    const focused = element.contains(document.activeElement)
      ? document.activeElement.closest("[data-id]")?.dataset.id : null;
    if (shown.length === 0 && !data.next) {
      fill(element, empty());
      return;
    }
    const parts = [];
    let group = null;
    for (const value of shown) {
      const title = heading?.(value) ?? "";
      if (group?.title !== title) {
        group = { title, nodes: [] };
        parts.push(group);
      }
      group.nodes.push(item(value));
    }
    const more = data.next && h("button", { class: "button quiet-button", type: "button", onclick: next },
      words.more);
    const scroll = scrollY;
    fill(element, parts.map(({ title, nodes }) => [
      title && h("h2", { class: "group" }, title), h("ul", { class: "list" }, nodes),
    ]), more);
    if (scrollY !== scroll) scrollTo(0, scroll);
    if (focused && !element.contains(document.activeElement)) focus(focused);
  };

  const focus = (id) => {
    const node = rows.get(id)?.node;
    (node?.querySelector("a") ?? node?.querySelector("button"))?.focus();
  };

  async function refresh() {
    if (isLoading) {
      isStale = true;
      return;
    }
    isLoading = true;
    try {
      do {
        isStale = false;
        const items = [];
        let cursor = null;
        for (let page = 0; page < Math.min(pages, mostPages); page += 1) {
          const found = await load(cursor);
          items.push(...found.items);
          cursor = found.next ?? null;
          if (!cursor) break;
        }
        data = { items, next: cursor };
      } while (isStale && !isOver);
      if (isOver) return;
      lists.set(name, data);
      paint();
      onload(data.items);
    } catch (problem) {
      if (!isOver && (!data || problem.code === "no_room")) fill(element, failed(problem, refresh));
    } finally {
      isLoading = false;
    }
  }

  async function next() {
    pages += 1;
    await refresh();
  }

  if (data) paint();
  else fill(element, skeleton());

  return {
    element,
    refresh,
    focus,
    items: () => data?.items ?? [],
    hold: (id) => {
      held.add(id);
      if (data) paint();
    },
    release: (id) => {
      held.delete(id);
      if (data) paint();
    },
    repaint: () => {
      rows.clear();
      if (data) paint();
    },
    stop: () => {
      isOver = true;
    },
  };
}
