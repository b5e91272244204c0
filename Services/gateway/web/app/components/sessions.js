// The list of active sessions, each with a button to end it.

import { get, send } from "../api.js";
import { h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { lists } from "../state.js";
import { ago, dateOf, sentence, words } from "../words/words.js";
import { deviceSign } from "./device.js";
import { pagedList } from "./list.js";
import { ask } from "./pieces.js";
import { factRow } from "./rows.js";
import { complain, toast } from "./toast.js";

/** The resolution of `lastSeen` (ms). */
const anHour = 3_600_000;

/** The list with its buttons. Call `stop` when the page is left. */
export function sessionList() {
  const text = words.account.devices;
  const others = h("button", { class: "button danger-quiet", type: "button", hidden: true,
    onclick: endOthers }, text.endOthers);
  lists.delete("sessions");
  const list = pagedList({
    name: "sessions",
    load: async (cursor) => {
      const page = await get("/v1/sessions", { limit: 50, cursor });
      return { ...page, items: page.items.sort((one, other) => other.isCurrent - one.isCurrent) };
    },
    row: (session) => row(session, end),
    heading: ({ isCurrent }) => isCurrent ? words.settings.thisDevice : text.others,
    empty: () => h("p", { class: "quiet" }, words.settings.thisDevice),
    onload: (items) => { others.hidden = items.length < 2; },
  });

  async function end(session) {
    try {
      await send("DELETE", `/v1/sessions/${session.id}`);
      toast(words.settings.ended);
    } catch (problem) {
      if (problem.code !== "not_found") complain(problem);
    }
    await list.refresh();
    keepFocus(others);
  }

  async function endOthers() {
    const yes = await ask({ title: text.othersTitle, text: text.othersText, action: words.settings.end,
      isDangerous: true });
    if (yes === null) return;
    try {
      const { ended } = await send("DELETE", "/v1/sessions");
      toast(text.othersEnded(ended));
    } catch (problem) {
      complain(problem);
    }
    await list.refresh();
    keepFocus(others);
  }

  list.refresh();
  return { element: h("div", { class: "stack" }, list.element, others), stop: () => list.stop() };
}

function row(session, end) {
  const text = words.account.devices;
  const name = session.device ?? words.settings.device;
  const seen = Date.now() - Date.parse(session.lastSeen) < anHour ? text.justSeen
    : words.settings.seen(ago(session.lastSeen));
  const facts = [!session.isCurrent && seen, text.since(dateOf(session.started))].filter(Boolean);
  return factRow({
    sign: deviceSign(session.device), title: name, note: facts.map(sentence).join(" · "),
    end: !session.isCurrent && h("button", { class: "row-button", type: "button",
      "aria-label": text.endOne(name), onclick: () => end(session) }, words.settings.end),
  });
}
