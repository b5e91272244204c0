// The mark on members who joined lately; the home page counts the same days.

import { h } from "../dom.js";
import { words } from "../words/words.js";

/** The time for which a roommate is new. */
const newFor = 7 * 86_400_000;

/** True if a member who came at this instant is still new. */
export function isNewHere(joined) {
  return Date.now() - new Date(joined).getTime() < newFor;
}

/** The mark itself, in words. */
export function newMark() {
  return h("span", { class: "label" }, words.roommates.isNew);
}
