// The first-aid sign: one press from every page to the emergency page.

import { runs } from "../apps.js";
import { h, icon, spoken } from "../dom.js";
import { words } from "../words/words.js";

/** The link, or null on a site without first aid. `hasWord` shows its name beside it. */
export function aidSign(look, hasWord = false) {
  if (!runs("aid")) return null;
  return h("a", { class: `aid-sign ${look}`, href: "/crisis" }, icon("aid"),
    hasWord ? h("span", { class: "tab-word" }, words.nav.aid) : spoken(words.nav.aid));
}
