// The task list: important first; a tap on the circle completes, five seconds take it back.

import { get, send } from "../../api.js";
import { pagedList } from "../../components/list.js";
import { addButton, empty, importantMark } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { h, icon } from "../../dom.js";
import { loadHome, nameOf, state } from "../../state.js";
import { moment, words } from "../../words/words.js";

/** How long the tick is seen before the row goes. */
const tickShown = 350;

/** The page at /tasks. `focus` is the id of the row to stand on, after a task was added. */
export function tasksPage({ focus }) {
  const text = words.tasks;
  let wanted = focus;
  const list = pagedList({
    name: "tasks",
    load: (cursor) => get("/v1/tasks", { limit: 100, cursor }),
    row: (task) => taskRow(task, tick),
    empty: () => empty("🎉", text.empty, text.emptyText),
    onload: () => {
      if (wanted) list.focus(wanted);
      wanted = null;
    },
  });

  async function tick(task, row) {
    row.classList.add("is-done");
    const shown = new Promise((resume) => setTimeout(resume, tickShown));
    try {
      const [done] = await Promise.all([send("POST", `/v1/tasks/${task.id}/complete`), shown]);
      list.hold(task.id);
      const isMine = !done.completedBy || done.completedBy === state.me?.id;
      if (isMine) toast(text.done, () => untick(task, row));
      else toast(text.firstDoneBy(nameOf(done.completedBy) ?? words.people.Former));
      loadHome().catch(complain);
    } catch (problem) {
      row.classList.remove("is-done");
      complain(problem);
      if (problem.status === 404) list.refresh();
    }
  }

  async function untick(task, row) {
    row.classList.remove("is-done");
    list.release(task.id);
    try {
      await send("POST", `/v1/tasks/${task.id}/reopen`);
      await list.refresh();
      list.focus(task.id);
    } catch (problem) {
      complain(problem);
      list.refresh();
    }
  }

  list.refresh();
  return {
    name: "tasks", tab: "tasks", title: text.title,
    action: h("a", { class: "bar-link", href: "/completed" }, text.completed),
    body: [list.element, addButton("/tasks/new", text.add)],
    heard: (topic, data) => {
      if (topic === "roomhub.task.reopened") list.release(data.task.id);
      if (topic.startsWith("roomhub.task.") || topic === "reset") list.refresh();
      if (topic === "roomhub.member.left") list.refresh();
    },
    stop: list.stop,
  };
}

function taskRow(task, tick) {
  const text = words.tasks;
  const isOver = task.due && new Date(task.due) < new Date();
  const node = h("li", { class: "row task-row" });
  node.append(
    h("button", {
      class: "tick", type: "button", "aria-label": text.tick(task.title), onclick: () => tick(task, node),
    }, h("span", { class: "tick-circle" }, icon("check"))),
    h("a", { class: "row-link", href: `/tasks/${task.id}` },
      h("span", { class: "row-title" }, task.isImportant && importantMark(), task.title),
      task.due && h("span", { class: isOver ? "row-note is-over" : "row-note" },
        isOver ? text.overdue(moment(task.due)) : text.due(moment(task.due)))));
  return node;
}
