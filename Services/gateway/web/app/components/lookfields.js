// The choice of an event's look: its drawing and its color.

import { emoji, h } from "../dom.js";
import { colors, drawings } from "../models/eventlooks.js";
import { colorOf, drawingFor, drawingOf } from "../models/look.js";
import { words } from "../words/words.js";

/**
 * The fields `drawing` and `color`. The drawing of a new event has an empty value, and follows the title that
 * `paint` gets, until a person chooses one.
 */
export function lookFields(values) {
  const text = words.events;
  let isChosen = Boolean(values.drawing);
  const signs = choices("drawing", Object.keys(drawings), drawingOf(values));
  const skies = choices("color", colors, colorOf(values));
  for (const one of signs.inputs) one.addEventListener("input", () => { isChosen = true; });
  const drawing = signs.field(text.drawing, (input) => [
    h("span", { class: "look-sign", "aria-hidden": "true" }, emoji(drawings[input.value])),
    h("span", { class: "spoken" }, text.drawings[input.value]),
  ]);
  const color = skies.field(text.color, (input) => [
    h("span", { class: `look-sky sky-${input.value}`, "aria-hidden": "true" }),
    h("span", {}, text.colors[input.value]),
  ]);
  return {
    drawing: {
      ...drawing,
      input: { ...drawing.input, get value() { return isChosen ? signs.value() : ""; } },
      paint: (title) => { if (!isChosen) signs.choose(drawingFor(title)); },
    },
    color: { ...color, input: { ...color.input, get value() { return skies.value(); } } },
  };
}

function choices(name, all, chosen) {
  const inputs = all.map((value) => h("input", { type: "radio", name, value, checked: value === chosen }));
  const checked = () => inputs.find((one) => one.checked);
  return {
    inputs,
    value: () => checked()?.value ?? "",
    choose: (value) => { for (const one of inputs) one.checked = one.value === value; },
    field: (title, inside) => ({
      element: h("fieldset", { class: "look-field" }, h("legend", { class: "choice-label" }, title),
        h("div", { class: `look-row is-${name}` },
          inputs.map((input) => h("label", { class: "look-choice" }, input, inside(input))))),
      input: { name, type: "radio", focus: () => checked()?.focus() },
      name, say: () => {},
    }),
  };
}
