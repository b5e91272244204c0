// All accounts, with a search by name or email and a filter by role: a list on phones, a table on wide
// screens.

import { get } from "../../api.js";
import { marks } from "../../components/adminpieces.js";
import { fullName, know } from "../../components/directory.js";
import { chooser, filteredList, searchField } from "../../components/filters.js";
import { pagedList } from "../../components/list.js";
import { peopleTable } from "../../components/peopletable.js";
import { avatar, empty } from "../../components/pieces.js";
import { keptOrder, listOrTable } from "../../components/tableplace.js";
import { fill, h, icon } from "../../dom.js";
import { lists } from "../../state.js";
import { moment, words } from "../../words/words.js";

/** The page at /admin/people. */
export function peoplePage() {
  const text = words.admin.people;
  // Keep the search while the administrator opens one person after the other.
  const filter = lists.get("admin.people.filter") ?? { query: "", role: "" };
  lists.set("admin.people.filter", filter);
  const said = h("p", { class: "spoken", role: "status" });

  const found = (count) => fill(said, text.found(count));
  const list = listOrTable({
    table: () => peopleTable({ found, kept: keptOrder("admin.people.order") }),
    list: () => peopleList(found),
  });
  const change = (values) => {
    Object.assign(filter, values);
    list.show(filter);
  };
  const filters = h("div", { class: "filters table-filters", role: "search" },
    searchField({ label: text.search, value: filter.query, onsearch: (query) => change({ query }) }),
    chooser({
      label: text.role, value: filter.role, onchange: (role) => change({ role }),
      options: [["", text.everybody], ...Object.entries(text.those)],
    }), list.end);

  list.show(filter);
  return {
    name: "admin-people", tab: "admin", title: text.title, parent: "/admin",
    body: [filters, said, list.element],
    onEvent: (topic) => {
      if (topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

function peopleList(found) {
  const text = words.admin.people;
  return filteredList(({ query, role }, signal) => {
    const name = `admin.people.${role}`;
    if (query) lists.delete(`${name}.found`);
    return pagedList({
      name: query ? `${name}.found` : name,
      load: async (cursor) => {
        const wanted = { query: query || null, role: role || null, limit: 50, cursor };
        const page = await get("/v1/admin/people", wanted, { signal });
        know(page.items);
        return page;
      },
      row: personRow,
      empty: () => empty("🔍", text.empty, text.emptyText),
      onload: (items) => found(items.length),
    });
  });
}

function personRow(person) {
  const text = words.admin.people;
  return h("li", { class: "row" },
    h("a", { class: "row-link person-link", href: `/admin/people/${person.id}` },
      avatar(person),
      h("span", { class: "person-name" },
        h("span", { class: "row-title" }, fullName(person)), h("span", { class: "row-note" }, person.email)),
      marks(person),
      h("span", { class: "person-seen row-note" },
        person.lastSeen ? text.seen(moment(person.lastSeen)) : text.neverSeen),
      icon("next")));
}
