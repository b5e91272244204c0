// The anonymous board: write, and the newest messages to tap on. No page of it knows who wrote what.

import { get, send } from "../../api.js";
import { messageForm } from "../../components/messageform.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { unreadDot } from "../../components/reporting.js";
import { complain } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
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
    load: (cursor) => get("/v1/messages", { limit: 50, cursor }),
    row: messageRow,
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

// A short message is read where it stands; of a long one its first lines, and the rest behind a tap.
function messageRow(message) {
  const text = words.board;
  const foot = h("p", { class: "message-foot" },
    h("span", {}, message.isUnread && unreadDot(), hourOf(message.hour)),
    message.isReported && !message.isHidden && h("span", {}, text.isReported));
  if (message.isHidden) {
    return h("li", { class: "message" }, h("p", { class: "quiet" }, text.hidden), foot);
  }
  return h("li", { class: message.isUnread ? "message is-unread" : "message" },
    h("a", { class: "message-link", href: `/board/${message.id}` },
      h("p", { class: "message-text is-preview" }, message.text),
      isLong(message.text) && h("span", { class: "message-more", "aria-hidden": "true" }, text.read)),
    foot);
}

// About what four lines of a phone hold: the style cuts there, this only says so.
function isLong(text) {
  return text.length > 180 || text.split("\n").length > 4;
}
