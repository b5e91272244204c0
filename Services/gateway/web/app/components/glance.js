// A summary of the room on the home page: the most urgent task and the last completed one.

import { Problem, get, lastSeen } from "../api.js";
import { emoji, h, icon, refill } from "../dom.js";
import { nameOf, state } from "../state.js";
import { ago, moment, words } from "../words/words.js";
import { importantMark } from "./pieces.js";

/** The two lines. Call `load` at the start and after tasks changed. If it fails, the old lines stay. */
export function glance() {
  const element = h("div", { class: "glance" });
  let next = null;
  let done = null;
  let isLoading = false;
  let isStale = false;

  const paint = () => {
    refill(element, next && nextLine(next), done && doneLine(done));
  };

  const ask = (question) => Promise.all([
    question("/v1/tasks", { limit: 1 }), question("/v1/tasks", { state: "completed", limit: 1 }),
  ]);

  const take = ([open, completed]) => {
    next = open?.items[0] ?? null;
    done = completed?.items[0] ?? null;
    paint();
  };

  async function load() {
    if (isLoading) {
      isStale = true;
      return;
    }
    isLoading = true;
    try {
      // Show the stored state until the current one arrives.
      if (!next && !done) take(await ask(lastSeen));
      do {
        isStale = false;
        take(await ask(get));
      } while (isStale);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The counts above already show the error, and these lines are optional.
    } finally {
      isLoading = false;
    }
  }

  return { element, load, paint };
}

function nextLine(task) {
  const text = words.home;
  const isOver = task.due && new Date(task.due) < new Date();
  const when = task.due && (isOver ? words.tasks.overdue : words.tasks.due)(moment(task.due));
  return h("a", { class: "glance-line", href: `/tasks/${task.id}` },
    h("span", { class: "glance-words" }, h("span", { class: "glance-kind" }, text.nextUp),
      h("span", { class: "row-title" }, task.isImportant && importantMark(), task.title),
      when && h("span", { class: isOver ? "row-note is-over" : "row-note" }, when)),
    icon("next"));
}

function doneLine(task) {
  const isMine = task.completedBy && task.completedBy === state.me?.id;
  const name = isMine ? words.people.You : nameOf(task.completedBy) ?? words.people.Former;
  return h("a", { class: "glance-line", href: "/completed" },
    h("span", { class: "glance-words" },
      h("span", { class: "glance-kind" }, words.home.lastDone),
      h("span", { class: "row-title" }, task.title),
      h("span", { class: "row-note" }, `${name} · ${ago(task.completed)} `, emoji("🎉"))),
    icon("next"));
}
