// The AEDs in a crisis: the nearest first, where the device may tell its place.

import { Problem } from "../api.js";
import { fill, h } from "../dom.js";
import { aeds } from "../guide.js";
import { floorText, nearest } from "../models/aeds.js";
import { dateOf, ownText, words } from "../words/words.js";
import { measure, positionPermission } from "./position.js";

const shownAtOnce = 3;

/** The list. It shows what is stored on the device, so it needs no network. */
export function aedList() {
  const text = words.crisis.aeds;
  const list = h("ol", { class: "crisis-aeds-list" });
  const note = h("p", { role: "status" });
  const sort = h("button", { class: "button quiet-button", type: "button", hidden: true }, text.sort);
  const element = h("section", { class: "crisis-aeds", hidden: true },
    h("h3", {}, text.title), list, sort, note);
  let known = [];
  const show = (here) => fill(list, nearest(known, here, shownAtOnce).map(row));
  const locate = async () => {
    fill(note, text.locating);
    try {
      show(await measure());
      sort.hidden = true;
      fill(note);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      fill(note, text.noPlace);
    }
  };
  sort.addEventListener("click", locate);
  const load = async () => {
    try {
      known = await aeds();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return;
    }
    element.hidden = known.length === 0;
    show(null);
    if (!known.some(({ position }) => position)) return;
    const permission = await positionPermission();
    sort.hidden = permission === "missing" || permission === "denied";
    // Somebody who has allowed it before needs no press.
    if (permission === "granted") await locate();
  };
  load();
  return element;
}

function row({ aed, meters }) {
  const text = words.crisis.aeds;
  const place = [aed.building, aed.floor && floorText(aed.floor, text.floor)].filter(Boolean).join(", ");
  const own = ownText({ en: aed.words, de: aed.german });
  const more = [own, aed.hours, aed.checked && text.checked(dateOf(`${aed.checked}T12:00`))].filter(Boolean);
  return h("li", {}, h("strong", {}, place || own || text.unnamed),
    meters !== null && h("span", {}, ` · ${text.away(meters)}`),
    more.length > 0 && h("p", {}, more.join(" · ")));
}
