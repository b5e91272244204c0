// A sheet over the page: at the bottom of a phone, in the middle of a desktop screen.

import { cover } from "../covers.js";
import { h, icon } from "../dom.js";
import { words } from "../words/words.js";
import { loadingStatus } from "./loadingstatus.js";

/** The distance after which a swipe down closes the sheet (px). */
const farEnough = 96;
let sheets = 0;

/**
 * Opens a sheet. `actions` are `{ label, value, kind }` with kind `quiet` or `danger`, and optionally
 * `isRefused()`, which is true while the sheet's content is invalid. Without actions the sheet has a close
 * button, unless `hasCross` says otherwise. Escape, Back, a tap outside and a swipe down close it without a
 * value. The focus stays inside and returns to its old place. Leaving the page closes the sheet, too. With
 * `path`, the sheet has an address of its own. One that `isTall` is as high as a sheet may be, whatever it
 * holds.
 *
 * Returns `{ element, close(value), retitle(title), closed }`, where `closed` is a promise of the value, or
 * null.
 */
export function sheet({
  title, body = [], actions = [], hasCross = actions.length === 0, path, isTall = false,
}) {
  const id = `sheet-${sheets += 1}`;
  const opener = document.activeElement;
  const close = (value = null) => {
    result = value;
    dialog.close();
  };
  let result = null;
  const cross = hasCross && h("button", {
    class: "sheet-close", type: "button", "aria-label": words.close, onclick: () => close(),
  }, icon("close"));
  const heading = h("h2", { id }, title);
  const head = h("header", { class: "sheet-head" }, heading, cross);
  const content = h("div", { class: "sheet-body" }, body);
  const dialog = h("dialog", { class: isTall ? "sheet is-tall" : "sheet", "aria-labelledby": id },
    head, content,
    actions.length > 0 && h("div", { class: `sheet-actions${actions.length > 2 ? " has-many" : ""}` },
      actions.map((action) =>
      h("button", { type: "button", class: look(action.kind), onclick: () => {
        if (!action.isRefused?.()) close(action.value ?? null);
      } }, action.label))));
  closeBeside(dialog, close);
  closeDrawn(dialog, head, close);
  document.body.append(dialog);
  dialog.showModal();
  const uncover = cover(() => close(), { path });
  // The page's own is not heard below an open sheet.
  dialog.append(loadingStatus(content));
  const closed = new Promise((resume) => {
    dialog.addEventListener("close", () => {
      uncover();
      dialog.remove();
      // If the opener is gone, keyboard users continue at the page.
      if (!opener?.isConnected && document.activeElement === document.body) {
        document.getElementById("main")?.focus({ preventScroll: true });
      }
      resume(result);
    });
  });
  const retitle = (text) => { heading.textContent = text; };
  return { element: dialog, close, retitle, closed };
}

function look(kind) {
  return { quiet: "button quiet-button", danger: "button danger" }[kind] ?? "button";
}

// Closes on a press that starts and ends outside the sheet. One that starts in a field, such as a text
// selection, doesn't count.
function closeBeside(dialog, close) {
  let beganBeside = false;
  const isBeside = ({ target, clientX, clientY }) => {
    if (target !== dialog) return false;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  dialog.addEventListener("pointerdown", (event) => { beganBeside = isBeside(event); });
  dialog.addEventListener("click", (event) => {
    if (beganBeside && isBeside(event)) close();
  });
}

// On phones the header is a handle: swiping it down closes the sheet.
function closeDrawn(dialog, head, close) {
  let began = null;
  const move = (event) => {
    if (began === null) return;
    dialog.style.translate = `0 ${Math.max(0, event.clientY - began)}px`;
  };
  const end = (event) => {
    if (began === null) return;
    const way = event.clientY - began;
    began = null;
    if (event.type === "pointerup" && way > farEnough) {
      close();
      return;
    }
    dialog.classList.add("is-let-go");
    dialog.style.translate = "";
  };
  head.addEventListener("pointerdown", (event) => {
    const isHandle = getComputedStyle(head).touchAction === "none";
    if (!isHandle || event.button !== 0 || event.target.closest("button")) return;
    began = event.clientY;
    dialog.classList.remove("is-let-go");
    head.setPointerCapture(event.pointerId);
  });
  head.addEventListener("pointermove", move);
  head.addEventListener("pointerup", end);
  head.addEventListener("pointercancel", end);
}
