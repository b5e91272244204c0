// The school of the administrators: what is set up and what is missing, in the order of one evening.

import { Problem, get, send } from "../../../api.js";
import { field } from "../../../components/form.js";
import { formSheet } from "../../../components/formsheet.js";
import { conflicted } from "../../../components/managed.js";
import { failed, label, skeleton } from "../../../components/pieces.js";
import { loadSchool, shortDate, today, weekdayName } from "../../../components/schoolday.js";
import { toast } from "../../../components/toast.js";
import { emoji, fill, h, icon, spoken } from "../../../dom.js";
import { keepFocus } from "../../../frame.js";
import { daysAfter } from "../../../models/schooldates.js";
import { words } from "../../../words/words.js";

const weekdays = [1, 2, 3, 4, 5, 6, 7];
/** The days ahead in which a menu counts, and entries of the calendar. */
const [lunchDays, calendarDays] = [7, 180];

/** The steps of the evening: the page of each, its sign, and `find(now)`, the number that there is. */
const steps = [
  ["bells", "🔔", async () => (await get("/v1/school/bells")).items],
  ["cycle", "🔁", async () => (await get("/v1/school/daytypes")).items],
  ["days", "📆", async () => (await get("/v1/school/terms")).items],
  ["classes", "📘", async () => (await get("/v1/school/classes", { limit: 1 })).items],
  ["lunch", "🍽️", lunchAhead],
  ["activities", "🎭", async () => (await get("/v1/school/activities")).items],
  ["contacts", "📇", async () => (await get("/v1/school/contacts")).items],
  ["calendar", "🗓️", async (now) => (await get("/v1/school/calendar",
    { from: now, to: daysAfter(now, calendarDays) })).entries],
  ["sources", "📰", async () => (await get("/v1/school/sources")).items],
];

/** The page at /admin/school. */
export function adminSchoolPage() {
  const text = words.schoolAdmin;
  const body = h("div", { class: "stack" }, skeleton(6));
  let isOver = false;

  const load = async () => {
    try {
      const school = await loadSchool();
      const now = today(school);
      const found = await Promise.all(steps.map(([, , find]) => find(now)));
      if (!isOver) show(school, found);
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  const show = (school, found) => {
    const done = found.filter((items) => items.length > 0).length;
    fill(body,
      h("p", { class: "quiet", role: "status" }, done === steps.length ? text.allDone
        : text.done(done, steps.length)),
      h("ul", { class: "list" },
        h("li", { class: "row" }, stepButton("🏫", text.basics.title, basicsNote(school), async () => {
          if (await editBasics(school)) load();
        })),
        steps.map(([name, sign], at) => step(name, sign, noteOf(name, found[at]), found[at].length > 0))),
      h("h2", { class: "group" }, text.more),
      h("ul", { class: "list" }, h("li", { class: "row" },
        h("a", { class: "row-link school-step", href: "/admin/school/import" }, emoji("📥"),
          titled(text.import.title, text.import.line), icon("next")))));
    keepFocus();
  };

  load();
  return {
    name: "admin-school", tab: "admin", title: text.title, parent: "/admin", body,
    onEvent: (topic) => { if (topic === "reset") load(); },
    stop: () => { isOver = true; },
  };
}

function titled(title, note) {
  return h("span", { class: "course-words" }, h("span", { class: "row-title" }, title),
    h("span", { class: "row-note" }, note));
}

function step(name, sign, note, isDone) {
  const text = words.schoolAdmin;
  return h("li", { class: "row" }, h("a", { class: "row-link school-step", href: `/admin/school/${name}` },
    emoji(sign), titled(text[name].title, note),
    isDone ? h("span", { class: "school-step-done" }, icon("check"), spoken(text.isDone))
      : label(text.toDo, "caution"), icon("next")));
}

function stepButton(sign, title, note, onclick) {
  return h("button", { class: "row-link row-whole school-step", type: "button", "aria-haspopup": "dialog",
    onclick }, emoji(sign), titled(title, note), icon("next"));
}

function noteOf(name, items) {
  const text = words.schoolAdmin;
  if (items.length === 0) return text[name].missing;
  if (name === "days") return items.map((term) => term.name).join(", ");
  if (name === "lunch") return text.lunch.until(shortDate(items.at(-1)));
  if (name === "classes") return text.classes.some;
  return text.count(items.length);
}

// The dates of the next days that have a menu.
async function lunchAhead(now) {
  const dates = Array.from({ length: lunchDays }, (_, at) => daysAfter(now, at));
  const menus = await Promise.all(dates.map((date) => get("/v1/school/lunch", { date })));
  return menus.filter(({ isPublished }) => isPublished).map(({ date }) => date);
}

function basicsNote({ grades, blocks, weekdays: days }) {
  const text = words.schoolAdmin.basics;
  return [text.gradesOf(grades), text.blocksOf(blocks),
    days.map(({ weekday }) => weekdayName(weekday, "short")).join(" ")].join(" · ");
}

async function editBasics(school) {
  const text = words.schoolAdmin.basics;
  const bells = (await get("/v1/school/bells").catch((problem) => {
    if (!(problem instanceof Problem)) throw problem;
    return { items: [] };
  })).items;
  const own = new Map(school.weekdays.map((one) => [one.weekday, one]));
  const days = weekdays.map((day) => field({ name: `day${day}`, label: weekdayName(day), kind: "select",
    value: own.has(day) ? own.get(day).bell ?? "usual" : "none",
    options: [["none", words.schoolDays.none], ["usual", text.usualBell],
      ...bells.map(({ id, name }) => [id, name])] }));
  let { version } = school;
  return formSheet({
    title: text.title, label: words.save,
    parts: [
      field({ name: "grades", label: text.grades, hint: text.gradesHint, required: true, inputmode: "numeric",
        autocomplete: "off", value: school.grades.join(", ") }),
      field({ name: "blocks", label: text.blocks, hint: text.blocksHint, kind: "number", min: 1, max: 12,
        required: true, value: String(school.blocks) }),
      ...days,
      field({ name: "policy", label: text.policy, kind: "select", value: school.policy,
        options: Object.entries(words.schoolAdmin.closing.policies) }),
      field({ name: "offset", label: text.offset, hint: text.offsetHint, kind: "number", min: -600, max: 600,
        step: "any", value: String(school.clockOffsetMs / 1000) }),
    ],
    names: { clockOffsetMs: "offset" }, blames: { blocks_in_use: "blocks", grades_bad: "grades" },
    submit: async (values) => {
      try {
        await send("PATCH", "/v1/admin/school", {
          version, grades: (values.grades.match(/\d+/g) ?? []).map(Number), blocks: Number(values.blocks),
          policy: values.policy, clockOffsetMs: Math.round(Number(values.offset) * 1000),
          weekdays: weekdays.filter((day) => values[`day${day}`] !== "none").map((day) =>
            values[`day${day}`] === "usual" ? { weekday: day } : { weekday: day, bell: values[`day${day}`] }),
        });
      } catch (problem) {
        if (problem.code !== "changed_elsewhere") throw problem;
        ({ version } = await loadSchool());
        throw conflicted();
      }
      toast(words.saved);
    },
  });
}
