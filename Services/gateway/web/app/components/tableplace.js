// A table's place on a page of administrators: it fetches the rows, does something with the chosen ones, and
// saves all of them as a file. Phones have a list instead.

import { Problem } from "../api.js";
import { fill, h } from "../dom.js";
import { csvOf } from "../models/admintable.js";
import { allPages } from "../models/pagedlist.js";
import { lists } from "../state.js";
import { explain, grouped, words } from "../words/words.js";
import { AdminTable } from "./admintable.js";
import { failed, skeleton } from "./pieces.js";
import { fileName, saveFile } from "./savefile.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const pageSize = 100;
/** The limit on pages of a table, 1,000 rows; a search finds the others. */
const maxPages = 10;
/** The limit on pages of a file: 20,000 rows. */
export const maxFilePages = 200;

export class TablePlace {
  /**
   * `table` are the parts of an `AdminTable`. `load(filter, { limit, cursor, sort }, signal)` returns a page
   * of rows, `none(filter)` stands in place of a table without rows, `found(count)` gets the number of rows,
   * `file` is `{ title, head, line(row) }`, and `changed(rows)` gets the rows that were changed. `sorts` are
   * the columns by which the site sorts, too: of more rows than the table shows, these are the first.
   */
  constructor({ table, load, none, found, file, sorts = [], changed = () => {} }) {
    Object.assign(this, { load, none, found, file, sorts, changed, filter: {}, asked: null, isOver: false });
    this.text = table.text;
    this.kept = table.kept;
    this.table = new AdminTable({ ...table, resorted: () => this.resorted() });
    this.more = h("p", { class: "hint", role: "status" });
    this.place = h("div", {}, skeleton());
    this.save = exportButton(file, (progress) => this.everything(maxFilePages, progress), this.text);
    this.save.hidden = true;
    this.element = h("div", { class: "table-place" }, this.place);
  }

  /** Shows the rows of a filter. */
  async show(filter) {
    this.filter = filter;
    this.asked?.abort();
    const mine = new AbortController();
    this.asked = mine;
    try {
      const { items, next } = await this.everything(maxPages, () => {}, mine.signal);
      if (this.asked !== mine || this.isOver) return;
      this.isCut = Boolean(next);
      this.table.show(items);
      fill(this.more, next && this.text.more(grouped(items.length)));
      this.save.hidden = items.length === 0;
      fill(this.place, items.length ? [this.table.element, this.more] : this.none(filter));
      this.found(items.length);
    } catch (problem) {
      if (problem.code === "cancelled" || this.isOver) return;
      fill(this.place, failed(problem, () => this.show(filter)));
    }
  }

  refresh() {
    return this.show(this.filter);
  }

  stop() {
    this.isOver = true;
    this.asked?.abort();
  }

  everything(pages, progress, signal) {
    const { filter } = this;
    const sort = this.siteOrder();
    return allPages((cursor) => this.load(filter, { limit: pageSize, cursor, sort }, signal), pages,
      progress);
  }

  /** The order to ask the site for; null for its own. */
  siteOrder() {
    const { sort, isDescending } = this.kept;
    if (!this.sorts.includes(sort)) return null;
    return isDescending ? `-${sort}` : sort;
  }

  /** Fetches the rows that are the first ones now, if there are more than the table shows. */
  resorted() {
    const { sort, isDescending } = this.kept;
    inAddress({ sort: isDescending ? `-${sort}` : sort });
    if (this.isCut && this.siteOrder()) this.refresh();
  }

  /**
   * Does `act(row)` with one row after the other. What is refused stays chosen and is named with the reason.
   */
  async change(rows, act) {
    const { text, table } = this;
    const { done, refused } = await table.inTurn(rows, act);
    if (this.isOver) {
      // The administrator has gone on: what was asked for was done nevertheless.
      toast([done.length && text.done(done.length), refused.length && text.refused(refused.length)]
        .filter(Boolean).join(" · "));
      return;
    }
    const changed = new Map(done.map((row) => [row.id, row]));
    for (const id of changed.keys()) table.chosen.delete(id);
    this.changed(done);
    table.show(table.rows.map((row) => changed.get(row.id) ?? row).filter(({ isGone }) => !isGone));
    if (table.rows.length === 0) {
      this.save.hidden = true;
      fill(this.place, this.none(this.filter));
    }
    if (done.length > 0) toast(text.done(done.length));
    if (refused.length > 0) this.tell(refused);
  }

  tell(refused) {
    for (const { problem } of refused) if (!(problem instanceof Problem)) throw problem;
    sheet({ title: this.text.refused(refused.length), actions: [{ label: words.done }],
      body: h("ul", { class: "refused" }, refused.map(({ row, problem }) =>
        h("li", {}, h("strong", {}, this.table.nameOf(row)), " ", explain(problem)))) });
  }
}

/** The order of a page's table: that of the address, or as it was left (`name`). */
export function keptOrder(name) {
  const kept = lists.get(name) ?? { sort: null, isDescending: false };
  const wanted = new URLSearchParams(location.search).get("sort");
  if (wanted) Object.assign(kept, { sort: wanted.replace(/^-/, ""), isDescending: wanted.startsWith("-") });
  lists.set(name, kept);
  return kept;
}

/** Keeps values in the address, for reloading, going back and sharing it. Empty ones leave it. */
export function inAddress(values) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  history.replaceState(history.state, "", query.size > 0 ? `?${query}` : location.pathname);
}

/** A button that saves everything that `all(progress)` returns as a file for spreadsheets. */
export function exportButton({ title, head, line }, all, text) {
  const label = words.tables.export;
  const button = h("button", { type: "button", class: "button quiet-button small", onclick: async () => {
    button.disabled = true;
    try {
      const { items, next } = await all((number) => fill(button, text.exporting(grouped(number))));
      saveFile(new Blob([csvOf([head, ...items.map(line)])], { type: "text/csv;charset=utf-8" }),
        fileName(title, "csv"));
      if (next) toast(text.more(grouped(items.length)));
    } catch (problem) {
      complain(problem);
    } finally {
      button.disabled = false;
      fill(button, label);
    }
  } }, label);
  return button;
}

/**
 * A table on wide screens, a list on others: `table()` makes a `TablePlace`, `list()` a list with `show`.
 * `end` holds the button that saves the table.
 */
export function listOrTable({ table, list }) {
  const wide = matchMedia("(min-width: 78rem)");
  const element = h("div", {});
  const end = h("div", { class: "filters-end" });
  let shown = null;
  let wanted = null;
  const show = (filter) => {
    wanted = { ...filter };
    shown.show(wanted);
  };
  const begin = () => {
    shown?.stop();
    shown = wide.matches ? table() : list();
    fill(element, shown.element);
    fill(end, shown.save);
    if (wanted) show(wanted);
  };
  wide.addEventListener("change", begin);
  begin();
  return {
    element, end, show,
    refresh: () => shown.refresh(),
    stop: () => {
      wide.removeEventListener("change", begin);
      shown.stop();
    },
  };
}
