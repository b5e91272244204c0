// The task list, important tasks first. A tap on the circle completes a task, with an undo for five seconds.

import { get } from "../../api.js";
import { pagedList } from "../../components/list.js";
import { addButton, empty } from "../../components/pieces.js";
import { completeTask, taskRow } from "../../components/taskticks.js";
import { h } from "../../dom.js";
import { after, before, withChanges } from "../../models/tasks.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { seemsSignedIn } from "../../state.js";
import { words } from "../../words/words.js";

const pageSize = 100;
const keepAfter = 3000;

/** The page at /tasks. `focus` is the id of the task to focus, such as a new one. */
export function tasksPage({ focus, isReturn }) {
  const text = words.tasks;
  let wanted = focus;
  const list = pagedList({
    name: "tasks", isReturn,
    load: (cursor, ask) => ask("/v1/tasks", { limit: pageSize, cursor }),
    row: (task) => taskRow(task, (row) => completeTask(list, task, row)),
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

// A task beyond the fetched items is added with its page.
function changed(items, isCut, topic, data) {
  const next = after(items, topic, data) ?? items;
  const last = items.at(-1);
  if (!isCut || !data.task || !last || before(data.task, last) < 0) return next;
  return items.some(({ id }) => id === data.task.id) ? next.filter(({ id }) => id !== data.task.id) : items;
}
