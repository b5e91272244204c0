// The limit of a text field, counted in characters as a reader sees them, like on the site. A counter appears
// near the limit; text is never cut.

import { h } from "../dom.js";
import { words } from "../words/words.js";

const segmenter = Intl.Segmenter ? new Intl.Segmenter() : null;
/**
 * The counter appears when at most this share of the limit is left, and no more than this many characters.
 */
const nearShare = 0.2;
const maxNear = 150;

/** The number of characters as a reader sees them. A flag counts as one. */
export function lengthOf(text) {
  return segmenter ? [...segmenter.segment(text)].length : [...text].length;
}

/**
 * The limit of `input`. `element` shows the characters left; `fault()` is the message for a text that is too
 * long, or null.
 */
export function textLimit(input, maxLength) {
  const element = h("p", { class: "hint counter", role: "status", hidden: true });
  const near = Math.min(maxNear, Math.ceil(maxLength * nearShare));
  // Short texts aren't segmented on every key, because a character has at least one UTF-16 unit.
  const left = () => {
    const text = input.value.trim();
    return text.length + near < maxLength ? maxLength : maxLength - lengthOf(text);
  };
  const show = () => {
    const rest = left();
    element.hidden = rest > near;
    element.classList.toggle("is-over", rest < 0);
    element.textContent = rest > near ? "" : words.characters[rest < 0 ? "over" : "left"](Math.abs(rest));
  };
  input.addEventListener("input", show);
  const fault = () => {
    show();
    const rest = left();
    return rest < 0 ? words.characters.over(-rest) : null;
  };
  return { element, fault };
}
