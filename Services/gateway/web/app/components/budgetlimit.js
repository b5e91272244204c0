// The distance of a budget to its limit, in words.

import { h } from "../dom.js";
import { words } from "../words/words.js";

/** The amount left, or over the limit. Null without a limit. `say(minor)` formats an amount. */
export function limitNote({ expected, cap }, say) {
  const text = words.budget;
  if (cap === null || cap === undefined) return null;
  const isOver = expected > cap;
  return h("p", { class: isOver ? "budget-over" : "budget-left", role: "status" },
    isOver ? text.over(say(expected - cap)) : text.left(say(cap - expected)));
}
