// The frame around every page: top bar, tabs, notes and network status.

import { bell, inboxBadge } from "./components/bell.js";
import { avatar, badge } from "./components/pieces.js";
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
  ["/events", "events", "calendar", () => null],
  ["/board", "board", "board", (home) => {
    const unread = home?.badges?.unreadMessages;
    return badge(unread, words.home.unread(unread ?? 0));
  }],
  ["/roommates", "roommates", "people", (home) => {
    const waiting = home?.badges?.joinRequests;
    return badge(waiting, words.home.waiting(waiting ?? 0));
  }],
  ["/inbox", "inbox", "bell", inboxBadge],
  ["/admin", "admin", "shield", () => null, "admin"],
  ["/settings", "settings", "settings", () => null],
];

const bar = h("header", { class: "bar" });
const main = h("main", { id: "main", tabindex: "-1" });
const nav = h("nav", { class: "tabs", "aria-label": words.nav.label });
const strip = h("div", {});
const aside = h("aside", { class: "aside", hidden: true });
const places = tabs.map(([href, name, sign, mark, role]) => {
  const place = h("span", { class: "tab-mark" });
  const link = h("a", { href, class: `tab tab-${name}` },
    h("span", { class: "tab-sign" }, icon(sign), place), h("span", { class: "tab-word" }, words.nav[name]));
  return { name, link, place, mark, role };
});
const person = h("a", { class: "rail-person", href: "/settings", hidden: true });
let lit = null;

/** Adds the frame to the document. `stripContent` is the content of the network strip. */
export function raise(stripContent) {
  fill(strip, stripContent);
  fill(document.getElementById("app"),
    h("a", { class: "skip", href: "#main", onclick: (event) => {
      event.preventDefault();
      main.focus();
    } }, words.skip),
    h("div", { class: "page" }, h("div", { class: "top" }, strip, bar), main, aside), nav, toastRegion());
  fill(nav, h("p", { class: "brand", "aria-hidden": "true" },
    h("img", { src: "/icon.svg", alt: "", width: 36, height: 36 }), words.app),
  places.map(({ link }) => link), person);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintEdge);
  new MutationObserver(paintEdge).observe(document.documentElement, { attributeFilter: ["data-scheme"] });
}

const edgeAfter = 100;

// The browser's own bars take the color of the page's top edge, which depends on the device and the chosen
// theme.
function paintEdge() {
  const edge = getComputedStyle(document.body).getPropertyValue("--edge");
  if (!edge) return;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = edge;
}

/**
 * Shows a page: back link, title, action, body, and an aside (next to the body on wide screens, below it on
 * phones). `hasTabs` shows the tabs.
 */
export function showPage(page, hasTabs) {
  document.title = page.title ? `${page.title} · ${words.app}` : words.app;
  document.body.classList.toggle("signed-in", hasTabs);
  document.body.dataset.page = page.name ?? "";
  fill(bar,
    page.parent && h("a", { class: "bar-back", href: page.parent, "data-back": "", "aria-label": words.back },
      icon("back")),
    page.isPlain ? null : h("h1", {}, page.title), page.action,
    hasTabs && !page.parent && !page.isPlain && page.name !== "inbox" && bell("bar-bell"));
  bar.hidden = Boolean(page.isPlain) && !page.parent;
  fill(main, page.body);
  fill(aside, page.aside);
  aside.hidden = !page.aside;
  document.body.classList.toggle("has-aside", Boolean(page.aside));
  nav.hidden = !hasTabs;
  // Reading a computed color now would force a style pass over the whole page before its first frame.
  setTimeout(paintEdge, edgeAfter);
  lit = page.tab ?? null;
  paintTabs();
}

/** Shows another element in place of the page. */
export function showInstead(element) {
  // Before the first page there is no title.
  if (!bar.querySelector("h1")) fill(bar, h("h1", {}, words.app));
  fill(main, element);
  aside.hidden = true;
}

/**
 * Moves the focus to the new page's heading, so that it is read out and the keyboard continues from there.
 */
export function settle() {
  const heading = bar.querySelector("h1") ?? main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  (main.querySelector("[autofocus]") ?? heading ?? main).focus({ preventScroll: true });
}

/** If the focused element was removed, moves the focus to `next` or the page's heading. */
export function keepFocus(next = null) {
  const active = document.activeElement;
  if (active && active !== document.body && active !== main) return;
  if (next && !next.hidden && next.isConnected) next.focus();
  else settle();
}

/** Updates the tabs, their counts and the signed-in person. The focus stays where it is. */
export function paintTabs() {
  const { home, me } = state;
  for (const { name, link, place, mark, role } of places) {
    link.hidden = Boolean(role) && !me?.roles.includes(role);
    if (lit === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    fill(place, mark(home?.room ? home : null));
  }
  person.hidden = !me;
  if (!me) return;
  const room = home?.room ? words.home.room(home.room.dormName, home.room.number) : null;
  fill(person, avatar(me.firstName, me.lastName), h("span", {},
    h("span", { class: "row-title" }, `${me.firstName} ${me.lastName}`),
    room && h("span", { class: "row-note" }, room)));
}
