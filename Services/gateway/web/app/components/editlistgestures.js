// How a line is moved and given up without its buttons: by keys, and by its handle with a mouse or a finger.

import { reorderable } from "./reorder.js";

/**
 * What a key does in a line: the arrows move it, on its handle or with Alt anywhere in it, and Escape closes
 * what it offers.
 */
export function pressIn(model, { paint, move }) {
  return (event, item) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (model.isFixed) return;
    if (event.key === "Escape" && model.opened) {
      model.opened = null;
      paint();
    } else if (step && (event.altKey || event.target.dataset.act === "grip")) {
      event.preventDefault();
      move(item, step);
    }
  };
}

/** Lets lines be drawn to another position. Returns `isSorting()`: true while the list must not change. */
export function sortable(element, { place, ended }) {
  let isSorting = false;
  reorderable(element, {
    begun: () => { isSorting = true; },
    moved: place,
    ended: () => {
      isSorting = false;
      ended();
    },
  });
  return () => isSorting;
}
