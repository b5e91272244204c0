// The frame around every page: top bar, tabs, notes and network status.

import { hasParts, hasPlace } from "./apps.js";
import { aidSign } from "./components/aidsign.js";
import { barWays, face } from "./components/barways.js";
import { inboxBadge } from "./components/bell.js";
import { loadingStatus } from "./components/loadingstatus.js";
import { badge } from "./components/pieces.js";
import { toastRegion } from "./components/toast.js";
import { fill, h, icon, spoken } from "./dom.js";
import { state } from "./state.js";
import { words } from "./words/words.js";

const isAdmin = () => Boolean(state.me?.roles.includes("admin"));

/**
 * The places on a phone's tabs and in the rail. `isShown` is false if the site doesn't run their app. The
 * rail also has the parts of a place (`within`), as have the tabs of a site with few places, and `isRail`.
 */
const tabs = [
  { href: "/", name: "today", sign: "today", isShown: () => hasPlace("today") },
  { href: "/room", name: "room", sign: "home", isShown: () => hasPlace("room"), mark: roomBadge },
  { href: "/tasks", name: "tasks", sign: "tasks", within: "room", isShown: hasRoom, mark: tasksBadge },
  { href: "/board", name: "board", sign: "board", within: "room", isShown: hasRoom, mark: boardBadge },
  { href: "/roommates", name: "roommates", sign: "people", within: "room", isShown: hasRoom,
    mark: roommatesBadge },
  { href: "/events", name: "events", sign: "calendar", isShown: () => hasPlace("events") },
  { href: "/school", name: "school", sign: "school", isShown: () => hasPlace("school") },
  { href: "/search", name: "search", sign: "search", isRail: true },
  { href: "/inbox", name: "inbox", sign: "bell", isRail: true, mark: inboxBadge },
  { href: "/admin", name: "admin", sign: "shield", isRail: true, isShown: isAdmin },
];

const bar = h("header", { class: "bar" });
const top = h("div", { class: "top" }, bar);
const main = h("main", { id: "main", tabindex: "-1" });
const nav = h("nav", { class: "tabs", "aria-label": words.nav.label });
const aside = h("aside", { class: "aside", hidden: true });
const places = tabs.map(({ href, name, sign, within, isRail, ...rest }) => {
  const place = h("span", { class: "tab-mark" });
  const kind = isRail ? "tab tab-rail" : within ? "tab tab-part" : "tab";
  const link = h("a", { href, class: `${kind} tab-${name}` },
    h("span", { class: "tab-sign" }, icon(sign), place), h("span", { class: "tab-word" }, words.nav[name]));
  return { name, link, place, within, ...rest };
});
const person = h("a", { class: "rail-person", href: "/settings" });
let lit = null;

/** Adds the frame to the document. `strip` is the network strip. */
export function raise(strip) {
  top.prepend(strip);
  fill(document.getElementById("app"),
    h("a", { class: "skip", href: "#main", onclick: (event) => {
      event.preventDefault();
      main.focus();
    } }, words.skip),
    h("div", { class: "page" }, top, main, aside), nav, toastRegion(), loadingStatus(main));
  fill(nav, h("p", { class: "brand", "aria-hidden": "true" },
    h("img", { src: "/icon.svg", alt: "", width: 36, height: 36, loading: "lazy" }), words.app),
  places.map(({ link }) => link), aidSign("tab rail-aid", true), person);
  // Notes stay above the floating button.
  const lift = () => toastRegion().classList.toggle("is-above-add", bar.querySelector(".fab") !== null);
  new MutationObserver(lift).observe(bar, { childList: true, subtree: true });
  // Tabs that went away after the first paint would move the others.
  paintTabs();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintEdge);
  new MutationObserver(paintEdge).observe(document.documentElement, { attributeFilter: ["data-scheme"] });
}

const edgeAfter = 100;
/**
 * The letters of a title, and of its longest word, that a phone has room for beside the bar's signs. Up to
 * `line` letters stay in one line: in smaller type, and an action becomes a sign where they need its place.
 */
const space = { title: 11, line: 16, word: 12, longWord: 16 };
/** The same beside an action. */
const spaceBesideAction = { title: 7, line: 11, word: 8, longWord: 10 };

// The browser's own bars take the color of the page's top edge, which depends on the device and the chosen
// theme.
function paintEdge() {
  const edge = getComputedStyle(document.body).getPropertyValue("--edge");
  if (!edge) return;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = edge;
}

/** Shows or hides the tabs. Done before the first page is there, so that it doesn't move beside the rail. */
export function showTabs(hasTabs) {
  document.body.classList.toggle("signed-in", hasTabs);
  nav.hidden = !hasTabs;
}

/**
 * Shows a page: back link, title, action, body, and an aside (next to the body on wide screens, below it on
 * phones). `hasTabs` shows the tabs.
 */
