// The words by area: one folder per language and one file per area. `all.js` has the areas that a first visit
// fetches, `later.js` those that come with the pages that use them. A word is a text, or a function for a
// sentence with a number or a name in it.

import { addressOf } from "../built.js";

/** The words of a language: those of `all.js`, or of `later.js`. */
export async function wordsIn(tag, part = "all") {
  const file = await import(addressOf(`/app/words/${tag}/${part}.js`));
  return merged(file.default);
}

/** The groups of all areas as one. A group in two areas is an error. */
export function merged(byArea) {
  const areaOf = new Map();
  const all = {};
  for (const [area, groups] of Object.entries(byArea)) {
    for (const [name, group] of Object.entries(groups)) {
      if (areaOf.has(name)) throw new Error(`${areaOf.get(name)} and ${area} both declare ${name}`);
      areaOf.set(name, area);
      all[name] = group;
    }
  }
  return all;
}
