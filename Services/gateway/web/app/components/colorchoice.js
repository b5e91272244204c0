// The choice of the color of one's initials: a radio group of swatches with names.

import { h } from "../dom.js";
import { colorOf, personColors } from "../models/person.js";
import { words } from "../words/words.js";
import { avatar } from "./pieces.js";

/**
 * The choice for the person `me`. Works as a field of a `form`: its value is empty while the person has
 * chosen none, and the color of their id is shown.
 */
export function colorChoice(me) {
  const text = words.account.profile;
  const given = colorOf({ id: me.id });
  const inputs = personColors.map((color) => h("input", {
    type: "radio", name: "color", value: color, checked: color === colorOf(me),
  }));
  const chosen = () => inputs.find(({ checked }) => checked)?.value ?? given;
  const element = h("fieldset", { class: "swatches", "aria-describedby": "color-hint" },
    h("legend", { class: "choice-label" }, text.color),
    h("p", { class: "hint", id: "color-hint" }, text.colorHint),
    h("div", { class: "swatch-row" }, inputs.map((input) => h("label", { class: "swatch-choice" }, input,
      avatar({ ...me, color: input.value, picture: null }), h("span", {}, text.colors[input.value])))));
  const input = {
    name: "color",
    type: "radio",
    get value() { return !me.color && chosen() === given ? "" : chosen(); },
    set value(color) { for (const one of inputs) one.checked = one.value === (color || given); },
    focus: () => inputs.find(({ checked }) => checked)?.focus(),
  };
  return { element, input, name: "color", say: () => {} };
}
