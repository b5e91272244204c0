// A warning for a new task whose title is already on the room's list.

import { Problem, get } from "../api.js";
import { h } from "../dom.js";
import { twinOf } from "../models/tasks.js";
import { words } from "../words/words.js";

const pageSize = 100;
/** The limit on fetched pages of the list. */
const maxPages = 10;

/**
 * Shows the warning below the field of `input` while its title is on the list. The task can be added anyway.
 */
export function warnOfDouble(input) {
  const warning = h("p", { class: "warning", role: "status", hidden: true });
  let tasks = [];
  const look = () => {
    warning.hidden = !twinOf(tasks, input.value);
    warning.textContent = warning.hidden ? "" : words.tasks.isOnList;
  };
  input.addEventListener("input", look);
  input.closest(".field").after(warning);
  openTasks().then((found) => {
    tasks = found;
    look();
  }, (problem) => {
    // Without the list there is no warning here. The site's reply still has one.
    if (!(problem instanceof Problem)) throw problem;
  });
}

async function openTasks() {
  const tasks = [];
  let cursor = null;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await get("/v1/tasks", { limit: pageSize, cursor });
    tasks.push(...found.items);
    cursor = found.next;
    if (!cursor) break;
  }
  return tasks;
}
