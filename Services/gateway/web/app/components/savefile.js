// Gives the person a file, as a download of this browser.

import { h } from "../dom.js";

/** A name is longer than this only by mistake. */
const maxNameLength = 60;
/** By then the browser has taken it (ms). */
const takenAfter = 60_000;

/** Saves a blob under a name. */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), takenAfter);
}

/** A name for a file out of words, which any system takes. */
export function fileName(title, ending) {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${[...plain].slice(0, maxNameLength).join("") || "event"}.${ending}`;
}
