// Lines of a list that the site rejected while the next one was being typed.

import { h } from "../dom.js";
import { keepRefused } from "../offline/outbox.js";
import { explain, explainField, words } from "../words/words.js";
import { complain } from "./toast.js";

/** The limit on lines shown. All of them are in the outbox. */
const maxShown = 5;

/**
 * The list of rejected lines. `add(change, problem)` shows one and stores it in the outbox. It returns false
 * if that fails.
 */
export function rejectedLines() {
  const text = words.outbox;
  const element = h("ul", { class: "rejected-lines" });
  return {
    element,
    add: async (change, problem) => {
      const fault = problem.fields?.[0];
      const why = fault ? explainField(fault) : explain(problem);
      const place = h("a", { class: "link-button", href: "/outbox", hidden: true }, text.openOutbox);
      element.append(h("li", {},
        h("p", { class: "field-error", role: "alert" }, text.notAdded(change.what.title, why)), place));
      if (element.childElementCount > maxShown) element.firstChild.remove();
      try {
        await keepRefused(change, problem);
        place.hidden = false;
        return true;
      } catch (failure) {
        complain(failure);
        return false;
      }
    },
  };
}
