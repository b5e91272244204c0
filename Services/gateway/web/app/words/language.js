// The language of the pages: the one chosen in this browser, or the browser's own.

/** The languages by their own names. */
export const languages = { en: "English", de: "Deutsch" };

/** The languages without a missing word, which need no English ones. */
const whole = ["en", "de"];
const flag = "quad.language";

/** The tag with its region, which date formats depend on. */
export const language = preferred();

/** The folders of words that this language needs, English first. */
export const folders = foldersOf(language.slice(0, 2));

/** The language chosen in this browser, or null for the browser's own. */
export function chosenLanguage() {
  try {
    const chosen = localStorage.getItem(flag);
    return languages[chosen] ? chosen : null;
  } catch {
    return null;
  }
}

/** Stores the language for this browser, effective from the next load; null selects the browser's own. */
export function chooseLanguage(chosen) {
  try {
    if (chosen) localStorage.setItem(flag, chosen);
    else localStorage.removeItem(flag);
  } catch {
    // Without storage, the browser's own language stays.
  }
}

function foldersOf(tag) {
  if (!languages[tag]) return ["en"];
  return whole.includes(tag) ? [tag] : ["en", tag];
}

function preferred() {
  const own = navigator.languages ?? [navigator.language];
  const chosen = chosenLanguage();
  if (chosen) return own.find((tag) => tag.startsWith(chosen)) ?? chosen;
  return own.find((tag) => languages[tag.slice(0, 2)]) ?? "en";
}
