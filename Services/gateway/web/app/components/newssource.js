// A source of news as a segment of the home page: its items, or a card with a link for a network that can't
// be read, and how the person follows it.

import { send } from "../api.js";
import { fill, h, icon, spoken } from "../dom.js";
import { webAddress } from "../models/cleanhtml.js";
import { ago, dateOf, words } from "../words/words.js";
import { segmented } from "./choices.js";
import { pagedList } from "./list.js";
import { awayLink, rowsOf } from "./newsitems.js";
import { empty } from "./pieces.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const pageSize = 30;
const never = "never";

/** The segment of a source that is read, or of one that is only a card. */
export function sourceSegment(source, changed) {
  return source.kind === "card" ? cardSegment(source) : new SourceSegment(source, changed);
}

class SourceSegment {
  constructor(source, changed) {
    const text = words.schoolNews;
    Object.assign(this, { source, changed });
    this.head = h("div", { class: "news-head" });
    this.list = pagedList({
      name: `school.news.${source.id}`,
      load: (cursor, question) => question(`/v1/school/sources/${encodeURIComponent(source.id)}/items`,
        { limit: pageSize, cursor }),
      row: rowsOf[source.layout] ?? rowsOf.list,
      empty: () => empty("📰", text.empty, source.state === "waiting" ? text.waiting : text.emptyText),
    });
    this.element = h("div", { class: `home-segment news-${source.layout}` }, this.head, this.list.element);
    this.paint();
    this.list.refresh();
  }

  take(source) {
    this.source = source;
    this.paint();
  }

  paint() {
    const text = words.schoolNews;
    const { title, link, follow, state, lastFetched } = this.source;
    const isLate = state === "failing";
    fill(this.head,
      h("div", { class: "course-acts" },
        h("button", { class: "button small quiet-button", type: "button", onclick: () => this.choose() },
          icon("bell"), follow ? text.following[follow] : text.follow, spoken(`: ${title}`)),
        webAddress(link ?? "") && awayLink(webAddress(link), text.visit, "button small quiet-button")),
      isLate && h("p", { class: "hint" }, lastFetched ? text.late(ago(lastFetched)) : text.unread));
  }

  async choose() {
    const text = words.schoolNews;
    const now = this.source.follow ?? "digest";
    const choice = segmented({ name: "delivery", label: text.delivery, value: now,
      options: [["digest", text.digest], ["push", text.push],
        ...this.source.follow ? [[never, text.never]] : []] });
    const answer = await sheet({ title: text.followTitle(this.source.title),
      body: [h("p", { class: "quiet" }, text.followLead), choice.element],
      actions: [{ label: words.cancel, kind: "quiet" }, { label: words.save, value: "yes" }] }).closed;
    if (answer !== "yes") return;
    const chosen = choice.input.value;
    const path = `/v1/me/sources/${encodeURIComponent(this.source.id)}`;
    try {
      if (chosen === never) await send("DELETE", path);
      else await send("PUT", path, { delivery: chosen });
      this.take({ ...this.source, follow: chosen === never ? undefined : chosen });
      this.changed(this.source);
      toast(chosen === never ? text.unfollowed(this.source.title) : text.followed(this.source.title));
    } catch (problem) {
      complain(problem);
    }
  }

  onEvent(topic, data) {
    if (topic === "reset" || (topic === "campus.source.changed" && data?.id === this.source.id)) {
      this.list.refresh();
    }
  }

  stop() {
    this.list.stop();
  }
}

function cardSegment({ title, link, note, noted }) {
  const text = words.schoolNews;
  const address = webAddress(link ?? "");
  const element = h("div", { class: "home-segment" }, h("section", { class: "card news-card" },
    h("h2", {}, title),
    note && h("p", { class: "announcement-text", dir: "auto" }, note),
    noted && note && h("p", { class: "row-note" }, text.noted(dateOf(noted))),
    address && awayLink(address, text.openOn(new URL(address).hostname.replace(/^www\./, "")), "button"),
    h("p", { class: "hint" }, text.cardHint)));
  return { element, take: () => {}, onEvent: () => {}, stop: () => {} };
}
