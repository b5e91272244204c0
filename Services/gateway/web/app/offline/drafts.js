// Drafts: typed text that is not saved yet, stored for its author until they save or
// discard it, it expires, or they sign out.

import { all, empty, read, remove, write } from "./database.js";

const aDay = 86_400_000;
/** The pause after the last key before a draft is stored (ms). */
const calm = 400;
/** The limit on drafts; the oldest go first. */
const maxDrafts = 50;
/** The limit on the size of a draft, as text (UTF-16 units). A larger one stays in its form only. */
const maxSize = 200_000;
/** The days after which a draft expires. */
export const daysOfDrafts = 14;
let era = 0;
/** Functions that store a draft immediately, before typing has paused. */
const typing = new Set();

// A page may be closed, or suspended for good on a phone, in the middle of a word.
addEventListener("pagehide", keepDrafts);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepDrafts(); });

/** Stores the pending drafts now, because the page is about to be left. */
export function keepDrafts() {
  for (const put of [...typing]) put();
}

/**
 * The draft of one form and one person, which expires after `days`. `read()` returns `{ values, at, … }` or
 * null; `keep(draft)` stores one when typing pauses; `forget()` deletes it, including one that is about to be
 * stored.
 */
export function draftOf(name, person, days = daysOfDrafts) {
  const begun = era;
  let timer = null;
  let last = null;
  const put = () => {
    clearTimeout(timer);
    timer = null;
    typing.delete(put);
    if (!last || !person || begun !== era) return;
    const at = Date.now();
    const draft = { ...last, key: name, person, at, until: at + days * aDay };
    last = null;
    if (JSON.stringify(draft).length > maxSize) return;
    write("drafts", draft).catch(() => {
      // Without storage, typed text stays in its form only.
    });
  };
  return {
    read: async () => {
      keepDrafts();
      try {
        const found = await read("drafts", name);
        return found && found.person === person && isFresh(found) ? found : null;
      } catch {
        return null;
      }
    },
    keep: (draft) => {
      last = draft;
      clearTimeout(timer);
      timer = setTimeout(put, calm);
      typing.add(put);
    },
    forget: async () => {
      clearTimeout(timer);
      typing.delete(put);
      last = null;
      await remove("drafts", name).catch(() => {});
    },
  };
}

/** Drops text that is typed but not stored yet, because another window has signed out. */
export function dropTyping() {
  era += 1;
}

/** Deletes all drafts at sign-out. */
export async function forgetDrafts() {
  dropTyping();
  await empty("drafts").catch(() => {});
}

/** Deletes the drafts of other people. */
export function dropDraftsOfOthers(person) {
  return drop((drafts) => drafts.filter((draft) => draft.person !== person));
}

/** Deletes expired drafts, and the oldest beyond the limit. */
export function tidyDrafts() {
  return drop((drafts) => {
    const fresh = drafts.filter(isFresh).sort((a, b) => b.at - a.at).slice(0, maxDrafts);
    return drafts.filter((draft) => !fresh.includes(draft));
  });
}

async function drop(chosen) {
  try {
    for (const { key } of chosen(await all("drafts"))) await remove("drafts", key);
  } catch {
    // Without storage there is nothing to delete.
  }
}

function isFresh({ until }) {
  return until > Date.now();
}
