// The words by area: one folder per language and one file per area. Areas are fetched in parts: `first` with
// the client itself, the others beside the pages that use them (`words` in `routes.js`). A word is a text, or
// a function for a sentence with a number or a name in it.

import { addressOf } from "../built.js";

/** The areas of each part. A release has a file for each part and language. */
export const parts = {
  first: [
    "common", "signin", "room", "today", "events", "school", "checkingin", "alerts", "alerttexts", "faults",
  ],
  account: ["account", "channels", "tokens"],
  room: ["roompages"],
  events: ["eventpages"],
  school: ["coursepages", "schoolday", "teaching", "campus", "campusfaults"],
  aid: ["aid", "helping", "training"],
  admin: ["admin", "admintables", "auditdetails", "overview"],
  campus: ["campusadmin"],
  desk: ["search", "desk"],
  site: ["design", "setup", "credits"],
};

/** The addresses of a part's files in a language. */
export function filesOf(tag, part) {
  const path = `/words/${tag}/${part}.js`;
  const built = addressOf(path);
  return built === path ? parts[part].map((area) => `/app/words/${tag}/${area}.js`) : [built];
}

/** The words of a language in one part. */
export async function wordsIn(tag, part = "first") {
  const files = await Promise.all(filesOf(tag, part).map((file) => import(file)));
  return merged(files.flatMap((file) => file.default));
}

/** The groups of all areas as one. A group in two areas is an error. */
export function merged(areas) {
  const all = {};
  for (const groups of areas) {
    for (const [name, group] of Object.entries(groups)) {
      if (Object.hasOwn(all, name)) throw new Error(`two areas declare ${name}`);
      all[name] = group;
    }
  }
  return all;
}
