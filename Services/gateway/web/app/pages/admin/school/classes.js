// The catalogue of classes, from which students choose.

import { classesOf } from "../../../components/classoptions.js";
import { dotted, shortName } from "../../../components/coursepieces.js";
import { field, refusal } from "../../../components/form.js";
import { searchField } from "../../../components/filters.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { loadSchool } from "../../../components/schoolday.js";
import { h } from "../../../dom.js";
import { words } from "../../../words/words.js";

const letters = ["A", "B", "C", "D"];

/** The page at /admin/school/classes. */
export function adminClassesPage() {
  const text = words.schoolAdmin.classes;
  let [school, query] = [null, ""];
  const list = managedList({
    name: "/admin/school/classes", sign: "📘", text, path: "/v1/admin/school/classes",
    load: async () => {
      school ??= await loadSchool();
      return classesOf({ query: query || null });
    },
    titleOf: ({ name, code }) => [name, code].filter(Boolean).join(" · "),
    noteOf: (one) => dotted([text.gradesOf(one.grades), text.blocksOf(one.blocks), one.teacher?.name,
      one.room && shortName(words.contacts.room(one.room)), one.students > 0 && text.students(one.students)]),
    form: (one) => classForm(one, school),
  });
  const search = h("div", { class: "filters", role: "search" }, searchField({ label: text.search,
    onsearch: (typed) => {
      query = typed;
      list.load();
    } }));
  list.load();
  return {
    name: "admin-classes", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.add, () => list.add()), body: [search, list.element],
    onEvent: (topic) => { if (topic === "reset") list.load(); },
    stop: () => { list.isOver = true; },
  };
}

function classForm(one, school) {
  const text = words.schoolAdmin.classes;
  const line = (name, more) => field({ name, label: text.fields[name], autocomplete: "off",
    value: one?.[name] ?? "", ...more });
  const numbers = (name, usual) => line(name, { required: true, hint: text.numbersHint, inputmode: "numeric",
    value: (one?.[name] ?? usual).join(", ") });
  return {
    parts: [
      line("name", { required: true, maxLength: 120 }),
      line("code", { isOptional: true, maxLength: 20 }),
      numbers("grades", school.grades), numbers("blocks", []),
      line("teacher", { isOptional: true, maxLength: 100, value: one?.teacher?.name ?? "" }),
      line("room", { isOptional: true, maxLength: 60 }),
      line("lunch", { kind: "select", hint: text.lunchHint,
        options: [["", text.noLunch], ...letters.map((letter) => [letter, letter])] }),
    ],
    blames: { class_exists: "name", grade_unknown: "grades", grades_bad: "grades", block_unknown: "blocks",
      blocks_bad: "blocks" },
    body: (values) => {
      const sent = { name: values.name.trim(), code: orNull(values.code),
        grades: numbersOf(values.grades, "grades"), blocks: numbersOf(values.blocks, "blocks"),
        teacher: teacherOf(values.teacher.trim(), one), room: orNull(values.room),
        lunch: values.lunch || null };
      return one ? sent : given(sent);
    },
  };
}

// Somebody with an account stays the teacher as long as the name does.
function teacherOf(name, one) {
  if (!name) return null;
  return one?.teacher?.name === name ? one.teacher : { name };
}

// `9–12` and `9, 10` are numbers of grades or blocks.
function numbersOf(typed, name) {
  const found = new Set();
  for (const [, from, to] of typed.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)) {
    const last = Math.min(Number(to ?? from), Number(from) + 12);
    for (let at = Number(from); at <= last; at += 1) found.add(at);
  }
  if (found.size === 0) throw refusal(name, words.schoolAdmin.classes.numbersBad);
  return [...found].sort((a, b) => a - b);
}
