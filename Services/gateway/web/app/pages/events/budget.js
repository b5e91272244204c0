// The budget sheet of an event: what was planned, what was paid, and how that stands to what it may cost.

import { Problem, get, send } from "../../api.js";
import { addLine, lineInput } from "../../components/addline.js";
import { barChart } from "../../components/chart.js";
import { editList, freshly } from "../../components/editlist.js";
import { eventLink, isWorkedOn } from "../../components/eventlink.js";
import { field } from "../../components/form.js";
import { formSheet } from "../../components/formsheet.js";
import { empty, failed, offlineNote, skeleton } from "../../components/pieces.js";
import { fill, h, refill, spoken } from "../../dom.js";
import { isUnreachable } from "../../offline/network.js";
import { currencies, currencyName, language, money, plainAmount, words } from "../../words/words.js";

/** The longest name of a line. */
const longest = 200;
/** Long enough for ten million with its sign, separators and currency. */
const maxPriceLength = 40;

/** The page at /events/:id/budget. */
export function budgetPage({ params }) {
  const text = words.budget;
  const path = `/v1/events/${encodeURIComponent(params.id)}/budget`;
  const lines = `${path}/lines`;
  const summary = h("section", { class: "card budget-sum" });
  const total = h("div", { class: "budget-line budget-total" });
  const drawing = h("div", {});
  const nothing = h("div", {}, empty("💰", text.empty, text.emptyText));
  const place = h("div", { class: "budget" }, skeleton(4));
  const what = { event: params.id };
  // Until the site has told, nothing of its own is shown: then nothing needs a currency.
  let sheet = { currency: undefined, digits: 0, lines: [] };
  let isShown = false;

  const list = editList({
    path: lines, kind: "budget", what, fields: (line) => fieldsOf(line, sheet),
    changes: (line, values) => changesOf(line, values, sheet), asLine,
    text: { ...words.lines, ...text, said: (line) => saidOf(line, sheet) },
    inside: (line) => insideOf(line, sheet), refresh: () => fresh.refresh(), painted: showRest,
  });
  const add = addLine({
    path: lines, label: text.add, what: { ...what, kind: "budget.add", list: lines },
    inputs: [
      lineInput({ name: "text", label: text.item, maxlength: longest, enterkeyhint: "next" }),
      lineInput({ name: "planned", label: text.planned, maxlength: maxPriceLength, class: "price" }),
      lineInput({ name: "actual", label: text.actual, maxlength: maxPriceLength, class: "price" }),
    ],
    request: ({ text: item, planned, actual }) => ({ text: item, planned: planned || undefined,
      actual: actual || undefined, locale: language, currency: sheet.currency }),
    added: (line) => {
      list.change((items) => [...items.filter(({ id }) => id !== line.id), line]);
      fresh.refresh();
    },
  });
  const head = h("div", { class: "budget-line budget-head", "aria-hidden": "true" }, h("span", {}, text.item),
    h("span", {}, text.planned), h("span", {}, text.actual));
  const unsummed = h("p", { class: "hint budget-unsummed" }, text.unsummed);
  const table = h("div", { class: "list" }, head, list.element, total, unsummed, add.element);

  // What waits is not in the sums: only the site reads prices.
  function showRest(items) {
    head.hidden = items.length === 0;
    nothing.hidden = items.length > 0;
    unsummed.hidden = !items.some(({ isWaiting }) => isWaiting);
  }

  function show() {
    const { currency, digits, lines: all } = sheet;
    const say = (minor) => money(minor, currency, digits);
    refill(summary, summaryOf(sheet, say), !list.isFixed() && h("button", {
      class: "button quiet-button small", type: "button", onclick: settings,
    }, text.settings));
    const isEmpty = all.length === 0;
    total.hidden = isEmpty;
    fill(total, h("span", {}, text.total(currency)), amount(text.planned, plainAmount(sheet.planned, digits)),
      amount(text.actual, plainAmount(sheet.actual, digits)));
    refill(drawing, !isEmpty && chartOf(sheet));
  }

  async function settings() {
    const { version, currency, digits, cap, lines: all } = sheet;
    const was = cap === null || cap === undefined ? "" : plainAmount(cap, digits);
    const capField = field({ name: "cap", label: text.cap(currency), hint: text.capHint, value: was,
      isOptional: true, maxlength: maxPriceLength });
    const choice = field({ name: "currency", label: text.currency, kind: "select", value: currency,
      options: currencies(currency).map((code) => [code, currencyName(code)]), disabled: all.length > 0,
      hint: all.length > 0 ? text.currencyFixed : null });
    const changed = await formSheet({
      title: text.settings, label: words.save, parts: [choice, capField],
      submit: async (values) => {
        const body = { version, locale: language };
        if (values.currency !== currency) body.currency = values.currency;
        if (values.cap.trim() !== was) body.cap = values.cap.trim() || null;
        if (Object.keys(body).length === 2) return sheet;
        try {
          return await send("PATCH", path, body);
        } catch (problem) {
          // Two who set it at once: the newest is shown, and what was typed can be given again.
          if (problem.code === "changed_elsewhere") took(await get(path));
          throw problem;
        }
      },
    });
    if (changed) took(changed);
  }

  function took(found, at = Date.now()) {
    sheet = found;
    list.take(found.lines, at);
    show();
    if (!isShown) fill(place, summary, table, drawing, nothing);
    isShown = true;
  }

  const fresh = freshly(path, {
    took,
    failed: (problem) => {
      if (!(problem instanceof Problem)) reportError(problem);
      if (!isShown && isUnreachable(problem)) {
        total.hidden = true;
        list.take([], 0);
        fill(place, offlineNote(fresh.refresh), table);
      } else if (!isShown || problem.status === 404) {
        fill(place, failed(problem, fresh.refresh));
      }
    },
  });
  const link = eventLink(params.id, (found) => {
    list.fix(!isWorkedOn(found));
    add.element.hidden = list.isFixed();
    if (isShown) show();
  });
  fresh.refresh();
  return {
    name: "budget", tab: "events", title: text.title, parent: `/events/${params.id}`, action: list.toggle,
    body: [link.element, list.voice, place],
    heard: (topic, data) => {
      const isOurs = topic === "events.budget.changed" && data.event === params.id;
      const isGone = topic === "events.event.deleted" && data.id === params.id;
      const isAnew = topic === "events.lists.changed" || topic === "reset";
      if (isOurs || isGone || isAnew) fresh.refresh();
      if (isAnew || data?.id === params.id) link.refresh();
    },
    stop: () => {
      fresh.stop();
      list.stop();
    },
  };
}

