// The next event on the home page, with a link to all events.

import { get, lastSeen } from "../api.js";
import { h, icon, refill } from "../dom.js";
import { words } from "../words/words.js";
import { eventPicture, leftOf, renewLeft, whenOf } from "./eventparts.js";

const renewsAfter = 15_000;

/** The line. Call `load` at the start and after events changed. If it fails, the old line stays. */
export function nextEvent() {
  const element = h("div", { class: "glance next-event" });
  let turn = 0;

  const paint = (event) => refill(element, event ? line(event) : nothing());

  async function load() {
    turn += 1;
    const mine = turn;
    const ask = async (question) => {
      const found = await question("/v1/events", { limit: 1 });
      if (mine === turn && found) paint(found.items[0] ?? null);
    };
    try {
      // Show the stored state until the current one arrives.
      if (!element.firstChild) await ask(lastSeen);
      await ask(get);
    } catch {
      // The network strip shows the error, and this line is optional.
    }
  }

  const timer = setInterval(() => { if (!document.hidden && renewLeft(element)) load(); }, renewsAfter);
  return { element, load, stop: () => clearInterval(timer) };
}

function line(event) {
  return h("a", { class: "glance-line", href: `/events/${event.id}` }, eventPicture(event),
    h("span", { class: "glance-words" }, h("span", { class: "glance-kind" }, words.events.comingUp),
      h("span", { class: "row-title" }, event.title),
      h("span", { class: "row-note" }, h("span", { "data-left": event.next }, leftOf(event.next)),
        ` · ${whenOf(event)}`)),
    icon("next"));
}

function nothing() {
  const text = words.events;
  return h("a", { class: "glance-line", href: "/events" },
    h("span", { class: "glance-words" }, h("span", { class: "glance-kind" }, text.title),
      h("span", { class: "row-note" }, text.emptyText)), icon("next"));
}
