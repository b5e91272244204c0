// The pictures that wait in the outbox for their upload.

import { listed } from "../offline/outbox.js";

/** The limit on addresses of waiting files. */
const maxKept = 10;
const kept = new Map();

/** The address of a file that waits for its upload, or null. */
export function fileOfUpload(key) {
  if (kept.has(key)) return kept.get(key);
  const file = listed().find((change) => change.key === key)?.body;
  if (!(file instanceof Blob)) return null;
  if (kept.size >= maxKept) {
    const [first, address] = kept.entries().next().value;
    URL.revokeObjectURL(address);
    kept.delete(first);
  }
  kept.set(key, URL.createObjectURL(file));
  return kept.get(key);
}