// What it comes to, and in words how that stands to the cap.
function summaryOf({ expected, cap, isOver, overBy, lines }, say) {
  const text = words.budget;
  const hasCap = cap !== null && cap !== undefined;
  return [
    h("p", { class: "budget-expected" }, h("strong", {}, say(expected)),
      h("span", { class: "quiet" }, hasCap ? text.ofCap(say(cap)) : text.expected)),
    hasCap && h("p", { class: isOver ? "budget-over" : "budget-left", role: "status" },
      isOver ? text.over(say(overBy)) : text.left(say(cap - expected))),
    lines.length > 0 && h("p", { class: "hint" }, text.expectedHint),
  ];
}

function amount(label, value) {
  return h("span", { class: "price" }, spoken(`${label} `), value ?? "–");
}

// What of a change that waits stands on its line: the prices as they were typed.
function asLine(body, line = {}) {
  const { text, planned, actual } = body;
  const typed = { ...line.typed };
  if (planned !== undefined) typed.planned = planned ?? "";
  if (actual !== undefined) typed.actual = actual ?? "";
  return { text: text ?? line.text, typed };
}

// A price in words or for its field: as it was typed while it waits, else as the site has read it.
function priceOf(line, name, inWords) {
  const typed = line.typed?.[name];
  if (typed !== undefined) return typed;
  return isKnown(line[name]) ? inWords(line[name]) : "";
}

function insideOf(line, { digits }) {
  const text = words.budget;
  const shown = (name) => priceOf(line, name, (minor) => plainAmount(minor, digits)) || null;
  return h("span", { class: "budget-line" }, h("span", { class: "row-title" }, line.text),
    amount(text.planned, shown("planned")), amount(text.actual, shown("actual")));
}

function saidOf(line, { currency, digits }) {
  const text = words.budget;
  const said = (name) => {
    const price = priceOf(line, name, (minor) => money(minor, currency, digits));
    return price && `${text[name]} ${price}`;
  };
  return [line.text, said("planned"), said("actual")].filter(Boolean).join(", ");
}

function chartOf({ lines, currency, digits }) {
  const text = words.budget;
  const value = (minor) => isKnown(minor) ? minor / 10 ** digits : null;
  return h("section", { class: "card" }, barChart({
    title: text.chart, isStill: true, labels: lines.map((line) => line.text),
    series: [["planned", text.planned], ["actual", text.actual]].map(([name, title]) =>
      ({ name: title, values: lines.map((line) => value(line[name])) })),
    number: { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
  }));
}

function fieldsOf(line, { digits }) {
  const text = words.budget;
  const price = (name) => field({ name, label: text[name], maxlength: maxPriceLength, autocomplete: "off",
    value: priceOf(line, name, (minor) => plainAmount(minor, digits)), isOptional: true });
  return [
    field({ name: "text", label: text.item, value: line.text, maxlength: longest, autocomplete: "off" }),
    price("planned"), price("actual"),
  ];
}

// A price that nobody touched is not read anew.
function changesOf(line, values, { digits }) {
  const changes = {};
  if (values.text.trim() !== line.text) changes.text = values.text.trim();
  for (const name of ["planned", "actual"]) {
    const was = priceOf(line, name, (minor) => plainAmount(minor, digits));
    if (values[name].trim() !== was) changes[name] = values[name].trim() || null;
  }
  return Object.keys(changes).length > 0 ? { ...changes, locale: language } : changes;
}

function isKnown(minor) {
  return minor !== null && minor !== undefined;
}
