// A short note at the foot of the screen, with a way back for some seconds.

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { explain, words } from "../words/words.js";

const usually = 5000;
const region = h("div", { class: "toasts", role: "status" });
/** The pause after a page appeared in which others may have something to say (ms). */
const calm = 1500;
let leave = null;
let waiting = null;

/** The element that holds the note; it stands in the page from the start so that it is read out. */
export function toastRegion() {
  return region;
}

/** Shows a note for `stays` ms; `undo` is offered while it stands. A newer note replaces an older one. */
export function toast(text, undo = null, stays = usually) {
  leave?.();
  let timer = null;
  const remove = () => {
    clearTimeout(timer);
    note.remove();
    if (leave === remove) leave = null;
    if (leave === null) later();
  };
  const take = () => {
    remove();
    undo();
  };
  const note = h("div", { class: undo ? "toast has-undo" : "toast" }, h("span", {}, text),
    undo && h("button", { type: "button", onclick: take }, words.undo));
  const count = () => {
    clearTimeout(timer);
    timer = setTimeout(remove, stays);
  };
  // A note stays while its button has the focus or the pointer.
  for (const type of ["pointerenter", "focusin"]) note.addEventListener(type, () => clearTimeout(timer));
  for (const type of ["pointerleave", "focusout"]) note.addEventListener(type, count);
  leave = remove;
  region.append(note);
  count();
}

/** Calls `action` soon, when no note stands: what nobody asked for waits for what they did. */
export function whenCalm(action) {
  waiting = action;
  later();
}

function later() {
  if (!waiting) return;
  setTimeout(() => {
    if (leave !== null || !waiting) return;
    const action = waiting;
    waiting = null;
    action();
  }, calm);
}

/** Says what went wrong with something that was tapped. What is no Problem is a fault of the client. */
export function complain(problem) {
  if (!(problem instanceof Problem)) reportError(problem);
  toast(explain(problem));
}

/** Removes the note, and one that waits: their undo belongs to a person who has signed out. */
export function clearToast() {
  waiting = null;
  leave?.();
}
