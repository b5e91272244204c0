// The API documentation, rendered from this site's OpenAPI document.

import { get } from "../api.js";
import { apiOperation } from "../components/apioperation.js";
import { searchField } from "../components/filters.js";
import { empty, failed, skeleton } from "../components/pieces.js";
import { fill, h } from "../dom.js";
import { fits, partsOf } from "../models/apidocument.js";
import { seemsSignedIn } from "../state.js";
import { words } from "../words/words.js";

/** The page at /docs. */
export function docsPage() {
  const text = words.docs;
  const shown = h("div", { class: "api-parts" });
  let document = null;
  let search = "";

  function paint() {
    const parts = partsOf(document).map((part) => ({
      ...part, operations: part.operations.filter((operation) => fits(operation, search)),
    })).filter(({ operations }) => operations.length > 0);
    if (parts.length === 0) return fill(shown, empty("🔎", text.nothing));
    return fill(shown, parts.map((part) => h("section", { class: "card api-part" },
      h("h2", {}, part.name), h("p", { class: "quiet" }, part.text),
      part.operations.map((operation) => apiOperation(document, operation)))));
  }

  async function load() {
    fill(shown, skeleton());
    try {
      document = await get("/openapi.json");
      paint();
    } catch (problem) {
      fill(shown, failed(problem, load));
    }
  }

  load();
  return {
    name: "docs", tab: "settings", title: text.title,
    parent: seemsSignedIn() ? "/settings" : "/signin",
    body: [
      h("section", { class: "card prose" }, h("p", {}, text.lead), h("p", {}, text.start),
        h("p", { class: "links" },
          h("a", { href: "/openapi.json", download: "quad-openapi.json" }, text.download))),
      h("div", { class: "filters api-search", role: "search" },
        searchField({ label: text.search, onsearch: (value) => {
          search = value;
          if (document) paint();
        } })),
      shown,
    ],
  };
}
