// The sheet that searches for a picture and shows one result after another.

import { Problem, get, send } from "../api.js";
import { fill, h } from "../dom.js";
import { heldAddress } from "../models/pictureaddress.js";
import { explain, ownText, words } from "../words/words.js";
import { sheet } from "./sheet.js";

const maxSeed = 2_147_483_647;
/** The limit of results without a usable picture that are passed over in a row. */
const maxPassed = 5;

/**
 * Opens the sheet with suggested words, which the next typed letter replaces. Resolves to the chosen picture
 * as the site stored it, or to null.
 */
export async function searchPicture(suggested = "") {
  const search = new PictureSearch();
  search.input.value = suggested;
  const opened = sheet({ title: words.pictures.search, body: search.element, hasCross: true });
  search.choose = (picture) => opened.close(picture);
  opened.element.classList.add("search-sheet");
  search.input.focus();
  search.input.select();
  return opened.closed;
}

class PictureSearch {
  constructor() {
    const text = words.pictures;
    Object.assign(this, { turn: 0, skip: 0, seed: 0, query: "" });
    this.input = h("input", {
      type: "search", name: "q", "aria-label": text.searchWords, maxlength: 100, enterkeyhint: "search",
      placeholder: text.searchExample, autocomplete: "off",
    });
    this.place = h("div", { class: "search-place" });
    this.said = h("p", { class: "hint", role: "status" }, text.searchHint);
    this.another = h("button", {
      class: "button quiet-button", type: "button", onclick: () => this.next(),
    }, text.another);
    this.use = h("button", {
      class: "button", type: "button", onclick: () => this.choose(this.picture),
    }, text.use);
    this.acts = h("div", { class: "search-acts", hidden: true }, this.another, this.use);
    this.element = h("div", { class: "picture-search" },
      h("form", { class: "search-line", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        this.begin();
      } }, this.input, h("button", { class: "button", type: "submit" }, text.find)),
      this.place, this.said, this.acts);
  }

  // Another seed gives another order, in which no picture comes twice.
  begin() {
    this.query = this.input.value.trim();
    if (this.query.length < 2) {
      this.say(words.errors.query_bad);
      this.input.focus();
      return;
    }
    Object.assign(this, { skip: 0, seed: Math.floor(Math.random() * maxSeed), isLast: false });
    this.show();
  }

  next() {
    this.skip += 1;
    this.show();
  }

  async show() {
    const turn = this.turn += 1;
    const text = words.pictures;
    this.busy(true);
    this.say(text.searching);
    try {
      const found = await this.find();
      if (turn !== this.turn) return;
      if (!found) {
        this.clear();
        this.say(text.nothing(this.query));
        return;
      }
      const { q, seed, skip } = this.question();
      const stored = await send("POST", "/v1/pictures", { q, seed, skip });
      if (turn === this.turn) this.paint(found, stored);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (turn === this.turn) this.say(explain(problem));
    } finally {
      if (turn === this.turn) this.busy(false);
    }
  }

  question() {
    return { q: this.query, seed: this.seed, skip: this.skip };
  }

  // The result at this place or the next that has a picture; null without any.
  async find() {
    for (let passed = 0; passed < maxPassed; passed += 1) {
      const found = await get("/v1/pictures", { ...this.question(), limit: 1 });
      this.isLast = found.isLast;
      if (found.results.length > 0) return { ...found.results[0], provider: found.provider };
      if (found.isLast) return null;
      this.skip += 1;
    }
    return null;
  }

  paint(found, stored) {
    const text = words.pictures;
    this.picture = stored;
    const title = ownText({ en: found.title, de: found.germanTitle, fr: found.frenchTitle });
    fill(this.place,
      h("img", { class: "search-picture", src: heldAddress(stored.object, "480"), alt: title || text.title,
        width: stored.width, height: stored.height }),
      h("p", { class: "row-note" }, title && `${title} · `, found.page
        ? h("a", { href: found.page, target: "_blank", rel: "noopener noreferrer" }, found.credit)
        : found.credit),
      found.provider === "flickr" && h("p", { class: "hint" }, text.flickr));
    this.acts.hidden = false;
    this.another.disabled = this.isLast;
    this.say(this.isLast ? text.allSeen : "");
  }

  clear() {
    fill(this.place);
    this.acts.hidden = true;
  }

  busy(isBusy) {
    for (const button of [this.another, this.use]) {
      if (isBusy) button.setAttribute("aria-busy", "true");
      else button.removeAttribute("aria-busy");
    }
  }

  say(line) {
    this.said.textContent = line;
  }
}
