// The anonymous board: a form and the newest messages. The client never learns who wrote which.

import { Problem, get, send } from "../../api.js";
import { messageForm } from "../../components/messageform.js";
import { pagedList } from "../../components/list.js";
import { empty, failed } from "../../components/pieces.js";
import { unreadDot } from "../../components/reporting.js";
import { complain } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { loadHome, sharing } from "../../state.js";
import { hourOf, words } from "../../words/words.js";

/** The time after which a visible board counts as read (ms). */
const readAfter = 4000;
/** The limit on a message shown in full. It fills about four lines on a phone. */
const maxSigns = 180;
const maxLines = 4;

/** The page at /board. */
export function boardPage() {
  const [text, sending] = [words.board, sendingMessages(() => list)];
  const write = messageForm(sending);
  // Its place is kept until it is known what its notes say.
  const composer = h("div", { class: "is-coming" }, write.element);
  const unread = h("div", { class: "board-unread" });
  const above = formAbove(composer, write, () => list);
  let timer = null;
  const markButton = h("button", { class: "button quiet-button small", type: "button",
    onclick: () => markRead(true) }, icon("check"), text.markRead);
  const list = pagedList({
    name: "board",
    load: (cursor, ask) => ask("/v1/messages", { limit: 50, cursor }),
    row: messageRow, overlay: sending.above,
    empty: () => empty("🤫", text.empty,
      above.board && !above.board.isGuessable ? text.emptyText : text.emptyHere),
    onload: (items) => {
      if (above.hasFailed) above.load();
      const isNew = items.some(({ isUnread }) => isUnread);
      fill(unread, sending.above(items).some(({ isUnread }) => isUnread) && markButton);
      clearTimeout(timer);
      if (isNew && !document.hidden) timer = setTimeout(() => markRead(false), readAfter);
    },
  });

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
  above.load();
  list.refresh();
  return {
    name: "board", tab: "board", title: text.title, parent: "/room", body: [composer, unread, list.element],
    refresh: () => Promise.all([list.refresh(), above.load()]),
    onEvent: (topic) => {
      if (topic.startsWith("roomhub.message.") || topic === "reset") list.refresh();
      if (topic.startsWith("roomhub.member.") || topic === "reset") above.load();
    },
    stop: () => {
      above.isOver = true;
      write.stop();
      clearTimeout(timer);
      list.stop();
    },
  };
}

// The form with its notes, which depend on the board. `load()` fetches that.
function formAbove(composer, write, listOf) {
  const above = { board: null, hasFailed: false, isOver: false };
  above.load = sharing(async () => {
    try {
      const board = await get("/v1/board");
      if (above.isOver) return;
      Object.assign(above, { board, hasFailed: false });
      write.show(board);
      composer.className = "";
      if (write.element.parentNode !== composer) fill(composer, write.element);
      listOf().repaint({ isAnew: false });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      await listOf().refreshing;
      if (above.isOver) return;
      above.hasFailed = true;
      // The list has the button for both if it failed, too.
      const { isFailed } = listOf();
      if (above.board && !isFailed) complain(problem);
      if (above.board) return;
      composer.className = "";
      fill(composer, !isFailed && failed(problem, above.load));
    }
  });
  return above;
}

// Messages that are being sent stand above the others; the site puts them into their place. The list may have
// one before its reply is here. For the site the whole hour of a new message is unread, because it doesn't
// know who wrote it. This page does as long as it is open, and shows what was read before as read.
function sendingMessages(listOf) {
  let all = [];
  const read = new Set();
  const isSame = ({ text, known }, item) => !known.has(item.id) && item.text === text.trim();
  const isOwn = (item) => read.has(item.id) || all.some((one) => isSame(one, item));
  const show = (messages) => {
    all = messages;
    listOf().repaint({ isAnew: false });
  };
  return {
    held: (message, hold) => {
      const known = new Set(listOf().items().map(({ id }) => id));
      show([{ ...message, known, isSending: true, hold }, ...all]);
    },
    sending: ({ id }) => {
      for (const item of listOf().items()) if (!item.isUnread) read.add(item.id);
      show(all.map((one) => one.id === id ? { ...one, hold: null } : one));
    },
    ended: async ({ id }, posted) => {
      if (posted) {
        read.add(posted.id);
        await listOf().refresh();
      }
      show(all.filter((one) => one.id !== id));
    },
    above: (items) => [...all.filter((one) => !items.some((item) => isSame(one, item))),
      ...items.map((item) => item.isUnread && isOwn(item) ? { ...item, isUnread: false } : item)],
  };
}

// A short message is shown in full, a longer one by its first lines and a link.
function messageRow(message) {
  const text = words.board;
  if (message.isSending) {
    return h("li", { class: message.hold ? null : "is-sending" }, h("div", { class: "message" },
      h("p", { class: "message-text quiet" }, beginning(message.text)),
      h("p", { class: "message-foot" }, h("span", {}, message.hold ? text.held : text.sending),
        message.hold && undoButton(message.hold))));
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

// The time stands still while somebody is at the button.
function undoButton(hold) {
  const button = h("button", { class: "link-button", type: "button", onclick: () => hold.undo() },
    words.undo);
  for (const type of ["pointerenter", "focusin"]) button.addEventListener(type, () => hold.pause());
  for (const type of ["pointerleave", "focusout"]) button.addEventListener(type, () => hold.resume());
  return button;
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
