// State that several pages share: the person, the counts of home, the roommates. Cleared at sign-out.

import { Problem, exchange, get, lastSeen } from "./api.js";
import { forgetAnswers } from "./offline/answers.js";

const flag = "quad.signedIn";
const watchers = new Set();
/** The flag where storage is refused. */
let inMemory = "unknown";
let homeLoading = null;
let homeStale = false;
let era = 0;
let unreadTurn = 0;

/** `unread`: how much of the inbox is, null as long as nobody knows. */
export const state = { me: null, home: null, roommates: null, courses: null, site: null, unread: null };

/** Lists as last seen, so that going back shows them at once. */
export const lists = new Map();

/** Calls `watcher` when the state changed; the answer stops that. */
export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls `watcher` when other people live in the room, or under other names; the answer stops that. */
export const watchRoommates = (watcher) => watchPart("roommates", watcher);

/** Calls `watcher` when one has other courses, or they have other names; the answer stops that. */
export const watchCourses = (watcher) => watchPart("courses", watcher);

function watchPart(name, watcher) {
  let known = state[name];
  return watch(() => {
    if (known === state[name]) return;
    known = state[name];
    watcher();
  });
}

/** Sets members of the state and calls the watchers. */
export function update(values) {
  Object.assign(state, values);
  for (const watcher of [...watchers]) watcher();
}

/** Fills the state with the last known values until newer ones arrive. */
export async function recall() {
  const asked = era;
  const paths = ["/v1/me", "/v1/home", "/v1/roommates"];
  const [me, home, mates] = await Promise.all(paths.map((path) => lastSeen(path)));
  if (asked !== era || !me || state.me || state.home) return;
  update({ me, home, roommates: mates?.items ?? null });
}

/** The account of the person who is signed in. */
export async function loadMe() {
  await fetchInto("me", "/v1/me");
  return state.me;
}

/** The home counts; calls that come meanwhile share one more fetch. */
export function loadHome() {
  if (homeLoading) {
    homeStale = true;
    return homeLoading;
  }
  homeLoading = (async () => {
    try {
      do {
        homeStale = false;
        await fetchInto("home", "/v1/home");
      } while (homeStale);
    } finally {
      homeLoading = null;
    }
  })();
  return homeLoading;
}

/** The other members of the room. */
export async function loadRoommates() {
  await fetchInto("roommates", "/v1/roommates", ({ items }) => items);
  return state.roommates;
}

/** The courses that one teaches or takes. */
export async function loadCourses() {
  await fetchInto("courses", "/v1/courses?limit=100", ({ items }) => items);
  return state.courses;
}

/** Fetches how much of the inbox is unread. If that fails, the last number stays. */
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

/** Sets how much is unread, from a reply or an event. */
export function setUnread(unread) {
  unreadTurn += 1;
  if (unread !== state.unread) update({ unread });
}

/** The site's name and who may sign up. */
export async function loadSite() {
  if (!state.site) update({ site: await get("/v1/site") });
  return state.site;
}

/** The id of the person who is signed in, of the last reply where the site has not answered yet. */
export async function personID() {
  const me = state.me ?? await lastSeen("/v1/me") ?? await loadMe();
  return me?.id ?? null;
}

/** The id of the person's room in the same way, or null. */
export async function roomID() {
  if (!state.home && !await lastSeen("/v1/home")) await loadHome();
  const home = state.home ?? await lastSeen("/v1/home");
  return home?.room?.id ?? null;
}

/** The first name of a roommate, or null for a person who has left the room. */
export function nameOf(person) {
  const mate = state.roommates?.find(({ profile }) => profile.id === person);
  return mate ? mate.profile.firstName : null;
}

/** True if this browser was signed in when last seen; scripts cannot read the cookie itself. */
export function seemsSignedIn() {
  return ["yes", "unknown"].includes(remembered());
}

/** True if the last session of this browser ended without a sign-out here. */
export function hasEnded() {
  return remembered() === "ended";
}

/** Stores across visits that a person is signed in. */
export function rememberSignedIn() {
  remember("yes");
}

/** Forgets everything of the person who was signed in; `isDeliberate` after a sign-out. */
export function forget({ isDeliberate }) {
  era += 1;
  remember(isDeliberate ? null : "ended");
  lists.clear();
  forgetAnswers();
  unreadTurn += 1;
  update({ me: null, home: null, roommates: null, courses: null, unread: null });
}

/**
 * Calls `action({ hasEnded })` when another window of this browser signs out, or finds that the session
 * ended.
 */
export function onSignedOutElsewhere(action) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === flag && newValue !== "yes") action({ hasEnded: newValue === "ended" });
  });
}

// An answer that comes after its person signed out is dropped.
async function fetchInto(name, path, taken = (value) => value) {
  const asked = era;
  const value = await get(path);
  if (asked === era) update({ [name]: taken(value) });
}

function remember(value) {
  inMemory = value;
  try {
    if (value) localStorage.setItem(flag, value);
    else localStorage.removeItem(flag);
  } catch {
    // Storage is refused: this window remembers it, and the next visit asks the site.
  }
}

function remembered() {
  try {
    return localStorage.getItem(flag);
  } catch {
    return inMemory;
  }
}
