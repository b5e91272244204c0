// The board's privacy: what is stored, what is not, the remaining risks, and the seals of its hours.

import { get } from "../../api.js";
import { pagedList } from "../../components/list.js";
import { fill, h, emoji } from "../../dom.js";
import { hourOf, words } from "../../words/words.js";

/** The number of characters of a seal that are enough to compare two by eye. */
const shownSeal = 12;

/** The page at /board/privacy. */
export function boardPrivacyPage() {
  const text = words.boardPrivacy;
  const votes = h("span", {}, text.votes(null));
  const seals = pagedList({
    name: "boardHours",
    load: async (cursor, ask) => {
      const { items, next } = await ask("/v1/board/hours", { limit: 24, cursor });
      return { items: items.map((hour) => ({ id: hour.hour, ...hour })), next };
    },
    row: sealRow,
    empty: () => h("p", { class: "quiet" }, text.noSeals),
  });

  async function load() {
    try {
      const { reportsToHide } = await get("/v1/board");
      fill(votes, text.votes(reportsToHide));
    } catch {
      // The sentence without the number stays.
    }
  }

  load();
  seals.refresh();
  return {
    name: "boardprivacy", tab: "board", title: text.title, parent: "/board",
    body: [
      part("🎭", text.keptTitle, [h("p", {}, text.kept), bullets(text.notKept)]),
      part("🔎", text.remainsTitle, [h("p", {}, text.remains), bullets(text.remaining)]),
      part("🗳️", text.rulesTitle, bullets([text.five, text.final, votes, text.tombstone])),
      part("🔗", text.chainTitle, [
        h("p", {}, text.chain),
        h("p", {}, text.verify), h("code", { class: "code-line" }, "quad board verify"),
        h("p", { class: "quiet" }, text.verifyNote),
        h("h3", {}, text.seals), seals.element,
      ]),
    ],
    onEvent: (topic) => {
      if (topic === "reset") seals.refresh();
    },
    stop: () => seals.stop(),
  };
}

function part(sign, title, content) {
  return h("section", { class: "card prose" }, h("h2", {}, emoji(sign), " ", title), content);
}

function bullets(items) {
  return h("ul", { class: "points" }, items.map((item) => h("li", {}, item)));
}

function sealRow({ hour, hash, messages }) {
  return h("li", { class: "seal" }, h("span", {}, hourOf(hour)),
    h("span", { class: "quiet" }, words.boardPrivacy.messages(messages.length)),
    h("code", { title: hash }, hash.slice(0, shownSeal), "…"));
}
