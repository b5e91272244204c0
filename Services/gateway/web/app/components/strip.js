// The strip at the top of the screen: no network, age of the data, unsent changes, newer version.

import { fill, h } from "../dom.js";
import { network, watchNetwork } from "../offline/network.js";
import { isBusy, refused, waiting, watchOutbox } from "../offline/outbox.js";
import { shortMoment, words } from "../words/words.js";

/** Shorter interruptions are not shown (ms). */
const patience = 2500;
/** The time after which a request to a silent program has failed (ms). */
const maxWait = 3000;

let timer = null;
let said = null;
let wasOld = false;
let update = null;
const line = h("div", { class: "strip", role: "status" });

/** The element. It is in the page from the start, so that screen readers announce changes. */
export function strip() {
  watchNetwork(() => {
    clearTimeout(timer);
    const isAmiss = network.isDown || network.isOld;
    // Delays keep the strip from flickering while a page fetches again.
    const isSure = said || network.isOld || !navigator.onLine;
    const wait = isAmiss ? (isSure ? 0 : patience) : wasOld ? maxWait : 0;
    wasOld = network.isOld;
    timer = setTimeout(() => {
      said = isAmiss ? sentence(words.strip) : null;
      paint();
    }, wait);
  });
  watchOutbox(paint);
  paint();
  return line;
}

/** Offers a newer version of the client. */
export function offerUpdate(take) {
  update = take;
  paint();
}

function paint() {
  const text = words.strip;
  const parts = [];
  const left = waiting().length;
  const bad = refused().length;
  if (said) parts.push(said);
  if (left > 0) parts.push(link(isBusy() && !said ? text.sending(left) : text.waiting(left)));
  if (bad > 0) parts.push(link(text.refused(bad)));
  if (update && !said) {
    const button = { class: "strip-link", type: "button", onclick: update };
    parts.push(text.update, h("button", button, text.reload));
  }
  line.hidden = parts.length === 0;
  line.classList.toggle("is-refused", bad > 0);
  fill(line, parts.map((part) => part instanceof Node ? part : h("span", {}, part)));
}

function sentence(text) {
  if (!network.asOf) return text.offline;
  const when = shortMoment(network.asOf);
  return network.isDown ? text.offlineAsOf(when) : text.troubleAsOf(when);
}

function link(text) {
  return h("a", { class: "strip-link", href: "/outbox" }, text);
}
