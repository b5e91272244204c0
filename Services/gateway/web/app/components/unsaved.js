// The question before a page with unsaved changes is left: by a link, or by a step back.

import { cover } from "../covers.js";
import { back, go } from "../router.js";
import { find } from "../routes.js";
import { words } from "../words/words.js";
import { sheet } from "./sheet.js";

/**
 * Guards a page. `isDirty()` says if there is something to lose, `save()` saves it and leaves the page (false
 * if it could not), `discard()` forgets it. `parent` is the page that a step back leads to. Returns
 * `{ changed, stop }`: call `changed` after each change.
 */
export function unsavedGuard({ isDirty, save, discard, parent }) {
  let [uncover, isAsking, isOver] = [null, false, false];

  // A step back closes this cover first, and stays on the page.
  const changed = () => {
    if (isOver) return;
    if (!isDirty()) {
      uncover?.();
      uncover = null;
      return;
    }
    uncover ??= cover(() => {
      uncover = null;
      if (!isOver && isDirty()) question(() => back(parent));
    });
  };

  const question = async (leave) => {
    if (isAsking) return;
    isAsking = true;
    const text = words.unsaved;
    const answer = await sheet({ title: text.title, body: [], hasCross: true, actions: [
      { label: text.discard, value: "discard", kind: "danger" },
      { label: words.save, value: "save" },
    ] }).closed;
    isAsking = false;
    if (isOver) return;
    if (answer === "discard") {
      await discard();
      stop();
      leave();
    } else if (answer === "save") {
      if (await save() === false) changed();
    } else changed();
  };

  const onClick = (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || !isDirty()) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
    const route = link.origin === location.origin ? find(link.pathname)?.route : null;
    if (!route || route.over) return;
    event.preventDefault();
    event.stopPropagation();
    const path = link.pathname + link.search + link.hash;
    question(() => link.dataset.back === undefined ? go(path) : back(link.pathname + link.search));
  };

  const stop = () => {
    isOver = true;
    document.removeEventListener("click", onClick, true);
    uncover?.();
    uncover = null;
  };
  document.addEventListener("click", onClick, true);
  return { changed, stop };
}
