// The way from an event's lists back to its countdown, where the wand is off again.

import { get, lastSeen } from "../api.js";
import { fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { eventPicture, leftNote } from "./eventparts.js";

/** True if the person may edit the lists of an event: roommates may, the people of a course may not. */
export function isWorkedOn(event) {
  return event.isMine || event.visibility !== "course";
}

/** A link with the event's name. Calls `known(event)` once the event is known. */
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
      // The list says what is wrong.
    }
  };
  lastSeen(path).then((event) => { if (event && !element.querySelector(".event-picture")) show(event); });
  refresh();
  return { element, refresh };
}
