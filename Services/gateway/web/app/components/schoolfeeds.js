// Links that put the school into other calendars: the days, the own classes and activities, lunch. A link is
// shown once, when it is created.

import { get, send } from "../api.js";
import { fill, h } from "../dom.js";
import { dateOf, moment, words } from "../words/words.js";
import { fold } from "./fold.js";
import { copyButton } from "./formsheet.js";
import { ask, failed, skeleton } from "./pieces.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const kinds = ["cycle", "classes", "activities", "lunch"];

/** The folded part of a page with the links: `{ element, load }`. They are fetched when it is opened. */
export function schoolFeeds() {
  const text = words.schoolFeeds;
  const place = h("div", { class: "stack" });
  let isKnown = false;
  const load = async () => {
    if (!folded.element.open) return;
    try {
      const { items } = await get("/v1/me/school/feeds");
      isKnown = true;
      show(new Map(items.map((one) => [one.kind, one])));
    } catch (problem) {
      fill(place, failed(problem, load));
    }
  };
  const show = (known) => {
    fill(place, h("p", { class: "quiet" }, text.lead),
      h("ul", { class: "school-feeds" }, kinds.map((kind) => row(kind, known.get(kind)))),
      known.size > 0 && h("button", { class: "button danger-quiet", type: "button",
        onclick: () => make(null, true) }, text.replaceAll));
  };
  const row = (kind, feed) => h("li", {},
    h("div", {}, h("strong", {}, text.kinds[kind]), h("p", { class: "row-note" }, text.notes[kind]),
      feed && h("p", { class: "row-note" }, text.made(dateOf(feed.made)), " ",
        feed.lastRead ? text.read(moment(feed.lastRead)) : text.unread)),
    h("div", { class: "school-feed-acts" },
      h("button", { class: "button quiet-button small", type: "button",
        "aria-label": `${feed ? text.replace : text.make}: ${text.kinds[kind]}`,
        onclick: () => make(kind, Boolean(feed)) }, feed ? text.replace : text.make),
      feed && h("button", { class: "button danger-quiet small", type: "button", onclick: () => end(kind),
        "aria-label": `${text.end}: ${text.kinds[kind]}` }, text.end)));
  const make = async (kind, isOn) => {
    if (isOn && await ask({ title: text.replaceTitle, text: text.replaceText, action: text.replace,
      isDangerous: true }) === null) return;
    try {
      await showMade(await send("POST", "/v1/me/school/feeds/replace", kind ? { kind } : {}));
    } catch (problem) {
      complain(problem);
    }
    await load();
  };
  const end = async (kind) => {
    const sure = await ask({ title: text.endTitle, text: text.endText, action: text.end, isDangerous: true });
    if (sure === null) return;
    try {
      await send("DELETE", `/v1/me/school/feeds/${kind}`);
      toast(text.ended);
    } catch (problem) {
      complain(problem);
    }
    await load();
  };
  const folded = fold({ name: text.title, isOpen: false, say: () => text.line, inside: place });
  folded.paint();
  folded.element.addEventListener("toggle", () => {
    if (isKnown || !folded.element.open) return;
    fill(place, skeleton(3));
    load();
  });
  return { element: h("section", { class: "card folds in-turn" }, folded.element), load };
}

function showMade(paths) {
  const text = words.schoolFeeds;
  const made = kinds.filter((kind) => paths[kind]);
  return sheet({ title: text.madeTitle, actions: [{ label: words.done }], body: [
    h("p", { class: "warning" }, text.once),
    made.map((kind) => {
      const address = new URL(paths[kind], location.origin).href;
      return h("section", { class: "school-feed" }, h("h3", {}, text.kinds[kind]),
        h("output", { class: "secret-text" }, address), copyButton(text.copy, address));
    }),
    h("p", { class: "hint" }, text.guard),
  ] }).closed;
}
