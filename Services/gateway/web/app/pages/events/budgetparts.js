// Parts of an event's budget sheet: its summary, lines and chart.

import { limitNote } from "../../components/budgetlimit.js";
import { barChart } from "../../components/chart.js";
import { field } from "../../components/form.js";
import { h, spoken } from "../../dom.js";
import { language, money, plainAmount, words } from "../../words/words.js";

export const maxNameLength = 200;
/** The limit of Schema's `PriceInput`. */
export const maxPriceLength = 50;

/** The total, and in words its distance to the budget limit. */
export function summaryOf({ expected, cap, lines }, say) {
  const text = words.budget;
  const hasCap = cap !== null && cap !== undefined;
  return [
    h("p", { class: "budget-expected" }, h("strong", {}, say(expected)),
      h("span", { class: "quiet" }, hasCap ? text.ofCap(say(cap)) : text.expected)),
    limitNote({ expected, cap }, say),
    lines.length > 0 && h("p", { class: "hint" }, text.expectedHint),
  ];
}

/** A price with a label for screen readers. */
export function amount(label, value) {
  return h("span", { class: "price" }, spoken(`${label} `), value ?? "–");
}

/** A line with an unsent change, which has the prices as typed. */
export function asLine(body, line = {}) {
  const { text, planned, actual } = body;
  const typed = { ...line.typed };
  if (planned !== undefined) typed.planned = planned ?? "";
  if (actual !== undefined) typed.actual = actual ?? "";
  return { text: text ?? line.text, typed };
}

// A price in words or as a field value: as typed while unsent, otherwise as the site parsed it.
function priceOf(line, name, inWords) {
  const typed = line.typed?.[name];
  if (typed !== undefined) return typed;
  return isKnown(line[name]) ? inWords(line[name]) : "";
}

/** The content of a line. */
export function insideOf(line, { digits }) {
  const text = words.budget;
  const shown = (name) => priceOf(line, name, (minor) => plainAmount(minor, digits)) || null;
  return h("span", { class: "budget-line" }, h("span", { class: "row-title" }, line.text),
    amount(text.planned, shown("planned")), amount(text.actual, shown("actual")));
}

/** A line as one sentence. */
export function saidOf(line, { currency, digits }) {
  const text = words.budget;
  const said = (name) => {
    const price = priceOf(line, name, (minor) => money(minor, currency, digits));
    return price && `${text[name]} ${price}`;
  };
  return [line.text, said("planned"), said("actual")].filter(Boolean).join(", ");
}

/** A chart of planned and actual prices. */
export function chartOf({ lines, currency, digits }) {
  const text = words.budget;
  const value = (minor) => isKnown(minor) ? minor / 10 ** digits : null;
  return h("section", { class: "card" }, barChart({
    title: text.chart, isStill: true, labels: lines.map((line) => line.text),
    series: [["planned", text.planned], ["actual", text.actual]].map(([name, title]) =>
      ({ name: title, values: lines.map((line) => value(line[name])) })),
    number: { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
  }));
}

/** The fields of a line's editor. */
export function fieldsOf(line, { digits }) {
  const text = words.budget;
  const price = (name) => field({ name, label: text[name], maxLength: maxPriceLength, autocomplete: "off",
    value: priceOf(line, name, (minor) => plainAmount(minor, digits)), isOptional: true });
  return [
    field({ name: "text", label: text.item, value: line.text, maxLength: maxNameLength,
      autocomplete: "off" }),
    price("planned"), price("actual"),
  ];
}

/** The changes of an edited line. Untouched prices are not sent. */
export function changesOf(line, values, { digits }) {
  const changes = {};
  if (values.text.trim() !== line.text) changes.text = values.text.trim();
  for (const name of ["planned", "actual"]) {
    const was = priceOf(line, name, (minor) => plainAmount(minor, digits));
    if (values[name].trim() !== was) changes[name] = values[name].trim() || null;
  }
  return Object.keys(changes).length > 0 ? { ...changes, locale: language } : changes;
}

/** True for an amount that is there. */
export function isKnown(minor) {
  return minor !== null && minor !== undefined;
}
