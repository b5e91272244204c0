// The state of a list that is edited in place: its lines, the one that is being edited, the one that offers
// something. No document and no requests.

import { isKnown, withChanges } from "./lines.js";

export class EditListModel {
  /** `list` is the path of the lines; `asLine(body, line)` is what of a waiting change stands on a line. */
  constructor(list, asLine) {
    this.list = list;
    this.asLine = asLine;
    this.known = [];
    this.fetched = 0;
    /** The lines as they are shown, waiting changes included. */
    this.items = [];
    this.isEditing = false;
    /** True for a list that can only be looked at. */
    this.isFixed = false;
    /** The line that offers something, and what: `{ id, way }`, where `way` is `delete` or `move`. */
    this.opened = null;
    /** The id of the line that is being edited. */
    this.edited = null;
  }

  /** The lines as the site had them at `fetched` (ms). */
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

  /** Applies the changes that wait. An editor whose line is gone closes. */
  overlay(changes) {
    const { list, asLine } = this;
    this.items = withChanges(this.known, changes, this.fetched, { list, asLine });
    if (!this.items.some(({ id }) => id === this.edited)) this.edited = null;
  }

  setEditing(value) {
    this.isEditing = value;
    this.opened = null;
  }

  /** Fixes the list, or makes it one that can be edited. */
  fix(value) {
    this.isFixed = value;
    this.edited = null;
    this.setEditing(false);
  }

  /** Opens what a line offers, or closes it if it is open. Returns true if it is open now. */
  offer(id, way) {
    const isOpen = this.opened?.id === id && this.opened.way === way;
    this.opened = isOpen ? null : { id, way };
    return !isOpen;
  }

  /** The way in which a line is open: `delete`, `move` or null. */
  offerOf(id) {
    return this.opened?.id === id ? this.opened.way : null;
  }

  /** Opens the editor of a line, or closes the open one (null). Returns the line that was edited before. */
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

  /** Moves a line behind the one with the id `after` (null: to the top). Returns where it is then. */
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
    this.items = this.items.filter((line) => line.id !== id);
  }

  /** Puts a removed line at the end, unless the site has brought it back already. */
  bringBack(line) {
    if (!this.find(line.id)) this.known = [...this.known, line];
  }

  /** Everything that a line's look depends on: a line with the same look is not drawn anew. */
  lookOf(item, at) {
    if (this.edited === item.id) return "edited";
    const offer = this.offerOf(item.id);
    const ends = [at === 0, at === this.items.length - 1];
    return JSON.stringify([item, this.isEditing, this.isFixed, offer && [offer, ends]]);
  }

  /** True for the last line that can move: one that the site does not know yet has no position. */
  isLastToMove(at) {
    return at === this.items.findLastIndex(isKnown);
  }
}
