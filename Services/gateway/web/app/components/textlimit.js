// The limit of a text field: counted as the site counts, in what a reader sees as one character; said near
// the limit; never cut.

import { h } from "../dom.js";
import { words } from "../words/words.js";

const segmenter = Intl.Segmenter ? new Intl.Segmenter() : null;
/** The counter shows from this share of the limit on, but not before so many characters are left. */
const nearShare = 0.2;
const maxNear = 150;

/** The number of characters as a reader sees them: a flag is one. */
export function lengthOf(text) {
  return segmenter ? [...segmenter.segment(text)].length : [...text].length;
}

/**
 * The limit of `input`: `element` counts what is left, `fault()` are the words for a text that is too long,
 * or null.
 */
export function textLimit(input, maxLength) {
  const element = h("p", { class: "hint counter", role: "status", hidden: true });
  const near = Math.min(maxNear, Math.ceil(maxLength * nearShare));
  // Short texts are not counted at each letter: no character is shorter than a unit of UTF-16.
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
