// One message of the board in full. It can only be reported.

import { get } from "../../api.js";
import { failed, skeleton } from "../../components/pieces.js";
import { report, takeBack, unreadDot } from "../../components/reporting.js";
import { emoji, fill, h } from "../../dom.js";
import { lists } from "../../state.js";
import { hourOf, words } from "../../words/words.js";

/** The default number of reports that hide a message, used until the room's own number is loaded. */
const usualReports = 2;

/** The page at /board/:id. */
export function messagePage({ params }) {
  const body = h("div", {});
  let message = lists.get("board")?.items.find(({ id }) => id === params.id) ?? null;
  let reportsToHide = usualReports;
  let isOver = false;

  const paint = () => fill(body, message ? card(message, { vote, withdraw }) : skeleton(2));
  async function load() {
    try {
      [message, { reportsToHide }] = await Promise.all([
        get(`/v1/messages/${encodeURIComponent(params.id)}`), get("/v1/board"),
      ]);
      if (!isOver) paint();
    } catch (problem) {
      if (!isOver && (!message || problem.status === 404)) fill(body, failed(problem, load));
    }
  }

  function vote() {
    report(message, reportsToHide, load);
  }

  function withdraw() {
    takeBack(message, load);
  }

  paint();
  load();
  return {
    name: "message", tab: "board", title: words.board.one, parent: "/board", body,
    onEvent: (topic, data) => {
      if (topic === "reset" || (topic === "roomhub.message.hidden" && data.message === params.id)) load();
    },
    stop: () => {
      isOver = true;
    },
  };
}

function card(message, { vote, withdraw }) {
  const text = words.board;
  const hour = h("p", { class: "quiet" }, message.isUnread && unreadDot(), hourOf(message.hour));
  if (message.isHidden) {
    return h("article", { class: "card letter" },
      h("p", { class: "letter-hidden" }, emoji("🫥"), " ", text.hidden),
      h("p", { class: "quiet" }, text.hiddenWhy), hour);
  }
  return [
    h("article", { class: "card letter" }, h("p", { class: "message-text" }, message.text), hour),
    h("div", { class: "letter-foot" },
      h("p", { class: "hint" }, emoji("🎭"), " ", text.privacy, " ",
        h("a", { href: "/board/privacy" }, text.toPrivacy)),
      message.isReported
        ? h("p", { class: "letter-report" }, h("span", { class: "quiet" }, text.isReported),
          h("button", { class: "link-button", type: "button", onclick: withdraw }, text.takeBack))
        : h("button", { class: "link-button", type: "button", onclick: vote }, text.reportThis)),
  ];
}
