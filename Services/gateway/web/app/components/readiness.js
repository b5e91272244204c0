// How many people of a room or course know first aid, of those who chose to be counted.

import { Problem, get } from "../api.js";
import { runs } from "../apps.js";
import { fill, h } from "../dom.js";
import { words } from "../words/words.js";

/**
 * A line for the figures of a path. It stays hidden without figures: on a site without first aid, for too few
 * people, and while the program is away.
 */
export function readiness(path) {
  const line = h("p", { class: "quiet aid-readiness", hidden: true });
  if (runs("aid")) load(line, path);
  return line;
}

async function load(line, path) {
  try {
    const { isTooFew, counted, trained } = await get(path);
    if (isTooFew || !counted) return;
    fill(line, "⛑️ ", words.training.ready(trained, counted), " ",
      h("a", { href: "/aid/training" }, words.training.title));
    line.hidden = false;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
  }
}
