// Starts the client: routing by permission, and the handling of lost sessions and lost connections.

import { Problem, onSignedOut, ping } from "./api.js";
import { firstPage, hasPlace, runs } from "./apps.js";
import { addressOf } from "./built.js";
import { onCourseEvent } from "./components/eventcourses.js";
import { failed, skeleton } from "./components/pieces.js";
import { offerUpdate, strip } from "./components/strip.js";
import { clearToast, complain } from "./components/toast.js";
import { closeLoose } from "./covers.js";
import { paintTabs, raise, settle, showInstead, showPage, showTabs } from "./frame.js";
import { keepGuide } from "./guide.js";
import * as live from "./live.js";
import { beginNotices, endNotices, onNotice } from "./notices.js";
import { tidyAnswers } from "./offline/answers.js";
import { dropTyping, keepDrafts, tidyDrafts } from "./offline/drafts.js";
import { lookAgain, missed, network, reached, turnPage, watchNetwork } from "./offline/network.js";
import * as outbox from "./offline/outbox.js";
import { cool, warm } from "./offline/warm.js";
import { lookForUpdate, register, takeUpdate } from "./offline/worker.js";
import { begin, go, openSheetOfAddress } from "./router.js";
import { find, isOutdated, load, loaded, loadLikely, notFound, roomless } from "./routes.js";
import { ended, invitedTo } from "./session.js";
import * as store from "./state.js";
import { direction, language, words } from "./words/words.js";

/** The time after which a page whose module is still loading shows a placeholder (ms). */
const patience = 300;
const firstProbe = 2000;
const streamPatience = 1000;
const maxProbe = 30_000;

let current = null;
/** The route of the shown page, and the address that `/` led to before the site's apps were known. */
let shown = null;
let guessed = null;
let turn = 0;
let asking = null;
/** The address of the shown page, and the module that is fetched after the first one. */
let at = null;
let feel = null;
let wasInterrupted = false;
let wasDown = false;
let wasAmiss = false;
let isUnfinished = false;

async function render({ scroll, focus, isReturn = false, isBack = false, moves = false }) {
  turn += 1;
  const mine = turn;
  const { route, params } = find(location.pathname) ?? { route: notFound, params: {} };
  const isSignedIn = store.seemsSignedIn();
  if (!isSignedIn && !route.open) {
    go(signInPath(), { replace: true });
    return;
  }
  if (isSignedIn && (route.guest || (route.pattern === "/" && firstPage() !== "/"))) {
    guessed = firstPage();
    go(guessed, { replace: true });
    return;
  }
  if (route.roles && !store.state.me) {
    // Without permission not even the page's frame is shown, so wait for the roles. The page itself reports a
    // failure.
    const late = setTimeout(() => { if (mine === turn && !current) showInstead(skeleton(3)); }, patience);
    await store.loadMe().catch(() => {}).finally(() => clearTimeout(late));
    if (mine !== turn) return;
  }
  const wanted = instead(route) ?? route;
  if (wanted.over) {
    openSheetOfAddress(wanted.over);
    return;
  }
  const hasTabs = isSignedIn && (!route.open || Boolean(route.framed));
  if (!current) {
    showTabs(hasTabs);
    widen(wanted);
  }
  let page = loaded(wanted);
  if (!page) {
    const late = setTimeout(() => {
      if (mine !== turn) return;
      moves = false;
      widen(wanted);
      showInstead(skeleton(3));
    }, patience);
    try {
      page = await load(wanted);
    } catch (error) {
      await miss(error, wanted, () => mine === turn, () => render({ scroll, focus, isReturn }));
      return;
    } finally {
      clearTimeout(late);
    }
    if (mine !== turn) return;
  }
  const former = current;
  const isOther = at !== location.pathname;
  const show = () => {
    if (mine !== turn) return null;
    keepDrafts();
    former?.stop?.();
    // A sheet that was opened while this page was on its way belongs to the former one.
    if (former && isOther) closeLoose();
    turnPage();
    shown = wanted;
    current = page({ params, focus, isReturn });
    showPage(current, hasTabs);
    scrollTo(0, scroll);
    if (former && !focus) settle();
    return current;
  };
  const way = { former, from: at, to: location.pathname, isBack, moves };
  at = location.pathname;
  if (feel) feel.turn(show, way);
  else show();
}

