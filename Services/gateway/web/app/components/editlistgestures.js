// Moving and closing lines of an edited list by keyboard, mouse or touch.

import { reorderable } from "./reorder.js";

/**
 * A handler for keys in a line. Arrow keys move the line, on its handle or with Alt anywhere in it. Escape
 * closes its actions.
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

/**
 * Lets lines be dragged to another position. Returns `isSorting()`, which is true while the list must not
 * change.
 */
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
