// The style sheets of the pages that few people open, which a release fetches with those pages.

import { addressOf } from "./built.js";
import { h } from "./dom.js";

const path = "/styles/later.css";
let later = null;

/** Fetches the later styles once. Without them a page is plain but works, and the next one asks again. */
export function laterStyles() {
  // The sources have each of their sheets in the page itself.
  if (addressOf(path) === path) return null;
  later ??= new Promise((resolve) => {
    const link = h("link", { rel: "stylesheet", href: addressOf(path), onload: resolve, onerror: () => {
      link.remove();
      later = null;
      resolve();
    } });
    document.head.append(link);
  });
  return later;
}
