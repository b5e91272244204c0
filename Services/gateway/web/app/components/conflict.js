// An edit conflict: both versions side by side, and the choice between them.

import { h } from "../dom.js";
import { words } from "../words/words.js";

/**
 * `rows` are `[label, mine, theirs]` in words; no rows means that both made the same change. `keep()`
 * overwrites the site's version, `take()` continues from it.
 */
export function conflict({ title, lead, rows, keep, take, look = "card conflict" }) {
  const text = words.events.conflict;
  const table = rows.length > 0 && h("table", {},
    h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, text.mine),
      h("th", { scope: "col" }, text.theirs))),
    h("tbody", {}, rows.map(([label, mine, theirs]) =>
      h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, mine), h("td", {}, theirs)))));
  return h("section", { class: look, role: "alert" }, h("h2", {}, title), h("p", {}, lead), table,
    h("div", { class: "conflict-acts" },
      h("button", { class: "button", type: "button", onclick: keep }, text.keep),
      h("button", { class: "button quiet-button", type: "button", onclick: take }, text.take)));
}
