// Names for the ids on administrators' pages.

import { get } from "../api.js";
import { allPages } from "../models/pagedlist.js";
import { lists } from "../state.js";

/**
 * The limit on pages of 100 people that are fetched together. Anyone beyond them is fetched individually,
 * unless that are many.
 */
const maxPagesOfPeople = 3;
const manyPeople = 100;
const maxPagesForMany = 200;
/** The limit on pages of 100 rooms or dorms. */
const maxPages = 20;
const fresh = 60_000;

/** Adds people from a reply to the cache. */
export function know(people) {
  const { found } = book();
  for (const person of people) found.set(person.id, person);
}

/** Drops the lists of people, after an account has changed. The search stays. */
export function dropPeople() {
  for (const name of [...lists.keys()]) {
    if (name.startsWith("admin.people.") && name !== "admin.people.filter") lists.delete(name);
  }
}

/** A map of people by id. It has all of `ids` except deleted accounts. */
export async function directory(ids) {
  const own = book();
  const missing = () => [...new Set(ids)].filter((id) => !own.found.has(id) && !own.gone.has(id));
  const limit = () => missing().length > manyPeople ? maxPagesForMany : maxPagesOfPeople;
  while (missing().length > 0 && !own.isWhole && own.pages < limit()) {
    own.turn ??= turnPage(own);
    await own.turn;
  }
  if (!own.isWhole) await Promise.all(missing().map(personNow));
  return own.found;
}

/** The current state of a person, or null if there is no such account. */
export async function personNow(id) {
  try {
    const person = await get(`/v1/admin/people/${encodeURIComponent(id)}`);
    know([person]);
    return person;
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    book().gone.add(id);
    return null;
  }
}

/** The open room where a person lives, or null. */
export async function roomOf(id) {
  return (await allRooms({})).find(({ members }) => members.includes(id)) ?? null;
}

/** All open rooms of a dorm or of the campus, up to the limit on pages. */
export async function allRooms({ dorm = null, signal }) {
  return everything("/v1/admin/rooms", { dorm }, signal);
}

export function allDorms() {
  return everything("/v1/dorms", {});
}

export function fullName({ firstName, lastName }) {
  return `${firstName} ${lastName}`;
}

/** A loader that runs once. A failed load is tried again on the next call. */
export function kept(load) {
  let coming = null;
  return () => {
    coming ??= load().catch((problem) => {
      coming = null;
      throw problem;
    });
    return coming;
  };
}

async function everything(path, query, signal) {
  const load = (cursor) => get(path, { ...query, limit: 100, cursor }, { signal });
  return (await allPages(load, maxPages)).items;
}

// The cache is stored with the lists, so that a sign-out clears it.
function book() {
  const old = lists.get("admin.directory");
  if (old && Date.now() - old.begun < fresh) return old;
  const one = {
    found: old?.found ?? new Map(), gone: new Set(), begun: Date.now(),
    cursor: null, pages: 0, isWhole: false,
  };
  lists.set("admin.directory", one);
  return one;
}

async function turnPage(own) {
  try {
    const page = await get("/v1/admin/people", { limit: 100, cursor: own.cursor });
    for (const person of page.items) own.found.set(person.id, person);
    own.cursor = page.next ?? null;
    own.pages += 1;
    own.isWhole = !own.cursor;
  } finally {
    own.turn = null;
  }
}
