// The week and the month of events: a grid of days, and the chosen day's events beside or below it.

import { clock } from "../clock.js";
import { fill, h, icon, spoken } from "../dom.js";
import { laterStyles } from "../laterstyles.js";
import { dateAfterKey, isDate, sameDayAfter, timesByDate, weeksShown } from "../models/eventcalendar.js";
import { colorOf } from "../models/look.js";
import { daysAfter, firstWeekday, weekdayOf } from "../models/schooldates.js";
import { deviceZone, instantOf, wallOf } from "../models/zonetime.js";
import { addWords, clockTime, language, shortTime, words } from "../words/words.js";
import { CalendarEvents } from "./calendarevents.js";
import { nameCourses } from "./eventcourses.js";
import { eventPicture, leftOf, waitsNote, whoseMark } from "./eventparts.js";
import { failed, skeleton } from "./pieces.js";
import { dateTitle, monthName, weekdayName } from "./schoolday.js";
import { swipeable } from "./swipe.js";

const firstDay = firstWeekday(language);
/** The limit on the titles in a day, and on its marks. Days of a month have more titles where they fit. */
const maxTitles = { month: 3, week: 12 };
const maxMarks = 3;
const anHour = 3_600_000;
const range = new Intl.DateTimeFormat(language,
  { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });

/** Today's date on this device. */
export const today = () => wallOf(clock.now(), deviceZone).date;

/**
 * Opens the week or the month (`view`) of `date`, or of the last one. `onmove(date)` is called for each
 * chosen date. `wanted` is the id of an event to focus once it is there.
 */
export async function eventCalendar(options) {
  await Promise.all([addWords("desk"), laterStyles()]);
  return new EventCalendar(options);
}

