// The inbox: notices by day, newest first. A tap opens the subject of a notice.

import { Problem, get, send } from "../../api.js";
import { ownMoment, placeOf, said, watchWording } from "../../components/alertwords.js";
import { sleepingBell } from "../../components/alertdrawings.js";
import { pagedList } from "../../components/list.js";
import { openNotice } from "../../components/noticesheet.js";
import { label } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { emoji, fill, h, icon, spoken } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { isUnreachable } from "../../offline/network.js";
import { setUnread } from "../../state.js";
import { dayOf, sentence, timeOf, words } from "../../words/words.js";

const pageSize = 50;
const undoStays = 10_000;

/** The page at /inbox. */
export function inboxPage({ isReturn }) {
  const text = words.inbox;
  // Their place is kept while it is unknown if there is anything.
  const tools = h("div", { class: "inbox-tools" },
    h("button", { class: "button quiet-button small", type: "button", disabled: true,
      onclick: () => acts.readAll() }, icon("check"), text.readAll),
    h("button", { class: "button danger-quiet small", type: "button", disabled: true,
      onclick: () => acts.clear() }, icon("trash"), text.clear));
  const next = h("div", {});
  let isOver = false;

  const list = pagedList({
    name: "inbox", isReturn,
    load: (cursor, ask) => ask("/v1/inbox", { limit: pageSize, cursor }),
    row: (notice) => row(notice, { open: () => open(notice), read: (isRead) => acts.mark(notice, isRead) }),
    heading: ({ at }) => sentence(dayOf(at)),
    empty: () => {
      loadNext();
      return h("div", { class: "empty" }, sleepingBell(), h("h2", {}, text.empty),
        h("p", { class: "quiet" }, text.emptyText), next);
    },
    onload: (items) => {
      tools.hidden = items.length === 0;
      tools.firstChild.disabled = !items.some(({ read }) => !read);
      tools.lastChild.disabled = false;
    },
  });

  // An empty inbox shows the next scheduled alert.
  async function loadNext() {
    try {
      const { items: [soonest] } = await get("/v1/alerts", { limit: 1 });
      if (isOver || !soonest) return;
      fill(next, h("a", { class: "button quiet-button", href: "/alerts" },
        text.nextUp(said(soonest.text).title, ownMoment(soonest.at))));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The alert is optional.
    }
  }

  const open = (notice) => openNotice(notice, {
    read: (isRead) => acts.mark(notice, isRead), changed: () => list.refresh(),
  });

  const acts = new InboxActs(list, () => isOver);
  list.refresh();
  const unwatch = watchWording(() => list.repaint());
  return {
    name: "inbox", tab: "inbox", title: text.title, parent: "/",
    action: h("a", { class: "bar-icon", href: "/settings/alerts", "aria-label": text.channels },
      icon("settings")),
    body: [
      h("a", { class: "card coming-card", href: "/alerts" }, h("span", { class: "setting-sign" }, emoji("⏳")),
        h("span", { class: "setting-words" }, h("strong", {}, text.toCome),
          h("span", { class: "row-note" }, text.toComeNote)), icon("next")),
      tools, list.element,
    ],
    refresh: () => list.refresh(),
    onEvent: (topic) => {
      if (/^notifier\.(alert|notice|inbox)\.|^reset$/.test(topic)) list.refresh();
    },
    stop: () => {
      isOver = true;
      unwatch();
      list.stop();
    },
  };
}

/** The changes to the list. Each shows at once; the former state returns if the site rejects it. */
class InboxActs {
  constructor(list, isOver) {
    this.list = list;
    this.isOver = isOver;
  }

  // The reply brings the count.
  async mark(notice, isRead) {
    if (Boolean(notice.read) === isRead) return;
    const read = isRead ? new Date().toISOString() : undefined;
    this.list.change((items) => items.map((one) => one.id === notice.id ? { ...one, read } : one));
    try {
      const { unread } = await send(isRead ? "PUT" : "DELETE", `/v1/inbox/${notice.id}/read`);
      setUnread(unread);
    } catch (problem) {
      // Don't block the way to the notice's page. The notice stays unread until the next visit.
      if (!isUnreachable(problem) && problem.code !== "not_found") complain(problem);
    }
    if (!this.isOver()) await this.list.refresh();
  }

  async readAll() {
    const former = this.list.items();
    const [newest] = former;
    if (!newest) return;
    const read = new Date().toISOString();
    this.list.change((items) => items.map((one) => one.read ? one : { ...one, read }));
    try {
      const { unread } = await send("POST", "/v1/inbox/read", { upTo: newest.id });
      setUnread(unread);
    } catch (problem) {
      this.list.change(() => former);
      complain(problem);
    }
    await this.list.refresh();
    keepFocus();
  }

  async clear() {
    const former = this.list.items();
    this.list.change(() => []);
    try {
      const { cleared } = await send("POST", "/v1/inbox/clear");
      setUnread(0);
      toast(words.inbox.cleared(cleared), () => this.restore(), undoStays);
    } catch (problem) {
      this.list.change(() => former);
      complain(problem);
    }
    await this.list.refresh();
    keepFocus();
  }

  async restore() {
    try {
      const { unread } = await send("POST", "/v1/inbox/restore");
      setUnread(unread);
      toast(words.inbox.restored);
    } catch (problem) {
      complain(problem);
    }
    if (!this.isOver()) await this.list.refresh();
  }
}

function row(notice, { open, read }) {
  const text = words.inbox;
  const { sign, title, note } = said(notice.text);
  const place = placeOf(notice);
  const isUnread = !notice.read;
  const inside = [
    h("span", { class: "setting-sign" }, emoji(sign)),
    h("span", { class: "setting-words" },
      h("span", { class: "row-title" }, isUnread && [h("span", { class: "dot", "aria-hidden": "true" }),
        spoken(`${text.isUnread}, `)], title),
      note && h("span", { class: "row-note" }, note),
      h("span", { class: "row-note notice-when" }, timeOf(notice.at),
        notice.kind === "late" && label(text.late, "caution"),
        notice.kind === "missed" && label(text.missed, "caution"),
        notice.snoozedUntil && label(text.again(ownMoment(notice.snoozedUntil))))),
  ];
  return h("li", { class: isUnread ? "row setting is-unread" : "row setting" },
    place ? h("a", { class: "setting-tap", href: place, onclick: () => read(true) }, inside)
      : h("button", { class: "setting-tap", type: "button", onclick: () => { read(true); open(); } }, inside),
    h("button", { class: "row-icon", type: "button", "aria-label": text.more(title), onclick: open },
      icon("dots")));
}
