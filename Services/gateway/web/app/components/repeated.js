// A field of a form with any number of lines, such as the slots of a bell schedule.

import { fill, h, icon } from "../dom.js";
import { words } from "../words/words.js";
import { field } from "./form.js";

/**
 * The field. `columns` are the fields of a line, as for `field`, those with long values `isWide`, those that
 * have a row to themselves on a phone `isAlone`; with `inFours` a row has four of them on a desk and two on a
 * phone, so that rows with long values end together. `value` has the lines, with an `id` that a line keeps;
 * `first` is a new line, or makes it from the last one. `lineName(number)` names a line. At most `limit`
 * lines.
 */
export function repeated({
  name, label, hint, add, columns, inFours = false, value = [], first = {}, limit, lineName,
}) {
  const list = h("div", { class: "repeated-lines" });
  const more = h("button", { class: "button quiet-button small", type: "button", onclick: () => {
    const last = valuesOf(lines.at(-1));
    put(typeof first === "function" ? first(last) : first);
    lines.at(-1).parts[0].input.focus();
    changed();
  } }, add);
  const element = h("fieldset", { class: "repeated" }, h("legend", { class: "choice-label" }, label),
    hint && h("p", { class: "hint" }, hint), list, more);
  let lines = [];

  const changed = () => {
    more.hidden = lines.length >= limit;
    lines.forEach(({ legend }, at) => fill(legend, lineName(at + 1)));
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const put = (values) => {
    const parts = columns.map(({ isWide, isAlone, ...column }) => {
      const part = field({ autocomplete: "off", ...column,
        value: values[column.name] ?? column.value ?? "" });
      part.element.classList.toggle("is-wide", Boolean(isWide));
      part.element.classList.toggle("is-alone", Boolean(isAlone));
      return part;
    });
    const legend = h("legend", {});
    const line = { id: values.id, parts, legend };
    line.element = h("fieldset", { class: "repeated-line" }, legend,
      h("div", { class: inFours ? "repeated-fields is-in-fours" : "repeated-fields" },
        parts.map((part) => part.element)),
      h("button", { class: "repeated-remove", type: "button", "aria-label": words.schoolAdmin.removeLine,
        onclick: () => {
          lines = lines.filter((one) => one !== line);
          line.element.remove();
          more.focus();
          changed();
        } }, icon("trash")));
    lines.push(line);
    list.append(line.element);
  };
  const input = {
    name,
    type: "lines",
    get value() { return lines.map(valuesOf); },
    set value(all) {
      lines = [];
      fill(list);
      for (const values of all) put(values);
      changed();
    },
    focus: () => (lines[0]?.parts[0].input ?? more).focus(),
  };
  for (const values of value) put(values);
  changed();
  const say = () => { for (const { parts } of lines) for (const part of parts) part.say(null); };
  return { element, input, name, say, fault: () => faultOf(lines) };
}

function valuesOf(line) {
  if (!line) return null;
  const values = Object.fromEntries(line.parts.map(({ input }) => [input.name, input.value]));
  return line.id ? { id: line.id, ...values } : values;
}

// The first fault of a line, which it shows itself.
function faultOf(lines) {
  let first = null;
  for (const { parts } of lines) {
    for (const part of parts) {
      const fault = part.fault();
      if (!fault) continue;
      part.say(fault);
      first ??= fault;
    }
  }
  return first;
}
