// Undeliverable notices with the reason, newest first: a list on phones, a table on wide screens. Their texts
// are visible to their recipients only.

import { get } from "../../api.js";
import { failureWords } from "../../components/alertwords.js";
import { directory, fullName } from "../../components/directory.js";
import { filteredList } from "../../components/filters.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { keptOrder, listOrTable, TablePlace } from "../../components/tableplace.js";
import { emoji, h, icon } from "../../dom.js";
import { count, dayOf, sentence, shortMoment, timeOf, words } from "../../words/words.js";

const signs = { push: "📱", email: "✉️", ntfy: "📣", gotify: "📟", webhook: "🪝" };

/** The page at /admin/deliveries. */
export function deliveriesPage() {
  const text = words.admin.deliveries;
  const narrow = () => filteredList(() => pagedList({
    name: "admin.deliveries", load: (cursor) => load({ limit: 50, cursor }),
    heading: ({ died }) => sentence(dayOf(died)), row: deliveryRow, empty: none,
  }));
  const list = listOrTable({
    table: () => deliveriesTable(keptOrder("admin.deliveries.order")), list: narrow,
  });
  list.show({});
  return {
    name: "admin-deliveries", tab: "admin", title: text.title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), list.end, list.element],
    onEvent: (topic) => {
      if (topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

async function load(wanted, signal) {
  const page = await get("/v1/admin/dead-deliveries", wanted, { signal });
  const people = await directory(page.items.map(({ person }) => person));
  return { ...page, items: page.items.map((one) => ({ ...one, owner: people.get(one.person) ?? null })) };
}

function none() {
  const text = words.admin.deliveries;
  return empty("🕊️", text.empty, text.emptyText);
}

function deliveriesTable(kept) {
  const text = words.tables.deliveries;
  return new TablePlace({
    table: { text, caption: words.admin.deliveries.title, columns: columns(text), nameOf: wayOf, kept },
    load: (_, { limit, cursor }, signal) => load({ limit, cursor }, signal),
    none, found: () => {},
    file: {
      title: words.admin.deliveries.title,
      head: [text.time, text.person, text.channel, text.reason, text.attempts],
      line: (one) => [one.died, ownerOf(one), wayOf(one), reasonOf(one), one.attempts],
    },
  });
}

function columns(text) {
  return [
    { name: "time", title: text.time, value: ({ died }) => Date.parse(died),
      cell: ({ died }) => sentence(shortMoment(died)) },
    { name: "person", title: text.person,
      value: ({ owner }) => owner && `${owner.lastName} ${owner.firstName}`,
      cell: (one) => one.owner
        ? h("a", { href: `/admin/people/${one.owner.id}`, class: "table-link" }, ownerOf(one))
        : ownerOf(one) },
    { name: "channel", title: text.channel, value: wayOf, cell: wayOf, isLong: true },
    { name: "reason", title: text.reason, value: reasonOf, cell: reasonOf },
    { name: "attempts", title: text.attempts, value: ({ attempts }) => attempts,
      cell: ({ attempts }) => count(attempts), isShort: true },
  ];
}

const ownerOf = ({ owner }) => owner ? fullName(owner) : words.tables.deliveries.gone;
const reasonOf = ({ reason }) => sentence(failureWords(reason));

function wayOf({ kind, host }) {
  return words.admin.deliveries.way(words.channels.kinds[kind] ?? kind, host);
}

function deliveryRow({ died, kind, host, attempts, reason, owner }) {
  const text = words.admin.deliveries;
  const content = [
    h("span", { class: "audit-time row-note" }, timeOf(died)),
    h("span", { class: "audit-words" },
      h("span", { class: "row-title" }, emoji(signs[kind] ?? "📨"), ` ${wayOf({ kind, host })}`),
      h("span", { class: "row-note" }, text.failed(sentence(failureWords(reason)), attempts)),
      h("span", { class: "row-note" }, owner ? text.to(fullName(owner)) : text.gone)),
  ];
  return h("li", { class: "row audit-row" }, owner
    ? h("a", { class: "row-link audit-link", href: `/admin/people/${owner.id}` }, content, icon("next"))
    : h("span", { class: "row-link audit-link" }, content));
}
