// File downloads.

import { h } from "../dom.js";

/** The limit on the length of a file name. */
const maxNameLength = 60;
/** The time after which the browser has read the file (ms). */
const takenAfter = 60_000;

/** Downloads a blob under a name. */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), takenAfter);
}

/** A file name from a title, valid on every system. */
export function fileName(title, ending) {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${[...plain].slice(0, maxNameLength).join("") || "event"}.${ending}`;
}
