// The input at the end of a list: Enter adds the line and clears the input for the next one.

import { clock } from "../clock.js";
import { h, icon, spoken } from "../dom.js";
import { sendOrKeep } from "../offline/outbox.js";
import { explain, explainField, words } from "../words/words.js";
import { FormDraft } from "./formdraft.js";
import { rejectedLines } from "./rejectedlines.js";
import { textLimit } from "./textlimit.js";

const limits = new WeakMap();

/**
 * A form of `inputs` (from `lineInput`); the first one is required. `request(values)` is the body posted to
 * `path`, and `added(item)` gets the reply. Without a network the line is queued in the outbox as `what`.
 * Lines typed faster than the site replies are sent in order. The values of a rejected line return to the
 * inputs, or are listed below them if the next line is being typed.
 */
export function addLine({ path, label, inputs, request, added, what }) {
  const error = h("p", { class: "field-error", role: "alert", hidden: true });
  const say = (line, input = null) => {
    error.textContent = line ?? "";
    error.hidden = !line;
    for (const one of inputs) {
      if (one === input) one.setAttribute("aria-invalid", "true");
      else one.removeAttribute("aria-invalid");
    }
    input?.focus();
  };
  const draft = new FormDraft(path);
  const others = rejectedLines();
  let last = Promise.resolve();

  // Each new line pushes the inputs down, below a phone's tabs and the edge of the screen.
  function keepInSight() {
    if (element.contains(document.activeElement)) element.scrollIntoView({ block: "nearest" });
  }

  async function sendOne(values, key) {
    let said = null;
    let body = null;
    try {
      body = request(values);
      said = { ...what, title: body.text, at: clock.now() };
      const { reply } = await sendOrKeep("POST", path, body, said, key);
      if (reply) added(reply);
      requestAnimationFrame(keepInSight);
    } catch (problem) {
      if (said && problem.code && inputs.some(({ value }) => value)) {
        await others.add({ key, what: said, method: "POST", path, body }, problem);
        return;
      }
      for (const input of inputs) input.value = input.value || values[input.name];
      draft.changed();
      const fault = problem.fields?.[0];
      const input = inputs.find(({ name }) => fault?.field.split(".").pop() === name);
      say(input ? explainField(fault) : explain(problem), input ?? inputs[0]);
      if (!problem.code) throw problem;
    }
  }

  const element = h("form", { class: "add-line", novalidate: true, onsubmit: (event) => {
    event.preventDefault();
    const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()]));
    if (!values[inputs[0].name]) {
      say(Object.values(values).some(Boolean) ? words.errors.field_missing : null, inputs[0]);
      return;
    }
    const wrong = inputs.find((input) => limits.get(input)?.fault());
    if (wrong) {
      say(limits.get(wrong).fault(), wrong);
      return;
    }
    say(null);
    for (const input of inputs) input.value = "";
    draft.forget();
    inputs[0].focus();
    const key = crypto.randomUUID();
    last = last.then(() => sendOne(values, key));
  } }, h("button", { class: "add-plus", type: "submit" }, icon("plus"), spoken(label)), inputs, error,
  others.element);
  for (const input of inputs) input.addEventListener("input", () => say(null));
  element.prepend(draft.note);
  draft.begin(element, inputs);
  return { element, focus: () => inputs[0].focus() };
}

/** One input of the form. Its label is also its placeholder. */
export function lineInput({ name, label, maxLength, ...rest }) {
  const input = h("input", { name, "aria-label": label, placeholder: label, autocomplete: "off", ...rest });
  limits.set(input, textLimit(input, maxLength));
  return input;
}
