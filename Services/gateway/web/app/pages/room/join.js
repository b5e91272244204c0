// The page of a room code link: shows the room and what prevents joining it.

import { get, send } from "../../api.js";
import { placeIn } from "../../components/invitation.js";
import { failed, skeleton } from "../../components/pieces.js";
import { toast } from "../../components/toast.js";
import { welcome } from "../../components/welcome.js";
import { emoji, fill, h } from "../../dom.js";
import { go } from "../../router.js";
import { invitedTo, rememberInvited } from "../../session.js";
import { loadHome, loadRoommates, seemsSignedIn, state, watch } from "../../state.js";
import { explain, words } from "../../words/words.js";

/** The page at /join. The room is stored while the person signs up or in. */
export function joinPage() {
  const text = words.join;
  const linked = placeIn(location.hash);
  if (linked) rememberInvited(linked);
  // Keep the code out of the address bar and the history.
  if (location.hash) history.replaceState(history.state, "", "/join");
  const place = linked ?? invitedTo();
  const body = h("div", {}, skeleton(2));
  let unwatch = () => {};
  let isOver = false;
  const stop = () => {
    isOver = true;
    unwatch();
  };
  const page = { name: "join", title: text.title, isPlain: true, body, stop };
  if (!place?.code) {
    fill(body, welcome("🧭", text.badTitle, text.bad, homeLink(words.room.toHome)));
    return page;
  }
  let shown = "";
  const paint = () => {
    if (seemsSignedIn() && !state.home) return;
    const kind = JSON.stringify([name, state.home?.room?.id, state.home?.asked]);
    // Errors stay until something changes.
    if (kind === shown) return;
    shown = kind;
    fill(body, seemsSignedIn() ? signedIn(place, name, stop) : signedOut(name));
  };
  let name = null;
  const load = async () => {
    try {
      const [dorm] = await Promise.all([dormNamed(place.dorm), seemsSignedIn() && !state.home && loadHome()]);
      if (isOver) return;
      if (!dorm) {
        rememberInvited(null);
        fill(body, welcome("🧭", text.badTitle, text.noDorm, homeLink(words.room.toHome)));
        return;
      }
      name = words.home.room(dorm.name, place.number);
      unwatch = watch(paint);
      paint();
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  load();
  return page;
}

function homeLink(label) {
  return h("a", { class: "button", href: "/room" }, label);
}

function signedOut(name) {
  const text = words.join;
  return welcome("💌", text.invited(name), text.guest,
    h("a", { class: "button", href: "/signup" }, words.signup.submit),
    h("a", { class: "button quiet-button", href: "/signin?next=/join" }, text.haveAccount));
}

function signedIn(place, name, stop) {
  const text = words.join;
  const { room, asked } = state.home;
  const own = room && words.home.room(room.dormName, room.number);
  if (room && room.dorm === place.dorm && room.number === place.number.toUpperCase()) {
    rememberInvited(null);
    return welcome("🏡", text.isIn(name), null, homeLink(text.toRoom));
  }
  if (room) {
    return welcome("🚪", text.elsewhere(own), text.leaveFirst(own, name),
      h("a", { class: "button", href: "/settings" }, text.toSettings),
      h("button", { class: "button quiet-button", type: "button", onclick: () => forget() }, text.stay(own)));
  }
  const trouble = h("div", { class: "trouble", role: "alert" });
  const enter = h("button", { class: "button", type: "button", onclick: () => join(place) },
    text.enter(name));
  const waits = asked && h("p", { class: "quiet" },
    text.waits(words.home.room(asked.dormName, asked.number)));
  return welcome("💌", text.invited(name), text.member, waits, trouble, enter,
    h("button", { class: "button quiet-button", type: "button", onclick: () => forget() }, text.later));

  async function join(entered) {
    enter.setAttribute("aria-busy", "true");
    try {
      const { state: found } = await send("POST", "/v1/room/join", entered);
      rememberInvited(null);
      stop();
      await loadHome();
      if (found === "joined") await loadRoommates();
      go("/room", { replace: true });
      if (found === "joined") toast(words.room.welcome(name));
    } catch (problem) {
      fill(trouble, h("p", { class: "warning" }, emoji(problem.code === "room_full" ? "🈵" : "🔑"), " ",
        text.troubles[problem.code] ?? explain(problem)), askInstead(problem));
      if (problem.code === "already_in_room") await loadHome().catch(() => {});
      trouble.querySelector("button")?.focus();
    } finally {
      enter.removeAttribute("aria-busy");
    }
  }

  // An outdated code still names the room, so its members can be asked.
  function askInstead({ code }) {
    if (code !== "join_code_wrong" && code !== "join_code_bad") return null;
    enter.hidden = true;
    return h("button", { class: "button ask-instead", type: "button",
      onclick: () => join({ dorm: place.dorm, number: place.number }) }, text.ask);
  }
}

function forget() {
  rememberInvited(null);
  go("/room", { replace: true });
}

// The dorm with this id, or null.
async function dormNamed(id) {
  let cursor = null;
  do {
    const page = await get("/v1/dorms", { limit: 100, cursor });
    const found = page.items.find((dorm) => dorm.id === id);
    if (found) return found;
    cursor = page.next;
  } while (cursor);
  return null;
}
