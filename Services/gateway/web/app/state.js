// State that several pages share, such as the account, the home counts and the roommates. Cleared at
// sign-out.

import { Problem, exchange, get, lastSeen } from "./api.js";
import { hasPlace, setApps } from "./apps.js";
import { dropEarly } from "./early.js";
import { forgetAnswers } from "./offline/answers.js";
import { forgetTexts } from "./recenttexts.js";

const flag = "quad.signedIn";
/** The limit on requests for one value that changes during each of them. */
const maxTries = 3;
const watchers = new Set();
/** The sign-in flag if storage is blocked. */
let inMemory = "unknown";
let era = 0;
let unreadTurn = 0;
let loadingMe = null;
let loadingHome = null;

/** The shared state. `unread` is the number of unread notices, or null until it is known. */
export const state = { me: null, home: null, roommates: null, courses: null, site: null, unread: null };

/** Lists as last shown, so that going back shows them immediately. */
export const lists = new Map();

/** Calls `watcher` after each change. Returns the function that unsubscribes. */
export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls `watcher` when the roommates or their names change. Returns the function that unsubscribes. */
export const watchRoommates = (watcher) => watchPart(() => state.roommates, watcher);

/**
 * Calls `watcher` when the person's courses or their names change. Returns the function that unsubscribes.
 */
export const watchCourses = (watcher) => watchPart(() => state.courses, watcher);

/** Calls `watcher` when it becomes known who is signed in. Returns the function that unsubscribes. */
export const watchPerson = (watcher) => watchPart(() => state.me?.id, watcher);

/**
 * Calls `watcher` when the time zone of the person's profile changes or becomes known. Returns the function
 * that unsubscribes.
 */
export const watchZone = (watcher) => watchPart(() => state.me?.zone, watcher);

function watchPart(read, watcher) {
  let known = read();
  return watch(() => {
    if (known === read()) return;
    known = read();
    watcher();
  });
}

/** Changes parts of the state and calls the watchers. */
export function update(values) {
  Object.assign(state, values);
  for (const watcher of [...watchers]) watcher();
}

/** Fills the state from stored replies until newer ones arrive. */
export async function recall() {
  const asked = era;
  const paths = ["/v1/me", "/v1/home", "/v1/roommates"];
  const [me, home, mates] = await Promise.all(paths.map((path) => lastSeen(path)));
  if (asked !== era || !me || state.me || state.home) return;
  update({ me, home, roommates: mates?.items ?? null });
}

const refreshMe = sharing(() => fetchInto("me", "/v1/me"));

/** Fetches the account of the signed-in person. Calls made during a fetch share one more fetch. */
export function loadMe() {
  const mine = refreshMe().then(() => state.me);
  const end = () => { if (loadingMe === mine) loadingMe = null; };
  loadingMe = mine;
  mine.then(end, end);
  return mine;
}

/** The account of the signed-in person, fetched only if it isn't known and not being fetched. */
export async function account() {
  return state.me ?? loadingMe ?? loadMe();
}

const refreshHome = sharing(() => fetchInto("home", "/v1/home"));

/** Fetches the home counts. Calls made during a fetch share one more fetch. */
export function loadHome() {
  const mine = refreshHome();
  const end = () => { if (loadingHome === mine) loadingHome = null; };
  loadingHome = mine;
  mine.then(end, end);
  return mine;
}

/** Fetches the home counts only if they aren't known and not being fetched. */
export async function ownHome() {
  if (!state.home) await (loadingHome ?? loadHome());
}

/** Fetches the other members of the room. */
export async function loadRoommates() {
  await fetchInto("roommates", "/v1/roommates", ({ items }) => items);
  return state.roommates;
}

/** Fetches the courses that the person teaches or takes, like the home counts. */
export const loadCourses = sharing(() =>
  fetchInto("courses", "/v1/courses?limit=100", ({ items }) => items));

