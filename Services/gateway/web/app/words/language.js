// The language of the pages: the one chosen in this browser, or the browser's own.

/**
 * The languages by their own names. A further one is an entry here, a folder of words, and its texts in
 * `lost.js` and `sw.js`.
 */
export const languages = { en: "English", de: "Deutsch", fr: "Français" };

const flag = "quad.language";

/** The tag with its region, which date formats depend on. */
export const language = preferred();

/** The code of the language among `languages`, which its folder of words is named by. */
export const languageCode = codeOf(language);

/** The text for this language among `{ en, de, … }`; the English one where it is missing. */
export function ownText(texts) {
  return texts[languageCode] || texts.en;
}

/** The language chosen in this browser, or null for the browser's own. */
export function chosenLanguage() {
  try {
    const chosen = localStorage.getItem(flag);
    return isKnown(chosen) ? chosen : null;
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

function codeOf(tag) {
  return tag.split("-")[0];
}

function isKnown(code) {
  return code !== null && Object.hasOwn(languages, code);
}

function preferred() {
  const own = navigator.languages ?? [navigator.language];
  const chosen = chosenLanguage();
  if (chosen) return own.find((tag) => codeOf(tag) === chosen) ?? chosen;
  return own.find((tag) => isKnown(codeOf(tag))) ?? "en";
}
