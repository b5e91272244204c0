// A status for screen readers while a page or a sheet shows placeholders, which are silent themselves.

import { h } from "../dom.js";
import { words } from "../words/words.js";

/** Placeholders are seen after this time, and announced then. A shorter wait is silent (ms). */
const patience = 300;
const placeholders = ".skeleton > .spoken, .today-bones > .spoken, .live-bones";

/**
 * The element for the page or the sheet in `place`. It is there from the start, so that screen readers
 * announce its text.
 */
export function loadingStatus(place) {
  const element = h("div", { class: "spoken", role: "status" });
  let at = null;
  let timer = null;
  const end = () => {
    clearTimeout(timer);
    timer = null;
    at = null;
    if (element.firstChild) element.replaceChildren();
  };
  const look = () => {
    const isAwaited = [...place.querySelectorAll(placeholders)].some((one) => one.checkVisibility());
    // The next page is announced on its own.
    if (at !== null && (!isAwaited || at !== location.pathname)) end();
    if (!isAwaited || timer !== null) return;
    at = location.pathname;
    timer = setTimeout(() => element.replaceChildren(`${words.loading}…`), patience);
  };
  new MutationObserver(look).observe(place, { childList: true, subtree: true });
  look();
  return element;
}
