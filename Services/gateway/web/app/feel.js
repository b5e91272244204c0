// Transitions between pages and the pull that refreshes one, fetched after the first page.

import { laterStyles } from "./laterstyles.js";
import { watchPull } from "./pull.js";

export { turn } from "./turns.js";

/** Starts; `page()` returns the shown page. */
export function begin(page) {
  laterStyles();
  watchPull(page);
}
