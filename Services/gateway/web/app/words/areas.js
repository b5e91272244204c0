// The words by area: one folder per language, one file per area. A word is a text, or a function for a
// sentence with a number or a name in it.

export const areas = [
  "common", "account", "room", "events", "alerts", "alerttexts", "admin", "design", "faults",
];

/** All words of a language. Its files are fetched in parallel. */
export async function wordsIn(tag) {
  const files = await Promise.all(areas.map((area) => import(`./${tag}/${area}.js`)));
  return merged(Object.fromEntries(files.map((file, at) => [areas[at], file.default])));
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
