// Dorm, room number and room code: the fields for signing in, signing up and finding a room.

import { get } from "../api.js";
import { h, put } from "../dom.js";
import { invitedTo } from "../session.js";
import { words } from "../words/words.js";
import { field } from "./form.js";

/**
 * The fields. The select of dorms loads its own options, then dispatches `dorms-filled`. `hasCode` adds the
 * field for the code.
 */
export function roomFields({ hasCode = true, isOptional = false } = {}) {
  const invited = invitedTo();
  const dorm = field({
    name: "dorm", label: words.room.dorm, kind: "select", options: [["", words.signin.anyDorm]],
  });
  const number = field({
    name: "number", label: words.room.number, hint: words.room.numberHint, autocomplete: "off", maxLength: 20,
    value: invited?.number ?? "", autocapitalize: "characters",
  });
  const code = hasCode && field({
    name: "code", label: words.room.code, hint: isOptional ? words.signup.codeHint : words.room.codeHint,
    isOptional: true, autocomplete: "off", maxLength: 12, autocapitalize: "characters",
    value: invited?.code ?? "",
    class: "code-input", spellcheck: "false",
  });
  fillDorms(dorm.input, invited?.dorm);
  return [dorm, number, code].filter(Boolean);
}

/** The values of the filled fields. */
export function placeOf({ dorm, number, code }) {
  const place = {};
  if (dorm) place.dorm = dorm;
  if (number?.trim()) place.number = number.trim();
  if (code?.trim()) place.code = code.trim();
  return place;
}

async function fillDorms(select, chosen) {
  try {
    let cursor = null;
    do {
      const page = await get("/v1/dorms", { limit: 100, cursor });
      put(select, page.items.map(({ id, name }) => h("option", { value: id }, name)));
      cursor = page.next;
    } while (cursor);
    if (chosen) select.value = chosen;
    select.dispatchEvent(new CustomEvent("dorms-filled"));
  } catch (problem) {
    select.dispatchEvent(new CustomEvent("dorms-missing", { detail: problem, bubbles: true }));
  }
}
