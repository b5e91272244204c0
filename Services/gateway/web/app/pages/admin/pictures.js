// The space that all pictures take, and the people whose pictures take the most.

import { get } from "../../api.js";
import { directory, fullName } from "../../components/directory.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { numberTile } from "../../components/sitehealth.js";
import { fill, h, icon } from "../../dom.js";
import { megabytes, percent, words } from "../../words/words.js";

/** The page at /admin/pictures. */
export function adminPicturesPage() {
  const text = words.admin.pictures;
  const place = h("div", { class: "stack" }, skeleton(3));
  let isOver = false;

  const load = async () => {
    try {
      const space = await get("/v1/admin/pictures/space");
      const people = await directory(space.largest.map(({ person }) => person));
      if (!isOver) fill(place, numbers(space), largest(space, people));
    } catch (problem) {
      if (!isOver) fill(place, failed(problem, load));
    }
  };
  load();
  return {
    name: "admin-pictures", tab: "admin", title: text.title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), place],
    onEvent: (topic) => {
      if (topic === "reset") load();
    },
    stop: () => {
      isOver = true;
    },
  };
}

function numbers({ pictures, bytes, cacheBytes, maxCacheBytes }) {
  const text = words.admin.pictures;
  const sizes = cacheBytes ?? null;
  return h("ul", { class: "admin-numbers" },
    h("li", {}, numberTile(megabytes(bytes), text.stored(pictures))),
    sizes !== null && h("li", {},
      numberTile(megabytes(sizes), text.sizes, text.ofAtMost(megabytes(maxCacheBytes)))));
}

function largest({ largest: rows, maxPersonBytes }, people) {
  const text = words.admin.pictures;
  if (rows.length === 0) return empty("🖼️", text.empty, text.emptyText);
  return h("section", { class: "admin-part" }, h("h2", { class: "group" }, text.largest),
    h("p", { class: "quiet admin-none" }, text.limit(megabytes(maxPersonBytes))),
    h("ul", { class: "list rows" },
      rows.map((row) => personRow(row, people.get(row.person), maxPersonBytes))));
}

function personRow({ pictures, bytes }, person, maxBytes) {
  const text = words.admin.pictures;
  const content = [
    h("span", { class: "audit-words" },
      h("span", { class: "row-title" }, person ? fullName(person) : text.gone),
      h("span", { class: "row-note" }, text.takes(pictures, megabytes(bytes), percent(bytes / maxBytes)))),
  ];
  return h("li", { class: "row audit-row" }, person
    ? h("a", { class: "row-link audit-link", href: `/admin/people/${person.id}` }, content, icon("next"))
    : h("span", { class: "row-link audit-link" }, content));
}
