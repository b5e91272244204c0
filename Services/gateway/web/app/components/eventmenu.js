// What can be done with an event from its countdown: the row of signs, and the menu with its lists.

import { h, icon } from "../dom.js";
import { money, words } from "../words/words.js";
import { linkRow } from "./rows.js";
import { sheet } from "./sheet.js";

/** The row of signs under a countdown: `[sign, words, link or action]`, those that are there. */
export function eventTools(tools) {
  return h("div", { class: "event-tools" }, tools.filter(Boolean).map(([sign, title, act, isDangerous]) => {
    const look = isDangerous ? "event-tool is-danger" : "event-tool";
    const inside = [icon(sign), h("span", {}, title)];
    return typeof act === "string" ? h("a", { class: look, href: act }, inside)
      : h("button", { class: look, type: "button", onclick: act }, inside);
  }));
}

/** Opens the menu: the to-do list and the budget sheet, each with how it stands. */
export function openEventMenu(event) {
  const text = words.events.menu;
  const { toDos, budget } = event;
  const rows = [
    linkRow({ href: `/events/${event.id}/to-dos`, sign: "✅", title: text.toDos(toDos),
      note: toDos.all === 0 ? text.noToDos : null }),
    linkRow({ href: `/events/${event.id}/budget`, sign: "💰", title: text.budget(sumOf(budget)),
      note: budget ? null : text.noBudget }),
  ];
  return sheet({ title: event.title, body: h("ul", { class: "event-menu" }, rows) });
}

/** What a budget comes to. */
function sumOf(budget) {
  return budget ? money(budget.expected, budget.currency, budget.digits) : null;
}
