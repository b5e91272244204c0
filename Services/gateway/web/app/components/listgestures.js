// Loading more of a paged list: by button, and by scrolling near its end.

import { h } from "../dom.js";
import { rowsAtOnce } from "../models/pagedlist.js";
import { words } from "../words/words.js";

/** The distance from the end at which the next page is fetched. */
const ahead = "600px";

/** The button that loads more. Calls `next()` when pressed, and when it gets close to the viewport. */
export function moreButton(next) {
  const element = h("button", { class: "button quiet-button", type: "button", onclick: next }, words.more);
  // A busy browser reports several changes at once, oldest first.
  const watcher = new IntersectionObserver((moves) => { if (moves.at(-1).isIntersecting) next(); },
    { rootMargin: ahead });
  return {
    element,
    // Observing the button again reports its current position, which may have come closer.
    watch: () => {
      watcher.unobserve(element);
      watcher.observe(element);
    },
    stop: () => watcher.disconnect(),
  };
}

/** The number of rows above the bottom of the viewport, plus a few more. */
export function rowsInSight(element) {
  const { top, height } = element.getBoundingClientRect();
  const part = height > 0 ? Math.min(1, Math.max(0, (innerHeight - top) / height)) : 0;
  return Math.ceil(part * element.querySelectorAll("[data-id]").length) + rowsAtOnce;
}
