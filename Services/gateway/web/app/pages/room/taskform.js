// The form of a task: a new one, or a change to one that is there.

import { get } from "../../api.js";
import { field, form, need, toggle } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { failed, importantMark, skeleton } from "../../components/pieces.js";
import { toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { sendOrKeep } from "../../offline/outbox.js";
import { back } from "../../router.js";
import { words } from "../../words/words.js";

/** The page at /tasks/new. */
export function newTaskPage() {
  const draft = new FormDraft("/tasks/new", { isOfRoom: true });
  const key = crypto.randomUUID();
  let sent = null;
  let used = key;
  const body = taskForm(null, words.task.submitNew, async (values) => {
    // The same words under the same key are one task, however often they are sent.
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
  return { name: "taskform", tab: "tasks", title: words.task.newTitle, parent: "/tasks",
    body: [draft.note, body.element] };
}

/** The page at /tasks/:id/edit. */
export function editTaskPage({ params }) {
  const path = `/v1/tasks/${encodeURIComponent(params.id)}`;
  const body = h("div", {}, skeleton(2));
  const draft = new FormDraft(`/tasks/${params.id}`);
  const load = async (note = null) => {
    try {
      const [newest, found] = await Promise.all([get(path), draft.read()]);
      // A draft began from the version it names: if that is not the newest any more, saving says so.
      const task = found?.base ?? newest;
      const edit = taskForm(task, words.save, async (values) => {
        let isWaiting;
        try {
          const what = { kind: "task.edit", id: task.id, title: values.title };
          const change = { ...cleared(values), version: task.version };
          isWaiting = (await sendOrKeep("PATCH", path, change, what)).isWaiting;
        } catch (problem) {
          if (problem.code !== "changed_elsewhere") throw problem;
          await draft.forget();
          await load(words.task.changed);
          return;
        }
        await draft.forget();
        back(`/tasks/${params.id}`);
        toast(isWaiting ? words.outbox.kept : words.saved);
      });
      draft.attach(edit.element, edit.inputs, task);
      draft.restore(found, load);
      fill(body, draft.note, note && h("p", { class: "alert", role: "alert" }, note), edit.element);
    } catch (problem) {
      fill(body, failed(problem, () => load()));
    }
  };
  load();
  return { name: "taskform", tab: "tasks", title: words.task.editTitle, parent: `/tasks/${params.id}`, body };
}

function taskForm(task, label, submit) {
  const text = words.task;
  const title = field({
    name: "title", label: text.what, value: task?.title ?? "", maxlength: 200, autocomplete: "off",
    required: true,
    autofocus: !task, enterkeyhint: "done",
  });
  const important = toggle({
    name: "isImportant", label: text.important, hint: text.importantHint, isOn: task?.isImportant ?? false,
    mark: h("span", { "aria-hidden": "true" }, importantMark()),
  });
  const due = field({
    name: "due", label: text.due, kind: "datetime-local", isOptional: true,
    value: task?.due ? local(task.due) : "",
  });
  const notes = field({
    name: "notes", label: text.notes, kind: "textarea", isOptional: true, value: task?.notes ?? "",
    maxlength: 2000,
  });
  return form({
    parts: [title, important, due, notes], label, class: "form card",
    submit: async (values) => {
      need(values, ["title"]);
      await submit({
        title: values.title.trim(), isImportant: values.isImportant,
        due: values.due ? new Date(values.due).toISOString() : undefined,
        notes: values.notes.trim() || undefined,
      });
    },
  });
}

// A change names what it clears.
function cleared(values) {
  return { ...values, due: values.due ?? null, notes: values.notes ?? null };
}

// The wall time of a moment, as a date field wants it.
function local(instant) {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
