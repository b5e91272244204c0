// Notification settings: where notifications go in a sentence, this device, other places, quiet hours.

import { get } from "../../api.js";
import { browserCard } from "../../components/browsercard.js";
import { addChannels } from "../../components/channeladd.js";
import { channelCards } from "../../components/channelcards.js";
import { oneFailure } from "../../components/onefailure.js";
import { failed, skeleton } from "../../components/pieces.js";
import { quietCard } from "../../components/quietcard.js";
import { fill, h, refill } from "../../dom.js";
import { listed, words } from "../../words/words.js";

/** The page at /settings/alerts. */
export function channelsPage() {
  const text = words.channels;
  const cards = channelCards({ changed: () => load() });
  const browser = browserCard({ changed: () => load() });
  const quiet = quietCard();
  const add = h("div", {});
  const lead = h("p", { class: "quiet" });
  const held = h("section", {}, h("h2", { class: "group" }, text.ways), cards.element);
  // If the channels can't be fetched, quiet hours still appear.
  const ways = h("div", { class: "stack in-turn" }, skeleton(3));
  let isShown = false;
  let isOver = false;

  async function load() {
    try {
      const { items, kinds } = await get("/v1/channels");
      if (isOver) return;
      browser.take(items, kinds);
      cards.take(items);
      held.hidden = items.length === 0;
      lead.textContent = goingTo(items);
      refill(add, addChannels(kinds, items, load));
      if (isShown) return;
      isShown = true;
      fill(ways, browser.element, held, add);
    } catch (problem) {
      if (!isOver && !isShown) fill(ways, failed(problem, load));
    }
  }

  load();
  return {
    name: "channels", tab: "settings", title: text.title, parent: "/settings",
    body: [lead, ways, quiet.element, oneFailure([ways, quiet.element])],
    onEvent: (topic) => {
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

// The places that notifications reach, and those that they don't get through to.
function goingTo(channels) {
  const text = words.channels;
  const [stuck, reached] = [true, false].map((isStuck) => channels
    .filter(({ isOn, lastFailure }) => isOn && Boolean(lastFailure) === isStuck).map(({ name }) => name));
  return [reached.length > 0 ? text.goTo(listed(reached)) : text.inboxOnly,
    stuck.length > 0 && text.stuck(listed(stuck))].filter(Boolean).join(" ");
}
