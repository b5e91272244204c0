// The label on recently joined members. The home page counts the same days.

import { h } from "../dom.js";
import { words } from "../words/words.js";

/** The period in which a roommate is new (ms). */
const newFor = 7 * 86_400_000;

/** True if a member who joined at this instant is still new. */
export function isNewHere(joined) {
  return Date.now() - new Date(joined).getTime() < newFor;
}

export function newMark() {
  return h("span", { class: "label" }, words.roommates.isNew);
}
