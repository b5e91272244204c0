// The roommates, the pending join requests, and the room's code.

import { get, send } from "../../api.js";
import { avatar, empty, failed, skeleton } from "../../components/pieces.js";
import { codeCard } from "../../components/roomcode.js";
import { isNewHere, newMark } from "../../components/newcomer.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { loadHome, loadRoommates, state } from "../../state.js";
import { moment, sentence, words } from "../../words/words.js";

/** The page at /roommates. */
export function roommatesPage() {
  const text = words.roommates;
  // Somebody who asks to join stands above the others.
  const isKnown = state.roommates && state.home && !state.home.badges?.joinRequests;
  const waiting = h("div", { class: "in-turn" }, !isKnown && skeleton(3));
  const people = h("div", { class: "in-turn" }, isKnown && matesList());
  const code = h("div", { class: "in-turn" });
  let isOver = false;
  let shownCode = null;

  async function load() {
    try {
      const [, asking, room] = await Promise.all([
        loadRoommates(), get("/v1/room/requests"), get("/v1/room/code"),
      ]);
      if (isOver) return;
      fill(waiting, asking.items.length > 0 && waitingList(asking.items, answer));
      fill(people, matesList());
      showCode(room);
    } catch (problem) {
      if (isOver) return;
      fill(waiting);
      fill(people, failed(problem, load));
    }
  }

  // Only rendered again after changes, so that its buttons keep the focus.
  function showCode(room) {
    const { members, capacity } = state.home?.room ?? {};
    const now = JSON.stringify([room.link, members, capacity]);
    if (now === shownCode) return;
    shownCode = now;
    fill(code, codeCard(room, showCode));
  }

  async function answer(one, choice) {
    try {
      await send("POST", `/v1/room/requests/${one.id}/${choice}`);
      toast(choice === "approve" ? text.approved(one.profile.firstName) : text.declined);
    } catch (problem) {
      // Another member was faster. The next list shows the outcome.
      if (problem.code === "not_found") toast(text.answered);
      else complain(problem);
    }
    await loadHome().catch(complain);
    load();
  }

  load();
  return {
    name: "roommates", tab: "roommates", title: text.title, parent: "/room", body: [waiting, people, code],
    onEvent: (topic) => {
      if (/^roomhub\.(member|roommate|join|room)\.|^auth\.profile\.|^reset$/.test(topic)) load();
    },
    stop: () => {
      isOver = true;
    },
  };
}

function waitingList(items, answer) {
  const text = words.roommates;
  const own = state.home?.room;
  const isFull = own && own.members >= own.capacity;
  return h("section", { class: "card waiting-card" }, h("h2", {}, text.waiting),
    isFull && h("p", { class: "warning" }, text.waitingFull),
    h("ul", { class: "waiting" }, items.map((one) => h("li", {},
      avatar(one.profile),
      h("span", { class: "waiting-name" },
        h("span", { class: "row-title" }, fullName(one.profile)),
        h("span", { class: "row-note" },
          sentence([one.profile.concentration, text.asked(moment(one.asked))].filter(Boolean).join(" · ")))),
      h("span", { class: "waiting-answers" },
        h("button", { class: "button small", type: "button",
          "aria-label": text.letIn(fullName(one.profile)), onclick: () => answer(one, "approve"),
        }, text.approve),
        h("button", { class: "button small quiet-button", type: "button",
          "aria-label": text.turnAway(fullName(one.profile)), onclick: () => answer(one, "decline"),
        }, text.decline))))));
}

function fullName({ firstName, lastName }) {
  return `${firstName} ${lastName}`;
}

function matesList() {
  const text = words.roommates;
  if (state.roommates.length === 0) return empty("🏡", text.empty, text.emptyText);
  return h("ul", { class: "list" }, state.roommates.map(({ profile, joined }) =>
    h("li", { class: "row" },
      h("a", { class: "row-link mate", href: `/roommates/${profile.id}` },
        avatar(profile),
        h("span", {},
          h("span", { class: "row-title" }, fullName(profile), isNewHere(joined) && newMark()),
          h("span", { class: "row-note" },
            [profile.pronouns, profile.concentration].filter(Boolean).join(" · "))),
        icon("next")))));
}
