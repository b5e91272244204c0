// A part of a form that is folded away, with its name and what it holds in a line.

import { h, icon } from "../dom.js";

/**
 * The fold `name` around the parts `inside`, open from the start with `isOpen`. `say()` returns its values in
 * words; call `paint()` after they have changed. A `mark` stands before the arrow.
 */
export function fold({ name, say, isOpen, inside, mark = null }) {
  const values = h("span", { class: "fold-values" });
  const element = h("details", { class: "fold", open: isOpen },
    h("summary", {}, h("span", { class: "fold-name" }, name), values,
      mark && h("span", { class: "fold-mark" }, mark), icon("next")),
    h("div", { class: "fold-body" }, inside));
  const paint = () => { values.textContent = say(); };
  return { element, paint };
}
