// The administrators' list of the calendar's entries, by school year.

import { get } from "../../../api.js";
import { field } from "../../../components/form.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { loadSchool, longDate, today } from "../../../components/schoolday.js";
import { kinds } from "../../../models/schoolkinds.js";
import { daysAfter } from "../../../models/schooldates.js";
import { words } from "../../../words/words.js";

/** The days before today that are listed, and those from then on. */
const [before, ahead] = [30, 369];

/** The page at /admin/school/calendar. */
export function adminCalendarPage() {
  const text = words.schoolAdmin.calendar;
  let now = null;
  const list = managedList({
    name: "/admin/school/calendar", sign: "🗓️", text, path: "/v1/admin/school/calendar/entries",
    load: async () => {
      now ??= today(await loadSchool());
      const from = daysAfter(now, -before);
      return (await get("/v1/school/calendar", { from, to: daysAfter(from, before + ahead) })).entries;
    },
    titleOf: ({ title }) => title,
    noteOf: (one) => [words.schoolCalendar.kind[one.kind], one.starts === one.ends ? longDate(one.starts, now)
      : words.schoolCalendar.span(longDate(one.starts, now), longDate(one.ends, now)), one.place]
      .filter(Boolean).join(" · "),
    form: (entry) => entryForm(entry, now),
  });
  list.load();
  return {
    name: "admin-school-calendar", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.add, () => list.add()), body: [list.element],
    onEvent: (topic) => { if (topic === "reset") list.load(); },
    stop: () => { list.isOver = true; },
  };
}

function entryForm(entry, now) {
  const text = words.schoolAdmin.calendar;
  const line = (name, more) => field({ name, label: text.fields[name], autocomplete: "off",
    value: entry?.[name] ?? "", ...more });
  return {
    parts: [
      line("title", { required: true, maxLength: 120 }),
      line("kind", { kind: "select", value: entry?.kind ?? "event",
        options: kinds.map((kind) => [kind, words.schoolCalendar.kind[kind]]) }),
      line("starts", { kind: "date", required: true, value: entry?.starts ?? now ?? "" }),
      line("ends", { kind: "date", isOptional: true, hint: text.endsHint,
        value: entry && entry.ends !== entry.starts ? entry.ends : "" }),
      line("time", { kind: "time", isOptional: true, value: entry?.time?.slice(0, 5) ?? "" }),
      line("until", { kind: "time", isOptional: true, value: entry?.until?.slice(0, 5) ?? "" }),
      line("place", { isOptional: true, maxLength: 120 }),
      line("grades", { isOptional: true, hint: text.gradesHint, inputmode: "numeric",
        value: entry?.grades?.join(", ") ?? "" }),
    ],
    blames: { entry_twice: "title", entry_times_bad: "ends", entry_grades_bad: "grades" },
    body: (values) => {
      const grades = (values.grades.match(/\d+/g) ?? []).map(Number);
      const sent = { title: values.title.trim(), kind: values.kind, starts: values.starts,
        ends: values.ends || values.starts, time: orNull(values.time), until: orNull(values.until),
        place: orNull(values.place), grades: entry || grades.length > 0 ? grades : null };
      return entry ? sent : given(sent);
    },
  };
}
