// A client whose files did not arrive: loads the page again once, and then says so instead of nothing.

import { lostWords } from "./words/lost.js";

/** The key in `sessionStorage` of the last attempt of its own (ms). */
const key = "quad.lost";
/** The pause before that attempt, and the time until the next one (ms). */
const pause = 1000;
const minBetween = 60_000;

/** Watches until the client has replaced the splash. */
export function watchLoading() {
  addEventListener("error", ({ target }) => {
    const splash = document.querySelector(".splash");
    // A module of the client failed to arrive, or to be evaluated because of one that it waits for.
    if (splash && (target === window || target.localName === "script")) recover(splash);
  }, { capture: true });
}

function recover(splash) {
  if (splash.childElementCount > 1) return;
  const button = Object.assign(document.createElement("button"), {
    type: "button", className: "button", textContent: lostWords.reload, onclick: () => location.reload(),
  });
  splash.append(Object.assign(document.createElement("p"), { textContent: lostWords.lost }), button);
  addEventListener("online", () => location.reload());
  if (mayTry()) setTimeout(() => location.reload(), pause);
}

function mayTry() {
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < minBetween) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // Without storage it could try forever, so the person decides.
    return false;
  }
}
