// The anonymous board: write, read, report. No page of it knows who wrote what.

import { get, send } from "../../api.js";
import { messageForm } from "../../components/messageform.js";
import { pagedList } from "../../components/list.js";
import { ask, empty } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, spoken } from "../../dom.js";
import { loadHome } from "../../state.js";
import { hourOf, words } from "../../words/words.js";

/** Whoever has looked at the board for so long has read it. */
const readAfter = 4000;

/** The page at /board. */
export function boardPage() {
  const text = words.board;
  const composer = h("div", {});
  const unread = h("div", { class: "board-unread" });
  let board = null;
  let timer = null;
  let isOver = false;
  const markButton = h("button", { class: "bar-link", type: "button", onclick: () => markRead(true) },
    text.markRead);
  const list = pagedList({
    name: "board",
    load: (cursor, ask) => ask("/v1/messages", { limit: 50, cursor }),
    row: (message) => messageRow(message, { report, takeBack }),
    empty: () => empty("🤫", text.empty, text.emptyText),
    onload: (items) => {
      const isNew = items.some(({ isUnread }) => isUnread);
      fill(unread, isNew && markButton);
      clearTimeout(timer);
      if (isNew && !document.hidden) timer = setTimeout(() => markRead(false), readAfter);
    },
  });

  async function loadBoard() {
    try {
      const found = await get("/v1/board");
      if (isOver) return;
      const isSame = board?.members === found.members;
      board = found;
      if (!isSame) fill(composer, messageForm(board, () => list.refresh()));
    } catch (problem) {
      if (problem.code !== "no_room") complain(problem);
    }
  }

  // The dots stay until the next look, unless somebody asks for them to go.
  async function markRead(clearsDots) {
    clearTimeout(timer);
    const items = list.items();
    if (items.length === 0 || !items.some(({ isUnread }) => isUnread)) return;
    const hour = items[0].hour;
    const seen = items.filter((message) => message.hour === hour).length;
    try {
      await send("POST", "/v1/board/read", { hour, seen });
      loadHome().catch(complain);
      if (clearsDots) await list.refresh();
    } catch (problem) {
      if (clearsDots) complain(problem);
    }
  }

  async function report(message) {
    const reason = await ask({
      title: text.reportTitle, text: text.reportText(board?.reportsToHide ?? 2), action: text.report,
      prompt: `${text.reason} (${words.optional})`, isDangerous: true,
    });
    if (reason === null) return;
    try {
      await send("POST", `/v1/messages/${message.id}/report`, reason.trim() ? { reason: reason.trim() } : {});
      toast(text.reported, () => takeBack(message));
      await list.refresh();
    } catch (problem) {
      complain(problem);
    }
  }

  async function takeBack(message) {
    try {
      await send("DELETE", `/v1/messages/${message.id}/report`);
      await list.refresh();
    } catch (problem) {
      complain(problem);
    }
  }

  loadBoard();
  list.refresh();
  return {
    name: "board", tab: "board", title: text.title, action: unread, body: [composer, list.element],
    heard: (topic) => {
      if (topic.startsWith("roomhub.message.") || topic === "reset") list.refresh();
      if (topic.startsWith("roomhub.member.") || topic === "reset") loadBoard();
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      list.stop();
    },
  };
}

function messageRow(message, { report, takeBack }) {
  const text = words.board;
  const foot = h("footer", { class: "message-foot" },
    h("span", {}, message.isUnread && [h("span", { class: "dot", "aria-hidden": "true" }),
      spoken(`${text.unread}, `)],
      hourOf(message.hour)),
    message.isHidden ? null : message.isReported
      ? h("span", {}, text.isReported, " ",
        h("button", { class: "link-button", type: "button", onclick: () => takeBack(message) },
          text.takeBack))
      : h("button", { class: "link-button", type: "button", onclick: () => report(message) }, text.report));
  return h("li", { class: message.isUnread ? "message is-unread" : "message" },
    h("p", { class: message.isHidden ? "quiet" : "message-text" },
      message.isHidden ? text.hidden : message.text),
    foot);
}
