// Small things that several of the administrators' pages show.

import { h } from "../dom.js";
import { words } from "../words/words.js";

/** What sets an account apart: roles beyond a student's, a block, a deletion that waits. */
export function chips(person, { isWhole = false } = {}) {
  const text = words.admin;
  const roles = person.roles.filter((role) => isWhole || role !== "student");
  return h("span", { class: "chips" },
    roles.map((role) =>
      h("span", { class: role === "admin" ? "chip chip-strong" : "chip" }, text.roles[role])),
    person.isBlocked && h("span", { class: "chip chip-red" }, text.people.blocked),
    person.erases && h("span", { class: "chip chip-amber" }, text.people.erases));
}

/** One act: its words, what it means, its button. */
export function act({ title, about, label, onclick, isDangerous = false }) {
  return h("div", { class: "act" },
    h("div", { class: "act-words" }, h("h3", {}, title), h("p", { class: "row-note" }, about)),
    h("button", { type: "button", class: `button small ${isDangerous ? "danger-quiet" : "quiet-button"}`,
      onclick }, label));
}
