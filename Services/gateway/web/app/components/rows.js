// Groups of rows as in a phone's settings: icon, title, and a line with the current state.

import { emoji, h, icon } from "../dom.js";

/** A titled group. Empty rows are left out, and so is a group without rows. */
export function rowGroup(title, rows) {
  const shown = rows.filter(Boolean);
  if (shown.length === 0) return null;
  return h("section", {}, h("h2", { class: "group" }, title), h("ul", { class: "list" }, shown));
}

/** A row that links to a page. */
export function linkRow({ href, sign, title, note }) {
  return h("li", { class: "row setting" }, h("a", { class: "setting-tap", href }, inside(sign, title, note),
    icon("next")));
}

/** A row with an action. */
export function actRow({ sign, title, note, onclick, isDangerous = false }) {
  return h("li", { class: "row setting" }, h("button", {
    class: isDangerous ? "setting-tap is-danger" : "setting-tap", type: "button", onclick,
  }, inside(sign, title, note)));
}

/** A row of plain text; `end` is the element at its end. */
export function factRow({ sign, title, note, end }) {
  return h("li", { class: "row setting" },
    h("span", { class: "setting-tap" }, inside(sign, title, note)), end);
}

function inside(sign, title, note) {
  return [h("span", { class: "setting-sign" }, emoji(sign)), h("span", { class: "setting-words" },
    h("span", { class: "row-title" }, title), note && h("span", { class: "row-note" }, note))];
}
