// How a list that comes in pages is asked for more: by its button, and by scrolling near its end.

import { h } from "../dom.js";
import { rowsAtOnce } from "../models/pagedlist.js";
import { words } from "../words/words.js";

/** The next page is fetched when the end comes this near (px). */
const ahead = "600px";

/** The button for more; `next()` is called when it is pressed, and when it comes near the screen. */
export function moreButton(next) {
  const element = h("button", { class: "button quiet-button", type: "button", onclick: next }, words.more);
  // A busy browser reports several moves at once, the oldest first.
  const watcher = new IntersectionObserver((moves) => { if (moves.at(-1).isIntersecting) next(); },
    { rootMargin: ahead });
  return {
    element,
    // Observed anew, it reports at once where the end is: it may have come nearer meanwhile.
    watch: () => {
      watcher.unobserve(element);
      watcher.observe(element);
    },
    stop: () => watcher.disconnect(),
  };
}

/** As many rows as stand above the lower edge of the screen, and some more. */
export function rowsInSight(element) {
  const { top, height } = element.getBoundingClientRect();
  const part = height > 0 ? Math.min(1, Math.max(0, (innerHeight - top) / height)) : 0;
  return Math.ceil(part * element.querySelectorAll("[data-id]").length) + rowsAtOnce;
}
