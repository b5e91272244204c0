// The task list, important tasks first. A tap on the circle completes a task, with an undo for five seconds.

import { get } from "../../api.js";
import { pagedList } from "../../components/list.js";
import { addButton, empty, importantMark } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { h, icon } from "../../dom.js";
import { after, before, withChanges } from "../../models/tasks.js";
import { listed, sendOrKeep, watchOutbox, withdraw } from "../../offline/outbox.js";
import { loadHome, nameOf, seemsSignedIn, state } from "../../state.js";
import { moment, words } from "../../words/words.js";

const pageSize = 100;
const keepAfter = 3000;
/** The time for which the check mark is visible before the row disappears (ms). */
const tickShown = 350;

/** The page at /tasks. `focus` is the id of the task to focus, such as a new one. */
export function tasksPage({ focus, isReturn }) {
  const text = words.tasks;
  let wanted = focus;
  const list = pagedList({
    name: "tasks", isReturn,
    load: (cursor, ask) => ask("/v1/tasks", { limit: pageSize, cursor }),
    row: (task) => taskRow(task, (row) => complete(list, task, row)),
    overlay: (items, fetched) => withChanges(items, listed(), fetched),
    empty: () => empty("🎉", text.empty, text.emptyText),
    onload: land,
  });

  function land() {
    if (wanted && list.focus(wanted)) wanted = null;
  }

  // Update the stored reply after events, for times without a network, but not after each single one.
  let later = null;
  const keepLater = () => {
    clearTimeout(later);
    later = setTimeout(() => {
      if (seemsSignedIn()) get("/v1/tasks", { limit: pageSize }).catch(() => {});
    }, keepAfter);
  };

  const unwatch = watchOutbox(() => list.repaint({ isAnew: false }));
  list.refresh();
  land();
  return {
    name: "tasks", tab: "tasks", title: text.title,
    action: h("a", { class: "bar-link", href: "/completed" }, text.completed),
    body: [addButton("/tasks/new", text.add), list.element],
    onEvent: (topic, data) => {
      if (topic === "roomhub.task.reopened") list.release(data.task.id);
      if (topic.startsWith("roomhub.task.")) {
        list.change((items, isCut) => changed(items, isCut, topic, data));
        keepLater();
      }
      if (topic === "roomhub.member.left" || topic === "reset") list.refresh();
    },
    stop: () => {
      unwatch();
      list.stop();
    },
  };
}

// Shows the check mark for a moment, then hides the row. Undo restores it.
async function complete(list, task, row) {
  const text = words.tasks;
  if (row.classList.contains("is-done")) return;
  row.classList.add("is-done");
  const shown = new Promise((resume) => setTimeout(resume, tickShown));
  try {
    const what = { kind: "task.complete", id: task.id, title: task.title };
    const [done] = await Promise.all([
      sendOrKeep("POST", `/v1/tasks/${task.id}/complete`, undefined, what), shown,
    ]);
    if (done.isWaiting) {
      toast(text.doneLater, () => reopen(list, task, row, done.key));
      return;
    }
    list.hold(task.id);
    const by = done.reply.completedBy;
    if (!by || by === state.me?.id) toast(text.done, () => reopen(list, task, row, done.key));
    else toast(text.firstDoneBy(nameOf(by) ?? words.people.Former));
    loadHome().catch(complain);
  } catch (problem) {
    row.classList.remove("is-done");
    complain(problem);
    if (problem.status === 404) list.refresh();
  }
}

async function reopen(list, task, row, key) {
  row.classList.remove("is-done");
  list.release(task.id);
  try {
    if (await withdraw(key)) {
      list.repaint({ isAnew: false });
    } else {
      const what = { kind: "task.reopen", id: task.id, title: task.title, task };
      const { reply } = await sendOrKeep("POST", `/v1/tasks/${task.id}/reopen`, undefined, what);
      if (reply) list.change((items) => after(items, "roomhub.task.reopened", { task: reply }));
    }
    list.focus(task.id, "button");
  } catch (problem) {
    complain(problem);
    list.refresh();
  }
}

// A task beyond the fetched items is added with its page.
function changed(items, isCut, topic, data) {
  const next = after(items, topic, data) ?? items;
  const last = items.at(-1);
  if (!isCut || !data.task || !last || before(data.task, last) < 0) return next;
  return items.some(({ id }) => id === data.task.id) ? next.filter(({ id }) => id !== data.task.id) : items;
}

function taskRow(task, tick) {
  const text = words.tasks;
  const isOver = task.due && new Date(task.due) < new Date();
  const node = h("li", { class: task.isWaiting ? "row task-row is-waiting" : "row task-row" });
  const title = h("span", { class: "row-title" }, task.isImportant && importantMark(), task.title);
  const due = task.due && h("span", { class: isOver ? "row-note is-over" : "row-note" },
    isOver ? text.overdue(moment(task.due)) : text.due(moment(task.due)));
  const waits = task.isWaiting && h("span", { class: "row-note" }, icon("clock"), text.waits);
  if (!task.added || (task.isWaiting && !task.addedBy)) {
    // A task that is not on the site yet can only be changed in the outbox.
    node.append(h("span", { class: "tick" }, h("span", { class: "tick-circle is-waiting" }, icon("clock"))),
      h("a", { class: "row-link", href: "/outbox" }, title, due, waits));
    return node;
  }
  node.append(
    h("button", {
      class: "tick", type: "button", "aria-label": text.tick(task.title), onclick: () => tick(node),
    }, h("span", { class: "tick-circle" }, icon("check"))),
    h("a", { class: "row-link", href: `/tasks/${task.id}` }, title, due, waits));
  return node;
}
