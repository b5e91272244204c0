// State of a paged list: fetched items, number of shown rows, rows held
// back. Uses no document and sends no requests.

/** The limit on pages fetched again after a change. */
const maxPages = 20;
/** The number of rows shown at first, and added each time the end comes near. */
export const rowsAtOnce = 100;

export class PagedListModel {
  /**
   * `overlay(items, fetched, lingering)` changes the shown items; `heading(item)` is the title of an
   * item's group.
   */
  constructor({ overlay, heading, rows = rowsAtOnce }) {
    this.overlay = overlay;
    this.heading = heading;
    /** `{ items, next, pages, at }`: items, cursor of the next page, number of pages, fetch time (ms). */
    this.data = null;
    this.maxRows = rows;
    /** Only items that pass are shown; null for all. */
    this.passes = null;
    this.held = new Set();
    /** Items that stay for a moment although they are gone, by id. */
    this.lingering = new Map();
    /** True if more rows are fetched than shown. */
    this.isCut = false;
  }

  get items() {
    return this.data?.items ?? [];
  }

  /** True if there are more rows, fetched or not. */
  get hasMore() {
    return this.isCut || Boolean(this.data?.next);
  }

  /** All items with unsent changes applied. */
  all() {
    const { items, at } = this.data;
    const all = this.overlay ? this.overlay(items, at, [...this.lingering.values()]) : items;
    return this.passes ? all.filter(this.passes) : all;
  }

  /** The shown items as groups in order: `[{ title, items, count }]`; `count` includes those not shown. */
  groups(all) {
    const free = this.held.size === 0 ? all : all.filter(({ id }) => !this.held.has(id));
    this.isCut = free.length > this.maxRows;
    const byTitle = new Map();
    let group = null;
    free.forEach((item, at) => {
      const title = this.heading?.(item) ?? "";
      if (group?.title !== title) {
        group = byTitle.get(title) ?? { title, items: [], count: 0 };
        byTitle.set(title, group);
      }
      group.count += 1;
      if (at < this.maxRows) group.items.push(item);
    });
    return [...byTitle.values()].filter(({ items }) => items.length > 0);
  }

  /** Fetches the known number of pages again, from the first: `load(cursor)` returns `{ items, next }`. */
  async fetchAll(load) {
    const count = Math.min(Math.max(1, this.data?.pages ?? 1), maxPages);
    const items = [];
    const at = Date.now();
    let cursor = null;
    let pages = 0;
    while (pages < count) {
      const page = await load(cursor);
      items.push(...page.items);
      pages += 1;
      cursor = page.next ?? null;
      if (!cursor) break;
    }
    return { items, next: cursor, pages, at };
  }

  /** The data with one more page, without duplicates. */
  withPage(page) {
    const known = new Set(this.data.items.map(({ id }) => id));
    const fresh = page.items.filter(({ id }) => !known.has(id));
    return {
      ...this.data, items: [...this.data.items, ...fresh], next: page.next ?? null,
      pages: this.data.pages + 1,
    };
  }

  /** The data after an edit of the items, or null if nothing changes. */
  changed(edit) {
    if (!this.data || this.data.problem) return null;
    const items = edit(this.data.items, this.data.next !== null);
    return items === this.data.items ? null : { ...this.data, items };
  }

  /** True if `data` only lacks an item that lingers, so that the list looks as before. */
  looksTheSame({ items, next }) {
    const before = this.items;
    if (this.lingering.size === 0 || items.length !== before.length - 1) return false;
    if (next !== this.data.next) return false;
    const at = before.findIndex((item, n) => item !== items[n]);
    return this.lingering.has(before[at].id) && items.every((item, n) => item === before[n < at ? n : n + 1]);
  }

  /** Shows more rows. */
  grow() {
    if (this.hasMore) this.maxRows += rowsAtOnce;
  }

  /** Shows enough rows to include an item. Returns true if the number of rows grew. */
  reach(id) {
    const at = this.isCut ? this.all().findIndex((item) => item.id === id) : -1;
    if (at < this.maxRows) return false;
    this.maxRows = at + rowsAtOnce;
    return true;
  }
}

/** The items of at most so many pages, and the cursor of the next one. `progress` gets the number so far. */
export async function allPages(load, pages, progress = () => {}) {
  const items = [];
  let cursor = null;
  for (let page = 0; page < pages; page += 1) {
    const found = await load(cursor);
    items.push(...found.items);
    cursor = found.next ?? null;
    if (!cursor) break;
    progress(items.length);
  }
  return { items, next: cursor };
}
