// Starts the client: who may see which page, and what happens when the session or the network goes.

import { onSignedOut } from "./api.js";
import { failed, skeleton } from "./components/pieces.js";
import { clearToast } from "./components/toast.js";
import { h } from "./dom.js";
import { paintTabs, raise, settle, showInstead, showPage } from "./frame.js";
import * as live from "./live.js";
import { begin, go } from "./router.js";
import { find, load, loaded, loadLikely, notFound, roomless } from "./routes.js";
import * as store from "./state.js";
import { direction, language, words } from "./words/words.js";

/** A page whose module takes longer than this shows that it is on its way. */
const patience = 150;

const offline = h("p", { class: "offline", role: "status", hidden: true }, words.offline);
let current = null;
let turn = 0;
let quiet = null;

async function render({ scroll, focus }) {
  turn += 1;
  const mine = turn;
  const { route, params } = find(location.pathname) ?? { route: notFound, params: {} };
  const isSignedIn = store.seemsSignedIn();
  if (!isSignedIn && !route.open) {
    const next = location.pathname === "/" ? "" : `?next=${encodeURIComponent(location.pathname)}`;
    go(`/signin${next}`, { replace: true });
    return;
  }
  if (isSignedIn && route.guest) {
    go("/", { replace: true });
    return;
  }
  const wanted = instead(route) ?? route;
  let page = loaded(wanted);
  if (!page) {
    const isLate = setTimeout(() => { if (mine === turn) showInstead(skeleton(3)); }, patience);
    try {
      page = await load(wanted);
    } catch {
      if (mine === turn) showInstead(failed({ code: "offline" }, () => render({ scroll, focus })));
      return;
    } finally {
      clearTimeout(isLate);
    }
    if (mine !== turn) return;
  }
  const isFirst = current === null;
  current?.stop?.();
  current = page({ params, focus });
  showPage(current, isSignedIn && !route.open);
  scrollTo(0, scroll);
  if (!isFirst && !focus) settle();
}

// What stands where the page itself can not: the programs refuse, this only says so first.
function instead({ room, roles }) {
  const { home, me } = store.state;
  if (room && home && !home.room) return roomless;
  if (roles && me && !roles.some((role) => me.roles.includes(role))) return notFound;
  return null;
}

/** After a sign-in: the stream opens, the counts are fetched, the page that was wanted is shown. */
async function enter(next = "/") {
  store.rememberSignedIn(true);
  live.start();
  go(next, { replace: true });
  await know();
}

/** After a sign-out, wherever it happened: nothing of the person stays on the screen or in memory. */
function leave() {
  const wasSignedIn = store.seemsSignedIn();
  live.stop();
  clearToast();
  store.forget();
  if (wasSignedIn || !find(location.pathname)?.route.open) go("/signin", { replace: true });
}

async function know() {
  loadLikely();
  try {
    await Promise.all([store.loadMe(), store.loadHome()]);
    if (store.state.home.room) await store.loadRoommates();
  } catch (problem) {
    if (problem.status === 401 || current?.name !== "home") return;
    showInstead(failed(problem, () => {
      render({ scroll: 0, focus: null });
      know();
    }));
  }
}

// Counts follow what happens; many events at once ask once.
function heard(topic, data) {
  if (topic === "connected" || topic === "interrupted") {
    clearTimeout(quiet);
    if (topic === "connected") {
      offline.hidden = true;
      if (!store.state.me) know();
    } else quiet = setTimeout(() => { offline.hidden = false; }, 3000);
    return;
  }
  const isAboutPeople = /member|roommate|profile|reset/.test(topic);
  store.loadHome().then(() => {
    if (isAboutPeople && store.state.home?.room) return store.loadRoommates();
    return null;
  }).catch(() => { offline.hidden = navigator.onLine; });
  current?.heard?.(topic, data);
}

document.documentElement.lang = language;
if (direction === "rtl") document.documentElement.dir = direction;
raise(offline);
onSignedOut(leave);
store.onSignedOutElsewhere(leave);
store.watch(paintTabs);
live.listen(heard);
addEventListener("quad-enter", (event) => enter(event.detail));
addEventListener("quad-leave", leave);
begin(render);
if (store.seemsSignedIn()) {
  live.start();
  know();
}
