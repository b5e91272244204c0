// Choices that are visible without opening a menu: segmented controls and filter chips.

import { h, icon } from "../dom.js";

let groups = 0;

/**
 * A segmented control with two to five short options (`[value, text]`). Works as a field of a `form` and
 * calls `onchange(value)` immediately. `dim(values)` disables the options that can't be chosen.
 */
export function segmented({ name, label, options, value = options[0][0], hint, onchange }) {
  const group = `segments-${groups += 1}`;
  const inputs = options.map(([key]) => h("input", {
    type: "radio", name: group, value: key, checked: key === value, onchange: () => onchange?.(key),
  }));
  const element = h("fieldset", { class: "segments", "aria-describedby": hint ? `${group}-hint` : null },
    h("legend", { class: "choice-label" }, label),
    h("div", { class: "segment-row" }, inputs.map((input, at) =>
      h("label", { class: "segment" }, input, h("span", {}, options[at][1])))),
    hint && h("p", { class: "hint", id: `${group}-hint` }, hint));
  const input = {
    name,
    type: "radio",
    get value() { return inputs.find(({ checked }) => checked)?.value ?? ""; },
    set value(key) { for (const one of inputs) one.checked = one.value === key; },
    focus: () => (inputs.find(({ checked }) => checked) ?? inputs[0]).focus(),
  };
  const dim = (values) => {
    for (const one of inputs) one.disabled = values.includes(one.value);
  };
  return { element, input, name, dim, say: () => {} };
}

/**
 * Filter chips above a list (`[value, text]`). `isMany` allows several choices; otherwise exactly one chip
 * is, or with `mayBeNone` at most one (initially none for an empty array). `onchange` gets the value, or the
 * set of values.
 */
export function chips({ label, options, value, isMany = false, mayBeNone = false, onchange }) {
  const chosen = new Set([value ?? (isMany ? [] : options[0][0])].flat());
  const buttons = options.map(([key, text]) => h("button", {
    class: "chip", type: "button", "aria-pressed": String(chosen.has(key)), onclick: () => press(key),
  }, icon("check"), text));

  function press(key) {
    if (!isMany) {
      if (chosen.has(key) && !mayBeNone) return;
      for (const other of chosen) if (other !== key) chosen.delete(other);
    }
    if (!chosen.delete(key)) chosen.add(key);
    options.forEach(([one], at) => buttons[at].setAttribute("aria-pressed", String(chosen.has(one))));
    onchange?.(isMany ? new Set(chosen) : [...chosen][0] ?? null);
  }

  return h("div", { class: "chips", role: "group", "aria-label": label }, buttons);
}
