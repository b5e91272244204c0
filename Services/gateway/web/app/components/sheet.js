// A sheet over the page: from the foot of a phone, in the middle of a desk.

import { h } from "../dom.js";

let sheets = 0;

/**
 * Opens a sheet; `content(close)` gives what stands under its title. It closes with Escape, beside it, and
 * when its page is left; `onclose` is then called once.
 */
export function sheet({ title, content, kind = "", onclose = () => {} }) {
  const id = `sheet-${sheets += 1}`;
  const close = () => dialog.close();
  const dialog = h("dialog", { class: `sheet ${kind}`, "aria-labelledby": id });
  dialog.append(h("h2", { id }, title), ...[content(close)].flat().filter(Boolean));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", close);
    dialog.remove();
    onclose();
  });
  addEventListener("popstate", close);
  document.body.append(dialog);
  dialog.showModal();
  return { close };
}
