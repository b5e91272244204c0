// Single keys that open places, add something or list themselves. They do nothing while a person types, over
// a sheet, or together with Ctrl, Alt or Meta. Each browser can turn them off.

import { hasPlace } from "./apps.js";
import { sheet } from "./components/sheet.js";
import { toggle } from "./components/form.js";
import { h } from "./dom.js";
import { laterStyles } from "./laterstyles.js";
import { go } from "./router.js";
import { find } from "./routes.js";
import { seemsSignedIn } from "./state.js";
import { addWords, words } from "./words/words.js";

const flag = "quad.shortcuts";
/** The pause after which a first key no longer counts (ms). */
const patience = 1500;
/** The places that the second key after G opens. */
const places = { t: ["today", "/"], r: ["room", "/room"], e: ["events", "/events"], s: ["school", "/school"],
  i: ["inbox", "/inbox"] };
const lines = "main :is(.quick-add, .task-line, .composer, .add-line) :is(input:not([type]), textarea)";

let first = null;

/** Listens for the keys. */
export function beginShortcuts() {
  addEventListener("keydown", press);
}

/** True unless they were turned off in this browser. */
export function areShortcutsOn() {
  try {
    return localStorage.getItem(flag) !== "off";
  } catch {
    return true;
  }
}

/** The switch that turns them on and off, in the settings and in their list. */
export function shortcutsSwitch() {
  const text = words.shortcuts;
  return toggle({ name: "shortcuts", label: text.use, hint: text.hint, isOn: areShortcutsOn(),
    onchange: ({ target }) => keepOn(target.checked) }).element;
}

/** Opens the list of all shortcuts. */
export async function listShortcuts() {
  await Promise.all([addWords("desk"), laterStyles()]);
  // A sheet may have opened meanwhile: this one, if the key was pressed twice.
  if (isCovered()) return;
  const text = words.shortcuts;
  const opened = Object.entries(places).filter(([, [name]]) => isThere(name))
    .map(([key, [name]]) => [["G", key.toUpperCase()], text.open(words.nav[name])]);
  const rows = [[["?"], text.list], hasSearch() && [["/"], text.search], [["N"], text.add], ...opened];
  const inCalendar = [[text.arrows, text.days], [text.ends, text.week], [text.pages, text.months]];
  sheet({ title: text.title, body: [
    list(rows.filter(Boolean).map(([keys, what]) => [keys, what])),
    hasPlace("events") && [h("h3", {}, text.calendar), list(inCalendar)],
    shortcutsSwitch(),
  ] });
}

function list(rows) {
  return h("dl", { class: "shortcuts" }, rows.map(([keys, what]) => h("div", {}, h("dt", {}, what),
    h("dd", {}, keys.map((key, at) => [at > 0 && " ", h("kbd", {}, key)])))));
}

function press(event) {
  const began = first;
  first = null;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (!areShortcutsOn() || !seemsSignedIn() || isTyping(event.target) || isCovered()) return;
  const key = event.key.toLowerCase();
  const isSecond = began && event.timeStamp - began < patience;
  if (!isSecond && key === "g") {
    first = event.timeStamp;
    return;
  }
  const action = isSecond ? opening(key) : actions[key];
  if (action?.() !== undefined) event.preventDefault();
}

/** The actions by key; each returns `true` if it did something. */
const actions = {
  "?": () => {
    listShortcuts().catch((error) => {
      // Without a network, the words may be missing.
      if (!(error instanceof TypeError)) throw error;
    });
    return true;
  },
  "/": () => hasSearch() ? goTo("/search") : undefined,
  n: () => {
    const line = [...document.querySelectorAll(lines)].find((one) => one.checkVisibility());
    const button = document.querySelector(".bar .fab, main .fab");
    if (!line && !button) return undefined;
    if (line) line.focus();
    else button.click();
    return true;
  },
};

function opening(key) {
  const [name, path] = Object.hasOwn(places, key) ? places[key] : [];
  return name && isThere(name) ? () => goTo(path) : null;
}

function goTo(path) {
  if (location.pathname !== path) go(path);
  return true;
}

function isThere(name) {
  return name === "inbox" || hasPlace(name);
}

function hasSearch() {
  return find("/search") !== null;
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  const isButton = target.matches("input:is([type='radio'], [type='checkbox'], [type='button'])");
  return target.isContentEditable || (target.matches("input, textarea, select") && !isButton);
}

// Nothing interrupts an emergency.
function isCovered() {
  return document.querySelector("dialog[open]") !== null || document.body.dataset.page === "crisis";
}

function keepOn(isOn) {
  try {
    if (isOn) localStorage.removeItem(flag);
    else localStorage.setItem(flag, "off");
  } catch {
    // Without storage they stay on.
  }
}
