// Invitations: codes for signing up on a site that requires them. A list on phones, a table on wide screens.

import { get, send } from "../../api.js";
import { barAction } from "../../components/baraction.js";
import { filteredList } from "../../components/filters.js";
import { field } from "../../components/form.js";
import { pagedList } from "../../components/list.js";
import { invitesTable, noInvites, revokeInvite } from "../../components/invitestable.js";
import { ask } from "../../components/pieces.js";
import { copyButton, formSheet, secretSheet } from "../../components/formsheet.js";
import { keptOrder, listOrTable } from "../../components/tableplace.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { loadSite } from "../../state.js";
import { moment, words } from "../../words/words.js";

/** The page at /admin/invites. */
export function invitesPage() {
  const text = words.admin.invites;
  const note = h("div", {});
  const narrow = () => filteredList(() => pagedList({
    name: "admin.invites",
    load: (cursor) => get("/v1/admin/invites", { limit: 50, cursor }),
    row: (invite) => inviteRow(invite, revoke),
    empty: noInvites,
  }));
  const list = listOrTable({
    table: () => invitesTable({ kept: keptOrder("admin.invites.order") }), list: narrow,
  });

  async function make() {
    const made = await makeInvite();
    if (!made) return;
    list.refresh();
    await secretSheet({
      title: text.madeTitle, code: made.code, lead: text.goodFor(made.uses, moment(made.expires)),
      copies: [[words.admin.copyCode, made.code], [words.admin.copyLink, made.link]],
    });
  }

  async function revoke(invite) {
    const yes = await ask({ title: text.revokeTitle(invite.code), text: text.revokeText,
      action: text.revoke, isDangerous: true });
    if (yes === null) return;
    try {
      await revokeInvite(invite);
      toast(text.revoked);
    } catch (problem) {
      complain(problem);
    }
    list.refresh();
  }

  // Warn if sign-up doesn't require an invitation, because codes then have no effect.
  loadSite().then(({ signUp }) => {
    if (signUp !== "invite") fill(note, h("p", { class: "warning" }, text.idle[signUp]));
  }).catch(complain);
  list.show({});
  return {
    name: "admin-invites", tab: "admin", title: text.title, parent: "/admin",
    action: barAction("plus", text.make, { onclick: make }),
    body: [note, list.end, list.element],
    onEvent: (topic) => {
      if (topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

function makeInvite() {
  const text = words.admin.invites;
  const uses = field({ name: "uses", label: text.uses, kind: "number", value: "1", min: 1, max: 10000,
    inputmode: "numeric" });
  const days = field({ name: "days", label: text.days, kind: "number", value: "14", min: 1, max: 366,
    inputmode: "numeric" });
  const note = field({ name: "note", label: text.note, hint: text.noteHint, isOptional: true,
    maxLength: 300 });
  return formSheet({
    title: text.makeTitle, label: text.makeAct,
    parts: [{ element: h("div", { class: "pair" }, uses.element, days.element) }, note],
    fields: [uses, days, note],
    submit: (values) => send("POST", "/v1/admin/invites", {
      // Anything but a number is sent as 0, so that the error names the field.
      uses: Math.trunc(Number(values.uses)) || 0, days: Math.trunc(Number(values.days)) || 0,
      note: values.note.trim() || undefined,
    }),
  });
}

function inviteRow(invite, revoke) {
  const text = words.admin.invites;
  return h("li", { class: "row invite-row" },
    h("div", { class: "invite-words" },
      h("p", { class: "invite-code" }, invite.code),
      h("p", { class: "row-note" },
        text.used(invite.used, invite.uses), " · ", text.until(moment(invite.expires))),
      invite.note && h("p", { class: "invite-note" }, invite.note)),
    h("div", { class: "row-acts" },
      copyButton(words.admin.copyCode, invite.code, "row-button"),
      copyButton(words.admin.copyLink, invite.link, "row-button"),
      h("button", { class: "row-button danger-text", type: "button", onclick: () => revoke(invite) },
        text.revoke)));
}
