// How alerts reach one, and when not: this browser, other ways, quiet hours and the digest.

import { get } from "../../api.js";
import { browserCard } from "../../components/browsercard.js";
import { addChannels } from "../../components/channeladd.js";
import { channelCards } from "../../components/channelcards.js";
import { failed, skeleton } from "../../components/pieces.js";
import { quietCard } from "../../components/quietcard.js";
import { fill, h } from "../../dom.js";
import { words } from "../../words/words.js";

/** The page at /settings/alerts. */
export function channelsPage() {
  const text = words.channels;
  const body = h("div", { class: "stack channels" }, skeleton(3));
  const cards = channelCards({ changed: () => load() });
  const browser = browserCard({ changed: () => load() });
  const add = h("div", {});
  const quiet = quietCard();
  let isShown = false;
  let isOver = false;

  async function load() {
    try {
      const { items, kinds } = await get("/v1/channels");
      if (isOver) return;
      browser.take(items, kinds);
      cards.take(items);
      fill(add, addChannels(kinds, items, load));
      if (isShown) return;
      isShown = true;
      fill(body, h("p", { class: "quiet" }, text.lead), browser.element,
        h("section", {}, h("h2", { class: "group" }, text.ways), cards.element), add, quiet.element);
    } catch (problem) {
      if (!isOver && !isShown) fill(body, failed(problem, load));
    }
  }

  load();
  return {
    name: "channels", tab: "settings", title: text.title, parent: "/settings", body,
    heard: (topic) => {
      if (/^notifier\.(channel|delivery)\.|^reset$/.test(topic)) load();
      if (topic === "reset") quiet.look();
    },
    stop: () => {
      isOver = true;
      cards.stop();
      quiet.stop();
    },
  };
}