// The module of a page can't be loaded.
async function miss(error, wanted, isAwaited, again) {
  // A module that can't be fetched is a TypeError. Any other error is a bug in the module.
  if (!(error instanceof TypeError)) reportError(error);
  if (isAwaited() && await isOutdated(wanted)) {
    keepDrafts();
    location.reload();
  } else if (isAwaited()) showInstead(failed(new Problem({ code: "offline" }), again));
}

// Gives a page its width before its module is there.
function widen({ file, aside }) {
  document.body.dataset.page = file.match(/(\w+)\.js/)[1];
  document.body.classList.toggle("has-aside", Boolean(aside));
}

// The page shown when the site doesn't run the app of the requested one, or the person may not open it. The
// site rejects its requests in any case.
function instead({ place, app, room, roles }) {
  const { home, me } = store.state;
  if ((place && !hasPlace(place)) || (app && !runs(app))) return notFound;
  if (room && home && !home.room) return roomless;
  if (roles && me && !roles.some((role) => me.roles.includes(role))) return notFound;
  return null;
}

/** After a sign-in: opens the stream, fetches the counts, shows the requested page. */
async function enter(next = "/") {
  store.rememberSignedIn();
  live.start();
  // A room named at sign-up is joined on the room's page.
  go(next === "/" && invitedTo()?.isWished ? "/room" : next, { replace: true });
  await know();
  // Only a sign-in needs this module, so other starts don't wait for it.
  let atSignIn;
  try {
    atSignIn = await import(addressOf("/app/components/atsignin.js"));
  } catch (error) {
    // The file may have gone with an upgrade. The next sign-in does this.
    if (!(error instanceof TypeError)) throw error;
    await lookForUpdate();
    return;
  }
  await atSignIn.finishSignIn();
}

// The address of the sign-in page, which leads back to the current page.
function signInPath() {
  const wish = location.pathname + location.search;
  // Several windows may notice the end of a session one after the other: the first way back stays.
  if (location.pathname === "/signin") return wish;
  if (wish === "/" || find(location.pathname)?.route.open) return "/signin";
  return `/signin?next=${encodeURIComponent(wish)}`;
}

/** Removes everything about the person from the screen and from memory. */
function leave(path, { isDeliberate }) {
  live.stop();
  clearToast();
  store.forget({ isDeliberate });
  cool();
  go(path, { replace: true });
}

/** A sign-out also deletes the unsent changes. */
function signOut() {
  outbox.dropAll().catch(reportError);
  endNotices({ isDeliberate: true });
  leave("/signin", { isDeliberate: true });
}

/** Handles a session that ended without a sign-out. Unsent changes stay for when the same person returns. */
function lose() {
  if (store.seemsSignedIn()) {
    loseHere(words.signin.ended, { isDeliberate: false });
  } else if (!find(location.pathname)?.route.open) {
    go(signInPath(), { replace: true });
  }
}

// Another window has signed out or noticed the end of the session.
function follow({ hasEnded }) {
  if (!hasEnded) dropTyping();
  loseHere(hasEnded ? words.signin.ended : words.signin.endedHere, { isDeliberate: !hasEnded });
}

function loseHere(note, how) {
  ended(note, store.state.me?.id);
  outbox.close();
  endNotices({ isDeliberate: false });
  leave(signInPath(), how);
}

async function know() {
  isUnfinished = false;
  store.recall();
  try {
    await loadOwn();
    await outbox.openFor(store.state.me.id);
    beginNotices(store.state.me.id);
    // The first page was shown before it was known if there is a room.
    if (find(location.pathname)?.route.room && !store.state.home?.room) render({ scroll: 0, focus: null });
    if (store.state.home?.room) await store.loadRoommates();
    await knowApps();
    loadLikely();
    warm();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    isUnfinished = problem.status !== 401;
  }
}

// Goes on with a start that failed, once another request has brought the missing part. The page shows the
// failure, because only one button may stand there.
function finish() {
  const { me, home } = store.state;
  if (isUnfinished && me && (home || !hasPlace("room"))) know();
}

// Fetches the account and the room. On a first visit it is not known yet if the site has rooms.
async function loadOwn() {
  const home = hasPlace("room") ? store.loadHome().catch((problem) => problem) : null;
  const [, problem] = await Promise.all([store.loadMe(), home]);
  if (!problem) return;
  if (problem.status === 404) await store.loadSite();
  if (hasPlace("room")) throw problem;
}

