// Settings: the profile and who sees it, where one is signed in, the room, the way out.

import { send } from "../../api.js";
import { ask, failed, skeleton } from "../../components/pieces.js";
import { profileForm } from "../../components/profileform.js";
import { sessionList } from "../../components/sessions.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { go } from "../../router.js";
import { left } from "../../session.js";
import { lists, loadHome, loadMe, state, update, watch } from "../../state.js";
import { words } from "../../words/words.js";

/** The page at /settings. */
export function settingsPage() {
  const text = words.settings;
  const profile = h("div", {}, skeleton(3));
  const room = h("div", {});
  const sessions = sessionList();

  const load = async (note = null) => {
    try {
      const me = await loadMe();
      fill(profile, note && h("p", { class: "alert", role: "alert" }, note), profileForm(me, load));
    } catch (problem) {
      fill(profile, failed(problem, () => load()));
    }
  };

  const paintRoom = () => {
    const own = state.home?.room;
    fill(room, own && h("section", { class: "card" }, h("h2", {}, text.ownRoom),
      h("p", {}, words.home.room(own.dormName, own.number)),
      h("button", { class: "button danger-quiet", type: "button", onclick: leaveRoom }, words.room.leave)));
  };

  load();
  paintRoom();
  const unwatch = watch(paintRoom);
  return {
    name: "settings", tab: "settings", title: text.title, parent: "/",
    body: [
      h("section", { class: "card" }, h("h2", {}, text.profile),
        h("p", { class: "quiet" }, text.profileHint), profile),
      room,
      h("section", { class: "card" }, h("h2", {}, text.sessions), sessions.element),
      h("button", { class: "button danger-quiet sign-out", type: "button", onclick: signOut }, text.signOut),
    ],
    stop: () => {
      unwatch();
      sessions.stop();
    },
  };
}

async function leaveRoom() {
  const text = words.room;
  const yes = await ask({ title: text.leaveTitle, text: text.leaveText, action: text.leave,
    isDangerous: true });
  if (yes === null) return;
  try {
    await send("POST", "/v1/room/leave");
    lists.clear();
    update({ roommates: null });
    await loadHome();
    go("/");
    toast(text.left);
  } catch (problem) {
    complain(problem);
  }
}

async function signOut() {
  try {
    await send("POST", "/v1/signout");
    left();
  } catch (problem) {
    if (problem.status !== 401) complain(problem);
  }
}
