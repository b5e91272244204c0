// The crisis alerts and drills of everybody, newest first: who sent them, where to, and who comes.

import { get } from "../../api.js";
import { clock } from "../../clock.js";
import { pagedList } from "../../components/list.js";
import { empty, label } from "../../components/pieces.js";
import { h, icon } from "../../dom.js";
import { dayOf, sentence, timeOf, words } from "../../words/words.js";

/** How often the list is fetched again (ms): only the sender of an alert is told that somebody comes. */
const often = 30_000;
/** The time after which an alert is over, also if nobody called it off (ms): it calls people no longer. */
const maxOpen = 30 * 60_000;

/** The page at /admin/crisis-alerts. */
export function adminCrisesPage() {
  const text = words.crisisAdmin;
  const list = pagedList({
    name: "admin.crises",
    load: async (cursor) => {
      const page = await get("/v1/admin/crisis-alerts", { limit: 50, cursor });
      return { ...page, items: page.items.map((one) => ({ ...one, isOpen: isOpen(one) })) };
    },
    heading: ({ raised }) => sentence(dayOf(raised)),
    row: crisisRow,
    empty: () => empty("🚨", text.empty, text.emptyText),
  });
  list.refresh();
  const timer = setInterval(() => { if (!document.hidden) list.refresh(); }, often);
  return {
    name: "admin-crises", tab: "admin", title: words.admin["crisis-alerts"].title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), list.element],
    onEvent: (topic) => {
      if (topic === "guide.crisis.changed" || topic === "reset") list.refresh();
    },
    stop: () => {
      clearInterval(timer);
      list.stop();
    },
  };
}

function isOpen({ raised, calledOff }) {
  return !calledOff && clock.now() - new Date(raised).getTime() < maxOpen;
}

function crisisRow({ id, name, place, isDrill, isOpen: isOn, raised, calledOff, people, coming }) {
  const text = words.crisisAdmin;
  return h("li", { class: "row audit-row" },
    h("a", { class: "row-link audit-link", href: `/aid/help/${id}` },
      h("span", { class: "audit-time row-note" }, timeOf(raised)),
      h("span", { class: "audit-words" },
        h("span", { class: "row-title" }, place),
        h("span", { class: "row-note" }, name ? text.by(name) : text.gone),
        h("span", { class: "row-note" }, people === 0 ? text.nobody : text.coming(coming, people)),
        h("span", { class: "aid-labels" },
          isDrill && label(text.drill), calledOff && label(text.calledOff(timeOf(calledOff))),
          isOn && label(text.open, isDrill ? "caution" : "danger"))),
      icon("next")));
}
