// Starts the client: the frame, the routes, and what happens when the session or the network goes.

import { onSignedOut } from "./api.js";
import { clearToast, toastRegion } from "./components/toast.js";
import { badge, failed } from "./components/pieces.js";
import { fill, h, icon } from "./dom.js";
import * as live from "./live.js";
import { boardPage } from "./pages/board.js";
import { completedPage } from "./pages/completed.js";
import { confirmPage } from "./pages/confirm.js";
import { forgotPage } from "./pages/forgot.js";
import { homePage } from "./pages/home.js";
import { joinPage } from "./pages/join.js";
import { notFoundPage, roomlessPage } from "./pages/notfound.js";
import { resetPage } from "./pages/reset.js";
import { roommatePage } from "./pages/roommate.js";
import { roommatesPage } from "./pages/roommates.js";
import { settingsPage } from "./pages/settings.js";
import { signInPage } from "./pages/signin.js";
import { signUpPage } from "./pages/signup.js";
import { taskPage } from "./pages/task.js";
import { editTaskPage, newTaskPage } from "./pages/taskform.js";
import { tasksPage } from "./pages/tasks.js";
import { begin, find, go, route } from "./router.js";
import * as store from "./state.js";
import { language, words } from "./words/words.js";

const open = new Set([signInPage, signUpPage, confirmPage, forgotPage, resetPage, joinPage]);
const inRoom = new Set([
  tasksPage, newTaskPage, taskPage, editTaskPage, completedPage, boardPage, roommatesPage, roommatePage,
]);
const forGuests = new Set([signInPage, signUpPage]);
const tabs = [
  ["/", "home", "home", () => null],
  ["/tasks", "tasks", "tasks", (home) => {
    const open = home?.badges?.openTasks;
    return badge(open, words.home.open(open ?? 0));
  }],
  ["/board", "board", "board", (home) => {
    const unread = home?.badges?.unreadMessages;
    return badge(unread, words.home.unread(unread ?? 0));
  }],
  ["/roommates", "roommates", "people", (home) => {
    const waiting = home?.badges?.joinRequests;
    return badge(waiting, words.home.waiting(waiting ?? 0));
  }],
  ["/settings", "settings", "settings", () => null],
];

const bar = h("header", { class: "bar" });
const main = h("main", { id: "main", tabindex: "-1" });
const nav = h("nav", { class: "tabs", "aria-label": words.nav.label });
const offline = h("p", { class: "offline", role: "status", hidden: true }, words.offline);
let current = null;
let quiet = null;

route("/", homePage);
route("/signin", signInPage);
route("/signup", signUpPage);
route("/join", joinPage);
route("/confirm", confirmPage);
route("/forgot", forgotPage);
route("/reset", resetPage);
route("/tasks", tasksPage);
route("/tasks/new", newTaskPage);
route("/tasks/:id", taskPage);
route("/tasks/:id/edit", editTaskPage);
route("/completed", completedPage);
route("/board", boardPage);
route("/roommates", roommatesPage);
route("/roommates/:id", roommatePage);
route("/settings", settingsPage);

function render({ scroll, focus }) {
  const found = find(location.pathname) ?? { page: notFoundPage, params: {} };
  const isSignedIn = store.seemsSignedIn();
  if (!isSignedIn && !open.has(found.page)) {
    const next = location.pathname === "/" ? "" : `?next=${encodeURIComponent(location.pathname)}`;
    go(`/signin${next}`, { replace: true });
    return;
  }
  if (isSignedIn && forGuests.has(found.page)) {
    go("/", { replace: true });
    return;
  }
  const isFirst = current === null;
  current?.stop?.();
  const isShut = inRoom.has(found.page) && store.state.home && !store.state.home.room;
  current = (isShut ? roomlessPage : found.page)({ params: found.params, focus });
  frame(current, isSignedIn && !open.has(found.page));
  scrollTo(0, scroll);
  if (!isFirst && !focus) settle();
}

// The new page's heading is read out, and the keyboard goes on from there.
function settle() {
  const heading = bar.querySelector("h1") ?? main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  (main.querySelector("[autofocus]") ?? heading ?? main).focus({ preventScroll: true });
}

// The bar above a page: the way back, its title, its one action.
function frame(page, hasTabs) {
  document.title = page.title ? `${page.title} · ${words.app}` : words.app;
  document.body.classList.toggle("signed-in", hasTabs);
  document.body.dataset.page = page.name ?? "";
  fill(bar,
    page.parent && h("a", { class: "bar-back", href: page.parent, "data-back": "", "aria-label": words.back },
      icon("back")),
    page.isPlain ? null : h("h1", {}, page.title), page.action);
  bar.hidden = Boolean(page.isPlain) && !page.parent;
  fill(main, page.body);
  nav.hidden = !hasTabs;
  paintTabs();
}

function paintTabs() {
  const home = store.state.home;
  fill(nav, h("p", { class: "brand", "aria-hidden": "true" }, words.app),
    tabs.map(([href, name, sign, mark]) =>
    h("a", { href, class: `tab tab-${name}`, "aria-current": current?.tab === name ? "page" : null },
      h("span", { class: "tab-sign" }, icon(sign), home?.room ? mark(home) : null),
      h("span", { class: "tab-word" }, words.nav[name]))));
}

/** After a sign-in: the stream opens, the counts are fetched, the page that was wanted is shown. */
export async function enter(next = "/") {
  store.rememberSignedIn(true);
  live.start();
  go(next, { replace: true });
  await know();
}

/** After a sign-out, wherever it happened: nothing of the person stays on the screen or in memory. */
export function leave() {
  const wasSignedIn = store.seemsSignedIn();
  live.stop();
  clearToast();
  store.forget();
  if (wasSignedIn || !open.has(find(location.pathname)?.page)) go("/signin", { replace: true });
}

async function know() {
  try {
    await Promise.all([store.loadMe(), store.loadHome()]);
    if (store.state.home.room) await store.loadRoommates();
  } catch (problem) {
    if (problem.status === 401 || current?.name !== "home") return;
    fill(main, failed(problem, () => {
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
fill(document.getElementById("app"),
  h("a", { class: "skip", href: "#main", onclick: (event) => {
    event.preventDefault();
    main.focus();
  } }, words.skip),
  h("div", { class: "page" }, offline, bar, main), nav, toastRegion());
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
