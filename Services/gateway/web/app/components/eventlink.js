// The link from an event's lists back to its countdown.

import { get, lastSeen } from "../api.js";
import { fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { eventPicture, leftNote } from "./eventparts.js";

/**
 * True if the person may edit the event's lists: the owner and roommates may, other people in a course may
 * not.
 */
export function isWorkedOn(event) {
  return event.isMine || event.visibility !== "course";
}

/** A link with the event's name. Calls `known(event)` each time the event is loaded. */
export function eventLink(id, known = () => {}) {
  const inside = h("span", { class: "event-words" }, h("span", { class: "row-title" }, words.events.one));
  const element = h("a", { class: "card event-back", href: `/events/${id}`, "data-back": "" }, inside);
  const path = `/v1/events/${encodeURIComponent(id)}`;
  const show = (event) => {
    fill(element, eventPicture(event), h("span", { class: "event-words" },
      h("span", { class: "row-note" }, words.events.one),
      h("span", { class: "row-title" }, event.title), leftNote(event)));
    known(event);
  };
  const refresh = async () => {
    try {
      show(await get(path));
    } catch {
      // The list shows the error.
    }
  };
  lastSeen(path).then((event) => { if (event && !element.querySelector(".event-picture")) show(event); });
  refresh();
  return { element, refresh };
}
