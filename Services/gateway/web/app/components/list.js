// A list that comes in pages, is shown at once when it was seen before, and changes row by row.

import { Problem, get, lastSeen } from "../api.js";
import { fill, h } from "../dom.js";
import { isUnreachable } from "../offline/network.js";
import { lists } from "../state.js";
import { words } from "../words/words.js";
import { arrange, arrangeRows } from "./arrange.js";
import { failed, offlineNote, skeleton } from "./pieces.js";

/** How far each list was open when it was left. */
const shownRows = new Map();
/** At most so many pages are fetched again when something changed. */
const maxPages = 20;
/** So many rows stand in the document at first, and so many come at a time as its end comes near. */
const rowsAtOnce = 100;
/** The next page is fetched when the end comes this near (px). */
const ahead = "600px";

/**
 * `load(cursor, ask)` gives `{ items, next }` of what `ask(path, query)` answers (without `ask` nothing is
 * shown until the site has answered); `row(item)` makes an li.
 * Rows whose item is the same stay as they are, so nothing flickers and the focus is kept.
 * `overlay(items, fetched)` may change what is shown, `heading(item)` groups it. `hold(id)` hides a row until
 * `release(id)`. With `isReturn` it is as long as it was when it was left. A list that this device has never
 * seen shows without a network what `overlay` makes of an empty one.
 */
