// Where one is signed in, each with a way to end it.

import { get, send } from "../api.js";
import { h } from "../dom.js";
import { lists } from "../state.js";
import { moment, words } from "../words/words.js";
import { pagedList } from "./list.js";
import { complain, toast } from "./toast.js";

/** The list with its buttons; `stop` when the page is left. */
export function sessionList() {
  const text = words.settings;
  const others = h("button", { class: "button quiet-button", type: "button", hidden: true,
    onclick: () => end("") },
    text.endOthers);
  lists.delete("sessions");
  const list = pagedList({
    name: "sessions",
    load: (cursor) => get("/v1/sessions", { limit: 50, cursor }),
    row: (session) => h("li", { class: "row" },
      h("span", { class: "row-link" },
        h("span", { class: "row-title" },
          session.isCurrent ? text.thisDevice : session.device ?? text.device),
        h("span", { class: "row-note" }, text.seen(moment(session.lastSeen)))),
      !session.isCurrent && h("button", {
        class: "row-button", type: "button", onclick: () => end(`/${session.id}`),
      }, text.end)),
    empty: () => h("p", { class: "quiet" }, text.thisDevice),
    onload: (items) => { others.hidden = items.length < 2; },
  });

  async function end(which) {
    try {
      await send("DELETE", `/v1/sessions${which}`);
      toast(text.ended);
    } catch (problem) {
      complain(problem);
    }
    list.refresh();
  }

  list.refresh();
  return { element: h("div", {}, list.element, others), stop: list.stop };
}
