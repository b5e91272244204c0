// State of a list edited in place: its lines, the line with an open editor, the line with open
// actions. Uses no document and sends no requests.

import { isKnown, withChanges } from "./lines.js";

export class EditListModel {
  /**
   * `list` is the path of the lines; `asLine(body, line)` is a line with the body of an unsent change.
   * `pick(lines, edited)` returns the lines to show, among them the edited one; all of them unless given.
   */
  constructor(list, asLine, pick = (lines) => lines) {
    this.list = list;
    this.asLine = asLine;
    this.pick = pick;
    this.known = [];
    this.fetched = 0;
    /** All lines, including unsent changes. */
    this.all = [];
    /** The lines as shown. */
    this.items = [];
    this.isEditing = false;
    /** True for a read-only list. */
    this.isFixed = false;
    /** The line with open actions: `{ id, way }`, where `way` is `delete` or `move`. */
    this.opened = null;
    /** The id of the line in the editor. */
    this.edited = null;
  }

  /** The lines from the site at `fetched` (ms). */
  take(lines, fetched) {
    this.known = lines;
    this.fetched = fetched;
  }

  change(edition) {
    this.known = edition(this.known);
  }

  replace(line) {
    this.known = this.known.map((one) => one.id === line.id ? line : one);
  }

  find(id) {
    return this.known.find((line) => line.id === id);
  }

  /** Applies the unsent changes. Closes the editor of a deleted line. */
  overlay(changes) {
    const { list, asLine } = this;
    this.all = withChanges(this.known, changes, this.fetched, { list, asLine });
    this.items = this.pick(this.all, this.edited);
    if (!this.items.some(({ id }) => id === this.edited)) this.edited = null;
  }

  setEditing(value) {
    this.isEditing = value;
    this.opened = null;
  }

  /** Makes the list read-only or editable. */
  fix(value) {
    this.isFixed = value;
    this.edited = null;
    this.setEditing(false);
  }

  /** Opens or closes the actions of a line. Returns true if they are open now. */
  offer(id, way) {
    const isOpen = this.opened?.id === id && this.opened.way === way;
    this.opened = isOpen ? null : { id, way };
    return !isOpen;
  }

  /** The open action of a line: `delete`, `move` or null. */
  offerOf(id) {
    return this.opened?.id === id ? this.opened.way : null;
  }

  /** Opens the editor of a line, or closes it (null). Returns the line that was open before. */
  edit(id) {
    const last = this.edited;
    this.edited = id;
    this.opened = null;
    return last;
  }

  /** The id of the line that `item` follows after a step up (-1) or down (1), null at the top. */
  neighborAfter(item, step) {
    const all = this.items.filter(isKnown);
    const to = all.findIndex(({ id }) => id === item.id) + step;
    if (!isKnown(item) || to < 0 || to >= all.length) return undefined;
    return all.filter(({ id }) => id !== item.id)[to - 1]?.id ?? null;
  }

  /** Moves a line below the one with the id `after` (null: to the top). Returns its new position. */
  place(id, after) {
    const line = this.find(id);
    if (!line) return null;
    const rest = this.known.filter((one) => one !== line);
    const to = rest.findIndex((one) => one.id === after) + 1;
    this.known = [...rest.slice(0, to), line, ...rest.slice(to)];
    return { line, position: to + 1, count: this.known.length };
  }

  remove(id) {
    this.opened = null;
    this.known = this.known.filter((line) => line.id !== id);
    this.all = this.all.filter((line) => line.id !== id);
    this.items = this.items.filter((line) => line.id !== id);
  }

  /** Adds a removed line at the end, unless the site has already restored it. */
  bringBack(line) {
    if (!this.find(line.id)) this.known = [...this.known, line];
  }

  /** The values a line is drawn from. A line with the same values is not drawn again. */
  lookOf(item, at) {
    if (this.edited === item.id) return "edited";
    const offer = this.offerOf(item.id);
    const ends = [at === 0, at === this.items.length - 1];
    return JSON.stringify([item, this.isEditing, this.isFixed, offer && [offer, ends]]);
  }

  /** True for the last line with a position. Lines that are not on the site yet have none. */
  isLastToMove(at) {
    return at === this.items.findLastIndex(isKnown);
  }
}
