// The frame around every page: the bar above it, the tabs, the notes, and the words about the network.

import { badge } from "./components/pieces.js";
import { toastRegion } from "./components/toast.js";
import { fill, h, icon } from "./dom.js";
import { state } from "./state.js";
import { words } from "./words/words.js";

const tabs = [
  ["/", "home", "home", () => null],
  ["/tasks", "tasks", "tasks", (home) => {
    const open = home?.badges?.openTasks;
    return badge(open, words.home.open(open ?? 0));
  }],
  ["/board", "board", "board", (home) => {
    const unread = home?.badges?.unreadMessages;
    return badge(unread, words.home.unread(unread ?? 0));
  }],
  ["/roommates", "roommates", "people", (home) => {
    const waiting = home?.badges?.joinRequests;
    return badge(waiting, words.home.waiting(waiting ?? 0));
  }],
  ["/settings", "settings", "settings", () => null],
];

const bar = h("header", { class: "bar" });
const main = h("main", { id: "main", tabindex: "-1" });
const nav = h("nav", { class: "tabs", "aria-label": words.nav.label });
const strip = h("div", {});
let lit = null;

/** Puts the frame into the document; `strip` keeps a place for the words about the network. */
export function raise(stripContent) {
  fill(strip, stripContent);
  fill(document.getElementById("app"),
    h("a", { class: "skip", href: "#main", onclick: (event) => {
      event.preventDefault();
      main.focus();
    } }, words.skip),
    h("div", { class: "page" }, h("div", { class: "top" }, strip, bar), main), nav, toastRegion());
}

/** Shows a page: the way back, its title, its one action, its body; tabs for whoever is signed in. */
export function showPage(page, hasTabs) {
  document.title = page.title ? `${page.title} · ${words.app}` : words.app;
  document.body.classList.toggle("signed-in", hasTabs);
  document.body.dataset.page = page.name ?? "";
  fill(bar,
    page.parent && h("a", { class: "bar-back", href: page.parent, "data-back": "", "aria-label": words.back },
      icon("back")),
    page.isPlain ? null : h("h1", {}, page.title), page.action);
  bar.hidden = Boolean(page.isPlain) && !page.parent;
  fill(main, page.body);
  nav.hidden = !hasTabs;
  lit = page.tab ?? null;
  paintTabs();
}

/** Puts something else where the page stands. */
export function showInstead(element) {
  fill(main, element);
}

/** The new page's heading is read out, and the keyboard goes on from there. */
export function settle() {
  const heading = bar.querySelector("h1") ?? main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  (main.querySelector("[autofocus]") ?? heading ?? main).focus({ preventScroll: true });
}

/** The tabs with the newest counts. */
export function paintTabs() {
  const home = state.home;
  fill(nav, h("p", { class: "brand", "aria-hidden": "true" }, words.app),
    tabs.map(([href, name, sign, mark]) =>
    h("a", { href, class: `tab tab-${name}`, "aria-current": lit === name ? "page" : null },
      h("span", { class: "tab-sign" }, icon(sign), home?.room ? mark(home) : null),
      h("span", { class: "tab-word" }, words.nav[name]))));
}
