// The form for adding or editing a task.

import { conflict } from "../../components/conflict.js";
import { warnOfDouble } from "../../components/doubletask.js";
import { editing } from "../../components/editing.js";
import { field, form, toggle } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { momentField, momentOf } from "../../components/momentfield.js";
import { importantMark } from "../../components/pieces.js";
import { timeOffer } from "../../components/timeoffer.js";
import { toast } from "../../components/toast.js";
import { h } from "../../dom.js";
import { sendOrKeep } from "../../offline/outbox.js";
import { back } from "../../router.js";
import { moment, words } from "../../words/words.js";

/** The page at /tasks/new. */
export function newTaskPage() {
  const draft = new FormDraft("/tasks/new", { isOfRoom: true });
  const key = crypto.randomUUID();
  let sent = null;
  let used = key;
  const body = taskForm(null, words.task.submitNew, async (values) => {
    // The same values keep their idempotency key, so they become one task however often they are sent.
    const text = JSON.stringify(values);
    if (sent !== null && sent !== text) used = crypto.randomUUID();
    sent = text;
    const what = { kind: "task.add", title: values.title };
    const { reply, isWaiting } = await sendOrKeep("POST", "/v1/tasks", values, what, used);
    await draft.forget();
    back("/tasks", { focus: isWaiting ? used : reply.task.id });
    if (isWaiting) toast(words.outbox.kept);
    else toast(reply.warnings.includes("already_on_list") ? words.tasks.already : words.tasks.added);
  });
  draft.begin(body.element, body.inputs);
  warnOfDouble(body.inputs[0]);
  return { name: "taskform", tab: "tasks", title: words.task.newTitle, parent: "/tasks",
    body: [draft.note, body.element] };
}

/** The page at /tasks/:id/edit. */
export function editTaskPage({ params }) {
  const page = `/tasks/${params.id}`;
  const path = `/v1/tasks/${encodeURIComponent(params.id)}`;
  const body = editing({
    page, path, conflictOf: taskConflict, formOf: (task, submit) => taskForm(task, words.save, submit),
    save: async (task, values) => {
      const what = { kind: "task.edit", id: task.id, title: values.title };
      const change = { ...cleared(values), version: task.version };
      const { isWaiting } = await sendOrKeep("PATCH", path, change, what);
      return isWaiting ? words.outbox.kept : words.saved;
    },
  });
  return { name: "taskform", tab: "tasks", title: words.task.editTitle, parent: page, body };
}

function taskForm(task, label, submit) {
  const text = words.task;
  const title = field({
    name: "title", label: text.what, value: task?.title ?? "", maxLength: 200, autocomplete: "off",
    required: true,
    autofocus: !task, enterkeyhint: "done",
  });
  const important = toggle({
    name: "isImportant", label: text.important, hint: text.importantHint, isOn: task?.isImportant ?? false,
    mark: h("span", { "aria-hidden": "true" }, importantMark()),
  });
  const due = momentField({ name: "due", label: text.due, value: task?.due });
  const notes = field({
    name: "notes", label: text.notes, kind: "textarea", isOptional: true, value: task?.notes ?? "",
    maxLength: 2000,
  });
  return form({
    parts: [title, timeOffer(title.input, due), important, due, notes],
    fields: [title, important, ...due.fields, notes], label, class: "form card", names: { due: "dueDate" },
    submit: async (values) => {
      await submit({
        title: values.title.trim(), isImportant: values.isImportant,
        due: momentOf(values, "due") ?? undefined, notes: values.notes.trim() || undefined,
      });
    },
  });
}

function taskConflict(mine, current, acts) {
  const text = words.task.conflict;
  const typed = cleared(mine);
  const inWords = {
    title: (value) => value, notes: (value) => value ?? words.chart.none,
    isImportant: (value) => value ? words.task.important : words.chart.none,
    due: (value) => value ? moment(value) : words.chart.none,
  };
  const rows = Object.keys(inWords).filter((name) => !isSame(name, typed[name], current[name]))
    .map((name) => [text.members[name], inWords[name](typed[name]), inWords[name](current[name] ?? null)]);
  return conflict({ title: text.title, lead: rows.length > 0 ? text.lead : text.same, rows, ...acts });
}

function isSame(name, mine, theirs) {
  if (name === "due" && mine && theirs) return Date.parse(mine) === Date.parse(theirs);
  return (mine ?? null) === (theirs ?? null);
}

// Adds null for the members that the change clears.
function cleared(values) {
  return { ...values, due: values.due ?? null, notes: values.notes ?? null };
}
