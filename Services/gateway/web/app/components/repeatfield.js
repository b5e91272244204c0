// The fields for an event's recurrence: common rules by name, weekdays, or a custom rule.

import { h } from "../dom.js";
import { repeatKinds, weekdayOf, weekdays } from "../models/repeats.js";
import { weekdayName, words } from "../words/words.js";
import { chips } from "./choices.js";
import { field } from "./form.js";

/** A form part with the fields `repeats`, `days` and `rule`. `date()` returns the event's first day. */
export function repeatField({ repeats, days, rule, date }) {
  const text = words.events;
  const kind = field({
    name: "repeats", label: text.repeats, kind: "select", value: repeats,
    options: repeatKinds.map((key) => [key, text.repeatKinds[key]]),
  });
  let chosen = days;
  const box = h("div", {});
  const own = field({
    name: "rule", label: text.rule, value: rule, hint: text.ruleHint, maxLength: 300, autocomplete: "off",
    autocapitalize: "characters", spellcheck: "false", class: "code-input",
  });
  const paint = () => {
    box.hidden = kind.input.value !== "weekly";
    own.element.hidden = kind.input.value !== "own";
    if (box.hidden) return;
    if (chosen.length === 0) chosen = [weekdayOf(date())].filter(Boolean);
    box.replaceChildren(chips({
      label: text.onDays, isMany: true, value: chosen,
      options: weekdays.map((day) => [day, weekdayName(day)]),
      onchange: (set) => {
        chosen = [...set];
        box.dispatchEvent(new Event("input", { bubbles: true }));
      },
    }));
  };
  kind.input.addEventListener("change", paint);
  paint();
  const dayPart = {
    name: "days", say: () => {},
    input: { name: "days", type: "days", get value() { return chosen; }, focus: () => kind.input.focus() },
  };
  return {
    element: h("div", { class: "stack-fields" }, kind.element, box, own.element),
    fields: [kind, dayPart, own],
  };
}
