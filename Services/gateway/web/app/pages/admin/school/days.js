// The days: terms, the day of each date, dates that are different, and closings with their undo.

import { get, send } from "../../../api.js";
import { field, toggle } from "../../../components/form.js";
import { formSheet } from "../../../components/formsheet.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { firstDay, monthTable } from "../../../components/monthtable.js";
import { failed, skeleton } from "../../../components/pieces.js";
import { closingList, closeDay } from "../../../components/schoolclosing.js";
import {
  dateTitle, dayLabel, loadSchool, monthName, shortDate, today,
} from "../../../components/schoolday.js";
import { complain, toast } from "../../../components/toast.js";
import { fill, h, icon, refill } from "../../../dom.js";
import { monthAfter, weeksOf } from "../../../models/schooldates.js";
import { words } from "../../../words/words.js";

/** The page at /admin/school/days. */
export function adminDaysPage() {
  const text = words.schoolAdmin.days;
  const page = new DaysPage();
  page.begin();
  return {
    name: "admin-days", tab: "admin", title: text.title, parent: "/admin/school",
    body: [
      page.closings.element,
      h("section", { class: "stack in-turn" }, page.head, page.month, page.day),
      h("section", { class: "in-turn" }, h("div", { class: "course-head" }, h("h2", {}, text.terms),
        barButton(words.schoolAdmin.terms.add, () => page.terms.add())), page.terms.element),
    ],
    onEvent: (topic) => {
      if (/^campus\.(day|school)\.changed$|^reset$/.test(topic)) page.load();
    },
    stop: () => {
      page.isOver = true;
      page.terms.isOver = true;
      page.closings.stop();
    },
  };
}

class DaysPage {
  constructor() {
    const text = words.schoolAdmin.days;
    Object.assign(this, { isOver: false, turn: 0, days: new Map(), types: [], bells: [] });
    this.name = h("h2", { class: "month-name", "aria-live": "polite" });
    const arrow = (sign, label, way) => h("button", { class: "day-arrow", type: "button", "aria-label": label,
      onclick: () => this.school && this.choose(monthAfter(this.chosen, way)) }, icon(sign));
    this.head = h("div", { class: "month-head" }, arrow("back", words.schoolCalendar.before, -1), this.name,
      arrow("next", words.schoolCalendar.after, 1));
    this.month = h("div", {}, skeleton(5));
    this.day = h("div", {});
    this.closings = closingList({ onundone: () => this.load() });
    this.terms = managedList({
      name: "/admin/school/terms", sign: "📆", text: words.schoolAdmin.terms, path: "/v1/admin/school/terms",
      load: async () => (await get("/v1/school/terms")).items, titleOf: ({ name }) => name,
      noteOf: ({ starts, ends }) => words.schoolCalendar.span(shortDate(starts), shortDate(ends, "")),
      form: termForm, onload: () => { if (this.school) this.load(); },
    });
    this.text = text;
  }

  async begin() {
    try {
      const [school, types, bells] = await Promise.all([loadSchool(), get("/v1/school/daytypes"),
        get("/v1/school/bells")]);
      if (this.isOver) return;
      Object.assign(this, { school, types: types.items, bells: bells.items });
      this.today = today(school);
      this.chosen = this.today;
      this.closings.load(this.today);
      await this.terms.load();
    } catch (problem) {
      if (!this.isOver) fill(this.month, failed(problem, () => this.begin()));
    }
  }

  choose(date) {
    const isNew = date.slice(0, 7) !== this.chosen.slice(0, 7);
    this.chosen = date;
    if (isNew) this.load();
    else this.paint();
  }

  async load() {
    if (!this.school) return;
    this.turn += 1;
    const mine = this.turn;
    const weeks = weeksOf(this.chosen, firstDay);
    fill(this.name, monthName(this.chosen));
    try {
      const { items } = await get("/v1/school/days", { from: weeks[0][0], to: weeks.at(-1)[6] });
      if (this.isOver || mine !== this.turn) return;
      this.days = new Map(items.map((day) => [day.date, day]));
      this.paint();
    } catch (problem) {
      if (!this.isOver && mine === this.turn) fill(this.month, failed(problem, () => this.load()));
    }
  }

