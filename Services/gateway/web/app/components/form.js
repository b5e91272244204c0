// Forms: labeled fields, errors at the field in question, one request at a time.

import { Problem } from "../api.js";
import { h, fill } from "../dom.js";
import { enteredDates, enteredYears, isEntered } from "../models/entereddates.js";
import { explain, explainField, words } from "../words/words.js";
import { textLimit } from "./textlimit.js";

let fields = 0;

/**
 * A labeled input. `kind` is an input type, `textarea` or `select` (with `options` as [value, text]).
 * `maxLength` is in characters as a reader counts them; a longer text is rejected, not cut. `missing` is the
 * message for a required field without a value.
 */
export function field({
  name, label, kind = "text", hint, isOptional, options, value = "", beside, maxLength,
  missing = words.errors.field_missing, ...rest
}) {
  const id = `field-${fields += 1}`;
  const [min, max] = kind === "date" ? enteredDates : [];
  const common = { id, name, "aria-describedby": `${id}-hint ${id}-error`, min, max, ...rest };
  let input;
  if (kind === "select") {
    input = h("select", common, options.map(([key, text]) => h("option", { value: key }, text)));
  } else if (kind === "textarea") {
    input = h("textarea", { rows: 3, ...common });
  } else {
    input = h("input", { type: kind, ...common });
  }
  input.value = value;
  const limit = maxLength && textLimit(input, maxLength);
  const error = h("p", { id: `${id}-error`, class: "field-error", hidden: true });
  const element = h("div", { class: "field" },
    h("label", { for: id }, label, isOptional && h("span", { class: "quiet" }, ` · ${words.optional}`)),
    beside ? h("div", { class: "beside" }, input, beside) : input,
    h("p", { id: `${id}-hint`, class: "hint", hidden: !hint }, hint), limit?.element, error);
  const say = (text) => {
    error.textContent = text ?? "";
    error.hidden = !text;
    // One line says what is wrong: the counter is back at the next letter.
    if (text && limit) limit.element.hidden = true;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => say(null));
  return { element, input, name, say, fault: () => faultOf(input, missing) ?? limit?.fault() ?? null };
}

// A half-typed date has no value, but is not an empty field either.
function faultOf(input, missing) {
  if (input.closest("[hidden]")) return null;
  if (input.validity?.badInput) return words.halfTyped[input.type] ?? words.halfTyped.other;
  if (input.type === "date" && input.value && !isEntered(input.value)) return words.yearBad(...enteredYears);
  return input.required && !input.value.trim() ? missing : null;
}

/** A switch with a label. The whole row can be tapped. */
export function toggle({ name, label, hint, isOn = false, onchange, mark }) {
  const id = `field-${fields += 1}`;
  const input = h("input", {
    type: "checkbox", role: "switch", id, name, checked: isOn, class: "switch", onchange,
    "aria-describedby": hint ? `${id}-hint` : null,
  });
  const element = h("div", { class: "toggle" },
    h("label", { for: id }, h("span", {}, mark, label), input),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint));
  return { element, input, name, say: () => {} };
}

/**
 * A form over fields and other elements. If `submit(values)` throws a Problem, its fields are marked (`names`
 * maps the API's names to the form's), anything else is shown above the button, and the typed text stays.
 * `fields` lists the fields that are nested in other parts. `blames` has the field at fault by error code,
 * for problems that name none.
 */
export function form({
  parts, fields: inner, label, submit, names = {}, blames = {}, isQuiet = false, ...rest
}) {
  const inputs = inner ?? parts.filter((part) => part?.input);
  const alert = h("p", { class: "alert", role: "alert", hidden: true });
  const button = h("button", { class: isQuiet ? "button quiet-button" : "button", type: "submit" }, label);
  const element = h("form", { class: "form", novalidate: true, ...rest },
    parts.map((part) => part?.element ?? part), alert, button);
  let isBusy = false;

  const showFaults = (problem) => {
    let first = null;
    const blamed = blames[problem.code];
    const faults = problem.fields.length === 0 && blamed
      ? [{ field: blamed, code: problem.code, message: problem.detail }] : problem.fields;
    let isGeneral = faults.length === 0;
    for (const fault of faults) {
      const name = names[fault.field] ?? fault.field.split(".").pop();
      const part = inputs.find((input) => input.name === name);
      part?.say(explainField(fault));
      const fold = part?.element?.closest("details");
      if (fold) fold.open = true;
      if (part) first ??= part.input;
      else isGeneral = true;
    }
    fill(alert, isGeneral && explain(problem));
    alert.hidden = !isGeneral;
    first?.focus();
  };

  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    alert.hidden = true;
    button.setAttribute("aria-busy", "true");
    for (const part of inputs) part.say(null);
    const faults = inputs.map((part) => ({ field: part.name, code: "", message: part.fault?.() }))
      .filter(({ message }) => message);
    const typed = (input) => input.type === "checkbox" ? input.checked : input.value;
    const values = inputs.map(({ input }) => [input.name, typed(input)]);
    try {
      if (faults.length > 0) throw new Problem({ code: "field", errors: faults });
      await submit(Object.fromEntries(values));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      showFaults(problem);
    } finally {
      isBusy = false;
      button.removeAttribute("aria-busy");
    }
  });
  return { element, button, inputs: inputs.map(({ input }) => input) };
}

/** The time in which a press is still meant for what the button was (ms). */
const settling = 500;

/** Has a button that has become another one ignore presses for a moment: see `isSettling`. */
export function settle(button) {
  button.setAttribute("aria-disabled", "true");
  setTimeout(() => button.removeAttribute("aria-disabled"), settling);
}

/** True while a press of this button is still meant for what it was. */
export function isSettling(button) {
  return button.hasAttribute("aria-disabled");
}

/** Throws for an email address without a valid form, before it is sent. */
export function needAddress({ email }) {
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim())) throw refusal("email", words.errors.email_bad);
}

/** Throws for an email address or password without a valid form, before they are sent. */
export function needAccount({ email, password }) {
  needAddress({ email });
  if (password.length < 10) throw refusal("password", words.errors.password_bad);
}

/** Throws for the named values that are empty. */
export function need(values, names) {
  const missing = names.filter((name) => !values[name]?.trim());
  if (missing.length === 0) return;
  const message = words.errors.field_missing;
  throw new Problem({ code: "field", errors: missing.map((field) => ({ field, code: "", message })) });
}

/** A Problem for one field, found before anything is sent. */
export function refusal(name, message) {
  return new Problem({ code: "field", errors: [{ field: name, code: "", message }] });
}
