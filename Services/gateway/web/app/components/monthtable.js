// A month of the school: each date with what its day is, and its entries as marks.

import { h, spoken } from "../dom.js";
import { covers, firstWeekday, weekdayOf, weeksOf } from "../models/schooldates.js";
import { clockTime, dateNamed, language, timeOf, words } from "../words/words.js";
import { dayLabel, longDate, weekdayName } from "./schoolday.js";

/** The weekday that weeks begin with, from 1 for Monday. */
export const firstDay = firstWeekday(language);
/** The limit on the marks of a date. */
const maxMarks = 3;

/**
 * The table of the month of `date`, the chosen day. `days` has the days by date, `onchoose(date)` is called
 * for another one. The arrow keys move between the dates.
 */
export function monthTable({ date, today, days, entries, onchoose }) {
  const month = date.slice(0, 7);
  const weeks = weeksOf(date, firstDay);
  const cell = (one) => h("td", { class: one.slice(0, 7) === month ? null : "is-beside" },
    dateButton(one, { isChosen: one === date, isToday: one === today, day: days.get(one), onchoose,
      entries: entries.filter((entry) => covers(entry, one)), today }));
  const table = h("table", { class: "month" },
    h("thead", {}, h("tr", {}, weeks[0].map((one) => h("th", { scope: "col" },
      h("span", { "aria-hidden": "true" }, weekdayName(weekdayOf(one), "short")),
      spoken(weekdayName(weekdayOf(one))))))),
    h("tbody", {}, weeks.map((week) => h("tr", {}, week.map(cell)))));
  table.addEventListener("keydown", (event) => move(table, event));
  return h("div", { class: "month-place" }, table);
}

function dateButton(date, { isChosen, isToday, day, entries, onchoose, today }) {
  const kind = dayLabel(day);
  const text = words.schoolCalendar;
  const isOff = day && day.state !== "school";
  const names = [longDate(date, today), isToday && text.today, kind,
    entries.length > 0 && text.entries(entries.length)].filter(Boolean).join(", ");
  return h("button", { type: "button", class: ["month-day", isOff && "is-free", isToday && "is-today",
    day?.state === "closed" && "is-closed"].filter(Boolean).join(" "),
  "aria-pressed": String(isChosen), "aria-label": names, "data-date": date, onclick: () => onchoose(date) },
  h("span", { class: "month-number" }, Number(date.slice(8))),
  h("span", { class: "month-kind" }, day?.state === "noSchool" ? ""
    : day?.state === "closed" ? words.schoolDays.closedShort : kind),
  h("span", { class: "month-marks" }, entries.slice(0, maxMarks).map(({ kind: sort }) =>
    h("span", { class: `month-mark is-${sort}` }))));
}

function move(table, event) {
  const onward = getComputedStyle(table).direction === "rtl" ? -1 : 1;
  const steps = { ArrowRight: onward, ArrowLeft: -onward, ArrowDown: 7, ArrowUp: -7 }[event.key];
  const all = [...table.querySelectorAll("button")];
  const at = all.indexOf(event.target);
  if (!steps || at < 0 || !all[at + steps]) return;
  event.preventDefault();
  all[at + steps].focus();
}

/** The row of an entry; that of a meeting leads to its activity. */
export function entryRow(entry) {
  const text = words.schoolCalendar;
  const isLong = entry.ends && entry.ends !== entry.starts;
  const note = [text.kind[entry.kind],
    isLong && text.span(dateNamed(entry.starts), dateNamed(entry.ends)), timesOf(entry), entry.place,
    entry.grades?.length > 0 && text.grades(entry.grades)].filter(Boolean).join(" · ");
  const inside = [h("span", { class: "row-title" }, entry.title), h("span", { class: "row-note" }, note)];
  return h("li", { class: "row entry-row" }, h("span", { class: `month-mark is-${entry.kind}` }),
    entry.activity ? h("a", { class: "row-link", href: `/school/activities/${entry.activity}` }, inside)
      : h("span", { class: "course-words" }, inside));
}

function timesOf({ time, until, meeting }) {
  const [from, to] = meeting ? meeting.map(timeOf) : [time && clockTime(time), until && clockTime(until)];
  return from && to ? words.schoolCalendar.span(from, to) : from;
}
