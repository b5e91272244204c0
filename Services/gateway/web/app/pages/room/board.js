// The anonymous board: a form and the newest messages. The client never learns who wrote which.

import { get, send } from "../../api.js";
import { messageForm } from "../../components/messageform.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { unreadDot } from "../../components/reporting.js";
import { complain } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { loadHome } from "../../state.js";
import { hourOf, words } from "../../words/words.js";

/** The time after which a visible board counts as read (ms). */
const readAfter = 4000;
/** The limit on a message shown in full. It fills about four lines on a phone. */
const maxSigns = 180;
const maxLines = 4;

/** The page at /board. */
export function boardPage() {
  const text = words.board;
  const sending = sendingMessages(() => list);
  const write = messageForm(sending);
  // Its place is kept until it is known what its notes say.
  const composer = h("div", { class: "is-coming" }, write.element);
  const unread = h("div", { class: "board-unread" });
  let [board, timer, isOver] = [null, null, false];
  const markButton = h("button", { class: "button quiet-button small", type: "button",
    onclick: () => markRead(true) }, icon("check"), text.markRead);
  const list = pagedList({
    name: "board",
    load: (cursor, ask) => ask("/v1/messages", { limit: 50, cursor }),
    row: messageRow, overlay: sending.above,
    empty: () => empty("🤫", text.empty, board && !board.isGuessable ? text.emptyText : text.emptyHere),
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
      board = found;
      write.show(board);
      composer.className = "";
      list.repaint({ isAnew: false });
    } catch (problem) {
      if (!board) fill(composer);
      if (problem.code !== "no_room") complain(problem);
    }
  }

  // The dots stay until the next visit, unless the person presses the button.
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

  write.show({ isGuessable: false });
  loadBoard();
  list.refresh();
  return {
    name: "board", tab: "board", title: text.title, parent: "/room", body: [composer, unread, list.element],
    refresh: () => Promise.all([list.refresh(), loadBoard()]),
    onEvent: (topic) => {
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

// Messages that are being sent stand above the others; the site puts them into their place. The list may have
// one before its reply is here.
function sendingMessages(listOf) {
  let all = [];
  const isThere = (items, { text, known }) =>
    items.some((item) => !known.has(item.id) && item.text === text.trim());
  const show = (messages) => {
    all = messages;
    listOf().repaint({ isAnew: false });
  };
  return {
    sending: (message) => {
      const known = new Set(listOf().items().map(({ id }) => id));
      show([{ ...message, known, isSending: true }, ...all]);
    },
    ended: async ({ id }, isPosted) => {
      if (isPosted) await listOf().refresh();
      show(all.filter((one) => one.id !== id));
    },
    above: (items) => all.length === 0 ? items : [...all.filter((one) => !isThere(items, one)), ...items],
  };
}

// A short message is shown in full, a longer one by its first lines and a link.
function messageRow(message) {
  const text = words.board;
  if (message.isSending) {
    return h("li", { class: "is-sending" }, h("div", { class: "message" },
      h("p", { class: "message-text quiet" }, beginning(message.text)),
      h("p", { class: "message-foot" }, h("span", {}, text.sending))));
  }
  const foot = h("p", { class: "message-foot" },
    h("span", {}, message.isUnread && unreadDot(), hourOf(message.hour)),
    message.isReported && !message.isHidden && h("span", {}, text.isReported));
  const shown = message.isHidden ? text.hidden : beginning(message.text);
  return h("li", { class: message.isUnread ? "is-unread" : null },
    h("a", { class: "message", href: `/board/${message.id}` },
      h("p", { class: message.isHidden ? "quiet" : "message-text" }, shown,
        !message.isHidden && shown !== message.text && h("span", { class: "message-more" }, text.read)),
      foot));
}

// The first lines, cut between words.
function beginning(text) {
  const lines = text.split("\n").slice(0, maxLines).join("\n");
  const signs = [...lines];
  if (signs.length <= maxSigns) return lines === text ? text : `${lines.trimEnd()} … `;
  const cut = signs.slice(0, maxSigns).join("");
  const end = cut.lastIndexOf(" ");
  return `${(end > maxSigns / 2 ? cut.slice(0, end) : cut).trimEnd()} … `;
}
