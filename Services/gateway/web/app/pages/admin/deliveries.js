// Undeliverable notices with the reason, newest first. Their texts are visible to their recipients only.

import { get } from "../../api.js";
import { failureWords } from "../../components/alertwords.js";
import { directory, fullName } from "../../components/directory.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { emoji, h, icon } from "../../dom.js";
import { dayOf, sentence, timeOf, words } from "../../words/words.js";

const signs = { push: "📱", email: "✉️", ntfy: "📣", gotify: "📟", webhook: "🪝" };

/** The page at /admin/deliveries. */
export function deliveriesPage() {
  const text = words.admin.deliveries;
  const list = pagedList({
    name: "admin.deliveries",
    load: async (cursor) => {
      const page = await get("/v1/admin/dead-deliveries", { limit: 50, cursor });
      const people = await directory(page.items.map(({ person }) => person));
      return { ...page, items: page.items.map((one) => ({ ...one, owner: people.get(one.person) ?? null })) };
    },
    heading: ({ died }) => sentence(dayOf(died)),
    row: deliveryRow,
    empty: () => empty("🕊️", text.empty, text.emptyText),
  });
  list.refresh();
  return {
    name: "admin-deliveries", tab: "admin", title: text.title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), list.element],
    onEvent: (topic) => {
      if (topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

function deliveryRow({ died, kind, host, attempts, reason, owner }) {
  const text = words.admin.deliveries;
  const way = text.way(words.channels.kinds[kind] ?? kind, host);
  const content = [
    h("span", { class: "audit-time row-note" }, timeOf(died)),
    h("span", { class: "audit-words" },
      h("span", { class: "row-title" }, emoji(signs[kind] ?? "📨"), ` ${way}`),
      h("span", { class: "row-note" }, text.failed(sentence(failureWords(reason)), attempts)),
      h("span", { class: "row-note" }, owner ? text.to(fullName(owner)) : text.gone)),
  ];
  return h("li", { class: "row audit-row" }, owner
    ? h("a", { class: "row-link audit-link", href: `/admin/people/${owner.id}` }, content, icon("next"))
    : h("span", { class: "row-link audit-link" }, content));
}
