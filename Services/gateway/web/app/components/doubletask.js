// A warning for a new task whose title is already on the room's list.

import { Problem, get } from "../api.js";
import { h } from "../dom.js";
import { allPages } from "../models/pagedlist.js";
import { words } from "../words/words.js";

const pageSize = 100;
/** The limit on fetched pages of the list. */
const maxPages = 10;
/** The titles of tasks in the form that is compared. */
const titles = new WeakMap();

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
  const { items } = await allPages((cursor) => get("/v1/tasks", { limit: pageSize, cursor }), maxPages);
  return items;
}

/** The open task with this title, without regard to case and white space; undefined if there is none. */
export function twinOf(tasks, title) {
  const wanted = plain(title);
  if (!wanted) return undefined;
  return tasks.find((task) => mayEqual(task.title, wanted) && plainTitle(task) === wanted);
}

// Most titles differ in their first letter, which is compared without converting the whole title. Letters
// beyond ASCII, and letters before such a one, may change when they are converted.
function mayEqual(title, wanted) {
  const [first, second, other] = [title.charCodeAt(0), title.charCodeAt(1), wanted.charCodeAt(0)];
  if (first <= 0x20 || first > 0x7e || second > 0x7e) return true;
  return other === first || other === (first | 0x20);
}

function plainTitle(task) {
  if (!titles.has(task)) titles.set(task, plain(task.title));
  return titles.get(task);
}

function plain(title) {
  return title.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}
