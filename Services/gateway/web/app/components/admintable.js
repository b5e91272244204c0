// A table for administrators on wide screens: columns that sort, rows that can be chosen, and what is done
// with the chosen ones.

import { fill, h, icon } from "../dom.js";
import { sorted } from "../models/admintable.js";
import { languageCode } from "../words/language.js";
import { grouped, words } from "../words/words.js";

/**
 * `columns` are `{ name, title, cell(row), value(row), isLong, isShort }`; one without `value` doesn't
 * sort, a long one may break anywhere, a short one never breaks, and the cell of the first is the header of
 * its row. `text` are the words for this kind of rows, `nameOf(row)` names a row, `mayChoose(row)` is true if
 * it may be chosen, and `acts` are `{ label, isDangerous, run(rows) }`: without any, no row is chosen. `kept`
 * keeps the order until the page returns, and `resorted()` is called when it has changed.
 */
export class AdminTable {
  constructor({ text, caption, columns, nameOf, mayChoose = () => true, acts = [], kept, resorted }) {
    Object.assign(this, { columns, nameOf, mayChoose, acts, kept, resorted });
    Object.assign(this, { rows: [], chosen: new Set(), isBusy: false });
    this.every = tick(text.chooseAll, () => this.chooseAll(this.every.checked));
    this.heads = columns.map((column) => this.head(column));
    this.body = h("tbody", {});
    this.said = h("strong", { role: "status" });
    this.bar = h("div", { class: "table-acts", role: "group", "aria-label": text.chosenRows });
    this.element = h("div", { class: "table-box" }, this.bar,
      h("div", { class: "table-frame" }, h("table", { class: "admin-table" },
        h("caption", { class: "spoken" }, caption),
        h("thead", {}, h("tr", {}, this.tickCell(this.every), this.heads)), this.body)));
  }

  /** Shows these rows. Those that were chosen and are still there stay chosen. */
  show(rows) {
    const ids = new Set(rows.map(({ id }) => id));
    this.rows = rows;
    this.chosen = new Set([...this.chosen].filter((id) => ids.has(id)));
    this.paint();
  }

  /** The rows in the order shown. */
  inOrder() {
    const column = this.columns.find(({ name }) => name === this.kept.sort);
    if (!column) return this.rows;
    const { isDescending } = this.kept;
    return sorted(this.rows, column.value, { isDescending, language: languageCode });
  }

  /** Chooses nothing any more. */
  clear() {
    this.chosen.clear();
    this.paint();
    this.every.focus();
  }

  paint() {
    this.heads.forEach((head, at) => {
      const isSorted = this.columns[at].name === this.kept.sort;
      if (!isSorted) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", this.kept.isDescending ? "descending" : "ascending");
    });
    fill(this.body, this.inOrder().map((row) => this.line(row)));
    this.paintChoice();
  }

  paintChoice() {
    const text = words.tables;
    const may = this.rows.filter(this.mayChoose);
    this.every.disabled = may.length === 0;
    this.every.checked = may.length > 0 && this.chosen.size === may.length;
    this.every.indeterminate = this.chosen.size > 0 && this.chosen.size < may.length;
    // The progress, with the way to stop it, stays until the end.
    if (this.isBusy) return;
    this.bar.hidden = this.chosen.size === 0;
    if (this.bar.hidden) return;
    fill(this.said, text.chosen(this.chosen.size));
    fill(this.bar, this.said,
      this.acts.map(({ label, isDangerous, run }) => h("button", {
        type: "button", class: `button small ${isDangerous ? "danger-quiet" : "quiet-button"}`,
        onclick: () => run(this.chosenRows()),
      }, label)),
      h("button", { type: "button", class: "link-button", onclick: () => this.clear() }, text.clear));
  }

  chosenRows() {
    return this.inOrder().filter(({ id }) => this.chosen.has(id));
  }

  /**
   * Does `act(row)` with one row after the other, shows how far it is, and lets it be stopped. Returns the
   * rows with which it was done, and those with which it wasn't together with their problems.
   */
  async inTurn(rows, act) {
    const text = words.tables;
    const result = { done: [], refused: [] };
    let isStopped = false;
    this.isBusy = true;
    this.bar.hidden = false;
    fill(this.bar, this.said, h("button", { type: "button", class: "link-button", onclick: () => {
      isStopped = true;
    } }, text.stop));
    try {
      for (const row of rows) {
        if (isStopped) break;
        fill(this.said, text.progress(grouped(result.done.length + result.refused.length),
          grouped(rows.length)));
        try {
          result.done.push(await act(row));
        } catch (problem) {
          result.refused.push({ row, problem });
          // The others would fail in the same way.
          if (["offline", "timeout"].includes(problem.code) || problem.status === 401) break;
        }
      }
    } finally {
      this.isBusy = false;
      this.paintChoice();
    }
    return result;
  }

  head({ name, title, value }) {
    if (!value) return h("th", { scope: "col" }, title);
    return h("th", { scope: "col" }, h("button", { type: "button", class: "table-sort", onclick: () => {
      const isSame = this.kept.sort === name;
      Object.assign(this.kept, { sort: name, isDescending: isSame && !this.kept.isDescending });
      this.paint();
      this.resorted();
    } }, title, icon("up")));
  }

  line(row) {
    const [first, ...others] = this.columns;
    const choose = this.mayChoose(row) && tick(words.tables.choose(this.nameOf(row)), (event) => {
      if (event.target.checked) this.chosen.add(row.id);
      else this.chosen.delete(row.id);
      this.paintChoice();
    }, this.chosen.has(row.id));
    return h("tr", {}, this.tickCell(choose),
      h("th", { scope: "row" }, first.cell(row)),
      others.map((column) => h("td", { class: lookOf(column) }, column.cell(row))));
  }

  tickCell(box) {
    return this.acts.length > 0 && h("td", { class: "table-tick" }, box);
  }

  chooseAll(isChosen) {
    this.chosen = new Set(isChosen ? this.rows.filter(this.mayChoose).map(({ id }) => id) : []);
    this.paint();
  }
}

function lookOf({ isLong, isShort }) {
  if (isLong) return "is-long";
  return isShort ? "is-short" : null;
}

function tick(label, onchange, checked = false) {
  return h("input", { type: "checkbox", "aria-label": label, onchange, checked });
}
