// A warning under the title of a new task, as long as the room's list has the same one.

import { Problem, get } from "../api.js";
import { h } from "../dom.js";
import { twinOf } from "../models/tasks.js";
import { words } from "../words/words.js";

const pageSize = 100;
/** A longer list is compared up to here. */
const maxPages = 10;

/** Shows the warning below the field of `input` while the title in it is on the list. Nothing is refused. */
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
    // Without the list nothing is warned of; the site's reply still says so.
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
