// Drafts: text that is typed and not saved yet, kept for its author until it is saved or they sign out.

import { all, empty, read, remove, write } from "./database.js";

/** The pause after the last key before a draft is stored (ms). */
const calm = 400;
let era = 0;
/** What keeps a draft whose typing has not paused yet. */
const typing = new Set();

// A page may be closed, or put away for good on a phone, in the middle of a word.
const keepAll = () => { for (const put of [...typing]) put(); };
addEventListener("pagehide", keepAll);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepAll(); });

/**
 * The draft of one form of one person. `read()` gives `{ values, at, … }` or null; `keep(draft)` keeps one
 * when the typing pauses; `forget()` drops it, also one that is about to be kept.
 */
export function draftOf(name, person) {
  const begun = era;
  let timer = null;
  let last = null;
  const put = () => {
    clearTimeout(timer);
    timer = null;
    typing.delete(put);
    if (!last || !person || begun !== era) return;
    const draft = { ...last, key: name, person, at: Date.now() };
    last = null;
    write("drafts", draft).catch(() => {
      // Without storage what is typed stays in its form.
    });
  };
  return {
    read: async () => {
      try {
        const found = await read("drafts", name);
        return found && found.person === person ? found : null;
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
    /** Keeps at once what would be kept later: the page is left. */
    flush: put,
    forget: async () => {
      clearTimeout(timer);
      typing.delete(put);
      last = null;
      await remove("drafts", name).catch(() => {});
    },
  };
}

/** Forgets all drafts: at sign-out. */
export async function forgetDrafts() {
  era += 1;
  await empty("drafts").catch(() => {});
}

/** Drops what another person left behind. */
export async function dropDraftsOfOthers(person) {
  try {
    for (const draft of await all("drafts")) {
      if (draft.person !== person) await remove("drafts", draft.key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}
