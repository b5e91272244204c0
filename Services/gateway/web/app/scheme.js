// Light or dark: the device's way, or the one chosen here. Runs before the first paint (index.html asks for
// that), so that nobody who chose dark is blinded by a light page first.

const flag = "quad.scheme";
const question = /\(prefers-color-scheme:\s*(light|dark)\)/;
// Questions with one answer on every screen; unlike `all` and `not all` they may stand beside others.
const yes = "(min-width: 0px)";
const no = "(max-width: 0px)";
const schemes = ["light", "dark"];
// What stood in the style sheet and in the page's head before a choice was put in its place.
const originals = new Map();

/** `light` or `dark` where it was chosen here, null where it follows the device. */
export function chosenScheme() {
  try {
    const chosen = localStorage.getItem(flag);
    return schemes.includes(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** Keeps a choice for this browser and shows it at once; null follows the device again. */
export function chooseScheme(chosen) {
  try {
    if (chosen) localStorage.setItem(flag, chosen);
    else localStorage.removeItem(flag);
  } catch {
    // Storage is refused: the choice holds until the page is closed.
  }
  apply(chosen);
}

// The rules for dark stay where they are, in media queries; a choice answers these in the device's place.
function apply(chosen) {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSMediaRule) answer(rule.media, "mediaText", chosen);
    }
  }
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) answer(meta, "media", chosen);
  document.documentElement.style.colorScheme = chosen ?? "";
}

function answer(holder, member, chosen) {
  const original = originals.get(holder) ?? holder[member];
  const asked = question.exec(original)?.[1];
  if (!asked) return;
  originals.set(holder, original);
  const text = original.replace(question, asked === chosen ? yes : no);
  holder[member] = chosen ? text : original;
}

if (chosenScheme()) apply(chosenScheme());
addEventListener("storage", (event) => {
  if (event.key === flag) apply(chosenScheme());
});
