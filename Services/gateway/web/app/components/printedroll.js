// The roll of a check-in on paper: a line for each student, with a box and room for a signature.

import { h } from "../dom.js";
import { dayOf, timeOf, words } from "../words/words.js";
import { nameOf } from "./registerlist.js";

/** The printed page for `rows` of the register. It is shown on paper alone. */
export function printedRoll({ courseName, starts }, rows) {
  const text = words.openCheckIn;
  const column = (label) => h("th", { scope: "col" }, label);
  return h("table", { class: "printed-roll" },
    h("caption", {}, courseName, " · ", dayOf(starts), ", ", timeOf(starts)),
    h("thead", {}, h("tr", {}, column(text.rollHere), column(text.rollName), column(text.rollSign))),
    h("tbody", {}, rows.filter(({ hasLeft }) => !hasLeft).map((row) => h("tr", {},
      h("td", {}, h("span", { class: "roll-box" })), h("th", { scope: "row" }, nameOf(row)), h("td", {})))));
}
