// Adding a place for notifications. Those that need a server or a program of one's own are folded away.

import { send } from "../api.js";
import { emoji, h } from "../dom.js";
import { words } from "../words/words.js";
import { acknowledge, copy } from "./acknowledge.js";
import { fold } from "./fold.js";
import { field, need, refusal } from "./form.js";
import { formSheet } from "./formsheet.js";
import { complain, toast } from "./toast.js";

const signs = { email: "✉️", ntfy: "📣", gotify: "📟", webhook: "🪝" };
const technical = ["gotify", "webhook"];

/**
 * A row for each kind of channel that the site supports; email can be added only once. Calls `added()` after
 * a channel was added.
 */
export function addChannels(kinds, channels, added) {
  const text = words.channels;
  const possible = Object.keys(signs).filter((kind) => kinds.includes(kind)
    && !(kind === "email" && channels.some((channel) => channel.kind === "email")));
  if (possible.length === 0) return null;
  const rows = (kinds) => h("ul", { class: "list" }, kinds.map((kind) => h("li", { class: "row setting" },
    h("button", { class: "setting-tap", type: "button", onclick: () => add(kind, added) },
      h("span", { class: "setting-sign" }, emoji(signs[kind])),
      h("span", { class: "setting-words" }, h("span", { class: "row-title" }, text.addOf[kind]),
        h("span", { class: "row-note" }, text.about[kind]))))));
  const [own, usual] = [true, false].map((isOwn) =>
    possible.filter((kind) => technical.includes(kind) === isOwn));
  return h("section", { class: "channel-adds" }, h("h2", { class: "group" }, text.add),
    usual.length > 0 && rows(usual),
    own.length > 0 && h("div", { class: "card folds" }, folded(text, own, rows(own))));
}

// Open again after the rows were drawn anew, if it was open.
let isUnfolded = false;

function folded(text, kinds, inside) {
  const { element, paint } = fold({ name: text.ownThings, isOpen: isUnfolded, inside,
    say: () => kinds.map((kind) => text.kinds[kind]).join(", ") });
  element.addEventListener("toggle", () => { isUnfolded = element.open; });
  paint();
  return element;
}

async function add(kind, added) {
  const text = words.channels;
  try {
    const made = kind === "email" ? await send("POST", "/v1/channels/email") : await askFor(kind);
    if (!made) return;
    await added();
    if (made.secret) await showSecret(made.secret);
    else toast(text.added);
  } catch (problem) {
    complain(problem);
  }
}

// Resolves to the site's reply, or null.
function askFor(kind) {
  const text = words.channels;
  const url = field({ name: "url", label: text.url, hint: text.urlHints[kind], kind: "url", maxLength: 1000,
    autocomplete: "off", spellcheck: "false", placeholder: "https://", dir: "ltr" });
  // Only Gotify's apps have a token; it is never shown again.
  const token = kind === "gotify" ? field({ name: "token", label: text.token, hint: text.tokenHint,
    maxLength: 100, autocomplete: "off", spellcheck: "false", dir: "ltr" }) : null;
  const name = field({ name: "name", label: text.name, hint: text.nameHint, isOptional: true, maxLength: 60,
    autocomplete: "off" });
  return formSheet({
    title: text.addOf[kind], parts: [url, token, name].filter(Boolean), label: text.addOf[kind],
    blames: { target_refused: "url", url_bad: "url", gotify_token_bad: "token" },
    submit: async (values) => {
      need(values, token ? ["url", "token"] : ["url"]);
      if (!/^https?:\/\/[^/?#@\s]+/i.test(values.url.trim())) throw refusal("url", words.errors.url_bad);
      const body = { url: values.url.trim() };
      if (token) body.token = values.token.trim();
      if (values.name.trim()) body.name = values.name.trim();
      return send("POST", `/v1/channels/${kind}`, body);
    },
  });
}

function showSecret(secret) {
  const text = words.channels;
  const tokens = words.account.tokens;
  return acknowledge({
    title: text.secretTitle, action: tokens.kept,
    content: [
      h("p", { class: "warning" }, text.secretLead),
      h("output", { class: "secret-text" }, secret),
      copy(secret, text.copy, tokens.copied),
    ],
  });
}
