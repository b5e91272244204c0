// The form for adding or editing a course, and the button that deletes it.

import { Problem, get, send } from "../../api.js";
import { conflict } from "../../components/conflict.js";
import { field, form } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { ask, failed, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { back, go } from "../../router.js";
import { lists } from "../../state.js";
import { words } from "../../words/words.js";

const members = ["name", "code", "term"];

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
  const body = h("div", { class: "course-edit" }, skeleton(2));
  const above = h("div", {});
  const draft = new FormDraft(page);

  async function save(course, values) {
    await send("PATCH", path, { ...cleared(values), version: course.version });
    await draft.forget();
    back(page);
    toast(words.saved);
  }

  // On a conflict, both versions are shown until the person keeps one.
  async function submit(course, values) {
    try {
      await save(course, values);
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      const current = problem.details?.current ?? await get(path);
      fill(above, courseConflict(values, current, {
        keep: () => submit(current, values).catch(complain),
        take: async () => {
          await draft.forget();
          show(current, null);
        },
      }));
      above.scrollIntoView({ block: "start" });
    }
  }

  function show(newest, found) {
    // The draft is based on its stored version. If that is outdated, saving reports the conflict.
    const course = found?.base ?? newest;
    const edit = courseForm(course, words.save, (values) => submit(course, values));
    draft.attach(edit.element, edit.inputs, course);
    draft.restore(found, load);
    fill(above);
    fill(body, draft.note, above, edit.element, h("button", {
      class: "button danger-quiet", type: "button", onclick: () => remove(newest, path, draft),
    }, words.course.delete));
  }

  async function load() {
    try {
      const [newest, found] = await Promise.all([get(path), draft.read()]);
      // Students may see the course but not change it.
      if (newest.students === undefined) throw new Problem({ code: "not_allowed" });
      show(newest, found);
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  }
  load();
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
    required: true, autocomplete: "off", autofocus: !course });
  const code = field({ name: "code", label: text.code, hint: text.codeHint, value: course?.code ?? "",
    isOptional: true, maxLength: 20, autocomplete: "off" });
  const term = field({ name: "term", label: text.term, hint: text.termHint, value: course?.term ?? "",
    isOptional: true, maxLength: 40, autocomplete: "off" });
  return form({
    parts: [name, code, term], label, class: "form card",
    submit: (values) => submit(Object.fromEntries(members.map((member) => [member, values[member].trim()]))),
  });
}

function courseConflict(mine, current, acts) {
  const text = words.course.conflict;
  const shown = (value) => value || words.chart.none;
  const rows = members.filter((name) => (mine[name] || null) !== (current[name] ?? null))
    .map((name) => [text.members[name], shown(mine[name]), shown(current[name])]);
  return conflict({ title: text.title, lead: rows.length > 0 ? text.lead : text.same, rows, ...acts });
}

// Without the empty members.
function given(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

// With null for the members that the change clears.
function cleared({ name, code, term }) {
  return { name, code: code || null, term: term || null };
}
