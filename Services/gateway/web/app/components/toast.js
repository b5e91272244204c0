// A short note at the bottom of the screen, with an undo button for a few seconds.

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { explain, words } from "../words/words.js";

const usually = 5000;
const region = h("div", { class: "toasts", role: "status" });
/** The pause before an unrequested note, in which other notes take precedence (ms). */
const calm = 1500;
let leave = null;
let waiting = null;

/** The element for notes. It is in the page from the start, so that screen readers announce them. */
export function toastRegion() {
  return region;
}

/**
 * Shows a note for `stays` ms, with a button for `undo`. A newer note replaces an older one. `ended()` is
 * called when the note leaves without an undo. Returns what ends it.
 */
export function toast(text, undo = null, stays = usually, ended = null) {
  leave?.();
  let timer = null;
  const remove = () => {
    clearTimeout(timer);
    note.remove();
    if (leave === end) leave = null;
    if (leave === null) later();
  };
  const end = () => {
    remove();
    ended?.();
  };
  const take = () => {
    remove();
    undo();
  };
  const note = h("div", { class: undo ? "toast has-undo" : "toast" }, h("span", {}, text),
    undo && h("button", { type: "button", onclick: take }, words.undo));
  const count = () => {
    clearTimeout(timer);
    timer = setTimeout(end, stays);
  };
  // The note stays while its button has the focus or the pointer is over it.
  for (const type of ["pointerenter", "focusin"]) note.addEventListener(type, () => clearTimeout(timer));
  for (const type of ["pointerleave", "focusout"]) note.addEventListener(type, count);
  leave = end;
  region.append(note);
  count();
  return end;
}

/**
 * Calls `action` when no note is shown. Unrequested notes wait for the ones that answer the person's actions.
 */
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

/** Shows a failed action as a note. An error that isn't a Problem is a bug in the client and is reported. */
export function complain(problem) {
  if (!(problem instanceof Problem)) reportError(problem);
  toast(explain(problem));
}

/**
 * Removes the current note and a waiting one, because their undo belongs to the person who has signed out.
 */
export function clearToast() {
  waiting = null;
  leave?.();
}
