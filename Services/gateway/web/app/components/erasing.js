// The banner of an account with a pending deletion: its date, and the way to cancel it.

import { send } from "../api.js";
import { emoji, h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { update } from "../state.js";
import { moment, words } from "../words/words.js";
import { complain, toast } from "./toast.js";

/** The banner with a date and a button, or null for any other account. */
export function erasingNote(me) {
  if (!me?.erases) return null;
  const text = words.account.data;
  const keep = h("button", { class: "button", type: "button", onclick: async () => {
    keep.setAttribute("aria-busy", "true");
    try {
      update({ me: await send("POST", "/v1/me/undelete") });
      toast(text.kept);
      keepFocus();
    } catch (problem) {
      keep.removeAttribute("aria-busy");
      complain(problem);
    }
  } }, text.keep);
  return h("section", { class: "warning erasing", "aria-labelledby": "erasing" },
    h("h2", { id: "erasing" }, emoji("⏳"), " ", text.waits),
    h("p", {}, text.waitsText(moment(me.erases))), keep);
}
