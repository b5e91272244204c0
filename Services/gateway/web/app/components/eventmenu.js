// The tools below a countdown: the row of icon buttons, and the menu with the event's lists.

import { getFile } from "../api.js";
import { h, icon, refill } from "../dom.js";
import { money, words } from "../words/words.js";
import { openDates } from "./eventdates.js";
import { actRow, linkRow } from "./rows.js";
import { fileName, saveFile } from "./savefile.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

/** The row of icons under a countdown: `[sign, words, link or action]`. Empty entries are left out. */
export function eventTools(tools) {
  return h("div", { class: "event-tools" }, tools.filter(Boolean).map(([sign, title, act, isDangerous]) => {
    const look = isDangerous ? "event-tool is-danger" : "event-tool";
    const inside = [icon(sign), h("span", {}, title)];
    return typeof act === "string" ? h("a", { class: look, href: act }, inside)
      : h("button", { class: look, type: "button", onclick: act }, inside);
  }));
}

/**
 * Opens the menu: the to-do list and the budget sheet, each with its state. Calls `taken(event)` after one of
 * the event's dates was changed. `show(event)` updates the open menu.
 */
export function openEventMenu(event, taken) {
  const list = h("ul", { class: "event-menu" });
  const opened = sheet({ title: event.title, body: list });
  const show = (shown) => {
    opened.retitle(shown.title);
    refill(list, menuRows(shown, () => opened.close(), taken));
  };
  show(event);
  return { show, closed: opened.closed };
}

function menuRows(event, close, taken) {
  const text = words.events.menu;
  const { toDos, budget } = event;
  return [
    linkRow({ href: `/events/${event.id}/to-dos`, sign: "✅", title: text.toDos(toDos),
      note: toDos.all === 0 ? text.noToDos : null }),
    linkRow({ href: `/events/${event.id}/budget`, sign: "💰", title: text.budget(sumOf(budget)),
      note: budget ? null : text.noBudget }),
    actRow({ sign: "🗓️", title: text.calendar, note: text.calendarNote, onclick: () => {
      close();
      exportEvent(event);
    } }),
    event.isMine && event.recurrence && actRow({ sign: "⏭️", title: words.events.dates.title,
      note: words.events.dates.note, onclick: () => {
        close();
        openDates(event, taken);
      } }),
  ].filter(Boolean);
}

/** The total of a budget in words. */
function sumOf(budget) {
  return budget ? money(budget.expected, budget.currency, budget.digits) : null;
}

// A calendar that already has the event updates its entry on import.
async function exportEvent({ id, title }) {
  try {
    saveFile(await getFile(`/v1/events/${id}/calendar`), fileName(title, "ics"));
    toast(words.events.menu.calendarDone);
  } catch (problem) {
    complain(problem);
  }
}
