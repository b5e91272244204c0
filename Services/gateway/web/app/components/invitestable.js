// The invitations as a table, for administrators on wide screens.

import { get, send } from "../api.js";
import { h } from "../dom.js";
import { moment, sentence, words } from "../words/words.js";
import { copyButton } from "./formsheet.js";
import { ask, empty } from "./pieces.js";
import { TablePlace } from "./tableplace.js";

const path = "/v1/admin/invites";

/** `kept` has the order. */
export function invitesTable({ kept }) {
  const text = words.tables.invites;
  const place = new TablePlace({
    table: {
      text, caption: words.admin.invites.title, columns: columns(), nameOf: ({ code }) => code, kept,
      acts: [{ label: words.admin.invites.revoke, isDangerous: true,
        run: (invites) => revoke(place, invites) }],
    },
    load: (_, page, signal) => get(path, page, { signal }),
    none: noInvites, found: () => {}, file: file(), sorts: ["code", "used", "expires"],
  });
  return place;
}

/** Stands in place of invitations where there are none. */
export function noInvites() {
  return empty("✉️", words.admin.invites.empty, words.admin.invites.emptyText);
}

/** Revokes one invitation. */
export function revokeInvite({ id }) {
  return send("DELETE", `${path}/${id}`);
}

async function revoke(place, invites) {
  const text = words.tables.invites;
  const yes = await ask({ title: text.revokeTitle(invites.length), text: text.revokeText,
    action: words.admin.invites.revoke, isDangerous: true });
  if (yes === null) return;
  await place.change(invites, async (invite) => {
    await revokeInvite(invite);
    return { ...invite, isGone: true };
  });
}

function file() {
  const text = words.tables.invites;
  const { title, note } = words.admin.invites;
  return {
    title, head: [text.code, text.link, text.used, text.usedOf, text.expires, note],
    line: (one) => [one.code, one.link, one.used, one.uses, one.expires, one.note],
  };
}

function columns() {
  const text = words.tables.invites;
  const { note, used } = words.admin.invites;
  return [
    { name: "code", title: text.code, value: ({ code }) => code,
      cell: ({ code }) => h("span", { class: "invite-code" }, code) },
    { name: "note", title: note, value: (one) => one.note ?? "", cell: (one) => one.note ?? "",
      isLong: true },
    { name: "used", title: text.used, value: (one) => one.used, isShort: true,
      cell: (one) => used(one.used, one.uses) },
    { name: "expires", title: text.expires, value: ({ expires }) => Date.parse(expires), isShort: true,
      cell: ({ expires }) => sentence(moment(expires)) },
    { name: "copies", title: text.link, isShort: true,
      cell: ({ code, link }) => [copyButton(words.admin.copyCode, code, "row-button"),
        copyButton(words.admin.copyLink, link, "row-button")] },
  ];
}
