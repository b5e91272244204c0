// A card of the page Today. Its data comes from one program, and the card says when that one is away.

import { Problem, get, lastSeen } from "../../api.js";
import { fill, h, icon, refill, spoken } from "../../dom.js";
import { beginning } from "../../models/today.js";
import { isUnreachable } from "../../offline/network.js";
import { lists } from "../../state.js";
import { explain, shortMoment, words } from "../../words/words.js";
import { badge } from "../../components/pieces.js";

/** The pause before a card without data is fetched again, and the limit it doubles up to (ms). */
const firstPause = 4000;
const maxPause = 60_000;
/** The limits on the shown part of a title or a message: two lines on a phone, and elsewhere (characters). */
const maxShort = 60;
const maxLong = 120;

/**
 * `ask(question)` fetches the data with `question(path, query)`, from the site or from the stored replies;
 * null for a missing one. `draw(data, at)` returns the content; `at` is the time of the data (ms, 0 for a
 * stored reply). `changed()` is called after each change of `isQuiet`, which says that nothing on the card
 * needs attention (null until that is known), and of `isSettled`: the card shows its data or why it can't. A
 * vacant card is not shown.
 */
export class Card {
  constructor({ name, title, ask, draw, changed = () => {} }) {
    Object.assign(this, { name, title, ask, draw, changed });
    this.body = h("div", { class: "today-body" });
    this.note = h("div", { class: "today-note", role: "status" });
    this.element = h("section", { class: `card today-card today-${name}`, "aria-label": title },
      this.body, this.note);
    Object.assign(this, { data: null, at: 0, isQuiet: null, isVacant: false, isSettled: false });
    Object.assign(this, { isAsking: false, isStale: false, isOver: false });
    this.pause = firstPause;
  }

  /** Shows what was shown last, or a placeholder, until `load` brings the current state. */
  begin() {
    const known = lists.get(`today.${this.name}`);
    if (known) this.take(known.data, known.at);
    else {
      fill(this.body, h("div", { class: "today-bones" }, spoken(words.loading),
        h("div", { class: "bone", "aria-hidden": "true" })));
      this.recall();
    }
  }

  async recall() {
    const found = await this.ask(lastSeen);
    if (found && this.data === null && !this.isOver) this.take(found, 0);
  }

  /** Fetches the current state. A call during a fetch causes one more. */
  async load() {
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    clearTimeout(this.again);
    try {
      while (this.isStale && !this.isOver) {
        this.isStale = false;
        await this.fetch();
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!this.isOver) this.fail(problem);
    } finally {
      this.isAsking = false;
    }
  }

  async fetch() {
    let old = null;
    const whenOld = (problem, at) => { old ??= { problem, at }; };
    const at = Date.now();
    const found = await this.ask((path, query) => get(path, query, { whenOld }));
    if (this.isStale || this.isOver) return;
    this.pause = firstPause;
    this.take(found, old ? 0 : at);
    // A missing network is the strip's to report.
    if (old?.problem.status) this.sayAway(words.today.asOf(shortMoment(old.at)));
  }

  take(data, at) {
    Object.assign(this, { data, at });
    lists.set(`today.${this.name}`, { data, at });
    fill(this.note);
    this.paint();
    this.settle();
  }

  settle() {
    if (this.isSettled) return;
    this.isSettled = true;
    this.changed();
  }

  /** Draws the known data again. */
  paint() {
    if (this.data === null) return;
    const hadFocus = this.body.contains(document.activeElement);
    refill(this.body, this.draw(this.data, this.at));
    if (hadFocus && !this.body.contains(document.activeElement)) {
      this.body.querySelector("a, button")?.focus({ preventScroll: true });
    }
  }

  /** Sets whether nothing on the card needs attention. */
  setQuiet(isQuiet) {
    if (this.isQuiet === isQuiet) return;
    this.isQuiet = isQuiet;
    this.changed();
  }

  fail(problem) {
    // Without a room the page shows another card.
    if (problem.code === "no_room") return;
    if (this.data !== null) {
      this.sayAway();
      return;
    }
    const isAway = isUnreachable(problem) && problem.status > 0;
    fill(this.body, h("div", { class: "today-failed", role: "status" }, h("h2", {}, this.title),
      h("p", { class: "quiet" }, isAway ? words.today.away[this.name] : explain(problem)), this.retry()));
    this.settle();
    this.again = setTimeout(() => this.load(), this.pause);
    this.pause = Math.min(this.pause * 2, maxPause);
  }

  sayAway(rest = null) {
    const line = [words.today.away[this.name], rest].filter(Boolean).join(" ");
    fill(this.note, h("span", {}, line), this.retry());
  }

  retry() {
    return h("button", { class: "link-button", type: "button", onclick: () => this.load() }, words.retry);
  }

  onEvent() {}

  /** Called now and then, for times that pass. */
  renew() {}

  stop() {
    this.isOver = true;
    clearTimeout(this.again);
  }
}

/** The beginning of a text that people typed, so that a long one leaves room for the other cards. */
export function shortened(text) {
  return beginning(text, matchMedia("(max-width: 40rem)").matches ? maxShort : maxLong);
}

/** A card's content that is a single link: a sign, the card's title, a line, and a count of unread things. */
export function lineOf({ href, sign, title, line, note, count = 0, counted = "" }) {
  return h("a", { class: "today-line", href }, sign,
    h("span", { class: "today-words" },
      h("span", { class: "today-name" }, h("h2", { class: "today-kind" }, title), badge(count, counted)),
      h("span", { class: "row-title" }, line), note && h("span", { class: "row-note" }, note)),
    icon("next"));
}