  paint() {
    refill(this.month, monthTable({ date: this.chosen, today: this.today, days: this.days, entries: [],
      onchoose: (date) => this.choose(date) }));
    refill(this.day, this.card(this.days.get(this.chosen)));
  }

  card(day) {
    const { text, chosen } = this;
    const label = [dayLabel(day), day?.bell?.name, day?.note].filter(Boolean).join(" · ");
    const isPast = chosen < this.today;
    const act = (name, look, onclick) =>
      h("button", { class: `button small ${look}`, type: "button", onclick }, name);
    return h("section", { class: "card" }, h("h2", {}, dateTitle(chosen, this.today)),
      h("p", { class: "quiet" }, label),
      isPast ? h("p", { class: "hint" }, text.past) : !day?.term ? h("p", { class: "hint" }, text.noTerm)
        : h("div", { class: "course-acts" },
          act(text.change, "quiet-button", () => this.setApart(day)),
          day.isException && act(text.usual, "quiet-button", () => this.makeUsual(day)),
          day.state === "school" && act(text.close, "danger-quiet", () => this.close(day))));
  }

  async close(day) {
    if (!await closeDay({ date: day.date, school: this.school, today: this.today })) return;
    this.closings.load(this.today);
    await this.load();
  }

  async setApart(day) {
    const { text } = this;
    const { date, exception } = day;
    const choice = (name, options, value) => field({ name, label: text.fields[name], kind: "select", options,
      value: value ?? "" });
    const kind = field({ name: "kind", label: text.fields.kind, kind: "select",
      value: exception?.kind ?? (day.state === "school" ? "closed" : "school"),
      options: [["closed", text.kinds.closed], ["school", text.kinds.school]], onchange: () => show() });
    const type = choice("dayType", [["", text.asItComes], ...this.types.map(({ id, name }) => [id, name])],
      exception?.dayType);
    const bell = choice("bell", [["", text.usualBell], ...this.bells.map(({ id, name }) => [id, name])],
      exception?.bell);
    const keeps = toggle({ name: "keepsNumber", label: text.keepsNumber, hint: text.keepsNumberHint,
      isOn: exception?.keepsNumber ?? false });
    const show = () => {
      const isOpen = kind.input.value === "school";
      for (const one of [type, bell]) one.element.hidden = !isOpen;
    };
    show();
    const saved = await formSheet({
      title: dateTitle(date, this.today), label: words.save,
      parts: [kind, type, bell, field({ name: "note", label: text.fields.note, isOptional: true,
        maxLength: 120, hint: text.noteHint, autocomplete: "off",
        value: exception ? day.note ?? "" : "" }), keeps],
      submit: (values) => send("PUT", `/v1/admin/school/exceptions/${date}`, given({
        kind: values.kind, note: orNull(values.note), keepsNumber: values.keepsNumber,
        ...values.kind === "school" && { dayType: values.dayType || null, bell: values.bell || null },
      })),
    });
    if (!saved) return;
    toast(words.saved);
    await this.load();
  }

  async makeUsual({ date }) {
    try {
      await send("DELETE", `/v1/admin/school/exceptions/${date}`);
      toast(this.text.usualNow);
    } catch (problem) {
      complain(problem);
    }
    await this.load();
  }
}

function termForm(term) {
  const text = words.schoolAdmin.terms;
  const line = (name, more) => field({ name, label: text.fields[name], required: true, autocomplete: "off",
    value: term?.[name] ?? "", ...more });
  return {
    parts: [line("name", { maxLength: 60 }), line("starts", { kind: "date" }),
      line("ends", { kind: "date" })],
    blames: { term_exists: "name", term_overlaps: "starts", term_dates_bad: "ends" },
    body: ({ name, starts, ends }) => ({ name: name.trim(), starts, ends }),
  };
}
