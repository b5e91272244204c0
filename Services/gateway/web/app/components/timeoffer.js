// An offer to take the time at the end of a title as the due date.

import { fill, h, icon } from "../dom.js";
import { titleTime } from "../models/titletime.js";
import { dayNamed, isMonthFirst, moment, words } from "../words/words.js";
import { wallNow } from "./momentfield.js";

/**
 * The part of a form that offers the time at the end of the text in `input` to `due`, a `momentField`.
 * Nothing changes unless the person accepts.
 */
export function timeOffer(input, due) {
  const element = h("div", { class: "chips", role: "status" });
  input.addEventListener("input", () => {
    const read = titleTime(input.value, wallNow(), { isMonthFirst });
    fill(element, read && h("button", { class: "chip", type: "button", onclick: () => {
      due.put(read.date, read.time ?? "");
      input.value = read.title;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.focus();
    } }, icon("clock"), words.moment.suggest(read.time
      ? moment(new Date(`${read.date}T${read.time}`).toISOString()) : dayNamed(read.date))));
  });
  return { element };
}
