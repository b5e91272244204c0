// One task: its title, due date and people, with buttons to complete, edit and delete it.

import { Problem, get } from "../../api.js";
import { barAction } from "../../components/baraction.js";
import { itemPage } from "../../components/besidelist.js";
import { avatar, failed, importantMark, skeleton } from "../../components/pieces.js";
import { canReopen } from "../../models/tasks.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { sendOrKeep, withdraw } from "../../offline/outbox.js";
import { back, go } from "../../router.js";
import { lists, nameOf, profileOf, state, watchRoommates } from "../../state.js";
import { moment, words } from "../../words/words.js";
import { tasksPage } from "./tasks.js";

/** The page at /tasks/:id. */
export function taskPage({ params }) {
  const body = h("div", {});
  const path = `/v1/tasks/${encodeURIComponent(params.id)}`;
  let [task, isSending] = [seen(params.id), false];

  const paint = () => fill(body, task ? details(task, { complete, reopen, remove, isSending }) : skeleton(2));
  const load = async () => {
    try {
      const found = await get(path);
      // The same again would take the focus and end the transition to this page.
      if (JSON.stringify(found) === JSON.stringify(task)) return;
      task = found;
      paint();
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  };

  // Sends or queues a change. `then` gets the reply, or null if the change was queued.
  const change = (method, way, kind, then) => act(async () => {
    const what = { kind, id: params.id, title: task?.title ?? "", task };
    const { reply, key, isWaiting } = await sendOrKeep(method, `${path}${way}`, undefined, what);
    await then(isWaiting ? null : reply, key);
  });
  const unless = (key, undo) => () => act(async () => { if (!await withdraw(key)) await undo(); });

  // Shown as done at once, and as open again if the site rejects it.
  const complete = async () => {
    const former = task;
    isSending = true;
    task = { ...task, completed: new Date().toISOString(), completedBy: state.me?.id };
    paint();
    const isDone = await change("POST", "/complete", "task.complete", (done, key) => {
      const by = done?.completedBy;
      back("/tasks");
      if (by && by !== state.me?.id) toast(words.tasks.firstDoneBy(nameOf(by) ?? words.people.Former));
      else toast(done ? words.tasks.done : words.tasks.doneLater, unless(key, reopen));
    });
    isSending = false;
    if (isDone) return;
    task = former;
    paint();
    body.querySelector("button")?.focus();
  };

  const reopen = () => change("POST", "/reopen", "task.reopen", (open) => {
    task = open ?? { ...task, completed: null, completedBy: null };
    paint();
    toast(open ? words.completed.reopened : words.outbox.kept);
  });

  const remove = () => change("DELETE", "", "task.delete", (_, key) => {
    back("/tasks");
    toast(words.tasks.deleted, unless(key, () =>
      change("POST", "/restore", "task.restore", () => go(`/tasks/${params.id}`))));
  });

  paint();
  load();
  const unwatch = watchRoommates(() => { if (task) paint(); });
  return itemPage({
    name: "task", tab: "tasks", title: words.task.title, parent: "/tasks", body,
    action: barAction("edit", words.task.edit, { href: `/tasks/${params.id}/edit` }),
    onEvent: (topic, data) => {
      if (topic === "roomhub.task.deleted" && data.id === params.id) fill(body, gone());
      else if (topic === "reset" || data?.task?.id === params.id) load();
    },
    stop: unwatch,
  }, () => tasksPage({ isReturn: true }));
}

function gone() {
  return failed(new Problem({ code: "not_found" }), () => {});
}

// Returns true unless it failed, which is said.
async function act(action) {
  try {
    await action();
    return true;
  } catch (problem) {
    complain(problem);
    return false;
  }
}

// Shows a task from a list immediately.
function seen(id) {
  const all = ["tasks", "completed", "completed.part"].flatMap((name) => lists.get(name)?.items ?? []);
  return all.find((task) => task.id === id) ?? null;
}

function details(task, { complete, reopen, remove, isSending }) {
  const text = words.task;
  const isOver = !task.completed && task.due && new Date(task.due) < new Date();
  return h("article", { class: "card task-card" },
    h("h2", {}, task.isImportant && importantMark(), task.title),
    task.notes && h("p", { class: "notes" }, task.notes),
    h("div", { class: "facts" },
      task.due && h("p", { class: isOver ? "is-over" : null },
        (isOver ? words.tasks.overdue : words.tasks.due)(moment(task.due))),
      by(task.addedBy, text.addedBy(who(task.addedBy), moment(task.added))),
      task.completed && by(task.completedBy, text.doneBy(who(task.completedBy), moment(task.completed)))),
    task.completed
      ? reopening(task, reopen, isSending)
      : h("button", { class: "button", type: "button", onclick: complete }, icon("check"), text.complete),
    h("button", { class: "button danger-quiet", type: "button", disabled: isSending, onclick: remove },
      text.delete));
}

// A second tap on the button that completed the task does nothing.
function reopening(task, reopen, isSending) {
  if (!canReopen(task)) return h("p", { class: "quiet" }, words.errors.reopen_too_late);
  return h("button", { class: "button", type: "button", disabled: isSending, onclick: reopen },
    words.task.reopen);
}

// A line about what somebody did. Someone who has left the room has no initials.
function by(person, line) {
  const profile = profileOf(person);
  return h("p", { class: "by" }, profile && avatar(profile), h("span", {}, line));
}

function who(person) {
  return person && person === state.me?.id ? words.people.you : nameOf(person) ?? words.people.former;
}
