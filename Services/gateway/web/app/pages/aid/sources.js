// The statements of guidelines that the guide follows, each with where it was read.

import { civilDay, ownWords, reviewed } from "../../components/aidpieces.js";
import { failed, skeleton } from "../../components/pieces.js";
import { fill, h } from "../../dom.js";
import { guide as loadGuide } from "../../guide.js";
import { words } from "../../words/words.js";

/** The page at /aid/sources. */
export function sourcesPage() {
  const text = words.sources;
  const body = h("div", { class: "aid-sources" }, skeleton(5));
  let isOver = false;
  const load = async () => {
    try {
      const guide = await loadGuide();
      if (!isOver) fill(body, topicPart(guide), byGuideline(guide.bundle.facts).map(guidelinePart));
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };

  load();
  return {
    name: "aid-sources", title: text.title, parent: "/aid",
    body: [h("p", { class: "quiet" }, text.lead), body],
    stop: () => { isOver = true; },
  };
}

function topicPart({ bundle, site }) {
  const text = words.training;
  return h("section", { class: "card" }, h("h2", {}, words.sources.topics),
    h("ul", { class: "aid-facts" }, bundle.topics.map((topic) => {
      return h("li", {}, h("strong", {}, ownWords(topic.title, site)),
        h("span", { class: "row-note" },
          `${words.sources.version(topic.version)} · ${text.written(civilDay(topic.written))}`),
        h("span", { class: "row-note" }, `${reviewed(topic, site) ?? words.steps.notReviewed}.`));
    })));
}

/** The facts as [guideline with its year, facts]. */
function byGuideline(facts) {
  const groups = new Map();
  for (const fact of facts) {
    const isDated = fact.guideline.includes(String(fact.year));
    const name = isDated ? fact.guideline : `${fact.guideline}, ${fact.year}`;
    groups.set(name, [...groups.get(name) ?? [], fact]);
  }
  return [...groups];
}

function guidelinePart([guideline, facts]) {
  const text = words.sources;
  return h("section", { class: "card" }, h("h2", { lang: "en" }, guideline),
    h("p", { class: "row-note" }, text.count(facts.length)),
    h("ul", { class: "aid-facts" }, facts.map((fact) => h("li", {},
      h("p", { lang: "en" }, fact.statement),
      h("p", { class: "row-note" }, h("span", { lang: "en" }, fact.section),
        fact.profile && ` · ${text.profiles[fact.profile]}`),
      h("p", { class: "row-note" }, `${fact.firstHand ? text.firstHand : text.secondHand} `,
        readAt(fact.read), ` · ${text.checked(civilDay(fact.checked))}`)))));
}

// Only an address of the web becomes a link.
function readAt(read) {
  if (!/^https:\/\//.test(read)) return h("span", { lang: "en" }, read);
  const host = new URL(read).hostname.replace(/^www\./, "");
  return h("a", { href: read, target: "_blank", rel: "noreferrer" }, host);
}
