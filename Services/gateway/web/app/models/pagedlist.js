// The state of a list that comes in pages: what was fetched, how much of it is shown, which rows are held
// back. No document and no requests.

/** The limit on pages that are fetched again when something changed. */
const maxPages = 20;
/** The number of rows that are shown at first, and that are added each time the end comes near. */
export const rowsAtOnce = 100;

export class PagedListModel {
  /** `overlay(items, fetched)` may change what is shown; `heading(item)` names the group of an item. */
  constructor({ overlay, heading, rows = rowsAtOnce }) {
    this.overlay = overlay;
    this.heading = heading;
    /** `{ items, next, pages, at }`: items, cursor of the next page, number of pages, when they came (ms). */
    this.data = null;
    this.maxRows = rows;
    this.held = new Set();
    /** True where more was fetched than is shown. */
    this.isCut = false;
  }

  get items() {
    return this.data?.items ?? [];
  }

  /** True if there is more to show, fetched or not. */
  get hasMore() {
    return this.isCut || Boolean(this.data?.next);
  }

  /** All items as they will be once waiting changes have gone out. */
  all() {
    const { items, at } = this.data;
    return this.overlay ? this.overlay(items, at) : items;
  }

  /** The items among `all` that are shown, as groups in their order: `[{ title, items }]`. */
  groups(all) {
    const free = this.held.size === 0 ? all : all.filter(({ id }) => !this.held.has(id));
    const shown = free.slice(0, this.maxRows);
    this.isCut = shown.length < free.length;
    const byTitle = new Map();
    for (const item of shown) {
      const title = this.heading?.(item) ?? "";
      if (!byTitle.has(title)) byTitle.set(title, []);
      byTitle.get(title).push(item);
    }
    return [...byTitle].map(([title, items]) => ({ title, items }));
  }

  /** Fetches as many pages as are known, from the first on: `load(cursor)` gives `{ items, next }`. */
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

  /** The data with one more page. An item that was there before does not come twice. */
  withPage(page) {
    const known = new Set(this.data.items.map(({ id }) => id));
    const fresh = page.items.filter(({ id }) => !known.has(id));
    return {
      ...this.data, items: [...this.data.items, ...fresh], next: page.next ?? null,
      pages: this.data.pages + 1,
    };
  }

  /** The data after an edit of the items, or null where it changes nothing. */
  changed(edit) {
    if (!this.data || this.data.problem) return null;
    const items = edit(this.data.items, this.data.next !== null);
    return items === this.data.items ? null : { ...this.data, items };
  }

  /** Shows more rows. */
  grow() {
    if (this.hasMore) this.maxRows += rowsAtOnce;
  }

  /** Shows enough rows for an item to be among them. Returns true if that are more than before. */
  reach(id) {
    const at = this.isCut ? this.data.items.findIndex((item) => item.id === id) : -1;
    if (at < this.maxRows) return false;
    this.maxRows = at + rowsAtOnce;
    return true;
  }
}
