// Light or dark: the device's way, or the one chosen here. Runs before the first paint (index.html asks for
// that), so that nobody who chose dark is blinded by a light page first.

const flag = "quad.scheme";
const schemes = ["light", "dark"];
const bars = [...document.querySelectorAll("meta[name=theme-color]")].map((meta) => [meta, meta.media]);

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

// The style sheet's colors follow the attribute; the color of the browser's own bar follows here.
function apply(chosen) {
  if (chosen) document.documentElement.dataset.scheme = chosen;
  else delete document.documentElement.dataset.scheme;
  for (const [meta, media] of bars) {
    meta.media = !chosen ? media : media.includes(chosen) ? "all" : "not all";
  }
}

if (chosenScheme()) apply(chosenScheme());
addEventListener("storage", (event) => {
  if (event.key === flag) apply(chosenScheme());
});
