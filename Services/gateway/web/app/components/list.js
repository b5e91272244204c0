// A paged list: shows the last state immediately and updates row by row.

import { Problem, get, lastSeen } from "../api.js";
import { fill } from "../dom.js";
import { PagedListModel } from "../models/pagedlist.js";
import { isUnreachable } from "../offline/network.js";
import { lists } from "../state.js";
import { moreButton, rowsInSight } from "./listgestures.js";
import { ListView } from "./listview.js";
import { failed, offlineNote, skeleton } from "./pieces.js";

/** The number of rows of each list when it was last left. */
const shownRows = new Map();

/**
 * A list of the items from `load(cursor, ask)`, which returns `{ items, next }` from replies to `ask(path,
 * query)`. (If it doesn't take `ask`, no stored replies are shown.) `row(item)` creates an li; the row of an
 * unchanged item is kept, so nothing flickers and the focus stays. `overlay(items, fetched, lingering)` may
 * change the shown items. `heading(item)` groups them, by headings of `headingLevel`; with `isCounted` each
 * heading has the number of its rows. With `isReturn` the list is as long as when it was left. Without a
 * network and without a stored reply, the list shows what `overlay` makes of an empty one.
 */
export function pagedList(options) {
  return new PagedList(options);
}

class PagedList {
  constructor({
    name, load, row, empty, heading, overlay, isCounted = false, headingLevel = 2, isReturn = false,
    onload = () => {},
  }) {
    const rows = isReturn ? shownRows.get(name) : undefined;
    const retry = () => this.refresh();
    this.more = moreButton(() => this.next());
    this.model = new PagedListModel({ overlay, heading, rows });
    this.view = new ListView(this.model, {
      row, empty, isCounted, headingLevel, more: this.more.element, note: offlineNote(retry), retry,
    });
    this.element = this.view.element;
    Object.assign(this, { name, load, onload, isLoading: false, isStale: false, isOver: false });
    /** True while the list shows why it has no items, with a button for another attempt. */
    this.isFailed = false;
    this.refreshing = null;
    this.model.data = lists.get(name) ?? null;
    if (this.model.data) this.paint();
    else this.begin();
  }

  begin() {
    fill(this.element, skeleton());
    // Only requests made through `ask` may have stored replies.
    if (this.load.length > 1) this.recall();
  }

  items() {
    return this.model.items;
  }

  /** Fetches the current state. A call during a fetch waits for another fetch that starts after it. */
  refresh() {
    if (this.isLoading) this.isStale = true;
    else this.refreshing = this.fetchNewest();
    return this.refreshing;
  }

  focus(id, wish) {
    return this.view.focus(id, wish);
  }

  /** Changes the items. `edit(items, isCut)` returns the new items, or the same array if nothing changes. */
  change(edit) {
    // A running fetch may have started before this change.
    if (this.isLoading) this.isStale = true;
    const data = this.model.changed(edit);
    if (!data) return;
    if (this.model.looksTheSame(data)) this.store(data);
    else this.take(data);
  }

  /** Shows only the items that pass `passes(item)`, or all for null. */
  narrow(passes) {
    this.model.passes = passes;
    this.paint();
  }

  /** Hides a row until `release(id)`. */
  hold(id) {
    this.model.lingering.delete(id);
    this.model.held.add(id);
    this.paint();
  }

  /** Hands an item to `overlay` as lingering, so that its row stays until `letGo(id)` or `hold(id)`. */
  linger(item) {
    this.model.lingering.set(item.id, item);
  }

  letGo(id) {
    if (this.model.lingering.delete(id)) this.paint();
  }

  release(id) {
    if (this.model.held.delete(id)) this.paint();
  }

  /** Renders the list again. With `isAnew`, its rows are rebuilt, too. */
  repaint({ isAnew = true } = {}) {
    if (isAnew) this.view.rows.clear();
    this.paint();
  }

  stop() {
    this.isOver = true;
    shownRows.set(this.name, rowsInSight(this.element));
    this.more.stop();
  }

  paint() {
    if (this.model.data) this.view.paint();
  }

  take(data) {
    this.store(data);
    this.paint();
  }

  store(data) {
    this.model.data = data;
    lists.set(this.name, data);
  }

  async fetchNewest() {
    this.isLoading = true;
    try {
      do {
        this.isStale = false;
        const found = await this.model.fetchAll((cursor) => this.load(cursor, get));
        if (this.isOver) return;
        this.isFailed = false;
        this.take(found);
      } while (this.isStale);
      this.more.watch();
      this.onload(this.model.items);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver) this.showProblem(problem);
    } finally {
      this.isLoading = false;
    }
  }

  // Items from earlier fetches stay.
  showProblem(problem) {
    const { model } = this;
    if (!model.data && model.overlay && isUnreachable(problem)) {
      model.data = { items: [], next: null, pages: 1, at: 0, problem };
      this.isFailed = true;
      this.paint();
      this.onload([]);
    } else if (!model.data || problem.code === "no_room") {
      this.isFailed = true;
      fill(this.element, failed(problem, () => this.refresh()));
    }
  }

  async next() {
    const { model, more } = this;
    model.grow();
    if (model.isCut) {
      this.paint();
      more.watch();
      return;
    }
    if (this.isLoading || !model.data?.next) return;
    await this.fetchNext();
    if (this.isOver) return;
    more.watch();
    if (this.isStale) this.refresh();
  }

  async fetchNext() {
    const { element } = this.more;
    this.isLoading = true;
    element.setAttribute("aria-busy", "true");
    try {
      const page = await this.load(this.model.data.next, get);
      if (!this.isOver) this.take(this.model.withPage(page));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The button stays for another attempt.
    } finally {
      this.isLoading = false;
      element.removeAttribute("aria-busy");
    }
  }

  // Shows the stored state until the current one arrives.
  async recall() {
    const { model } = this;
    try {
      const found = await model.fetchAll((cursor) => this.load(cursor, askKept));
      if ((!model.data || model.data.problem) && !this.isOver) {
        model.data = { ...found, at: 0 };
        this.paint();
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    }
  }
}

async function askKept(path, query) {
  const seen = await lastSeen(path, query);
  if (!seen) throw new Problem({ code: "offline" });
  return seen;
}