class EventCalendar {
  constructor({ view, date, wanted, onmove }) {
    const text = words.eventCalendar;
    Object.assign(this, { view, wanted, onmove, isOver: false, shown: "", painted: "" });
    this.cells = new Map();
    this.name = h("h2", { class: "calendar-name", id: "calendar-name", "aria-live": "polite" });
    this.grid = h("div", { class: "calendar-place" });
    this.day = h("section", { class: "calendar-chosen", "aria-labelledby": "calendar-day" });
    this.note = h("p", { class: "quiet", role: "status", hidden: true });
    const [back, next] = text[view];
    this.element = h("div", { class: `calendar is-${view}` },
      h("div", { class: "calendar-head" },
        arrow("back", back, () => this.step(-1)), this.name, arrow("next", next, () => this.step(1)),
        h("button", { class: "button quiet-button small", type: "button",
          onclick: () => this.choose(today()) }, text.today)),
      this.note, h("div", { class: "calendar-parts" }, this.grid, this.day));
    this.grid.addEventListener("keydown", (event) => this.press(event));
    this.day.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.focusDay();
    });
    swipeable(this.grid, (way) => this.step(way));
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.grid);
    this.events = new CalendarEvents(() => this.repaint());
    this.choose(isDate(date) ? date : today());
    this.refresh();
  }

  stop() {
    this.isOver = true;
    this.sizes.disconnect();
    this.events.stop();
  }

  refresh() {
    return this.events.load(this.from);
  }

  step(way) {
    const isMonth = this.view === "month";
    this.choose(isMonth ? sameDayAfter(this.date, way) : daysAfter(this.date, 7 * way));
  }

  choose(date, { takesFocus = false } = {}) {
    if (!isDate(date)) return;
    this.date = date;
    this.onmove(date);
    this.weeks = weeksShown(this.view, date, firstDay);
    const [from, to] = [this.weeks[0][0], this.weeks.at(-1)[6]];
    const isNew = from !== this.from || to !== this.to;
    Object.assign(this, { from, to });
    if (isNew) {
      this.shown = "";
      this.events.reach(from);
    }
    this.repaint();
    if (takesFocus) this.focusDay();
  }

  focusDay() {
    this.cells.get(this.date)?.button.focus();
  }

  focusEvents() {
    (this.day.querySelector("a") ?? this.day.querySelector("h3")).focus();
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.dataset.date) return;
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    const date = dateAfterKey(this.date, event, { view: this.view, first: firstDay, onward });
    if (!date) return;
    event.preventDefault();
    this.choose(date, { takesFocus: true });
  }

  repaint() {
    if (this.isOver) return;
    const { events } = this;
    fill(this.name, this.view === "month" ? monthName(this.date)
      : range.formatRange(...[this.from, this.to].map((date) => new Date(`${date}T00:00:00Z`))));
    if (!events.isKnown && events.problem) {
      this.shown = "";
      fill(this.grid, failed(events.problem, () => this.refresh()));
      fill(this.day);
      return;
    }
    const all = events.all();
    nameCourses(all, () => this.repaint());
    this.times = timesByDate(all, this.from, this.to, deviceZone);
    this.land(all);
    this.paintGrid();
    this.paintDay();
    const text = words.eventCalendar;
    this.note.textContent = events.problem ? text.partly
      : events.isCut(this.from) ? text.cut(all.length) : "";
    this.note.hidden = !this.note.textContent;
  }

  // An event that was just added is on the day of its next time.
  land(all) {
    const event = this.wanted && all.find(({ id }) => id === this.wanted);
    if (!event) return;
    this.wanted = null;
    const { date } = event.when.time ? wallOf(Date.parse(event.next), deviceZone) : event.when;
    setTimeout(() => {
      this.choose(date);
      this.day.querySelector(`[data-event="${CSS.escape(event.id)}"]`)?.focus();
    });
  }

  // Keeps the grid while only the chosen date differs, and with it the focus.
  paintGrid() {
    const now = today();
    const shown = JSON.stringify([now, this.view, this.from, this.to, [...this.times].map(([date, times]) =>
      [date, times.map(({ event, time }) => [event.id, event.version, event.title, time, colorOf(event)])])]);
    if (shown !== this.shown) {
      const hadFocus = this.grid.contains(document.activeElement);
      this.shown = shown;
      this.cells.clear();
      fill(this.grid, this.table(now));
      this.fit();
      if (hadFocus) this.focusDay();
    }
    for (const [date, { cell, button }] of this.cells) {
      const isChosen = date === this.date;
      button.tabIndex = isChosen ? 0 : -1;
      cell.setAttribute("aria-selected", String(isChosen));
    }
  }

  table(now) {
    const names = this.weeks[0].map((date) => h("th", { scope: "col", abbr: weekdayName(weekdayOf(date)) },
      h("span", {}, weekdayName(weekdayOf(date), "short"))));
    return h("table", { class: "calendar-grid", role: "grid", "aria-labelledby": "calendar-name" },
      h("thead", {}, h("tr", {}, names)),
      h("tbody", {}, this.weeks.map((week) => h("tr", {}, week.map((date) => this.cell(date, now))))));
  }

  cell(date, now) {
    const text = words.eventCalendar;
    const times = this.times.get(date) ?? [];
    const isBeside = this.view === "month" && date.slice(0, 7) !== this.date.slice(0, 7);
    const name = [dateTitle(date, now), date === now && text.today,
      times.length > 0 && text.count(times.length)];
    const button = h("button", {
      class: "calendar-day", type: "button", "data-date": date, "aria-label": name.filter(Boolean).join(", "),
      "aria-current": date === now ? "date" : null,
      // A click of the keyboard has no detail.
      onclick: ({ detail }) => {
        this.choose(date);
        if (detail === 0) this.focusEvents();
      },
    }, h("span", { class: "calendar-number" }, Number(date.slice(8))),
    h("span", { class: "calendar-marks" }, times.slice(0, maxMarks).map(() => h("span", {}))));
    const entries = h("div", { class: "calendar-entries" });
    const cell = h("td", {
      class: [isBeside && "is-beside", date === now && "is-today"].filter(Boolean).join(" ") || null,
      onclick: ({ target }) => { if (target === cell || target === entries) this.choose(date); },
    }, button, entries);
    this.cells.set(date, { cell, button, entries });
    this.fillDay(date, maxTitles[this.view]);
    return cell;
  }

  // One of the `max` lines counts the titles that have none.
  fillDay(date, max) {
    const times = this.times.get(date) ?? [];
    const titles = times.length > max ? times.slice(0, max - 1) : times;
    fill(this.cells.get(date).entries, titles.map((time) => entry(time, date)),
      titles.length < times.length && h("button", { class: "calendar-more", type: "button", tabindex: "-1",
        onclick: () => {
          this.choose(date);
          this.focusEvents();
        } }, words.eventCalendar.more(times.length - titles.length)));
  }

  // The weeks of a month are equally high, and no title makes one higher.
  fit() {
    const max = maxTitles.month;
    const full = [...this.cells.keys()].filter((date) => this.times.get(date)?.length > max);
    if (this.view !== "month" || full.length === 0) return;
    for (const date of full) this.fillDay(date, max);
    const free = freeLines(this.cells.get(full[0]));
    if (free > 0) for (const date of full) this.fillDay(date, max + free);
  }

  paintDay() {
    const text = words.eventCalendar;
    const times = this.times.get(this.date) ?? [];
    const rows = times.map((time) => dayRow(time, this.date));
    const content = [h("h3", { id: "calendar-day", tabindex: "-1" }, dateTitle(this.date, today())),
      rows.length > 0 ? h("ul", { class: "list" }, rows)
        : this.events.isKnown ? h("p", { class: "quiet" }, text.nothing) : skeleton(2)];
    const painted = h("div", {}, content).innerHTML;
    if (painted === this.painted && this.day.firstChild) return;
    this.painted = painted;
    const focused = this.day.contains(document.activeElement) ? document.activeElement.dataset.event : null;
    fill(this.day, content);
    if (focused) this.day.querySelector(`[data-event="${CSS.escape(focused)}"]`)?.focus();
  }
}

