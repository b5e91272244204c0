// The form for adding or editing a course, and the button that deletes it.

import { Problem, send } from "../../api.js";
import { conflict } from "../../components/conflict.js";
import { editing } from "../../components/editing.js";
import { fold } from "../../components/fold.js";
import { field, form } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { ask } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { h } from "../../dom.js";
import { namedStatuses } from "../../models/courses.js";
import { go } from "../../router.js";
import { lists } from "../../state.js";
import { words } from "../../words/words.js";

const members = ["name", "code", "term"];
const statuses = Object.keys(namedStatuses);

/** The page at /courses/new. */
export function newCoursePage() {
  const draft = new FormDraft("/courses/new");
  let key = crypto.randomUUID();
  let sent = null;
  const edit = courseForm(null, words.school.add, async (values) => {
    // The same values keep their idempotency key, so they become one course however often they are sent.
    const said = JSON.stringify(values);
    if (sent !== null && sent !== said) key = crypto.randomUUID();
    sent = said;
    const course = await send("POST", "/v1/courses", given(values), key);
    await draft.forget();
    go(`/courses/${course.id}`, { replace: true });
    toast(words.course.added);
  });
  draft.begin(edit.element, edit.inputs);
  return { name: "courseform", tab: "school", title: words.course.newTitle, parent: "/school",
    body: [draft.note, edit.element] };
}

/** The page at /courses/:id/edit. */
export function editCoursePage({ params }) {
  const page = `/courses/${params.id}`;
  const path = `/v1/courses/${encodeURIComponent(params.id)}`;
  const body = editing({
    page, path, look: "course-edit", conflictOf: courseConflict,
    formOf: (course, submit) => courseForm(course, words.save, submit),
    save: async (course, values) => {
      await send("PATCH", path, { ...cleared(values), version: course.version });
      return words.saved;
    },
    // Students may see the course but not change it.
    check: ({ students }) => {
      if (students === undefined) throw new Problem({ code: "not_allowed" });
    },
    // The class list of the school decides which of its courses there are.
    below: (course, draft) => course.schoolClass ? null : h("button", {
      class: "button danger-quiet", type: "button", onclick: () => remove(course, path, draft),
    }, words.course.delete),
  });
  return { name: "courseform", tab: "school", title: words.course.editTitle, parent: page, body };
}

async function remove({ name, students }, path, draft) {
  const text = words.course;
  const yes = await ask({ title: text.deleteTitle(name), text: text.deleteText(students ?? 0),
    action: text.delete, isDangerous: true });
  if (yes === null) return;
  try {
    await send("DELETE", path);
  } catch (problem) {
    // Somebody else may have been faster.
    if (problem.code !== "not_found") {
      complain(problem);
      return;
    }
  }
  await draft.forget();
  lists.delete("courses");
  go("/school", { replace: true });
  toast(text.deleted(name));
}

function courseForm(course, label, submit) {
  const text = words.course;
  const name = field({ name: "name", label: text.name, value: course?.name ?? "", maxLength: 120,
    required: true, autocomplete: "off", autofocus: !course,
    hint: course?.schoolClass ? text.ofClass : null });
  const code = field({ name: "code", label: text.code, hint: text.codeHint, value: course?.code ?? "",
    isOptional: true, maxLength: 20, autocomplete: "off" });
  const term = field({ name: "term", label: text.term, hint: text.termHint, value: course?.term ?? "",
    isOptional: true, maxLength: 40, autocomplete: "off" });
  if (course?.schoolClass) for (const { input } of [name, code]) input.readOnly = true;
  const names = statuses.map((status) => field({ name: status, isOptional: true, maxLength: 24,
    label: words.myAttendance.statuses[namedStatuses[status]], value: course?.statusNames?.[status] ?? "",
    autocomplete: "off" }));
  const typed = () => names.map(({ input }) => input.value.trim()).filter(Boolean).join(", ");
  const folded = fold({ name: text.statuses, isOpen: false, say: () => typed() || text.usualStatuses,
    inside: [h("p", { class: "quiet" }, text.statusesLead), ...names.map(({ element }) => element)] });
  folded.element.addEventListener("input", folded.paint);
  folded.paint();
  return form({
    parts: [name, code, term, folded], fields: [name, code, term, ...names], label, class: "form card",
    submit: (values) => {
      const said = [...members, ...statuses].map((member) => [member, values[member].trim()]);
      return submit(Object.fromEntries(said));
    },
  });
}

function courseConflict(mine, current, acts) {
  const text = words.course.conflict;
  const shown = (value) => value || words.chart.none;
  const rows = members.filter((name) => (mine[name] || null) !== (current[name] ?? null))
    .map((name) => [text.members[name], shown(mine[name]), shown(current[name])]);
  for (const status of statuses) {
    const theirs = current.statusNames?.[status] ?? "";
    const label = words.myAttendance.statuses[namedStatuses[status]];
    if (mine[status] !== theirs) rows.push([label, shown(mine[status]), shown(theirs)]);
  }
  return conflict({ title: text.title, lead: rows.length > 0 ? text.lead : text.same, rows, ...acts });
}

// Without the empty members.
function given(values) {
  const pick = (names) => Object.fromEntries(names.filter((name) => values[name])
    .map((name) => [name, values[name]]));
  const statusNames = pick(statuses);
  return { ...pick(members), ...Object.keys(statusNames).length > 0 && { statusNames } };
}

// With null for the members that the change clears.
function cleared(values) {
  const { name, code = null, term = null, statusNames = null } = given(values);
  return { name, code, term, statusNames };
}
