// Events as a collection of pictures. In edit mode a tap selects one for removal.

import { h, icon } from "../dom.js";
import { sentence, words } from "../words/words.js";
import { eventPicture, leftNote, waitsNote, whenOf, whoseMark } from "./eventparts.js";

/** Creates the tiles. In edit mode `marked` has the ids of the selected ones; each change calls `onmark`. */
export function eventTiles({ isEditing, marked, onmark }) {
  function row(event) {
    const isOurs = event.isMine && !event.isWaiting;
    const inside = [
      h("span", { class: "tile-picture" }, eventPicture(event, "tile"),
        isEditing() && isOurs && h("span", { class: "tile-mark" }, icon("check"))),
      h("span", { class: "tile-words" },
        h("span", { class: "row-title" }, event.title),
        h("span", { class: "row-note" }, sentence(whenOf(event))),
        event.isWaiting ? waitsNote() : leftNote(event), whoseMark(event)),
    ];
    const tap = isEditing()
      ? h("button", {
        class: "tile", type: "button", disabled: !isOurs, "aria-pressed": String(marked.has(event.id)),
        onclick: () => {
          if (!marked.delete(event.id)) marked.add(event.id);
          tap.setAttribute("aria-pressed", String(marked.has(event.id)));
          onmark();
        },
      }, inside)
      : h("a", { class: "tile", href: event.version ? `/events/${event.id}` : "/outbox" }, inside);
    return h("li", { class: event.isWaiting ? "event-tile is-waiting" : "event-tile" }, tap);
  }
  return { row, close: () => {}, stop: () => {} };
}

/** The bar at the bottom of the page that removes the selected events. */
export function removeBar(remove) {
  const button = h("button", { class: "button danger", type: "button", onclick: remove });
  const paint = (count) => {
    button.textContent = words.events.remove(count);
    button.disabled = count === 0;
  };
  return { element: h("div", { class: "edit-bar" }, button), button, paint };
}