/** Fetches the number of unread notices. If that fails, the last number stays. */
export async function loadUnread() {
  unreadTurn += 1;
  const mine = unreadTurn;
  try {
    const { unread } = await exchange("GET", "/v1/inbox?limit=1");
    if (mine === unreadTurn) setUnread(unread);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
  }
}

/** Sets the number of unread notices, from a reply or an event. */
export function setUnread(unread) {
  unreadTurn += 1;
  if (unread !== state.unread) update({ unread });
}

/** Fetches the site's name, its apps and its sign-up settings, once. */
export async function loadSite() {
  if (!state.site) {
    const site = await get("/v1/site");
    setApps(site.apps);
    update({ site });
  }
  return state.site;
}

/** The id of the signed-in person, from the last stored reply if the site hasn't replied yet. */
export async function personID() {
  const me = state.me ?? await lastSeen("/v1/me") ?? await account();
  return me?.id ?? null;
}

/** The id of the person's room, found the same way, or null. A site without rooms isn't asked. */
export async function roomID() {
  if (!hasPlace("room")) return null;
  if (!state.home && !await lastSeen("/v1/home")) await loadHome();
  const home = state.home ?? await lastSeen("/v1/home");
  return home?.room?.id ?? null;
}

/** The first name of a roommate, or null for a person who has left the room. */
export function nameOf(person) {
  const mate = state.roommates?.find(({ profile }) => profile.id === person);
  return mate ? mate.profile.firstName : null;
}

/** The profile of a roommate or of the signed-in person, or null for anyone else. */
export function profileOf(person) {
  if (person && person === state.me?.id) return state.me;
  return state.roommates?.find(({ profile }) => profile.id === person)?.profile ?? null;
}

/** True if this browser was signed in when last used. Scripts can't read the cookie itself. */
export function seemsSignedIn() {
  return ["yes", "unknown"].includes(remembered());
}

/** True if the last session of this browser ended without a sign-out here. */
export function hasEnded() {
  return remembered() === "ended";
}

/** Stores that somebody is signed in, for later visits. */
export function rememberSignedIn() {
  remember("yes");
}

/** Clears everything about the signed-in person. `isDeliberate` is true for a sign-out. */
export function forget({ isDeliberate }) {
  era += 1;
  remember(isDeliberate ? null : "ended");
  lists.clear();
  dropEarly();
  forgetAnswers();
  forgetTexts();
  unreadTurn += 1;
  loadingMe = null;
  update({ me: null, home: null, roommates: null, courses: null, unread: null });
}

/**
 * Calls `action({ hasEnded })` when another window of this browser signs out or notices the end of the
 * session.
 */
export function onSignedOutElsewhere(action) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === flag && newValue !== "yes") action({ hasEnded: newValue === "ended" });
  });
}

/** A loader whose calls during a fetch share one more fetch. A failure of the first doesn't count then. */
export function sharing(fetch) {
  let loading = null;
  let isStale = false;
  return () => {
    isStale = loading !== null;
    loading ??= (async () => {
      try {
        do {
          isStale = false;
          try {
            await fetch();
          } catch (problem) {
            if (!isStale) throw problem;
          }
        } while (isStale);
      } finally {
        loading = null;
      }
    })();
    return loading;
  };
}

// A reply that arrives after its person signed out is dropped. One that was asked for before a write's reply
// or an event changed the value may be older than that, so it is asked for again.
async function fetchInto(name, path, taken = (value) => value) {
  const asked = era;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const known = state[name];
    const value = await get(path);
    if (asked !== era) return;
    if (known === null || known === state[name] || tries === maxTries) {
      update({ [name]: taken(value) });
      return;
    }
  }
}

function remember(value) {
  inMemory = value;
  try {
    if (value) localStorage.setItem(flag, value);
    else localStorage.removeItem(flag);
  } catch {
    // Storage is blocked: this window keeps the flag, and the next visit asks the site.
  }
}

function remembered() {
  try {
    return localStorage.getItem(flag);
  } catch {
    return inMemory;
  }
}
