// The others in the room, who wants to come in, and the code that lets them.

import { get, send } from "../../api.js";
import { avatar, empty, failed, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { loadHome, loadRoommates, state } from "../../state.js";
import { words } from "../../words/words.js";

/** The page at /roommates. */
export function roommatesPage() {
  const text = words.roommates;
  const waiting = h("div", {});
  const people = h("div", {}, state.roommates ? matesList() : skeleton(3));
  const code = h("div", {});
  let isOver = false;

  async function load() {
    try {
      const [, asking, room] = await Promise.all([
        loadRoommates(), get("/v1/room/requests"), get("/v1/room/code"),
      ]);
      if (isOver) return;
      fill(waiting, asking.items.length > 0 && waitingList(asking.items));
      fill(people, matesList());
      fill(code, codeCard(room));
    } catch (problem) {
      if (!isOver) fill(people, failed(problem, load));
    }
  }

  function waitingList(items) {
    return h("section", { class: "card" }, h("h2", {}, text.waiting),
      h("ul", { class: "waiting" }, items.map((one) =>
      h("li", {}, avatar(one.profile.firstName, one.profile.lastName),
        h("span", { class: "waiting-name" }, `${one.profile.firstName} ${one.profile.lastName}`),
        h("button", { class: "button small", type: "button", onclick: () => answer(one, "approve") },
          text.approve),
        h("button", { class: "button small quiet-button", type: "button",
          onclick: () => answer(one, "decline") },
          text.decline)))));
  }

  async function answer(one, choice) {
    try {
      await send("POST", `/v1/room/requests/${one.id}/${choice}`);
      toast(choice === "approve" ? text.approved(one.profile.firstName) : text.declined);
      loadHome().catch(complain);
    } catch (problem) {
      complain(problem);
    }
    load();
  }

  load();
  return {
    name: "roommates", tab: "roommates", title: text.title, body: [waiting, people, code],
    heard: (topic) => {
      if (/member|roommate|join|code|profile|reset/i.test(topic)) load();
    },
    stop: () => {
      isOver = true;
    },
  };
}

function matesList() {
  const text = words.roommates;
  if (state.roommates.length === 0) return empty("🏡", text.empty, text.emptyText);
  return h("ul", { class: "list" }, state.roommates.map(({ profile }) =>
    h("li", { class: "row" },
      h("a", { class: "row-link mate", href: `/roommates/${profile.id}` },
        avatar(profile.firstName, profile.lastName),
        h("span", {},
          h("span", { class: "row-title" }, `${profile.firstName} ${profile.lastName}`),
          h("span", { class: "row-note" },
            [profile.pronouns, profile.concentration].filter(Boolean).join(" · "))),
        icon("next")))));
}

function codeCard(room) {
  const text = words.roommates;
  const own = state.home?.room;
  const place = own ? words.home.room(own.dormName, own.number) : "";
  const share = async () => {
    try {
      if (navigator.share) {
        await navigator.share({ title: words.app, text: text.shareText(place), url: room.link });
      } else {
        await navigator.clipboard.writeText(room.link);
        toast(text.copied);
      }
    } catch (error) {
      // Closing the share sheet is no error.
      if (error.name !== "AbortError") toast(room.link);
    }
  };
  return h("section", { class: "card code-card" }, h("h2", {}, text.code),
    h("p", { class: "code" }, room.code),
    h("p", { class: "quiet" }, text.codeHint),
    h("button", { class: "button quiet-button", type: "button", onclick: share },
      navigator.share ? text.share : text.copy));
}
