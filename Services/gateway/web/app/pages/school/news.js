// One item of the news, and the announcements as a page of their own.

import { get } from "../../api.js";
import { Announcements } from "../../components/announcements.js";
import { addToEvents, awayLink, htmlOf, pictureOf, titleOf } from "../../components/newsitems.js";
import { failed, skeleton } from "../../components/pieces.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { fill, h } from "../../dom.js";
import { webAddress } from "../../models/cleanhtml.js";
import { dayOf, moment, timeOf, words } from "../../words/words.js";

/** The page at /school/news/announcements. */
export function announcementsPage() {
  const part = new Announcements();
  return {
    name: "school-news", tab: "school", title: words.announcements.pageTitle, parent: "/school",
    body: [schoolTabs("home"), part.element],
    onEvent: (topic) => part.onEvent(topic),
    stop: () => part.stop(),
  };
}

/** The page at /school/news/:id. */
export function newsItemPage({ params }) {
  const body = h("div", {}, skeleton(3));
  let [isOver, shown] = [false, null];
  const load = async () => {
    try {
      const item = await get(`/v1/school/news/${encodeURIComponent(params.id)}`);
      if (isOver || JSON.stringify(item) === shown) return;
      shown = JSON.stringify(item);
      fill(body, contentOf(item));
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  load();
  return {
    name: "school-news", tab: "school", title: words.schoolNews.item, parent: "/school",
    body: [schoolTabs("home"), body],
    onEvent: (topic) => { if (topic === "campus.source.changed" || topic === "reset") load(); },
    stop: () => { isOver = true; },
  };
}

// Without the day if it ends on the day that it starts.
function endOf({ starts, ends }) {
  return dayOf(starts) === dayOf(ends) ? timeOf(ends) : moment(ends);
}

function contentOf(item) {
  const text = words.schoolNews;
  const link = webAddress(item.link ?? "");
  const site = link && new URL(link).hostname.replace(/^www\./, "");
  return h("article", { class: "card news-item" },
    h("h2", { dir: "auto" }, titleOf(item)),
    h("p", { class: "row-note" }, [item.author, moment(item.published)].filter(Boolean).join(" · ")),
    item.starts && h("p", { class: "news-when" },
      [item.ends ? text.span(moment(item.starts), endOf(item)) : moment(item.starts), item.place]
        .filter(Boolean).join(" · ")),
    addToEvents(item),
    item.pictures.map((picture) => h("figure", { class: "news-figure" },
      pictureOf(picture, "large", "news-photo"),
      picture.alt && h("figcaption", { class: "row-note", dir: "auto" }, picture.alt))),
    item.html ? htmlOf(item.html) : h("p", { dir: "auto" }, item.text),
    link && awayLink(link, text.openOn(site), "button quiet-button"));
}
