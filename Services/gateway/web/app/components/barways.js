// The end of every bar: first aid, the search, the inbox with its count, and the signed-in person.

import { fill, h, icon, spoken } from "../dom.js";
import { state, watch } from "../state.js";
import { words } from "../words/words.js";
import { aidSign } from "./aidsign.js";
import { bell } from "./bell.js";
import { avatar } from "./pieces.js";

/** The circles of the person in the document. Creating one drops those of earlier pages. */
const shown = new Set();

/**
 * The links. `on` is the name of the page, which needs no link to itself. Beside a way back there is no room
 * for the search.
 */
export function barWays(on, hasBack) {
  return h("div", { class: "bar-ways" }, aidSign("bar-way"), !hasBack && searchLink(),
    on !== "inbox" && bell("bar-way bar-bell"), on !== "settings" && personLink());
}

function searchLink() {
  return h("a", { class: "bar-way bar-search", href: "/search" }, icon("search"), spoken(words.nav.search));
}

function personLink() {
  const circle = h("span", { class: "bar-circle" }, face());
  for (const other of shown) if (!other.isConnected) shown.delete(other);
  shown.add(circle);
  return h("a", { class: "bar-way bar-person", href: "/settings" }, circle, spoken(words.nav.settings));
}

/** The portrait or the initials, or a figure until they are known. */
export function face() {
  const { me } = state;
  return me ? avatar(me)
    : h("span", { class: "avatar", "aria-hidden": "true" }, icon("person"));
}

let painted = null;
watch(() => {
  const { me } = state;
  const looks = me && `${me.firstName} ${me.lastName} ${me.color} ${JSON.stringify(me.picture)}`;
  if (painted === looks) return;
  painted = looks;
  for (const circle of shown) fill(circle, face());
});
