// Events as a table: picture, title, date, time left. Swiping a row or Edit offers to delete it.

import { h, icon } from "../dom.js";
import { sentence, words } from "../words/words.js";
import { eventPicture, leftNote, waitsNote, whenOf, whoseMark } from "./eventparts.js";
import { drawable } from "./swipe.js";

/**
 * Creates the rows of a table. `isEditing()` is true while they have the red circle. The delete button of a
 * row calls `remove(event)`.
 */
export function eventRows({ isEditing, remove }) {
  let open = null;

  function close({ keepsFocus = false } = {}) {
    if (!open) return;
    const { row, button } = open;
    open = null;
    const hadFocus = button.contains(document.activeElement);
    row.classList.remove("is-open");
    button.remove();
    if (hadFocus && keepsFocus) row.querySelector("button, a")?.focus();
  }

  function show(event, row, takesFocus) {
    if (open?.row === row) return;
    close();
    const button = h("button", {
      class: "event-delete", type: "button", "aria-label": words.events.deleteOne(event.title),
      onclick: () => {
        open = null;
        remove(event);
      },
      onkeydown: (press) => {
        if (press.key === "Escape") close({ keepsFocus: true });
      },
    }, words.task.delete);
    row.append(button);
    row.classList.add("is-open");
    open = { row, button };
    if (takesFocus) button.focus();
  }

  function row(event) {
    const isOurs = event.isMine && !event.isWaiting;
    const node = h("li", { class: event.isWaiting ? "row event-row is-waiting" : "row event-row" });
    if (isOurs && isEditing()) {
      node.append(h("button", {
        class: "event-minus", type: "button", "aria-label": words.events.offerDelete(event.title),
        onclick: () => open?.row === node ? close() : show(event, node, true),
      }, h("span", {}, icon("minus"))));
    }
    node.append(h("a", {
      class: "row-link event-link", href: event.version ? `/events/${event.id}` : "/outbox",
      draggable: "false", "aria-current": location.pathname === `/events/${event.id}` ? "page" : null,
      onkeydown: (press) => {
        if (isOurs && press.key === "Delete") show(event, node, true);
      },
    }, eventPicture(event), h("span", { class: "event-words" },
      h("span", { class: "row-title" }, event.title),
      h("span", { class: "row-note" }, sentence(whenOf(event))),
      event.isWaiting ? waitsNote() : leftNote(event), whoseMark(event))));
    if (isOurs) drawable(node, { drawn: () => show(event, node, false), letGo: close });
    return node;
  }

  // A tap anywhere else hides the button.
  const beside = ({ target }) => {
    if (open && !open.row.contains(target)) close();
  };
  document.addEventListener("pointerdown", beside);
  return { row, close, stop: () => document.removeEventListener("pointerdown", beside) };
}