// Fetches the site's apps after the first page, which relies on those of the last visit.
async function knowApps() {
  await store.loadSite();
  if (location.pathname === guessed && guessed !== firstPage()) {
    guessed = firstPage();
    go(guessed, { replace: true });
    return;
  }
  const { route } = find(location.pathname) ?? { route: notFound };
  const isPastToday = location.pathname === "/" && firstPage() !== "/";
  const isOther = !route.over && shown !== (instead(route) ?? route);
  if (shown && (isPastToday || isOther)) render({ scroll: 0, focus: null });
}

// Updates the counts after events. Events that arrive together share a request.
function onEvent(topic, data) {
  if (topic === "connected") {
    clearTimeout(asking);
    reached();
    if (wasInterrupted) lookForUpdate();
    wasInterrupted = false;
    if (!store.state.me) know();
    return;
  }
  if (topic === "interrupted") {
    // The stream may have failed alone, the session may have ended, or the site may be down. A request shows
    // which.
    clearTimeout(asking);
    wasInterrupted = true;
    asking = setTimeout(probe, streamPatience);
    return;
  }
  current?.onEvent?.(topic, data);
  if (topic.startsWith("notifier.") || topic === "reset") onNotice(topic, data);
  onCourseEvent(topic);
  const { me } = store.state;
  if (topic === "auth.today.arranged") {
    if (me) store.update({ me: { ...me, today: data.today } });
    return;
  }
  if (topic === "reset" && me) store.loadMe().catch(complainUnlessDown);
  // The frame shows counts of the room.
  if (!/^(roomhub|auth)\.|^reset$/.test(topic) || topic === "auth.site.changed") return;
  if (!hasPlace("room")) return;
  // Events of all dorms arrive, but the frame only names the person's own.
  if (topic.startsWith("roomhub.dorm.") && data.dorm?.id !== store.state.home?.room?.dorm) return;
  const isAboutPeople = /member|roommate|profile|reset/.test(topic);
  store.loadHome().then(() => {
    if (isAboutPeople && store.state.home?.room) return store.loadRoommates();
    return null;
  }).catch(complainUnlessDown);
}

function complainUnlessDown(problem) {
  if (problem.status !== 401 && !network.isDown) complain(problem);
}

// Polls with a small request until Quad can be reached again. If only part of it is down, the page itself
// retries.
function probeLater(pause) {
  setTimeout(() => {
    if (!network.isDown && !network.isOld) return;
    if (!document.hidden) {
      if (network.isDown) probe();
      else if (store.seemsSignedIn()) {
        lookAgain();
        onEvent("reset", null);
      }
    }
    probeLater(Math.min(pause * 2, maxProbe));
  }, pause);
}

// Without a session, only what everybody may read.
function probe() {
  ping(store.seemsSignedIn() ? "/v1/me" : "/v1/site");
}

document.documentElement.lang = language;
if (direction === "rtl") document.documentElement.dir = direction;
raise(strip());
onSignedOut(lose);
store.onSignedOutElsewhere(follow);
store.watch(paintTabs);
store.watch(finish);
live.listen(onEvent);
watchNetwork(() => {
  // An interrupted stream brings what was missed, so data is fetched again only if something was asked for in
  // vain, or the stream noticed nothing. The timeout lets the code that awaits this reply run first, because
  // it may be the sign-out.
  if (wasDown && !network.isDown && (network.lacks || !wasInterrupted)) {
    setTimeout(() => { if (store.seemsSignedIn()) onEvent("reset", null); });
  }
  const isAmiss = network.isDown || network.isOld;
  if (isAmiss && !wasAmiss) probeLater(firstProbe);
  wasDown = network.isDown;
  wasAmiss = isAmiss;
});
outbox.onSent(() => live.publishAll("reset"));
addEventListener("offline", missed);
addEventListener("online", probe);
addEventListener("quad-enter", (event) => enter(event.detail));
addEventListener("quad-leave", signOut);
if (!navigator.onLine) missed();
begin(render);
let known = Promise.resolve();
if (store.seemsSignedIn()) {
  live.start();
  known = know();
}
// The worker fetches all files, which may wait until the first page is there.
known.finally(() => {
  register(() => offerUpdate(takeUpdate));
  keepGuide();
  // Without its file, the client works without shortcuts.
  import(addressOf("/app/shortcuts.js")).then(({ beginShortcuts }) => beginShortcuts(), () => {});
  // Without it everything works, with less motion.
  import(addressOf("/app/feel.js")).then((module) => {
    module.begin(() => current);
    feel = module;
  }, () => {});
});
tidyAnswers();
tidyDrafts();
