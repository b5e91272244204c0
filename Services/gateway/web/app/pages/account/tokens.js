// API tokens for the person's own programs. A secret is shown once, when it is created.

import { get, send } from "../../api.js";
import { acknowledge, copy } from "../../components/acknowledge.js";
import { pagedList } from "../../components/list.js";
import { ask, empty } from "../../components/pieces.js";
import { factRow } from "../../components/rows.js";
import { complain, toast } from "../../components/toast.js";
import { tokenForm } from "../../components/tokenform.js";
import { h } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { lists } from "../../state.js";
import { dateOf, moment, words } from "../../words/words.js";

/** The page at /settings/tokens. */
export function tokensPage() {
  const text = words.account.tokens;
  const place = h("div", { class: "in-turn" });
  const list = pagedList({
    name: "tokens", load: () => get("/v1/tokens"), row: (token) => row(token, () => end(token)),
    empty: () => empty("🤖", text.none, text.what, example()),
    onload: (items) => { lead.hidden = items.length === 0; },
  });
  const end = async (token) => {
    if (!await revoke(token)) return;
    await list.refresh();
    keepFocus(begin);
  };
  const lead = h("p", { class: "quiet", hidden: true }, text.what);
  const begin = h("button", { class: "button", type: "button", onclick: () => {
    const making = tokenForm({ made: (created) => {
      close();
      list.refresh();
      showSecret(created);
    }, cancel: close });
    place.replaceChildren(making.element);
    making.focus();
  } }, text.make);
  const close = () => {
    place.replaceChildren(begin);
    begin.focus();
  };
  place.append(begin);
  list.element.classList.add("in-turn");
  lists.delete("tokens");
  list.refresh();
  return { name: "tokens", tab: "settings", title: text.title, parent: "/settings",
    body: [lead, list.element, place], stop: () => list.stop() };
}

function row(token, end) {
  const text = words.account.tokens;
  const known = token.scopes.map((scope) => words.tokenScopes.names[scope] ?? scope);
  const isOver = Date.parse(token.expires) < Date.now();
  const used = token.lastUsed ? text.used(moment(token.lastUsed)) : text.unused;
  return factRow({
    sign: "🤖", title: token.name,
    note: [h("span", { class: "line" }, known.join(" · ")),
      h("span", { class: "line" }, used),
      h("span", { class: isOver ? "line is-over" : "line" },
        text.life(dateOf(token.created), dateOf(token.expires)))],
    end: h("button", { class: "row-button is-danger", type: "button", onclick: end,
      "aria-label": text.revokeOne(token.name) }, text.revoke),
  });
}

// Asks for confirmation. Returns true if the list may have changed.
async function revoke(token) {
  const text = words.account.tokens;
  const yes = await ask({ title: text.revokeTitle(token.name), text: text.revokeText, action: text.revoke,
    isDangerous: true });
  if (yes === null) return false;
  try {
    await send("DELETE", `/v1/tokens/${token.id}`);
    toast(text.revoked);
  } catch (problem) {
    if (problem.code !== "not_found") complain(problem);
  }
  return true;
}

function showSecret({ token, secret }) {
  const text = words.account.tokens;
  return acknowledge({
    title: text.made(token.name), action: text.kept,
    content: [
      h("p", { class: "warning" }, text.once),
      h("output", { class: "secret-text" }, secret),
      copy(secret, text.copy, text.copied),
      h("p", { class: "hint" }, text.guard),
    ],
  });
}

function example() {
  return h("figure", { class: "example" }, h("figcaption", { class: "hint" }, words.account.tokens.example),
    h("code", { class: "code-line", dir: "ltr" },
      `curl -H "Authorization: Bearer $TOKEN" ${location.origin}/v1/tasks`));
}
