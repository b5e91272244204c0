// The classes of the catalogue, as forms and pages read them.

import { get } from "../api.js";
import { allPages } from "../models/pagedlist.js";
import { words } from "../words/words.js";

const path = "/v1/school/classes";
const pageSize = 100;
/** The limit on pages: all classes that a school may have. */
const maxPages = 20;

/** All classes, or those of a grade or a query. */
export async function classesOf(query = {}) {
  const load = (cursor) => get(path, { ...query, limit: pageSize, cursor });
  return (await allPages(load, maxPages)).items;
}

/**
 * The terms and the person's schedule of one of them, or of the current one: `{ terms, schedule }`. The
 * schedule is null if the school has no term now and none to come.
 */
export async function termsAndSchedule(term = null) {
  const { items, current } = await get("/v1/school/terms");
  const schedule = term || current ? await get("/v1/me/schedule", { term }) : null;
  return { terms: items, schedule };
}

/** A class in a line: `Biology · BIO 2 · Ms. Alvarez · B-214`. */
export function classLine({ name, code, teacher, room }) {
  return [name, code, teacher?.name, room].filter(Boolean).join(" · ");
}

/** The name of a class in a block, or that the block is free. */
export function nameIn(taken) {
  return taken?.name ?? words.schedule.free;
}