export function showPage(page, hasTabs) {
  document.title = page.title ? `${page.title} · ${words.app}` : words.app;
  showTabs(hasTabs);
  document.body.dataset.page = page.name ?? "";
  const isBare = Boolean(page.isPlain) && !page.parent;
  const sign = !hasTabs && page.name !== "crisis" ? aidSign("bar-way bar-aid") : null;
  fill(bar,
    page.parent && h("a", { class: `bar-back${hasTabs ? ownTab(page) : ""}`, href: page.parent,
      "data-back": "", "aria-label": words.back }, icon("back")),
    page.isPlain ? null : heading(page.title, page.action), page.action, page.add,
    hasTabs && !isBare && barWays(page.name, Boolean(page.parent)), sign);
  bar.hidden = isBare && !sign;
  bar.classList.toggle("is-corner", isBare);
  top.classList.toggle("has-bar", !isBare);
  fill(main, page.body);
  fill(aside, page.aside);
  showAside(Boolean(page.aside) && !page.isWide);
  // Reading a computed color now would force a style pass over the whole page before its first frame.
  setTimeout(paintEdge, edgeAfter);
  lit = page.tab ?? null;
  paintTabs();
}

/** Shows the shown page's aside, or gives its place to the body. */
export function showAside(isShown) {
  aside.hidden = !isShown;
  document.body.classList.toggle("has-aside", isShown);
}

// A page that the rail or a tab leads to needs no way back beside it.
function ownTab({ name, tab }) {
  if (name !== tab) return "";
  return tabs.find((one) => one.name === tab)?.within ? " is-in-rail is-part" : " is-in-rail";
}

/** Changes the title of the shown page, once it is known. */
export function setTitle(title) {
  document.title = `${title} · ${words.app}`;
  const shown = bar.querySelector("h1");
  if (!shown) return;
  shown.textContent = title;
  fit(shown, title, bar.querySelector(".bar-link"));
}

function heading(title, action) {
  return fit(h("h1", {}, title), title, action);
}

// An action that is still hidden counts, so that nothing moves when it comes.
function fit(element, title, action) {
  element.dataset.long = lengthOf(title, action);
  element.style.setProperty("--letters", title.length);
  element.style.setProperty("--beside-it", action ? action.textContent.trim().length + 1 : 0);
  return element;
}

function lengthOf(title, action) {
  const has = action ? spaceBesideAction : space;
  const longest = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  if (longest > has.word) return longest > has.longWord ? "long-word" : "word";
  if (title.length > has.title) return title.length > has.line ? "title" : "line";
  return "no";
}

/** Shows another element in place of the page. */
export function showInstead(element) {
  // Before the first page there is no title.
  if (!bar.querySelector("h1")) fill(bar, h("h1", {}, words.app), aidSign("bar-way bar-aid"));
  fill(main, element);
  aside.hidden = true;
}

/**
 * Moves the focus to the new page's heading, so that it is read out and the keyboard continues from there.
 */
export function settle() {
  const first = bar.querySelector("h1") ?? main.querySelector("h1");
  first?.setAttribute("tabindex", "-1");
  (main.querySelector("[autofocus]") ?? first ?? main).focus({ preventScroll: true });
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
  const around = tabs.find(({ name }) => name === lit)?.within;
  for (const { name, link, place, isShown, mark } of places) {
    link.hidden = isShown?.() === false;
    setCurrent(link, lit === name ? "page" : around === name ? "true" : null);
    if (mark) showCount(link, place, mark(home?.room ? home.badges : null));
  }
  document.body.classList.toggle("has-parts", hasParts());
  setCurrent(person, lit === "settings" ? "page" : null);
  const room = home?.room ? words.home.room(home.room.dormName, home.room.number) : null;
  fill(person, face(), h("span", {},
    h("span", { class: "row-title" }, me ? `${me.firstName} ${me.lastName}` : words.nav.settings),
    room && h("span", { class: "row-note" }, room), me && spoken(`, ${words.nav.settings}`)));
}

// A count stands before the word of its tab, and is read out after it.
function showCount(link, place, count) {
  link.querySelector(":scope > .spoken")?.remove();
  fill(place, count);
  link.append(...count ? count.querySelectorAll(".spoken") : []);
}

function setCurrent(link, kind) {
  if (kind) link.setAttribute("aria-current", kind);
  else link.removeAttribute("aria-current");
}

function hasRoom() {
  return hasPlace("room");
}

function tasksBadge(badges) {
  return badge(badges?.openTasks, words.home.open(badges?.openTasks ?? 0));
}

function boardBadge(badges) {
  return badge(badges?.unreadMessages, words.home.unread(badges?.unreadMessages ?? 0));
}

function roommatesBadge(badges) {
  return badge(badges?.joinRequests, words.home.waiting(badges?.joinRequests ?? 0));
}

// Requests and unread messages as one count, unless the tabs of the parts show them.
function roomBadge(badges) {
  if (hasParts()) return null;
  const waiting = badges?.joinRequests ?? 0;
  const unread = badges?.unreadMessages ?? 0;
  const text = [waiting && words.home.waiting(waiting), unread && words.home.unread(unread)];
  return badge(waiting + unread, text.filter(Boolean).join(", "));
}
