// Small components shared by the administrators' pages.

import { h } from "../dom.js";
import { words } from "../words/words.js";
import { label } from "./pieces.js";

/** Labels for an account: its roles, a block, a pending deletion. */
export function marks(person, { isWhole = false } = {}) {
  const text = words.admin;
  const roles = person.roles.filter((role) => isWhole || role !== "student");
  return h("span", { class: "marks" },
    roles.map((role) => label(text.roles[role])),
    person.isBlocked && label(text.people.blocked, "danger"),
    person.erases && label(text.people.erases, "caution"));
}

/** One administrative action: title, explanation and button. */
export function act({ title, about, label: action, onclick, isDangerous = false }) {
  return h("div", { class: "act" },
    h("div", { class: "act-words" }, h("h3", {}, title), h("p", { class: "row-note" }, about)),
    h("button", { type: "button", class: `button small ${isDangerous ? "danger-quiet" : "quiet-button"}`,
      onclick }, action));
}
