// A page whose parts are fetched side by side: if all of them failed for the same reason, it says so once.

import { h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { failed, failureIn } from "./pieces.js";

/**
 * An element for the top of a page with these parts, each an element or a list of them. While every part
 * shows the same failure, it shows that failure instead of them, with one button that tries all of them
 * again: `again()`, by default what the buttons of the parts do.
 */
export function oneFailure(parts, again = () => tryAgain(parts)) {
  const groups = parts.map((part) => [part].flat());
  const element = h("div", { class: "one-failure", hidden: true });
  let shown = null;

  const show = (all) => {
    const isJoint = all !== null;
    const hadFocus = element.contains(document.activeElement);
    for (const part of groups.flat()) part.classList.toggle("is-joined", isJoint);
    element.hidden = !isJoint;
    element.replaceChildren(...isJoint ? [failed(all[0].problem, again)] : []);
    shown = isJoint ? all[0].text : null;
    if (hadFocus) keepFocus(element.querySelector("button"));
  };
  const look = () => {
    const all = groups.map(failureOf);
    const isSame = all.every((one) => one && one.text === all[0].text);
    if ((isSame ? all[0].text : null) !== shown) show(isSame ? all : null);
  };

  const observer = new MutationObserver(look);
  for (const part of groups.flat()) observer.observe(part, { childList: true, subtree: true });
  return element;
}

function tryAgain(parts) {
  for (const part of parts) failureOf([part].flat())?.again();
}

function failureOf(group) {
  for (const element of group) {
    const found = failureIn(element);
    if (found) return found;
  }
  return null;
}
