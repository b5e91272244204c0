// Transitions between pages and the pull that refreshes one. Fetched after the first page, which needs neither.

import { laterStyles } from "./laterstyles.js";
import { watchPull } from "./pull.js";

export { turn } from "./turns.js";

/** Starts; `page()` returns the shown page. */
export function begin(page) {
  laterStyles();
  watchPull(page);
}
