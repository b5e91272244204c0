// The form for a new API token: name, scopes and expiry.

import { send } from "../api.js";
import { h } from "../dom.js";
import { state } from "../state.js";
import { words } from "../words/words.js";
import { field, form, need, refusal } from "./form.js";

const scopes = ["room:read", "room:write", "events:read", "events:write", "courses:read",
  "courses:write", "alerts:read", "alerts:write", "profile:read", "profile:write", "site:alert", "admin"];
const forAdministrators = ["site:alert", "admin"];
const lives = [7, 30, 90, 365];
const usual = 90;
const longest = 366;
const aDay = 86_400_000;

/** The form. `made(created)` gets the reply with the secret. */
export function tokenForm({ made, cancel }) {
  const text = words.account.tokens;
  const name = field({ name: "name", label: text.name, hint: text.nameHint, autocomplete: "off",
    maxLength: 60, required: true });
  const rights = scopeChoice();
  const life = field({ name: "days", label: text.ends, kind: "select",
    options: [...lives.map((days) => [String(days), text.days(days)]), ["date", text.onDate]],
    value: String(usual) });
  const date = field({ name: "date", label: text.date, kind: "date", min: dayIn(1), max: dayIn(longest),
    value: dayIn(usual) });
  date.element.hidden = true;
  life.input.addEventListener("change", () => { date.element.hidden = life.input.value !== "date"; });
  const make = form({
    class: "form card", parts: [{ element: h("h2", {}, text.make) }, name, rights, life, date],
    fields: [name, rights, life, date], label: text.submit, names: { days: "days" },
    submit: async (values) => {
      need(values, ["name"]);
      const chosen = rights.chosen();
      if (chosen.length === 0) throw refusal("scopes", text.needScope);
      const days = values.days === "date" ? daysUntil(values.date) : Number(values.days);
      if (!(days >= 1 && days <= longest)) throw refusal("date", words.errors.days_bad);
      made(await send("POST", "/v1/tokens", { name: values.name.trim(), scopes: chosen, days }));
    },
  });
  make.element.append(h("button", { class: "button quiet-button", type: "button", onclick: cancel },
    words.cancel));
  return { element: make.element, focus: () => name.input.focus() };
}

// A group of checkboxes that forms treat as one field.
function scopeChoice() {
  const text = words.account.tokens;
  const { names, hints } = words.tokenScopes;
  const may = scopes.filter((scope) => !forAdministrators.includes(scope)
    || state.me?.roles.includes("admin"));
  const boxes = may.map((scope) => h("input", { type: "checkbox", name: "scopes", value: scope,
    checked: scope === "room:read" }));
  const error = h("p", { class: "field-error", id: "scopes-error", hidden: true });
  const say = (line) => {
    error.textContent = line ?? "";
    error.hidden = !line;
  };
  const element = h("fieldset", { class: "choices", "aria-describedby": "scopes-error",
    onchange: () => say(null) }, h("legend", {}, text.may),
  may.map((scope, at) => h("label", { class: "choice" }, boxes[at],
    h("span", {}, names[scope], h("span", { class: "row-note" }, hints[scope])))), error);
  return { name: "scopes", element, input: boxes[0], say,
    chosen: () => boxes.filter(({ checked }) => checked).map(({ value }) => value) };
}

function dayIn(days) {
  const date = new Date(Date.now() + days * aDay);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// The days until a date. The token expires that many whole days from now, in the course of the date.
function daysUntil(date) {
  return Math.round((Date.parse(date) - Date.parse(dayIn(0))) / aDay);
}
