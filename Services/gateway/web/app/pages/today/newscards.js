// The cards of unread messages and notifications: how many there are, and the latest.

import { said, watchWording } from "../../components/alertwords.js";
import { emoji, h } from "../../dom.js";
import { setUnread, state } from "../../state.js";
import { hourOf, moment, sentence, words } from "../../words/words.js";
import { Card, lineOf, shortened } from "./card.js";

const latest = { limit: 1 };

export class BoardCard extends Card {
  constructor(changed) {
    super({
      name: "board", title: words.today.cards.board, changed,
      ask: (question) => question("/v1/messages", latest), draw: (found) => this.content(found),
    });
  }

  content({ items: [message] }) {
    const text = words.board;
    const unread = state.home?.badges?.unreadMessages ?? 0;
    this.setQuiet(unread === 0);
    return lineOf({
      href: "/board", sign: h("span", { class: "today-sign" }, emoji("💬")), title: this.title,
      line: message ? (message.isHidden ? text.hidden : shortened(message.text)) : text.empty,
      note: message ? hourOf(message.hour) : words.today.noMessages,
      count: unread, counted: words.home.unread(unread),
    });
  }

  onEvent(topic) {
    if (topic.startsWith("roomhub.message.") || topic === "reset") this.load();
  }
}

export class InboxCard extends Card {
  constructor(changed) {
    super({
      name: "inbox", title: words.today.cards.inbox, changed,
      ask: (question) => question("/v1/inbox", latest), draw: (found) => this.content(found),
    });
    this.unwatch = watchWording(() => this.paint());
  }

  take(found, at) {
    // The reply to the same request gives the count of the bell.
    if (at > 0) setUnread(found.unread);
    super.take(found, at);
  }

  content({ items: [notice], unread: counted }) {
    const text = words.today;
    const unread = state.unread ?? counted ?? 0;
    this.setQuiet(unread === 0);
    const worded = notice && said(notice.text);
    return lineOf({
      href: "/inbox", title: this.title,
      sign: h("span", { class: "today-sign" }, emoji(worded?.sign ?? "🔔")),
      line: worded ? worded.title : words.inbox.empty,
      note: worded ? sentence(moment(notice.at)) : text.noNotices,
      count: unread, counted: words.inbox.unread(unread),
    });
  }

  onEvent(topic) {
    if (/^notifier\.(alert|notice|inbox)\.|^reset$/.test(topic)) this.load();
  }

  stop() {
    super.stop();
    this.unwatch();
  }
}
