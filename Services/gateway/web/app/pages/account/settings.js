// Settings: the account, and a list of all settings with their current state. Each links to its own page.

import { get, send } from "../../api.js";
import { hasPlace, runs } from "../../apps.js";
import { demoPeople } from "../../components/demo.js";
import { erasingNote } from "../../components/erasing.js";
import { ask, avatar, failed, skeleton } from "../../components/pieces.js";
import { actRow, factRow, linkRow, rowGroup } from "../../components/rows.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, icon } from "../../dom.js";
import { refused, waiting, watchOutbox } from "../../offline/outbox.js";
import { go } from "../../router.js";
import { chosenScheme } from "../../scheme.js";
import { left } from "../../session.js";
import { lists, loadHome, loadMe, loadSite, state, update, watch } from "../../state.js";
import { languageCode, languages, words } from "../../words/words.js";

const details = ["pronouns", "concentration", "hometown", "phone", "languages", "allergies"];

/** The page at /settings. */
export function settingsPage() {
  const body = h("div", { class: "settings" }, skeleton(5));
  const counts = { sessions: null, tokens: null };
  let shown = "";
  const paint = () => {
    const { me, home, site } = state;
    // Every event makes the frame reload its counts. If nothing changed here, keep the elements and the
    // focus.
    const next = JSON.stringify([me, home?.room, site, counts, waiting().length, refused().length]);
    if (!me || next === shown) return;
    shown = next;
    const taps = () => [...body.querySelectorAll("a, button")];
    const focused = taps().find((tap) => tap === document.activeElement);
    fill(body, content(me, home, site, counts));
    if (!focused) return;
    const isSame = (tap) => tap.getAttribute("href") === focused.getAttribute("href")
      && (focused.href || tap.textContent === focused.textContent);
    taps().find(isSame)?.focus({ preventScroll: true });
  };
  const load = async () => {
    try {
      await Promise.all([loadMe(), loadSite()]);
    } catch (problem) {
      if (!state.me) fill(body, failed(problem, load));
    }
  };
  const countOf = async (name, path) => {
    try {
      const { items, next } = await get(path, name === "sessions" ? { limit: 100 } : {});
      counts[name] = next ? `${items.length}+` : items.length;
    } catch {
      // The row stays without its count. Its own page shows the error.
      counts[name] = "";
    }
    paint();
  };
  paint();
  load();
  countOf("sessions", "/v1/sessions");
  countOf("tokens", "/v1/tokens");
  const unwatch = [watch(paint), watchOutbox(paint)];
  return {
    name: "settings", tab: "settings", title: words.settings.title, parent: "/", body,
    onEvent: (topic) => {
      if (topic === "auth.profile.changed" || topic === "reset") load();
    },
    stop: () => unwatch.forEach((stop) => stop()),
  };
}

function content(me, home, site, counts) {
  const text = words.account.hub;
  return [
    person(me, home),
    erasingNote(me),
    rowGroup(text.account, accountRows(me, site, counts)),
    rowGroup(text.app, [
      waitingRow(),
      linkRow({ href: "/settings/alerts", sign: "🔔", title: words.channels.title,
        note: words.channels.note }),
      linkRow({ href: "/settings/look", sign: "🎨", title: words.account.look.title, note: look() }),
    ]),
    rowGroup(words.nav.school, [runs("school") && linkRow({ href: "/school/schedule#choices", sign: "🏫",
      title: text.school, note: text.schoolLine })]),
    rowGroup(words.settings.ownRoom, roomRows(home)),
    rowGroup(text.running, [me.roles.includes("admin")
      && linkRow({ href: "/admin", sign: "🛠️", title: text.admin, note: text.adminLine })]),
    rowGroup(text.safety, [runs("aid")
      && linkRow({ href: "/aid", sign: "⛑️", title: text.aid, note: text.aidLine })]),
    rowGroup(text.about, [
      site && factRow({ sign: "🏫", title: site.name, note: text.site }),
      home?.room
        && linkRow({ href: "/board/privacy", sign: "🎭", title: text.privacy, note: text.privacyLine }),
      linkRow({ href: "/design", sign: "🧱", title: text.design, note: text.designLine }),
      linkRow({ href: "/docs", sign: "🔌", title: text.docs, note: text.docsLine }),
      linkRow({ href: "/credits", sign: "🏷️", title: text.credits, note: text.creditsLine }),
    ]),
    demoPeople(site, me),
    h("button", { class: "button danger-quiet sign-out", type: "button", onclick: signOut },
      words.settings.signOut),
  ];
}

