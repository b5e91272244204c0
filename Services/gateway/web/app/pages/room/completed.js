// Completed tasks with their people and times, newest first. They can be reopened for 30 days.

import { send } from "../../api.js";
import { chosenIn, doneFilter, isChosen, queryOf } from "../../components/donefilter.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { canReopen } from "../../models/tasks.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { lists, loadHome, nameOf, state, watch } from "../../state.js";
import { dayOf, sentence, timeOf, words } from "../../words/words.js";

// Only the last of the filtered lists is kept.
let lastSearch = null;

/** The page at /completed. `?by=…&from=…&until=…` filters the list. */
export function completedPage({ focus }) {
  const text = words.completed;
  const { search } = location;
  const chosen = chosenIn(search);
  const isPart = isChosen(chosen);
  if (isPart && search !== lastSearch) {
    lists.delete("completed.part");
    lastSearch = search;
  }
  const filters = h("div", {}, doneFilter(chosen, focus));
  const list = pagedList({
    name: isPart ? "completed.part" : "completed",
    load: (cursor, ask) => ask("/v1/tasks", { state: "completed", ...queryOf(chosen), limit: 50, cursor }),
    row: (task) => doneRow(task, reopen),
    heading: (task) => sentence(dayOf(task.completed)),
    empty: () => isPart ? empty("🔍", text.none, text.noneText,
      h("a", { class: "button", href: "/completed" }, text.showAll))
      : empty("🌱", text.empty, text.emptyText),
  });

  // The row leaves at once, and returns if the site rejects it.
  async function reopen(task) {
    list.hold(task.id);
    try {
      await send("POST", `/v1/tasks/${task.id}/reopen`);
      loadHome().catch(complain);
      toast(text.reopened, () => again(task));
    } catch (problem) {
      list.release(task.id);
      complain(problem);
    }
  }

  async function again(task) {
    try {
      await send("POST", `/v1/tasks/${task.id}/complete`);
      list.release(task.id);
      await list.refresh();
    } catch (problem) {
      complain(problem);
    }
  }

  list.refresh();
  let { roommates: mates, me } = state;
  const unwatch = watch(() => {
    if (mates === state.roommates && me === state.me) return;
    ({ roommates: mates, me } = state);
    const stood = filters.contains(document.activeElement) ? document.activeElement.name : null;
    fill(filters, doneFilter(chosen, stood));
    list.repaint();
  });
  return {
    name: "completed", tab: "tasks", title: text.title, parent: "/tasks", body: [filters, list.element],
    onEvent: (topic, data) => {
      if (topic === "roomhub.task.completed") list.release(data.task.id);
      if (topic.startsWith("roomhub.task.") || topic === "reset") list.refresh();
    },
    stop: () => {
      unwatch();
      list.stop();
    },
  };
}

function doneRow(task, reopen) {
  const isMine = task.completedBy && task.completedBy === state.me?.id;
  const name = isMine ? words.people.You : nameOf(task.completedBy) ?? words.people.Former;
  return h("li", { class: "row" },
    h("span", { class: "done-mark" }, icon("check")),
    h("a", { class: "row-link", href: `/tasks/${task.id}` },
      h("span", { class: "row-title" }, task.title),
      h("span", { class: "row-note" }, `${name} · ${timeOf(task.completed)}`)),
    canReopen(task) && h("button", {
      class: "row-button", type: "button", "aria-label": words.completed.reopen(task.title),
      onclick: () => reopen(task),
    }, words.task.reopen));
}
