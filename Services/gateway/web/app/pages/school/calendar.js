// The school's calendar: a month with the day of each date, or a list; filters by kind; feeds for other
// calendars.

import { Problem, get } from "../../api.js";
import { chips, segmented } from "../../components/choices.js";
import { fold } from "../../components/fold.js";
import { entryRow, firstDay, monthTable } from "../../components/monthtable.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { dateTitle, dayLabel, loadSchool, monthName, today } from "../../components/schoolday.js";
import { schoolFeeds } from "../../components/schoolfeeds.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { fill, h, icon, refill } from "../../dom.js";
import { covers, daysAfter, monthAfter, weeksOf } from "../../models/schooldates.js";
import { kinds } from "../../models/schoolkinds.js";
import { lists } from "../../state.js";
import { listed, words } from "../../words/words.js";

/** The kinds to filter by: those, and the reader's own activities. */
const shownKinds = [...kinds, "activity"];

/** The page at /school/calendar. */
export function schoolCalendarPage() {
  const page = new CalendarPage();
  page.begin();
  return {
    name: "school-calendar", tab: "school", title: words.schoolCalendar.title, parent: "/school",
    body: [schoolTabs("calendar"), page.head, h("div", {}, page.view.element), page.content, page.filter,
      page.feeds.element],
    onEvent: (topic) => {
      if (/^campus\.(entry|day|school|activity|membership)\.changed$|^reset$/.test(topic)) page.load();
      if (topic === "reset") page.feeds.load();
    },
    stop: () => { page.isOver = true; },
  };
}

class CalendarPage {
  constructor() {
    const text = words.schoolCalendar;
    // The month and the filters stay while a link of the page is followed.
    this.kept = lists.get("school.calendar") ?? { view: "month", kinds: [], date: null };
    lists.set("school.calendar", this.kept);
    Object.assign(this, { isOver: false, turn: 0, days: new Map(), entries: [], chosen: this.kept.date });
    this.name = h("h2", { class: "month-name", "aria-live": "polite" });
    this.head = h("div", { class: "month-head" }, arrow("back", text.before, () => this.step(-1)), this.name,
      arrow("next", text.after, () => this.step(1)),
      h("button", { class: "button quiet-button small", type: "button", onclick: () => this.toToday() },
        text.today));
    this.view = segmented({ name: "view", label: text.view, value: this.kept.view,
      options: [["month", text.month], ["list", text.list]], onchange: (view) => {
        this.kept.view = view;
        this.paint();
      } });
    this.view.element.classList.add("course-tabs");
    const shown = () => this.kept.kinds.length === 0 ? text.everything
      : listed(shownKinds.filter((kind) => this.kept.kinds.includes(kind)).map((kind) => text.kinds[kind]));
    const filter = fold({ name: text.filter, isOpen: false, say: shown,
      inside: chips({ label: text.filter, isMany: true, value: this.kept.kinds,
        options: shownKinds.map((kind) => [kind, text.kinds[kind]]), onchange: (chosen) => {
          this.kept.kinds = [...chosen];
          filter.paint();
          this.paint();
        } }) });
    filter.paint();
    this.filter = h("section", { class: "card folds in-turn" }, filter.element);
    this.content = h("div", { class: "stack in-turn" }, skeleton(5));
    this.feeds = schoolFeeds();
  }

  async begin() {
    try {
      this.school = await loadSchool();
      this.today = today(this.school);
      this.chosen ??= this.today;
      await this.load();
    } catch (problem) {
      this.fail(problem, () => this.begin());
    }
    this.feeds.load();
  }

  async load() {
    if (!this.school) return;
    this.turn += 1;
    const mine = this.turn;
    const weeks = weeksOf(this.chosen, firstDay);
    fill(this.name, monthName(this.chosen));
    try {
      const [from, to] = [weeks[0][0], weeks.at(-1)[6]];
      const [found, { items }] = await Promise.all([get("/v1/school/calendar", { from, to }),
        get("/v1/school/days", { from, to })]);
      if (this.isOver || mine !== this.turn) return;
      Object.assign(this, { entries: [...found.entries, ...found.activities.map(asEntry)],
        days: new Map(items.map((day) => [day.date, day])) });
      this.paint();
    } catch (problem) {
      if (mine === this.turn) this.fail(problem, () => this.load());
    }
  }

  fail(problem, again) {
    if (!(problem instanceof Problem)) reportError(problem);
    if (!this.isOver) fill(this.content, failed(problem, again));
  }

  step(way) {
    if (this.school) this.choose(monthAfter(this.chosen, way), { isMonth: true });
  }

  toToday() {
    if (this.school) this.choose(this.today);
  }

  choose(date, { isMonth = false } = {}) {
    const isNew = isMonth || date.slice(0, 7) !== this.chosen.slice(0, 7);
    Object.assign(this, { chosen: date });
    this.kept.date = date;
    if (isNew) this.load();
    else this.paint();
  }

  passing() {
    return this.kept.kinds.length === 0 ? this.entries
      : this.entries.filter(({ kind }) => this.kept.kinds.includes(kind));
  }

  paint() {
    const entries = this.passing();
    if (this.kept.view === "list") {
      refill(this.content, this.list(entries));
      return;
    }
    refill(this.content,
      monthTable({ date: this.chosen, today: this.today, days: this.days, entries,
        onchoose: (date) => this.choose(date) }),
      this.day(this.chosen, entries));
  }

  day(date, entries) {
    const text = words.schoolCalendar;
    const day = this.days.get(date);
    const found = entries.filter((entry) => covers(entry, date));
    const label = [dayLabel(day), day?.bell?.name].filter(Boolean).join(" · ");
    return h("section", { class: "card", "aria-live": "polite" }, h("h2", {}, dateTitle(date, this.today)),
      label && h("p", { class: "quiet" }, label), day?.note && h("p", {}, day.note),
      found.length === 0 ? h("p", { class: "quiet" }, text.nothing)
        : h("ul", { class: "list" }, found.map(entryRow)));
  }

  // The days of the month that have an entry, and those out of the ordinary.
  list(entries) {
    const text = words.schoolCalendar;
    const month = this.chosen.slice(0, 7);
    const first = monthAfter(this.chosen);
    const dates = [];
    for (let at = first; at.slice(0, 7) === month; at = daysAfter(at, 1)) dates.push(at);
    const rows = dates.map((date) => {
      const day = this.days.get(date);
      const found = entries.filter((entry) => entry.starts === date
        || (date === first && covers(entry, date)));
      const isNoted = this.kept.kinds.length === 0 && (day?.isException || day?.closing);
      return found.length === 0 && !isNoted ? null : h("section", {},
        h("h2", { class: "group" }, [dateTitle(date, this.today), dayLabel(day)].filter(Boolean).join(" · ")),
        h("ul", { class: "list" }, found.map(entryRow), isNoted && found.length === 0
          && h("li", { class: "row" }, h("span", {}, day.note ?? day.bell?.name ?? dayLabel(day)))));
    }).filter(Boolean);
    return rows.length > 0 ? rows : empty("🗓️", text.noEntries, text.noEntriesText);
  }
}

// A meeting of one of the reader's activities, among the entries of its day.
function asEntry({ activity, name, date, starts, ends, place }) {
  const meeting = [starts, ends];
  return { kind: "activity", title: name, starts: date, ends: date, place, meeting, activity };
}

function arrow(sign, text, onclick) {
  return h("button", { class: "day-arrow", type: "button", "aria-label": text, onclick }, icon(sign));
}
