// The addresses of events' pictures, and of those that wait in the outbox.

import { listed } from "../offline/outbox.js";

/** The limit on addresses of waiting files. */
const maxKept = 10;
const kept = new Map();

/** The address of an event's picture in one of the site's sizes. `base` is that of the event. */
export function pictureAddress(event, variant, base = `/v1/events/${encodeURIComponent(event.id)}`) {
  const { object, crop } = event.picture;
  // A new part of the same picture gets another address, so that no cache shows the old one.
  const mark = [object.slice(0, 8), ...(crop ? [crop.x, crop.y, crop.width] : [])].join("-");
  return `${base}/picture/${variant}?v=${mark}`;
}

/** The address of a picture that the person uploaded or took from the search. */
export function heldAddress(object, variant) {
  return `/v1/uploads/${object}/${variant}`;
}

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
