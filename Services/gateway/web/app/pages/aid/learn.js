// The list to learn more from, its articles, and this site's own videos. Links and videos of other sites open
// in a new tab.

import { missing, ownLanguage, ownWords, sourceLine } from "../../components/aidpieces.js";
import { isOwnVideo, videoPlayer } from "../../components/aidvideo.js";
import { empty, failed, label, skeleton } from "../../components/pieces.js";
import { emoji, fill, h, icon, spoken } from "../../dom.js";
import { guide as loadGuide } from "../../guide.js";
import { words } from "../../words/words.js";

const signs = { article: "📄", link: "🔗", video: "🎬" };

/** The page at /aid/learn. */
export function learnPage() {
  const text = words.learn;
  const list = h("div", {}, skeleton(4));
  let [isOver, guide] = [false, null];
  const paint = () => {
    if (!guide || isOver) return;
    const { items } = guide.bundle;
    fill(list, items.length === 0 ? empty("📖", text.empty)
      : h("ul", { class: "list" }, items.map((item) =>
        h("li", { class: "row setting" }, rowOf(item, guide.site)))));
  };
  const load = async () => {
    try {
      guide = await loadGuide();
      paint();
    } catch (problem) {
      if (!isOver) fill(list, failed(problem, load));
    }
  };

  load();
  for (const type of ["online", "offline"]) addEventListener(type, paint);
  return {
    name: "aid-learn", title: text.title, parent: "/aid", body: list,
    stop: () => {
      isOver = true;
      for (const type of ["online", "offline"]) removeEventListener(type, paint);
    },
  };
}

function rowOf(item, site) {
  const text = words.learn;
  const isArticle = item.kind === "article";
  // The site may be down while the rest of the web is not.
  const isAway = !isArticle && !item.offline && !navigator.onLine;
  const host = item.address && new URL(item.address).hostname.replace(/^www\./, "");
  const content = [
    h("span", { class: "setting-sign" }, emoji(signs[item.kind])),
    h("span", { class: "setting-words" },
      h("span", { class: "row-title" }, ownWords(item.title, site)),
      !isArticle && h("span", { class: "row-note" }, ownWords(item.text, site)),
      h("span", { class: "row-note" }, [text.kinds[item.kind], host].filter(Boolean).join(" · ")),
      (item.offline || isAway) && h("span", { class: "aid-labels" },
        label(isAway ? text.needsNetwork : text.offline, isAway ? "caution" : "good"))),
  ];
  // Without a network a link would lead to the browser's error page, and a video would not begin.
  if (isAway) return h("span", { class: "setting-tap is-away" }, content);
  if (isArticle || isOwnVideo(item)) {
    return h("a", { class: "setting-tap", href: `/aid/learn/${item.id}` }, content, icon("next"));
  }
  return h("a", { class: "setting-tap", href: item.address, target: "_blank", rel: "noreferrer" }, content,
    spoken(`, ${text.newTab}`), icon("share"));
}

/** The page at /aid/learn/:item. */
export function articlePage({ params }) {
  const body = h("div", { class: "aid-article" }, skeleton(4));
  const page = {
    name: "aid-article", title: words.learn.title, parent: "/aid/learn", body,
    stop: () => { isOver = true; },
  };
  let isOver = false;
  const load = async () => {
    try {
      const guide = await loadGuide();
      if (isOver) return;
      const item = guide.bundle.items.find(({ id }) => id === params.item);
      if (item?.kind === "article") fill(body, article(item, guide));
      else if (item && isOwnVideo(item)) fill(body, video(item, guide));
      else fill(body, missing(words.learn.noItem));
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };

  load();
  return page;
}

function video(item, { site }) {
  const title = ownWords(item.title, site);
  const place = h("div", {});
  const show = () => {
    const player = videoPlayer(item, title, () => fill(place, videoFailed(show)));
    fill(place, player);
  };
  show();
  return [
    h("article", { class: "card prose" }, h("h2", {}, title), place, h("p", {}, ownWords(item.text, site))),
    sourceLine({ site, topic: null, written: item.written, facts: [] }),
  ];
}

function videoFailed(again) {
  const { noVideo, needsNetwork } = words.learn;
  return h("div", { class: "notice", role: "alert" },
    h("p", {}, navigator.onLine ? noVideo : needsNetwork),
    h("button", { class: "button quiet-button", type: "button", onclick: again }, words.retry));
}

function article(item, { bundle, site }) {
  const facts = bundle.facts.filter(({ id }) => item.facts?.includes(id));
  return [
    h("article", { class: "card prose", lang: ownLanguage(item.text) },
      h("h2", {}, ownWords(item.title, site)),
      ownWords(item.text, site).split(/\n\s*\n/).map((part) => h("p", {}, part))),
    sourceLine({ site, topic: null, written: item.written, facts }),
  ];
}
