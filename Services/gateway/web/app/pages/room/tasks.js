// The task list in groups by due time, important tasks first in each. The line at the top adds tasks; a tap
// on the circle completes one, with an undo for five seconds.

import { Problem, get } from "../../api.js";
import { clock } from "../../clock.js";
import { barAction } from "../../components/baraction.js";
import { listPage } from "../../components/besidelist.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { taskLine } from "../../components/taskline.js";
import { completeTask, taskRow } from "../../components/taskticks.js";
import { h } from "../../dom.js";
import { inGroups, regroupsAt } from "../../models/taskgroups.js";
import { after, before, withChanges } from "../../models/tasks.js";
import { listed, watchOutbox } from "../../offline/outbox.js";
import { seemsSignedIn, state, watch, watchRoommates } from "../../state.js";
import { words } from "../../words/words.js";

const pageSize = 100;
/** The number of pages fetched at once, as groups need all tasks. Longer lists continue with a button. */
const pagesAtOnce = 5;
const keepAfter = 3000;
/** The longest pause (ms) before groups are looked at again, because timers stop while a device sleeps. */
const maxPause = 60_000;

/** The page at /tasks. `focus` is the id of the task to focus, such as a new one. */
export function tasksPage({ focus, isReturn }) {
  const text = words.tasks;
  let wanted = focus;
  /** The tasks as they were shown last, in order. */
  let open = [];
  const groups = regrouping(() => list.repaint({ isAnew: false }));
  const list = pagedList({
    name: "tasks", isReturn, isCounted: true, load: loadPages,
    row: (task) => taskRow(task, (row) => completeTask(list, task, row)),
    overlay: (items, fetched, lingering) => {
      const now = withChanges(items, listed(), fetched);
      const all = [...now, ...lingering.filter(({ id }) => !now.some((one) => one.id === id))];
      groups.at(regroupsAt(all, clock.now()));
      open = inGroups(all, clock.now());
      return open;
    },
    heading: ({ group }) => text.groups[group],
    empty: () => empty("🎉", text.empty, text.emptyText),
    onload: land,
  });
  const line = taskLine({
    tasks: () => open,
    added: (task) => list.change((items) => after(items, "roomhub.task.added", { task })),
    leave: () => { if (!list.focus(open[0]?.id)) document.getElementById("main").focus(); },
  });

  function land() {
    // Whoever has begun to type the next one stays there.
    if (line.element.contains(document.activeElement)) wanted = null;
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

  const needRoom = () => { line.element.hidden = Boolean(state.home && !state.home.room); };
  needRoom();
  const repaint = () => list.repaint({ isAnew: false });
  const unwatch = [watch(needRoom), watchOutbox(repaint), watchRoommates(() => list.repaint()),
    groups.stop];
  list.refresh();
  land();
  return listPage({
    name: "tasks", tab: "tasks", title: text.title, parent: "/room",
    action: barAction("history", text.completed, { href: "/completed" }),
    body: [line.element, list.element],
    refresh: () => list.refresh(),
    onEvent: (topic, data) => {
      if (topic === "roomhub.task.reopened") list.release(data.task.id);
      if (topic.startsWith("roomhub.task.")) {
        list.change((items, isCut) => changed(items, isCut, topic, data));
        keepLater();
      }
      if (topic === "roomhub.member.left" || topic === "reset") list.refresh();
    },
    stop: () => {
      for (const end of unwatch) end();
      list.stop();
    },
  }, text.choose);
}

async function loadPages(cursor, ask) {
  const items = [];
  let next = cursor;
  for (let page = 0; page < pagesAtOnce; page += 1) {
    try {
      const found = await ask("/v1/tasks", { limit: pageSize, cursor: next });
      items.push(...found.items);
      next = found.next ?? null;
    } catch (problem) {
      // Without a network, only the first page may be stored.
      if (!(problem instanceof Problem) || items.length === 0) throw problem;
      break;
    }
    if (!next) break;
  }
  return { items, next };
}

// Calls `regroup()` at the instant last given to `at`: when a task becomes due, or at midnight.
function regrouping(regroup) {
  let next = Infinity;
  let timer = null;
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(look, Math.min(maxPause, Math.max(1, next - clock.now())));
  };
  function look() {
    if (clock.now() >= next) regroup();
    arm();
  }
  document.addEventListener("visibilitychange", look);
  return {
    at: (instant) => {
      if (next === instant) return;
      next = instant;
      arm();
    },
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
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