function person(me, home) {
  const room = home?.room;
  const place = room ? words.home.room(room.dormName, room.number) : home && words.home.noRoom;
  return h("a", { class: "card person-card", href: "/settings/profile" },
    avatar(me),
    h("span", { class: "setting-words" },
      h("strong", {}, `${me.firstName} ${me.lastName}`),
      h("span", { class: "row-note" }, me.email),
      place && h("span", { class: "row-note" }, place)), icon("next"));
}

function accountRows(me, site, { sessions, tokens }) {
  const text = words.account;
  const isUnproven = site?.sendsMail && !me.isEmailVerified;
  const filled = details.filter((name) => me[name]?.length).length;
  return [
    linkRow({ href: "/settings/profile", sign: "🙂", title: words.settings.profile,
      note: text.hub.filled(filled, details.length) }),
    linkRow({ href: "/settings/signin", sign: "🔑", title: text.signin.title,
      note: isUnproven ? text.signin.unproven : me.email }),
    linkRow({ href: "/settings/devices", sign: "📱", title: words.settings.sessions,
      note: sessions === null ? text.hub.wait : sessions && text.hub.devices(sessions) }),
    linkRow({ href: "/settings/tokens", sign: "🤖", title: text.tokens.title,
      note: tokens === null ? text.hub.wait
        : tokens ? text.hub.tokens(tokens) : tokens === 0 && text.hub.noTokens }),
    hasPlace("events") && linkRow({ href: "/settings/calendar", sign: "🗓️", title: text.calendar.title,
      note: text.hub.calendar }),
    linkRow({ href: "/settings/data", sign: "📦", title: text.data.title,
      note: me.erases ? text.hub.erasing : text.hub.data }),
  ];
}

function waitingRow() {
  const text = words.account.hub;
  const left = waiting().length;
  const bad = refused().length;
  if (left + bad === 0) return null;
  return linkRow({ href: "/outbox", sign: bad ? "⚠️" : "🕓", title: words.outbox.title,
    note: [left && text.waiting(left), bad && text.refused(bad)].filter(Boolean).join(" · ") });
}

function look() {
  const text = words.account.look;
  const scheme = chosenScheme();
  return `${languages[languageCode]} · ${scheme ? text[scheme] : text.device}`;
}

function roomRows(home) {
  if (!home?.room) return [];
  const { dormName, number, members } = home.room;
  return [
    linkRow({ href: "/roommates", sign: "🏠", title: words.home.room(dormName, number),
      note: members > 1 ? words.home.people(members - 1) : words.home.alone }),
    actRow({ sign: "🚪", title: words.room.leave, isDangerous: true, onclick: leaveRoom }),
  ];
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
    go("/room");
    toast(text.left);
  } catch (problem) {
    complain(problem);
  }
}

async function signOut() {
  const unsent = waiting().length;
  const text = words.account.hub;
  if (unsent > 0) {
    const yes = await ask({ title: text.leaveTitle, text: text.leaveText(unsent),
      action: words.settings.signOut, isDangerous: true });
    if (yes === null) return;
  }
  try {
    await send("POST", "/v1/signout");
  } catch (problem) {
    // The session has already ended.
    if (problem.status !== 401) return complain(problem);
  }
  left();
}
