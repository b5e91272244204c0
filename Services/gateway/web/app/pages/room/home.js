// The room: its name and the person's, three large buttons, and what comes next. Without a room, the form to
// find one.

import { Problem } from "../../api.js";
import { hasPlace } from "../../apps.js";
import { barWays } from "../../components/barways.js";
import { glance } from "../../components/glance.js";
import { nextEvent } from "../../components/nextevent.js";
import { badge, failed, skeleton } from "../../components/pieces.js";
import { pendingRoom, roomFinder, tellAnswer } from "../../components/roomfinder.js";
import { emoji, fill, h, icon, refill } from "../../dom.js";
import { account, ownHome, state, watch } from "../../state.js";
import { words } from "../../words/words.js";

/** The page at /room. */
export function homePage() {
  // These elements are kept for the life of the page, so that updates don't remove the focus.
  const title = h("h1", {});
  const line = h("p", {});
  const banner = h("div", { class: "banner is-settling" }, h("div", { class: "banner-words" }, title, line),
    barWays("home"));
  const content = h("div", { class: "home-content in-turn" });
  const look = glance();
  const coming = nextEvent();
  const three = h("div", {});
  let shown = "";
  let isMissed = false;
  // The drawing at the banner's end, and the next event, are shown once the page has its length.
  const settle = async (...parts) => {
    await Promise.all(parts);
    banner.classList.remove("is-settling");
  };
  const upcoming = hasPlace("events") ? coming.load() : null;
  const paint = () => {
    const { me, home } = state;
    const awaited = h("span", { class: "bone-word" });
    // The drawing is about as wide as three letters.
    if (me) title.style.setProperty("--letters", words.home.hello(me.firstName).length + 3);
    fill(title, me ? [words.home.hello(me.firstName), "\u00a0", emoji("👋")]
      : isMissed ? words.nav.room : awaited.cloneNode());
    fill(line, home ? place(home) : isMissed ? null : awaited);
    const kind = !home ? "unknown" : home.room ? "room" : home.asked ? "pending" : "none";
    if (kind === "room") refill(three, buttons(home));
    if (kind === "none" || kind === "pending") settle(upcoming);
    if (kind === "pending") refill(content, pendingRoom(home.asked));
    // Keep a half-typed form.
    else if (kind !== shown) {
      if (kind === "room") {
        fill(content, three, look.element);
        settle(look.load(), upcoming);
      } else fill(content, kind === "none" ? roomFinder() : skeleton(3));
    } else if (kind === "room") look.paint();
    shown = kind;
  };
  // The frame asks as well. The page says if nothing came, and asks again.
  const ask = async () => {
    try {
      await Promise.all([account(), ownHome()]);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      isMissed = problem.status !== 401;
      paint();
      if (!state.home && isMissed) refill(content, failed(problem, ask));
    }
  };
  paint();
  ask();
  const unwatch = watch(paint);
  return {
    name: "home", tab: "room", title: words.nav.room, isPlain: true, body: [banner, content, coming.element],
    stop: () => {
      unwatch();
      coming.stop();
    },
    onEvent: (topic, data) => {
      if (topic === "roomhub.join.ended" && state.home?.asked) tellAnswer(state.home.asked, data.isApproved);
      if (shown === "room" && (topic.startsWith("roomhub.task.") || topic === "reset")) look.load();
      if (hasPlace("events") && /^events\.(event|lists)\.|^reset$/.test(topic)) coming.load();
    },
  };
}

function place({ room }) {
  return room ? words.home.room(room.dormName, room.number) : words.home.noRoom;
}

function buttons({ room, badges }) {
  const text = words.home;
  const mates = room.members - 1;
  const news = [
    badges.joinRequests && text.waiting(badges.joinRequests),
    badges.newMembers && text.newMembers(badges.newMembers),
  ].filter(Boolean).join(", ");
  const people = news || (mates ? text.people(mates) : text.alone);
  const tasks = badges.openTasks
    ? [text.open(badges.openTasks), badges.importantTasks > 0 && `, ${text.important(badges.importantTasks)}`]
    : text.nothingOpen;
  const board = badges.unreadMessages ? text.unread(badges.unreadMessages) : text.allRead;
  return h("div", { class: "big-buttons" },
    bigButton("/roommates", "🧑‍🤝‍🧑", text.roommates, people,
      badges.joinRequests + badges.newMembers),
    bigButton("/tasks", "✅", text.tasks, tasks, badges.openTasks),
    bigButton("/board", "💬", text.board, board, badges.unreadMessages));
}

function bigButton(href, sign, title, line, number) {
  return h("a", { class: "big-button", href }, h("span", { class: "big-sign" }, emoji(sign)),
    h("span", { class: "big-words" }, h("strong", {}, title), h("span", { class: "quiet" }, line)),
    number ? h("span", { "aria-hidden": "true" }, badge(number, "")) : null, icon("next"));
}
