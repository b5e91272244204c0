// The search over everything that a person may see. The owners of the data are asked side by side while the
// person types; what a page kept on the device is searched where they can't be reached.

import { Problem } from "../api.js";
import { searchField } from "../components/filters.js";
import { empty } from "../components/pieces.js";
import { linkRow } from "../components/rows.js";
import { searchSources } from "../components/searchsources.js";
import { fill, h, refill } from "../dom.js";
import { isUnreachable } from "../offline/network.js";
import { lists, state, watch } from "../state.js";
import { words } from "../words/words.js";

/** The results that a group shows before it is opened. */
const shownAtFirst = 5;
/** The fewest characters that are searched. */
const fewest = 2;
/** The most characters that the field takes. */
const longest = 100;
/** The time for which the results of before stay while the next ones come (ms). */
const patience = 300;

/**
 * The page at /search, or at /search?q= with words. Words stay while the person looks at results, and are
 * stored nowhere: only an address that came with some names those that are typed next.
 */
export function searchPage() {
  const named = new URLSearchParams(location.search).get("q");
  return new SearchPage(named?.trim().slice(0, longest)).page();
}

class SearchPage {
  constructor(named) {
    this.kept = lists.get("search") ?? { query: "" };
    if (named) this.kept.query = named;
    this.isNamed = Boolean(named);
    lists.set("search", this.kept);
    this.fetched = new Map();
    this.results = h("div", { class: "stack search-results" });
    this.said = h("p", { class: "spoken", role: "status" });
    Object.assign(this, { turn: 0, giveUp: null, isOver: false, opened: new Set() });
  }

  page() {
    const text = words.search;
    this.field = searchField({ label: text.label, value: this.kept.query, autofocus: true,
      maxlength: longest, onsearch: (query) => this.type(query) });
    this.field.addEventListener("keydown", (event) => this.move(event));
    this.results.addEventListener("keydown", (event) => this.move(event));
    if (this.kept.query) this.search(this.kept.query);
    else this.paint();
    // After a reload it is not known yet if there is a room, and who the person is.
    const known = () => `${Boolean(state.home?.room)} ${state.me?.roles}`;
    let before = known();
    const unwatch = watch(() => {
      if (known() === before) return;
      before = known();
      this.search(this.kept.query);
    });
    return {
      name: "search", tab: "search", title: text.title, parent: "/",
      body: [h("div", { class: "filters", role: "search" }, this.field), this.said, this.results],
      stop: () => {
        this.isOver = true;
        unwatch();
        this.giveUp?.abort();
      },
    };
  }

  type(query) {
    const path = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
    if (this.isNamed) history.replaceState(history.state, "", path);
    this.search(query);
  }

  async search(query) {
    this.kept.query = query;
    this.turn += 1;
    const mine = this.turn;
    this.giveUp?.abort();
    this.opened.clear();
    if ([...query].length < fewest) {
      this.found = null;
      this.paint();
      return;
    }
    this.giveUp = new AbortController();
    const { signal } = this.giveUp;
    const found = new Map();
    const isMine = () => !this.isOver && mine === this.turn;
    const sources = searchSources(this.fetched);
    const all = sources.map(async (source) => {
      found.set(source, await this.ask(source, query, signal));
      if (isMine() && isLate) this.show(sources, found, query);
    });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      if (isMine()) this.show(sources, found, query);
    }, patience);
    await Promise.all(all);
    clearTimeout(late);
    if (isMine()) this.show(sources, found, query, true);
  }

  // The results of a source, or those of what is kept on the device.
  async ask(source, query, signal) {
    try {
      return { groups: await source.ask(query, signal) };
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      const groups = isUnreachable(problem) && source.kept ? await source.kept(query) : [];
      // Without a room there are no tasks, and signs alone are no words: nothing is missing then.
      const isEmpty = problem.code === "cancelled" || problem.status === 409 || problem.status === 422;
      return { groups, isAway: !isEmpty };
    }
  }

  show(sources, found, query, isWhole = false) {
    this.found = { query, isWhole, parts: sources.map((source) => found.get(source)).filter(Boolean) };
    this.paint();
  }

  paint() {
    const text = words.search;
    if (!this.found) {
      fill(this.said);
      fill(this.results, empty("🔍", text.hint, text.hintText));
      return;
    }
    const { query, isWhole, parts } = this.found;
    const all = parts.flatMap((part) => part.groups).filter(({ items }) => items.length > 0);
    // Of typing errors nothing is shown beside what has the words themselves.
    const exact = all.filter(({ isNear }) => !isNear);
    const groups = exact.length > 0 || !isWhole ? exact : all;
    const isAway = parts.some((part) => part.isAway);
    const count = groups.reduce((sum, { items }) => sum + items.length, 0);
    if (count === 0 && !isWhole) return;
    refill(this.results,
      isAway && h("p", { class: "note" }, text.away),
      groups.some(({ isNear }) => isNear) && h("p", { class: "quiet" }, text.near(query)),
      count === 0 ? empty("🔍", text.nothing(query), text.nothingText)
        : groups.map((group) => this.group(group)));
    if (isWhole) fill(this.said, text.found(count));
  }

  group({ name, title, items }) {
    const text = words.search;
    const isOpen = this.opened.has(name) || items.length <= shownAtFirst + 1;
    return h("section", {}, h("h2", { class: "group" }, title),
      h("ul", { class: "list" }, (isOpen ? items : items.slice(0, shownAtFirst)).map(linkRow)),
      !isOpen && h("button", { class: "button quiet-button small", type: "button", onclick: () => {
        this.opened.add(name);
        this.paint();
        this.results.querySelectorAll("h2").forEach((one) => {
          if (one.textContent === title) {
            one.nextElementSibling.querySelectorAll("a")[shownAtFirst]?.focus();
          }
        });
      } }, text.all(items.length)));
  }

  // The arrows go through the results, and from the first one back to the field.
  move(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...this.results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const next = event.key === "ArrowDown" ? links[at + 1] : at > 0 ? links[at - 1] : at === 0 && this.field;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}
