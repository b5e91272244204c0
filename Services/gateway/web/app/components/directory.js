// Names for the pages of administrators; the programs send ids.

import { get } from "../api.js";
import { lists } from "../state.js";

/** The limit on pages of 100 people that are fetched together; a person beyond them is fetched alone. */
const maxPagesOfPeople = 3;
/** Pages of 100 rooms or dorms that are read at most. */
const maxPages = 20;
const fresh = 60_000;

/** Remembers people that an answer showed. */
export function know(people) {
  const { found } = book();
  for (const person of people) found.set(person.id, person);
}

/** The people by id, without those whose account was deleted. */
export async function directory(ids) {
  const own = book();
  const missing = () => [...new Set(ids)].filter((id) => !own.found.has(id) && !own.gone.has(id));
  while (missing().length > 0 && !own.isWhole && own.pages < maxPagesOfPeople) {
    own.turn ??= turnPage(own);
    await own.turn;
  }
  if (!own.isWhole) await Promise.all(missing().map(personNow));
  return own.found;
}

/** One person as they are now, or null where there is no such account. */
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

/** All open rooms of a dorm, or of the campus, as far as the pages reach. */
export async function allRooms({ dorm = null, signal }) {
  return everything("/v1/admin/rooms", { dorm }, signal);
}

/** All dorms of the campus. */
export function allDorms() {
  return everything("/v1/dorms", {});
}

/** The first and the last name. */
export function fullName({ firstName, lastName }) {
  return `${firstName} ${lastName}`;
}

/** Loads once; what failed is tried again. */
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
  const items = [];
  let cursor = null;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await get(path, { ...query, limit: 100, cursor }, { signal });
    items.push(...found.items);
    cursor = found.next ?? null;
    if (!cursor) break;
  }
  return items;
}

// It lives with the lists, so that it goes at sign-out.
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
