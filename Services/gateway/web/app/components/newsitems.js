// The items of a source in its layout: a list, pictures first, or dates first.

import { h, icon, spoken } from "../dom.js";
import { runs } from "../apps.js";
import { partsOf, webAddress } from "../models/cleanhtml.js";
import { beginning } from "../models/today.js";
import { eventAddress } from "../models/newevents.js";
import { ago, moment, sentence, words } from "../words/words.js";

/** The pictures that the site serves itself. */
const ownPicture = /^\/v1\/school\/news\/[\w-]+\/pictures\/\d\/480$/;
/** The limit on the shown part of a text below its title (characters). */
const maxShown = 120;
const sizes = { small: "160", usual: "480", large: "1200" };

/** The items whose row a layout makes. */
export const rowsOf = { list: listRow, pictures: pictureRow, events: eventRow };

/** The title of an item, or the beginning of one that has none. */
export function titleOf({ title, text }) {
  return title || beginning(text, maxShown) || words.schoolNews.untitled;
}

function listRow(item) {
  const [picture] = item.pictures;
  return h("li", { class: "row" }, h("a", { class: "row-link news-link", href: `/school/news/${item.id}` },
    h("span", { class: "course-words" }, h("span", { class: "row-title", dir: "auto" }, titleOf(item)),
      item.title && item.text
        && h("span", { class: "row-note", dir: "auto" }, beginning(item.text, maxShown)),
      h("span", { class: "row-note" }, sentence([item.starts && moment(item.starts),
        ago(item.published)].filter(Boolean).join(" · ")))),
    pictureOf(picture, "small", "news-thumb"), icon("next")));
}

function pictureRow(item) {
  const [picture] = item.pictures;
  return h("li", { class: "row news-tile" }, h("a", { class: "row-link", href: `/school/news/${item.id}` },
    pictureOf(picture, "usual", "news-photo") ?? h("span", { class: "news-photo news-words", dir: "auto" },
      titleOf(item)),
    h("span", { class: "row-note news-caption", dir: "auto" }, titleOf(item)),
    h("span", { class: "row-note" }, ago(item.published))));
}

function eventRow(item) {
  return h("li", { class: "row news-dated" },
    h("a", { class: "row-link news-link", href: `/school/news/${item.id}` },
      h("span", { class: "course-words" },
        item.starts && h("span", { class: "news-when" }, sentence(moment(item.starts))),
        h("span", { class: "row-title", dir: "auto" }, titleOf(item)),
        h("span", { class: "row-note", dir: "auto" },
          item.place || (item.starts ? item.text : ago(item.published)))),
      icon("next")),
    addToEvents(item, "button small quiet-button"));
}

/** The link to the form of an own event, for a dated item on a site with events. Null for any other. */
export function addToEvents(item, look = "button") {
  if (!item.starts || !runs("events")) return null;
  const href = eventAddress({ ...item, title: titleOf(item), link: webAddress(item.link ?? "") });
  return h("a", { class: look, href }, icon("plus"), words.schoolNews.addEvent, spoken(`: ${titleOf(item)}`));
}

/** A picture of an item in one of three sizes, or null. One that can't be fetched is left out. */
export function pictureOf(picture, size, look) {
  if (!picture || !ownPicture.test(picture.address)) return null;
  const image = h("img", { class: look, alt: picture.alt ?? "", loading: "lazy", decoding: "async",
    width: picture.width, height: picture.height, src: picture.address.replace(/480$/, sizes[size]),
    onerror: () => image.remove() });
  return image;
}

/** The text of an item with its few tags. Links open in a new window that learns nothing of this one. */
export function htmlOf(html) {
  return h("div", { class: "news-body", dir: "auto" }, partsOf(html).map(nodeOf));
}

function nodeOf(part) {
  if (typeof part === "string") return part;
  const inside = part.children.map(nodeOf);
  if (part.tag !== "a") return h(part.tag, {}, inside);
  return part.href ? awayLink(part.href, inside) : h("span", {}, inside);
}

/** A link to another site. */
export function awayLink(href, inside, look = null) {
  return h("a", { href, class: look, target: "_blank", rel: "noopener noreferrer nofollow" }, inside);
}