// The lines that fit below the last one of a day; none on a phone, which shows no titles.
function freeLines({ cell, entries }) {
  const line = entries.lastElementChild.getBoundingClientRect();
  const { rowGap, paddingBlockEnd } = getComputedStyle(entries);
  const free = cell.getBoundingClientRect().bottom - line.bottom - parseFloat(paddingBlockEnd);
  return line.height > 0 ? Math.floor(free / (line.height + parseFloat(rowGap))) : 0;
}

/** The address of the form for an event on a date, for one to come. */
export function newEventOn(date) {
  const now = clock.now();
  if (date < today()) return "/events/new";
  const noon = instantOf({ date, time: "12:00", zone: deviceZone }).instant;
  const starts = date === today() ? Math.ceil((now + 1) / anHour) * anHour : noon;
  return `/events/new?starts=${encodeURIComponent(new Date(starts).toISOString())}`;
}

// The title in a day. With the keyboard, the same event is reached in the list of the chosen day.
function entry({ event, time, first, last }, date) {
  const isLong = first !== last;
  const look = `calendar-entry sky-${colorOf(event)}${isLong ? " is-long" : ""}${event.isWaiting
    ? " is-waiting" : ""}`;
  return h("a", {
    class: look, href: addressOf(event), tabindex: "-1", draggable: "false",
    title: time ? `${clockTime(time)} ${event.title}` : event.title,
  },
  time && date === first && h("span", { class: "calendar-time" }, `${shortTime(time)} `),
  h("span", {}, event.title), event.isWaiting && spoken(`, ${words.events.waits}`));
}

function dayRow(row, date) {
  const { event, starts } = row;
  const left = row.first === date
    && h("span", { class: "row-note event-left" }, leftOf(new Date(starts).toISOString()));
  return h("li", { class: event.isWaiting ? "row event-row is-waiting" : "row event-row" },
    h("a", { class: "row-link event-link", href: addressOf(event), draggable: "false",
      "data-event": event.id }, eventPicture(event),
    h("span", { class: "event-words" }, h("span", { class: "row-title" }, event.title),
      h("span", { class: "row-note" }, [timeNote(row), event.place].filter(Boolean).join(" · ")),
      event.isWaiting ? waitsNote() : left, whoseMark(event))));
}

function timeNote({ starts, ends, first, last, time }) {
  const text = words.eventCalendar;
  if (first !== last) {
    return range.formatRange(...[first, last].map((date) => new Date(`${date}T00:00:00Z`)));
  }
  if (!time) return words.events.allDay;
  if (ends === starts) return clockTime(time);
  return text.span(clockTime(time), clockTime(wallOf(ends, deviceZone).time));
}

const addressOf = (event) => event.version ? `/events/${event.id}` : "/outbox";

function arrow(sign, text, onclick) {
  return h("button", { class: "calendar-arrow", type: "button", "aria-label": text, onclick }, icon(sign));
}