export function pagedList({
  name, load, row, empty, heading, overlay, isReturn = false, onload = () => {},
}) {
  const element = h("div", { class: "paged" });
  const rows = new Map();
  const groups = new Map();
  const held = new Set();
  let data = lists.get(name) ?? null;
  let isLoading = false;
  let isStale = false;
  let refreshing = null;
  let isOver = false;
  let isCut = false;
  let maxRows = isReturn ? shownRows.get(name) ?? rowsAtOnce : rowsAtOnce;
  const more = h("button", {
    class: "button quiet-button", type: "button", onclick: () => next(),
  }, words.more);
  const note = offlineNote(() => refresh());
  // A busy browser tells of several moves at once, the oldest first.
  const watcher = new IntersectionObserver((moves) => { if (moves.at(-1).isIntersecting) next(); },
    { rootMargin: ahead });
  // Observed anew, it tells at once where the end is: it may have come nearer meanwhile.
  const watchEnd = () => {
    watcher.unobserve(more);
    watcher.observe(more);
  };

  const rowOf = (value) => {
    const known = rows.get(value.id);
    if (known?.value === value) return known.node;
    const text = JSON.stringify(value);
    if (known?.text === text) {
      known.value = value;
      return known.node;
    }
    const node = row(value);
    node.dataset.id = value.id;
    rows.set(value.id, { value, text, node });
    return node;
  };

  const groupOf = (title) => {
    if (!groups.has(title)) {
      groups.set(title, {
        head: title ? h("h2", { class: "group" }, title) : null, list: h("div", { class: "list" }), nodes: [],
      });
    }
    return groups.get(title);
  };

  const paint = () => {
    const all = overlay ? overlay(data.items, data.at) : data.items;
    const free = held.size === 0 ? all : all.filter(({ id }) => !held.has(id));
    const shown = free.slice(0, maxRows);
    const place = placeOfFocus(element);
    isCut = shown.length < free.length;
    if (shown.length === 0 && data.problem) {
      fill(element, failed(data.problem, refresh));
    } else if (shown.length === 0 && !data.next) {
      fill(element, empty());
    } else {
      for (const group of groups.values()) group.nodes = [];
      const used = new Set();
      for (const value of shown) {
        const group = groupOf(heading?.(value) ?? "");
        used.add(group);
        group.nodes.push(rowOf(value));
      }
      arrange(element, [...(data.problem ? [note] : []),
        ...[...used].flatMap(({ head, list }) => head ? [head, list] : [list]),
        ...(isCut || data.next ? [more] : [])]);
      for (const { list, nodes } of used) arrangeRows(list, nodes);
    }
    forgetRows(all);
    if (place && !element.contains(document.activeElement)) focusNear(place);
  };

  // Rows of items that are gone are not kept for ever.
  const forgetRows = (items) => {
    if (rows.size <= items.length + 100) return;
    const known = new Set(items.map(({ id }) => id));
    for (const id of rows.keys()) if (!known.has(id)) rows.delete(id);
  };

  const focusOn = (id, wish = "a") => {
    const at = isCut ? data.items.findIndex((item) => item.id === id) : -1;
    if (at >= maxRows) {
      maxRows = at + rowsAtOnce;
      paint();
    }
    const node = rows.get(id)?.node;
    const target = node?.querySelector(wish) ?? node?.querySelector("a, button");
    target?.focus();
    return Boolean(target);
  };

  // Where the row with the focus went, its neighbour takes over.
  const focusNear = ({ id, at, wish }) => {
    if (element.querySelector(`[data-id="${CSS.escape(id)}"]`) && focusOn(id, wish)) return;
    const all = [...element.querySelectorAll("[data-id]")];
    const near = all[Math.min(at, all.length - 1)];
    if (near) focusOn(near.dataset.id, wish);
    else document.getElementById("main")?.focus();
  };

  async function fetchAll(ask) {
    const count = Math.min(Math.max(1, data?.pages ?? 1), maxPages);
    const items = [];
    const at = Date.now();
    let cursor = null;
    let pages = 0;
    while (pages < count) {
      const found = await load(cursor, ask);
      items.push(...found.items);
      pages += 1;
      cursor = found.next ?? null;
      if (!cursor) break;
    }
    return { items, next: cursor, pages, at };
  }

  function take(found) {
    data = found;
    lists.set(name, data);
    paint();
  }

  // Done when the newest is there, also for whoever asks while it is on its way.
  function refresh() {
    if (isLoading) {
      isStale = true;
      return refreshing;
    }
    refreshing = fetchNewest();
    return refreshing;
  }

  async function fetchNewest() {
    isLoading = true;
    try {
      do {
        isStale = false;
        const found = await fetchAll(get);
        if (isOver) return;
        take(found);
      } while (isStale);
      watchEnd();
      onload(data.items);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (isOver) return;
      if (!data && overlay && isUnreachable(problem)) {
        data = { items: [], next: null, pages: 1, at: 0, problem };
        paint();
        onload([]);
      } else if (!data || problem.code === "no_room") {
        fill(element, failed(problem, refresh));
      }
    } finally {
      isLoading = false;
    }
  }

  async function next() {
    if (isCut || data?.next) maxRows += rowsAtOnce;
    if (isCut) {
      paint();
      watchEnd();
      return;
    }
    if (isLoading || !data?.next) return;
    isLoading = true;
    more.setAttribute("aria-busy", "true");
    try {
      const found = await load(data.next, get);
      if (isOver) return;
      const known = new Set(data.items.map(({ id }) => id));
      const fresh = found.items.filter(({ id }) => !known.has(id));
      take({ ...data, items: [...data.items, ...fresh], next: found.next ?? null, pages: data.pages + 1 });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The button stays for another try.
    } finally {
      isLoading = false;
      more.removeAttribute("aria-busy");
    }
    watchEnd();
    if (isStale && !isOver) refresh();
  }

  // What was seen on an earlier visit stands until the newest is there.
  async function recall() {
    try {
      const found = await fetchAll(async (path, query) => {
        const seen = await lastSeen(path, query);
        if (!seen) throw new Problem({ code: "offline" });
        return seen;
      });
      if ((!data || data.problem) && !isOver) {
        data = { ...found, at: 0 };
        paint();
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  if (data) paint();
  else {
    fill(element, skeleton());
    // Only questions asked by `ask` have answers that may be kept.
    if (load.length > 1) recall();
  }

  return {
    element,
    refresh,
    focus: focusOn,
    items: () => data?.items ?? [],
    change: (edit) => {
      // A fetch on its way may have begun before this change.
      if (isLoading) isStale = true;
      if (!data || data.problem) return;
      const items = edit(data.items, data.next !== null);
      if (items !== data.items) take({ ...data, items });
    },
    hold: (id) => {
      held.add(id);
      if (data) paint();
    },
    release: (id) => {
      if (held.delete(id) && data) paint();
    },
    repaint: ({ isAnew = true } = {}) => {
      if (isAnew) rows.clear();
      if (data) paint();
    },
    stop: () => {
      isOver = true;
      shownRows.set(name, rowsInSight(element));
      watcher.disconnect();
    },
  };
}

// As many rows as stand above the lower edge of the screen, and some more.
function rowsInSight(element) {
  const { top, height } = element.getBoundingClientRect();
  const part = height > 0 ? Math.min(1, Math.max(0, (innerHeight - top) / height)) : 0;
  return Math.ceil(part * element.querySelectorAll("[data-id]").length) + rowsAtOnce;
}

function placeOfFocus(element) {
  const active = document.activeElement;
  if (!active || !element.contains(active)) return null;
  const node = active.closest("[data-id]");
  if (!node) return null;
  const at = [...element.querySelectorAll("[data-id]")].indexOf(node);
  return { id: node.dataset.id, at, wish: active.tagName === "BUTTON" ? "button" : "a" };
}
