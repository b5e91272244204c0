// The filter of the completed tasks: by person and by days. The filter is stored in the address.

import { h } from "../dom.js";
import { go } from "../router.js";
import { nameOf, state } from "../state.js";
import { sentence, shortDay, words } from "../words/words.js";
import { field, form, refusal } from "./form.js";
import { sheet } from "./sheet.js";

const path = "/completed";
const aDay = /^\d{4}-\d{2}-\d{2}$/;
const anId = /^[0-9a-f-]{36}$/i;

/** The filter in a query string: the person `by` and the days `from` to `until`, inclusive. */
export function chosenIn(search) {
  const given = new URLSearchParams(search);
  const day = (name) => aDay.test(given.get(name)) && midnight(given.get(name)) ? given.get(name) : null;
  const by = given.get("by");
  return { by: anId.test(by) ? by : null, from: day("from"), until: day("until") };
}

/** The query for the API: instants, with an exclusive end. */
export function queryOf({ by, from, until }) {
  return { by, from: from && midnight(from).toISOString(), until: until && midnight(until, 1).toISOString() };
}

/** True if the filter excludes anything. */
export function isChosen({ by, from, until }) {
  return Boolean(by || from || until);
}

/** Two fields, for people and for days. `focus` names the one to focus. */
export function doneFilter(chosen, focus) {
  const text = words.completed;
  const to = (change, name) => go(address({ ...chosen, ...change }), { replace: true, focus: name });
  const by = choice("by", text.byWhom, [["", text.everyone], ...people(chosen.by)], chosen.by ?? "");
  by.addEventListener("change", () => to({ by: by.value }, "by"));

  const spans = spansOfDays();
  const known = spans.find(({ from, until }) => chosen.from === from && chosen.until === until);
  const when = choice("when", text.when, [
    ...spans.map(({ name }) => [name, text[name]]), !known && ["own", spanWords(chosen)],
    ["choose", text.chooseDays],
  ].filter(Boolean), known?.name ?? "own");
  when.addEventListener("change", () => {
    const span = spans.find(({ name }) => name === when.value);
    if (span) to({ from: span.from, until: span.until }, "when");
    else askDays(chosen, (days) => to(days, "when"));
    // The menu keeps showing the current filter until new days are chosen.
    when.value = known?.name ?? "own";
  });
  if (focus) queueMicrotask(() => (focus === "by" ? by : when).focus({ preventScroll: true }));
  return h("div", { class: "filters filters-fit", role: "group", "aria-label": text.filter }, by, when);
}

function choice(name, label, options, value) {
  const select = h("select", { class: "filter", name, "aria-label": label },
    options.map(([key, shown]) => h("option", { value: key }, shown)));
  select.value = value;
  select.classList.toggle("is-on", select.selectedIndex > 0);
  return select;
}

function address({ by, from, until }) {
  const pairs = Object.entries({ by, from, until }).filter(([, value]) => value);
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

// The person, the roommates, and the person named in the address if they are neither.
function people(chosen) {
  const mine = state.me ? [[state.me.id, words.people.You]] : [];
  const others = (state.roommates ?? []).map(({ profile }) => [profile.id, profile.firstName]);
  const all = [...mine, ...others];
  const isKnown = !chosen || all.some(([id]) => id === chosen);
  return isKnown ? all : [...all, [chosen, nameOf(chosen) ?? words.people.Former]];
}

function spansOfDays() {
  const today = dayText(0);
  return [
    { name: "anyDay", from: null, until: null },
    { name: "today", from: today, until: null },
    { name: "yesterday", from: dayText(-1), until: dayText(-1) },
    { name: "week", from: dayText(-6), until: null },
  ];
}

function spanWords({ from, until }) {
  const text = words.completed;
  const day = (value) => shortDay(midnight(value));
  if (from && from === until) return sentence(day(from));
  if (!until) return text.since(day(from));
  return from ? text.span(day(from), day(until)) : text.upTo(day(until));
}

function askDays({ from, until }, chosen) {
  const text = words.completed;
  const today = dayText(0);
  const first = field({ name: "from", label: text.from, kind: "date", value: from ?? "", max: today });
  const last = field({ name: "until", label: text.until, kind: "date", value: until ?? "", max: today });
  const days = form({
    parts: [first, last], label: text.show,
    submit: async (values) => {
      if (values.from && values.until && values.from > values.until) throw refusal("until", text.backwards);
      close();
      await closed;
      chosen({ from: values.from || null, until: values.until || null });
    },
  });
  const { close, closed } = sheet({ title: text.days, body: days.element });
}

// The date this many days from today, as used in addresses and date fields.
function dayText(distance) {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + distance);
  const two = (value) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// The start of a day in this device's time zone, or null for an invalid date.
function midnight(text, after = 0) {
  const [year, month, day] = text.split("-").map(Number);
  const date = new Date(year, month - 1, day + after);
  const isDay = after > 0 || (date.getMonth() === month - 1 && date.getDate() === day);
  return isDay && year > 1970 ? date : null;
}
