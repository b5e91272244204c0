// The stored replies as a whole, for the search without a network.

import { present } from "./answers.js";
import { all } from "./database.js";

/** Far above the number of replies that are stored. */
const most = 1000;

/** The stored replies to addresses that match, as `{ address, value }`. */
export async function keptAnswers(addresses) {
  const asked = present();
  try {
    const kept = await all("answers", most);
    if (asked !== present()) return [];
    return kept.filter(({ key }) => addresses.test(key)).map(({ key, value }) => ({ address: key, value }));
  } catch {
    return [];
  }
}
